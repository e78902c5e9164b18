import Measurement
public import RoadNetwork
import WaybenchCore

/// Measures every part of routing on one network: what `bench routing` prints.
public struct RoutingBench: Sendable {
  /// How often what takes milliseconds is repeated.
  public var repetitions: Int
  /// How many random pairs are asked.
  public var pairs: Int
  /// The seed of pairs and changes.
  public var seed: UInt64

  /// What is measured, in this order.
  public var parts: Set<Part>

  /// What can be measured on its own.
  public enum Part: String, Sendable, CaseIterable {
    case order, customize, partial, query, table, call, alternatives
  }

  /// Makes a measurement.
  public init(
    repetitions: Int = 11, pairs: Int = 10_000, seed: UInt64 = 1, parts: Set<Part> = Set(Part.allCases)
  ) {
    self.repetitions = repetitions
    self.pairs = pairs
    self.seed = seed
    self.parts = parts
  }

  /// One thing measured.
  public struct Row: Sendable {
    /// What.
    public var name: String
    /// How often.
    public var count: Int
    /// Half of the times are not longer, nanoseconds.
    public var medianNanoseconds: Double
    /// 99 of 100 times are not longer, nanoseconds.
    public var p99Nanoseconds: Double
    /// More that belongs to it, for people.
    public var note = ""
  }

  /// Measures and tells each figure as soon as it is known. Pairs of places are random; the order and the
  /// customizations take the whole network.
  public func run(_ network: RoadNetwork, _ tell: (Row) -> Void) {
    for part in Part.allCases where parts.contains(part) {
      switch part {
      case .order: tell(time("order, two threads", 1) { network.contractionOrder().count })
      case .customize: customizations(network).forEach(tell)
      case .partial: partial(network).forEach(tell)
      case .query: queries(network).forEach(tell)
      case .table: tables(network).forEach(tell)
      case .call: tell(calls(network))
      case .alternatives: tell(alternatives(network))
      }
    }
  }

  private func customizations(_ network: RoadNetwork) -> [Row] {
    let weights = network.freeFlowWeights
    var metric = RouteMetric(weights: weights)
    return [1, 2].map { threads in
      time("customize, \(threads) thread\(threads == 1 ? "" : "s")", repetitions) {
        metric.customize(weights, threads: threads)
        return metric.byteCount
      }
    }
  }

  /// Measures how long it takes to open a network file that lies in the page cache, with all its checks.
  public func open(_ path: String) throws -> Row {
    var times: [Double] = []
    for _ in 0..<repetitions {
      let start = MonotonicClock.nowNanoseconds()
      let network = try RoadNetwork(path: path)
      times.append(Double(MonotonicClock.nowNanoseconds() &- start))
      Self.keep(network.edgeCount)
    }
    return Self.row("open the file, checksums and structure checked", times)
  }

  private func time(_ name: String, _ count: Int, _ body: () -> Int) -> Row {
    var times: [Double] = []
    for _ in 0..<count {
      let start = MonotonicClock.nowNanoseconds()
      Self.keep(body())
      times.append(Double(MonotonicClock.nowNanoseconds() &- start))
    }
    return Self.row(name, times)
  }

  /// Keeps a result from being left out.
  @inline(never)
  private static func keep(_ value: Int) {}

  /// Whether a part has taken so long that it tells what it has: some seconds each on a network like a plain grid.
  private static func isOver(_ begun: Int64) -> Bool { MonotonicClock.nowNanoseconds() &- begun > 20_000_000_000 }

  static func row(_ name: String, _ times: [Double], note: String = "") -> Row {
    let sorted = times.sorted()
    guard !sorted.isEmpty else { return Row(name: name, count: 0, medianNanoseconds: .nan, p99Nanoseconds: .nan) }
    return Row(
      name: name, count: sorted.count, medianNanoseconds: sorted[sorted.count / 2],
      p99Nanoseconds: sorted[min(sorted.count - 1, sorted.count * 99 / 100)], note: note)
  }

  private func partial(_ network: RoadNetwork) -> [Row] {
    var random = SeededGenerator(seed: seed, stream: 1)
    var metric = RouteMetric(weights: network.freeFlowWeights)
    var traffic = TrafficState(network: network)
    var times = (slower: [Double](), back: [Double]())
    let begun = MonotonicClock.nowNanoseconds()
    for round in 0..<max(20, repetitions * 4) where round < 5 || !Self.isOver(begun) {
      var edges = Set<Int>()
      while edges.count < min(100, network.edgeCount) { edges.insert(random.nextIndex(below: network.edgeCount)) }
      let changed = edges.sorted()
      for edge in changed {
        let free = network.edge(edge).freeFlowMetersPerSecond * 3.6
        traffic.set(edge: edge, speedKilometersPerHour: max(1, free / 3))
      }
      var start = MonotonicClock.nowNanoseconds()
      metric.update(edges: changed, traffic: traffic)
      // The first rounds make room for the marks.
      if round > 1 { times.slower.append(Double(MonotonicClock.nowNanoseconds() &- start)) }
      for edge in changed { traffic.clear(edge: edge) }
      start = MonotonicClock.nowNanoseconds()
      metric.update(edges: changed, traffic: traffic)
      if round > 1 { times.back.append(Double(MonotonicClock.nowNanoseconds() &- start)) }
    }
    return [
      Self.row("partial, 100 random edges three times slower", times.slower),
      Self.row("partial, the same edges free again", times.back),
    ]
  }

  /// Places in the middle of random edges of the main part of the network.
  private func places(_ network: RoadNetwork, stream: UInt64) -> [(NetworkPlace, NetworkPlace)] {
    var random = SeededGenerator(seed: seed, stream: stream)
    let edges = (0..<network.edgeCount).filter { network.edge($0).flags.isDisjoint(with: [.isolated, .restricted]) }
    func place() -> NetworkPlace {
      NetworkPlace(
        edge: edges[random.nextIndex(below: edges.count)], fraction: random.nextUnit(), distanceMeters: 0)
    }
    return edges.isEmpty ? [] : (0..<pairs).map { _ in (place(), place()) }
  }

  private func queries(_ network: RoadNetwork) -> [Row] {
    let metric = network.freeFlowMetric
    var finder = PathFinder(network: network)
    var single: [Double] = []
    var double: [Double] = []
    var edges = 0
    for (from, to) in places(network, stream: 2) {
      var start = MonotonicClock.nowNanoseconds()
      let path = finder.path(from: [from], to: [to], metric: metric)
      single.append(Double(MonotonicClock.nowNanoseconds() &- start))
      edges += path?.edges.count ?? 0
      let (sources, targets) = (network.bothDirections(of: from), network.bothDirections(of: to))
      start = MonotonicClock.nowNanoseconds()
      let other = finder.path(from: sources, to: targets, metric: metric)
      double.append(Double(MonotonicClock.nowNanoseconds() &- start))
      Self.keep(other?.edges.count ?? 0)
    }
    let note = "\(edges / max(1, single.count)) edges a path"
    return [
      Self.row("query with edge path, one direction known at either end", single, note: note),
      Self.row("query with edge path, both directions at either end", double),
    ]
  }

  private func tables(_ network: RoadNetwork) -> [Row] {
    let metric = network.freeFlowMetric
    var table = DistanceTable(network: network)
    var index = SegmentQuery()
    return [5, 10, 20].map { size in
      var random = SeededGenerator(seed: seed, stream: 4)
      var times: [Double] = []
      for _ in 0..<min(500, pairs) {
        // Places around one place, as a matcher asks.
        let middle = network.coordinate(ofJunction: random.nextIndex(below: network.junctionCount))
        let near = network.edges(near: middle, radiusMeters: 400, most: 4 * size, using: &index)
        guard near.count >= 2 else { continue }
        func some() -> [NetworkPlace] {
          (0..<size).map { _ in
            NetworkPlace(edge: near[random.nextIndex(below: near.count)], fraction: 0.5, distanceMeters: 0)
          }
        }
        let (sources, targets) = (some(), some())
        let start = MonotonicClock.nowNanoseconds()
        let weights = table.weights(from: sources, to: targets, metric: metric)
        times.append(Double(MonotonicClock.nowNanoseconds() &- start))
        Self.keep(weights.count)
      }
      return Self.row("table of \(size) x \(size) near places", times)
    }
  }

  /// Alternatives of 1,000 pairs: the time of the search beside the best way, how many pairs have one and two, and the
  /// greatest sharing and stretch that were let through.
  private func alternatives(_ network: RoadNetwork) -> Row {
    let metric = network.freeFlowMetric
    var finder = PathFinder(network: network)
    var times: [Double] = []
    var found = [0, 0, 0]
    var worst = (sharing: 0.0, weight: 0.0, length: 0.0)
    let begun = MonotonicClock.nowNanoseconds()
    for (from, to) in places(network, stream: 5).prefix(1_000) where times.count < 5 || !Self.isOver(begun) {
      let (sources, targets) = (network.bothDirections(of: from), network.bothDirections(of: to))
      guard let best = finder.path(from: sources, to: targets, metric: metric) else { continue }
      let start = MonotonicClock.nowNanoseconds()
      let others = finder.alternatives(to: best, from: sources, to: targets, metric: metric, count: 2)
      times.append(Double(MonotonicClock.nowNanoseconds() &- start))
      found[min(2, others.count)] += 1
      var known = [best]
      for other in others {
        for way in known { worst.sharing = max(worst.sharing, network.sharing(of: other, with: way)) }
        worst.weight = max(worst.weight, Double(other.weight) / Double(max(1, best.weight)))
        worst.length = max(worst.length, network.length(of: other) / max(1, network.length(of: best)))
        known.append(other)
      }
    }
    let count = max(1, times.count)
    func percent(_ share: Double) -> String {
      let tenths = Int((share * 1000).rounded())
      return "\(tenths / 10).\(tenths % 10) %"
    }
    let (one, two) = (Double(found[1] + found[2]) / Double(count), Double(found[2]) / Double(count))
    let note =
      "one or more \(percent(one)), two \(percent(two)); most shared \(percent(worst.sharing)), "
      + "most weight \(percent(worst.weight)), longest \(percent(worst.length))"
    return Self.row("alternatives, up to two", times, note: note)
  }

  private func calls(_ network: RoadNetwork) -> Row {
    var router = NetworkRouter(network: network)
    var times: [Double] = []
    for (from, to) in places(network, stream: 3) {
      let request = [from, to].map { RouteRequest.Waypoint(coordinate: network.coordinate(of: $0)) }
      let start = MonotonicClock.nowNanoseconds()
      let route = try? router.route(through: request).route
      times.append(Double(MonotonicClock.nowNanoseconds() &- start))
      Self.keep(route?.steps.count ?? 0)
    }
    return Self.row("reroute call: snap, query, path, geometry, maneuvers", times)
  }
}

extension RoadNetwork {
  /// A place for each direction in which its road may be driven.
  func bothDirections(of place: NetworkPlace) -> [NetworkPlace] {
    guard let twin = edge(place.edge).twin else { return [place] }
    return [place, NetworkPlace(edge: twin, fraction: 1 - place.fraction, distanceMeters: place.distanceMeters)]
  }
}

extension RoadNetwork {
  /// How much of an edge a path drives, metres: the first and the last one in part.
  private func driven(_ path: NetworkPath, _ index: Int) -> Double {
    let from = index == 0 ? path.startFraction : 0
    let to = index == path.edges.count - 1 ? path.endFraction : 1
    return edge(path.edges[index]).lengthMeters * max(0, to - from)
  }

  /// The length of a path, metres.
  func length(of path: NetworkPath) -> Double { path.edges.indices.reduce(0) { $0 + driven(path, $1) } }

  /// The share of a path's length on edges of another path, 0 ... 1.
  func sharing(of path: NetworkPath, with other: NetworkPath) -> Double {
    let edges = Set(other.edges)
    let shared = path.edges.indices.filter { edges.contains(path.edges[$0]) }.reduce(0) { $0 + driven(path, $1) }
    return shared / max(1e-9, length(of: path))
  }
}
