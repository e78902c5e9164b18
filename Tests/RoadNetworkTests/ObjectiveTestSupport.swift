import BenchmarkSuites
import RoadNetwork
import TestSupport
import Testing
import WaybenchCore

extension EdgeWeights {
  /// What a walk along whole edges weighs, from the tail of the first to the head of the last.
  func weight(of walk: [Int]) throws -> Int {
    var state = try #require(walk.first)
    var sum = Int(edges[state])
    for next in walk.dropFirst() {
      let turn = try #require(
        network.turnRange(ofState: state).first { network.edge(ofState: network.state(afterTurn: $0)) == next },
        "no turn from edge \(network.edge(ofState: state)) to \(next)")
      state = network.state(afterTurn: turn)
      sum += Int(turns[turn]) + Int(edges[next])
    }
    return sum
  }
}

/// Two ways from the end of "start" to the beginning of "goal": "direct" of some kilometres, and "round" of more.
struct TwoWays {
  let network: RoadNetwork
  let start: Int
  let goal: Int
  let direct: Int
  let round: Int?

  init(
    directKilometers: Double = 2, roundKilometers: Double? = 20, roadClass: RoadClass = .primary,
    flags: RoadSource.WayFlags = []
  ) throws {
    let x = directKilometers * 1000
    var map = PlaneNetwork()
    map.road("start", from: "s", to: "a", [(-500, 0), (0, 0)], roadClass: .primary, kilometersPerHour: 60)
    map.road(
      "direct", from: "a", to: "b", [(0, 0), (x, 0)], roadClass: roadClass, kilometersPerHour: 60, flags: flags)
    map.road("goal", from: "b", to: "g", [(x, 0), (x + 500, 0)], roadClass: .primary, kilometersPerHour: 60)
    if let roundKilometers {
      let aside = (roundKilometers - directKilometers) * 500
      map.road(
        "round", from: "a", to: "b", [(0, 0), (0, aside), (x, aside), (x, 0)], roadClass: .primary,
        kilometersPerHour: 60)
    }
    network = try map.build()
    start = try network.edge("start", from: (-500, 0))
    goal = try network.edge("goal", from: (x, 0))
    direct = try network.edge("direct", from: (0, 0))
    round = roundKilometers == nil ? nil : try network.edge("round", from: (0, 0))
  }

  /// Whether the best way is the direct one; checked against a plain search.
  func takesDirect(_ preferences: RoutePreferences, traffic: TrafficState? = nil) throws -> Bool {
    let weights = try EdgeWeights(network: network, preferences: preferences, traffic: traffic)
    let first = try weights.weight(of: [start, direct, goal])
    let second = try round.map { try weights.weight(of: [start, $0, goal]) } ?? .max
    let best = DijkstraOracle.weights(
      network, weights: weights, from: [NetworkPlace(edge: start, fraction: 0, distanceMeters: 0)],
      to: [NetworkPlace(edge: goal, fraction: 1, distanceMeters: 0)])
    #expect(best == [Int64(min(first, second))])
    return first < second
  }
}
