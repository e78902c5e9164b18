import Synchronization

/// A customizable contraction hierarchy over the turn-expanded graph: its structure, without weights.
///
/// It lies in the network's image, immutable and shared. States are known by rank, the place in the order of
/// contraction, and heads of arcs by depth in the elimination tree: every head of an arc of x is an ancestor of x, so
/// that a search needs labels for one chain of ancestors only.
final class RoutingHierarchy: Sendable {
  let rankOfState: Slab<UInt32>
  /// The next rank up the elimination tree; `none` at the root.
  let parent: Slab<UInt32>
  let depth: Slab<UInt16>
  let outFirst: Slab<UInt32>
  let outDepth: Slab<UInt16>
  let inFirst: Slab<UInt32>
  let inDepth: Slab<UInt16>
  /// The greatest depth.
  let maximumDepth: Int
  private let image: NetworkImage
  private let firstTurn: Column<UInt32>
  private let turns: Column<TurnRecord>
  private let cachedLinks = Mutex<HierarchyLinks?>(nil)

  static let none = UInt32.max
  /// Customization packs numbers: the tree may not be deeper, and no state may have more states below it.
  static let mostDepth = (1 << 14) - 1
  static let mostLowerStates = (1 << 19) - 2

  init(image: NetworkImage) {
    self.image = image
    rankOfState = image.column(.hierarchyRank).slab
    parent = image.column(.hierarchyParent).slab
    depth = image.column(.hierarchyDepth).slab
    outFirst = image.column(.hierarchyOutFirst).slab
    outDepth = image.column(.hierarchyOutDepth).slab
    inFirst = image.column(.hierarchyInFirst).slab
    inDepth = image.column(.hierarchyInDepth).slab
    firstTurn = image.column(.stateFirstTurn)
    turns = image.column(.turns)
    var deepest = 0
    for rank in 0..<depth.count { deepest = max(deepest, Int(depth[rank])) }
    maximumDepth = deepest
  }

  var stateCount: Int { rankOfState.count }
  var outCount: Int { outDepth.count }
  var inCount: Int { inDepth.count }

  /// What customization needs beyond the structure; made at the first call. O(arcs).
  var links: HierarchyLinks {
    cachedLinks.withLock { links in
      if let links { return links }
      let made = HierarchyLinks(self, firstTurn: firstTurn, turns: turns)
      links = made
      return made
    }
  }
}

/// A number of a hierarchy's arc of either sense: bit 31 marks an arc that leads to a lower state.
struct ArcNumber: BitwiseCopyable {
  var bits: UInt32
  static let into: UInt32 = 0x8000_0000
  var isInto: Bool { bits & Self.into != 0 }
  var index: Int { Int(bits & ~Self.into) }
}

/// The arrays of a hierarchy that only customization reads: heads by rank, the arcs from below, and which turn is which
/// arc.
final class HierarchyLinks: Sendable {
  /// One sense of travel.
  struct Half: Sendable {
    /// The higher end of each arc.
    let heads: SlabOwner<UInt32>
    /// The turn of each arc, `none` for a short cut.
    let turns: SlabOwner<UInt32>
    /// For each state the arcs that have it as their higher end, in ascending order of their lower ends.
    let lowerFirst: SlabOwner<UInt32>
    let lowerArcs: SlabOwner<UInt32>
    let lowerTails: SlabOwner<UInt32>
  }

  let out: Half
  let into: Half
  /// The arc of each turn; `none` for a turn from a state onto itself.
  let arcOfTurn: SlabOwner<UInt32>
  /// Subtrees that threads customize on their own, from the largest on, as ranges of ranks.
  let tasks: [Range<Int>]
  /// The states above all tasks, in ascending order.
  let top: [Int]
  /// How much work a customization is: about its lower triangles.
  let work: Int

  static let none = UInt32.max

  init(_ hierarchy: RoutingHierarchy, firstTurn: Column<UInt32>, turns: Column<TurnRecord>) {
    let count = hierarchy.stateCount
    let heads = Self.heads(hierarchy)
    let arcOfTurn = SlabOwner(repeating: Self.none, count: turns.count)
    let outTurns = SlabOwner(repeating: Self.none, count: hierarchy.outCount)
    let inTurns = SlabOwner(repeating: Self.none, count: hierarchy.inCount)
    for state in 0..<count {
      let x = hierarchy.rankOfState[state]
      for turn in Int(firstTurn[state])..<Int(firstTurn[state + 1]) {
        let y = hierarchy.rankOfState[turns[turn].target]
        if x == y { continue }
        let isInto = x > y
        let (low, high) = (min(x, y), max(x, y))
        let first = isInto ? hierarchy.inFirst : hierarchy.outFirst
        let arc = Self.find(
          high, (isInto ? heads.into : heads.out).slab, Int(first[low]), Int(first[Int(low) + 1]))
        (isInto ? inTurns : outTurns).slab[arc] = UInt32(turn)
        arcOfTurn.slab[turn] = UInt32(arc) | (isInto ? ArcNumber.into : 0)
      }
    }
    self.arcOfTurn = arcOfTurn
    out = Self.half(hierarchy.outFirst, heads.out, outTurns, count: count)
    into = Self.half(hierarchy.inFirst, heads.into, inTurns, count: count)
    (tasks, top, work) = Self.divide(hierarchy, out, into)
  }

  /// The place of a head in a sorted run; the start of the run when it is not there.
  @inline(__always)
  static func find(_ head: UInt32, _ heads: Slab<UInt32>, _ start: Int, _ end: Int) -> Int {
    var low = start
    var high = end
    while high - low > 8 {
      let middle = (low + high) / 2
      if heads[middle] <= head { low = middle } else { high = middle }
    }
    while low < end, heads[low] != head { low += 1 }
    return low < end ? low : start
  }

  /// The rank of each arc's head. Ranks fall from parent to child, so that going down from the root the ancestors of
  /// the state at hand are those last seen at each depth.
  private static func heads(
    _ hierarchy: RoutingHierarchy
  ) -> (out: SlabOwner<UInt32>, into: SlabOwner<UInt32>) {
    let out = SlabOwner(repeating: UInt32(0), count: hierarchy.outCount)
    let into = SlabOwner(repeating: UInt32(0), count: hierarchy.inCount)
    let ancestors = SlabOwner(repeating: UInt32(0), count: hierarchy.maximumDepth + 1)
    let atDepth = ancestors.slab
    for x in (0..<hierarchy.stateCount).reversed() {
      atDepth[Int(hierarchy.depth[x])] = UInt32(x)
      for arc in Int(hierarchy.outFirst[x])..<Int(hierarchy.outFirst[x + 1]) {
        out.slab[arc] = atDepth[Int(hierarchy.outDepth[arc])]
      }
      for arc in Int(hierarchy.inFirst[x])..<Int(hierarchy.inFirst[x + 1]) {
        into.slab[arc] = atDepth[Int(hierarchy.inDepth[arc])]
      }
    }
    return (out, into)
  }

  private static func half(
    _ first: Slab<UInt32>, _ heads: SlabOwner<UInt32>, _ turns: SlabOwner<UInt32>, count: Int
  ) -> Half {
    let arcs = heads.slab.count
    let lowerFirst = SlabOwner(repeating: UInt32(0), count: count + 2)
    let starts = lowerFirst.slab
    for arc in 0..<arcs { starts[Int(heads.slab[arc]) + 2] += 1 }
    for rank in 0...count { starts[rank + 1] += starts[rank] }
    let lowerArcs = SlabOwner(repeating: UInt32(0), count: arcs)
    let lowerTails = SlabOwner(repeating: UInt32(0), count: arcs)
    // `starts[rank + 1]` is where the next arc of a rank goes, and ends up as where the rank after it begins.
    for tail in 0..<count {
      for arc in Int(first[tail])..<Int(first[tail + 1]) {
        let head = Int(heads.slab[arc])
        let place = starts[head + 1]
        lowerArcs.slab[place] = UInt32(arc)
        lowerTails.slab[place] = UInt32(tail)
        starts[head + 1] = place + 1
      }
    }
    return Half(heads: heads, turns: turns, lowerFirst: lowerFirst, lowerArcs: lowerArcs, lowerTails: lowerTails)
  }

  /// Cuts the tree into maximal subtrees of at most 1/64 of the work, and the rest above them.
  private static func divide(
    _ hierarchy: RoutingHierarchy, _ out: Half, _ into: Half
  ) -> (tasks: [Range<Int>], top: [Int], work: Int) {
    let count = hierarchy.stateCount
    var cost = [Int](repeating: 0, count: count)
    var size = [Int](repeating: 1, count: count)
    func length(_ first: Slab<UInt32>, _ rank: Int) -> Int { Int(first[rank + 1] - first[rank]) }
    var total = 0
    for x in 0..<count {
      var own = 8 + 2 * (length(hierarchy.outFirst, x) + length(hierarchy.inFirst, x))
      for entry in Int(into.lowerFirst.slab[x])..<Int(into.lowerFirst.slab[x + 1]) {
        own += length(hierarchy.outFirst, Int(into.lowerTails.slab[entry]))
      }
      for entry in Int(out.lowerFirst.slab[x])..<Int(out.lowerFirst.slab[x + 1]) {
        own += length(hierarchy.inFirst, Int(out.lowerTails.slab[entry]))
      }
      total += own
      cost[x] += own
      if hierarchy.parent[x] != none {
        cost[Int(hierarchy.parent[x])] += cost[x]
        size[Int(hierarchy.parent[x])] += size[x]
      }
    }
    let most = max(1_000, total / 64)
    var roots: [(cost: Int, rank: Int)] = []
    var top: [Int] = []
    for x in 0..<count {
      if cost[x] > most {
        top.append(x)
      } else if hierarchy.parent[x] == none || cost[Int(hierarchy.parent[x])] > most {
        roots.append((cost[x], x))
      }
    }
    roots.sort { ($1.cost, $0.rank) < ($0.cost, $1.rank) }
    return (roots.map { ($0.rank + 1 - size[$0.rank])..<($0.rank + 1) }, top, total)
  }
}
