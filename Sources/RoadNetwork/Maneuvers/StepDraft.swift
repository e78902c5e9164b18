import WaybenchCore

/// A step of a leg before the steps are seen together.
struct StepDraft: BitwiseCopyable {
  /// What is said; a departure has no turn.
  var kind: TurnKind
  var modifier: Maneuver.Modifier
  var flags: TurnFlags
  /// Of a ring, when it is known.
  var exit: Int32 = 0
  /// Whether it is the ring's only step, or the one that leaves it.
  var leavesRing = false
  /// The first piece of the step; the maneuver lies at its start.
  var first: Int32
  /// The piece after the last one.
  var end: Int32
  /// The piece that the last of the turns told together leads to.
  var lastTurn: Int32
  /// The piece whose names are shown.
  var signage: Int32
  /// The piece whose exit numbers are shown.
  var exits: Int32
  /// The piece with the name of the rotary; -1 when the step enters none.
  var rotary: Int32 = -1
  /// The piece before the turn whose lanes are shown; -1 for none.
  var lanesBefore: Int32 = -1
  var laneMask: UInt16 = 0
  var laneArrow: UInt8 = 0
  /// How many intersections the step passes, the one of the maneuver included.
  var intersections: Int32 = 1

  init(_ turn: TurnInstruction, at piece: Int32) {
    kind = turn.kind
    modifier = turn.modifier
    flags = turn.flags
    first = piece
    end = piece + 1
    lastTurn = piece
    signage = piece
    exits = piece
    if turn.laneArrow > 0 {
      lanesBefore = piece - 1
      laneMask = turn.laneMask
      laneArrow = turn.laneArrow
    }
  }

  /// Whether nothing is said.
  var isSilent: Bool { kind == .suppressed || kind == .noTurn }
  /// Whether it is no more than another name, or going straight on.
  var isMereName: Bool {
    kind == .newName || (kind == .turn || kind == .continue) && modifier == .straight
  }
  /// Whether a driver has to turn.
  var isRealTurn: Bool {
    (kind == .turn || kind == .continue || kind == .endOfRoad) && modifier != .straight
  }

  /// Takes the lanes of another step.
  mutating func takeLanes(of other: StepDraft) {
    lanesBefore = other.lanesBefore
    laneMask = other.laneMask
    laneArrow = other.laneArrow
  }

  /// Takes the names of a later step; the number of an exit stays where the later one has none.
  mutating func takeSignage(of other: StepDraft) { signage = other.signage }
}

/// The steps of one leg while they are put together, and what is asked about its pieces.
///
/// It is used for one leg after another and keeps its memory. What changes the steps works in place: those that stay
/// move to the front, and the rest is cut off.
struct LegDraft: Sendable {
  let network: RoadNetwork
  var options = ManeuverOptions()
  /// The pieces of all legs of the route.
  var pieces: [RouteAssembly.Piece] = []
  /// The pieces of the leg.
  private(set) var leg: Range<Int32> = 0..<0
  /// The first is the departure.
  var steps: [StepDraft] = []
  /// The steps before they are joined.
  var spare: [StepDraft] = []
  /// The properties that some turn of the leg has.
  var features: Features = []

  init(network: RoadNetwork) { self.network = network }

  /// Begins a leg.
  mutating func begin(_ leg: Range<Int>) {
    self.leg = Int32(truncatingIfNeeded: leg.lowerBound)..<Int32(truncatingIfNeeded: leg.upperBound)
    steps.removeAll(keepingCapacity: true)
    features = []
  }

  /// What most legs do without.
  struct Features: OptionSet {
    let rawValue: UInt8
    static let ring = Features(rawValue: 1)
    static let segregated = Features(rawValue: 2)
    static let lanes = Features(rawValue: 4)
    static let ferry = Features(rawValue: 8)
  }

  /// Leaves only the first steps.
  mutating func cutOff(after count: Int) {
    if count < steps.count { steps.removeLast(steps.count - count) }
  }

  // MARK: - Questions

  @inline(__always)
  func edge(_ piece: Int32) -> Int { pieces[Int(piece)].edge }

  /// Where a piece begins, metres along the route.
  @inline(__always)
  func start(_ piece: Int32) -> Double { pieces[Int(piece)].startMeters }

  func length(_ step: StepDraft) -> Double { pieces[Int(step.end) - 1].endMeters - start(step.first) }

  /// Whether a step is the departure.
  func isDeparture(_ step: StepDraft) -> Bool { step.first == leg.lowerBound }

  /// The direction before the turn onto a piece, degrees.
  func bearingBefore(_ piece: Int32) -> Float {
    piece == leg.lowerBound ? bearingAfter(piece) : network.seenBearing(ofEdge: edge(piece - 1), atHead: true)
  }

  /// The direction after the turn onto a piece, degrees.
  func bearingAfter(_ piece: Int32) -> Float { network.seenBearing(ofEdge: edge(piece), atHead: false) }

  /// The angle of the turn or turns of a step: 0 back, 90 right, 180 straight on, 270 left.
  func angle(_ step: StepDraft) -> Float { angle(from: step.first, to: step.lastTurn) }

  /// The angle from before the turn onto one piece to after the turn onto another.
  func angle(from: Int32, to: Int32) -> Float {
    var angle = (bearingBefore(from) + 180 - bearingAfter(to)).truncatingRemainder(dividingBy: 360)
    if angle < 0 { angle += 360 }
    return angle
  }

  func isFerry(_ piece: Int32) -> Bool { pieces[Int(piece)].isFerry }

  /// Whether the travel mode stays the same from before one step to after another.
  func keepsMode(_ first: StepDraft, _ second: StepDraft) -> Bool {
    if !features.contains(.ferry) { return true }
    let mode = isFerry(first.first)
    return (isDeparture(first) || isFerry(first.first - 1) == mode) && isFerry(second.lastTurn) == mode
  }

  /// Whether the road before a piece and that of another have one name.
  func keepsName(before piece: Int32, _ other: Int32) -> Bool {
    guard piece > leg.lowerBound else { return false }
    let (a, b) = (edge(piece - 1), edge(other))
    return network.texts(ofEdge: a).isNamed && network.texts(ofEdge: b).isNamed
      && !network.announcesName(from: a, to: b) && !network.announcesName(from: b, to: a)
  }

  // MARK: - Changes

  /// Lets a step end where the next one ends.
  mutating func absorb(_ next: StepDraft, into index: Int) {
    steps[index].end = next.end
    steps[index].intersections += next.intersections
  }
}

extension Maneuver.Modifier {
  /// The modifier of an angle: 0 back, 90 right, 180 straight on, 270 left.
  init(turnAngle angle: Float) { self.init(turnDegrees: Double(180 - angle)) }
}

extension RoadNetwork {
  /// The direction of travel at one end of an edge as a driver sees it, degrees: towards the place 10 m away.
  func seenBearing(ofEdge edge: Int, atHead: Bool) -> Float {
    let record = edges[edge]
    let range = Int(linkFirstVertex[record.link])..<Int(linkFirstVertex[record.link + 1])
    if range.count == 2 { return Float(atHead ? record.endCourse : record.startCourse) / 100 }
    let fromLast = record.flags.contains(.reversed) != atHead
    let origin = vertices[fromLast ? range.upperBound - 1 : range.lowerBound]
    let scale = 0.011131949
    let narrowing = PerceivedShape.narrowing(latitudeE7: origin.latitudeE7) * scale
    let reach = record.flags.contains(.roundabout) ? 2.0 : 10.0
    var point = PlanePoint(x: 0, y: 0)
    for offset in 1..<range.count {
      let vertex = vertices[fromLast ? range.upperBound - 1 - offset : range.lowerBound + offset]
      let east = Int64(vertex.longitudeE7) - Int64(origin.longitudeE7)
      if east.magnitude > 1_800_000_000 { break }
      let next = PlanePoint(
        x: Double(east) * narrowing, y: Double(Int64(vertex.latitudeE7) - Int64(origin.latitudeE7)) * scale)
      let distance = next.distance(to: PlanePoint(x: 0, y: 0))
      if distance >= reach {
        let length = max(0.001, next.distance(to: point))
        let share = min(1, max(0, (reach - point.distance(to: PlanePoint(x: 0, y: 0))) / length))
        point = PlanePoint(x: point.x + share * (next.x - point.x), y: point.y + share * (next.y - point.y))
        break
      }
      point = next
    }
    if point.x == 0, point.y == 0 { return Float(atHead ? record.endCourse : record.startCourse) / 100 }
    let seen = PerceivedShape.degrees(point)
    return Float(atHead ? (seen + 180).truncatingRemainder(dividingBy: 360) : seen)
  }
}
