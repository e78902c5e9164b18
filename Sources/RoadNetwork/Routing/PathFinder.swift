import WaybenchCore

/// Finds the cheapest legal way between places on a network, for the weights of a metric.
///
/// It owns its scratch, belongs to one thread, and allocates nothing per search besides its answer once its scratch has
/// grown.
public struct PathFinder: Sendable {
  /// The network.
  public let network: RoadNetwork
  var query = HierarchyQuery()
  /// Searches while the labels of `query` are still needed.
  var checker = HierarchyQuery()
  var sourceSeeds: [HierarchyQuery.Seed] = []
  var targetSeeds: [HierarchyQuery.Seed] = []
  /// What the weights of the last search's seeds are too high by.
  private(set) var bias: Int32 = 0
  /// For alternatives: a metric of its own, and marks of edges.
  var detours: DetourScratch?

  /// Makes a finder. O(1).
  public init(network: RoadNetwork) { self.network = network }

  /// The cheapest way from one of some places to one of some others; `nil` when there is none.
  ///
  /// A place on an edge pays for the part of the edge that is driven: `EdgeWeights.partial`. A closed edge is no place.
  ///
  /// - Complexity: O(arcs of the hierarchy above the places), some microseconds.
  public mutating func path(
    from sources: [NetworkPlace], to targets: [NetworkPlace], metric: RouteMetric
  ) -> NetworkPath? {
    let direct = seed(sources, targets, metric)
    let answer = query.run(metric, sources: sourceSeeds, targets: targetSeeds)
    if let direct, direct.weight <= (answer?.weight ?? .max) - bias {
      return NetworkPath(
        edges: [sources[direct.source].edge], startFraction: sources[direct.source].fraction,
        endFraction: targets[direct.target].fraction, weight: Int(direct.weight))
    }
    guard let answer else { return nil }
    query.unpack(metric)
    return path(answer, from: sources, to: targets)
  }

  /// Fills the seeds, and finds the cheapest way that stays on one edge.
  mutating func seed(
    _ sources: [NetworkPlace], _ targets: [NetworkPlace], _ metric: RouteMetric
  ) -> (weight: Int32, source: Int, target: Int)? {
    var direct: (weight: Int32, source: Int, target: Int)?
    bias = 0
    sourceSeeds.removeAll(keepingCapacity: true)
    targetSeeds.removeAll(keepingCapacity: true)
    for (index, target) in targets.enumerated() {
      let weight = metric.weight(ofEdge: target.edge)
      if weight >= RouteMetric.unreachable { continue }
      bias = max(bias, weight - EdgeWeights.partial(weight, target.fraction))
      for (place, source) in sources.enumerated()
      where source.edge == target.edge && source.fraction <= target.fraction {
        let cost = EdgeWeights.partial(weight, target.fraction) - EdgeWeights.partial(weight, source.fraction)
        if cost < direct?.weight ?? .max { direct = (cost, place, index) }
      }
    }
    for (index, target) in targets.enumerated() { addTarget(target, index, bias, metric) }
    for (index, source) in sources.enumerated() {
      addSource(source, index, isTarget: targets.contains { $0.edge == source.edge }, metric)
    }
    return direct
  }

  private mutating func addTarget(_ target: NetworkPlace, _ index: Int, _ bias: Int32, _ metric: RouteMetric) {
    let weight = metric.weight(ofEdge: target.edge)
    guard weight < RouteMetric.unreachable else { return }
    let rest = weight - EdgeWeights.partial(weight, target.fraction)
    network.visitStates(ofEdge: target.edge) { state in
      targetSeeds.append(
        HierarchyQuery.Seed(
          rank: network.hierarchy.rankOfState[state], weight: bias - rest, place: Int32(truncatingIfNeeded: index)))
    }
  }

  /// A place whose edge is that of a target starts behind the turns from the edge: a way that leads back onto the edge
  /// would otherwise cost less than nothing.
  private mutating func addSource(_ source: NetworkPlace, _ index: Int, isTarget: Bool, _ metric: RouteMetric) {
    let weight = metric.weight(ofEdge: source.edge)
    guard weight < RouteMetric.unreachable else { return }
    let rest = weight - EdgeWeights.partial(weight, source.fraction)
    let place = Int32(truncatingIfNeeded: index)
    if !isTarget {
      sourceSeeds.append(
        HierarchyQuery.Seed(rank: network.hierarchy.rankOfState[source.edge], weight: rest, place: place))
      return
    }
    for turn in network.firstTurn[source.edge]..<network.firstTurn[source.edge + 1] {
      let onward = metric.weight(ofTurn: turn, from: source.edge)
      if onward >= RouteMetric.unreachable { continue }
      sourceSeeds.append(
        HierarchyQuery.Seed(
          rank: network.hierarchy.rankOfState[network.turns[turn].target], weight: rest + onward, place: place,
          turn: turn))
    }
  }

  /// The path that the query has unpacked.
  func path(
    _ answer: HierarchyQuery.Answer, from sources: [NetworkPlace], to targets: [NetworkPlace]
  ) -> NetworkPath {
    let source = sources[Int(answer.source.place)]
    let target = targets[Int(answer.target.place)]
    var turns: [UInt32] = []
    turns.reserveCapacity(query.turns.count + 1)
    if answer.source.turn != HierarchyQuery.noTurn { turns.append(answer.source.turn) }
    turns.append(contentsOf: query.turns)
    let edges = [Int](capacity: turns.count + 1) { edges in
      edges.append(source.edge)
      for turn in turns { edges.append(network.edge(afterTurn: turn)) }
    }
    return NetworkPath(
      edges: edges, turns: turns, startFraction: source.fraction, endFraction: target.fraction,
      weight: Int(answer.weight - bias))
  }
}

extension RouteMetric {
  /// The weight of a legal turn from an edge with the edge behind it. Those of free roads are worked out one by one:
  /// most routes need none, and all of them take as long as a million routes.
  func weight(ofTurn turn: UInt32, from edge: Int) -> Int32 {
    if let ownWeights { return ownWeights.weight(ofTurn: turn) }
    return EdgeWeights.freeFlowWeight(ofTurn: turn, from: edge, network)
  }
}

extension RoadNetwork {
  /// The edge that a legal turn leads to: a state below the number of edges is an edge, and saves a look-up.
  @inline(__always)
  fileprivate func edge(afterTurn turn: UInt32) -> Int {
    let state = turns[turn].target
    return Int(state) < edges.count ? Int(state) : Int(stateEdge[state])
  }

  /// Calls `body` with every state of an edge. O(log further states).
  @inline(__always)
  func visitStates(ofEdge edge: Int, _ body: (UInt32) -> Void) {
    body(UInt32(edge))
    if furtherStates.isEmpty { return }
    var low = 0
    var high = furtherStates.count
    while low < high {
      let middle = (low + high) / 2
      if furtherStates[middle].edge < UInt32(edge) { low = middle + 1 } else { high = middle }
    }
    while low < furtherStates.count, furtherStates[low].edge == UInt32(edge) {
      body(furtherStates[low].state)
      low += 1
    }
  }
}
