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
  static func customize(_ storage: Storage, _ network: RoadNetwork, _ weights: EdgeWeights, threads: Int) {
    let hierarchy = network.hierarchy
    let links = hierarchy.links
    let tasks = links.tasks
    let threads = max(1, threads)
    let base = BaseWeights(weights, threads: threads)
    let customizers = (0..<threads).map { _ in Customizer(hierarchy, links, storage, base) }
    Threads.share(tasks.count, among: threads) { task, thread in
      customizers[thread].customize(tasks[task])
    }
    customizers[0].customize(links.top)
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
  let turns: SlabOwner<Int32>

  init(_ weights: EdgeWeights, threads: Int) {
    turns = SlabOwner(repeating: 0, count: weights.turns.count)
    let slab = turns.slab
    let pieces = 4 * threads
    Threads.share(pieces, among: slab.count < 100_000 ? 1 : threads) { piece, _ in
      for turn in slab.count * piece / pieces..<slab.count * (piece + 1) / pieces {
        slab[turn] = weights.weight(ofTurn: UInt32(truncatingIfNeeded: turn))
      }
    }
  }
}

/// Works out the weights of the arcs of one state after the other, from the lowest up. It owns its scratch.
///
/// Its loop touches plain memory only: a reference to a class in it costs a count per state, shared by all threads.
@safe
private struct Customizer: @unchecked Sendable {
  private let out: Half
  private let into: Half
  private let depth: Slab<UInt16>
  private let base: BaseWeights
  /// The least way found for the arcs of the state at hand, by the depth of their heads.
  private let best: SlabOwner<UInt64>
  /// Keeps the memory of the slabs.
  private let owners: (RoutingHierarchy, HierarchyLinks, RouteMetric.Storage)

  /// A way over a lower state in one word, so that the lesser word is the shorter way and one comparison decides: 31
  /// bits of weight; 19 bits of the lower state's number among those of the state at hand, from 1 on, 0 for a turn; 14
  /// bits of the arc's place in the lower state's run. A turn wins against a way that is as long, and so does the
  /// earlier of two ways.
  private enum Key {
    static let weightShift: UInt64 = 33
    static let placeBits: UInt64 = 14
    static let mostEntries = RoutingHierarchy.mostLowerStates

    @inline(__always)
    static func make(weight: UInt64, entry: Int, place: Int) -> UInt64 {
      weight << weightShift &+ UInt64(truncatingIfNeeded: entry + 1) << placeBits
        &+ UInt64(truncatingIfNeeded: place)
    }

    @inline(__always)
    static func entryAfter(_ key: UInt64) -> Int {
      Int(truncatingIfNeeded: (key & (1 << weightShift - 1)) >> placeBits)
    }

    @inline(__always)
    static func place(_ key: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: key & (1 << placeBits - 1)) }
  }

  /// The arcs of one sense.
  private struct Half {
    let first: Slab<UInt32>
    let depths: Slab<UInt16>
    let weight: Slab<Int32>
    let middles: Slab<RouteMetric.Middle>
    let turns: Slab<UInt32>
    let lowerFirst: Slab<UInt32>
    let lowerArcs: Slab<UInt32>
    let lowerTails: Slab<UInt32>
  }

  init(
    _ hierarchy: RoutingHierarchy, _ links: HierarchyLinks, _ storage: RouteMetric.Storage, _ base: BaseWeights
  ) {
    out = Half(
      first: hierarchy.outFirst, depths: hierarchy.outDepth, weight: storage.outWeight, middles: storage.outMiddle,
      turns: links.out.turns.slab, lowerFirst: links.out.lowerFirst.slab, lowerArcs: links.out.lowerArcs.slab,
      lowerTails: links.out.lowerTails.slab)
    into = Half(
      first: hierarchy.inFirst, depths: hierarchy.inDepth, weight: storage.inWeight, middles: storage.inMiddle,
      turns: links.into.turns.slab, lowerFirst: links.into.lowerFirst.slab, lowerArcs: links.into.lowerArcs.slab,
      lowerTails: links.into.lowerTails.slab)
    depth = hierarchy.depth
    self.base = base
    best = SlabOwner(repeating: 0, count: hierarchy.maximumDepth + 1)
    owners = (hierarchy, links, storage)
  }

  /// Works out the arcs of some states, in ascending order.
  func customize(_ ranks: some Sequence<Int>) {
    let (out, into, depth, weights) = (out, into, depth, base.turns.slab)
    let best = best.slab
    for rank in ranks {
      let own = depth[rank]
      Self.customize(rank, own, out, lower: into, weights, best, isOut: true)
      Self.customize(rank, own, into, lower: out, weights, best, isOut: false)
    }
  }

  /// The arcs of one sense: from x over each lower v that x reaches (or is reached from) to what v reaches above x.
  @inline(__always)
  private static func customize(
    _ x: Int, _ own: UInt16, _ half: Half, lower: Half, _ weights: Slab<Int32>, _ best: Slab<UInt64>,
    isOut: Bool
  ) {
    let start = Int(half.first[x])
    let end = Int(half.first[x + 1])
    if start == end { return }
    for arc in start..<end {
      let turn = half.turns[arc]
      let weight = turn == HierarchyLinks.none ? RouteMetric.unreachable : weights[turn]
      best[Int(half.depths[arc])] = UInt64(UInt32(bitPattern: weight)) << Key.weightShift
    }
    let firstEntry = Int(lower.lowerFirst[x])
    let last = min(Int(lower.lowerFirst[x + 1]), firstEntry + Key.mostEntries)
    for entry in firstEntry..<last {
      let v = Int(lower.lowerTails[entry])
      let down = UInt64(UInt32(bitPattern: lower.weight[lower.lowerArcs[entry]]))
      let stop = Int(half.first[v])
      var index = Int(half.first[v + 1]) - 1
      var key = Key.make(weight: down, entry: entry - firstEntry, place: index - stop)
      while index >= stop {
        let head = half.depths[index]
        if head >= own { break }
        let offer = key &+ UInt64(UInt32(bitPattern: half.weight[index])) << Key.weightShift
        best[Int(head)] = min(best[Int(head)], offer)
        index &-= 1
        key &-= 1
      }
    }
    for arc in start..<end {
      let key = best[Int(half.depths[arc])]
      half.weight[arc] = Int32(truncatingIfNeeded: key >> Key.weightShift)
      let number = Key.entryAfter(key)
      if number == 0 {
        half.middles[arc] = RouteMetric.Middle(lower: RouteMetric.Middle.none, upper: half.turns[arc])
      } else {
        let entry = firstEntry + number - 1
        let upper = half.first[lower.lowerTails[entry]] &+ Key.place(key)
        let arcs = (lower.lowerArcs[entry], upper)
        half.middles[arc] = RouteMetric.Middle(lower: isOut ? arcs.0 : arcs.1, upper: isOut ? arcs.1 : arcs.0)
      }
    }
  }
}
