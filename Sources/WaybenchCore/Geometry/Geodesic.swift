import Glibc

/// Lengths on the ellipsoid between coordinates of any distance.
public enum Geodesic {
  /// The distance between two coordinates, metres.
  ///
  /// Up to 20 km by the middle-latitude formula (relative error under 1e-6); beyond, the way is halved on the great
  /// circle of the geodetic normals until the pieces are short enough, which stays within 0.01 % of the geodesic.
  public static func distanceMeters(_ a: Coordinate, _ b: Coordinate) -> Double {
    let north = abs(Int64(b.latitudeE7) - Int64(a.latitudeE7))
    let east = abs(longitudeDifferenceE7(from: a.longitudeE7, to: b.longitudeE7))
    if north < 900_000, east < 900_000, abs(a.latitudeE7) < 850_000_000 { return shortDistanceMeters(a, b) }
    if north <= 2, east <= 2 { return shortDistanceMeters(a, b) }
    let middle = interpolate(a, b, fraction: 0.5)
    if middle == a || middle == b { return shortDistanceMeters(a, b) }
    return distanceMeters(a, middle) + distanceMeters(middle, b)
  }

  /// The distance between two coordinates a few kilometres apart, metres, by the middle-latitude formula.
  @inlinable
  public static func shortDistanceMeters(_ a: Coordinate, _ b: Coordinate) -> Double {
    let middleE7 = Int32((Int64(a.latitudeE7) + Int64(b.latitudeE7)) / 2)
    let frame = LocalFrame(origin: Coordinate(latitudeE7: middleE7, longitudeE7: a.longitudeE7) ?? a)
    let x = Double(longitudeDifferenceE7(from: a.longitudeE7, to: b.longitudeE7)) * frame.metersPerLongitudeUnit
    let y = Double(Int64(b.latitudeE7) - Int64(a.latitudeE7)) * frame.metersPerLatitudeUnit
    return (x * x + y * y).squareRoot()
  }

  /// The coordinate at a fraction of the way from `a` to `b`, on the great circle of their geodetic normals.
  ///
  /// - Parameter fraction: 0 gives `a`, 1 gives `b`.
  public static func interpolate(_ a: Coordinate, _ b: Coordinate, fraction: Double) -> Coordinate {
    let (ax, ay, az) = normal(a)
    let (bx, by, bz) = normal(b)
    let crossX = ay * bz - az * by
    let crossY = az * bx - ax * bz
    let crossZ = ax * by - ay * bx
    let sine = (crossX * crossX + crossY * crossY + crossZ * crossZ).squareRoot()
    let angle = atan2(sine, ax * bx + ay * by + az * bz)
    if sine < 1e-12 { return fraction < 0.5 ? a : b }
    let weightA = sin((1 - fraction) * angle) / sine
    let weightB = sin(fraction * angle) / sine
    let x = ax * weightA + bx * weightB
    let y = ay * weightA + by * weightB
    let z = az * weightA + bz * weightB
    let degrees = 180 / Double.pi
    return Coordinate(
      clampingLatitude: atan2(z, (x * x + y * y).squareRoot()) * degrees, longitude: atan2(y, x) * degrees)
  }

  /// The middle of two coordinates in degrees, the short way round: near enough to the middle of a short segment.
  public static func midpoint(_ a: Coordinate, _ b: Coordinate) -> Coordinate {
    let east = longitudeDifferenceE7(from: a.longitudeE7, to: b.longitudeE7)
    return Coordinate(
      clampingLatitude: (Double(a.latitudeE7) + Double(b.latitudeE7)) / 2e7,
      longitude: (Double(a.longitudeE7) + Double(east) / 2) / 1e7)
  }

  /// The coordinate that a distance and a course lead to; for distances of up to some kilometres.
  public static func destination(from origin: Coordinate, courseDegrees: Double, distanceMeters: Double) -> Coordinate {
    let radians = courseDegrees * .pi / 180
    return LocalFrame(origin: origin)
      .unproject(PlanePoint(x: distanceMeters * sin(radians), y: distanceMeters * cos(radians)))
  }

  /// The course of the straight line from one coordinate to another, degrees in 0 ..< 360; NaN when they are one.
  public static func courseDegrees(from: Coordinate, to: Coordinate) -> Double {
    if from == to { return .nan }
    let point = LocalFrame(origin: from).project(to)
    return WaybenchCore.courseDegrees(east: point.x, north: point.y)
  }

  private static func normal(_ coordinate: Coordinate) -> (Double, Double, Double) {
    let latitude = Double(coordinate.latitudeE7) * Ellipsoid.radiansPerUnit
    let longitude = Double(coordinate.longitudeE7) * Ellipsoid.radiansPerUnit
    return (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }
}
