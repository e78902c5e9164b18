import Glibc
import Measurement
import WaybenchCore

extension Suite {
  /// Sequential fixes on routes of 1,000 and 100,000 vertices.
  static let snap = Suite(
    name: "snap", summary: "fixes laid on a route of 1,000 and of 100,000 vertices, with and without the detector",
    makeCases: { isSmall in
      let fixCount = isSmall ? 20_000 : 1_000_000
      return [1_000, isSmall ? 5_000 : 100_000].flatMap { vertices -> [SuiteCase] in
        let track = SnapTrack(vertices: vertices, fixCount: fixCount, seed: 1)
        let size = vertices == 1_000 ? "1k" : "100k"
        let parameters = ["vertices": "\(vertices)", "fixes": "\(fixCount)"]
        return [
          SuiteCase(
            description: BenchmarkCase(
              name: "snap/\(size)", unit: "ns/fix", parameters: parameters, operations: fixCount),
            body: track.snap),
          SuiteCase(
            description: BenchmarkCase(
              name: "snap+detect/\(size)", unit: "ns/fix", parameters: parameters, operations: fixCount),
            body: track.snapAndDetect),
        ]
      }
    },
    ratios: [
      Ratio(label: "snap: time per fix, 100k over 1k vertices", numerator: "snap/100k", denominator: "snap/1k"),
      Ratio(
        label: "snap+detect: time per fix, 100k over 1k vertices", numerator: "snap+detect/100k",
        denominator: "snap+detect/1k"),
    ])
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
