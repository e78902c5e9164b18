/// Cuts cells of junctions in two by inertial flow. It owns its scratch: one per thread.
final class CellSplitter: @unchecked Sendable {
  private let dissection: JunctionDissection
  /// The number of each junction in the cell at work; `outside` for all others. After a cut: 1 and 2 for the halves.
  private let local: SlabOwner<UInt32>
  // The cell as a graph of its own: arcs in runs, the arc in the other direction, capacities and flows.
  private let firstArcOwner: SlabOwner<UInt32>
  private let headOwner: SlabOwner<UInt32>
  private let reverseOwner: SlabOwner<UInt32>
  private let capacityOwner: SlabOwner<Int32>
  private let flowOwner: SlabOwner<Int32>
  private let levelOwner: SlabOwner<UInt32>
  private let cursorOwner: SlabOwner<UInt32>
  private let queueOwner: SlabOwner<UInt32>
  private let roleOwner: SlabOwner<Role>
  private let reachedOwner: SlabOwner<Bool>
  private let keyOwner: SlabOwner<UInt64>
  private let pathOwner: SlabOwner<UInt32>
  /// Which junctions of the cell lie in the lower half of the best cut.
  private let lowerOwner: SlabOwner<Bool>
  private let otherOwner: SlabOwner<UInt32>
  /// The tied junctions that have a neighbour which is not tied to the same end: all others never see a flow.
  private let frontierOwner: SlabOwner<UInt32>
  private var best = Cut()

  private static let outside = UInt32.max
  /// Directions along which junctions are sorted: 0, 45, 90 and 135 degrees.
  private static let directions: [(cosine: Float, sine: Float)] = [
    (1, 0), (0.707_106_77, 0.707_106_77), (0, 1), (-0.707_106_77, 0.707_106_77),
  ]
  /// The share of a cell that is tied to either end.
  private static let tiedShare = 0.3

  private enum Role: UInt8 { case inner, source, sink }

  private struct Cut {
    var flow: Int32 = 1 << 28
    var score = Double.infinity
  }

  init(_ dissection: JunctionDissection) {
    self.dissection = dissection
    let junctions = dissection.graph.x.count
    let arcs = dissection.neighbors.count
    local = SlabOwner(repeating: Self.outside, count: junctions)
    firstArcOwner = SlabOwner(repeating: 0, count: junctions + 1)
    headOwner = SlabOwner(repeating: 0, count: arcs)
    reverseOwner = SlabOwner(repeating: 0, count: arcs)
    capacityOwner = SlabOwner(repeating: 0, count: arcs)
    flowOwner = SlabOwner(repeating: 0, count: arcs)
    levelOwner = SlabOwner(repeating: 0, count: junctions)
    cursorOwner = SlabOwner(repeating: 0, count: junctions)
    queueOwner = SlabOwner(repeating: 0, count: junctions)
    roleOwner = SlabOwner(repeating: .inner, count: junctions)
    reachedOwner = SlabOwner(repeating: false, count: junctions)
    keyOwner = SlabOwner(repeating: 0, count: junctions)
    pathOwner = SlabOwner(repeating: 0, count: junctions)
    lowerOwner = SlabOwner(repeating: false, count: junctions)
    otherOwner = SlabOwner(repeating: 0, count: junctions)
    frontierOwner = SlabOwner(repeating: 0, count: junctions)
  }

  /// Reorders a range of `members` so that its one half comes first; returns where the other begins.
  func split(_ range: Range<Int>, _ members: Slab<UInt32>) -> Int {
    let count = range.count
    if count == 2 { return range.lowerBound + 1 }
    enter(range, members)
    best = Cut()
    for direction in Self.directions { tryDirection(direction, range, members) }
    // The lower half moves to the front, the upper one waits beside.
    let isLower = lowerOwner.slab
    let upper = otherOwner.slab
    var (lowerCount, upperCount) = (0, 0)
    for index in 0..<count {
      let junction = members[range.lowerBound + index]
      if isLower[index] {
        members[range.lowerBound + lowerCount] = junction
        lowerCount += 1
      } else {
        upper[upperCount] = junction
        upperCount += 1
      }
    }
    for index in 0..<upperCount { members[range.lowerBound + lowerCount + index] = upper[index] }
    return range.lowerBound + (lowerCount == 0 || upperCount == 0 ? count / 2 : lowerCount)
  }

  /// Puts the edges between the halves behind the places of the edges inside them.
  ///
  /// - Returns: where the edges inside the second half go.
  func placeCut(
    _ range: Range<Int>, _ middle: Int, _ members: Slab<UInt32>, output start: Int, _ output: Slab<UInt32>
  ) -> Int {
    let half = local.slab
    for place in range { half[members[place]] = place < middle ? 1 : 2 }
    var inside = [0, 0]
    var cut: [[UInt32]] = [[], []]
    for place in range {
      let own: UInt32 = place < middle ? 1 : 2
      for edge in dissection.edges(leaving: members[place]) {
        let other = half[dissection.graph.heads[edge]]
        if other == own {
          inside[Int(own) - 1] += 1
        } else if other != Self.outside {
          cut[Int(own) - 1].append(UInt32(edge))
        }
      }
    }
    for place in range { half[members[place]] = Self.outside }
    var place = start + inside[0] + inside[1]
    let isSecondLarger = cut[0].count < cut[1].count
    for edge in cut[isSecondLarger ? 1 : 0] + cut[isSecondLarger ? 0 : 1] {
      output[place] = edge
      place += 1
    }
    return start + inside[0]
  }

  /// Makes the graph of a cell.
  private func enter(_ range: Range<Int>, _ members: Slab<UInt32>) {
    let count = range.count
    let (slab, firstArc, heads) = (local.slab, firstArcOwner.slab, headOwner.slab)
    let (capacity, reverse) = (capacityOwner.slab, reverseOwner.slab)
    for index in 0..<count { slab[members[range.lowerBound + index]] = UInt32(truncatingIfNeeded: index) }
    var arcs = 0
    for index in 0..<count {
      let junction = Int(members[range.lowerBound + index])
      for entry in Int(dissection.firstNeighbor[junction])..<Int(dissection.firstNeighbor[junction + 1]) {
        let other = slab[dissection.neighbors[entry]]
        if other == Self.outside { continue }
        heads[arcs] = other
        capacity[arcs] = dissection.capacities[entry]
        arcs += 1
      }
      firstArc[index + 1] = UInt32(truncatingIfNeeded: arcs)
    }
    for place in range { slab[members[place]] = Self.outside }
    for tail in 0..<count {
      for arc in Int(firstArc[tail])..<Int(firstArc[tail + 1]) where heads[arc] > UInt32(truncatingIfNeeded: tail) {
        var other = Int(firstArc[heads[arc]])
        while heads[other] != UInt32(truncatingIfNeeded: tail) { other += 1 }
        reverse[arc] = UInt32(truncatingIfNeeded: other)
        reverse[other] = UInt32(truncatingIfNeeded: arc)
      }
    }
  }

  private func tryDirection(
    _ direction: (cosine: Float, sine: Float), _ range: Range<Int>, _ members: Slab<UInt32>
  ) {
    let (keys, role) = (keyOwner.slab, roleOwner.slab)
    let count = range.count
    let tied = max(1, min(count / 2, Int(Double(count) * Self.tiedShare)))
    for (index, place) in range.enumerated() {
      let junction = Int(members[place])
      let along = dissection.graph.x[junction] * direction.cosine + dissection.graph.y[junction] * direction.sine
      // The order of the bits of a float, as an unsigned number.
      let bits = along.bitPattern
      let ordered = bits >> 31 == 0 ? bits | 0x8000_0000 : ~bits
      keys[index] = UInt64(ordered) << 32 | UInt64(UInt32(index))
    }
    select(tied, in: 0..<count)
    select(count - tied, in: tied..<count)
    for index in 0..<count {
      let junction = Int(UInt32(truncatingIfNeeded: keys[index]))
      role[junction] = index < tied ? .source : index >= count - tied ? .sink : .inner
    }
    let frontier = frontierOwner.slab
    let sources = findFrontier(0..<tied, .source, into: frontier, from: 0)
    guard let total = maximumFlow(count, tied, sources) else { return }
    let sinks = findFrontier(count - tied..<count, .sink, into: frontier, from: sources)
    keepCut(total, count, tied, 0..<sources, fromSink: false)
    keepCut(total, count, tied, sources..<sources + sinks, fromSink: true)
  }

  /// Collects the junctions of a range of keys that have a neighbour of another role; returns how many there are.
  private func findFrontier(_ range: Range<Int>, _ own: Role, into frontier: Slab<UInt32>, from start: Int) -> Int {
    let (firstArc, heads, role, keys) = (firstArcOwner.slab, headOwner.slab, roleOwner.slab, keyOwner.slab)
    var end = start
    for index in range {
      let junction = Int(UInt32(truncatingIfNeeded: keys[index]))
      for arc in Int(firstArc[junction])..<Int(firstArc[junction + 1]) where role[heads[arc]] != own {
        frontier[end] = UInt32(truncatingIfNeeded: junction)
        end &+= 1
        break
      }
    }
    return end - start
  }

  /// Partitions keys so that the smallest `rank - range.lowerBound` of a range come first (quickselect, C. Hoare).
  private func select(_ rank: Int, in range: Range<Int>) {
    let keys = keyOwner.slab
    var low = range.lowerBound
    var high = range.upperBound - 1
    while low < high {
      let pivot = keys[low + (high - low) / 2]
      var left = low
      var right = high
      while left <= right {
        while keys[left] < pivot { left += 1 }
        while keys[right] > pivot { right -= 1 }
        if left <= right {
          (keys[left], keys[right]) = (keys[right], keys[left])
          left += 1
          right -= 1
        }
      }
      if rank <= right { high = right } else if rank >= left { low = left } else { return }
    }
  }

  /// The flow from the sources to the sinks; `nil` as soon as it is more than twice the best cut so far.
  private func maximumFlow(_ count: Int, _ tied: Int, _ sources: Int) -> Int32? {
    let (firstArc, flow, cursor, level) = (firstArcOwner.slab, flowOwner.slab, cursorOwner.slab, levelOwner.slab)
    let (queue, frontier, role) = (queueOwner.slab, frontierOwner.slab, roleOwner.slab)
    flow.fill(0..<Int(firstArc[count]), with: 0)
    for junction in 0..<count { level[junction] = role[junction] == .source ? 0 : Self.outside }
    var total: Int32 = 0
    while true {
      let (visited, sinks) = makeLevels(count, sources)
      if sinks == 0 { return total }
      for index in 0..<visited { cursor[queue[index]] = firstArc[queue[index]] }
      for index in 0..<sources {
        while true {
          let pushed = pushOnePath(from: frontier[index])
          if pushed == 0 { break }
          total += pushed
        }
      }
      if total > 2 * best.flow { return nil }
      for index in sources..<visited { level[queue[index]] = Self.outside }
      for index in 0..<sinks { level[queue[count - 1 - index]] = Self.outside }
    }
  }

  /// Numbers the junctions by their distance from the sources over arcs that are not full.
  ///
  /// - Returns: how many junctions were numbered, which stand at the front of the queue, and how many sinks were
  ///   reached, which stand at its back.
  private func makeLevels(_ count: Int, _ sources: Int) -> (visited: Int, sinks: Int) {
    let (firstArc, heads, flow, capacity) = (firstArcOwner.slab, headOwner.slab, flowOwner.slab, capacityOwner.slab)
    let (level, queue, role, frontier) = (levelOwner.slab, queueOwner.slab, roleOwner.slab, frontierOwner.slab)
    var tail = 0
    while tail < sources {
      queue[tail] = frontier[tail]
      tail &+= 1
    }
    var head = 0
    var sinks = 0
    var sinkLevel = Self.outside
    while head < tail {
      let junction = Int(queue[head])
      head &+= 1
      let next = level[junction] &+ 1
      if next > sinkLevel { break }
      var arc = Int(firstArc[junction])
      let end = Int(firstArc[junction + 1])
      while arc < end {
        let other = Int(heads[arc])
        if level[other] == Self.outside, flow[arc] < capacity[arc] {
          level[other] = next
          if role[other] == .sink {
            sinkLevel = next
            queue[count &- 1 &- sinks] = UInt32(truncatingIfNeeded: other)
            sinks &+= 1
          } else {
            queue[tail] = UInt32(truncatingIfNeeded: other)
            tail &+= 1
          }
        }
        arc &+= 1
      }
    }
    return (tail, sinks)
  }

  /// Follows one path of rising levels from a source to a sink and fills it; 0 when there is none left.
  private func pushOnePath(from source: UInt32) -> Int32 {
    let (firstArc, heads, reverse, flow) = (firstArcOwner.slab, headOwner.slab, reverseOwner.slab, flowOwner.slab)
    let (capacity, level, cursor, role) = (capacityOwner.slab, levelOwner.slab, cursorOwner.slab, roleOwner.slab)
    let path = pathOwner.slab
    var length = 0
    var junction = Int(source)
    while role[junction] != .sink {
      var isStuck = true
      while cursor[junction] < firstArc[junction + 1] {
        let arc = Int(cursor[junction])
        if level[heads[arc]] == level[junction] &+ 1, flow[arc] < capacity[arc] {
          path[length] = UInt32(truncatingIfNeeded: arc)
          length &+= 1
          junction = Int(heads[arc])
          isStuck = false
          break
        }
        cursor[junction] &+= 1
      }
      if isStuck {
        if length == 0 { return 0 }
        length &-= 1
        junction = Int(heads[reverse[path[length]]])
        cursor[junction] &+= 1
      }
    }
    var push = Int32.max
    for step in 0..<length { push = min(push, capacity[path[step]] - flow[path[step]]) }
    for step in 0..<length {
      let arc = path[step]
      flow[arc] += push
      flow[reverse[arc]] -= push
    }
    return push
  }

  /// Takes the smallest cut nearest to the sources, or to the sinks, when it is better than the best: few edges, and
  /// two halves of like size.
  private func keepCut(_ total: Int32, _ count: Int, _ tied: Int, _ ends: Range<Int>, fromSink: Bool) {
    let (firstArc, heads, reverse, flow) = (firstArcOwner.slab, headOwner.slab, reverseOwner.slab, flowOwner.slab)
    let (capacity, queue, isReached, role) = (capacityOwner.slab, queueOwner.slab, reachedOwner.slab, roleOwner.slab)
    let own: Role = fromSink ? .sink : .source
    for junction in 0..<count { isReached[junction] = role[junction] == own }
    var tail = 0
    for index in ends {
      queue[tail] = frontierOwner.slab[index]
      tail += 1
    }
    var head = 0
    while head < tail {
      let junction = Int(queue[head])
      head += 1
      for arc in Int(firstArc[junction])..<Int(firstArc[junction + 1]) {
        let isOpen = fromSink ? flow[Int(reverse[arc])] < capacity[Int(reverse[arc])] : flow[arc] < capacity[arc]
        let next = Int(heads[arc])
        if isOpen, !isReached[next] {
          isReached[next] = true
          queue[tail] = UInt32(next)
          tail += 1
        }
      }
    }
    let reached = tied + tail - ends.count
    let smaller = min(reached, count - reached)
    if smaller == 0 { return }
    let score = (Double(total) + 0.05) / Double(smaller).squareRoot()
    if score < best.score {
      best.score = score
      best.flow = total
      lowerOwner.slab.fill(0..<count, with: false)
      for index in 0..<count where isReached[index] { lowerOwner.slab[index] = true }
    }
  }
}
