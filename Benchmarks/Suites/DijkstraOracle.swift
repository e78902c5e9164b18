public import RoadNetwork

/// The slow and obvious shortest path: every state from the source on, settled in order, nothing else.
public enum DijkstraOracle {
  /// The least weights from one of some places to each of some others; `Int64.max` where there is no way.
  public static func weights(
    _ network: RoadNetwork, weights: EdgeWeights, from sources: [NetworkPlace], to targets: [NetworkPlace]
  ) -> [Int64] {
    var best = [Int64](repeating: .max, count: targets.count)
    var distance = [Int64](repeating: .max, count: network.stateCount)
    var queue = BinaryHeap()
    func isOpen(_ edge: Int) -> Bool { weights.edges[edge] < EdgeWeights.unreachable }
    for source in sources where isOpen(source.edge) {
      let whole = weights.edges[source.edge]
      let before = EdgeWeights.partial(whole, source.fraction)
      for (index, target) in targets.enumerated()
      where target.edge == source.edge && target.fraction >= source.fraction {
        best[index] = min(best[index], Int64(EdgeWeights.partial(whole, target.fraction) - before))
      }
      if Int64(whole - before) < distance[source.edge] {
        distance[source.edge] = Int64(whole - before)
        queue.push(Double(whole - before), source.edge)
      }
    }
    while let (key, state) = queue.pop() {
      // Sums of weights are far below 2^53.
      let reached = Int64(key)
      if reached > distance[state] { continue }
      for turn in network.turnRange(ofState: state) {
        let next = network.state(afterTurn: turn)
        let to = network.edge(ofState: next)
        guard isOpen(to) else { continue }
        let entered = reached + Int64(weights.turns[turn])
        for (index, target) in targets.enumerated() where target.edge == to {
          best[index] = min(best[index], entered + Int64(EdgeWeights.partial(weights.edges[to], target.fraction)))
        }
        let sum = entered + Int64(weights.edges[to])
        if sum < distance[next] {
          distance[next] = sum
          queue.push(Double(sum), next)
        }
      }
    }
    return best
  }

  /// Whether who drives from one edge to the next enters what only some may use: a restricted road, or any road behind
  /// a restricted barrier. Who is inside has paid.
  public static func entersRestricted(_ network: RoadNetwork, from: Int, to: Int) -> Bool {
    let edge = network.edge(from)
    if edge.flags.contains(.restricted) { return false }
    if network.edge(to).flags.contains(.restricted) { return true }
    return edge.twin != to && network.flags(ofJunction: edge.head).contains(.restricted)
  }
}

/// A plain binary heap.
struct BinaryHeap {
  private var items: [(key: Double, value: Int)] = []

  mutating func push(_ key: Double, _ value: Int) {
    items.append((key, value))
    var child = items.count - 1
    while child > 0, items[(child - 1) / 2].key > items[child].key {
      items.swapAt((child - 1) / 2, child)
      child = (child - 1) / 2
    }
  }

  mutating func pop() -> (Double, Int)? {
    guard let top = items.first else { return nil }
    items.swapAt(0, items.count - 1)
    items.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < items.count && items[child].key < items[least].key {
        least = child
      }
      if least == parent { break }
      items.swapAt(least, parent)
      parent = least
    }
    return (top.key, top.value)
  }
}
