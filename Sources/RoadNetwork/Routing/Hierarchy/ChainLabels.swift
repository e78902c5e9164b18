/// The labels of one side of a query: a chain of ancestors per seed, each from the seed up to where it joins an earlier
/// chain. Slot 0, the trunk, goes up to the root.
final class ChainLabels: @unchecked Sendable {
  private let stride: Int
  private let rankOwner: SlabOwner<UInt32>
  private let labelOwner: SlabOwner<Int32>
  private let originOwner: SlabOwner<Origin>
  /// The states of the chains: slot times stride plus depth.
  let ranks: Slab<UInt32>
  /// The least weight known for each state of the chains.
  let labels: Slab<Int32>
  private let origins: Slab<Origin>
  /// For each slot the depth of the first state that belongs to an earlier chain; -1 for the trunk.
  let attachDepth: Slab<Int>
  private let attachSlot: Slab<Int>
  private let bottomDepth: Slab<Int>
  private let slotOwners: [SlabOwner<Int>]
  private(set) var count = 0

  /// How a label came about: over an arc from a place, or from a seed.
  private struct Origin: BitwiseCopyable {
    var arc: UInt32
    /// The place that the arc comes from; the seed's number when there is no arc.
    var from: UInt32
    static let seed = UInt32.max
  }

  init(stride: Int, slots: Int) {
    self.stride = stride
    rankOwner = SlabOwner(repeating: 0, count: stride * slots)
    labelOwner = SlabOwner(repeating: 0, count: stride * slots)
    originOwner = SlabOwner(repeating: Origin(arc: 0, from: 0), count: stride * slots)
    ranks = rankOwner.slab
    labels = labelOwner.slab
    origins = originOwner.slab
    slotOwners = (0..<3).map { _ in SlabOwner(repeating: -1, count: slots) }
    attachDepth = slotOwners[0].slab
    attachSlot = slotOwners[1].slab
    bottomDepth = slotOwners[2].slab
  }

  /// Lays out the chains of some seeds and gives the seeds their weights.
  func begin(_ seeds: [HierarchyQuery.Seed], _ hierarchy: RoutingHierarchy) {
    count = seeds.count
    for slot in seeds.indices {
      let bottom = Int(hierarchy.depth[seeds[slot].rank])
      bottomDepth[slot] = bottom
      let base = slot * stride
      var rank = seeds[slot].rank
      var depth = bottom
      if slot == 0 {
        attachDepth[0] = -1
        while depth > 0 {
          ranks[depth] = rank
          rank = hierarchy.parent[rank]
          depth -= 1
        }
        ranks[0] = rank
        labels.fill(0..<bottom + 1, with: RouteMetric.unreachable)
      } else {
        var owner = earlierSlot(of: rank, depth, before: slot)
        while owner < 0 {
          ranks[base + depth] = rank
          labels[base + depth] = RouteMetric.unreachable
          rank = hierarchy.parent[rank]
          depth -= 1
          owner = earlierSlot(of: rank, depth, before: slot)
        }
        attachDepth[slot] = depth
        attachSlot[slot] = owner
      }
      let place = place(slot, bottom)
      if seeds[slot].weight < labels[place] {
        labels[place] = seeds[slot].weight
        origins[place] = Origin(arc: Origin.seed, from: UInt32(truncatingIfNeeded: slot))
      }
    }
  }

  /// The earlier slot that owns a state; -1 when none does. Every chain meets the trunk, at the root at the latest.
  private func earlierSlot(of rank: UInt32, _ depth: Int, before slot: Int) -> Int {
    for earlier in 0..<slot
    where depth <= bottomDepth[earlier] && depth > attachDepth[earlier] && ranks[earlier * stride + depth] == rank {
      return earlier
    }
    return -1
  }

  /// Where the label of the state at a depth of a slot's chain stands.
  @inline(__always)
  private func place(_ slot: Int, _ depth: Int) -> Int {
    var slot = slot
    while depth <= attachDepth[slot] { slot = attachSlot[slot] }
    return slot * stride + depth
  }

  /// Relaxes the own parts of all chains but the trunk: the latest first, as a chain joins earlier ones only.
  func relaxBranches(_ arcs: ArcList) {
    var slot = count - 1
    while slot > 0 {
      var depth = bottomDepth[slot]
      while depth > attachDepth[slot] {
        let label = labels[slot * stride + depth]
        if label < RouteMetric.unreachable {
          let rank = Int(ranks[slot * stride + depth])
          let from = UInt32(truncatingIfNeeded: slot << 16 | depth)
          for arc in Int(arcs.first[rank])..<Int(arcs.first[rank + 1]) {
            let sum = label + arcs.weight[arc]
            let place = place(slot, Int(arcs.depth[arc]))
            if sum < labels[place] {
              labels[place] = sum
              origins[place] = Origin(arc: UInt32(truncatingIfNeeded: arc), from: from)
            }
          }
        }
        depth -= 1
      }
      slot -= 1
    }
  }

  /// Relaxes the trunk from its seed up to the state below a depth.
  func relaxTrunk(_ arcs: ArcList, above join: Int) {
    var depth = bottomDepth[0]
    let labels = labels
    while depth > join {
      let label = labels[depth]
      if label < RouteMetric.unreachable { relaxTrunk(arcs, Int(ranks[depth]), depth, label) }
      depth -= 1
    }
  }

  /// Relaxes the arcs of one state of the trunk.
  @inline(__always)
  func relaxTrunk(_ arcs: ArcList, _ rank: Int, _ depth: Int, _ label: Int32) {
    let labels = labels
    let origins = origins
    var arc = Int(arcs.first[rank])
    let end = Int(arcs.first[rank + 1])
    while arc < end {
      let sum = label &+ arcs.weight[arc]
      let head = Int(arcs.depth[arc])
      if sum < labels[head] {
        labels[head] = sum
        origins[head] = Origin(
          arc: UInt32(truncatingIfNeeded: arc), from: UInt32(truncatingIfNeeded: depth))
      }
      arc &+= 1
    }
  }

  /// The greatest depth at which two chains have the same state on parts of their own; -1 when they have none. O(log
  /// n).
  static func join(_ a: ChainLabels, _ i: Int, _ b: ChainLabels, _ j: Int) -> Int {
    var low = max(a.attachDepth[i], b.attachDepth[j])
    var high = min(a.bottomDepth[i], b.bottomDepth[j])
    let floor = low
    // Up to some depth the chains are one, from there on they are apart.
    while low < high {
      let middle = (low + high + 1) / 2
      if a.ranks[i * a.stride + middle] == b.ranks[j * b.stride + middle] { low = middle } else { high = middle - 1 }
    }
    return low > floor ? low : -1
  }

  /// The seed that a label goes back to.
  func seed(of place: LabelPlace) -> Int {
    var origin = origins[Int(place.slot) * stride + Int(place.depth)]
    while origin.arc != Origin.seed { origin = origins[Int(origin.from >> 16) * stride + Int(origin.from & 0xffff)] }
    return Int(origin.from)
  }

  /// Appends the arcs between a label and its seed, the one nearest to the label first.
  func collectArcs(from place: LabelPlace, into arcs: inout [UInt32]) {
    var origin = origins[Int(place.slot) * stride + Int(place.depth)]
    while origin.arc != Origin.seed {
      arcs.append(origin.arc)
      origin = origins[Int(origin.from >> 16) * stride + Int(origin.from & 0xffff)]
    }
  }
}
