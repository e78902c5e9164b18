import WaybenchCore

/// Turns the edges of a leg into the steps that a driver needs: what is obvious is not said.
///
/// The kinds and the angle bands are those of the OSRM HTTP API's step maneuvers. What is said at a single turn was
/// decided when the network was built; here the turns of one leg are seen together.
struct ManeuverBuilder {
  let network: RoadNetwork
  let options: ManeuverOptions

  /// Adds the steps of a leg that a draft has begun, from its departure to its arrival. O(pieces).
  func addSteps(
    of draft: inout LegDraft, names: inout RouteNames, lanes: inout [RouteLane], to steps: inout [RouteStep]
  ) {
    if draft.leg.isEmpty { return }
    draft.cut()
    draft.joinSegregated()
    draft.trim()
    draft.joinRings()
    draft.collapse()
    draft.meltSilent()
    draft.anticipateLanes()
    draft.dropShortNames()
    if steps.isEmpty { steps.reserveCapacity(draft.steps.count + 1) }
    for index in draft.steps.indices {
      steps.append(routeStep(draft.steps[index], isDeparture: index == 0, draft, &names, &lanes))
    }
    steps.append(arrival(draft, &names))
  }

  private func routeStep(
    _ draft: StepDraft, isDeparture: Bool, _ leg: borrowing LegDraft, _ names: inout RouteNames,
    _ lanes: inout [RouteLane]
  ) -> RouteStep {
    let signage = network.edges[leg.edge(draft.signage)]
    let sign = network.sign(ofEdge: leg.edge(draft.signage))
    var seconds = 0.0
    var weight = 0.0
    for piece in draft.first..<draft.end {
      seconds += leg.pieces[Int(piece)].seconds
      weight += leg.pieces[Int(piece)].weight
    }
    var step = RouteStep(
      maneuver: isDeparture ? Maneuver(.depart) : maneuver(draft), startChainageMeters: leg.start(draft.first),
      endChainageMeters: leg.pieces[Int(draft.end) - 1].endMeters, durationSeconds: seconds,
      name: names.index(of: signage.name), reference: names.index(of: signage.reference))
    step.weight = weight
    step.destinations = names.index(of: sign.destinations)
    step.pronunciation = names.index(of: sign.pronunciation)
    let exits = network.sign(ofEdge: leg.edge(draft.exits)).exits
    step.exits = names.index(of: exits == 0 ? sign.exits : exits)
    if draft.rotary >= 0 { step.rotaryName = names.index(of: network.edges[ringEdge(draft, leg)].name) }
    let flags = network.edges[leg.edge(draft.first)].flags
    step.mode = flags.contains(.ferry) ? .ferry : options.mode
    step.drivesOnLeft = flags.contains(.drivesOnLeft)
    step.bearingBeforeDegrees = isDeparture ? 0 : whole(leg.bearingBefore(draft.first))
    step.bearingAfterDegrees = whole(leg.bearingAfter(draft.lastTurn))
    if draft.lanesBefore >= 0 {
      let first = lanes.count
      network.appendLanes(
        ofEdge: leg.edge(draft.lanesBefore), mask: draft.laneMask, arrow: draft.laneArrow, to: &lanes)
      step.lanes = Run(first: Int32(clamping: first), count: Int32(clamping: lanes.count - first))
    }
    return step
  }

  /// The ring's edge that a step enters by; at a node that is only touched, one of those that meet there.
  private func ringEdge(_ draft: StepDraft, _ leg: borrowing LegDraft) -> Int {
    let edge = leg.edge(draft.rotary)
    if network.edges[edge].flags.contains(.roundabout) { return edge }
    let around = network.edges(leavingJunction: Int(network.edges[edge].tail))
    return around.first { network.edges[$0].flags.contains(.roundabout) } ?? edge
  }

  private func whole(_ degrees: Float) -> Int16 {
    // Halves away from zero; exact, for a Double holds the sum of a Float and a half.
    let rounded = Int16(max(0, Double(degrees)) + 0.5)
    return rounded >= 360 ? rounded - 360 : rounded
  }

  private func maneuver(_ draft: StepDraft) -> Maneuver {
    let isRotary = draft.flags.contains(.rotary)
    let exit = UInt8(clamping: draft.exit)
    switch draft.kind {
    case .enterRing, .crossRing:
      let isTurn = draft.flags.contains(.smallRing) && draft.leavesRing
      let kind: Maneuver.Kind = isTurn ? .roundaboutTurn : isRotary ? .rotary : .roundabout
      return Maneuver(kind, draft.modifier, exit: draft.leavesRing ? exit : 0)
    case .leaveRing: return Maneuver(isRotary ? .exitRotary : .exitRoundabout, draft.modifier, exit: exit)
    case .miniRoundabout: return Maneuver(.roundaboutTurn, draft.modifier)
    case .turn, .slipRoad, .noTurn, .suppressed, .stayOnRing: return Maneuver(.turn, draft.modifier)
    case .continue: return Maneuver(.continue, draft.modifier)
    case .newName: return Maneuver(.newName, draft.modifier)
    case .notification: return Maneuver(.notification, draft.modifier)
    case .merge: return Maneuver(.merge, draft.modifier)
    case .onRamp: return Maneuver(.onRamp, draft.modifier)
    case .offRamp: return Maneuver(.offRamp, draft.modifier)
    case .fork: return Maneuver(.fork, draft.modifier)
    case .endOfRoad: return Maneuver(.endOfRoad, draft.modifier)
    }
  }

  private func arrival(_ leg: borrowing LegDraft, _ names: inout RouteNames) -> RouteStep {
    let last = leg.leg.upperBound - 1
    let end = leg.pieces[Int(last)].endMeters
    // A last stretch of no length left its name to the one before.
    let named = last > leg.leg.lowerBound && end - leg.start(last) <= LegDraft.leastMeters ? last - 1 : last
    let record = network.edges[leg.edge(named)]
    let sign = network.sign(ofEdge: leg.edge(named))
    var step = RouteStep(
      maneuver: Maneuver(.arrive), startChainageMeters: end, endChainageMeters: end, durationSeconds: 0,
      name: names.index(of: record.name), reference: names.index(of: record.reference))
    step.weight = leg.pieces[Int(last)].weight.isNaN ? .nan : 0
    step.destinations = names.index(of: sign.destinations)
    step.exits = names.index(of: sign.exits)
    step.pronunciation = names.index(of: sign.pronunciation)
    step.mode = record.flags.contains(.ferry) ? .ferry : options.mode
    step.drivesOnLeft = record.flags.contains(.drivesOnLeft)
    step.bearingBeforeDegrees = whole(network.seenBearing(ofEdge: leg.edge(last), atHead: true))
    step.bearingAfterDegrees = 0
    return step
  }

  /// On which side a place lies as one sets out along a line.
  func side(of place: Coordinate, departureOn line: ArraySlice<Coordinate>) -> Maneuver.Modifier {
    guard let end = line.first, let next = line.first(where: { $0 != end }) else { return .none }
    return side(of: place, from: end, travel: (end, next))
  }

  /// On which side a place lies as one arrives along a line.
  func side(of place: Coordinate, arrivalOn line: ArraySlice<Coordinate>) -> Maneuver.Modifier {
    guard let end = line.last, let before = line.last(where: { $0 != end }) else { return .none }
    return side(of: place, from: end, travel: (before, end))
  }

  /// On which side of the road a place lies that is 5 to 300 m from it; not told otherwise.
  private func side(
    of place: Coordinate, from end: Coordinate, travel: (from: Coordinate, to: Coordinate)
  ) -> Maneuver.Modifier {
    let distance = Geodesic.distanceMeters(end, place)
    guard distance >= 5, distance <= 300 else { return .none }
    let course = Geodesic.courseDegrees(from: travel.from, to: travel.to)
    let turned = turnDegrees(from: course, to: Geodesic.courseDegrees(from: end, to: place))
    return turned.magnitude <= 45 ? .straight : turned > 0 ? .right : .left
  }
}

extension RoadNetwork {
  /// Appends the lanes of an edge, from the left, those of a mask with the arrow that the route follows.
  func appendLanes(ofEdge edge: Int, mask: UInt16, arrow: UInt8, to lanes: inout [RouteLane]) {
    let chosen = LaneArrows(number: arrow)
    for (position, index) in sign(ofEdge: edge).arrows.enumerated() {
      let arrows = LaneArrows(rawValue: laneArrows[index])
      let isOpen = mask & (1 << UInt16(min(15, position))) != 0
      // A lane whose arrow is for a later junction is followed by what it shows.
      lanes.append(RouteLane(arrows: arrows, active: isOpen ? arrows.contains(chosen) ? chosen : arrows : []))
    }
  }
}
