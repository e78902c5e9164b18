import TestSupport
import Testing
import WaybenchCore

@Suite("Distances against geodesics")
struct GeometryGeodesicTests {
  static let oracle = GeodesicOracle()

  @Test("short ways are right to one part in a million", arguments: [1, 2] as [UInt64])
  func shortWays(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var worst = 0.0
    for _ in 0..<10_000 {
      let a = generator.coordinate(latitudes: -85...85)
      let b = Self.oracle.destination(
        from: a, courseDegrees: generator.number(0...360), distanceMeters: generator.number(0...1) * 20_000)
      let expected = Self.oracle.distanceMeters(a, b)
      let error = abs(Geodesic.distanceMeters(a, b) - expected)
      // A micrometre is the noise of the arithmetic.
      worst = max(worst, (error - 1e-6) / max(expected, 1e-9))
    }
    #expect(worst < 1e-6, "worst \(worst)")
  }

  @Test("the middle-latitude formula holds over its own range", arguments: [3, 4] as [UInt64])
  func middleLatitude(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var worst = 0.0
    for _ in 0..<10_000 {
      let a = generator.coordinate(latitudes: -85...85)
      let b = Self.oracle.destination(
        from: a, courseDegrees: generator.number(0...360), distanceMeters: generator.number(0...1) * 1_000)
      let expected = Self.oracle.distanceMeters(a, b)
      worst = max(worst, (abs(Geodesic.shortDistanceMeters(a, b) - expected) - 1e-6) / max(expected, 1e-9))
    }
    #expect(worst < 1e-6, "worst \(worst)")
  }

  @Test("long ways are right to a millimetre", arguments: [5, 6] as [UInt64])
  func longWays(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var worst = 0.0
    for _ in 0..<10_000 {
      let a = generator.coordinate()
      let b = generator.coordinate()
      let expected = Self.oracle.distanceMeters(a, b)
      // Beyond this the way is nearly half round the Earth: see the next test.
      if expected > 19_850_000 { continue }
      worst = max(worst, abs(Geodesic.distanceMeters(a, b) - expected))
    }
    #expect(worst < 0.001, "worst \(worst) m")
  }

  @Test("ways to the other side of the Earth are right to 0.1 %")
  func antipodes() {
    var generator = SeededGenerator(seed: 7)
    var worst = 0.0
    for round in 0..<3_000 {
      let a = generator.coordinate(latitudes: round % 3 == 0 ? 89...90 : -90...90)
      let b = Coordinate(
        clampingLatitude: -a.latitude + generator.number(-1...1),
        longitude: a.longitude + 180 + generator.number(-1...1))
      let expected = Self.oracle.distanceMeters(a, b)
      worst = max(worst, abs(Geodesic.distanceMeters(a, b) - expected) / expected)
    }
    #expect(worst < 0.001, "worst \(worst)")
  }

  @Test("a distance is the same both ways, 0 to itself and never negative")
  func metric() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<2_000 {
      let a = generator.coordinate()
      let b = generator.number(0...1) < 0.5 ? generator.coordinate() : Self.beside(a, &generator)
      let forth = Geodesic.distanceMeters(a, b)
      let back = Geodesic.distanceMeters(b, a)
      #expect(forth >= 0)
      #expect(abs(forth - back) <= 1e-6 + forth * 1e-9)
      #expect(Geodesic.distanceMeters(a, a) == 0)
    }
  }

  static func beside(_ a: Coordinate, _ generator: inout SeededGenerator) -> Coordinate {
    Coordinate(
      clampingLatitude: a.latitude + generator.number(-1e-3...1e-3),
      longitude: a.longitude + generator.number(-1e-3...1e-3))
  }

  @Test("there is no step where one formula takes over from the other")
  func noStep() throws {
    for latitude in [0, 30, 60, 80, 84.9] {
      let a = try #require(Coordinate(latitude: latitude, longitude: 10))
      for eastE7 in stride(from: 899_990, through: 900_010, by: 1) as StrideThrough<Int32> {
        let b = try #require(Coordinate(latitudeE7: a.latitudeE7 + 7, longitudeE7: a.longitudeE7 + eastE7))
        let expected = Self.oracle.distanceMeters(a, b)
        #expect(abs(Geodesic.distanceMeters(a, b) - expected) < 1e-6 * expected)
      }
    }
  }

  @Test("around the poles and across the antimeridian")
  func seams() throws {
    let cases: [(Double, Double, Double, Double)] = [
      (90, 0, 89.999, 77), (90, 0, 90, 90), (-90, 5, -89.5, -170), (89.9, 0, 89.9, 180), (86, 0, 87, 10),
      (0, 179.5, 0, -179.5), (60, 179.99, 61, -179.99), (90, 0, -90, 0), (0, 0, 0, 179), (0, 0, 0, 90),
      (85, 0, 85, 0.05), (89.99999, 20, 89.99999, -160), (0, -180, 0, 179.9999999),
    ]
    for (latitudeA, longitudeA, latitudeB, longitudeB) in cases {
      let a = try #require(Coordinate(latitude: latitudeA, longitude: longitudeA))
      let b = try #require(Coordinate(latitude: latitudeB, longitude: longitudeB))
      let expected = Self.oracle.distanceMeters(a, b)
      #expect(abs(Geodesic.distanceMeters(a, b) - expected) < 0.001, "\(a) \(b): \(expected)")
    }
  }

  @Test("interpolation starts and ends where it should and divides the way")
  func interpolation() {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<2_000 {
      let a = generator.coordinate(latitudes: -85...85)
      let b = Self.oracle.destination(
        from: a, courseDegrees: generator.number(0...360), distanceMeters: generator.number(100...100_000))
      let whole = Self.oracle.distanceMeters(a, b)
      #expect(Self.oracle.distanceMeters(Geodesic.interpolate(a, b, fraction: 0), a) < 0.02)
      #expect(Self.oracle.distanceMeters(Geodesic.interpolate(a, b, fraction: 1), b) < 0.02)
      let fraction = generator.number(0...1)
      let part = Geodesic.interpolate(a, b, fraction: fraction)
      #expect(abs(Self.oracle.distanceMeters(a, part) - fraction * whole) < 0.02 + whole * 1e-4)
      let detour = Self.oracle.distanceMeters(a, part) + Self.oracle.distanceMeters(part, b) - whole
      #expect(detour < 0.02 + whole * 1e-6)
    }
  }
}
