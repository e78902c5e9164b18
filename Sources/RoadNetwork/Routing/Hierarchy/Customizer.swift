extension RouteMetric {
  /// Customizes anew for other weights of the same network, in place where nobody else holds the metric.
  ///
  /// - Parameter threads: how many threads share the work; one per processor without it.
  /// - Complexity: O(lower triangles).
  public mutating func customize(_ weights: EdgeWeights, threads: Int? = nil) {
    renew()
    makeOwn()
    Self.customize(storage, network, weights, threads: threads ?? Threads.count)
    put(weights)
  }

  static func customized(_ network: RoadNetwork, _ weights: EdgeWeights, threads: Int) -> Storage {
    let storage = Storage(outCount: network.hierarchy.outCount, inCount: network.hierarchy.inCount)
    customize(storage, network, weights, threads: threads)
    return storage
  }

  /// The basic customization of Dibbelt, Strasser and Wagner, left-looking, with the middle of every short cut.
  private static func customize(_ storage: Storage, _ network: RoadNetwork, _ weights: EdgeWeights, threads: Int) {
    let hierarchy = network.hierarchy
    let links = hierarchy.links
    let tasks = links.tasks
    let base = BaseWeights(weights)
    let customizers = (0..<max(1, threads)).map { _ in Customizer(hierarchy, links, storage, base) }
    Threads.share(tasks.count, among: threads) { task, thread in
      for rank in tasks[task] { customizers[thread].customize(rank) }
    }
    for rank in links.top { customizers[0].customize(rank) }
  }
}

extension EdgeWeights {
  /// The weight of a turn with the edge behind it: that of an arc of the turn-expanded graph.
  @inline(__always)
  func weight(ofTurn turn: UInt32) -> Int32 {
    let edge = edges[Int(network.stateEdge[network.turns[turn].target])]
    let own = turns[Int(turn)]
    return edge >= Self.unreachable || own >= Self.unreachable ? Self.unreachable : edge + own
  }
}

/// The weight of each turn with the edge behind it.
struct BaseWeights: Sendable {
  private let turns: SlabOwner<Int32>

  init(_ weights: EdgeWeights) {
    turns = SlabOwner(repeating: 0, count: weights.turns.count)
    let slab = turns.slab
    let (network, edges, own) = (weights.network, weights.edges, weights.turns)
    for turn in own.indices {
      let edge = edges[Int(network.stateEdge[network.turns[turn].target])]
      slab[turn] = edge >= EdgeWeights.unreachable ? EdgeWeights.unreachable : edge &+ own[turn]
    }
  }

  /// The weight of an arc of the hierarchy by its turn; unreachable for a short cut.
  @inline(__always)
  func weight(ofTurn turn: UInt32) -> Int32 {
    turn == HierarchyLinks.none ? RouteMetric.unreachable : turns.slab[turn]
  }
}

/// Works out the weights of the arcs of one state after the other, from the lowest up. It owns its scratch.
private struct Customizer: Sendable {
  private let hierarchy: RoutingHierarchy
  private let links: HierarchyLinks
  private let storage: RouteMetric.Storage
  private let base: BaseWeights
  /// The least weights found for the arcs of the state at hand, by the depth of their heads.
  private let least: SlabOwner<Int32>
  /// The middles that belong to them: the lower arc in the low half, the upper one in the high half.
  private let middle: SlabOwner<UInt64>

  init(
    _ hierarchy: RoutingHierarchy, _ links: HierarchyLinks, _ storage: RouteMetric.Storage, _ base: BaseWeights
  ) {
    self.hierarchy = hierarchy
    self.links = links
    self.storage = storage
    self.base = base
    least = SlabOwner(repeating: 0, count: hierarchy.maximumDepth + 1)
    middle = SlabOwner(repeating: 0, count: hierarchy.maximumDepth + 1)
  }

  func customize(_ rank: Int) {
    customize(
      rank, hierarchy.outFirst, hierarchy.outDepth, storage.outWeight, storage.outMiddle, links.out.turns.slab,
      lower: links.into, lowerWeight: storage.inWeight, isOut: true)
    customize(
      rank, hierarchy.inFirst, hierarchy.inDepth, storage.inWeight, storage.inMiddle, links.into.turns.slab,
      lower: links.out, lowerWeight: storage.outWeight, isOut: false)
  }

  /// The arcs of one sense: from x over each lower v that x reaches (or is reached from) to what v reaches above x.
  @inline(__always)
  private func customize(
    _ x: Int, _ first: Slab<UInt32>, _ depths: Slab<UInt16>, _ weight: Slab<Int32>, _ middles: Slab<RouteMetric.Middle>,
    _ turns: Slab<UInt32>, lower: HierarchyLinks.Half, lowerWeight: Slab<Int32>, isOut: Bool
  ) {
    let start = Int(first[x])
    let end = Int(first[x + 1])
    if start == end { return }
    let own = hierarchy.depth[x]
    let least = least.slab
    let middle = middle.slab
    for arc in start..<end {
      let depth = Int(depths[arc])
      least[depth] = base.weight(ofTurn: turns[arc])
      middle[depth] = UInt64(RouteMetric.Middle.none) | UInt64(turns[arc]) << 32
    }
    let lowerFirst = lower.lowerFirst.slab
    for entry in Int(lowerFirst[x])..<Int(lowerFirst[x + 1]) {
      let arc = lower.lowerArcs.slab[entry]
      let down = lowerWeight[arc]
      if down >= RouteMetric.unreachable { continue }
      let v = Int(lower.lowerTails.slab[entry])
      let stop = Int(first[v])
      var index = Int(first[v + 1]) - 1
      while index >= stop {
        let head = depths[index]
        if head >= own { break }
        // Chosen without a branch: whether a way is shorter cannot be predicted.
        let sum = down &+ weight[index]
        let before = least[Int(head)]
        let isShorter = sum < before
        least[Int(head)] = isShorter ? sum : before
        let other = UInt64(truncatingIfNeeded: index)
        let own = UInt64(arc)
        let bits = isOut ? own | other << 32 : other | own << 32
        middle[Int(head)] = isShorter ? bits : middle[Int(head)]
        index &-= 1
      }
    }
    for arc in start..<end {
      let depth = Int(depths[arc])
      weight[arc] = least[depth]
      middles[arc] = RouteMetric.Middle(
        lower: UInt32(truncatingIfNeeded: middle[depth]), upper: UInt32(truncatingIfNeeded: middle[depth] >> 32))
    }
  }
}
