import CAllocationCounter
import TestSupport
import Testing
import WaybenchCore

@testable import RoadNetwork

/// Skipped where allocations cannot be counted: under the sanitizers.
@Suite(
  "Routing: allocations", .enabled(if: waybench_allocation_counting_available() == 1, "allocations are not counted"))
struct RoutingAllocationTests {
  private static let network = try? TestTown.network(6_000, seed: 4)

  private func places(_ network: RoadNetwork, _ random: inout SeededGenerator, count: Int) -> [NetworkPlace] {
    (0..<count).map { _ in
      NetworkPlace(
        edge: random.nextIndex(below: network.edgeCount), fraction: random.nextUnit(), distanceMeters: 0)
    }
  }

  @Test("a query allocates the two arrays of its path")
  func query() throws {
    let network = try #require(Self.network)
    let metric = network.freeFlowMetric
    var finder = PathFinder(network: network)
    var random = SeededGenerator(seed: 7)
    let pairs = (0..<300).map { _ in (places(network, &random, count: 2), places(network, &random, count: 2)) }
    var most: UInt64 = 0
    // The first round lets the scratch grow.
    for round in 0..<2 {
      var found = 0
      for (sources, targets) in pairs {
        let before = waybench_allocation_count()
        let path = finder.path(from: sources, to: targets, metric: metric)
        let count = waybench_allocation_count() - before
        if round > 0 { most = max(most, count) }
        if path != nil { found += 1 }
      }
      #expect(found > 200)
    }
    #expect(most == 2)
  }

  @Test("a query that finds no way allocates nothing")
  func noWay() throws {
    let network = try #require(Self.network)
    let metric = network.freeFlowMetric
    var finder = PathFinder(network: network)
    var random = SeededGenerator(seed: 8)
    let sources = places(network, &random, count: 2)
    _ = finder.path(from: sources, to: places(network, &random, count: 2), metric: metric)
    let before = waybench_allocation_count()
    let path = finder.path(from: sources, to: [], metric: metric)
    #expect(waybench_allocation_count() == before)
    #expect(path == nil)
  }

  @Test("a table allocates its rows and no more than a few arrays besides", arguments: [2, 8])
  func table(size: Int) throws {
    let network = try #require(Self.network)
    let metric = network.freeFlowMetric
    var table = DistanceTable(network: network)
    var random = SeededGenerator(seed: 9)
    let (sources, targets) = (places(network, &random, count: size), places(network, &random, count: size))
    var count: UInt64 = 0
    for _ in 0..<2 {
      let before = waybench_allocation_count()
      let weights = table.weights(from: sources, to: targets, metric: metric)
      count = waybench_allocation_count() - before
      #expect(weights.count == size)
    }
    // The rows, the array of them, and the states of the targets while they grow.
    #expect(count <= UInt64(size + 9), "\(count) for \(size) rows")
  }

  @Test("a route allocates what it is made of, however long it is")
  func route() throws {
    let network = try #require(Self.network)
    var router = NetworkRouter(network: network)
    var random = SeededGenerator(seed: 10)
    let pairs = (0..<300).map { _ in
      places(network, &random, count: 2).map { RouteRequest.Waypoint(coordinate: network.coordinate(of: $0)) }
    }
    var longest = 0
    for round in 0..<2 {
      for waypoints in pairs {
        let before = waybench_allocation_count()
        guard let route = try? router.route(through: waypoints).route else { continue }
        let count = waybench_allocation_count() - before
        longest = max(longest, route.edges.count)
        // Each text may be a block of its own, and the arrays of steps, texts and lanes grow with the steps.
        let most = 48 + route.names.count
        if round > 0 { #expect(count <= UInt64(most), "\(count) for \(route.edges.count) edges") }
      }
    }
    #expect(longest > 40)
  }

  @Test("the weight of a single turn of free roads is that of the table of all turns")
  func singleTurns() throws {
    let network = try #require(Self.network)
    let weights = network.freeFlowWeights
    var entries = 0
    for state in 0..<network.stateCount {
      let from = network.edge(ofState: state)
      for turn in network.turnRange(ofState: state) {
        let number = UInt32(turn)
        #expect(EdgeWeights.freeFlowWeight(ofTurn: number, from: from, network) == weights.weight(ofTurn: number))
        if weights.turns[turn] >= 1_200_000 { entries += 1 }
      }
    }
    #expect(entries > 0)
  }
}

@Suite("What a route tells of its edges")
struct RouteEdgeAttributeTests {
  @Test("every flag of an edge stands where a route tells it, and no other")
  func attributes() {
    let told: [(EdgeFlags, RouteEdge.Attributes)] = [
      (.tunnel, .tunnel), (.ferry, .ferry), (.toll, .toll), (.roundabout, .roundabout), (.signals, .signalsAtEnd),
      (.stopSign, .stopSignAtEnd), (.drivesOnLeft, .drivesOnLeft),
    ]
    for bits in UInt16.min...UInt16.max {
      let flags = EdgeFlags(rawValue: bits)
      var expected: RouteEdge.Attributes = []
      for (flag, attribute) in told where flags.contains(flag) { expected.insert(attribute) }
      if RouteEdge.Attributes(flags) != expected { Issue.record("flags \(bits)") }
    }
  }
}
