import WaybenchCore

// What remains to be told after neighbours were joined.
extension LegDraft {
  /// Lets silent steps melt into the one before.
  mutating func meltSilent() {
    var count = 1
    for index in steps.indices.dropFirst() {
      if steps[index].isSilent {
        absorb(steps[index], into: count - 1)
        continue
      }
      if steps[index].kind == .endOfRoad, steps[count - 1].intersections + steps[index].intersections < 3 {
        // Who has just turned into a road does not see it end.
        steps[index].kind = keepsName(before: steps[index].first, steps[index].lastTurn) ? .continue : .turn
      }
      if count < index { steps[count] = steps[index] }
      count += 1
    }
    cutOff(after: count)
  }

  /// A mere name that lasts too short to be read, metres.
  private static let shortNameMeters = 105.0

  /// Leaves out names that last too short or are those already told.
  mutating func dropShortNames() {
    var count = 1
    for index in steps.indices.dropFirst() {
      if steps[index].kind == .newName, steps[index].lanesBefore < 0,
        length(steps[index]) < Self.shortNameMeters || isTold(steps[index], after: steps[count - 1])
      {
        absorb(steps[index], into: count - 1)
        continue
      }
      if count < index { steps[count] = steps[index] }
      count += 1
    }
    cutOff(after: count)
  }

  /// Whether the step before has already told the name of a step.
  private func isTold(_ step: StepDraft, after last: StepDraft) -> Bool {
    network.texts(ofEdge: edge(last.signage)).isNamed
      && !network.announcesName(from: edge(last.signage), to: edge(step.signage))
  }

  // MARK: - Lanes

  /// Metres for each lane that has to be crossed.
  private static let metersPerLane = 200.0

  /// Where two maneuvers follow each other closely, only the lanes of the first that lead to those of the second stay.
  mutating func anticipateLanes() {
    guard features.contains(.lanes), steps.count > 2 else { return }
    for index in (1..<steps.count - 1).reversed() {
      let next = steps[index + 1]
      let step = steps[index]
      guard step.lanesBefore >= 0, next.lanesBefore >= 0 else { continue }
      let count = network.sign(ofEdge: edge(next.lanesBefore)).arrows.count
      let open = next.laneMask.nonzeroBitCount
      let mine = step.laneMask.nonzeroBitCount
      guard open > 0, mine > open, next.laneMask.trailingZeroBitCount < count else { continue }
      let left = next.laneMask.trailingZeroBitCount
      let right = max(0, count - (16 - next.laneMask.leadingZeroBitCount))
      guard length(step) < Self.metersPerLane * Double(1 + max(left, right)) else { continue }
      let low = step.laneMask.trailingZeroBitCount
      let high = 15 - step.laneMask.leadingZeroBitCount
      // A mask with gaps is left alone.
      guard high - low + 1 == mine else { continue }
      let isLeft: Bool
      switch next.modifier {
      case .left, .slightLeft, .sharpLeft, .uturn: isLeft = true
      default: isLeft = false
      }
      let start = isLeft ? min(low + left, high - open + 1) : max(low, high - right - open + 1)
      steps[index].laneMask = UInt16(truncatingIfNeeded: ((1 << open) - 1) << start)
    }
  }
}
