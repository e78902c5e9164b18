import GeometryGEOS
import Testing

@testable import WaybenchCore

@Suite("NaturalIndex: nothing near is missed")
struct NaturalIndexTests {
  @Test("the nearest place is the one that a full scan and GEOS find", arguments: RoutePolylineTestLine.all)
  func nearest(line: RoutePolylineTestLine) throws {
    let coordinates = line.coordinates()
    let polyline = try #require(RoutePolyline(coordinates))
    let vertices = polyline.vertices
    let context = try GEOSContext()
    for (number, point) in line.points(on: coordinates, count: 24).enumerated() {
      let frame = LocalFrame(origin: point)
      let found = polyline.nearest(to: point)
      var least = Double.infinity
      for segment in 0..<polyline.segmentCount {
        least = min(least, RoutePolylineTestLine.distance(vertices, segment, frame).meters)
      }
      try #require((0..<polyline.segmentCount).contains(found.segment))
      let own = RoutePolylineTestLine.distance(vertices, found.segment, frame)
      #expect(abs(found.distanceMeters - least) < 1e-7, "\(line), point \(number)")
      #expect(abs(own.meters - least) < 1e-7, "\(line), point \(number): segment \(found.segment)")
      #expect(abs(own.chainage - found.chainageMeters) < 1e-4, "\(line), point \(number)")
      if number % 4 == 1 {
        let drawn = try context.lineString(vertices.map { frame.project($0.coordinate) })
        let distance = try drawn.distance(to: context.point(PlanePoint(x: 0, y: 0)))
        #expect(abs(distance - found.distanceMeters) < 1e-6, "\(line), point \(number)")
      }
    }
  }

  @Test("a search visits every run within its radius, and none twice", arguments: RoutePolylineTestLine.all)
  func search(line: RoutePolylineTestLine) throws {
    let coordinates = line.coordinates()
    let polyline = try #require(RoutePolyline(coordinates))
    for (number, point) in line.points(on: coordinates, count: 8).enumerated() {
      let frame = LocalFrame(origin: point)
      for reach in [1.0, 40, 300, 6_000] {
        var radius = reach
        var visited: [Int: Int] = [:]
        polyline.index.search(point: PlanePoint(x: 0, y: 0), frame: frame, radius: &radius) { segments, _ in
          #expect(segments.lowerBound % 16 == 0 && segments.count <= 16 && !segments.isEmpty)
          for segment in segments { visited[segment, default: 0] += 1 }
        }
        #expect(visited.values.allSatisfy { $0 == 1 }, "\(line), point \(number), radius \(reach)")
        for segment in 0..<polyline.segmentCount where visited[segment] == nil {
          let distance = RoutePolylineTestLine.distance(polyline.vertices, segment, frame).meters
          #expect(distance >= reach, "\(line), point \(number): segment \(segment) at \(distance) m was missed")
        }
      }
    }
  }

  @Test("a nearest foot closer than a bound is found, and none at the bound or beyond")
  func bounds() throws {
    let polyline = try #require(RoutePolyline([0, 500, 1_000].map { Coordinate.plane($0, 0) }))
    let frame = LocalFrame(origin: .plane(200, 30))
    let origin = PlanePoint(x: 0, y: 0)
    let distance = polyline.nearestFoot(to: origin, in: frame, closerThanMeters: .infinity).distanceMeters
    #expect(abs(distance - 30) < 0.2)
    #expect(polyline.nearestFoot(to: origin, in: frame, closerThanMeters: distance + 0.01).segment == 0)
    #expect(polyline.nearestFoot(to: origin, in: frame, closerThanMeters: distance).segment == -1)
    #expect(polyline.nearestFoot(to: origin, in: frame, closerThanMeters: 0).segment == -1)
  }

  @Test("lines round the world are searched as a full scan does", arguments: 1...6 as ClosedRange<UInt64>)
  func world(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func anywhere() -> Coordinate {
      Coordinate(clampingLatitude: random.nextDouble(in: -84...84), longitude: random.nextDouble(in: -180...180))
    }
    let polyline = try #require(RoutePolyline((0..<4).map { _ in anywhere() }))
    for _ in 0..<20 {
      // The frame measures truly for some kilometres only: the point lies near the line.
      let on = polyline.vertices[random.nextIndex(below: polyline.vertices.count)].coordinate
      let point = Geodesic.destination(
        from: on, courseDegrees: random.nextDouble(in: 0...360), distanceMeters: random.nextDouble(in: 0...3_000))
      guard abs(point.latitude) < 85 else { continue }
      let frame = LocalFrame(origin: point)
      let found = polyline.nearest(to: point)
      let least =
        (0..<polyline.segmentCount)
        .map { RoutePolylineTestLine.distance(polyline.vertices, $0, frame).meters }.min() ?? .infinity
      #expect(abs(found.distanceMeters - least) < 1e-6, "seed \(seed): \(point)")
    }
  }
}

extension Coordinate {
  /// A place in metres east and north of 40 N, 20 W.
  fileprivate static func plane(_ x: Double, _ y: Double) -> Coordinate {
    LocalFrame(origin: Coordinate(clampingLatitude: 40, longitude: -20)).unproject(PlanePoint(x: x, y: y))
  }
}
