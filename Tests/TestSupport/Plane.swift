public import WaybenchCore

/// Local metres laid out from 40 N, 20 W in open ocean, on a sphere, as the field cases are.
public enum Plane {
  static let metersPerDegree = 6_371_008.8 * Double.pi / 180

  /// The coordinate of a point, metres east and north of the origin.
  public static func coordinate(_ x: Double, _ y: Double) -> Coordinate {
    Coordinate(
      clampingLatitude: 40 + y / metersPerDegree, longitude: -20 + x / (metersPerDegree * cosine40))
  }

  /// The point of a coordinate, metres east and north of the origin.
  public static func point(_ coordinate: Coordinate) -> (x: Double, y: Double) {
    (
      (coordinate.longitude + 20) * metersPerDegree * cosine40, (coordinate.latitude - 40) * metersPerDegree
    )
  }

  /// A fix at a point; seconds from the start.
  public static func fix(
    _ seconds: Double, _ x: Double, _ y: Double, accuracy: Double = .nan, speed: Double = .nan, course: Double = .nan
  ) -> Fix {
    Fix(
      timeNanoseconds: Int64((seconds * 1e9).rounded()), coordinate: coordinate(x, y),
      horizontalAccuracyMeters: accuracy, courseDegrees: course, speedMetersPerSecond: speed)
  }

  /// A route through points.
  public static func route(
    _ points: [(Double, Double)], maneuvers: [(Int, Maneuver)] = [], waypoints: [Int] = [],
    speed: Double = 10
  ) -> Route {
    precondition(!points.isEmpty, "a route needs a point")
    let line = points.map { coordinate($0.0, $0.1) }
    let route = Route(
      line: line, maneuvers: maneuvers.map { Route.LineManeuver(vertex: $0.0, maneuver: $0.1) }, waypoints: waypoints,
      speedMetersPerSecond: speed)
    return route ?? Route(polyline: RoutePolyline(first: line[0], rest: []), legs: [], steps: [])
  }

  private static let cosine40 = 0.766044443118978
}
