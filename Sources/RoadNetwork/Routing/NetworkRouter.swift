public import WaybenchCore

/// Answers requests for routes on a network. It owns its scratch: one per thread.
public struct NetworkRouter: RouteProvider, Sendable {
  /// The network.
  public let network: RoadNetwork
  /// The largest number of waypoints, the start included.
  public static let mostWaypoints = RouteRequest.mostDestinations + 1

  /// What the best way is.
  public var metric: RouteMetric
  /// The speeds of now, for the times of routes; free roads without.
  public var traffic: TrafficState?
  /// How instructions are made.
  public var maneuverOptions: ManeuverOptions
  private var finder: PathFinder
  private var query = SegmentQuery()
  private var scratch: RouteScratch

  /// Makes a router for the fastest way on free roads. O(1).
  public init(network: RoadNetwork, maneuverOptions: ManeuverOptions? = nil) {
    self.init(metric: network.freeFlowMetric, maneuverOptions: maneuverOptions)
  }

  /// Makes a router for a metric of the network. O(1).
  public init(
    metric: RouteMetric, traffic: TrafficState? = nil, maneuverOptions: ManeuverOptions? = nil
  ) {
    network = metric.network
    self.metric = metric
    self.traffic = traffic
    self.maneuverOptions = maneuverOptions ?? ManeuverOptions(metric.network.mode)
    finder = PathFinder(network: network)
    scratch = RouteScratch(network: network)
  }

  /// Makes a router for preferences and the traffic of now.
  ///
  /// - Throws: `AvoidAreaError` for an area that is no simple polygon.
  /// - Complexity: O(1) for the fastest way on free roads, else a customization of the network.
  public init(
    network: RoadNetwork, preferences: RoutePreferences, traffic: TrafficState? = nil
  ) throws(AvoidAreaError) {
    if preferences == RoutePreferences(), traffic?.edges.isEmpty ?? true {
      self.init(network: network)
    } else {
      let weights = try EdgeWeights(network: network, preferences: preferences, traffic: traffic)
      self.init(metric: RouteMetric(weights: weights), traffic: traffic)
    }
  }

  /// The best legal route through the waypoints and, between two, alternatives to it.
  ///
  /// A route leaves a waypoint in the direction in which it arrived, unless only turning round leads on.
  public mutating func routes(for request: RouteRequest) throws(RouteFailure) -> [Route] {
    let plan = try plan(request.waypoints)
    var ways = [plan.paths]
    if request.alternatives > 0, plan.paths.count == 1, plan.places.count == 2 {
      let others = finder.alternatives(
        to: plan.paths[0], from: plan.places[0], to: plan.places[1], metric: metric, count: request.alternatives)
      ways += others.map { [$0] }
    }
    var assembly = assembly
    if request.wantsIntersections { assembly.options.listsIntersections = true }
    let ends = Self.ends(request.waypoints)
    let distances = zip(request.waypoints.indices, plan.places).filter { index, _ in
      index == 0 || index == request.waypoints.count - 1 || !request.waypoints[index].isVia
    }.map { $1.first?.distanceMeters ?? .nan }
    return ways.map { way in
      let isTold = way.count + 1 == ends.count
      var route = assembly.route(of: way, waypoints: isTold ? ends : [], using: &scratch)
      if isTold { route.waypointDistancesMeters = distances }
      return route
    }
  }

  /// The best legal route through the waypoints, with the paths of its legs.
  public mutating func route(
    through waypoints: [RouteRequest.Waypoint]
  ) throws(RouteFailure) -> (route: Route, paths: [NetworkPath]) {
    let paths = try plan(waypoints).paths
    let ends = Self.ends(waypoints)
    let told = paths.count + 1 == ends.count ? ends : []
    return (assembly.route(of: paths, waypoints: told, using: &scratch), paths)
  }

  /// A route along paths that are known already, one leg a path.
  public func route(along paths: [NetworkPath]) -> Route {
    var scratch = RouteScratch(network: network)
    return assembly.route(of: paths, using: &scratch)
  }

  /// Where legs were meant to begin and end.
  private static func ends(_ waypoints: [RouteRequest.Waypoint]) -> [Coordinate] {
    var ends: [Coordinate] = []
    ends.reserveCapacity(waypoints.count)
    for index in waypoints.indices where index == 0 || index == waypoints.count - 1 || !waypoints[index].isVia {
      ends.append(waypoints[index].coordinate)
    }
    return ends
  }

  private var assembly: RouteAssembly {
    RouteAssembly(metric: metric, traffic: traffic, options: maneuverOptions)
  }

  /// Takes in the traffic of now: the edges that have changed since the last time are weighed anew.
  ///
  /// - Parameters:
  ///   - traffic: the speeds of now.
  ///   - edges: every edge that has changed.
  public mutating func update(_ traffic: TrafficState, changed edges: some Sequence<Int>) {
    metric.update(edges: edges, traffic: traffic)
    self.traffic = traffic
  }

  /// The best way from one place to another, without a route around it; `nil` when there is none.
  public mutating func path(from sources: [NetworkPlace], to targets: [NetworkPlace]) -> NetworkPath? {
    finder.path(from: sources, to: targets, metric: metric)
  }

  /// Finds the paths of the legs, and where the waypoints lie on the roads.
  private mutating func plan(
    _ waypoints: [RouteRequest.Waypoint]
  ) throws(RouteFailure) -> (paths: [NetworkPath], places: [[NetworkPlace]]) {
    guard waypoints.count <= Self.mostWaypoints else { throw .invalidQuery(waypointCount: waypoints.count) }
    if waypoints.isEmpty { throw .locationUnavailable }
    if waypoints.count == 1 { throw .noWaypoints }
    for index in waypoints.indices.dropFirst(2) where waypoints[index].coordinate == waypoints[index - 1].coordinate {
      throw .duplicateWaypoints(waypoint: index)
    }
    var places: [[NetworkPlace]] = []
    places.reserveCapacity(waypoints.count)
    for (index, waypoint) in waypoints.enumerated() {
      let found = network.places(for: waypoint, using: &query)
      if found.isEmpty { throw .noSegment(waypoint: index) }
      places.append(found)
    }
    var paths: [NetworkPath] = []
    paths.reserveCapacity(places.count - 1)
    for index in 1..<places.count {
      let leg = try leg(from: places[index - 1], after: paths.last, to: places[index], waypoint: index - 1)
      // What is only passed ends no leg, as long as the way goes straight on there.
      if waypoints[index - 1].isVia, let last = paths.last, let joined = last.joined(with: leg) {
        paths[paths.count - 1] = joined
      } else {
        paths.append(leg)
      }
    }
    return (paths, places)
  }

  private mutating func leg(
    from sources: [NetworkPlace], after arrival: NetworkPath?, to targets: [NetworkPlace], waypoint: Int
  ) throws(RouteFailure) -> NetworkPath {
    var sources = sources
    if let edge = arrival?.edges.last, let onward = sources.first(where: { $0.edge == edge }) {
      if let path = path(from: [onward], to: targets) { return path }
      sources.removeAll { $0.edge == edge }
    }
    guard let path = path(from: sources, to: targets) else { throw .noRoute(fromWaypoint: waypoint) }
    return path
  }
}

extension NetworkPath {
  /// One path of two, the second of which begins where this one ends; `nil` where the driver would turn round.
  func joined(with next: NetworkPath) -> NetworkPath? {
    guard edges.last == next.edges.first, endFraction == next.startFraction else { return nil }
    return NetworkPath(
      edges: edges + next.edges.dropFirst(), turns: turns + next.turns, startFraction: startFraction,
      endFraction: next.endFraction, weight: weight + next.weight)
  }
}
