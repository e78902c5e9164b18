/// The encoded polyline format with a stated precision.
///
/// The number of decimals cannot be told from the text, so it is never guessed
/// (format: Google, Encoded Polyline Algorithm Format).
public enum EncodedPolyline {
  /// How many decimals of a degree the text holds.
  public enum Precision: Int, Sendable, CaseIterable {
    /// 1e-5 degrees: Google, OSRM's `polyline`.
    case decimals5 = 5
    /// 1e-6 degrees: OSRM's `polyline6`, Valhalla.
    case decimals6 = 6

    var unitsE7: Int64 { self == .decimals5 ? 100 : 10 }
  }

  /// Why a text is not an encoded polyline.
  public enum DecodingError: Error, Hashable, Sendable {
    /// A byte outside `?` ... `~`, at this offset.
    case invalidByte(offset: Int)
    /// The text ends inside a number, which began at this offset.
    case truncated(offset: Int)
    /// A number of more than 32 bits begins at this offset.
    case numberTooLarge(offset: Int)
    /// The point of this index is not a position: the precision is probably another one.
    case outOfRange(pointIndex: Int)
  }

  /// Decodes a text. O(length).
  public static func decode(
    _ text: String, precision: Precision
  ) throws(DecodingError) -> [Coordinate] {
    let bytes = [UInt8](text.utf8)
    var offset = 0
    var latitude: Int64 = 0
    var longitude: Int64 = 0
    var points: [Coordinate] = []
    points.reserveCapacity(bytes.count / 6)
    while offset < bytes.count {
      latitude += try number(bytes, &offset)
      longitude += try number(bytes, &offset)
      guard abs(latitude) <= 1_000_000_000, abs(longitude) <= 2_000_000_000,
        let latitudeE7 = Int32(exactly: latitude * precision.unitsE7),
        let longitudeE7 = Int32(exactly: longitude * precision.unitsE7),
        let point = Coordinate(latitudeE7: latitudeE7, longitudeE7: longitudeE7)
      else { throw .outOfRange(pointIndex: points.count) }
      points.append(point)
    }
    return points
  }

  /// Encodes coordinates, each rounded to the precision. O(count).
  public static func encode(_ points: [Coordinate], precision: Precision) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(points.count * 8)
    var latitude: Int64 = 0
    var longitude: Int64 = 0
    for point in points {
      let nextLatitude = rounded(Int64(point.latitudeE7), precision.unitsE7)
      let nextLongitude = rounded(Int64(point.longitudeE7), precision.unitsE7)
      append(nextLatitude - latitude, to: &bytes)
      append(nextLongitude - longitude, to: &bytes)
      latitude = nextLatitude
      longitude = nextLongitude
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func rounded(_ value: Int64, _ unit: Int64) -> Int64 {
    (value >= 0 ? value + unit / 2 : value - unit / 2) / unit
  }

  private static func number(_ bytes: [UInt8], _ offset: inout Int) throws(DecodingError) -> Int64 {
    let start = offset
    var result: Int64 = 0
    var shift: Int64 = 0
    while true {
      guard offset < bytes.count else { throw .truncated(offset: start) }
      let byte = bytes[offset]
      guard byte >= 63, byte <= 126 else { throw .invalidByte(offset: offset) }
      guard shift <= 30 else { throw .numberTooLarge(offset: start) }
      offset += 1
      result |= (Int64(byte - 63) & 31) << shift
      shift += 5
      if byte - 63 < 32 { break }
    }
    return result & 1 == 1 ? ~(result >> 1) : result >> 1
  }

  private static func append(_ value: Int64, to bytes: inout [UInt8]) {
    var rest = value < 0 ? ~(value << 1) : value << 1
    while rest >= 32 {
      bytes.append(UInt8(32 | rest & 31) + 63)
      rest >>= 5
    }
    bytes.append(UInt8(rest) + 63)
  }
}
