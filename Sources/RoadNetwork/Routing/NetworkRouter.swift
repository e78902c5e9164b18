public import WaybenchCore

/// Answers requests for routes on a network. It owns its scratch: one per thread.
public struct NetworkRouter: RouteProvider, Sendable {
  /// The network.
  public let network: RoadNetwork
  /// The largest number of waypoints, the start included.
  public static let mostWaypoints = 26

  /// What the best way is.
  public var metric: RouteMetric
  private var finder: PathFinder
  private var query = SegmentQuery()

  /// Makes a router for the fastest way on free roads. O(1).
  public init(network: RoadNetwork) { self.init(network: network, metric: network.freeFlowMetric) }

  /// Makes a router for a metric of the network. O(1).
  public init(network: RoadNetwork, metric: RouteMetric) {
    self.network = network
    self.metric = metric
    finder = PathFinder(network: network)
  }

  /// The fastest legal route through the waypoints.
  ///
  /// A route leaves a waypoint in the direction in which it arrived, unless only turning round leads on.
  public mutating func routes(for request: RouteRequest) throws(RouteFailure) -> [Route] {
    [try route(through: request.waypoints).route]
  }

  /// The fastest legal route through the waypoints, with the paths of its legs.
  public mutating func route(
    through waypoints: [RouteRequest.Waypoint]
  ) throws(RouteFailure) -> (route: Route, paths: [NetworkPath]) {
    guard waypoints.count >= 2, waypoints.count <= Self.mostWaypoints else {
      throw .invalidQuery(waypointCount: waypoints.count)
    }
    var places: [[NetworkPlace]] = []
    for (index, waypoint) in waypoints.enumerated() {
      let found = network.nearestPlaces(
        to: waypoint.coordinate, bearingDegrees: waypoint.bearingDegrees,
        toleranceDegrees: waypoint.bearingToleranceDegrees, radiusMeters: waypoint.radiusMeters, using: &query)
      if found.isEmpty { throw .noSegment(waypoint: index) }
      places.append(found)
    }
    var paths: [NetworkPath] = []
    for index in 1..<places.count {
      var sources = places[index - 1]
      if let arrival = paths.last?.edges.last, let onward = sources.first(where: { $0.edge == arrival }) {
        if let path = path(from: [onward], to: places[index]) {
          paths.append(path)
          continue
        }
        sources.removeAll { $0.edge == arrival }
      }
      guard let path = path(from: sources, to: places[index]) else { throw .noRoute(fromWaypoint: index - 1) }
      paths.append(path)
    }
    return (RouteAssembly(network: network).route(of: paths), paths)
  }

  /// A route along paths that are known already, one leg a path.
  public func route(along paths: [NetworkPath]) -> Route { RouteAssembly(network: network).route(of: paths) }

  /// The fastest way from one place to another, without a route around it; `nil` when there is none.
  public mutating func path(from sources: [NetworkPlace], to targets: [NetworkPlace]) -> NetworkPath? {
    finder.path(from: sources, to: targets, metric: metric)
  }
}
