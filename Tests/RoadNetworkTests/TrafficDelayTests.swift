import RoadNetwork
import TestSupport
import Testing
import WaybenchCore

@Suite("Delay along a route")
struct TrafficDelayTests {
  /// Five roads of 1,000 m at 36 km/h in a row.
  private static func drive() throws -> (network: RoadNetwork, route: Route, edges: [Int]) {
    var map = PlaneNetwork()
    for index in 0..<5 {
      let x = Double(index) * 1_000
      map.road(
        "r\(index)", from: "n\(index)", to: "n\(index + 1)", [(x, 0), (x + 1_000, 0)], kilometersPerHour: 36)
    }
    let network = try map.build()
    let edges = try (0..<5).map { try network.edge("r\($0)", from: (Double($0) * 1_000, 0)) }
    let path = NetworkPath(edges: edges, startFraction: 0.5, endFraction: 0.25)
    return (network, NetworkRouter(network: network).route(along: [path]), edges)
  }

  @Test("without traffic there is one stretch without delay")
  func free() throws {
    let (network, route, _) = try Self.drive()
    let delay = RouteDelay(route: route, traffic: TrafficState(network: network))
    #expect(delay.stretches.count == 1 && delay.delaySeconds == 0)
    #expect(delay.stretches[0].flow == .normal && delay.stretches[0].startChainageMeters == 0)
    #expect(delay.stretches[0].endChainageMeters == route.lengthMeters)
    #expect(abs(delay.freeFlowSeconds - 375) < 2)
  }

  @Test("stretches of one flow are joined, with their times")
  func stretches() throws {
    let (network, route, edges) = try Self.drive()
    var traffic = TrafficState(network: network)
    traffic.set(edge: edges[0], speedKilometersPerHour: 30)
    traffic.set(edge: edges[1], speedKilometersPerHour: 24)
    traffic.set(edge: edges[2], speedKilometersPerHour: 18)
    traffic.set(edge: edges[3], speedKilometersPerHour: 12)
    let delay = RouteDelay(route: route, traffic: traffic)
    #expect(delay.stretches.map(\.flow) == [.normal, .slow, .jam, .normal])
    for (stretch, expected) in zip(delay.stretches, [(50.0, 60.0), (200, 350), (100, 300), (25, 25)]) {
      #expect(abs(stretch.freeFlowSeconds - expected.0) < 1 && abs(stretch.currentSeconds - expected.1) < 2)
    }
    for (index, chainage) in [0.0, 500, 2_500, 3_500].enumerated() {
      #expect(abs(delay.stretches[index].startChainageMeters - chainage) < 12)
      let end = index == 3 ? route.lengthMeters : delay.stretches[index + 1].startChainageMeters
      #expect(delay.stretches[index].endChainageMeters == end)
    }
    #expect(abs(delay.delaySeconds - 360) < 3)
    #expect(abs(delay.delaySeconds - delay.stretches.reduce(0) { $0 + $1.delaySeconds }) < 1e-9)
  }

  @Test("the thresholds are 75 and 40 percent of the free speed")
  func thresholds() throws {
    let (network, route, edges) = try Self.drive()
    for (share, flow) in [(0.76, RouteDelay.Flow.normal), (0.74, .slow), (0.41, .slow), (0.39, .jam)] {
      var traffic = TrafficState(network: network)
      for edge in edges { traffic.set(edge: edge, speedKilometersPerHour: 36 * share) }
      #expect(RouteDelay(route: route, traffic: traffic).stretches.map(\.flow) == [flow], "\(share)")
    }
  }

  @Test("a closed road never ends")
  func closed() throws {
    let (network, route, edges) = try Self.drive()
    var traffic = TrafficState(network: network)
    traffic.close(edge: edges[2])
    let delay = RouteDelay(route: route, traffic: traffic)
    #expect(delay.stretches.map(\.flow) == [.normal, .closed, .normal])
    #expect(delay.delaySeconds == .infinity && delay.stretches[0].delaySeconds == 0)
    let none = Route(polyline: route.polyline, legs: [], steps: [])
    #expect(RouteDelay(route: none, traffic: traffic).stretches.isEmpty)
  }
}
