import WaybenchCore

// The first form of the steps: one at each turn where there is an intersection.
extension LegDraft {
  /// Cuts the pieces at their turns.
  mutating func cut() {
    steps.append(StepDraft(TurnInstruction(), at: leg.lowerBound))
    if isFerry(leg.lowerBound) { features.insert(.ferry) }
    for piece in leg.lowerBound + 1..<leg.upperBound {
      if isFerry(piece) { features.insert(.ferry) }
      let isKnown = pieces[Int(piece)].turn != NetworkPath.unknownTurn
      let turn = isKnown ? pieces[Int(piece)].instruction : instruction(piece)
      if turn.isNothing { continue }
      var step = StepDraft(turn, at: piece)
      step.exit = Int32(truncatingIfNeeded: turn.exitCount(skipsServiceRoads: options.skipsServiceRoads))
      if step.kind.isRing { features.insert(.ring) }
      if turn.flags.contains(.ontoSegregated) { features.insert(.segregated) }
      if turn.laneArrow > 0 { features.insert(.lanes) }
      steps[steps.count - 1].end = piece
      steps.append(step)
    }
    steps[steps.count - 1].end = leg.upperBound
  }

  /// What the network says at a turn onto a piece whose number is not known.
  private func instruction(_ piece: Int32) -> TurnInstruction {
    let from = edge(piece - 1)
    for turn in network.firstTurn[from]..<network.firstTurn[from + 1]
    where Int(network.stateEdge[network.turns[turn].target]) == edge(piece) {
      return network.turnInstructions[turn]
    }
    return unlawful(piece)
  }

  /// A turn that the network forbids, told by its angle.
  private func unlawful(_ piece: Int32) -> TurnInstruction {
    let (from, to) = (network.edges[edge(piece - 1)], network.edges[edge(piece)])
    var made = TurnInstruction(.turn, Maneuver.Modifier(turnAngle: angle(from: piece, to: piece)))
    if from.twin == UInt32(edge(piece)) {
      made = TurnInstruction(from.name != 0 || from.reference != 0 ? .continue : .turn, .uturn)
      made.flags = .reversal
      return made
    }
    switch (from.flags.contains(.roundabout), to.flags.contains(.roundabout)) {
    case (true, true): made.kind = .stayOnRing
    case (true, false):
      made.kind = .leaveRing
      made.exits = 0x11
    case (false, true): made.kind = .enterRing
    case (false, false): if made.modifier == .straight { made.kind = .suppressed }
    }
    return made
  }

  /// A first or last stretch of at most this length is none, metres.
  static let leastMeters = 1.0

  /// Drops a departure or an arrival of no length; its time stays with the route.
  mutating func trim() {
    if steps.count > 2, length(steps[0]) <= Self.leastMeters {
      let next = steps.remove(at: 1)
      steps[0].end = next.end
      steps[0].signage = next.signage
      steps[0].exits = next.exits
    }
    if steps.count > 2, let last = steps.last, length(last) <= Self.leastMeters {
      steps.removeLast()
      steps[steps.count - 1].end = last.end
    }
  }

  // MARK: - Rings

  /// Joins what is done on a ring: the step that enters it tells the exit and the road behind.
  mutating func joinRings() {
    guard features.contains(.ring) else { return }
    var count = 0
    var entry = -1
    var passed: Int32 = 0
    for index in steps.indices {
      switch steps[index].kind {
      case .enterRing:
        entry = count
        passed = steps[index].exit
        steps[index].exit = 0
        if steps[index].flags.contains(.rotary) { steps[index].rotary = steps[index].first }
      case .stayOnRing:
        passed += steps[index].exit
        steps[count - 1].end = steps[index].end
        steps[count - 1].intersections += 1
        continue
      case .leaveRing:
        steps[index].exit += passed
        let isTold = leave(entry: entry, steps[index])
        entry = -1
        passed = 0
        if !isTold { continue }
      case .crossRing:
        steps[index].leavesRing = true
        if steps[index].flags.contains(.rotary) { steps[index].rotary = steps[index].first }
      default: break
      }
      if count < index { steps[count] = steps[index] }
      count += 1
    }
    cutOff(after: count)
  }

  /// Tells the step that entered a ring how the ring is left; returns whether leaving it is a step of its own.
  private mutating func leave(entry: Int, _ leave: StepDraft) -> Bool {
    // Without an entry the leg began on the ring.
    guard entry >= 0 else { return true }
    steps[entry].exit = leave.exit
    steps[entry].leavesRing = true
    steps[entry].signage = leave.signage
    steps[entry].exits = leave.exits
    steps[entry].modifier = Maneuver.Modifier(turnAngle: totalAngle(entering: steps[entry], leaving: leave))
    let isSmall = leave.flags.contains(.smallRing) && isFerry(leave.first) == isFerry(steps[entry].first)
    if options.tellsRingExits, !isSmall { return true }
    steps[entry].end = leave.end
    steps[entry].intersections += 1
    steps[entry].lastTurn = leave.lastTurn
    return false
  }

  /// From the road before the ring to that behind it; back to the same road is a u-turn.
  private func totalAngle(entering: StepDraft, leaving: StepDraft) -> Float {
    if !isDeparture(entering), network.edges[edge(entering.first - 1)].twin == UInt32(edge(leaving.first)) { return 0 }
    return angle(from: entering.first, to: leaving.first)
  }

  // MARK: - Divided roads

  /// Joins the turns onto and off the short stretches between two carriageways.
  mutating func joinSegregated() {
    guard features.contains(.segregated) else { return }
    var count = 1
    var index = 1
    while index < steps.count {
      if !steps[index].flags.contains(.ontoSegregated) {
        if count < index { steps[count] = steps[index] }
        count += 1
        index += 1
        continue
      }
      var step = steps[index]
      index += 1
      while step.flags.contains(.ontoSegregated), step.end - step.lastTurn <= 2, index < steps.count,
        !steps[index].kind.isRing, !step.kind.isRing, keepsMode(step, steps[index])
      {
        step = fuse(step, overDivided: steps[index])
        index += 1
      }
      steps[count] = step
      count += 1
    }
    cutOff(after: count)
  }

  private func fuse(_ step: StepDraft, overDivided next: StepDraft) -> StepDraft {
    var fused = step
    fused.end = next.end
    fused.lastTurn = next.lastTurn
    fused.flags = next.flags
    fused.takeSignage(of: next)
    fused.exits = next.exits
    fused.takeLanes(of: next)
    fused.intersections += next.intersections
    let total = angle(from: step.first, to: next.lastTurn)
    let isAnnounced =
      !isDeparture(step) && network.announcesName(from: edge(step.first - 1), to: edge(next.signage))
    fused.modifier = Maneuver.Modifier(turnAngle: total)
    if abs(180 - total) > 145, keepsName(before: step.first, next.lastTurn) || step.isRealTurn && next.isRealTurn {
      fused.kind = .continue
      fused.modifier = .uturn
    } else if next.kind == .endOfRoad {
      fused.kind = .endOfRoad
    } else if next.kind == .fork {
      fused.kind = .fork
      fused.modifier = next.modifier
    } else if fused.modifier == .straight
      || abs(180 - total) <= 55 && step.flags.contains(.straightest) && next.flags.contains(.straightest)
    {
      fused.kind = isAnnounced ? .newName : .suppressed
    } else if next.isSilent || step.kind == .endOfRoad || next.kind == .newName || next.isRealTurn || next.kind == .turn
      || next.kind == .continue
    {
      fused.kind = keepsName(before: step.first, next.lastTurn) ? .continue : .turn
      if next.isSilent, step.kind == .endOfRoad { fused.kind = .endOfRoad }
    } else {
      fused.kind = next.kind
      if next.kind == .merge { fused.modifier = next.modifier }
    }
    return fused
  }
}
