import WaybenchCore

/// Decides for every legal turn of a network what is said at it, as OSRM's guidance does: what is obvious is silent.
///
/// A turn is judged by the junction that it crosses and the next junctions around it, never by the route it is part
/// of; `ManeuverBuilder` sees the turns of a route together.
struct TurnClassifier {
  let graph: ManeuverGraph
  let rings: RingTable
  private let segregated: SegregatedEdges
  private let turns: TurnExpansion
  private(set) var instructions: [TurnInstruction]

  /// The roads of the junction, and the same as seen from one approach: 0 is the approach, then from sharp right to
  /// sharp left.
  private var roads: [JunctionRoad] = []
  var view: [JunctionRoad] = []
  /// For walks to other junctions.
  var scratch: [JunctionRoad] = []

  init(_ graph: ManeuverGraph, turns: TurnExpansion) {
    self.graph = graph
    self.turns = turns
    rings = RingTable(graph)
    segregated = SegregatedEdges(graph: graph)
    instructions = [TurnInstruction](repeating: TurnInstruction(), count: turns.turns.count)
  }

  /// Classifies all turns. O(turns).
  static func classify(_ graph: ManeuverGraph, turns: TurnExpansion) -> [TurnInstruction] {
    var classifier = TurnClassifier(graph, turns: turns)
    for junction in graph.junctions.indices {
      graph.gather(junction, into: &classifier.roads)
      for edge in graph.incoming(junction) { classifier.classify(state: Int(edge), edge: Int(edge), at: junction) }
    }
    for state in graph.edges.count..<max(graph.edges.count, turns.stateEdge.count) {
      let edge = Int(turns.stateEdge[state])
      let junction = Int(graph.edges[edge].head)
      graph.gather(junction, into: &classifier.roads)
      classifier.classify(state: state, edge: edge, at: junction)
    }
    return classifier.instructions
  }

  private mutating func classify(state: Int, edge: Int, at junction: Int) {
    let range = Int(turns.firstTurn[state])..<Int(turns.firstTurn[state + 1])
    guard !range.isEmpty, see(from: edge) else { return }
    for turn in range {
      let target = Int32(turns.stateEdge[Int(turns.turns[turn].target)])
      for index in view.indices where view[index].out == target { view[index].turn = Int32(turn) }
    }
    let usesRing = judge(at: junction)
    let open = view.reduce(0) { $0 + ($1.canEnter ? 1 : 0) }
    var straightest: Float = 181
    for road in view where road.canEnter { straightest = min(straightest, road.deviation) }
    for index in view.indices where view[index].canEnter {
      var made = TurnInstruction(view[index].kind, view[index].modifier)
      if view.count <= 2 { made.flags.insert(.joint) }
      if open == 1 { made.flags.insert(.choiceless) }
      if view[index].deviation <= straightest { made.flags.insert(.straightest) }
      if index == 0 { made.flags.insert(.reversal) }
      if segregated.contains(Int(view[index].out)) { made.flags.insert(.ontoSegregated) }
      if made.kind.isRing {
        switch rings.kind(atJunction: junction) {
        case .rotary: made.flags.insert(.rotary)
        case .small: made.flags.insert(.smallRing)
        case .none, .roundabout: break
        }
        made.exits = exitCount(at: index)
      }
      instructions[Int(view[index].turn)] = made
    }
    if !usesRing { matchLanes(edge: edge, isJoint: view.count <= 2) }
  }

  /// Notes the lanes of a turn.
  mutating func setLanes(ofTurn turn: Int, mask: UInt16, arrow: LaneArrows) {
    instructions[turn].laneMask = mask
    instructions[turn].laneArrow = arrow.number
  }

  /// Turns the roads so that the one that an edge comes by is first.
  private mutating func see(from edge: Int) -> Bool {
    guard let first = roads.firstIndex(where: { Int($0.into) == edge }) else { return false }
    view.removeAll(keepingCapacity: true)
    view.append(contentsOf: roads[first...])
    view.append(contentsOf: roads[..<first])
    let back = view[0].bearing
    // The approach is judged by its own edge, not by the one that leads back.
    if view[0].out >= 0, Int(view[0].out) != edge {
      var own = JunctionRoad(graph, out: -1, into: Int32(edge), bearing: back)
      own.out = view[0].out
      view[0] = own
    }
    for index in view.indices {
      var angle = (back - view[index].bearing).truncatingRemainder(dividingBy: 360)
      if angle < 0 { angle += 360 }
      view[index].angle = index == 0 ? 0 : max(0.01, angle)
    }
    return true
  }

  /// Fills in what is said for each road of the view; tells whether the rules of rings decided.
  private mutating func judge(at junction: Int) -> Bool {
    if view.allSatisfy({ $0.isFerry }) { return false }
    if let usesRing = judgeRing(at: junction) { return usesRing }
    for index in view.indices { setBasic(index) }
    if view.count == 1 { return false }
    if view.count == 2 {
      setObvious(1)
    } else if graph.junctions[junction].flags & UInt32(RoadSource.NodeFlags.miniRoundabout.rawValue) != 0 {
      for index in view.indices { view[index].kind = .miniRoundabout }
      return true
    } else {
      if !judgeDriveway(), !judgeMotorway() { judgeGeneral() }
      markSlipRoads(at: junction)
    }
    for index in view.indices.dropFirst() where view[index].canEnter {
      if view[index].kind == .onRamp, view[0].traits.isMotorwayLike || isNumberedExit(index) {
        view[index].kind = .offRamp
      }
      if view[index].isFerry != view[0].isFerry { announceFerry(index) }
    }
    return false
  }

  /// A link with the number of an exit leaves a major road whatever its class.
  private func isNumberedExit(_ index: Int) -> Bool {
    view[index].texts.exits != 0 && !view[0].traits.isLink
  }

  /// Boarding and landing are told even where the way is obvious.
  private mutating func announceFerry(_ index: Int) {
    switch view[index].kind {
    case .noTurn, .suppressed, .newName: view[index].kind = .notification
    case .turn, .continue: if view[index].deviation < 60 { view[index].kind = .notification }
    default: return
    }
    view[index].modifier = view[index].band
  }

  // MARK: - What a road gets

  /// Whether the approach's name goes on as another road's, and there is one.
  func keepsName(_ index: Int) -> Bool {
    view[0].texts.name != 0 && view[index].texts.name != 0 && !announces(index)
  }

  /// Whether the change from the approach's texts to a road's has to be told.
  func announces(_ index: Int) -> Bool {
    NameRules.announces(from: view[0].texts, to: view[index].texts, graph)
  }

  /// What a road gets that is not obvious.
  mutating func setBasic(_ index: Int) {
    if index == 0 {
      view[0].kind = view[0].texts.isNamed ? .continue : .turn
      view[0].modifier = .uturn
      return
    }
    view[index].kind = basicKind(index)
    view[index].modifier = view[index].band
  }

  private func basicKind(_ index: Int) -> TurnKind {
    let road = view[index]
    if road.traits.isRamp && !view[0].traits.isRamp || road.traits.isLink && isNumberedExit(index) { return .onRamp }
    return keepsName(index) ? .continue : .turn
  }

  /// What the obvious road gets: mostly nothing.
  mutating func setObvious(_ index: Int) {
    let road = view[index]
    let approach = view[0]
    let basic = basicKind(index)
    if basic == .onRamp, view.count > 2 {
      setBasic(index)
      return
    }
    view[index].modifier = road.band
    if !announces(index) {
      if road.isFerry != approach.isFerry {
        view[index].kind = .notification
      } else if view.count == 2, road.roadClass == approach.roadClass {
        view[index].kind = .noTurn
      } else {
        view[index].kind = .suppressed
      }
      return
    }
    guard isThroughStreet(index) else {
      view[index].kind = road.isFerry != approach.isFerry ? .notification : .newName
      return
    }
    if road.traits.isMotorwayLike {
      view[index].kind = .merge
      view[index].modifier = road.angle > 180 ? .slightRight : .slightLeft
    } else if road.traits.isRamp, approach.traits.isRamp {
      view[index].kind = .suppressed
    } else {
      view[index].kind = .turn
    }
  }

  /// Whether a road comes through from the other side under one name and class, with traffic from there.
  func isThroughStreet(_ index: Int) -> Bool {
    let road = view[index]
    for other in view.indices.dropFirst() where other != index {
      let opposite = view[other]
      if opposite.into >= 0, degreesBetween(opposite.bearing, road.bearing) > 155, opposite.roadClass == road.roadClass,
        NameRules.isSame(opposite.texts, road.texts, graph)
      {
        return true
      }
    }
    return false
  }
}
