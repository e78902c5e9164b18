/// Finds the cheapest way between states on a metric: the query along the elimination tree (Dibbelt, Strasser and
/// Wagner, 2016), with any number of weighted starts and ends.
///
/// All ancestors of a start form a chain to the root, and every arc from a state of the chain leads to a higher state
/// of the same chain: so a label per depth is all that is needed, and no queue. Further starts share the upper part of
/// a chain that is there already; only their own lower part gets labels of its own. It owns its scratch and belongs to
/// one thread; a query allocates nothing once its scratch has grown.
struct HierarchyQuery: Sendable {
  /// A place to start from or to arrive at.
  struct Seed: Sendable, BitwiseCopyable {
    var rank: UInt32
    /// What it costs to come to the state, or from the state to the end; 0 or more.
    var weight: Int32
    /// Which of the caller's places it stands for.
    var place: Int32
    /// The turn by which the state was come to from the place; `noTurn` where the place lies on the state's edge.
    var turn: UInt32 = noTurn
  }

  static let noTurn = UInt32.max

  /// The cheapest way that a query found.
  struct Answer: Sendable {
    var weight: Int32
    var source: Seed
    var target: Seed
  }

  private var scratch: QueryScratch?
  /// The turns of the way that was last found, in order, without that of its first seed.
  private(set) var turns: [UInt32] = []
  private var arcs: [UInt32] = []
  private var stack: [RouteMetric.Middle] = []

  /// Makes room for the longest chains of a hierarchy when a query first needs it.
  private mutating func ready(_ hierarchy: RoutingHierarchy, _ sources: Int, _ targets: Int) -> QueryScratch {
    let stride = hierarchy.maximumDepth + 1
    let slots = max(sources, targets)
    // Asked before it is bound to a name, which would be a second reference.
    let isOwn = isKnownUniquelyReferenced(&scratch)
    if isOwn, let scratch, scratch.stride == stride, scratch.slots >= slots { return scratch }
    let made = QueryScratch(stride: stride, slots: max(4, slots))
    scratch = made
    return made
  }

  /// The cheapest way from a seed to a seed; `nil` when there is none. Its turns are found by `unpack`.
  ///
  /// - Parameter slack: labels up to this many times the cheapest way are found too, for `detours`; at least 1.
  /// - Complexity: O(arcs of the states above the seeds).
  mutating func run(
    _ metric: RouteMetric, sources: [Seed], targets: [Seed], slack: Double = 1
  ) -> Answer? {
    if sources.isEmpty || targets.isEmpty { return nil }
    let scratch = ready(metric.hierarchy, sources.count, targets.count)
    let hierarchy = metric.hierarchy
    let out = ArcList(hierarchy.outFirst, hierarchy.outDepth, metric.storage.outWeight)
    let into = ArcList(hierarchy.inFirst, hierarchy.inDepth, metric.storage.inWeight)
    scratch.forward.begin(sources, hierarchy)
    scratch.backward.begin(targets, hierarchy)
    scratch.forward.relaxBranches(out)
    scratch.backward.relaxBranches(into)
    var best = Meeting()
    scratch.meetTrunks(out, into, &best, slack: slack)
    scratch.meetBranches(&best)
    guard best.weight < RouteMetric.unreachable else { return nil }
    scratch.best = best
    return answer(best, scratch, sources, targets)
  }

  private func answer(_ meeting: Meeting, _ scratch: QueryScratch, _ sources: [Seed], _ targets: [Seed]) -> Answer {
    Answer(
      weight: meeting.weight, source: sources[scratch.forward.seed(of: meeting.forward)],
      target: targets[scratch.backward.seed(of: meeting.backward)])
  }

  /// Fills `turns` with the way that the last query found.
  mutating func unpack(_ metric: RouteMetric) {
    if let scratch { unpack(scratch.best, scratch, metric) }
  }

  private mutating func unpack(_ meeting: Meeting, _ scratch: QueryScratch, _ metric: RouteMetric) {
    turns.removeAll(keepingCapacity: true)
    arcs.removeAll(keepingCapacity: true)
    scratch.forward.collectArcs(from: meeting.forward, into: &arcs)
    for arc in arcs.reversed() { unpack(arc, metric) }
    arcs.removeAll(keepingCapacity: true)
    scratch.backward.collectArcs(from: meeting.backward, into: &arcs)
    for arc in arcs { unpack(arc | ArcNumber.into, metric) }
  }

  /// The meetings of the last query that weigh up to a bound, the lightest first, one of each weight: the ways over
  /// one state each that are its single-via detours. (I. Abraham et al.: Alternative Routes in Road Networks, 2013.)
  func detours(upTo bound: Int32) -> [Meeting] { scratch?.meetings(upTo: bound) ?? [] }

  /// Fills `turns` with the way over a meeting of the last query, which the same seeds asked.
  mutating func unpack(
    detour: Meeting, _ metric: RouteMetric, sources: [Seed], targets: [Seed]
  ) -> Answer? {
    guard let scratch else { return nil }
    unpack(detour, scratch, metric)
    return answer(detour, scratch, sources, targets)
  }

  /// Takes an arc apart into the turns that it stands for. Both arcs of a short cut are read as soon as it is known, so
  /// that the processor waits for the second while it works on the first.
  private mutating func unpack(_ arc: UInt32, _ metric: RouteMetric) {
    let outMiddle = metric.storage.outMiddle
    let inMiddle = metric.storage.inMiddle
    var middle = arc & ArcNumber.into != 0 ? inMiddle[arc & ~ArcNumber.into] : outMiddle[arc]
    while true {
      while middle.lower != RouteMetric.Middle.none {
        let first = inMiddle[middle.lower]
        stack.append(outMiddle[middle.upper])
        middle = first
      }
      turns.append(middle.upper)
      guard let next = stack.popLast() else { return }
      middle = next
    }
  }
}

/// The arcs of one sense with their weights.
struct ArcList {
  let first: Slab<UInt32>
  let depth: Slab<UInt16>
  let weight: Slab<Int32>

  @inline(__always)
  init(_ first: Slab<UInt32>, _ depth: Slab<UInt16>, _ weight: Slab<Int32>) {
    self.first = first
    self.depth = depth
    self.weight = weight
  }
}

/// Where a way from the starts meets one from the ends: a slot and a depth on either side.
struct Meeting: BitwiseCopyable {
  var weight = RouteMetric.unreachable
  var forward = LabelPlace(slot: 0, depth: 0)
  var backward = LabelPlace(slot: 0, depth: 0)
}

/// Where a label stands: the chain and the depth.
struct LabelPlace: BitwiseCopyable {
  var slot: UInt16
  var depth: UInt16
}

/// The scratch of a query.
final class QueryScratch: @unchecked Sendable {
  let stride: Int
  let slots: Int
  let forward: ChainLabels
  let backward: ChainLabels
  var best = Meeting()
  /// The depth of the first state that both trunks share.
  private var trunkJoin = -1

  init(stride: Int, slots: Int) {
    self.stride = stride
    self.slots = slots
    forward = ChainLabels(stride: stride, slots: slots)
    backward = ChainLabels(stride: stride, slots: slots)
  }

  /// Climbs the two trunks to where they meet, and from there together to the root. A state whose label is not below
  /// the best way so far is on no better one.
  func meetTrunks(_ out: ArcList, _ into: ArcList, _ best: inout Meeting, slack: Double) {
    let join = ChainLabels.join(forward, 0, backward, 0)
    forward.relaxTrunk(out, above: join)
    backward.relaxTrunk(into, above: join)
    trunkJoin = join
    if join < 0 { return }
    var bound = best.weight
    let forwardLabels = forward.labels
    let backwardLabels = backward.labels
    let chain = forward.ranks
    var depth = join
    while depth >= 0 {
      let ahead = forwardLabels[depth]
      let behind = backwardLabels[depth]
      if ahead &+ behind < best.weight {
        best.weight = ahead &+ behind
        best.forward = LabelPlace(slot: 0, depth: UInt16(truncatingIfNeeded: depth))
        best.backward = best.forward
        bound =
          slack > 1 ? Int32(min(Double(RouteMetric.unreachable), Double(best.weight) * slack)) : best.weight
      }
      let rank = Int(chain[depth])
      if ahead < bound { forward.relaxTrunk(out, rank, depth, ahead) }
      if behind < bound { backward.relaxTrunk(into, rank, depth, behind) }
      depth &-= 1
    }
  }

  /// The meetings on the shared part of the trunks up to a weight, lightest first, one of each weight.
  func meetings(upTo bound: Int32) -> [Meeting] {
    var found: [Meeting] = []
    for depth in Swift.stride(from: trunkJoin, through: 0, by: -1) {
      let sum = forward.labels[depth] + backward.labels[depth]
      if sum > bound { continue }
      let place = LabelPlace(slot: 0, depth: UInt16(truncatingIfNeeded: depth))
      found.append(Meeting(weight: sum, forward: place, backward: place))
    }
    found.sort { ($0.weight, $1.forward.depth) < ($1.weight, $0.forward.depth) }
    var last: Int32 = -1
    found.removeAll { meeting in
      defer { last = meeting.weight }
      return meeting.weight == last
    }
    return found
  }

  /// Looks for meetings on the parts of chains that are no trunk on at least one side.
  func meetBranches(_ best: inout Meeting) {
    for i in 0..<forward.count {
      for j in 0..<backward.count where i + j > 0 {
        let join = ChainLabels.join(forward, i, backward, j)
        var depth = max(forward.attachDepth[i], backward.attachDepth[j]) + 1
        while depth <= join {
          let sum = forward.labels[i * stride + depth] + backward.labels[j * stride + depth]
          if sum < best.weight {
            best.weight = sum
            best.forward = LabelPlace(
              slot: UInt16(truncatingIfNeeded: i), depth: UInt16(truncatingIfNeeded: depth))
            best.backward = LabelPlace(
              slot: UInt16(truncatingIfNeeded: j), depth: UInt16(truncatingIfNeeded: depth))
          }
          depth += 1
        }
      }
    }
  }
}
