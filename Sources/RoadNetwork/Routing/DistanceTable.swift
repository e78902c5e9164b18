/// The weights of the cheapest ways from some places to many others: a chain of labels per place, and for each pair the
/// least sum over the states that both chains share.
///
/// With places in one neighbourhood a table costs some microseconds per place; it is exact. It owns its scratch and
/// belongs to one thread.
public struct DistanceTable: Sendable {
  private let network: RoadNetwork
  private var scratch: TableScratch?

  /// Makes a table for a network. O(1).
  public init(network: RoadNetwork) { self.network = network }

  /// The weights from each source to each target, a row per source; `nil` where there is no way.
  ///
  /// - Complexity: O((sources + targets) * arcs above a place + sources * targets * depth of the tree).
  public mutating func weights(
    from sources: [NetworkPlace], to targets: [NetworkPlace], metric: RouteMetric
  ) -> [[Int?]] {
    var states: [UInt32] = []
    var rows: [Range<Int>] = []
    for target in targets {
      let first = states.count
      network.visitStates(ofEdge: target.edge) { states.append($0) }
      rows.append(first..<states.count)
    }
    // Two more rows: for a source, and for the turns from it where a target lies behind it on its edge.
    let scratch = ready(rows: states.count + 2)
    let hierarchy = network.hierarchy
    let into = ArcList(hierarchy.inFirst, hierarchy.inDepth, metric.storage.inWeight)
    let out = ArcList(hierarchy.outFirst, hierarchy.outDepth, metric.storage.outWeight)
    for (row, state) in states.enumerated() {
      scratch.climb(row, from: hierarchy.rankOfState[state], 0, hierarchy, into)
    }
    return sources.map { source in
      let whole = metric.weight(ofEdge: source.edge)
      guard whole < RouteMetric.unreachable else { return targets.map { _ in nil } }
      let rest = EdgeWeights.rest(whole, from: source.fraction)
      scratch.climb(states.count, from: hierarchy.rankOfState[source.edge], rest, hierarchy, out)
      return targets.indices.map { index in
        let target = targets[index]
        var least = RouteMetric.unreachable
        if source.edge != target.edge {
          for row in rows[index] { least = min(least, scratch.least(states.count, row)) }
        } else if let along = EdgeWeights.between(whole, source.fraction, target.fraction) {
          return Int(along)
        } else {
          for turn in network.firstTurn[source.edge]..<network.firstTurn[source.edge + 1] {
            let weight = metric.weight(ofTurn: turn, from: source.edge)
            if weight >= RouteMetric.unreachable { continue }
            let rank = hierarchy.rankOfState[network.turns[turn].target]
            scratch.climb(states.count + 1, from: rank, rest + weight, hierarchy, out)
            for row in rows[index] { least = min(least, scratch.least(states.count + 1, row)) }
          }
        }
        let end = metric.weight(ofEdge: target.edge)
        guard least < RouteMetric.unreachable, end < RouteMetric.unreachable else { return nil }
        return Int(least) - Int(EdgeWeights.rest(end, from: target.fraction))
      }
    }
  }

  private mutating func ready(rows: Int) -> TableScratch {
    let stride = network.hierarchy.maximumDepth + 1
    // Asked before it is bound to a name, which would be a second reference.
    let isOwn = isKnownUniquelyReferenced(&scratch)
    if isOwn, let scratch, scratch.rows >= rows { return scratch }
    let made = TableScratch(stride: stride, rows: rows)
    scratch = made
    return made
  }
}

/// The chains of a table, a row each.
private final class TableScratch: @unchecked Sendable {
  let rows: Int
  private let stride: Int
  private let ranks: SlabOwner<UInt32>
  private let labels: SlabOwner<Int32>
  private let bottoms: SlabOwner<Int>

  init(stride: Int, rows: Int) {
    self.stride = stride
    self.rows = rows
    ranks = SlabOwner(repeating: 0, count: stride * rows)
    labels = SlabOwner(repeating: 0, count: stride * rows)
    bottoms = SlabOwner(repeating: 0, count: rows)
  }

  /// Labels the chain of a state.
  func climb(
    _ row: Int, from start: UInt32, _ weight: Int32, _ hierarchy: RoutingHierarchy, _ arcs: ArcList
  ) {
    let base = row * stride
    let (ranks, labels) = (ranks.slab, labels.slab)
    let bottom = Int(hierarchy.depth[start])
    bottoms.slab[row] = bottom
    labels.fill(base..<base + bottom + 1, with: RouteMetric.unreachable)
    labels[base + bottom] = weight
    var rank = start
    var depth = bottom
    while true {
      ranks[base + depth] = rank
      let label = labels[base + depth]
      if label < RouteMetric.unreachable {
        for arc in Int(arcs.first[rank])..<Int(arcs.first[Int(rank) + 1]) {
          let head = base + Int(arcs.depth[arc])
          labels[head] = min(labels[head], label + arcs.weight[arc])
        }
      }
      if depth == 0 { return }
      rank = hierarchy.parent[rank]
      depth -= 1
    }
  }

  /// The least sum of two rows over the states that their chains share.
  func least(_ a: Int, _ b: Int) -> Int32 {
    let (ranks, labels) = (ranks.slab, labels.slab)
    var low = 0
    var high = min(bottoms.slab[a], bottoms.slab[b])
    while low < high {
      let middle = (low + high + 1) / 2
      if ranks[a * stride + middle] == ranks[b * stride + middle] { low = middle } else { high = middle - 1 }
    }
    var least = RouteMetric.unreachable
    for depth in 0...low { least = min(least, labels[a * stride + depth] + labels[b * stride + depth]) }
    return least
  }
}
