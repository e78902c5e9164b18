public import WaybenchCore

/// The delay by traffic along a route, in stretches of even traffic.
public struct RouteDelay: Sendable, Hashable {
  /// The stretches from start to end, without gaps; empty for a route without edges.
  public let stretches: [Stretch]
  /// The time on its edges when the roads are free, seconds; turns not counted.
  public let freeFlowSeconds: Double
  /// The time on its edges now, seconds; infinite when one of them is closed.
  public let currentSeconds: Double
  /// How much longer the route takes now, seconds; infinite when it is closed.
  public var delaySeconds: Double { currentSeconds - freeFlowSeconds }

  /// Below this share of the free speed traffic is slow.
  public static let slowBelow = 0.75
  /// Below this share of the free speed it is jammed.
  public static let jamBelow = 0.4

  /// How traffic flows.
  public enum Flow: UInt8, Sendable, Hashable, CaseIterable {
    /// At 75 % of the free speed or more.
    case normal
    /// Below 75 %.
    case slow
    /// Below 40 %.
    case jam
    /// Not at all: the road is closed.
    case closed
  }

  /// Consecutive parts of edges with one flow.
  public struct Stretch: Sendable, Hashable {
    /// Metres along the route where it begins.
    public var startChainageMeters: Double
    /// Metres along the route where it ends.
    public var endChainageMeters: Double
    /// The time when the road is free, seconds.
    public var freeFlowSeconds: Double
    /// The time now, seconds; infinite when it is closed.
    public var currentSeconds: Double
    /// How traffic flows.
    public var flow: Flow
    /// How much longer it takes now, seconds.
    public var delaySeconds: Double { currentSeconds - freeFlowSeconds }
  }

  /// Looks along a route. O(edges of the route).
  ///
  /// - Parameters:
  ///   - route: a route on the network of the traffic.
  public init(route: Route, traffic: TrafficState) {
    var stretches: [Stretch] = []
    for (index, part) in route.edges.enumerated() {
      let edge = Int(part.edge)
      guard edge >= 0, edge < traffic.network.edgeCount else { continue }
      let record = traffic.network.edges[edge]
      let isLast = index + 1 == route.edges.count
      let end = isLast ? route.lengthMeters : route.edges[index + 1].startChainageMeters
      let meters = max(0, end - part.startChainageMeters)
      let share = min(1, meters * 1000 / Double(record.lengthMillimeters))
      let free = Double(record.travelMilliseconds) / 1000 * share
      let now = traffic.currentMilliseconds(ofEdge: edge).map { Double($0) / 1000 * share }
      let flow = Self.flow(free: Double(record.travelMilliseconds), now: traffic.currentMilliseconds(ofEdge: edge))
      if let last = stretches.last, last.flow == flow {
        stretches[stretches.count - 1].endChainageMeters = end
        stretches[stretches.count - 1].freeFlowSeconds += free
        stretches[stretches.count - 1].currentSeconds += now ?? .infinity
      } else {
        stretches.append(
          Stretch(
            startChainageMeters: part.startChainageMeters, endChainageMeters: end, freeFlowSeconds: free,
            currentSeconds: now ?? .infinity, flow: flow))
      }
    }
    self.stretches = stretches
    freeFlowSeconds = stretches.reduce(0) { $0 + $1.freeFlowSeconds }
    currentSeconds = stretches.reduce(0) { $0 + $1.currentSeconds }
  }

  private static func flow(free: Double, now: UInt32?) -> Flow {
    guard let now else { return .closed }
    let share = free / Double(max(1, now))
    if share < jamBelow { return .jam }
    return share < slowBelow ? .slow : .normal
  }
}
