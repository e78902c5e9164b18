import TestSupport
import Testing
import WaybenchCore

@Suite("Coordinate")
struct GeometryCoordinateTests {
  @Test(
    "what is no position is refused",
    arguments: [
      (90.000001, 0.0), (-90.1, 0), (0, 180.000001), (0, -180.1), (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity),
      (1e300, 0), (0, 1e300),
    ])
  func refused(latitude: Double, longitude: Double) {
    #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
  }

  @Test("whole numbers out of range are refused")
  func refusedUnits() {
    #expect(Coordinate(latitudeE7: 900_000_001, longitudeE7: 0) == nil)
    #expect(Coordinate(latitudeE7: -900_000_001, longitudeE7: 0) == nil)
    #expect(Coordinate(latitudeE7: 0, longitudeE7: 1_800_000_001) == nil)
    #expect(Coordinate(latitudeE7: 0, longitudeE7: .min) == nil)
    #expect(Coordinate(latitudeE7: .max, longitudeE7: .max) == nil)
  }

  @Test("the antimeridian has one spelling")
  func antimeridian() throws {
    let east = try #require(Coordinate(latitude: 1, longitude: 180))
    let west = try #require(Coordinate(latitude: 1, longitude: -180))
    #expect(east == west)
    #expect(east.longitude == -180)
    #expect(Coordinate(latitudeE7: 10_000_000, longitudeE7: 1_800_000_000) == west)
    #expect(try #require(Coordinate(latitude: 1, longitude: 179.99999999)) == west)
    #expect(Coordinate(clampingLatitude: 1, longitude: 540) == west)
    #expect(Coordinate(clampingLatitude: 1, longitude: -180) == west)
    #expect(Coordinate(clampingLatitude: 1, longitude: 179.99999999) == west)
    #expect(Coordinate(clampingLatitude: 1, longitude: -180.00000001).longitudeE7 == -1_800_000_000)
  }

  @Test("the ends of the range are positions")
  func ends() throws {
    #expect(try #require(Coordinate(latitude: 90, longitude: 0)).latitudeE7 == 900_000_000)
    #expect(try #require(Coordinate(latitude: -90, longitude: 0)).latitude == -90)
  }

  @Test("degrees are rounded to the nearest unit and come back")
  func rounding() throws {
    let coordinate = try #require(Coordinate(latitude: 48.13712345678, longitude: -11.00000004))
    #expect(coordinate.latitudeE7 == 481_371_235)
    #expect(coordinate.longitudeE7 == -110_000_000)
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<10_000 {
      let latitudeE7 = Int32.random(in: -900_000_000...900_000_000, using: &generator)
      let longitudeE7 = Int32.random(in: -1_800_000_000..<1_800_000_000, using: &generator)
      let made = try #require(Coordinate(latitudeE7: latitudeE7, longitudeE7: longitudeE7))
      #expect(Coordinate(latitude: made.latitude, longitude: made.longitude) == made)
      #expect(Coordinate(clampingLatitude: made.latitude, longitude: made.longitude) == made)
    }
  }

  @Test(
    "holding to the range never traps", arguments: [.nan, .infinity, -.infinity, 1e300, -1e300, 0, 90.5] as [Double])
  func clamping(value: Double) {
    let both = Coordinate(clampingLatitude: value, longitude: value)
    #expect(Coordinate(latitudeE7: both.latitudeE7, longitudeE7: both.longitudeE7) == both)
  }

  @Test("differences of longitude go the short way round")
  func differences() {
    #expect(longitudeDifferenceE7(from: 1_799_999_999, to: -1_800_000_000) == 1)
    #expect(longitudeDifferenceE7(from: -1_800_000_000, to: 1_799_999_999) == -1)
    #expect(longitudeDifferenceE7(from: 0, to: 5) == 5)
    #expect(longitudeDifferenceE7(from: 0, to: -1_800_000_000) == -1_800_000_000)
    #expect(longitudeDifferenceE7(from: -1_800_000_000, to: 0) == 1_800_000_000)
    #expect(longitudeDifferenceE7(from: .min, to: .max).magnitude <= 4_294_967_295)
  }

  @Test("an unreported field of a fix is unknown, not 0")
  func fix() throws {
    let fix = Fix(timeNanoseconds: 5, coordinate: try #require(Coordinate(latitude: 1, longitude: 2)))
    #expect(fix.horizontalAccuracyMeters.isNaN)
    #expect(fix.courseDegrees.isNaN)
    #expect(fix.speedMetersPerSecond.isNaN)
  }
}
