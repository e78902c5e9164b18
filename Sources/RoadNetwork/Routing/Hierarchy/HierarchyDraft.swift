/// The structure of a hierarchy while it is built: which arcs can ever be finite, whatever the weights.
///
/// J. Dibbelt, B. Strasser, D. Wagner: Customizable Contraction Hierarchies, 2016; with turn costs over the whole
/// turn-expanded graph: V. Buchhold, D. Wagner, T. Zeitz, M. Zündorf, 2020. The arcs are kept apart by direction, as
/// one-way streets and forbidden turns leave half of the pairs without an arc in one sense.
struct HierarchyDraft {
  /// The rank of each state: the place in the order of contraction.
  private(set) var rankOfState: [UInt32] = []
  /// The next state up the elimination tree, by rank; `none` at the root.
  private(set) var parent: [UInt32] = []
  /// How far each state lies below the root, by rank.
  private(set) var depth: [UInt16] = []
  /// The arcs to and from higher states, by rank, sorted by the rank of the higher end.
  private(set) var out = Half()
  private(set) var into = Half()

  static let none = UInt32.max

  /// The arcs of one sense: those that leave lower states, or those that lead to them.
  struct Half {
    var first: [UInt32] = []
    var heads: [UInt32] = []
    var depths: [UInt16] = []
    /// The most arcs that share a higher end.
    var mostLower = 0
  }

  /// The turn arcs, from state to state.
  struct Arcs {
    /// Where each state's arcs begin; one entry more than states.
    var first: [UInt32]
    var target: [UInt32]
  }

  /// Builds the structure; `nil` when the tree is too deep or a state has too many below it for the words of
  /// customization, which no road network comes near.
  ///
  /// - Parameter order: the states from the first to be contracted to the last.
  init?(arcs: Arcs, order: [UInt32]) {
    rankOfState = Self.inverse(order)
    makeTree(arcs)
    renumber()
    guard makeDepths() else { return nil }
    fill(arcs)
    guard out.mostLower <= RoutingHierarchy.mostLowerStates, into.mostLower <= RoutingHierarchy.mostLowerStates
    else { return nil }
  }

  private static func inverse(_ order: [UInt32]) -> [UInt32] {
    var rank = [UInt32](repeating: 0, count: order.count)
    for (place, state) in order.enumerated() { rank[Int(state)] = UInt32(place) }
    return rank
  }

  /// The elimination tree of the turn graph without directions (J. Liu, 1990, with path compression).
  private mutating func makeTree(_ arcs: Arcs) {
    let count = rankOfState.count
    var firstLower = [UInt32](repeating: 0, count: count + 1)
    forEachArc(arcs) { x, y in if x != y { firstLower[Int(max(x, y)) + 1] += 1 } }
    for rank in 0..<count { firstLower[rank + 1] += firstLower[rank] }
    var place = firstLower
    var lower = [UInt32](repeating: 0, count: Int(firstLower[count]))
    forEachArc(arcs) { x, y in
      if x == y { return }
      let high = Int(max(x, y))
      lower[Int(place[high])] = min(x, y)
      place[high] += 1
    }
    parent = [UInt32](repeating: Self.none, count: count)
    var ancestor = [UInt32](repeating: Self.none, count: count)
    for x in 0..<count {
      for entry in Int(firstLower[x])..<Int(firstLower[x + 1]) {
        var root = lower[entry]
        while ancestor[Int(root)] != Self.none, ancestor[Int(root)] != UInt32(x) {
          let next = ancestor[Int(root)]
          ancestor[Int(root)] = UInt32(x)
          root = next
        }
        if ancestor[Int(root)] == Self.none {
          ancestor[Int(root)] = UInt32(x)
          parent[Int(root)] = UInt32(x)
        }
      }
    }
    // One tree: the chains of any two states meet, also where the turn graph falls into parts.
    for rank in 0..<max(0, count - 1) where parent[rank] == Self.none { parent[rank] = UInt32(count - 1) }
  }

  private func forEachArc(_ arcs: Arcs, _ body: (UInt32, UInt32) -> Void) {
    for state in rankOfState.indices {
      let x = rankOfState[state]
      for arc in Int(arcs.first[state])..<Int(arcs.first[state + 1]) {
        body(x, rankOfState[Int(arcs.target[arc])])
      }
    }
  }

  /// Numbers the states in postorder: subtrees become ranges, and what is searched together lies together.
  private mutating func renumber() {
    let count = parent.count
    var firstChild = [UInt32](repeating: Self.none, count: count + 1)
    var sibling = [UInt32](repeating: Self.none, count: count)
    for rank in (0..<count).reversed() {
      let above = parent[rank] == Self.none ? count : Int(parent[rank])
      sibling[rank] = firstChild[above]
      firstChild[above] = UInt32(rank)
    }
    var newRank = [UInt32](repeating: 0, count: count)
    var next: UInt32 = 0
    var stack: [UInt32] = []
    var root = firstChild[count]
    while root != Self.none {
      stack.append(root)
      while let top = stack.last {
        let child = firstChild[Int(top)]
        if child != Self.none {
          firstChild[Int(top)] = sibling[Int(child)]
          stack.append(child)
        } else {
          newRank[Int(top)] = next
          next += 1
          stack.removeLast()
        }
      }
      root = sibling[Int(root)]
    }
    var renumbered = [UInt32](repeating: Self.none, count: count)
    for rank in 0..<count where parent[rank] != Self.none {
      renumbered[Int(newRank[rank])] = newRank[Int(parent[rank])]
    }
    parent = renumbered
    for state in rankOfState.indices { rankOfState[state] = newRank[Int(rankOfState[state])] }
  }

  private mutating func makeDepths() -> Bool {
    depth = [UInt16](repeating: 0, count: parent.count)
    for rank in parent.indices.reversed() where parent[rank] != Self.none {
      let above = depth[Int(parent[rank])]
      if Int(above) >= RoutingHierarchy.mostDepth { return false }
      depth[rank] = above + 1
    }
    return true
  }

  /// Finds the arcs: those of the turns, and those that contracting lower states adds.
  private mutating func fill(_ arcs: Arcs) {
    let count = parent.count
    var base = (out: FillHalf(count), into: FillHalf(count))
    forEachArc(arcs) { x, y in
      if x < y { base.out.expect(x) } else if x > y { base.into.expect(y) }
    }
    base.out.prepare()
    base.into.prepare()
    forEachArc(arcs) { x, y in
      if x < y { base.out.add(x, y) } else if x > y { base.into.add(y, x) }
    }
    for x in 0..<UInt32(count) {
      base.out.contract(x, lower: base.into.waiting[Int(x)], via: base.into)
      base.into.contract(x, lower: base.out.waiting[Int(x)], via: base.out)
    }
    out = base.out.finish(depth)
    into = base.into.finish(depth)
  }

  /// One sense of the fill.
  private struct FillHalf {
    private var firstBase: [UInt32]
    private var baseHeads: [UInt32] = []
    private var mark: [UInt32]
    private(set) var first: [UInt32] = [0]
    private(set) var heads: [UInt32] = []
    /// The lower end of each arc.
    private(set) var tails: [UInt32] = []
    /// For each state the last arc found that has it as its higher end; `next` leads to the one before.
    private(set) var waiting: [UInt32]
    private(set) var next: [UInt32] = []
    private var found: [UInt32] = []

    init(_ count: Int) {
      firstBase = [UInt32](repeating: 0, count: count + 1)
      mark = [UInt32](repeating: HierarchyDraft.none, count: count)
      waiting = [UInt32](repeating: HierarchyDraft.none, count: count)
      first.reserveCapacity(count + 1)
    }

    mutating func expect(_ lower: UInt32) { firstBase[Int(lower) + 1] += 1 }

    mutating func prepare() {
      for rank in 0..<firstBase.count - 1 { firstBase[rank + 1] += firstBase[rank] }
      baseHeads = [UInt32](repeating: 0, count: Int(firstBase[firstBase.count - 1]))
      // Filled from the end of each run backwards, so that the starts come out right.
      for rank in (1..<firstBase.count).reversed() { firstBase[rank] = firstBase[rank - 1] }
      firstBase[0] = 0
    }

    mutating func add(_ lower: UInt32, _ higher: UInt32) {
      baseHeads[Int(firstBase[Int(lower) + 1])] = higher
      firstBase[Int(lower) + 1] += 1
    }

    /// The arcs of a state: those of its turns, and those of every lower state that an arc of the other sense joins to
    /// it.
    mutating func contract(_ x: UInt32, lower start: UInt32, via other: borrowing FillHalf) {
      found.removeAll(keepingCapacity: true)
      for entry in Int(firstBase[Int(x)])..<Int(firstBase[Int(x) + 1]) { note(baseHeads[entry], x) }
      var arc = start
      while arc != HierarchyDraft.none {
        let v = Int(other.tails[Int(arc)])
        var index = Int(first[v + 1])
        while index > Int(first[v]), heads[index - 1] > x {
          index -= 1
          note(heads[index], x)
        }
        arc = other.next[Int(arc)]
      }
      found.sort()
      for head in found {
        next.append(waiting[Int(head)])
        waiting[Int(head)] = UInt32(heads.count)
        heads.append(head)
        tails.append(x)
      }
      first.append(UInt32(heads.count))
    }

    @inline(__always)
    private mutating func note(_ head: UInt32, _ x: UInt32) {
      if mark[Int(head)] != x {
        mark[Int(head)] = x
        found.append(head)
      }
    }

    func finish(_ depth: [UInt16]) -> Half {
      var lower = [UInt32](repeating: 0, count: depth.count)
      for head in heads { lower[Int(head)] += 1 }
      return Half(
        first: first, heads: heads, depths: heads.map { depth[Int($0)] }, mostLower: Int(lower.max() ?? 0))
    }
  }
}
