import TestSupport
import Testing
import WaybenchCore

@Suite("Encoded polyline")
struct GeometryEncodedPolylineTests {
  static let southEast = [(4.0001, 10.0002), (4.0011, 10.0012), (4.0021, 10.0032)]
  static let northWest = [(40.0001, -20.0002), (40.0011, -20.0012), (40.0021, -20.0032)]

  static func coordinates(_ degrees: [(Double, Double)]) -> [Coordinate] {
    degrees.compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }
  }

  @Test(
    "a text is exact at its own precision, both ways",
    arguments: [
      ("sglWgd`|@gEgEgEoK", EncodedPolyline.Precision.decimals5, southEast),
      ("gucsFosjaRo}@o}@o}@_|B", .decimals6, southEast),
      ("socsFfhayBgEfEgEnK", .decimals5, northWest),
      ("gelhkAn{uce@o}@n}@o}@~{B", .decimals6, northWest),
    ])
  func ownPrecision(text: String, precision: EncodedPolyline.Precision, degrees: [(Double, Double)]) throws {
    #expect(try EncodedPolyline.decode(text, precision: precision) == Self.coordinates(degrees))
    #expect(EncodedPolyline.encode(Self.coordinates(degrees), precision: precision) == text)
  }

  @Test("six decimals read as five are ten times too far: an error when that is off the globe")
  func wrongPrecision() throws {
    #expect(throws: EncodedPolyline.DecodingError.outOfRange(pointIndex: 0)) {
      try EncodedPolyline.decode("gelhkAn{uce@o}@n}@o}@~{B", precision: .decimals5)
    }
    // 40 degrees times ten is still a position here: no reader can tell, so nobody may guess.
    let misread = try EncodedPolyline.decode("gucsFosjaRo}@o}@o}@_|B", precision: .decimals5)
    #expect(misread.first == Coordinate(latitude: 40.001, longitude: 100.002))
  }

  /// The example of the format's own description.
  @Test("the published example")
  func published() throws {
    let expected = Self.coordinates([(38.5, -120.2), (40.7, -120.95), (43.252, -126.453)])
    #expect(try EncodedPolyline.decode("_p~iF~ps|U_ulLnnqC_mqNvxq`@", precision: .decimals5) == expected)
    #expect(EncodedPolyline.encode(expected, precision: .decimals5) == "_p~iF~ps|U_ulLnnqC_mqNvxq`@")
  }

  @Test("an empty text is an empty line")
  func empty() throws {
    #expect(try EncodedPolyline.decode("", precision: .decimals5).isEmpty)
    #expect(EncodedPolyline.encode([], precision: .decimals6) == "")
  }

  @Test("what was encoded comes back, rounded", arguments: EncodedPolyline.Precision.allCases)
  func roundTrip(precision: EncodedPolyline.Precision) throws {
    var generator = SeededGenerator(seed: 11)
    let unit: Int32 = precision == .decimals5 ? 100 : 10
    for _ in 0..<300 {
      let count = Int.random(in: 0...20, using: &generator)
      let line = (0..<count).map { _ in generator.coordinate() }
      let read = try EncodedPolyline.decode(EncodedPolyline.encode(line, precision: precision), precision: precision)
      #expect(read.count == line.count)
      for (was, now) in zip(line, read) {
        #expect((was.latitudeE7 - now.latitudeE7).magnitude <= unit / 2)
        #expect(longitudeDifferenceE7(from: was.longitudeE7, to: now.longitudeE7).magnitude <= unit / 2)
        #expect(now.latitudeE7 % unit == 0 && now.longitudeE7 % unit == 0)
      }
      // Rounded once, nothing moves any more.
      #expect(
        try EncodedPolyline.decode(EncodedPolyline.encode(read, precision: precision), precision: precision) == read)
    }
  }

  @Test(
    "what is wrong is said, with its place",
    arguments: [
      (" ", EncodedPolyline.DecodingError.invalidByte(offset: 0)), ("??>", .invalidByte(offset: 2)),
      ("?", .truncated(offset: 1)), ("_", .truncated(offset: 0)), ("??_", .truncated(offset: 2)),
      ("~~~~~~~~~~", .numberTooLarge(offset: 0)), ("?ü", .invalidByte(offset: 1)),
      ("????_~~~~~~?", .numberTooLarge(offset: 4)),
    ])
  func errors(text: String, expected: EncodedPolyline.DecodingError) {
    #expect(throws: expected) { try EncodedPolyline.decode(text, precision: .decimals5) }
  }

  @Test("no text makes it trap", arguments: EncodedPolyline.Precision.allCases)
  func hostile(precision: EncodedPolyline.Precision) {
    var generator = SeededGenerator(seed: 12)
    var refused = 0
    for round in 0..<20_000 {
      let count = Int.random(in: 0...40, using: &generator)
      // Half of the texts hold only legal bytes, so that decoding gets far.
      let legal: ClosedRange<UInt8> = round % 2 == 0 ? 63...126 : 0...255
      let bytes = (0..<count).map { _ in UInt8.random(in: legal, using: &generator) }
      do {
        for point in try EncodedPolyline.decode(String(decoding: bytes, as: UTF8.self), precision: precision) {
          #expect(Coordinate(latitudeE7: point.latitudeE7, longitudeE7: point.longitudeE7) == point)
        }
      } catch {
        refused += 1
      }
    }
    #expect(refused > 15_000)
  }
}
