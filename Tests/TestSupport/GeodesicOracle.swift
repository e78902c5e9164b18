internal import CGeodesic
public import WaybenchCore

/// Geodesics of the WGS 84 ellipsoid as PROJ's library computes them, good to nanometres.
///
/// (Karney, "Algorithms for geodesics", 2013.)
public struct GeodesicOracle: Sendable {
  private let ellipsoid: geod_geodesic

  /// Makes the oracle of the WGS 84 ellipsoid.
  public init() {
    var ellipsoid = geod_geodesic()
    geod_init(&ellipsoid, 6_378_137, 1 / 298.257223563)
    self.ellipsoid = ellipsoid
  }

  /// The shortest way between two coordinates: its length, metres, and the course on leaving, degrees in -180 ... 180.
  public func inverse(_ a: Coordinate, _ b: Coordinate) -> (distanceMeters: Double, courseDegrees: Double) {
    var distance = Double.nan
    var course = Double.nan
    withUnsafePointer(to: ellipsoid) { ellipsoid in
      geod_inverse(ellipsoid, a.latitude, a.longitude, b.latitude, b.longitude, &distance, &course, nil)
    }
    return (distance, course)
  }

  /// The length of the shortest way between two coordinates, metres.
  public func distanceMeters(_ a: Coordinate, _ b: Coordinate) -> Double {
    inverse(a, b).distanceMeters
  }

  /// Where a course and a distance lead to.
  public func destination(from origin: Coordinate, courseDegrees: Double, distanceMeters: Double) -> Coordinate {
    var latitude = Double.nan
    var longitude = Double.nan
    withUnsafePointer(to: ellipsoid) { ellipsoid in
      geod_direct(
        ellipsoid, origin.latitude, origin.longitude, courseDegrees, distanceMeters, &latitude, &longitude, nil)
    }
    return Coordinate(clampingLatitude: latitude, longitude: longitude)
  }
}
