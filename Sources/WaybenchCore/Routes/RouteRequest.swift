/// A question for a route.
public struct RouteRequest: Sendable {
  /// The places to visit in order; the first is the start.
  public var waypoints: [Waypoint]
  /// How many further routes are wanted.
  public var alternatives: Int

  /// Makes a request.
  public init(waypoints: [Waypoint], alternatives: Int = 0) {
    self.waypoints = waypoints
    self.alternatives = alternatives
  }

  /// A place to visit.
  public struct Waypoint: Sendable, BitwiseCopyable {
    /// Where it is.
    public var coordinate: Coordinate
    /// The direction in which it is left or reached, degrees clockwise from north; NaN for any.
    public var bearingDegrees: Double
    /// How far an edge may differ from the bearing, degrees.
    public var bearingToleranceDegrees: Double

    /// How far away a road may lie, metres.
    public var radiusMeters: Double

    /// Makes a waypoint.
    public init(
      coordinate: Coordinate, bearingDegrees: Double = .nan, bearingToleranceDegrees: Double = 45,
      radiusMeters: Double = 1000
    ) {
      self.coordinate = coordinate
      self.bearingDegrees = bearingDegrees
      self.bearingToleranceDegrees = bearingToleranceDegrees
      self.radiusMeters = radiusMeters
    }
  }
}

/// Why there is no route. The codes are those of the OSRM HTTP API.
public enum RouteFailure: Error, Hashable, Sendable {
  /// No road lies near the waypoint of this index (`NoSegment`).
  case noSegment(waypoint: Int)
  /// There is no way between the waypoint of this index and the next (`NoRoute`).
  case noRoute(fromWaypoint: Int)
  /// The request itself is wrong (`InvalidQuery`): fewer than two waypoints, or too many.
  case invalidQuery(waypointCount: Int)
  /// Nobody answers questions here.
  case unavailable

  /// The code of the OSRM HTTP API.
  public var code: String {
    switch self {
    case .noSegment: "NoSegment"
    case .noRoute: "NoRoute"
    case .invalidQuery: "InvalidQuery"
    case .unavailable: "Unavailable"
    }
  }
}

/// Who answers requests for routes: a road network, a recorded set of answers, another service.
public protocol RouteProvider {
  /// The routes for a request, best first, at least one.
  mutating func routes(for request: RouteRequest) throws(RouteFailure) -> [Route]
}
