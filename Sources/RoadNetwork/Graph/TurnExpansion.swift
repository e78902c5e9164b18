import WaybenchCore

/// The legal turns: which state follows which, and what the turn costs.
///
/// A state is "at the end of an edge, the turn not yet taken". Most edges have one state, of their own number. An edge
/// on a forbidden or prescribed chain over ways has further states that remember how far the chain has come, numbered
/// after all edges.
struct TurnExpansion {
  private let graph: GraphDraft
  private let bans: Set<UInt64>
  private let chains: [Chain]
  private let chainsFromEdge: [Int32: [Int]]
  /// The edge of each state.
  private(set) var stateEdge: [UInt32]
  /// Where each state's turns begin; one entry more than states.
  private(set) var firstTurn: [UInt32] = []
  private(set) var turns: [TurnRecord] = []

  /// A restriction over whole ways: from an edge, over edges, to some edges.
  private struct Chain {
    var via: [Int32]
    var to: Set<Int32>
    var isOnly: Bool
  }

  /// How far a chain has come: the number of its via edges that have been driven.
  private struct Active: Hashable {
    var chain: Int
    var driven: Int
  }

  private struct StateKey: Hashable {
    var edge: Int32
    var active: [Active]
  }

  init(graph: GraphDraft, restrictions: [RoadSource.Restriction]) {
    self.graph = graph
    let finder = RestrictionFinder(graph: graph, restrictions: restrictions)
    var bans: Set<UInt64> = []
    var chains: [Chain] = []
    var chainsFromEdge: [Int32: [Int]] = [:]
    for restriction in restrictions {
      for found in finder.occurrences(of: restriction) {
        if found.via.isEmpty {
          for other in graph.outgoing(graph.edges[Int(found.from)].head) {
            let isNamed = found.to.contains(Int32(other))
            if isNamed != restriction.isOnly { bans.insert(Self.pair(found.from, Int32(other))) }
          }
        } else {
          chainsFromEdge[found.from, default: []].append(chains.count)
          chains.append(Chain(via: found.via, to: found.to, isOnly: restriction.isOnly))
        }
      }
    }
    self.bans = bans
    self.chains = chains
    self.chainsFromEdge = chainsFromEdge
    stateEdge = graph.edges.indices.map { UInt32($0) }
  }

  private static func pair(_ from: Int32, _ to: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: from)) << 32 | UInt64(UInt32(bitPattern: to))
  }

  /// Finds all states and the turns between them.
  mutating func expand() {
    var numbers: [StateKey: UInt32] = [:]
    var active = [[Active]](repeating: [], count: stateEdge.count)
    var state = 0
    while state < stateEdge.count {
      firstTurn.append(UInt32(turns.count))
      let from = Int(stateEdge[state])
      for (to, cost) in legalTurns(from: from, active: active[state]) {
        let next = advance(active[state], from: Int32(from), to: Int32(to))
        var target = UInt32(to)
        if !next.isEmpty {
          let key = StateKey(edge: Int32(to), active: next)
          if let known = numbers[key] {
            target = known
          } else {
            target = UInt32(stateEdge.count)
            numbers[key] = target
            stateEdge.append(UInt32(to))
            active.append(next)
          }
        }
        turns.append(TurnRecord(target: target, milliseconds: cost))
      }
      state += 1
    }
    firstTurn.append(UInt32(turns.count))
  }

  private func advance(_ active: [Active], from: Int32, to: Int32) -> [Active] {
    if active.isEmpty, chainsFromEdge[from] == nil { return [] }
    var next: [Active] = []
    for item in active where item.driven < chains[item.chain].via.count {
      if chains[item.chain].via[item.driven] == to {
        next.append(Active(chain: item.chain, driven: item.driven + 1))
      }
    }
    for chain in chainsFromEdge[from] ?? [] where chains[chain].via.first == to {
      next.append(Active(chain: chain, driven: 1))
    }
    return next.sorted { ($0.chain, $0.driven) < ($1.chain, $1.driven) }
  }

  /// The turns that may be taken; turning round only where nothing else is legal, but for people on foot, who turn
  /// where they like.
  private func legalTurns(from: Int, active: [Active]) -> [(edge: Int, milliseconds: UInt32)] {
    let edge = graph.edges[from]
    let junction = graph.junctions[Int(edge.head)]
    let choices = graph.outgoing(edge.head)
    let isBlocked = junction.flags & UInt32(RoadSource.NodeFlags.blocked.rawValue) != 0
    let isRound = edge.twin
    let isFree = graph.source.mode == .walking
    var legal: [(edge: Int, milliseconds: UInt32)] = []
    if !isBlocked {
      for to in choices where (isFree || UInt32(to) != isRound) && !isForbidden(from: from, to: to, active: active) {
        legal.append((to, cost(from: edge, to: graph.edges[to], choices: choices.count)))
      }
    }
    if !legal.isEmpty { return legal }
    // A dead end, or nothing else is legal: a ban that would leave no way out is dropped.
    if isRound != EdgeRecord.none { return [(Int(isRound), TurnCost.uTurnMilliseconds(graph.source.mode))] }
    return isBlocked ? [] : choices.map { ($0, cost(from: edge, to: graph.edges[$0], choices: choices.count)) }
  }

  private func isForbidden(from: Int, to: Int, active: [Active]) -> Bool {
    if !bans.isEmpty, bans.contains(Self.pair(Int32(from), Int32(to))) { return true }
    for item in active where item.driven == chains[item.chain].via.count {
      let chain = chains[item.chain]
      if chain.to.contains(Int32(to)) != chain.isOnly { return true }
    }
    return false
  }

  private func cost(from: EdgeRecord, to: EdgeRecord, choices: Int) -> UInt32 {
    let angle = turnDegrees(from: Double(from.endCourse) / 100, to: Double(to.startCourse) / 100)
    let streets = choices + (from.twin == EdgeRecord.none ? 1 : 0)
    return TurnCost.milliseconds(
      turnDegrees: angle, isJoint: streets <= 2, drivesOnLeft: from.flags.contains(.drivesOnLeft),
      hasSignals: from.flags.contains(.signals), mode: graph.source.mode)
  }
}

/// What a turn costs in time.
enum TurnCost {
  /// Turning round where nothing else is legal; on foot it costs nothing.
  static func uTurnMilliseconds(_ mode: TravelMode) -> UInt32 { mode == .walking ? 0 : 20_000 }
  /// The mean delay of traffic lights (OSRM's profiles take the same 2 s).
  static let signalsMilliseconds = 2_000.0

  /// 0 straight on within 25 degrees or where only two streets meet; then linear up to 135 degrees. In a vehicle with
  /// an engine across the oncoming traffic 3 to 9 s, away from it 1.5 to 5 s; on a bicycle, which is slower between
  /// junctions and quicker at them, 2 to 6 s and 1 to 4 s (OSRM's bicycle profile takes up to 6 s). On foot a turn
  /// costs no more than its lights.
  static func milliseconds(
    turnDegrees: Double, isJoint: Bool, drivesOnLeft: Bool, hasSignals: Bool, mode: TravelMode = .driving
  ) -> UInt32 {
    var cost = hasSignals ? signalsMilliseconds : 0
    let angle = turnDegrees.magnitude
    if !isJoint, angle > 25, mode != .walking {
      let share = min(1, (angle - 25) / 110)
      let isAcross = (turnDegrees < 0) != drivesOnLeft
      if mode == .cycling {
        cost += isAcross ? 2_000 + 4_000 * share : 1_000 + 3_000 * share
      } else {
        cost += isAcross ? 3_000 + 6_000 * share : 1_500 + 3_500 * share
      }
    }
    return UInt32(cost.rounded())
  }
}

/// Finds where a restriction, which names ways, applies among the edges.
struct RestrictionFinder {
  private let graph: GraphDraft
  /// The edges of the ways that restrictions name.
  private let edgesOfWay: [Int64: [Int32]]
  private let junctionOfNodeID: [Int64: UInt32]

  /// One occurrence: an edge, the edges between, and the edges it speaks of.
  struct Occurrence {
    var from: Int32
    var via: [Int32]
    var to: Set<Int32>
  }

  init(graph: GraphDraft, restrictions: [RoadSource.Restriction]) {
    self.graph = graph
    var ways: Set<Int64> = []
    var nodes: Set<Int64> = []
    for restriction in restrictions {
      ways.formUnion(restriction.fromWays)
      ways.formUnion(restriction.toWays)
      switch restriction.via {
      case .node(let id): nodes.insert(id)
      case .ways(let ids): ways.formUnion(ids)
      }
    }
    var edgesOfWay: [Int64: [Int32]] = [:]
    for (index, edge) in graph.edges.enumerated() where ways.contains(edge.wayID) {
      edgesOfWay[edge.wayID, default: []].append(Int32(index))
    }
    var junctionOfNodeID: [Int64: UInt32] = [:]
    for (junction, node) in graph.nodeOfJunction.enumerated() {
      let id = graph.source.nodes[Int(node)].id
      if nodes.contains(id) { junctionOfNodeID[id] = UInt32(junction) }
    }
    self.edgesOfWay = edgesOfWay
    self.junctionOfNodeID = junctionOfNodeID
  }

  func occurrences(of restriction: RoadSource.Restriction) -> [Occurrence] {
    let from = restriction.fromWays.flatMap { edgesOfWay[$0] ?? [] }
    let to = restriction.toWays.flatMap { edgesOfWay[$0] ?? [] }
    switch restriction.via {
    case .node(let id):
      guard let junction = junctionOfNodeID[id] else { return [] }
      let targets = to.filter { graph.edges[Int($0)].tail == junction }
      return from.filter { graph.edges[Int($0)].head == junction }.compactMap { edge in
        let twin = Int32(bitPattern: graph.edges[Int(edge)].twin)
        // A way that is not cut at the node leads on as well as back: only a ban on turning round means the way back,
        // and then nothing else.
        let meant = restriction.isUTurn && targets.contains(twin) ? [twin] : targets.filter { $0 != twin }
        return meant.isEmpty ? nil : Occurrence(from: edge, via: [], to: Set(meant))
      }
    case .ways(let ids):
      let via = Set(ids.flatMap { edgesOfWay[$0] ?? [] })
      return from.compactMap { edge in chain(from: edge, over: via, to: to) }
    }
  }

  /// The shortest chain over the via edges from one edge's head to the tail of a target.
  private func chain(from: Int32, over via: Set<Int32>, to: [Int32]) -> Occurrence? {
    let targetTails = Set(to.map { graph.edges[Int($0)].tail })
    var queue: [(edge: Int32, parent: Int)] = []
    var seen: Set<Int32> = []
    func enter(_ junction: UInt32, parent: Int, queue: inout [(edge: Int32, parent: Int)]) {
      for next in graph.outgoing(junction) where via.contains(Int32(next)) && seen.insert(Int32(next)).inserted {
        queue.append((Int32(next), parent))
      }
    }
    enter(graph.edges[Int(from)].head, parent: -1, queue: &queue)
    var index = 0
    while index < queue.count {
      let head = graph.edges[Int(queue[index].edge)].head
      if targetTails.contains(head) {
        var path: [Int32] = []
        var at = index
        while at >= 0 {
          path.append(queue[at].edge)
          at = queue[at].parent
        }
        return Occurrence(
          from: from, via: path.reversed(), to: Set(to.filter { graph.edges[Int($0)].tail == head }))
      }
      enter(head, parent: index, queue: &queue)
      index += 1
    }
    return nil
  }
}
