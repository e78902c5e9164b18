import WaybenchCore

// Slip roads cut the corner of a junction: the way onto one and the way off it are one turn.
extension TurnClassifier {
  private struct SlipEnd {
    var junction: Int
    var lengthMeters: Double
    var course: Float
  }

  /// Marks the roads of the view that are slip roads.
  mutating func markSlipRoads(at junction: Int) {
    guard !view[0].isRing, view.count >= 3 else { return }
    var main = 0
    for index in view.indices.dropFirst() where view[index].canEnter && !view[index].isRing {
      switch view[index].kind {
      case .suppressed, .noTurn, .newName: main = index
      default: continue
      }
    }
    if main == 0 { main = mainOfFork }
    guard main > 0, !view[main].traits.isLink || view[0].traits.isLink, view[main].roadClass == view[0].roadClass else {
      return
    }
    for index in [main - 1, main + 1] where index >= 1 && index < view.count {
      let road = view[index]
      guard road.canEnter, !road.isRing, !road.traits.isIgnorable, road.deviation <= 80, road.out >= 0,
        graph.edges[Int(road.out)].twin == EdgeRecord.none, isSlipRoad(index, beside: main)
      else { continue }
      let wasFork = view[index].kind == .fork
      view[index].kind = .slipRoad
      view[index].modifier = index < main ? .slightRight : .slightLeft
      if wasFork { setObvious(main) }
    }
  }

  /// In a fork of two, the side that goes on as the approach's road.
  private var mainOfFork: Int {
    var found = 0
    for index in view.indices.dropFirst() where view[index].kind == .fork && keepsName(index) {
      if found > 0 || view[index].roadClass != view[0].roadClass { return 0 }
      found = index
    }
    return found
  }

  /// How far a slip road may reach, metres: less on smaller roads.
  private func reachMeters(_ traits: ClassTraits) -> Double {
    switch traits.priority {
    case 0, 1: 250
    case 2...5: 200
    case 6, 7: 150
    case 8, 9: 125
    case 10: 100
    default: 75
    }
  }

  private mutating func isSlipRoad(_ index: Int, beside main: Int) -> Bool {
    let reach = reachMeters(view[0].traits)
    let slip = Int(view[index].out)
    guard let end = follow(slip, upTo: reach, keeps: false),
      let cut = follow(Int(view[main].out), upTo: reach, keeps: true),
      end.junction != cut.junction
    else { return false }
    guard let joined = roadsAtEnd(of: end, from: slip, traits: view[index].traits) else { return false }
    // A road at the slip road's end leads to the junction that was cut, or comes from it, under one name.
    for edge in graph.outgoing(cut.junction) {
      let record = graph.edges[edge]
      if isMain(edge, main: main) { continue }
      if Int(record.head) == end.junction || leadsBeyondSignals(edge, to: end.junction) {
        return joined.contains { shares($0, edge) }
      }
    }
    for edge in graph.incoming(cut.junction) {
      let record = graph.edges[Int(edge)]
      if Int(record.tail) == end.junction { return joined.contains { shares($0, Int(edge)) } }
    }
    return false
  }

  private func isMain(_ edge: Int, main: Int) -> Bool {
    graph.edges[edge].name == view[main].texts.name && graph.edges[edge].link == graph.edges[Int(view[main].out)].link
  }

  private func shares(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (graph.texts(a), graph.texts(b))
    if !first.isNamed, !second.isNamed { return graph.edges[a].roadClass == graph.edges[b].roadClass }
    return first.isNamed && second.isNamed && !NameRules.announces(from: first, to: second, graph)
  }

  private func leadsBeyondSignals(_ edge: Int, to junction: Int) -> Bool {
    let head = Int(graph.edges[edge].head)
    let onward = graph.outgoing(head).filter { UInt32($0) != graph.edges[edge].twin }
    return onward.count == 1 && Int(graph.edges[onward[0]].head) == junction
  }

  /// Follows an edge over nodes of two roads to the next junction; `nil` when none lies near.
  private func follow(_ edge: Int, upTo reach: Double, keeps: Bool) -> SlipEnd? {
    var at = edge
    var length = 0.0
    for _ in 0..<6 {
      let record = graph.edges[at]
      length += Double(record.lengthMillimeters) / 1000
      if length > reach { return nil }
      let junction = Int(record.head)
      var onward = -1
      var others = 0
      for next in graph.outgoing(junction) where UInt32(next) != record.twin {
        onward = next
        others += 1
      }
      for next in graph.incoming(junction) where graph.edges[Int(next)].twin == EdgeRecord.none && Int(next) != at {
        others += 1
      }
      if others == 1, onward >= 0 {
        at = onward
        continue
      }
      if others < 2, !keeps { return nil }
      return SlipEnd(junction: junction, lengthMeters: length, course: graph.bearing(fromHeadOf: at) + 180)
    }
    return nil
  }

  /// The edges that go on from the end of a slip road; `nil` when it does not end as one does.
  private mutating func roadsAtEnd(of end: SlipEnd, from slip: Int, traits: ClassTraits) -> [Int]? {
    graph.gather(end.junction, into: &scratch)
    guard scratch.count >= 3, scratch.count <= 4, !scratch.contains(where: { $0.isRing }) else { return nil }
    var onward: [Int] = []
    for road in scratch where road.out >= 0 && degreesBetween(road.bearing, end.course) <= 80 {
      // A slip road of the slip road's kind does not end here.
      if traits.isLink, road.traits.isLink { return nil }
      onward.append(Int(road.out))
    }
    return onward.isEmpty ? nil : onward
  }
}
