/// Which ways are worth showing beside the best one. The defaults are those of Abraham et al., 2013, but for the
/// stretch.
public struct AlternativeLimits: Sendable, Hashable {
  /// How much of a way may be shared with the better ones, 0 ... 1 of its weight.
  public var sharing = 0.8
  /// How many times the best way's weight and length it may have.
  public var stretch = 1.4
  /// The part of what it does not share with the best way over which it must be the best way itself, everywhere: no
  /// senseless loops.
  public var localOptimality = 0.25

  /// Makes the limits.
  public init() {}
}

/// What the search for alternatives keeps: marks of edges, and a metric that may be spoilt.
struct DetourScratch: Sendable {
  var marks: [UInt32]
  var generation: UInt32 = 0
  /// A copy of the metric whose weights are raised along ways that are known, and the weights that it was made of.
  var penalized: RouteMetric?
}

extension PathFinder {
  /// Up to `count` ways beside the best one that are worth showing, best first.
  ///
  /// First ways over one further state each: the query finds them by the way. Where they are too few, the weights along
  /// the ways known so far are raised and the best way is searched again. Every way shares little with the others, is
  /// not much longer, and is the best way itself between any two of its places that lie near each other.
  ///
  /// - Parameters:
  ///   - best: what `path` answered for the same places and metric.
  ///   - limits: which ways are worth showing.
  public mutating func alternatives(
    to best: NetworkPath, from sources: [NetworkPlace], to targets: [NetworkPlace], metric: RouteMetric, count: Int,
    limits: AlternativeLimits = AlternativeLimits()
  ) -> [NetworkPath] {
    guard count > 0, best.edges.count > 2 else { return [] }
    if detours == nil { detours = DetourScratch(marks: [UInt32](repeating: 0, count: network.edgeCount)) }
    var known = [best]
    mark(best, isFirst: true)
    addDetours(sources, targets, metric, most: count + 1, limits, &known)
    if known.count <= count { addPenalized(sources, targets, metric, limits, &known) }
    return known.dropFirst().sorted { $0.weight < $1.weight }
  }

  /// Ways over one state: all states at which the two sides of the query met.
  private mutating func addDetours(
    _ sources: [NetworkPlace], _ targets: [NetworkPlace], _ metric: RouteMetric, most: Int, _ limits: AlternativeLimits,
    _ known: inout [NetworkPath]
  ) {
    _ = seed(sources, targets, metric)
    guard query.run(metric, sources: sourceSeeds, targets: targetSeeds, slack: limits.stretch) != nil else { return }
    let bound = Int32(clamping: Int(Double(known[0].weight) * limits.stretch) + Int(bias))
    var tries = 0
    for meeting in query.detours(upTo: bound) where known.count < most && tries < 64 {
      guard
        let answer = query.unpack(detour: meeting, metric, sources: sourceSeeds, targets: targetSeeds)
      else { continue }
      tries += 1
      let way = path(answer, from: sources, to: targets)
      // The labels of the query are still needed: the test searches with scratch of its own.
      if isWorthShowing(way, best: known[0], limits), isLocallyBest(way, best: known[0], metric, limits) {
        known.append(way)
        mark(way, isFirst: false)
      }
    }
  }

  /// The way that is best when those known are made dearer.
  private mutating func addPenalized(
    _ sources: [NetworkPlace], _ targets: [NetworkPlace], _ metric: RouteMetric, _ limits: AlternativeLimits,
    _ known: inout [NetworkPath]
  ) {
    var spoilt = detours?.penalized ?? metric
    detours?.penalized = nil
    if !spoilt.isSame(as: metric) { spoilt = metric }
    var raised: [Int: Int32] = [:]
    for way in known {
      for edge in way.edges.dropFirst().dropLast() {
        for case let side? in [edge, network.edge(edge).twin] {
          let weight = metric.weight(ofEdge: side)
          if weight >= RouteMetric.unreachable { continue }
          raised[side] = min(EdgeWeights.greatest, Int32(clamping: Int(Double(weight) * Self.penaltyFactor) + 1))
        }
      }
    }
    let changes = raised.sorted { $0.key < $1.key }.map { (edge: $0.key, weight: $0.value) }
    let found = spoilt.withWeights(changes, mostLooks: Self.mostLooks) { path(from: sources, to: targets, metric: $0) }
    detours?.penalized = spoilt
    guard case var way?? = found else { return }
    way.weight = weight(of: way, metric)
    if isWorthShowing(way, best: known[0], limits), isLocallyBest(way, best: known[0], metric, limits) {
      known.append(way)
      mark(way, isFirst: false)
    }
  }

  /// How much dearer an edge of a known way becomes.
  private static let penaltyFactor = 1.4
  /// Bounds the search with dearer ways: some milliseconds. Longer cuts than towns have give it up.
  private static let mostLooks = 450_000

  // MARK: - Tests of a way

  /// Marks the edges of a way and those against it, so that what is shared can be told.
  private mutating func mark(_ way: NetworkPath, isFirst: Bool) {
    guard var scratch = detours else { return }
    detours = nil
    if isFirst {
      scratch.generation &+= 1
      if scratch.generation == 0 {
        for edge in scratch.marks.indices { scratch.marks[edge] = 0 }
        scratch.generation = 1
      }
    }
    for edge in way.edges { scratch.marks[edge] = scratch.generation }
    detours = scratch
  }

  /// Whether a way shares little with those marked and is not much longer than the best.
  private func isWorthShowing(_ way: NetworkPath, best: NetworkPath, _ limits: AlternativeLimits) -> Bool {
    guard let scratch = detours, Double(way.weight) <= limits.stretch * Double(best.weight) else { return false }
    var shared = 0.0
    var length = 0.0
    var isOnRoad: [Int: Bool] = [:]
    for index in way.edges.indices {
      let edge = way.edges[index]
      let driven = drivenMillimeters(way, index)
      length += driven
      if scratch.marks[edge] == scratch.generation { shared += driven }
      // A way that passes a stretch twice, or there and back, is none.
      if isOnRoad.updateValue(true, forKey: Int(network.edges[edge].link)) != nil { return false }
    }
    let bestLength = best.edges.indices.reduce(0) { $0 + drivenMillimeters(best, $1) }
    return shared <= limits.sharing * length && length <= limits.stretch * bestLength
  }

  /// How much of an edge a way drives: the first and the last one in part.
  private func drivenMillimeters(_ way: NetworkPath, _ index: Int) -> Double {
    let from = index == 0 ? way.startFraction : 0
    let to = index == way.edges.count - 1 ? way.endFraction : 1
    return Double(network.edges[way.edges[index]].lengthMillimeters) * max(0, to - from)
  }

  /// Whether a way is the best one between any two of its states that lie within a span of weight: tested on windows
  /// that overlap by half, over the stretches that are not shared with better ways.
  private mutating func isLocallyBest(
    _ way: NetworkPath, best: NetworkPath, _ metric: RouteMetric, _ limits: AlternativeLimits
  ) -> Bool {
    guard let scratch = detours, way.turns.count > 1 else { return false }
    let own = way.edges.reduce(0) { sum, edge in
      scratch.marks[edge] == scratch.generation ? sum : sum + Int(metric.weight(ofEdge: edge))
    }
    let span = Int32(clamping: Int(Double(min(own, best.weight)) * limits.localOptimality))
    var sums = [Int32(0)]
    for turn in way.turns { sums.append(sums[sums.count - 1] + metric.weight(ofTurn: turn)) }
    func rank(_ index: Int) -> UInt32 {
      network.hierarchy.rankOfState[
        index == 0 ? UInt32(way.edges[0]) : network.turns[way.turns[index - 1]].target]
    }
    var start = 0
    while start < way.edges.count - 1 {
      var end = start
      while end < way.edges.count - 1, sums[end] - sums[start] < span { end += 1 }
      let isNew = (start + 1...end).contains { scratch.marks[way.edges[$0]] != scratch.generation }
      if isNew {
        let answer = checker.run(
          metric, sources: [HierarchyQuery.Seed(rank: rank(start), weight: 0, place: 0)],
          targets: [HierarchyQuery.Seed(rank: rank(end), weight: 0, place: 0)])
        if let answer, answer.weight < sums[end] - sums[start] { return false }
      }
      if end == way.edges.count - 1 { break }
      var next = start + 1
      while next < end, sums[next] - sums[start] < span / 2 { next += 1 }
      start = next
    }
    return true
  }

  private func weight(of way: NetworkPath, _ metric: RouteMetric) -> Int {
    guard let first = way.edges.first, let last = way.edges.last else { return 0 }
    var sum = Int(EdgeWeights.rest(metric.weight(ofEdge: first), from: way.startFraction))
    for turn in way.turns { sum += Int(metric.weight(ofTurn: turn)) }
    return sum - Int(EdgeWeights.rest(metric.weight(ofEdge: last), from: way.endFraction))
  }
}
