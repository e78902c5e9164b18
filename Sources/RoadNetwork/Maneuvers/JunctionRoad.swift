import WaybenchCore

/// One road at a junction, as seen by who comes by another.
struct JunctionRoad: BitwiseCopyable {
  /// The edge that leaves the junction by the road; -1 when it only leads in.
  var out: Int32
  /// The edge that comes in by the road; -1 when it only leads out.
  var into: Int32
  /// The direction in which it is seen from the junction, degrees clockwise from north.
  var bearing: Float
  var texts = RoadTexts()
  var traits: ClassTraits
  var roadClass: UInt8
  var lanes: UInt16
  var isRing = false
  var isFerry = false
  var isRestricted = false

  // For one approach.

  /// 0 back, 90 right, 180 straight on, 270 left.
  var angle: Float = 0
  /// The legal turn onto it; -1 when there is none.
  var turn: Int32 = -1
  var kind = TurnKind.noTurn
  var modifier = Maneuver.Modifier.none

  /// The edge that stands for the road.
  var edge: Int { Int(out >= 0 ? out : into) }
  var canEnter: Bool { turn >= 0 }
  /// How far it bends from straight on, degrees.
  var deviation: Float { abs(180 - angle) }

  init(_ graph: ManeuverGraph, out: Int32, into: Int32, bearing: Float) {
    self.out = out
    self.into = into
    self.bearing = bearing
    let index = Int(out >= 0 ? out : into)
    let record = graph.edges[index]
    let sign = graph.signs.records[Int(graph.signs.edgeSigns[index])]
    texts = RoadTexts(
      name: record.name, reference: record.reference, pronunciation: sign.pronunciation, exits: sign.exits)
    traits = graph.traits(index)
    roadClass = record.roadClass
    lanes = sign.laneCount
    isRing = record.flags.contains(.roundabout)
    isFerry = record.flags.contains(.ferry)
    isRestricted = record.flags.contains(.restricted)
  }

  /// The modifier of its angle.
  var band: Maneuver.Modifier {
    switch angle {
    case 0: .uturn
    case ..<60: .sharpRight
    case ..<140: .right
    case ..<160: .slightRight
    case ...200: .straight
    case ...220: .slightLeft
    case ...300: .left
    default: .sharpLeft
    }
  }
}

/// The angle between two directions, 0 ... 180 degrees.
func degreesBetween(_ a: Float, _ b: Float) -> Float {
  let apart = abs(a - b).truncatingRemainder(dividingBy: 360)
  return min(apart, 360 - apart)
}

extension ManeuverGraph {
  /// Fills `roads` with the roads at a junction, anticlockwise, the two carriageways of one road joined.
  func gather(_ junction: Int, into roads: inout [JunctionRoad]) {
    roads.removeAll(keepingCapacity: true)
    for edge in outgoing(junction) {
      let twin = edges[edge].twin
      roads.append(
        JunctionRoad(
          self, out: Int32(edge), into: twin == EdgeRecord.none ? -1 : Int32(bitPattern: twin),
          bearing: bearing(fromTailOf: edge)))
    }
    for edge in incoming(junction) where edges[Int(edge)].twin == EdgeRecord.none {
      roads.append(
        JunctionRoad(self, out: -1, into: Int32(bitPattern: edge), bearing: bearing(fromHeadOf: Int(edge))))
    }
    // Few roads: sorted by insertion, without memory. The edge decides between equal directions.
    for index in roads.indices.dropFirst() {
      var at = index
      while at > 0, comesAfter(roads[at - 1], roads[at]) {
        roads.swapAt(at - 1, at)
        at -= 1
      }
    }
    if roads.count > 2 { joinCarriageways(at: junction, &roads) }
  }

  private func comesAfter(_ a: JunctionRoad, _ b: JunctionRoad) -> Bool {
    a.bearing != b.bearing ? a.bearing < b.bearing : a.edge > b.edge
  }

  /// Joins neighbours of which one leads in and one out when they are one divided road.
  private func joinCarriageways(at junction: Int, _ roads: inout [JunctionRoad]) {
    var index = 0
    while index < roads.count, roads.count > 2 {
      let next = (index + 1) % roads.count
      let (a, b) = (roads[index], roads[next])
      let isPair = (a.out < 0 && b.into < 0) || (a.into < 0 && b.out < 0)
      if isPair, isDivided(a.out >= 0 ? a : b, a.out >= 0 ? b : a, at: junction) {
        var merged = a.out >= 0 ? a : b
        merged.into = a.out >= 0 ? b.into : a.into
        let turned = (b.bearing - a.bearing + 540).truncatingRemainder(dividingBy: 360) - 180
        let bisector = (a.bearing + turned / 2 + 360).truncatingRemainder(dividingBy: 360)
        let out = merged.bearing
        let isContinued = roads.indices.contains(where: {
          $0 != index && $0 != next && degreesBetween(roads[$0].bearing, out) > 177
        })
        if !isContinued { merged.bearing = bisector }
        roads[index] = merged
        roads.remove(at: next)
        if next < index { index -= 1 }
      }
      index += 1
    }
    for index in roads.indices.dropFirst() {
      var at = index
      while at > 0, comesAfter(roads[at - 1], roads[at]) {
        roads.swapAt(at - 1, at)
        at -= 1
      }
    }
  }

  /// Whether a road that leads out and one that leads in are the carriageways of one road.
  private func isDivided(_ out: JunctionRoad, _ into: JunctionRoad, at junction: Int) -> Bool {
    guard degreesBetween(out.bearing, into.bearing) < 95, !out.isRing, !into.isRing, out.isFerry == into.isFerry,
      out.roadClass == into.roadClass, out.texts.isNamed, into.texts.isNamed,
      !NameRules.announces(from: into.texts, to: out.texts, self),
      !NameRules.announces(from: out.texts, to: into.texts, self)
    else { return false }
    let (ahead, behind) = (edges[Int(out.out)], edges[Int(into.into)])
    guard Int(ahead.head) != junction, Int(behind.tail) != junction else { return false }
    if ahead.head == behind.tail {
      // Both sides of a traffic island.
      return max(ahead.lengthMillimeters, behind.lengthMillimeters) < 60_000
    }
    var first = CarriagewayWalk(self, edge: Int(out.out), isAhead: true)
    var second = CarriagewayWalk(self, edge: Int(into.into), isAhead: false)
    let lanes = Double(max(1, out.lanes) + max(1, into.lanes))
    let width = lanes * ManeuverGraph.laneWidthMeters / 2 + 12
    let reach = 80.0
    guard let a = first.point(at: 40), let b = second.point(at: 40), let c = first.point(at: reach) ?? first.last,
      let d = second.point(at: reach) ?? second.last
    else { return isNarrow(out, into) }
    if a.distance(to: b) > width || c.distance(to: d) > width * 1.5 { return false }
    let along = PlanePoint(x: c.x - a.x, y: c.y - a.y)
    let beside = PlanePoint(x: d.x - b.x, y: d.y - b.y)
    let scale = along.distance(to: PlanePoint(x: 0, y: 0)) * beside.distance(to: PlanePoint(x: 0, y: 0))
    return scale < 25 || along.x * beside.x + along.y * beside.y > 0.94 * scale
  }

  /// Whether two short carriageways end at one cross street: a triangle with a narrow base.
  private func isNarrow(_ out: JunctionRoad, _ into: JunctionRoad) -> Bool {
    let (ahead, behind) = (edges[Int(out.out)], edges[Int(into.into)])
    guard ahead.lengthMillimeters < 80_000, behind.lengthMillimeters < 80_000 else { return false }
    let lanes = Double(max(1, out.lanes) + max(1, into.lanes))
    let most = UInt32((lanes * ManeuverGraph.laneWidthMeters + 10) * 1000)
    return outgoing(Int(ahead.head)).contains {
      edges[$0].head == behind.tail && edges[$0].lengthMillimeters <= most
    }
      || outgoing(Int(behind.tail)).contains {
        edges[$0].head == ahead.head && edges[$0].lengthMillimeters <= most
      }
  }
}

/// Follows one carriageway away from a junction.
struct CarriagewayWalk {
  private let points: [(chainage: Double, point: PlanePoint)]

  /// - Parameter isAhead: along the traffic; otherwise against it.
  init(_ graph: ManeuverGraph, edge: Int, isAhead: Bool) {
    let start = graph.edges[edge]
    let origin = graph.junctions[Int(isAhead ? start.tail : start.head)]
    var points = [(chainage: 0.0, point: PlanePoint(x: 0, y: 0))]
    var at = edge
    var chainage = 0.0
    for _ in 0..<8 where chainage < 120 {
      let record = graph.edges[at]
      chainage += Double(record.lengthMillimeters) / 1000
      let junction = Int(isAhead ? record.head : record.tail)
      points.append((chainage, graph.plane(graph.junctions[junction], from: origin)))
      let next =
        isAhead
        ? graph.outgoing(junction).first { graph.follows(at, $0) }
        : graph.incoming(junction).first { graph.follows(Int($0), at) }.map { Int($0) }
      guard let next else { break }
      at = next
    }
    self.points = points
  }

  /// The place at a distance; `nil` beyond the end.
  mutating func point(at distance: Double) -> PlanePoint? {
    guard let index = points.firstIndex(where: { $0.chainage >= distance }), index > 0 else { return nil }
    let (a, b) = (points[index - 1], points[index])
    let share = (distance - a.chainage) / max(0.001, b.chainage - a.chainage)
    return PlanePoint(x: a.point.x + share * (b.point.x - a.point.x), y: a.point.y + share * (b.point.y - a.point.y))
  }

  /// Where it ends.
  var last: PlanePoint? { points.last?.point }
}

extension ManeuverGraph {
  /// Whether one edge goes on as another one-way edge of the same road.
  fileprivate func follows(_ edge: Int, _ next: Int) -> Bool {
    edges[next].twin == EdgeRecord.none && edges[edge].name == edges[next].name
      && edges[edge].roadClass == edges[next].roadClass
      && degreesBetween(bearing(fromHeadOf: edge) + 180, bearing(fromTailOf: next)) < 45
  }

  fileprivate func plane(_ junction: JunctionRecord, from origin: JunctionRecord) -> PlanePoint {
    let scale = 0.011131949
    let narrowing = PerceivedShape.narrowing(latitudeE7: origin.latitudeE7) * scale
    return PlanePoint(
      x: Double(Int64(junction.longitudeE7) - Int64(origin.longitudeE7)) * narrowing,
      y: Double(Int64(junction.latitudeE7) - Int64(origin.latitudeE7)) * scale)
  }
}
