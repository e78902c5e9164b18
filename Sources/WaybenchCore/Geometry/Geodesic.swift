import Glibc

/// Lengths on the ellipsoid between coordinates of any distance.
public enum Geodesic {
  /// The distance between two coordinates, metres.
  ///
  /// Where neither difference passes 0.09 degrees, up to 85 degrees north and south, by the middle-latitude formula:
  /// relative error under 1e-6. Elsewhere by Vincenty's, within 1 mm of the geodesic, poles and antimeridian included;
  /// only within about 1.5 degrees of the opposite point of the Earth the error may reach 0.1 %. O(1).
  public static func distanceMeters(_ a: Coordinate, _ b: Coordinate) -> Double {
    let north = abs(Int64(b.latitudeE7) - Int64(a.latitudeE7))
    let east = abs(longitudeDifferenceE7(from: a.longitudeE7, to: b.longitudeE7))
    if north < 900_000, east < 900_000, abs(a.latitudeE7) < 850_000_000 { return shortDistanceMeters(a, b) }
    if a == b { return 0 }
    if let distance = vincentyDistanceMeters(a, b) { return distance }
    // Almost opposite: every way leads near a pole, or round the Earth through the point halfway on the great circle.
    let middle = interpolate(a, b, fraction: 0.5)
    var shortest = Double.infinity
    for via in [
      Coordinate(clampingLatitude: 90, longitude: 0), Coordinate(clampingLatitude: -90, longitude: 0), middle,
    ] {
      if let first = vincentyDistanceMeters(a, via), let second = vincentyDistanceMeters(via, b) {
        shortest = min(shortest, first + second)
      }
    }
    return shortest
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
    GreatCircle(from: a, to: b).coordinate(atFraction: fraction)
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

  /// The length of the geodesic, metres; `nil` when the iteration does not settle, which is near the opposite point.
  ///
  /// (Vincenty, "Direct and inverse solutions of geodesics on the ellipsoid", Survey Review 23/176, 1975.)
  private static func vincentyDistanceMeters(_ a: Coordinate, _ b: Coordinate) -> Double? {
    let flattening = Ellipsoid.flattening
    let east = Double(longitudeDifferenceE7(from: a.longitudeE7, to: b.longitudeE7)) * Ellipsoid.radiansPerUnit
    let reducedA = atan((1 - flattening) * tan(Double(a.latitudeE7) * Ellipsoid.radiansPerUnit))
    let reducedB = atan((1 - flattening) * tan(Double(b.latitudeE7) * Ellipsoid.radiansPerUnit))
    let (sineA, cosineA) = (sin(reducedA), cos(reducedA))
    let (sineB, cosineB) = (sin(reducedB), cos(reducedB))
    var longitude = east
    for _ in 0..<100 {
      let x = cosineB * sin(longitude)
      let y = cosineA * sineB - sineA * cosineB * cos(longitude)
      let sineArc = (x * x + y * y).squareRoot()
      if sineArc == 0 { return cos(longitude) > 0 ? 0 : nil }
      let cosineArc = sineA * sineB + cosineA * cosineB * cos(longitude)
      let arc = atan2(sineArc, cosineArc)
      let sineAzimuth = cosineA * cosineB * sin(longitude) / sineArc
      let cosineSquared = 1 - sineAzimuth * sineAzimuth
      // On the equator there is no middle latitude, and the term that needs it vanishes.
      let middle = cosineSquared > 1e-15 ? cosineArc - 2 * sineA * sineB / cosineSquared : 0
      let c = flattening / 16 * cosineSquared * (4 + flattening * (4 - 3 * cosineSquared))
      let next =
        east + (1 - c) * flattening * sineAzimuth
        * (arc + c * sineArc * (middle + c * cosineArc * (2 * middle * middle - 1)))
      if abs(next) > .pi { return nil }
      if abs(next - longitude) < 1e-13 {
        return lengthMeters(arc, sineArc, cosineArc, cosineSquared, middle)
      }
      longitude = next
    }
    return nil
  }

  /// Vincenty's series for the length of an arc of the geodesic.
  private static func lengthMeters(
    _ arc: Double, _ sineArc: Double, _ cosineArc: Double, _ cosineSquared: Double, _ middle: Double
  ) -> Double {
    let semiMinorAxis = Ellipsoid.semiMajorAxisMeters * (1 - Ellipsoid.flattening)
    let flattened = 1 - Ellipsoid.flattening
    let u = cosineSquared * Ellipsoid.eccentricitySquared / (flattened * flattened)
    let scale = 1 + u / 16_384 * (4_096 + u * (-768 + u * (320 - 175 * u)))
    let b = u / 1_024 * (256 + u * (-128 + u * (74 - 47 * u)))
    let middleSquared = middle * middle
    let inner = cosineArc * (2 * middleSquared - 1)
    let outer = b / 6 * middle * (4 * sineArc * sineArc - 3) * (4 * middleSquared - 3)
    let correction = b * sineArc * (middle + b / 4 * (inner - outer))
    return semiMinorAxis * scale * (arc - correction)
  }

  static func normal(_ coordinate: Coordinate) -> (Double, Double, Double) {
    let latitude = Double(coordinate.latitudeE7) * Ellipsoid.radiansPerUnit
    let longitude = Double(coordinate.longitudeE7) * Ellipsoid.radiansPerUnit
    return (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }
}
