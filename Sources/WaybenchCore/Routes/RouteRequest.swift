/// A question for a route.
public struct RouteRequest: Sendable {
  /// The places to visit in order; the first is the start. At most 25 destinations.
  public var waypoints: [Waypoint]
  /// How many further routes are wanted; only between two waypoints.
  public var alternatives: Int
  /// Whether the answer shall tell every junction on the way with all its roads: for formats that show them.
  public var wantsIntersections = false

  /// Makes a request.
  public init(waypoints: [Waypoint], alternatives: Int = 0) {
    self.waypoints = waypoints
    self.alternatives = alternatives
  }

  /// The largest number of destinations.
  public static let mostDestinations = 25

  /// How many alternatives a session asks for. The names are those of the navigation SDKs.
  public enum AlternativesStrategy: UInt8, Sendable, CaseIterable {
    /// All that are worth showing: up to two.
    case all = 0
    /// None.
    case none = 1
    /// One.
    case one = 2

    /// How many routes beside the best one.
    public var count: Int {
      switch self {
      case .all: 2
      case .none: 0
      case .one: 1
      }
    }
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
    /// Whether it must lie on the driver's own side of the road: to the right where traffic keeps to the right. A place
    /// within `sideToleranceMeters` of the middle of the road, or on a one-way street, lies on both.
    public var prefersSameSideOfRoad = false
    /// Whether a vehicle stops there: not on motorways, on ferries, in tunnels or on bridges.
    public var isVehicleStopover = false
    /// Whether it is only passed: no leg ends there and nothing is said.
    public var isVia = false

    /// A place this near to the middle of the road has no side, metres.
    public static let sideToleranceMeters = 2.0

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

/// Why there is no route.
public enum RouteFailure: Error, Hashable, Sendable {
  /// No road that may be used lies near the waypoint of this index.
  case noSegment(waypoint: Int)
  /// There is no way between the waypoint of this index and the next.
  case noRoute(fromWaypoint: Int)
  /// There is nowhere to go.
  case noWaypoints
  /// Too many waypoints.
  case invalidQuery(waypointCount: Int)
  /// The waypoint of this index is the one before once more.
  case duplicateWaypoints(waypoint: Int)
  /// The start is not known.
  case locationUnavailable
  /// The roads at hand are for another mode of travel.
  case travelModeUnsupported
  /// A newer request took its place.
  case canceled
  /// A service that answers could not be reached.
  case network
  /// A service that answers has had enough questions.
  case quotaExceeded
  /// A service that answers does not know who asks.
  case notAuthorized
  /// Nobody answers questions here.
  case unavailable

  /// The code of the OSRM HTTP API.
  public var code: String {
    switch self {
    case .noSegment: "NoSegment"
    case .noRoute: "NoRoute"
    case .invalidQuery, .noWaypoints, .duplicateWaypoints, .locationUnavailable: "InvalidQuery"
    case .travelModeUnsupported: "InvalidOptions"
    case .canceled: "Canceled"
    case .network, .quotaExceeded, .notAuthorized, .unavailable: "Unavailable"
    }
  }

  /// The status that a navigation SDK tells its app.
  public var status: RouteStatus {
    switch self {
    case .noSegment, .invalidQuery: .waypointError
    case .noRoute: .noRouteFound
    case .noWaypoints: .noWaypoints
    case .duplicateWaypoints: .duplicateWaypoints
    case .locationUnavailable: .locationUnavailable
    case .travelModeUnsupported: .travelModeUnsupported
    case .canceled: .canceled
    case .network: .networkError
    case .quotaExceeded: .quotaExceeded
    case .notAuthorized: .apiKeyNotAuthorized
    case .unavailable: .internalError
    }
  }
}

/// How a request for a route ended. Names and numbers are those of the navigation SDKs.
public enum RouteStatus: UInt8, Sendable, CaseIterable {
  /// Something went wrong inside, or nobody answers.
  case internalError = 0
  /// There is a route.
  case ok = 1
  /// There is no way.
  case noRouteFound = 2
  /// A service could not be reached.
  case networkError = 3
  /// A service had enough questions.
  case quotaExceeded = 4
  /// A service does not know who asks.
  case apiKeyNotAuthorized = 5
  /// A newer request took its place.
  case canceled = 6
  /// A waypoint is named twice in a row.
  case duplicateWaypoints = 7
  /// There is nowhere to go.
  case noWaypoints = 8
  /// The start is not known.
  case locationUnavailable = 9
  /// A waypoint cannot be reached by any road, or there are too many.
  case waypointError = 10
  /// The roads at hand are for another mode of travel.
  case travelModeUnsupported = 11
}

/// Who answers requests for routes: a road network, a recorded set of answers, another service.
public protocol RouteProvider {
  /// The routes for a request, best first, at least one.
  mutating func routes(for request: RouteRequest) throws(RouteFailure) -> [Route]
}
