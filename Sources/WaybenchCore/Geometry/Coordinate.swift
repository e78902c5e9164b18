/// A position on the WGS 84 ellipsoid, stored as two whole numbers of 1e-7 degrees (about 1 cm).
///
/// The resolution is OpenStreetMap's. The longitude is kept in -180 ..< 180, so that the two spellings of the
/// antimeridian are one value.
public struct Coordinate: Hashable, Sendable, BitwiseCopyable {
  /// Degrees north times 10,000,000, in -900,000,000 ... 900,000,000.
  public let latitudeE7: Int32
  /// Degrees east times 10,000,000, in -1,800,000,000 ..< 1,800,000,000.
  public let longitudeE7: Int32

  /// Makes a coordinate from whole numbers of 1e-7 degrees; `nil` when they lie outside the ranges of a position.
  @inlinable
  public init?(latitudeE7: Int32, longitudeE7: Int32) {
    guard latitudeE7 >= -900_000_000, latitudeE7 <= 900_000_000,
      longitudeE7 >= -1_800_000_000, longitudeE7 <= 1_800_000_000
    else { return nil }
    self.init(uncheckedLatitudeE7: latitudeE7, longitudeE7: longitudeE7 == 1_800_000_000 ? -1_800_000_000 : longitudeE7)
  }

  /// Makes a coordinate from degrees, rounded to 1e-7; `nil` when either is not a number or out of range.
  ///
  /// - Parameters:
  ///   - latitude: degrees north, -90 ... 90.
  ///   - longitude: degrees east, -180 ... 180.
  @inlinable
  public init?(latitude: Double, longitude: Double) {
    guard latitude >= -90, latitude <= 90, longitude >= -180, longitude <= 180 else { return nil }
    self.init(
      latitudeE7: Int32((latitude * 1e7).rounded()), longitudeE7: Int32((longitude * 1e7).rounded()))
  }

  @usableFromInline
  init(uncheckedLatitudeE7 latitudeE7: Int32, longitudeE7: Int32) {
    self.latitudeE7 = latitudeE7
    self.longitudeE7 = longitudeE7
  }

  /// The coordinate nearest to the given degrees: the latitude is held to its range, the longitude wrapped.
  ///
  /// For results of arithmetic, which may pass a pole or the antimeridian by a rounding error. Not-a-number becomes 0.
  public init(clampingLatitude latitude: Double, longitude: Double) {
    let heldLatitude = latitude.isNaN ? 0 : min(90, max(-90, latitude))
    var wrapped = longitude
    if !(longitude.magnitude < 360) {
      wrapped = longitude.isFinite ? longitude.truncatingRemainder(dividingBy: 360) : 0
    }
    if wrapped >= 180 { wrapped -= 360 }
    if wrapped < -180 { wrapped += 360 }
    let longitudeE7 = Self.nearest(wrapped * 1e7)
    self.init(
      uncheckedLatitudeE7: Int32(Self.nearest(heldLatitude * 1e7)),
      longitudeE7: Int32(longitudeE7 >= 1_800_000_000 ? longitudeE7 - 3_600_000_000 : longitudeE7))
  }

  /// The nearest whole number, halves away from zero. The numbers of a coordinate fit, and a call is saved.
  private static func nearest(_ number: Double) -> Int64 {
    let whole = Int64(number)
    let rest = number - Double(whole)
    return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
  }

  /// Degrees north.
  @inlinable public var latitude: Double { Double(latitudeE7) / 1e7 }
  /// Degrees east.
  @inlinable public var longitude: Double { Double(longitudeE7) / 1e7 }
}

/// The difference `to - from` of two longitudes in 1e-7 degrees the short way round, in -1.8e9 ... 1.8e9.
@inlinable
public func longitudeDifferenceE7(from: Int32, to: Int32) -> Int64 {
  let difference = Int64(to) - Int64(from)
  if difference > 1_800_000_000 { return difference - 3_600_000_000 }
  if difference < -1_800_000_000 { return difference + 3_600_000_000 }
  return difference
}
