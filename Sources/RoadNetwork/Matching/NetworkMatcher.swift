import Glibc
public import WaybenchCore

/// What a matcher is told.
public struct MatchOptions: Sendable, Hashable {
  /// Standard deviation of a position per axis, metres; NaN takes it from the fixes' accuracies.
  public var sigmaMeters = Double.nan
  /// A longer time without a fix breaks the match, seconds.
  public var longestGapSeconds = 600.0

  /// The defaults.
  public init() {}
}

/// Finds the way that a trace was driven: Viterbi over directed edges.
///
/// The cost of a walk is additive and paid on leaving an edge, so that a receiver whose positions dance on an edge does
/// not drive it over and over, and one shared best-first search per fix finds every predecessor at once. It is a
/// descendant of P. Newson and J. Krumm, Hidden Markov Map Matching Through Noise and Sparseness, 2009.
///
/// A matcher owns its scratch and belongs to one thread.
public struct NetworkMatcher: Sendable {
  let network: RoadNetwork
  private var query = SegmentQuery()
  private var scratch: [EdgeScratch]
  /// `WalkCost.lengthWeight` of each edge, once it was asked for; 0 before.
  private var lengthWeights: [Double]
  private var column: UInt32 = 0
  private var heap = ExitQueue()
  var labels: [Label] = []
  private var live: [LiveState] = []
  private var next: [LiveState] = []
  var cost = WalkCost(meanGapSeconds: 1, sigma: 5, weight: 1)

  /// A step of a walk: an edge, the label it was entered from, and the fix at which it was entered.
  struct Label: BitwiseCopyable {
    var edge: Int32
    var parent: Int32
    var fix: Int32
  }

  /// An edge on which the trace may be.
  private struct LiveState: BitwiseCopyable {
    var edge: Int32
    var label: Int32
    /// The edge it was entered from when `label` is not made yet.
    var parent: Int32
    /// Cost up to the edge's tail, with all emissions so far.
    var tailCost: Double
    /// The largest offset reached, metres.
    var furthest: Double
    var total: Double
    var distance: Double
  }

  /// What the current column knows of an edge; valid while its stamp is the column's number.
  private struct EdgeScratch: BitwiseCopyable {
    var stamp: UInt32 = 0
    var label: Int32 = -1
    var parent: Int32 = -1
    var nextIndex: Int32 = -1
    var isProjected = false
    var tailCost = 0.0
    var offset = 0.0
    var distance = 0.0
  }

  /// How far a fix may lie from an edge that is entered, metres: this or four standard deviations.
  static let leastRadiusMeters = 100.0
  /// Walks that are so much worse than the best are dropped, nats.
  private static let beamNats = 10.0
  /// So many fixes in a row off every live edge break the match.
  private static let fixesOffNetwork = 5

  /// Makes a matcher. O(edges).
  public init(network: RoadNetwork) {
    self.network = network
    scratch = [EdgeScratch](repeating: EdgeScratch(), count: network.edgeCount)
    lengthWeights = [Double](repeating: 0, count: network.edgeCount)
  }

  /// Matches a trace whose fixes are in the order in which they were taken.
  ///
  /// - Complexity: O(fixes × edges in reach of one).
  public mutating func match(_ fixes: [Fix], options: MatchOptions = MatchOptions()) -> MatchResult {
    var result = MatchResult(
      pieces: [], fixes: [MatchedFix](repeating: MatchedFix(place: nil, reason: .noRoad), count: fixes.count))
    guard !fixes.isEmpty else { return result }
    let sigma = Self.sigma(of: fixes, options)
    cost = WalkCost(
      meanGapSeconds: Self.meanGap(of: fixes), sigma: sigma, weight: Self.emissionWeight(of: fixes, sigma: sigma))
    var first = 0
    var reason: MatchBreak?
    while first < fixes.count {
      labels.removeAll(keepingCapacity: true)
      guard start(at: fixes[first], fix: first) else {
        first += 1
        if reason == nil, !result.pieces.isEmpty { reason = .offNetwork }
        continue
      }
      let run = follow(fixes, from: first, longestGapSeconds: options.longestGapSeconds)
      place(fixes, first...run.last, bestLabel: run.label, breakReason: result.pieces.isEmpty ? nil : reason, &result)
      reason = run.reason
      first = run.next
    }
    return result
  }

  // MARK: - Columns

  /// The first column: every edge near the fix, in both directions.
  private mutating func start(at fix: Fix, fix index: Int) -> Bool {
    live.removeAll(keepingCapacity: true)
    var links: Set<UInt32> = []
    query.visit(network, near: LocalFrame(origin: fix.coordinate), radiusMeters: cost.radius) { links.insert($0.link) }
    let frame = LocalFrame(origin: fix.coordinate)
    for link in links.sorted() {
      let pair = network.linkEdges[Int(link)]
      for edge in [pair.along, pair.against] where edge != EdgeRecord.none {
        let (distance, offset) = network.project(frame, onEdge: Int(edge))
        let emission = cost.emission(distance: distance)
        labels.append(Label(edge: Int32(edge), parent: -1, fix: Int32(index)))
        live.append(
          LiveState(
            edge: Int32(edge), label: Int32(labels.count - 1), parent: -1,
            tailCost: emission - perMeter(Int(edge), network.edges[edge]) * offset, furthest: offset, total: emission,
            distance: distance))
      }
    }
    return !live.isEmpty
  }

  private struct Run {
    var last: Int
    var label: Int32
    var next: Int
    var reason: MatchBreak?
  }

  /// Goes on from fix to fix until the end or a break.
  private mutating func follow(_ fixes: [Fix], from first: Int, longestGapSeconds: Double) -> Run {
    var lastNear = first
    var labelAtLastNear = bestLabel()
    var off = 0
    for index in (first + 1)..<max(first + 1, fixes.count) {
      let gap = Double(fixes[index].timeNanoseconds &- fixes[index - 1].timeNanoseconds) * 1e-9
      if gap > longestGapSeconds {
        return Run(last: index - 1, label: bestLabel(), next: index, reason: .timeGap)
      }
      advance(to: fixes[index], fix: index)
      if live.contains(where: { $0.distance <= cost.radius }) {
        lastNear = index
        labelAtLastNear = bestLabel()
        off = 0
      } else {
        off += 1
        if off >= Self.fixesOffNetwork {
          return Run(last: lastNear, label: labelAtLastNear, next: lastNear + 1, reason: .offNetwork)
        }
      }
    }
    return Run(last: lastNear, label: labelAtLastNear, next: fixes.count, reason: nil)
  }

  private func bestLabel() -> Int32 {
    var best = live[0]
    for state in live where state.total < best.total { best = state }
    return best.label
  }

  /// One column: the live edges take the fix or are left, and the edges after them are entered.
  private mutating func advance(to fix: Fix, fix index: Int) {
    column &+= 1
    next.removeAll(keepingCapacity: true)
    heap.removeAll()
    let frame = LocalFrame(origin: fix.coordinate)
    var best = Double.infinity
    for state in live { stay(state, frame, &best) }
    var bound = best + Self.beamNats
    for state in live {
      let record = network.edges[Int(state.edge)]
      let exit = state.tailCost + perMeter(Int(state.edge), record) * Double(record.lengthMillimeters) / 1000
      let key = exit + cost.potential(distance(of: record.head, frame))
      if key <= bound { heap.push(key: key, exitCost: exit, edge: state.edge) }
    }
    while let (key, exit, edge) = heap.pop() {
      if key > bound { break }
      expand(edge, exit: exit, fix: index, frame, &best, &bound)
    }
    finishColumn(bound: best + Self.beamNats, fix: index)
  }

  private mutating func stay(_ state: LiveState, _ frame: LocalFrame, _ best: inout Double) {
    let record = network.edges[Int(state.edge)]
    let (distance, offset) = network.project(frame, onEdge: Int(state.edge))
    let furthest = max(state.furthest, offset)
    let emission =
      cost.emission(distance: distance) + cost.backStep(meters: state.furthest - offset)
    let total = state.tailCost + perMeter(Int(state.edge), record) * furthest + emission
    scratch[Int(state.edge)] = EdgeScratch(
      stamp: column, label: state.label, parent: -1, nextIndex: Int32(next.count), isProjected: true,
      tailCost: state.tailCost, offset: offset, distance: distance)
    next.append(
      LiveState(
        edge: state.edge, label: state.label, parent: -1, tailCost: state.tailCost + emission, furthest: furthest,
        total: total, distance: distance))
    best = min(best, total)
  }

  /// Leaves an edge: every edge after it may be entered.
  private mutating func expand(
    _ edge: Int32, exit: Double, fix index: Int, _ frame: LocalFrame, _ best: inout Double, _ bound: inout Double
  ) {
    let record = network.edges[Int(edge)]
    let known = scratch[Int(edge)]
    if exit > known.tailCost + perMeter(Int(edge), record) * Double(record.lengthMillimeters) / 1000 + 1e-9 { return }
    let label = label(of: edge, fix: index)
    for follower in network.edges(leavingJunction: Int(record.head)) {
      let to = network.edges[follower]
      let entry = exit + cost.turn(from: record, to: to, isRound: record.twin == UInt32(follower))
      var item = scratch[follower]
      let isSeen = item.stamp == column
      if entry > bound || isSeen && item.tailCost <= entry { continue }
      let toPerMeter = perMeter(follower, to)
      if !isSeen { item = EdgeScratch(stamp: column) }
      item.tailCost = entry
      item.label = -1
      item.parent = label
      if !item.isProjected {
        (item.distance, item.offset) = network.project(frame, onEdge: follower)
        item.isProjected = true
      }
      if item.distance <= cost.radius {
        let emission = cost.emission(distance: item.distance)
        let total = entry + toPerMeter * item.offset + emission
        if total <= bound {
          let state = LiveState(
            edge: Int32(follower), label: -1, parent: label, tailCost: entry + emission, furthest: item.offset,
            total: total, distance: item.distance)
          if item.nextIndex < 0 {
            item.nextIndex = Int32(next.count)
            next.append(state)
          } else if total < next[Int(item.nextIndex)].total {
            next[Int(item.nextIndex)] = state
          }
          if total < best {
            best = total
            bound = total + Self.beamNats
          }
        }
      }
      scratch[follower] = item
      let out = entry + toPerMeter * Double(to.lengthMillimeters) / 1000
      let key = out + cost.potential(distance(of: to.head, frame))
      if key <= bound { heap.push(key: key, exitCost: out, edge: Int32(follower)) }
    }
  }

  /// The label of an edge in this column; made when the edge was entered in it.
  private mutating func label(of edge: Int32, fix index: Int) -> Int32 {
    if scratch[Int(edge)].label < 0 {
      labels.append(Label(edge: edge, parent: scratch[Int(edge)].parent, fix: Int32(index)))
      scratch[Int(edge)].label = Int32(labels.count - 1)
    }
    return scratch[Int(edge)].label
  }

  private mutating func finishColumn(bound: Double, fix index: Int) {
    live.removeAll(keepingCapacity: true)
    let least = next.reduce(Double.infinity) { min($0, $1.total) }
    for var state in next where state.total <= bound {
      if state.label < 0 {
        let known = scratch[Int(state.edge)]
        if known.parent == state.parent {
          state.label = label(of: state.edge, fix: index)
        } else {
          labels.append(Label(edge: state.edge, parent: state.parent, fix: Int32(index)))
          state.label = Int32(labels.count - 1)
        }
      }
      // Only differences matter: keep the costs small.
      state.tailCost -= least
      state.total -= least
      live.append(state)
    }
  }

  /// The price of a metre of an edge. A power is worked out once per edge.
  @inline(__always)
  private mutating func perMeter(_ edge: Int, _ record: EdgeRecord) -> Double {
    var weight = lengthWeights[edge]
    if weight == 0 {
      weight = WalkCost.lengthWeight(record)
      lengthWeights[edge] = weight
    }
    return cost.perMeter(weight: weight)
  }

  private func distance(of junction: UInt32, _ frame: LocalFrame) -> Double {
    let point = frame.project(network.coordinate(ofJunction: Int(junction)))
    return (point.x * point.x + point.y * point.y).squareRoot()
  }
}
