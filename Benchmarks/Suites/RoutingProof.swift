public import RoadNetwork
import WaybenchCore

/// Compares the hierarchy with Dijkstra's algorithm on one network: what `bench proof` does.
///
/// For every objective, alone and with everything avoided that can be: the weights of random pairs are equal, and every
/// path is legal turn by turn and weighs what its parts weigh. Then the traffic changes many times, the hierarchy takes
/// the changes in, and the same is asked again; its weights must be those of customizing anew, arc by arc.
public struct RoutingProof: Sendable {
  /// How many random pairs are compared for each metric.
  public var pairs: Int
  /// How many times the traffic changes.
  public var rounds: Int
  /// How many edges change each time.
  public var edgesPerRound: Int
  /// The seed of pairs and changes.
  public var seed: UInt64

  /// Makes a comparison.
  public init(pairs: Int = 10_000, rounds: Int = 100, edgesPerRound: Int = 100, seed: UInt64 = 1) {
    self.pairs = pairs
    self.rounds = rounds
    self.edgesPerRound = edgesPerRound
    self.seed = seed
  }

  /// What was compared on one metric.
  public struct Outcome: Sendable {
    /// The objective and what is avoided, and whether traffic was taken in.
    public var name: String
    /// How many pairs were compared.
    public var pairs = 0
    /// How many of them have no way.
    public var unreachable = 0
    /// What was wrong, a line each; at most 20.
    public var faults: [String] = []
  }

  /// Compares; `report` is called after each metric.
  public func run(_ network: RoadNetwork, report: (Outcome) -> Void) throws {
    for objective in RouteObjective.allCases {
      for avoid in [RouteAvoidances(), [.tolls, .highways, .ferries, .tunnels, .vignettes]] {
        let preferences = RoutePreferences(
          objective: objective, avoid: avoid, avoidAreas: avoid.isEmpty ? [] : [Self.area(network)])
        var metric = RouteMetric(weights: try EdgeWeights(network: network, preferences: preferences))
        let name = "\(objective)\(avoid.isEmpty ? "" : ", avoiding all")"
        report(compare(network, metric, name))
        if rounds > 0 {
          disturb(&metric)
          var outcome = compare(network, metric, name + ", traffic changed \(rounds) times")
          let fresh = RouteMetric(weights: metric.weights)
          if !metric.hasSameWeights(as: fresh) { outcome.faults.append("the weights are not those of a fresh metric") }
          report(outcome)
        }
      }
    }
  }

  /// An area in the middle of the network, a tenth of its extent wide.
  private static func area(_ network: RoadNetwork) -> [Coordinate] {
    let bounds = NetworkStatistics(network).bounds
    let (latitude, longitude) = ((bounds.south + bounds.north) / 2, (bounds.west + bounds.east) / 2)
    let (tall, wide) = ((bounds.north - bounds.south) / 20, (bounds.east - bounds.west) / 20)
    return [(-1.0, -1.0), (-1, 1), (1, 1), (1, -1)].map {
      Coordinate(clampingLatitude: latitude + $0.0 * tall, longitude: longitude + $0.1 * wide)
    }
  }

  private func compare(_ network: RoadNetwork, _ metric: RouteMetric, _ name: String) -> Outcome {
    var outcome = Outcome(name: name)
    var random = SeededGenerator(seed: seed, stream: 7)
    let weights = metric.weights
    var finder = PathFinder(network: network)
    func places() -> [NetworkPlace] {
      let place = NetworkPlace(
        edge: random.nextIndex(below: network.edgeCount), fraction: random.nextUnit(), distanceMeters: 0)
      return random.nextUnit() < 0.5 ? [place] : network.bothDirections(of: place)
    }
    // One plain search answers all targets of a source.
    let perSource = min(100, max(1, pairs))
    while outcome.pairs < pairs, outcome.faults.count < 20 {
      let sources = places()
      let targets = (0..<perSource).map { _ in places() }
      let flat = targets.flatMap { $0 }
      let oracle = DijkstraOracle.weights(network, weights: weights, from: sources, to: flat)
      var position = 0
      for group in targets {
        let least = oracle[position..<(position + group.count)].min() ?? .max
        position += group.count
        outcome.pairs += 1
        let path = finder.path(from: sources, to: group, metric: metric)
        if least == .max { outcome.unreachable += 1 }
        let what = "from \(sources[0]) to \(group[0])"
        if (path.map { Int64($0.weight) } ?? .max) != least {
          outcome.faults.append("\(what): \(path?.weight ?? -1), Dijkstra \(least)")
        } else if let path, let fault = PathCheck.fault(path, network, weights) {
          outcome.faults.append("\(what): \(fault)")
        }
      }
    }
    return outcome
  }

  /// Changes the traffic of random edges round by round: slower, faster, closed, and free again.
  private func disturb(_ metric: inout RouteMetric) {
    let network = metric.network
    var random = SeededGenerator(seed: seed, stream: 8)
    var traffic = TrafficState(network: network)
    for _ in 0..<rounds {
      var changed: [Int] = []
      for _ in 0..<edgesPerRound {
        let edge = random.nextIndex(below: network.edgeCount)
        changed.append(edge)
        let free = network.edge(edge).freeFlowMetersPerSecond * 3.6
        switch random.nextIndex(below: 8) {
        case 0: traffic.close(edge: edge)
        case 1, 2: traffic.clear(edge: edge)
        default:
          traffic.set(edge: edge, speedKilometersPerHour: max(1, free * (0.1 + 1.2 * random.nextUnit())))
        }
      }
      metric.update(edges: changed, traffic: traffic)
    }
  }
}
