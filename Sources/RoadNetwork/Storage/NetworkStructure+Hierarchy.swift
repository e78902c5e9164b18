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
        guard parent > UInt32(rank), parent < UInt32(states), Int(depths[rank]) == Int(depths[parent]) + 1 else {
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
    // All is well almost always: faults are gathered without a branch, and looked for only when there is one.
    for rank in ranks.clamped(to: 0..<depths.count) {
      var above = depths[rank]
      let (lowest, highest) = (inStarts[rank], outStarts[rank])
      for arc in Int(starts[rank])..<Int(starts[rank + 1]) {
        let (lower, upper) = (middle[arc].lower, middle[arc].upper)
        let isTurn = lower == RouteMetric.Middle.none
        // A number that is none is one less than nothing after adding one.
        let limit = isTurn ? turns : highest
        let isUpperFault = isTurn ? upper &+ 1 > limit : upper >= limit
        let faults =
          (headDepth[arc] >= above ? 1 : 0) | (UInt32(bitPattern: weight[arc]) > most ? 2 : 0)
          | (isUpperFault ? 4 : 0) | (!isTurn && lower >= lowest ? 4 : 0)
        above = headDepth[arc]
        if faults == 0 { continue }
        if faults & 1 != 0 { return Fault(section: heads, message: "arc \(arc) leads nowhere") }
        if faults & 2 != 0 { return Fault(section: weights, message: "the weight of arc \(arc) is out of range") }
        return Fault(section: middles, message: "arc \(arc) stands for no lower arcs")
      }
    }
    return nil
  }
}
