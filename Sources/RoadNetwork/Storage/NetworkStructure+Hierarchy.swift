/// Checks the hierarchy of an image: its loops trust these numbers without a look.
extension NetworkStructure {
  /// The first fault of the hierarchy's structure and of its metric. O(arcs).
  var hierarchyFault: Fault? {
    let states = image.byteCount(of: .stateEdge) / 4
    let lengths: [(NetworkImage.Section, Int)] = [
      (.hierarchyRank, states * 4), (.hierarchyParent, states * 4), (.hierarchyDepth, states * 2),
      (.hierarchyOutFirst, (states + 1) * 4), (.hierarchyInFirst, (states + 1) * 4),
    ]
    for (section, length) in lengths where image.byteCount(of: section) != length {
      return Fault(section: section, message: "\(image.byteCount(of: section)) bytes; expected \(length)")
    }
    return treeFault(states: states) ?? arcFault(.hierarchyOutFirst, .hierarchyOutDepth, .metricOutWeight)
      ?? arcFault(.hierarchyInFirst, .hierarchyInDepth, .metricInWeight)
      ?? middleFault(.hierarchyOutFirst, .metricOutMiddle) ?? middleFault(.hierarchyInFirst, .metricInMiddle)
  }

  private func treeFault(states: Int) -> Fault? {
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

  private func arcFault(
    _ first: NetworkImage.Section, _ heads: NetworkImage.Section, _ weights: NetworkImage.Section
  ) -> Fault? {
    let starts = image.column(first, of: UInt32.self)
    let depths = image.column(.hierarchyDepth, of: UInt16.self)
    let headDepths = image.column(heads, of: UInt16.self)
    let weight = image.column(weights, of: Int32.self)
    guard isStarts(starts, groups: depths.count, total: headDepths.count) else {
      return Fault(section: first, message: "the arcs of the states are out of order")
    }
    guard weight.count == headDepths.count else {
      return Fault(section: weights, message: "\(weight.count) weights for \(headDepths.count) arcs")
    }
    for rank in 0..<depths.count {
      var above = depths[rank]
      for arc in Int(starts[rank])..<Int(starts[rank + 1]) {
        guard headDepths[arc] < above else { return Fault(section: heads, message: "arc \(arc) leads nowhere") }
        above = headDepths[arc]
        guard weight[arc] >= 0, weight[arc] <= RouteMetric.unreachable else {
          return Fault(section: weights, message: "the weight of arc \(arc) is out of range")
        }
      }
    }
    return nil
  }

  /// A short cut stands for arcs of lower states, so that taking it apart comes to an end.
  private func middleFault(_ first: NetworkImage.Section, _ section: NetworkImage.Section) -> Fault? {
    let starts = image.column(first, of: UInt32.self)
    let outStarts = image.column(.hierarchyOutFirst, of: UInt32.self)
    let inStarts = image.column(.hierarchyInFirst, of: UInt32.self)
    let middles = image.column(section, of: RouteMetric.Middle.self)
    let turns = UInt32(clamping: image.byteCount(of: .turns) / MemoryLayout<TurnRecord>.stride)
    guard middles.count == Int(starts[starts.count - 1]) else {
      return Fault(section: section, message: "\(middles.count) middles for \(starts[starts.count - 1]) arcs")
    }
    for rank in 0..<starts.count - 1 {
      for arc in Int(starts[rank])..<Int(starts[rank + 1]) {
        let middle = middles[arc]
        let isSound =
          middle.lower == RouteMetric.Middle.none
          ? middle.upper < turns || middle.upper == RouteMetric.Middle.none
          : middle.lower < inStarts[rank] && middle.upper < outStarts[rank]
        guard isSound else { return Fault(section: section, message: "arc \(arc) stands for no lower arcs") }
      }
    }
    return nil
  }
}
