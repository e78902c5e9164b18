/// Checks the hierarchy of an image: its loops trust these numbers without a look.
extension NetworkStructure {
  /// The first fault of the lengths of the hierarchy's arrays. O(states).
  var hierarchyFault: Fault? {
    let states = image.byteCount(of: .stateEdge) / 4
    let lengths: [(NetworkImage.Section, Int)] = [
      (.hierarchyRank, states * 4), (.hierarchyParent, states * 4), (.hierarchyDepth, states * 2),
      (.hierarchyOutFirst, (states + 1) * 4), (.hierarchyInFirst, (states + 1) * 4),
    ]
    for (section, length) in lengths where image.byteCount(of: section) != length {
      return Fault(section: section, message: "\(image.byteCount(of: section)) bytes; expected \(length)")
    }
    for (first, heads) in [
      (NetworkImage.Section.hierarchyOutFirst, NetworkImage.Section.hierarchyOutDepth),
      (.hierarchyInFirst, .hierarchyInDepth),
    ] {
      let starts = image.column(first, of: UInt32.self)
      guard isStarts(starts, groups: states, total: image.byteCount(of: heads) / 2) else {
        return Fault(section: first, message: "the arcs of the states are out of order")
      }
    }
    return nil
  }

  /// Whether every state has a rank of its own, and every rank but the last a parent above it. O(states).
  var treeFault: Fault? {
    let states = image.byteCount(of: .stateEdge) / 4
    let ranks = image.column(.hierarchyRank, of: UInt32.self)
    var isTaken = [Bool](repeating: false, count: states)
    for state in 0..<states {
      let rank = Int(ranks[state])
      guard rank < states, !isTaken[rank] else {
        return Fault(section: .hierarchyRank, message: "the rank of state \(state) is no rank of its own")
      }
      isTaken[rank] = true
    }
    let parents = image.column(.hierarchyParent, of: UInt32.self)
    let depths = image.column(.hierarchyDepth, of: UInt16.self)
    for rank in 0..<states {
      let parent = parents[rank]
      if rank == states - 1 {
        guard parent == RoutingHierarchy.none, depths[rank] == 0 else {
          return Fault(section: .hierarchyParent, message: "the last rank is not the root")
        }
      } else {
        guard parent > UInt32(rank), parent < UInt32(states), Int(depths[rank]) == Int(depths[parent]) + 1,
          depths[rank] <= RoutingHierarchy.mostDepth
        else {
          return Fault(section: .hierarchyParent, message: "rank \(rank) hangs at no higher rank")
        }
      }
    }
    return nil
  }

  /// Whether the arcs of one sense lead to ancestors, have weights, and stand for turns or for arcs of lower states, so
  /// that taking them apart comes to an end. O(arcs).
  func arcFault(
    _ first: NetworkImage.Section, _ heads: NetworkImage.Section, _ weights: NetworkImage.Section,
    _ middles: NetworkImage.Section, ranks: Range<Int>
  ) -> Fault? {
    let starts = image.column(first, of: UInt32.self).slab
    let outStarts = image.column(.hierarchyOutFirst, of: UInt32.self).slab
    let inStarts = image.column(.hierarchyInFirst, of: UInt32.self).slab
    let depths = image.column(.hierarchyDepth, of: UInt16.self).slab
    let headDepth = image.column(heads, of: UInt16.self).slab
    let weight = image.column(weights, of: Int32.self).slab
    let middle = image.column(middles, of: RouteMetric.Middle.self).slab
    let turns = UInt32(clamping: image.byteCount(of: .turns) / MemoryLayout<TurnRecord>.stride)
    let most = UInt32(RouteMetric.unreachable)
    guard weight.count == headDepth.count else {
      return Fault(section: weights, message: "\(weight.count) weights for \(headDepth.count) arcs")
    }
    guard middle.count == headDepth.count else {
      return Fault(section: middles, message: "\(middle.count) middles for \(headDepth.count) arcs")
    }
    let range = ranks.clamped(to: 0..<depths.count)
    let arcs = Int(starts[range.lowerBound])..<Int(starts[range.upperBound])
    // All is well almost always: so first whether there is a fault at all, in loops without a branch.
    if Self.union(of: weight, in: arcs) & ~most != 0 {
      return Fault(section: weights, message: "the weight of an arc is out of range")
    }
    // Heads rise within a run, so depths fall; where they do not, a run must begin.
    var rises = Self.rises(of: headDepth, in: arcs)
    for rank in range {
      let (start, end) = (Int(starts[rank]), Int(starts[rank + 1]))
      if start == end { continue }
      if headDepth[start] >= depths[rank] { return Fault(section: heads, message: "arc \(start) leads nowhere") }
      if start > arcs.lowerBound, headDepth[start] >= headDepth[start - 1] { rises -= 1 }
    }
    if rises != 0 { return Fault(section: heads, message: "the arcs of a state are out of order") }
    let block = 4_096
    var lower = SlabOwner(repeating: UInt32(0), count: 0)
    var upper = lower
    for first in stride(from: range.lowerBound, to: range.upperBound, by: block) {
      let part = first..<min(first + block, range.upperBound)
      let base = Int(starts[part.lowerBound])
      let count = Int(starts[part.upperBound]) - base
      if lower.slab.count < count {
        lower = SlabOwner(repeating: 0, count: 2 * count)
        upper = SlabOwner(repeating: 0, count: 2 * count)
      }
      // Where each run begins, how many arcs belong to lower states: the numbers only rise.
      lower.slab.fill(0..<count, with: 0)
      upper.slab.fill(0..<count, with: 0)
      for rank in part where starts[rank] < starts[rank + 1] {
        lower.slab[Int(starts[rank]) - base] = inStarts[rank]
        upper.slab[Int(starts[rank]) - base] = outStarts[rank]
      }
      if Self.hasFault(middle, from: base, count: count, lower.slab, upper.slab, turns: turns) {
        return Fault(section: middles, message: "an arc of the ranks \(part) stands for no lower arcs")
      }
    }
    return nil
  }

  /// All bits of some numbers.
  private static func union(of numbers: Slab<Int32>, in range: Range<Int>) -> UInt32 {
    var bits: Int32 = 0
    var index = range.lowerBound
    while index < range.upperBound {
      bits |= numbers[index]
      index &+= 1
    }
    return UInt32(bitPattern: bits)
  }

  /// How many numbers are not below the one before them.
  private static func rises(of numbers: Slab<UInt16>, in range: Range<Int>) -> Int {
    var count: UInt32 = 0
    var index = range.lowerBound &+ 1
    while index < range.upperBound {
      count &+= numbers[index] >= numbers[index &- 1] ? 1 : 0
      index &+= 1
    }
    return Int(count)
  }

  /// Whether a middle is neither a turn nor two arcs below limits, which hold until the next that is not 0.
  private static func hasFault(
    _ middle: Slab<RouteMetric.Middle>, from base: Int, count: Int, _ lower: Slab<UInt32>, _ upper: Slab<UInt32>,
    turns: UInt32
  ) -> Bool {
    var (lowest, highest) = (UInt32(0), UInt32(0))
    // A number that is not below its limit sets the sign bit.
    var faults: UInt64 = 0
    var index = 0
    while index < count {
      lowest = max(lowest, lower[index])
      highest = max(highest, upper[index])
      let arcs = middle[base &+ index]
      let isTurn = arcs.lower == RouteMetric.Middle.none
      // A turn may be none: that is nothing after adding one.
      let number = isTurn ? arcs.upper &+ 1 : arcs.upper
      let limit = isTurn ? UInt64(turns) : UInt64(highest) &- 1
      faults |= limit &- UInt64(number)
      faults |= isTurn ? 0 : UInt64(lowest) &- 1 &- UInt64(arcs.lower)
      index &+= 1
    }
    return faults >> 63 != 0
  }
}
