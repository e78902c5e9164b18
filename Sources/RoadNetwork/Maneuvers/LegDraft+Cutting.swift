import WaybenchCore

// The first form of the steps: one at each turn where there is an intersection.
extension LegDraft {
  /// Cuts the pieces at their turns.
  mutating func cut() {
    steps.reserveCapacity(pieces.count)
    steps.append(StepDraft(TurnInstruction(), at: 0))
    for piece in pieces.indices.dropFirst() {
      let turn = instruction(piece)
      if turn.kind == .noTurn {
        steps[steps.count - 1].end = piece + 1
      } else {
        var step = StepDraft(turn, at: piece)
        step.exit = turn.exitCount(skipsServiceRoads: options.skipsServiceRoads)
        steps.append(step)
      }
    }
  }

  /// What the network says at the turn onto a piece.
  private func instruction(_ piece: Int) -> TurnInstruction {
    let turn = pieces[piece].turn
    if turn != NetworkPath.unknownTurn, Int(turn) < network.turnInstructions.count {
      return network.turnInstructions[turn]
    }
    let from = edge(piece - 1)
    for turn in network.firstTurn[from]..<network.firstTurn[from + 1]
    where Int(network.stateEdge[network.turns[turn].target]) == edge(piece) {
      return network.turnInstructions[turn]
    }
    return unlawful(piece)
  }

  /// A turn that the network forbids, told by its angle.
  private func unlawful(_ piece: Int) -> TurnInstruction {
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

  /// Drops a departure or an arrival of no length; its time stays with the route.
  mutating func trim() {
    if steps.count > 2, length(steps[0]) <= 1 {
      let next = steps.remove(at: 1)
      steps[0].end = next.end
      steps[0].signage = next.signage
      steps[0].exits = next.exits
    }
    if steps.count > 2, let last = steps.last, length(last) <= 1 {
      steps.removeLast()
      steps[steps.count - 1].end = last.end
    }
  }

  // MARK: - Rings

  /// Joins what is done on a ring: the step that enters it tells the exit and the road behind.
  mutating func joinRings() {
    var result: [StepDraft] = []
    result.reserveCapacity(steps.count)
    var entry = -1
    var passed = 0
    for var step in steps {
      switch step.kind {
      case .enterRing:
        entry = result.count
        passed = step.exit
        step.exit = 0
        if step.flags.contains(.rotary) { step.rotary = step.first }
        result.append(step)
      case .stayOnRing:
        passed += step.exit
        let last = result.count - 1
        result[last].end = step.end
        result[last].intersections += 1
      case .leaveRing:
        step.exit += passed
        leave(&result, entry: entry, step)
        entry = -1
        passed = 0
      default:
        if step.kind == .crossRing {
          step.leavesRing = true
          if step.flags.contains(.rotary) { step.rotary = step.first }
        }
        result.append(step)
      }
    }
    steps = result
  }

  private func leave(_ result: inout [StepDraft], entry: Int, _ leave: StepDraft) {
    guard entry >= 0 else {
      // The leg began on the ring.
      result.append(leave)
      return
    }
    result[entry].exit = leave.exit
    result[entry].leavesRing = true
    result[entry].signage = leave.signage
    result[entry].exits = leave.exits
    result[entry].modifier = Maneuver.Modifier(turnAngle: totalAngle(entering: result[entry], leaving: leave))
    let isSmall = leave.flags.contains(.smallRing) && isFerry(leave.first) == isFerry(result[entry].first)
    if options.tellsRingExits, !isSmall {
      result.append(leave)
    } else {
      result[entry].end = leave.end
      result[entry].intersections += 1
      result[entry].lastTurn = leave.lastTurn
    }
  }

  /// From the road before the ring to that behind it; back to the same road is a u-turn.
  private func totalAngle(entering: StepDraft, leaving: StepDraft) -> Float {
    if entering.first > 0, network.edges[edge(entering.first - 1)].twin == UInt32(edge(leaving.first)) { return 0 }
    return angle(from: entering.first, to: leaving.first)
  }

  // MARK: - Divided roads

  /// Joins the turns onto and off the short stretches between two carriageways.
  mutating func joinSegregated() {
    guard steps.contains(where: { $0.flags.contains(.ontoSegregated) }) else { return }
    var result = [steps[0]]
    var index = 1
    while index < steps.count {
      var step = steps[index]
      index += 1
      while step.flags.contains(.ontoSegregated), step.end - step.first <= 2, length(step) <= 40, index < steps.count,
        !steps[index].kind.isRing, !step.kind.isRing, keepsMode(step, steps[index])
      {
        step = fuse(step, overDivided: steps[index])
        index += 1
      }
      result.append(step)
    }
    steps = result
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
      step.first > 0 && network.announcesName(from: edge(step.first - 1), to: edge(next.signage))
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
