import BenchmarkSuites
import RoadNetwork
import TestSupport
import Testing
import WaybenchCore

@Suite("Traffic")
struct TrafficStateTests {
  /// A kilometre at 50 km/h, in both directions, and another way of two.
  private static func road(unlimited: Bool = false) throws -> RoadNetwork {
    var map = PlaneNetwork()
    map.road("road", from: "a", to: "b", [(0, 0), (1_000, 0)])
    map.road("other", from: "a", to: "b", [(0, 0), (500, 866), (1_000, 0)])
    return try map.build()
  }

  @Test("an edge is free, slow, closed and free again")
  func life() throws {
    let network = try Self.road()
    let edge = try network.edge("road", from: (0, 0))
    let free = UInt32((network.edge(edge).travelSeconds * 1000).rounded())
    var traffic = TrafficState(network: network)
    #expect(traffic.currentMilliseconds(ofEdge: edge) == free && traffic.condition(ofEdge: edge) == nil)
    func set(_ speed: Double, until: Int64?) -> Bool {
      traffic.set(edge: edge, speedKilometersPerHour: speed, until: until, source: "loops")
    }
    func close() -> Bool { traffic.close(edge: edge) }
    func clear() -> Bool { traffic.clear(edge: edge) }
    #expect(set(25, until: 100))
    #expect(traffic.currentMilliseconds(ofEdge: edge).map { abs(Int($0) - 2 * Int(free)) <= 1 } == true)
    #expect(abs(traffic.delaySeconds(ofEdge: edge) - network.edge(edge).travelSeconds) < 0.002)
    #expect(traffic.source(ofEdge: edge) == "loops" && traffic.expiry(ofEdge: edge) == 100)
    #expect(!set(25, until: 200))
    #expect(!set(.nan, until: nil) && traffic.expiry(ofEdge: edge) == 200)
    let copy = traffic
    #expect(close() && !close())
    #expect(traffic.currentMilliseconds(ofEdge: edge) == nil && traffic.condition(ofEdge: edge) == .closed)
    #expect(traffic.delaySeconds(ofEdge: edge) == .infinity && traffic.expiry(ofEdge: edge) == nil)
    #expect(copy.condition(ofEdge: edge) != .closed)
    #expect(traffic.count == 1 && traffic.edges == [edge])
    #expect(clear() && !clear())
    #expect(traffic.count == 0 && traffic.currentMilliseconds(ofEdge: edge) == free)
  }

  @Test("speeds are held to what a road allows")
  func heldSpeeds() throws {
    var map = PlaneNetwork()
    map.road("road", from: "a", to: "b", [(0, 0), (1_000, 0)], kilometersPerHour: 50)
    var source = RoadSource()
    source.nodes = [
      .init(id: 1, coordinate: Plane.coordinate(0, 0)), .init(id: 2, coordinate: Plane.coordinate(1_000, 0)),
    ]
    source.wayNodes = [0, 1, 0, 1, 0, 1]
    for (index, limit) in [UInt8(0), 255, 80].enumerated() {
      source.ways.append(
        .init(
          id: Int64(index), nodeRange: (2 * index)..<(2 * index + 2), roadClass: .primary, backward: .none,
          forwardLimitKilometersPerHour: limit, freeFlowKilometersPerHour: 50))
    }
    let network = try RoadNetworkBuilder.build(source)
    var traffic = TrafficState(network: network)
    for edge in 0..<3 {
      func speed(_ wanted: Double) throws -> Double {
        traffic.set(edge: edge, speedKilometersPerHour: wanted)
        guard case .speed(let speed) = try #require(traffic.condition(ofEdge: edge)) else { return -1 }
        return speed
      }
      let most = network.edge(edge).limitKilometersPerHour == 80 ? 80.0 : 65
      #expect(try abs(speed(200) - most) < 0.05 && abs(speed(.infinity) - most) < 0.05)
      #expect(try abs(speed(60) - 60) < 0.05)
      #expect(try abs(speed(0) - 1) < 0.01 && abs(speed(-5) - 1) < 0.01)
    }
    #expect((0..<3).contains { network.edge($0).limitKilometersPerHour == 80 })
    let town = try map.build()
    var slow = TrafficState(network: town)
    // A limit of 50 at a free speed of 50: no faster.
    let isChanged = slow.set(edge: 0, speedKilometersPerHour: 90)
    #expect(!isChanged)
    #expect(slow.delaySeconds(ofEdge: 0) == 0)
  }

  @Test("entries end at their time, and only those that changed something are told")
  func expiry() throws {
    let network = try TestTown.network(500, seed: 1)
    var traffic = TrafficState(network: network)
    func expire(_ now: Int64) -> [Int] { traffic.expire(now: now) }
    #expect(expire(.max).isEmpty)
    for edge in 0..<20 { traffic.set(edge: edge, speedKilometersPerHour: 3, until: Int64(edge) * 10) }
    traffic.close(edge: 30)
    traffic.close(edge: 40, until: .max)
    let free = network.edge(25).freeFlowMetersPerSecond * 3.6
    traffic.set(edge: 25, speedKilometersPerHour: free, until: 50)
    #expect(expire(-1).isEmpty)
    #expect(expire(50) == [0, 1, 2, 3, 4, 5])
    #expect(traffic.condition(ofEdge: 25) == nil, "it ended without a change")
    #expect(expire(59).isEmpty && expire(60) == [6])
    #expect(expire(.max) == Array(7..<20))
    #expect(traffic.edges == [30, 40])
  }

  @Test("a closed edge is not driven, a slow one is driven around", arguments: RouteObjective.allCases)
  func routes(objective: RouteObjective) throws {
    let ways = try TwoWays(directKilometers: 10, roundKilometers: 15)
    let preferences = RoutePreferences(objective: objective)
    #expect(try ways.takesDirect(preferences))
    var traffic = TrafficState(network: ways.network)
    traffic.close(edge: ways.direct)
    #expect(try !ways.takesDirect(preferences, traffic: traffic))
    let weights = try EdgeWeights(network: ways.network, preferences: preferences, traffic: traffic)
    #expect(weights.edges[ways.direct] == EdgeWeights.unreachable)
    traffic.set(edge: ways.direct, speedKilometersPerHour: 10)
    #expect(try ways.takesDirect(preferences, traffic: traffic) == (objective == .shortest))
    if let round = ways.round { traffic.close(edge: round) }
    traffic.close(edge: ways.direct)
    let closed = try EdgeWeights(network: ways.network, preferences: preferences, traffic: traffic)
    let answer = DijkstraOracle.weights(
      ways.network, weights: closed, from: [NetworkPlace(edge: ways.start, fraction: 0, distanceMeters: 0)],
      to: [ways.goal, ways.direct].map { NetworkPlace(edge: $0, fraction: 0.5, distanceMeters: 0) })
    #expect(answer == [.max, .max])
  }

  @Test("an update gives what weighing anew gives, and tells all that changed", arguments: RouteObjective.allCases)
  func updates(objective: RouteObjective) throws {
    let network = try TestTown.network(4_000, seed: 3)
    #expect(network.stateCount > network.edgeCount, "no edge of several states: seed 3")
    var random = SeededGenerator(seed: 7)
    let preferences = RoutePreferences(objective: objective, avoid: [.tunnels, .highways])
    var weights = try EdgeWeights(network: network, preferences: preferences)
    var traffic = TrafficState(network: network)
    let special = (network.edgeCount..<network.stateCount).map { network.edge(ofState: $0) }
    var changedTurns = 0
    for round in 0..<12 {
      var touched: [Int] = []
      for _ in 0..<60 {
        let edge =
          random.nextIndex(below: 4) == 0
          ? special[random.nextIndex(below: special.count)] : random.nextIndex(below: network.edgeCount)
        touched.append(edge)
        switch random.nextIndex(below: 4) {
        case 0: traffic.close(edge: edge)
        case 1: traffic.clear(edge: edge)
        default: traffic.set(edge: edge, speedKilometersPerHour: 60 * random.nextUnit())
        }
      }
      let before = weights
      let changes = weights.update(edges: touched, traffic: traffic)
      let fresh = try EdgeWeights(network: network, preferences: preferences, traffic: traffic)
      #expect(weights.edges == fresh.edges && weights.turns == fresh.turns, "seed 7, round \(round)")
      #expect(changes.edges == weights.edges.indices.filter { weights.edges[$0] != before.edges[$0] })
      #expect(changes.turns == weights.turns.indices.filter { weights.turns[$0] != before.turns[$0] })
      changedTurns += changes.turns.count
    }
    #expect((changedTurns > 0) == (objective == .fuelEfficient))
  }
}
