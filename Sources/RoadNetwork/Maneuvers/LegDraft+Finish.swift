import WaybenchCore

// What remains to be told after neighbours were joined.
extension LegDraft {
  /// Lets silent steps melt into the one before.
  mutating func meltSilent() {
    var result: [StepDraft] = []
    result.reserveCapacity(steps.count)
    for var step in steps {
      if let last = result.last {
        if step.isSilent {
          result[result.count - 1].end = step.end
          result[result.count - 1].intersections += step.intersections
          continue
        }
        if step.kind == .endOfRoad, last.intersections < 2 {
          // Who has just turned into a road does not see it end.
          step.kind = keepsName(before: step.first, step.lastTurn) ? .continue : .turn
        }
      }
      result.append(step)
    }
    steps = result
  }

  /// A mere name that lasts too short to be read, metres.
  private static let shortNameMeters = 105.0

  /// Leaves out names that last too short or are those already told.
  mutating func dropShortNames() {
    var result: [StepDraft] = []
    result.reserveCapacity(steps.count)
    for step in steps {
      if step.kind == .newName, step.lanesBefore < 0, let last = result.last {
        let isKnown =
          network.texts(ofEdge: edge(last.signage)).isNamed
          && !network.announcesName(from: edge(last.signage), to: edge(step.signage))
        if isKnown || length(step) < Self.shortNameMeters {
          result[result.count - 1].end = step.end
          result[result.count - 1].intersections += step.intersections
          continue
        }
      }
      result.append(step)
    }
    steps = result
  }

  // MARK: - Lanes

  /// Metres for each lane that has to be crossed.
  private static let metersPerLane = 200.0

  /// Where two maneuvers follow each other closely, only the lanes of the first that lead to those of the second stay.
  mutating func anticipateLanes() {
    guard steps.count > 2 else { return }
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
