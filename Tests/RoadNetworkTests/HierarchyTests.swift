import BenchmarkSuites
import TestSupport
import Testing
import WaybenchCore

@testable import RoadNetwork

/// The hierarchy against plain searches; `bench proof` does the same at full size on any network.
@Suite("Hierarchy against Dijkstra")
struct HierarchyTests {
  private static func place(_ network: RoadNetwork, _ random: inout SeededGenerator) -> NetworkPlace {
    NetworkPlace(
      edge: random.nextIndex(below: network.edgeCount), fraction: random.nextUnit(), distanceMeters: 0)
  }

  @Test("every objective, before and after changes of traffic", arguments: [1, 2] as [UInt64])
  func proof(seed: UInt64) throws {
    let network = try TestTown.network(2_000, seed: seed)
    var count = 0
    try RoutingProof(pairs: 200, rounds: 6, edgesPerRound: 40, seed: seed).run(network) { outcome in
      count += 1
      #expect(outcome.faults.isEmpty, "seed \(seed), \(outcome.name): \(outcome.faults.first ?? "")")
      #expect(outcome.pairs >= 200 && outcome.unreachable < 150, "\(outcome.name)")
    }
    // Four objectives, alone and avoiding everything, each before and after.
    #expect(count == 16)
  }

  @Test("a proof finds a metric that is wrong")
  func proofIsNoRubberStamp() throws {
    let network = try TestTown.network(2_000, seed: 3)
    let honest = try EdgeWeights(network: network)
    var metric = RouteMetric(weights: honest)
    let wrong = (0..<network.edgeCount).filter { $0 % 3 == 0 }.map { (edge: $0, weight: Int32(1)) }
    let faults = metric.withWeights(wrong, mostLooks: .max) { metric in
      var finder = PathFinder(network: network)
      var random = SeededGenerator(seed: 3)
      return (0..<50).count { _ in
        let (from, to) = (Self.place(network, &random), Self.place(network, &random))
        guard let path = finder.path(from: [from], to: [to], metric: metric) else { return false }
        return PathCheck.fault(path, network, honest) != nil
      }
    }
    #expect(try #require(faults) > 20)
  }

  @Test(
    "the order of contraction is one of all edges, the same on one thread and on several",
    arguments: [4, 5] as [UInt64])
  func order(seed: UInt64) throws {
    let network = try TestTown.network(6_000, seed: seed)
    let order = network.contractionOrder()
    #expect(order.sorted() == (0..<UInt32(network.edgeCount)).map { $0 })
    let graph = JunctionDissection.Graph(
      junctions: (0..<network.junctionCount).map { network.junctions[$0] },
      tails: (0..<network.edgeCount).map { network.edges[$0].tail },
      heads: (0..<network.edgeCount).map { network.edges[$0].head },
      firstEdge: (0...network.junctionCount).map { network.firstEdge[$0] })
    #expect(JunctionDissection.edgeOrder(of: graph, threads: 1) == order)
    #expect(JunctionDissection.edgeOrder(of: graph, threads: 4) == order)
  }

  @Test("the metric in the file is that of customizing, on any number of threads")
  func threads() throws {
    let network = try TestTown.network(6_000, seed: 6)
    let stored = network.freeFlowMetric
    for threads in [1, 2, 5] {
      #expect(RouteMetric(weights: network.freeFlowWeights, threads: threads).hasSameWeights(as: stored))
    }
    var reused = RouteMetric(weights: try EdgeWeights(network: network, preferences: .init(objective: .shortest)))
    #expect(!reused.hasSameWeights(as: stored))
    reused.customize(network.freeFlowWeights)
    #expect(reused.hasSameWeights(as: stored))
  }

  @Test("a metric is a value: who holds a copy sees no update")
  func values() throws {
    let network = try TestTown.network(2_000, seed: 7)
    var metric = network.freeFlowMetric
    let before = metric
    var traffic = TrafficState(network: network)
    let edges = Array(stride(from: 0, to: network.edgeCount, by: 7))
    for edge in edges { traffic.close(edge: edge) }
    #expect(metric.update(edges: edges, traffic: traffic) == edges.count)
    #expect(!metric.hasSameWeights(as: before) && before.hasSameWeights(as: network.freeFlowMetric))
    for edge in edges { traffic.clear(edge: edge) }
    metric.update(edges: edges, traffic: traffic)
    #expect(metric.hasSameWeights(as: before))
    #expect(metric.update(edges: edges, traffic: traffic) == 0)
  }

  @Test("other weights for a while leave no trace, found or given up")
  func otherWeights() throws {
    let network = try TestTown.network(2_000, seed: 13)
    let honest = network.freeFlowMetric
    var metric = honest
    var random = SeededGenerator(seed: 13)
    for mostLooks in [Int.max, 2_000, 50_000, 1] {
      let changes = (0..<120).map { _ in
        (edge: random.nextIndex(below: network.edgeCount), weight: Int32(1 + random.nextIndex(below: 400_000)))
      }
      let isRight = metric.withWeights(changes, mostLooks: mostLooks) {
        $0.hasSameWeights(as: RouteMetric(weights: $0.weights)) && !$0.hasSameWeights(as: honest)
      }
      #expect(isRight == (mostLooks > 50_000 ? true : mostLooks < 50_000 ? nil : isRight))
      #expect(metric.hasSameWeights(as: honest) && metric.weights.edges == honest.weights.edges)
      // No mark is left for the next update either.
      var traffic = TrafficState(network: network)
      traffic.close(edge: changes[0].edge)
      var updated = metric
      updated.update(edges: [changes[0].edge], traffic: traffic)
      #expect(updated.hasSameWeights(as: RouteMetric(weights: try EdgeWeights(network: network, traffic: traffic))))
    }
  }

  @Test("an update that too much hangs on customizes anew, and the next one finds no marks")
  func updateOfEverything() throws {
    let network = try GridNetwork.make(directedEdges: 6_000)
    var metric = network.freeFlowMetric
    var traffic = TrafficState(network: network)
    var random = SeededGenerator(seed: 12)
    for share in [1.0, 0.002, 0.5, 0.0005] {
      let edges = (0..<network.edgeCount).filter { _ in random.nextUnit() < share }
      for edge in edges {
        traffic.set(edge: edge, speedKilometersPerHour: 2 + 60 * random.nextUnit())
      }
      metric.update(edges: edges, traffic: traffic)
      let weights = try EdgeWeights(network: network, traffic: traffic)
      #expect(metric.hasSameWeights(as: RouteMetric(weights: weights)), "\(edges.count) edges")
    }
  }

  @Test("a table of weights is that of its pairs", arguments: [8, 9, 10] as [UInt64])
  func table(seed: UInt64) throws {
    let network = try TestTown.network(2_000, seed: seed)
    var random = SeededGenerator(seed: seed)
    var table = DistanceTable(network: network)
    let weights = try EdgeWeights(network: network, preferences: .init(objective: .cheapest))
    let metric = RouteMetric(weights: weights)
    for size in [1, 7, 20] {
      let sources = (0..<size).map { _ in Self.place(network, &random) }
      // Targets on the edges of sources, behind and before them, are among the targets.
      let targets =
        (0..<size).map { _ in Self.place(network, &random) }
        + sources.map { NetworkPlace(edge: $0.edge, fraction: random.nextUnit(), distanceMeters: 0) }
      let answer = table.weights(from: sources, to: targets, metric: metric)
      for (source, row) in zip(sources, answer) {
        let oracle = DijkstraOracle.weights(network, weights: weights, from: [source], to: targets)
        #expect(row.map { $0.map { Int64($0) } ?? .max } == oracle, "seed \(seed)")
      }
    }
  }

  @Test("a copy of a finder shares no scratch with it")
  func copies() throws {
    let network = try TestTown.network(2_000, seed: 11)
    var finder = PathFinder(network: network)
    var random = SeededGenerator(seed: 11)
    let pairs = (0..<20).map { _ in (Self.place(network, &random), Self.place(network, &random)) }
    for (from, to) in pairs {
      let first = finder.path(from: [from], to: [to], metric: network.freeFlowMetric)
      var copy = finder
      _ = copy.path(from: [to], to: [from], metric: network.freeFlowMetric)
      let again = finder.path(from: [from], to: [to], metric: network.freeFlowMetric)
      #expect(first?.edges == again?.edges && first?.weight == again?.weight)
    }
  }

  @Test("parts that no road joins have no way between, and ways within")
  func parts() throws {
    var map = PlaneNetwork()
    map.road("a", from: "a1", to: "a2", [(0, 0), (500, 0)])
    map.road("b", from: "a2", to: "a3", [(500, 0), (500, 400)])
    map.road("c", from: "b1", to: "b2", [(5_000, 0), (5_600, 0)])
    let network = try map.build()
    var finder = PathFinder(network: network)
    func place(_ name: String) -> NetworkPlace {
      let edge = (0..<network.edgeCount).first { network.edge($0).name == name } ?? 0
      return NetworkPlace(edge: edge, fraction: 0.5, distanceMeters: 0)
    }
    #expect(finder.path(from: [place("a")], to: [place("c")], metric: network.freeFlowMetric) == nil)
    #expect(finder.path(from: [place("a")], to: [place("b")], metric: network.freeFlowMetric) != nil)
    // Of two starts and two ends in different parts, the pairs that are joined count.
    let both = finder.path(
      from: [place("c"), place("a")], to: [place("b"), place("c")], metric: network.freeFlowMetric)
    #expect(both?.edges.count == 1)
  }
}
