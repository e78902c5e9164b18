import Glibc

/// A point or a vector of a `LocalFrame`, metres east and north of its origin.
public struct PlanePoint: Hashable, Sendable, BitwiseCopyable {
  /// Metres east.
  public var x: Double
  /// Metres north.
  public var y: Double

  /// Makes a point from metres east and north.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The distance to another point of the same frame, metres.
  @inlinable
  public func distance(to other: PlanePoint) -> Double {
    let dx = x - other.x
    let dy = y - other.y
    return (dx * dx + dy * dy).squareRoot()
  }
}

/// A plane that touches the WGS 84 ellipsoid at an origin: metres east and north.
///
/// The transverse Mercator series to second order: easting `dLon * (k + k' dLat)`, northing
/// `m dLat + m' dLat^2 + c dLon^2`. Within 500 m of the origin, distances differ from geodesics by less than 1 cm
/// between 85 degrees south and north; the tests find 0.1 mm (Snyder, Map Projections: A
/// Working Manual, USGS 1395, section 8).
public struct LocalFrame: Sendable, BitwiseCopyable {
  /// Where x and y are 0.
  public let origin: Coordinate
  /// Metres north per 1e-7 degrees of latitude.
  public let metersPerLatitudeUnit: Double
  /// Metres east per 1e-7 degrees of longitude, at the origin.
  public let metersPerLongitudeUnit: Double
  /// Change of `metersPerLongitudeUnit` per 1e-7 degrees of latitude.
  @usableFromInline let eastingCross: Double
  /// Metres north per square of 1e-7 degrees of latitude.
  @usableFromInline let northingSquare: Double
  /// Metres north per square of 1e-7 degrees of longitude.
  @usableFromInline let northingLongitudeSquare: Double

  /// Makes the frame that touches the ellipsoid at `origin`. Costs one sine, one cosine and one square root.
  public init(origin: Coordinate) {
    let radians = Double(origin.latitudeE7) * Ellipsoid.radiansPerUnit
    let sine = sin(radians)
    let cosine = cos(radians)
    let root = (1 - Ellipsoid.eccentricitySquared * sine * sine).squareRoot()
    let normalRadius = Ellipsoid.semiMajorAxisMeters / root
    let meridianRadius = normalRadius * (1 - Ellipsoid.eccentricitySquared) / (root * root)
    let unit = Ellipsoid.radiansPerUnit
    self.origin = origin
    metersPerLatitudeUnit = meridianRadius * unit
    metersPerLongitudeUnit = normalRadius * cosine * unit
    // d(N cos lat)/dlat = -M sin lat;  dM/dlat = 3 M e2 sin lat cos lat / root^2.
    eastingCross = -meridianRadius * sine * unit * unit
    northingSquare =
      1.5 * meridianRadius * Ellipsoid.eccentricitySquared * sine * cosine / (root * root) * unit * unit
    northingLongitudeSquare = 0.5 * normalRadius * sine * cosine * unit * unit
  }

  /// Where a coordinate lies in this frame. Accurate near the origin only.
  @inlinable @inline(__always)
  public func project(_ coordinate: Coordinate) -> PlanePoint {
    let north = Double(Int64(coordinate.latitudeE7) - Int64(origin.latitudeE7))
    let east = Double(longitudeDifferenceE7(from: origin.longitudeE7, to: coordinate.longitudeE7))
    return PlanePoint(
      x: east * (metersPerLongitudeUnit + eastingCross * north),
      y: north * (metersPerLatitudeUnit + northingSquare * north) + northingLongitudeSquare * east * east)
  }

  /// The coordinate of a point of this frame: the inverse of `project`, to the resolution of a coordinate.
  @inlinable
  public func unproject(_ point: PlanePoint) -> Coordinate {
    var north = point.y / metersPerLatitudeUnit
    var east = 0.0
    for _ in 0..<3 {
      let scale = metersPerLongitudeUnit + eastingCross * north
      east = scale > 1e-12 ? point.x / scale : 0
      north =
        (point.y - northingLongitudeSquare * east * east) / (metersPerLatitudeUnit + northingSquare * north)
    }
    return Coordinate(
      clampingLatitude: (Double(origin.latitudeE7) + north) / 1e7,
      longitude: (Double(origin.longitudeE7) + east) / 1e7)
  }
}

/// Constants of the WGS 84 ellipsoid (NIMA TR8350.2).
@usableFromInline
enum Ellipsoid {
  static let semiMajorAxisMeters = 6_378_137.0
  static let flattening = 1 / 298.257223563
  static let eccentricitySquared = flattening * (2 - flattening)
  static let radiansPerUnit = Double.pi / 180e7
}

/// The angle of a vector, degrees clockwise from north in 0 ..< 360.
public func courseDegrees(east: Double, north: Double) -> Double {
  let degrees = atan2(east, north) * (180 / Double.pi)
  if degrees >= 0 || degrees.isNaN { return degrees }
  // A hair's breadth west of north is 360 when rounded, and 360 is 0.
  return degrees + 360 < 360 ? degrees + 360 : 0
}

/// The smallest angle between two directions, degrees in 0 ... 180; NaN when either is NaN.
@inlinable
public func angleBetweenDegrees(_ a: Double, _ b: Double) -> Double {
  var difference = (a - b).magnitude
  if difference >= 360 { difference = difference.truncatingRemainder(dividingBy: 360) }
  return difference > 180 ? 360 - difference : difference
}

/// The turn from one direction to another, degrees in -180 ..< 180, positive clockwise (to the right).
@inlinable
public func turnDegrees(from: Double, to: Double) -> Double {
  var difference = (to - from).truncatingRemainder(dividingBy: 360)
  if difference >= 180 { difference -= 360 }
  if difference < -180 { difference += 360 }
  return difference
}
