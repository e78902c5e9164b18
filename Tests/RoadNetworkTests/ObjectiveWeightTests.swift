import RoadNetwork
import TestSupport
import Testing
import WaybenchCore

@Suite("Weights of the objectives")
struct ObjectiveWeightTests {
  @Test("fastest weighs milliseconds, as the metric of free roads does", arguments: [1, 2, 3] as [UInt64])
  func fastest(seed: UInt64) throws {
    let network = try TestTown.network(3_000, seed: seed)
    let weights = try EdgeWeights(network: network)
    #expect(weights.name == "duration" && weights.unit == "s" && weights.unitsPerWeight == 0.001)
    for edge in 0..<network.edgeCount {
      #expect(weights.edges[edge] == Int32((network.edge(edge).travelSeconds * 1000).rounded()))
    }
    #expect(weights.edges == network.freeFlowWeights.edges && weights.turns == network.freeFlowWeights.turns)
  }

  @Test("shortest weighs centimetres; only turning round costs, as the way driven in its time at 50 km/h")
  func shortest() throws {
    let network = try crossing().build()
    let weights = try EdgeWeights(network: network, preferences: RoutePreferences(objective: .shortest))
    #expect(weights.name == "distance" && weights.unit == "m" && weights.unitsPerWeight == 0.01)
    for edge in 0..<network.edgeCount {
      #expect(abs(Double(weights.edges[edge]) - network.edge(edge).lengthMeters * 100) <= 0.5)
    }
    let west = try network.edge("W", from: (-100, 0))
    let north = try network.edge("N", from: (0, 0))
    #expect(try weights.weight(of: [west, north]) == Int(weights.edges[west] + weights.edges[north]))
    let back = try network.edge("N", from: (0, 100))
    let turning = try weights.weight(of: [north, back]) - Int(weights.edges[north] + weights.edges[back])
    // 20 s at 50 km/h.
    #expect(turning == 27_778)
  }

  @Test("cheapest weighs time, way and tolls at the rates")
  func cheapest() throws {
    var map = PlaneNetwork()
    map.road("free", from: "a", to: "b", [(0, 0), (1_000, 0)], kilometersPerHour: 60)
    map.road("toll", from: "b", to: "c", [(1_000, 0), (2_000, 0)], kilometersPerHour: 60, flags: .toll)
    let network = try map.build()
    let free = try network.edge("free", from: (0, 0))
    let toll = try network.edge("toll", from: (1_000, 0))
    func weights(_ rates: RoutePreferences.CostRates) throws -> EdgeWeights {
      try EdgeWeights(network: network, preferences: RoutePreferences(objective: .cheapest, costs: rates))
    }
    let usual = try weights(RoutePreferences.CostRates())
    #expect(usual.name == "cost" && usual.unit.isEmpty && usual.unitsPerWeight == 0.00001)
    // A kilometre and a minute: 0.25 + 0.15, and 0.12 more; the ground is not quite the plane.
    #expect(abs(usual.edges[free] - 40_000) < 200)
    #expect(abs(usual.edges[toll] - 52_000) < 260)
    // The same money in a smaller and in a greater unit.
    let small = try weights(.init(perMinute: 37.5, perKilometer: 22.5, tollPerKilometer: 18))
    #expect(abs(Double(small.edges[toll]) * small.unitsPerWeight - 78) < 0.4)
    #expect(small.unitsPerWeight == 0.001)
    let great = try weights(.init(perMinute: 2.5e-6, perKilometer: 1.5e-6, tollPerKilometer: 1.2e-6))
    #expect(abs(Double(great.edges[toll]) * great.unitsPerWeight - 5.2e-6) < 3e-8)
    #expect(great.edges[toll] > 10_000)
    for none in [0, -1, .nan, .infinity] as [Double] {
      let nothing = try weights(.init(perMinute: none, perKilometer: none, tollPerKilometer: none))
      #expect(nothing.unitsPerWeight == 0)
      #expect(nothing.edges == (try EdgeWeights(network: network)).edges, "\(none)")
    }
  }

  @Test("each entry of a restricted road weighs 1,200 s, inside is free", arguments: RouteObjective.allCases)
  func restrictedEntry(objective: RouteObjective) throws {
    var map = PlaneNetwork()
    map.road("out", from: "a", to: "b", [(0, 0), (500, 0)])
    map.road("in", from: "b", to: "c", [(500, 0), (1_000, 0)], access: .restricted)
    map.road("deep", from: "c", to: "d", [(1_000, 0), (1_500, 0)], access: .restricted)
    map.road("beyond", from: "d", to: "e", [(1_500, 0), (2_000, 0)])
    map.road("gated", from: "e", to: "f", [(2_000, 0), (2_500, 0)])
    map.mark("e", .restricted)
    let network = try map.build()
    let weights = try EdgeWeights(network: network, preferences: RoutePreferences(objective: objective))
    let walk = try [("out", 0.0), ("in", 500), ("deep", 1_000), ("beyond", 1_500), ("gated", 2_000)]
      .map { try network.edge($0.0, from: ($0.1, 0)) }
    let turns = try zip(walk, walk.dropFirst()).map { try weights.weight(of: [$0, $1]) }
    let steps = zip(turns, walk).map { $0 - Int(weights.edges[$1]) }
    let extra = steps.enumerated().map { $1 - Int(weights.edges[walk[$0 + 1]]) }
    let expected = Double(try weights.penalty(seconds: 1_200))
    #expect(abs(Double(extra[0]) - expected) <= 1 && abs(Double(extra[3]) - expected) <= 1)
    #expect(extra[1] == 0 && extra[2] == 0)
  }

  @Test("weights stay below 2^28 and above 0", arguments: RouteObjective.allCases)
  func bounds(objective: RouteObjective) throws {
    var map = PlaneNetwork()
    map.road("long", from: "a", to: "b", [(0, 0), (3_000_000, 0)], kilometersPerHour: 1, flags: .toll)
    map.road("short", from: "b", to: "c", [(3_000_000, 0), (3_000_000, 0.02)], kilometersPerHour: 100)
    let network = try map.build()
    let preferences = RoutePreferences(
      objective: objective, avoid: .tolls, costs: .init(perMinute: 0, perKilometer: 1e-3, tollPerKilometer: 1e9))
    let weights = try EdgeWeights(network: network, preferences: preferences)
    #expect(weights.edges.allSatisfy { $0 >= 1 && $0 <= EdgeWeights.greatest })
    #expect(weights.turns.allSatisfy { $0 >= 0 && $0 <= EdgeWeights.greatest })
    #expect(try weights.edges[network.edge("long", from: (0, 0))] == EdgeWeights.greatest)
  }

  @Test("the parts of an edge make up the whole")
  func parts() {
    #expect(EdgeWeights.partial(5, 0.5) == 3 && EdgeWeights.partial(5, 0.49) == 2)
    #expect(EdgeWeights.partial(7, -1) == 0 && EdgeWeights.partial(7, 2) == 7 && EdgeWeights.partial(7, .nan) == 0)
    #expect(EdgeWeights.between(10, 0.6, 0.5) == nil && EdgeWeights.between(10, 0.5, 0.5) == 0)
    let closed = EdgeWeights.unreachable
    #expect(EdgeWeights.partial(closed, 0.1) == closed && EdgeWeights.rest(closed, from: 0.9) == closed)
    #expect(EdgeWeights.between(closed, 0, 1) == closed)
    #expect(closed.addingReportingOverflow(closed).overflow == false)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<1_000 {
      let weight = Int32(random.nextIndex(below: Int(EdgeWeights.greatest))) + 1
      let (p, q) = (random.nextUnit(), random.nextUnit())
      #expect(EdgeWeights.partial(weight, p) + EdgeWeights.rest(weight, from: p) == weight)
      let part = EdgeWeights.between(weight, min(p, q), max(p, q)) ?? -1
      #expect(part == EdgeWeights.partial(weight, max(p, q)) - EdgeWeights.partial(weight, min(p, q)) && part >= 0)
    }
  }
}

extension EdgeWeights {
  /// What seconds of a penalty weigh: read off a map with one restricted road.
  fileprivate func penalty(seconds: Double) throws -> Int {
    switch preferences.objective {
    case .fastest: return Int(seconds * 1000)
    case .shortest: return Int((seconds * 50 / 3.6 * 100).rounded())
    case .cheapest:
      let rates = preferences.costs
      return Int(((seconds / 60 * rates.perMinute + seconds / 3600 * 50 * rates.perKilometer) * 100_000).rounded())
    case .fuelEfficient:
      // As much as a straight road driven at 50 km/h for that time.
      var map = PlaneNetwork()
      map.road("road", from: "a", to: "b", [(0, 0), (seconds * 50 / 3.6, 0)], kilometersPerHour: 50)
      let network = try map.build()
      let road = try network.edge("road", from: (0, 0))
      let weights = try EdgeWeights(network: network, preferences: RoutePreferences(objective: .fuelEfficient))
      let meters = network.edge(road).lengthMeters
      return Int((Double(weights.edges[road]) * seconds * 50 / 3.6 / meters).rounded())
    }
  }
}
