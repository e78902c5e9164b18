import WaybenchCore

// Maneuvers that follow each other so closely that a driver does one thing.
extension LegDraft {
  private var most: Double { options.collapseMeters }

  /// Joins neighbours from the first to the last.
  mutating func collapse() {
    var done = 0
    swap(&steps, &spare)
    steps.removeAll(keepingCapacity: true)
    while done < spare.count {
      steps.append(spare[done])
      done += 1
      // What was joined may join with the step before it.
      while steps.count > 2, joinLastPair() {}
    }
    if let last = steps.last, last.kind == .slipRoad {
      steps[steps.count - 1].kind = .turn
      steps[steps.count - 1].modifier = Maneuver.Modifier(turnAngle: angle(last))
    }
    for index in steps.indices where steps[index].kind == .slipRoad { steps[index].kind = .turn }
  }

  /// Joins the last two steps when they are one; the departure takes no part.
  private mutating func joinLastPair() -> Bool {
    if staysPair(steps.count - 2, steps.count - 1) { return false }
    let (first, next) = (steps[steps.count - 2], steps[steps.count - 1])
    guard !first.kind.isRing, !next.kind.isRing, first.kind != .miniRoundabout, next.kind != .miniRoundabout,
      first.kind != .notification, next.kind != .notification, keepsMode(first, next)
    else { return false }
    let apart = start(next.first) - start(first.first)
    if first.kind == .slipRoad { return joinSlipRoad(first, next) }
    return joinStaggered(first, next, apart) || joinReversal(first, next, apart) || joinOscillation(first, next, apart)
      || keepLater(first, next, apart) || keepEarlier(first, next, apart) || joinParts(first, next, apart)
  }

  /// Whether a pair certainly stays, as most do: two far apart, or a silent step that does not bend, or behind a silent
  /// one. Only a slip road takes in what lies farther away.
  private func staysPair(_ first: Int, _ next: Int) -> Bool {
    if steps[first].kind == .slipRoad { return false }
    if steps[next].isSilent, steps[next].modifier == .straight || steps[first].isSilent { return true }
    return start(steps[next].first) - start(steps[first].first) > 2 * most
  }

  private mutating func replacePair(with step: StepDraft) {
    var joined = step
    joined.end = steps[steps.count - 1].end
    steps.removeLast(2)
    steps.append(joined)
  }

  /// Joins both steps at the place of the first, with the names of the second.
  private func joined(_ first: StepDraft, _ next: StepDraft, _ kind: TurnKind, angle: Float) -> StepDraft {
    var step = first
    step.kind = kind
    step.modifier = Maneuver.Modifier(turnAngle: angle)
    step.lastTurn = next.lastTurn
    step.intersections += next.intersections
    step.takeSignage(of: next)
    step.flags.formIntersection(next.flags)
    return step
  }

  private mutating func joinSlipRoad(_ first: StepDraft, _ next: StepDraft) -> Bool {
    // A joint on the way, traffic lights for example, is passed.
    if next.isSilent, next.flags.contains(.joint) {
      steps.removeLast()
      absorb(next, into: steps.count - 1)
      return false
    }
    if next.kind == .slipRoad { return false }
    let total = angle(from: first.first, to: next.lastTurn)
    let keeps = keepsName(before: first.first, next.lastTurn)
    var step = joined(first, next, keeps ? .continue : .turn, angle: total)
    if next.kind == .onRamp || next.kind == .offRamp { step.kind = next.kind }
    if next.lanesBefore >= 0 { step.takeLanes(of: next) }
    replacePair(with: step)
    return true
  }

  private mutating func joinStaggered(_ first: StepDraft, _ next: StepDraft, _ apart: Double) -> Bool {
    guard apart < 3, first.isRealTurn, next.isRealTurn else { return false }
    let (a, b) = (angle(first), angle(next))
    guard a > 45 && a < 135 && b > 225 && b < 315 || b > 45 && b < 135 && a > 225 && a < 315 else { return false }
    let keeps = keepsName(before: first.first, next.lastTurn)
    replacePair(with: joined(first, next, keeps ? .suppressed : .newName, angle: 180))
    return true
  }

  private mutating func joinReversal(_ first: StepDraft, _ next: StepDraft, _ apart: Double) -> Bool {
    guard first.kind == .turn || first.kind == .continue || first.kind == .endOfRoad,
      next.kind == .turn || next.kind == .continue || next.kind == .endOfRoad,
      first.modifier != .uturn, next.modifier != .uturn,
      abs(180 - angle(from: first.first, to: next.lastTurn)) >= 145,
      keepsName(before: first.first, next.lastTurn)
    else { return false }
    let isUnnamed = !network.texts(ofEdge: edge(first.lastTurn)).isNamed
    guard apart <= most || isUnnamed || next.flags.contains(.choiceless) else { return false }
    replacePair(with: joined(first, next, .continue, angle: 0))
    return true
  }

  /// Another name for a moment, then the old one again: nothing.
  private mutating func joinOscillation(_ first: StepDraft, _ next: StepDraft, _ apart: Double) -> Bool {
    guard apart <= most, first.isMereName, next.isMereName, keepsName(before: first.first, next.lastTurn) else {
      return false
    }
    var step = joined(first, next, .suppressed, angle: 180)
    step.lanesBefore = -1
    replacePair(with: step)
    return true
  }

  private func bendsAlike(_ first: StepDraft, _ next: StepDraft) -> Bool {
    let (a, b) = (angle(first), angle(next))
    return abs(180 - a) > 5 && abs(180 - b) > 5 && (a < 180) == (b < 180)
  }

  private func isManeuver(_ step: StepDraft) -> Bool { !step.isSilent && !step.isMereName }

  /// The modifier of two steps told as one.
  private func combinedAngle(_ first: StepDraft, _ next: StepDraft, _ apart: Double) -> Float {
    let total = angle(from: first.first, to: next.lastTurn)
    if abs(180 - total) >= 20, apart < most || bendsAlike(first, next) { return total }
    return angle(isManeuver(next) && !isManeuver(first) ? next : first)
  }

  /// A mere change of name, or a bend to the same side, directly before a maneuver: only that is told.
  private mutating func keepLater(_ first: StepDraft, _ next: StepDraft, _ apart: Double) -> Bool {
    guard apart <= most, isManeuver(next), next.modifier != .uturn else { return false }
    let isBend =
      first.kind == .suppressed && !first.flags.contains(.choiceless) && first.modifier != .straight
      && bendsAlike(first, next)
    guard first.isMereName || isBend else { return false }
    var step = next
    let combined = combinedAngle(first, next, apart)
    switch next.kind {
    case .fork, .merge, .onRamp, .offRamp: break
    case .turn, .continue:
      step.kind = keepsName(before: first.first, next.lastTurn) ? .continue : .turn
      step.modifier = Maneuver.Modifier(turnAngle: combined)
    default: step.modifier = Maneuver.Modifier(turnAngle: combined)
    }
    if step.modifier == .uturn || abs(180 - combined) < 20 && next.isRealTurn { step.modifier = next.modifier }
    steps.removeLast(2)
    var before = first
    before.kind = .suppressed
    if !isDeparture(before) { absorbIntoLast(before) }
    steps.append(step)
    return true
  }

  /// Adds a silent step to the one before it, which keeps its names.
  private mutating func absorbIntoLast(_ step: StepDraft) {
    guard !steps.isEmpty else { return }
    absorb(step, into: steps.count - 1)
  }

  /// A maneuver and directly after it what need not be told by itself.
  private mutating func keepEarlier(_ first: StepDraft, _ next: StepDraft, _ apart: Double) -> Bool {
    let isChoiceless = next.flags.contains(.choiceless)
    let isStraightName = next.kind == .newName && next.modifier == .straight
    if isManeuver(first) || first.kind == .turn || first.kind == .continue, first.modifier != .uturn {
      if next.isMereName, apart <= (isStraightName || isChoiceless ? 1.5 : 1) * most {
        return keep(first, next, apart)
      }
      if next.kind == .suppressed, apart <= most, next.modifier != .straight, bendsAlike(first, next) {
        return keep(first, next, apart)
      }
      if first.kind == .turn || first.kind == .continue || first.kind == .endOfRoad, isChoiceless, !next.isSilent,
        apart <= (first.modifier == .straight ? 2 : 1) * most, next.modifier != .uturn
      {
        return keep(first, next, apart)
      }
    }
    if first.kind == .suppressed, next.kind == .newName, apart <= most / 4 {
      var step = joined(first, next, .newName, angle: angle(from: first.first, to: next.lastTurn))
      step.exits = next.exits
      replacePair(with: step)
      return true
    }
    return false
  }

  private mutating func keep(_ first: StepDraft, _ next: StepDraft, _ apart: Double) -> Bool {
    var step = first
    step.lastTurn = next.lastTurn
    step.intersections += next.intersections
    step.takeSignage(of: next)
    switch first.kind {
    case .fork, .merge, .offRamp, .onRamp: break
    default:
      let combined = combinedAngle(first, next, apart)
      if abs(180 - combined) >= 20 || first.modifier == .straight {
        step.modifier = Maneuver.Modifier(turnAngle: combined)
      }
      if next.kind == .onRamp || next.kind == .offRamp {
        step.kind = next.kind
        step.exits = next.exits
      } else if first.kind == .turn || first.kind == .continue {
        step.kind = keepsName(before: first.first, next.lastTurn) ? .continue : .turn
      }
    }
    if step.modifier == .uturn { step.modifier = first.modifier }
    replacePair(with: step)
    return true
  }

  /// A turn in two parts around a piece that is gone straight along.
  private mutating func joinParts(_ middle: StepDraft, _ next: StepDraft, _ apart: Double) -> Bool {
    guard steps.count > 3, middle.isSilent, middle.modifier == .straight, next.isRealTurn else { return false }
    let first = steps[steps.count - 3]
    let before = start(middle.first) - start(first.first)
    guard first.isRealTurn, !isDeparture(first), before < 0.8 * most, apart < 0.8 * most,
      min(before, apart) > 0.75 * max(before, apart) || max(before, apart) < 5, bendsAlike(first, next),
      keepsMode(first, next)
    else { return false }
    let total = angle(from: first.first, to: next.lastTurn)
    guard abs(180 - total) < 140 else { return false }
    let kind: TurnKind = keepsName(before: first.first, next.lastTurn) ? .continue : .turn
    var step = joined(first, next, kind, angle: total)
    step.end = next.end
    steps.removeLast(3)
    steps.append(step)
    return true
  }
}
