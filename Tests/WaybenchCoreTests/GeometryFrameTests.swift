import TestSupport
import Testing
import WaybenchCore

@Suite("Local frame against geodesics")
struct GeometryFrameTests {
  static let oracle = GeodesicOracle()

  /// Two coordinates are up to 0.8 cm from where they were asked for: what a frame says is compared with the geodesic
  /// between the rounded ones, so that only the frame's own error counts.
  @Test("a distance within 500 m of the origin is right to 1 cm", arguments: [1, 2, 3, 4] as [UInt64])
  func distances(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var worst = 0.0
    for _ in 0..<5_000 {
      let origin = generator.coordinate(latitudes: -85...85)
      let frame = LocalFrame(origin: origin)
      let a = Self.near(origin, &generator)
      let b = Self.near(origin, &generator)
      let ownError = abs(frame.project(a).distance(to: frame.project(b)) - Self.oracle.distanceMeters(a, b))
      let originError = abs(
        frame.project(a).distance(to: frame.project(origin)) - Self.oracle.distanceMeters(a, origin))
      worst = max(worst, ownError, originError)
    }
    #expect(worst < 0.01, "worst \(worst) m")
  }

  static func near(_ origin: Coordinate, _ generator: inout SeededGenerator) -> Coordinate {
    oracle.destination(
      from: origin, courseDegrees: generator.number(0...360), distanceMeters: generator.number(0...500))
  }

  @Test("the course in a frame is the geodesic's")
  func courses() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<5_000 {
      let origin = generator.coordinate(latitudes: -85...85)
      let away = Self.oracle.destination(
        from: origin, courseDegrees: generator.number(0...360), distanceMeters: generator.number(50...500))
      let expected = Self.oracle.inverse(origin, away).courseDegrees
      let told = Geodesic.courseDegrees(from: origin, to: away)
      #expect(told >= 0 && told < 360)
      #expect(abs(turnDegrees(from: expected, to: told)) < 0.01)
    }
    let home = generator.coordinate()
    #expect(Geodesic.courseDegrees(from: home, to: home).isNaN)
  }

  @Test("what was projected comes back as the same coordinate", arguments: [6, 7] as [UInt64])
  func roundTrip(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let origin = generator.coordinate(latitudes: -85...85)
      let frame = LocalFrame(origin: origin)
      let away = Self.near(origin, &generator)
      #expect(frame.unproject(frame.project(away)) == away)
    }
  }

  @Test("the origin is at 0, 0 and a destination is where the oracle finds it")
  func destinations() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<2_000 {
      let origin = generator.coordinate(latitudes: -85...85)
      #expect(LocalFrame(origin: origin).project(origin) == PlanePoint(x: 0, y: 0))
      let course = generator.number(0...360)
      let distance = generator.number(0...500)
      let told = Geodesic.destination(from: origin, courseDegrees: course, distanceMeters: distance)
      let expected = Self.oracle.destination(from: origin, courseDegrees: course, distanceMeters: distance)
      #expect(Self.oracle.distanceMeters(told, expected) < 0.02)
    }
  }

  @Test("the antimeridian is no seam")
  func antimeridian() throws {
    for latitude in [-84.0, -45, 0, 45, 84] {
      let west = try #require(Coordinate(latitude: latitude, longitude: 179.9999))
      let east = try #require(Coordinate(latitude: latitude, longitude: -179.9999))
      let frame = LocalFrame(origin: west)
      let expected = Self.oracle.distanceMeters(west, east)
      #expect(abs(frame.project(east).x - expected) < 0.001)
      #expect(frame.unproject(frame.project(east)) == east)
      #expect(abs(Geodesic.distanceMeters(west, east) - expected) < 0.001)
      #expect(abs(LocalFrame(origin: east).project(west).x + expected) < 0.001)
    }
  }

  @Test("beside and on a pole nothing becomes infinite")
  func poles() throws {
    for latitude in [90.0, -90, 89.9999999, -89.9999999, 89.99, -89.99] {
      let origin = try #require(Coordinate(latitude: latitude, longitude: 12))
      let frame = LocalFrame(origin: origin)
      for x in [-500.0, 0, 500] {
        for y in [-500.0, 0, 500] {
          let point = frame.project(frame.unproject(PlanePoint(x: x, y: y)))
          #expect(point.x.isFinite && point.y.isFinite)
        }
      }
      #expect(frame.project(origin) == PlanePoint(x: 0, y: 0))
    }
  }

  @Test("angles between directions and turns")
  func angles() {
    #expect(courseDegrees(east: 0, north: 1) == 0)
    #expect(courseDegrees(east: 1, north: 0) == 90)
    #expect(courseDegrees(east: -1, north: 0) == 270)
    #expect(courseDegrees(east: -1e-300, north: 1) < 360)
    #expect(angleBetweenDegrees(350, 10) == 20)
    #expect(angleBetweenDegrees(10, 350) == 20)
    #expect(angleBetweenDegrees(0, 180) == 180)
    #expect(angleBetweenDegrees(720, 0) == 0)
    #expect(angleBetweenDegrees(.nan, 0).isNaN)
    #expect(turnDegrees(from: 350, to: 10) == 20)
    #expect(turnDegrees(from: 10, to: 350) == -20)
    #expect(turnDegrees(from: 0, to: 180) == -180)
    #expect(turnDegrees(from: 180, to: 0) == -180)
  }
}
