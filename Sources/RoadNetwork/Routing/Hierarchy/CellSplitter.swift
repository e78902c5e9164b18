/// Cuts cells of junctions in two by inertial flow. It owns its scratch: one per thread.
final class CellSplitter: @unchecked Sendable {
  private let dissection: JunctionDissection
  /// The number of each junction in the cell at work; `outside` for all others. After a cut: 1 and 2 for the halves.
  private let local: SlabOwner<UInt32>
  // The cell as a graph of its own: arcs in runs, the arc in the other direction, capacities and flows.
  private var firstArc: [UInt32] = []
  private var heads: [UInt32] = []
  private var reverse: [UInt32] = []
  private var capacity: [Int32] = []
  private var flow: [Int32] = []
  private var level: [UInt32] = []
  private var cursor: [UInt32] = []
  private var queue: [UInt32] = []
  private var role: [Role] = []
  private var isReached: [Bool] = []
  private var keys: [UInt64] = []
  private var path: [UInt32] = []
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
    var isLower: [Bool] = []
  }

  init(_ dissection: JunctionDissection) {
    self.dissection = dissection
    local = SlabOwner(repeating: Self.outside, count: dissection.graph.x.count)
  }

  /// Reorders a range of `members` so that its one half comes first; returns where the other begins.
  func split(_ range: Range<Int>, _ members: Slab<UInt32>) -> Int {
    let count = range.count
    if count == 2 { return range.lowerBound + 1 }
    enter(range, members)
    best.flow = 1 << 28
    best.score = .infinity
    for direction in Self.directions { tryDirection(direction, range, members) }
    let lower = range.filter { best.isLower[$0 - range.lowerBound] }.map { members[$0] }
    let upper = range.filter { !best.isLower[$0 - range.lowerBound] }.map { members[$0] }
    for (place, junction) in zip(range, lower + upper) { members[place] = junction }
    return range.lowerBound + (lower.isEmpty || upper.isEmpty ? count / 2 : lower.count)
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
    let slab = local.slab
    for (index, place) in range.enumerated() { slab[members[place]] = UInt32(index) }
    Self.fit(&firstArc, count + 1, 0)
    heads.removeAll(keepingCapacity: true)
    capacity.removeAll(keepingCapacity: true)
    for (index, place) in range.enumerated() {
      let junction = Int(members[place])
      for entry in Int(dissection.firstNeighbor[junction])..<Int(dissection.firstNeighbor[junction + 1]) {
        let other = slab[dissection.neighbors[entry]]
        if other == Self.outside { continue }
        heads.append(other)
        capacity.append(dissection.capacities[entry])
      }
      firstArc[index + 1] = UInt32(heads.count)
    }
    for place in range { slab[members[place]] = Self.outside }
    Self.fit(&reverse, heads.count, 0)
    for tail in 0..<count {
      for arc in Int(firstArc[tail])..<Int(firstArc[tail + 1]) where heads[arc] > UInt32(tail) {
        let head = Int(heads[arc])
        for other in Int(firstArc[head])..<Int(firstArc[head + 1]) where heads[other] == UInt32(tail) {
          reverse[arc] = UInt32(other)
          reverse[other] = UInt32(arc)
          break
        }
      }
    }
    Self.fit(&flow, heads.count, 0)
    for length in [count] {
      Self.fit(&level, length, 0)
      Self.fit(&cursor, length, 0)
      Self.fit(&queue, length, 0)
      Self.fit(&role, length, .inner)
      Self.fit(&isReached, length, false)
      Self.fit(&keys, length, 0)
    }
  }

  private static func fit<Element>(_ array: inout [Element], _ count: Int, _ value: Element) {
    if array.count < count { array.append(contentsOf: repeatElement(value, count: count - array.count)) }
  }

  private func tryDirection(
    _ direction: (cosine: Float, sine: Float), _ range: Range<Int>, _ members: Slab<UInt32>
  ) {
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
    guard let total = maximumFlow(count, tied) else { return }
    keepCut(total, count, tied, fromSink: false)
    keepCut(total, count, tied, fromSink: true)
  }

  /// Partitions keys so that the smallest `rank - range.lowerBound` of a range come first (quickselect, C. Hoare).
  private func select(_ rank: Int, in range: Range<Int>) {
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
          keys.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if rank <= right { high = right } else if rank >= left { low = left } else { return }
    }
  }

  /// The flow from the sources to the sinks; `nil` as soon as it is more than twice the best cut so far.
  private func maximumFlow(_ count: Int, _ tied: Int) -> Int32? {
    for arc in 0..<Int(firstArc[count]) { flow[arc] = 0 }
    var total: Int32 = 0
    while makeLevels(count, tied) {
      for junction in 0..<count { cursor[junction] = firstArc[junction] }
      for index in 0..<tied {
        let source = UInt32(truncatingIfNeeded: keys[index])
        while true {
          let pushed = pushOnePath(from: source)
          if pushed == 0 { break }
          total += pushed
        }
      }
      if total > 2 * best.flow { return nil }
    }
    return total
  }

  /// Numbers the junctions by their distance from the sources over arcs that are not full; whether a sink is reached.
  private func makeLevels(_ count: Int, _ tied: Int) -> Bool {
    for junction in 0..<count { level[junction] = Self.outside }
    var tail = 0
    for index in 0..<tied {
      let source = UInt32(truncatingIfNeeded: keys[index])
      level[Int(source)] = 0
      queue[tail] = source
      tail += 1
    }
    var head = 0
    var sinkLevel = Self.outside
    while head < tail {
      let junction = Int(queue[head])
      head += 1
      if level[junction] >= sinkLevel { break }
      for arc in Int(firstArc[junction])..<Int(firstArc[junction + 1]) where flow[arc] < capacity[arc] {
        let next = Int(heads[arc])
        if level[next] != Self.outside { continue }
        level[next] = level[junction] + 1
        if role[next] == .sink {
          sinkLevel = level[next]
        } else {
          queue[tail] = UInt32(next)
          tail += 1
        }
      }
    }
    return sinkLevel != Self.outside
  }

  /// Follows one path of rising levels from a source to a sink and fills it; 0 when there is none left.
  private func pushOnePath(from source: UInt32) -> Int32 {
    path.removeAll(keepingCapacity: true)
    var junction = Int(source)
    while role[junction] != .sink {
      var isStuck = true
      while cursor[junction] < firstArc[junction + 1] {
        let arc = Int(cursor[junction])
        if flow[arc] < capacity[arc], level[Int(heads[arc])] == level[junction] + 1 {
          path.append(UInt32(arc))
          junction = Int(heads[arc])
          isStuck = false
          break
        }
        cursor[junction] += 1
      }
      if isStuck {
        guard let last = path.popLast() else { return 0 }
        junction = Int(heads[Int(reverse[Int(last)])])
        cursor[junction] += 1
      }
    }
    var push = Int32.max
    for arc in path { push = min(push, capacity[Int(arc)] - flow[Int(arc)]) }
    for arc in path {
      flow[Int(arc)] += push
      flow[Int(reverse[Int(arc)])] -= push
    }
    return push
  }

  /// Takes the smallest cut nearest to the sources, or to the sinks, when it is better than the best: few edges, and
  /// two halves of like size.
  private func keepCut(_ total: Int32, _ count: Int, _ tied: Int, fromSink: Bool) {
    for junction in 0..<count { isReached[junction] = false }
    var tail = 0
    for index in 0..<tied {
      let end = UInt32(truncatingIfNeeded: keys[fromSink ? count - 1 - index : index])
      isReached[Int(end)] = true
      queue[tail] = end
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
    let smaller = min(tail, count - tail)
    if smaller == 0 { return }
    let score = (Double(total) + 0.05) / Double(smaller).squareRoot()
    if score < best.score {
      best.score = score
      best.flow = total
      best.isLower = Array(isReached[..<count])
    }
  }
}
