import Measurement
public import RoadNetwork
public import WaybenchCore

/// Answers pairs of places one by one and times each answer: what `bench calls` does, so that another program can put
/// its own calls between ours.
public struct RouteCalls {
  private let network: RoadNetwork
  private var router: NetworkRouter
  private var index = SegmentQuery()

  /// Makes a caller for the fastest way on free roads.
  public init(network: RoadNetwork) {
    self.network = network
    router = NetworkRouter(network: network)
  }

  /// What a call took and gave.
  public struct Answer: Sendable {
    /// Whether there is a route.
    public var isFound = false
    /// The whole call: both places snapped, query, path, geometry, maneuvers.
    public var callNanoseconds: Int64 = 0
    /// The query with its path of edges alone, between the snapped places.
    public var queryNanoseconds: Int64 = 0
    /// The edges of the path.
    public var edges = 0
    /// What the search minimized.
    public var weight = 0
    /// The route's length, metres.
    public var lengthMeters = 0.0
    /// The route's time, seconds.
    public var durationSeconds = 0.0
  }

  /// Plans a route from one coordinate to another.
  public mutating func call(from: Coordinate, to: Coordinate) -> Answer {
    var answer = Answer()
    let waypoints = [from, to].map { RouteRequest.Waypoint(coordinate: $0) }
    var start = MonotonicClock.nowNanoseconds()
    let found = try? router.route(through: waypoints)
    answer.callNanoseconds = MonotonicClock.nowNanoseconds() &- start
    guard let found else { return answer }
    let sources = network.nearestPlaces(to: from, using: &index)
    let targets = network.nearestPlaces(to: to, using: &index)
    start = MonotonicClock.nowNanoseconds()
    let path = router.path(from: sources, to: targets)
    answer.queryNanoseconds = MonotonicClock.nowNanoseconds() &- start
    answer.isFound = true
    answer.edges = path?.edges.count ?? 0
    answer.weight = path?.weight ?? 0
    answer.lengthMeters = found.route.lengthMeters
    answer.durationSeconds = found.route.durationSeconds
    return answer
  }
}
