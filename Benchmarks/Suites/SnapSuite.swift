import GeometryGEOS
import Glibc
import Measurement
import WaybenchCore

extension Suite {
  /// Sequential fixes on routes of 1,000 and 100,000 vertices, and the same on GEOS.
  static let snap = Suite(
    name: "snap",
    summary: "fixes laid on a route of 1,000 and of 100,000 vertices, with and without the detector, and by GEOS",
    makeCases: { isSmall in
      let fixCount = isSmall ? 20_000 : 1_000_000
      var cases: [SuiteCase] = []
      for vertices in [1_000, isSmall ? 5_000 : 100_000] {
        let track = SnapTrack(vertices: vertices, fixCount: fixCount, seed: 1)
        let size = vertices == 1_000 ? "1k" : "100k"
        func add(_ name: String, _ operations: Int, _ body: @escaping () throws -> UInt64) {
          cases.append(
            SuiteCase(
              description: BenchmarkCase(
                name: "\(name)/\(size)", unit: "ns/fix",
                parameters: ["vertices": "\(vertices)", "fixes": "\(operations)"], operations: operations),
              body: body))
        }
        add("snap", fixCount, track.snap)
        add("snap+detect", fixCount, track.snapAndDetect)
        if vertices == 1_000 { continue }
        let peer = try GEOSSnapper(track)
        let (many, few) = isSmall ? (200, 5) : (20_000, 100)
        add("GEOS tree", many) { try peer.nearestSegments(of: many) }
        add("GEOS prepared distance", many) { try peer.preparedDistances(of: many) }
        add("GEOS project", few) { try peer.projections(of: few) }
      }
      return cases
    },
    ratios: [
      Ratio(label: "snap: time per fix, 100k over 1k vertices", numerator: "snap/100k", denominator: "snap/1k"),
      Ratio(
        label: "snap+detect: time per fix, 100k over 1k vertices", numerator: "snap+detect/100k",
        denominator: "snap+detect/1k"),
      Ratio(label: "GEOS tree over snap", numerator: "GEOS tree/100k", denominator: "snap/100k"),
      Ratio(
        label: "GEOS prepared distance over snap", numerator: "GEOS prepared distance/100k",
        denominator: "snap/100k"),
      Ratio(label: "GEOS project over snap", numerator: "GEOS project/100k", denominator: "snap/100k"),
    ])
}

/// The fixes of a track laid on its route by GEOS, in a plane.
private struct GEOSSnapper {
  private let context: GEOSContext
  private let line: Geometry
  private let prepared: PreparedGeometry
  private let segments: GeometryTree
  private let fixes: [PlanePoint]

  init(_ track: SnapTrack) throws {
    context = try GEOSContext()
    func point(_ place: Coordinate) -> PlanePoint {
      PlanePoint(x: (place.longitude + 20) * 85_394, y: (place.latitude - 40) * 111_035)
    }
    let points = track.polyline.vertices.map { point($0.coordinate) }
    line = try context.lineString(points)
    prepared = try PreparedGeometry(line)
    let context = context
    segments = try GeometryTree(
      try zip(points, points.dropFirst()).map { try context.lineString([$0, $1]) }, context: context)
    fixes = track.fixes.map { point($0.coordinate) }
  }

  /// Some fixes, evenly over the whole route.
  private func some(_ count: Int) -> [PlanePoint] { (0..<count).map { fixes[fixes.count / count * $0] } }

  func nearestSegments(of count: Int) throws -> UInt64 {
    var hash = ResultHash()
    for fix in some(count) { hash.combine(UInt64(try segments.nearestIndex(to: fix) ?? 0)) }
    return hash.value
  }

  func preparedDistances(of count: Int) throws -> UInt64 {
    var hash = ResultHash()
    for fix in some(count) { hash.combine(try prepared.distance(to: try context.point(fix))) }
    return hash.value
  }

  func projections(of count: Int) throws -> UInt64 {
    var hash = ResultHash()
    for fix in some(count) { hash.combine(try line.chainage(of: fix)) }
    return hash.value
  }
}

/// A winding route that crosses itself, vertices 10 to 30 m apart, and noisy fixes evenly along it, one a second.
struct SnapTrack: Sendable {
  let polyline: RoutePolyline
  let fixes: [Fix]

  init(vertices: Int, fixCount: Int, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var heading = 0.0
    var place = Coordinate(clampingLatitude: 40, longitude: -20)
    var line = [place]
    line.reserveCapacity(vertices)
    for index in 1..<vertices {
      heading = 0.98 * heading + 0.15 * generator.nextGaussian()
      if generator.nextUnit() < 0.02 { heading += generator.nextUnit() < 0.5 ? .pi / 2 : -.pi / 2 }
      let course = (heading + 0.3 * sin(Double(index) * 0.001)) * 180 / .pi
      place = Geodesic.destination(
        from: place, courseDegrees: course, distanceMeters: 10 + 20 * generator.nextUnit())
      line.append(place)
    }
    let polyline = RoutePolyline(first: line[0], rest: line.dropFirst())
    self.polyline = polyline
    var fixes: [Fix] = []
    fixes.reserveCapacity(fixCount)
    for index in 0..<fixCount {
      let chainage = polyline.lengthMeters * Double(index) / Double(fixCount)
      let exact = polyline.coordinate(atChainageMeters: chainage)
      let frame = LocalFrame(origin: exact)
      let noisy = frame.unproject(PlanePoint(x: 5 * generator.nextGaussian(), y: 5 * generator.nextGaussian()))
      fixes.append(
        Fix(timeNanoseconds: Int64(index) * 1_000_000_000, coordinate: noisy, horizontalAccuracyMeters: 7.5))
    }
    self.fixes = fixes
  }

  func snap() -> UInt64 {
    var snapper = RouteSnapper(polyline: polyline)
    var hash = ResultHash()
    for fix in fixes { hash.combine(snapper.snap(fix).chainageMeters) }
    return hash.value
  }

  func snapAndDetect() -> UInt64 {
    var snapper = RouteSnapper(polyline: polyline)
    var detector = OffRouteDetector(polyline: polyline)
    var hash = ResultHash()
    for fix in fixes {
      let position = snapper.snap(fix)
      let assessment = detector.assess(fix, at: position)
      hash.combine(position.chainageMeters)
      hash.combine(UInt64(assessment.state.rawValue))
    }
    return hash.value
  }
}
