extension RouteMetric {
  /// Takes in the traffic of some edges: only what hangs on them is customized anew.
  ///
  /// The weights are then those that customizing everything would give. Where so much hangs on the edges that
  /// customizing everything is quicker, that is done: with some thousand edges of a large network, or with few edges of
  /// one whose cuts are long, such as a grid.
  ///
  /// - Parameters:
  ///   - edges: every edge whose traffic has changed since the metric was made or last updated.
  ///   - traffic: the speeds of now.
  /// - Returns: how many edges have another weight than before.
  /// - Complexity: O(lower triangles of the arcs that change); a copy of the arrays when the metric is shared.
  @discardableResult
  public mutating func update(edges: some Sequence<Int>, traffic: TrafficState) -> Int {
    var weights = takeWeights()
    let changes = weights.update(edges: edges, traffic: traffic)
    if changes.edges.isEmpty, changes.turns.isEmpty {
      put(weights)
      return 0
    }
    makeWritable()
    renew()
    let customizer = PartialCustomizer(hierarchy, storage, storage.updateScratch(for: hierarchy), weights)
    for edge in changes.edges { customizer.change(turnsInto: edge) }
    for turn in changes.turns { customizer.change(turn: UInt32(turn)) }
    finish(customizer, weights)
    put(weights)
    return changes.edges.count
  }
}

extension RouteMetric {
  /// Lets a body see the metric with other weights of some edges; afterwards it is as it was.
  ///
  /// - Parameter mostLooks: how many pairs of arcs may be looked at to bring the metric in line, some 20 ns each.
  /// - Returns: what the body answered; `nil` when there was more to look at, and the body did not run.
  mutating func withWeights<Result>(
    _ edgeWeights: [(edge: Int, weight: Int32)], mostLooks: Int, _ body: (RouteMetric) -> Result
  ) -> Result? {
    var weights = takeWeights()
    let before = edgeWeights.map { (edge: $0.edge, weight: weights.edges[$0.edge]) }
    for change in edgeWeights { weights.set(change.weight, ofEdge: change.edge) }
    makeWritable()
    let scratch = storage.updateScratch(for: hierarchy)
    scratch.journal = []
    let customizer = PartialCustomizer(hierarchy, storage, scratch, weights)
    for change in edgeWeights { customizer.change(turnsInto: change.edge) }
    let isDone = customizer.run(mostLooks: mostLooks)
    put(weights)
    let result = isDone ? body(self) : nil
    customizer.undo()
    weights = takeWeights()
    // The last of several weights of one edge was put last.
    for change in before.reversed() { weights.set(change.weight, ofEdge: change.edge) }
    put(weights)
    return result
  }

  private func finish(_ customizer: PartialCustomizer, _ weights: EdgeWeights) {
    // A look at a pair of arcs takes several times as long as one of customizing everything.
    let most = max(10_000, hierarchy.links.work / 6)
    if !customizer.run(mostLooks: most) {
      Self.customize(storage, network, weights, threads: Threads.count)
    }
  }
}

/// What partial customization needs beside a metric: marks per arc and a queue of states.
final class UpdateScratch: @unchecked Sendable {
  let outFlags: SlabOwner<UInt8>
  let inFlags: SlabOwner<UInt8>
  let isQueued: SlabOwner<Bool>
  /// A binary heap of ranks, the lowest first.
  var queue: [UInt32] = []
  /// What was written over, in order; `nil` when nobody wants it back.
  var journal: [Entry]?

  /// An arc as it was.
  struct Entry: BitwiseCopyable {
    var arc: ArcNumber
    var weight: Int32
    var middle: RouteMetric.Middle
  }

  init(_ hierarchy: RoutingHierarchy) {
    outFlags = SlabOwner(repeating: 0, count: hierarchy.outCount)
    inFlags = SlabOwner(repeating: 0, count: hierarchy.inCount)
    isQueued = SlabOwner(repeating: false, count: hierarchy.stateCount)
  }
}

/// Brings a metric in line with changed weights of turns, from the lowest state that is touched upwards.
///
/// An arc that became cheaper is written at once and marked to be passed on; one whose way became dearer is worked out
/// anew from the arcs below when its state's turn comes. An arc can need both.
private struct PartialCustomizer {
  private let hierarchy: RoutingHierarchy
  private let links: HierarchyLinks
  private let scratch: UpdateScratch
  private let weights: EdgeWeights
  private let network: RoadNetwork
  private let out: Half
  private let into: Half

  /// One sense of travel: the arcs, their weights and marks.
  private struct Half {
    let first: Slab<UInt32>
    let heads: Slab<UInt32>
    let turns: Slab<UInt32>
    let weight: Slab<Int32>
    let middle: Slab<RouteMetric.Middle>
    let flags: Slab<UInt8>
    /// The bit of its arcs' numbers.
    let sense: UInt32
  }

  private static let recompute: UInt8 = 1
  private static let passOn: UInt8 = 2

  init(
    _ hierarchy: RoutingHierarchy, _ storage: RouteMetric.Storage, _ scratch: UpdateScratch, _ weights: EdgeWeights
  ) {
    self.hierarchy = hierarchy
    self.scratch = scratch
    self.weights = weights
    network = weights.network
    links = hierarchy.links
    out = Half(
      first: hierarchy.outFirst, heads: links.out.heads.slab, turns: links.out.turns.slab,
      weight: storage.outWeight, middle: storage.outMiddle, flags: scratch.outFlags.slab, sense: 0)
    into = Half(
      first: hierarchy.inFirst, heads: links.into.heads.slab, turns: links.into.turns.slab,
      weight: storage.inWeight, middle: storage.inMiddle, flags: scratch.inFlags.slab,
      sense: ArcNumber.into)
  }

  /// Notes that the weight of an edge has changed, and so that of every turn onto it.
  func change(turnsInto edge: Int) {
    var turns: [LegalTurn] = []
    network.addTurns(around: UInt32(edge), to: &turns)
    for turn in turns where Int(network.stateEdge[network.turns[turn.turn].target]) == edge { change(turn: turn.turn) }
  }

  /// Notes that the weight of a turn has changed.
  func change(turn: UInt32) {
    let bits = links.arcOfTurn.slab[turn]
    if bits == HierarchyLinks.none { return }
    let arc = ArcNumber(bits: bits)
    let half = arc.isInto ? into : out
    let weight = weights.weight(ofTurn: turn)
    let isWitness = half.middle[arc.index].lower == RouteMetric.Middle.none
    let target = hierarchy.rankOfState[network.turns[turn].target]
    // The arc belongs to its lower end: what it leads to, or what has it among its arcs.
    touch(
      half, arc.index, owner: arc.isInto ? target : owner(of: arc.index, half.first),
      weight, RouteMetric.Middle(lower: RouteMetric.Middle.none, upper: turn), isWitness: isWitness)
  }

  /// The state whose run of arcs holds an arc. O(log n).
  private func owner(of arc: Int, _ first: Slab<UInt32>) -> UInt32 {
    var low = 0
    var high = hierarchy.stateCount - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if Int(first[middle]) <= arc { low = middle } else { high = middle - 1 }
    }
    return UInt32(truncatingIfNeeded: low)
  }

  @inline(__always)
  private func touch(
    _ half: Half, _ arc: Int, owner: UInt32, _ weight: Int32, _ middle: RouteMetric.Middle, isWitness: Bool
  ) {
    if weight < half.weight[arc] {
      write(half, arc, weight, middle)
      half.flags[arc] |= Self.passOn
      push(owner)
    } else if isWitness, weight > half.weight[arc] {
      half.flags[arc] |= Self.recompute
      push(owner)
    }
  }

  @inline(__always)
  private func write(_ half: Half, _ arc: Int, _ weight: Int32, _ middle: RouteMetric.Middle) {
    if scratch.journal != nil {
      let number = ArcNumber(bits: UInt32(truncatingIfNeeded: arc) | half.sense)
      scratch.journal?.append(.init(arc: number, weight: half.weight[arc], middle: half.middle[arc]))
    }
    half.weight[arc] = weight
    half.middle[arc] = middle
  }

  /// Puts back what was written over since the journal was begun, and ends it.
  func undo() {
    for entry in (scratch.journal ?? []).reversed() {
      let half = entry.arc.isInto ? into : out
      half.weight[entry.arc.index] = entry.weight
      half.middle[entry.arc.index] = entry.middle
    }
    scratch.journal = nil
  }

  /// Works through all states that are touched; false when it gave up, as there was more to look at than allowed. The
  /// marks are clean after either, the metric is not in line after giving up.
  func run(mostLooks: Int) -> Bool {
    var rest = mostLooks
    while let rank = pop() {
      let x = Int(rank)
      let outChanged = settle(out, x, from: { _ in rank }, to: { $0 }, &rest)
      let inChanged = settle(into, x, from: { $0 }, to: { _ in rank }, &rest)
      if outChanged || inChanged { passOn(x, &rest) }
      clear(x)
      if rest < 0 {
        while let rank = pop() { clear(Int(rank)) }
        return false
      }
    }
    return true
  }

  private func clear(_ x: Int) {
    out.flags.fill(Int(out.first[x])..<Int(out.first[x + 1]), with: 0)
    into.flags.fill(Int(into.first[x])..<Int(into.first[x + 1]), with: 0)
  }

  /// Works out the marked arcs of a state anew; whether any is left to be passed on.
  @inline(__always)
  private func settle(
    _ half: Half, _ x: Int, from: (UInt32) -> UInt32, to: (UInt32) -> UInt32, _ rest: inout Int
  ) -> Bool {
    var isChanged = false
    for arc in Int(half.first[x])..<Int(half.first[x + 1]) where half.flags[arc] != 0 {
      if half.flags[arc] & Self.recompute != 0 {
        let before = half.weight[arc]
        rest -= recompute(half, arc, from: Int(from(half.heads[arc])), to: Int(to(half.heads[arc])))
        if half.weight[arc] == before, half.flags[arc] & Self.passOn == 0 {
          half.flags[arc] = 0
          continue
        }
      }
      isChanged = true
    }
    return isChanged
  }

  /// Takes the least of an arc's turn and of all ways over states below both ends; how many of these there may be.
  private func recompute(_ half: Half, _ arc: Int, from: Int, to: Int) -> Int {
    let turn = half.turns[arc]
    var least = turn == HierarchyLinks.none ? RouteMetric.unreachable : weights.weight(ofTurn: turn)
    var middle = RouteMetric.Middle(lower: RouteMetric.Middle.none, upper: turn)
    let (down, up) = (links.into, links.out)
    var i = Int(down.lowerFirst.slab[from])
    var j = Int(up.lowerFirst.slab[to])
    let iEnd = Int(down.lowerFirst.slab[from + 1])
    let jEnd = Int(up.lowerFirst.slab[to + 1])
    let looks = iEnd - i + jEnd - j
    while i < iEnd, j < jEnd {
      let (a, b) = (down.lowerTails.slab[i], up.lowerTails.slab[j])
      if a == b {
        let (lower, upper) = (down.lowerArcs.slab[i], up.lowerArcs.slab[j])
        let sum = into.weight[lower] + out.weight[upper]
        if sum < least {
          least = sum
          middle = RouteMetric.Middle(lower: lower, upper: upper)
        }
      }
      if a <= b { i += 1 }
      if b <= a { j += 1 }
    }
    write(half, arc, least, middle)
    return looks
  }

  /// Offers the ways over a state to the arcs above it.
  private func passOn(_ x: Int, _ rest: inout Int) {
    for lower in Int(into.first[x])..<Int(into.first[x + 1]) {
      let from = into.heads[lower]
      let down = into.weight[lower]
      let isMarked = into.flags[lower] != 0
      for upper in Int(out.first[x])..<Int(out.first[x + 1]) where isMarked || out.flags[upper] != 0 {
        let to = out.heads[upper]
        if from == to { continue }
        rest &-= 1
        let weight = min(RouteMetric.unreachable, down + out.weight[upper])
        let half = from < to ? out : into
        let (owner, head) = from < to ? (from, to) : (to, from)
        let arc = HierarchyLinks.find(
          head, half.heads, Int(half.first[owner]), Int(half.first[Int(owner) + 1]))
        let old = half.middle[arc]
        let isWitness = Int(old.lower) == lower && Int(old.upper) == upper
        touch(
          half, arc, owner: owner, weight,
          RouteMetric.Middle(
            lower: UInt32(truncatingIfNeeded: lower), upper: UInt32(truncatingIfNeeded: upper)), isWitness: isWitness)
      }
    }
  }

  // MARK: - Queue

  private func push(_ rank: UInt32) {
    if scratch.isQueued.slab[rank] { return }
    scratch.isQueued.slab[rank] = true
    scratch.queue.append(rank)
    var child = scratch.queue.count - 1
    while child > 0 {
      let above = (child - 1) / 2
      if scratch.queue[above] <= scratch.queue[child] { break }
      scratch.queue.swapAt(above, child)
      child = above
    }
  }

  private func pop() -> UInt32? {
    guard let top = scratch.queue.first, let last = scratch.queue.popLast() else { return nil }
    scratch.isQueued.slab[top] = false
    if scratch.queue.isEmpty { return top }
    var hole = 0
    while true {
      var child = 2 * hole + 1
      if child >= scratch.queue.count { break }
      if child + 1 < scratch.queue.count, scratch.queue[child + 1] < scratch.queue[child] { child += 1 }
      if scratch.queue[child] >= last { break }
      scratch.queue[hole] = scratch.queue[child]
      hole = child
    }
    scratch.queue[hole] = last
    return top
  }
}
