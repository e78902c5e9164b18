import WaybenchCore

// Which of the lanes before a junction serve which turn.
extension TurnClassifier {
  /// Matches the arrows on an approach's lanes with the turns of the view, one direction of arrow to one turn.
  mutating func matchLanes(edge: Int, isJoint: Bool) {
    let sign = graph.signs.records[Int(graph.signs.edgeSigns[edge])]
    guard sign.arrowCount > 0, !isJoint else { return }
    let lanes = graph.signs.arrows[sign.arrows]
    var union: UInt16 = 0
    for lane in lanes { union |= lane }
    let painted = LaneArrows(rawValue: union)
    // Directions on the lanes, from the right, and the turns that they may mean.
    var taken: [(arrow: LaneArrows, index: Int)] = []
    for index in view.indices where view[index].canEnter {
      guard let arrow = bestArrow(painted, for: index) else { continue }
      if let rival = taken.firstIndex(where: { $0.arrow == arrow }) {
        if fit(arrow, index) < fit(arrow, taken[rival].index) { taken[rival] = (arrow, index) }
      } else {
        taken.append((arrow, index))
      }
    }
    let unmatched = painted.subtracting(taken.reduce(into: LaneArrows.none) { $0.formUnion($1.arrow) })
      .subtracting([.uturn, .mergeToLeft, .mergeToRight])
    for (arrow, index) in taken {
      var mask: UInt16 = 0
      if arrow == .straight, !unmatched.isEmpty {
        // Lanes for turns at a later junction go straight on here.
        for (position, lane) in lanes.enumerated() where unmatched.isSuperset(of: LaneArrows(rawValue: lane)) {
          mask |= 1 << UInt16(min(15, position))
        }
      }
      for (position, lane) in lanes.enumerated() where isServed(LaneArrows(rawValue: lane), by: arrow, painted) {
        mask |= 1 << UInt16(min(15, position))
      }
      guard mask != 0 else { continue }
      setLanes(ofTurn: Int(view[index].turn), mask: mask, arrow: arrow)
    }
  }

  /// Whether a lane serves a turn of an arrow: it bears the arrow, or none and the turn goes straight on.
  private func isServed(_ lane: LaneArrows, by arrow: LaneArrows, _ painted: LaneArrows) -> Bool {
    if lane.contains(arrow) { return true }
    return lane == .none && arrow == .straight && !painted.isEmpty
  }

  /// The painted arrow that fits a turn best; `nil` when none is on its side.
  private func bestArrow(_ painted: LaneArrows, for index: Int) -> LaneArrows? {
    var best: (arrow: LaneArrows, fit: Float)?
    for (arrow, _) in Self.idealAngles where painted.contains(arrow) || arrow == .straight && painted.contains(.none) {
      guard mayMean(arrow, index) else { continue }
      let value = fit(arrow, index)
      if best.map({ value < $0.fit }) ?? true { best = (arrow, value) }
    }
    return best?.arrow
  }

  private func fit(_ arrow: LaneArrows, _ index: Int) -> Float {
    let ideal = Self.idealAngles.first { $0.arrow == arrow }?.angle ?? 180
    let goesOn = arrow == .straight && isSilent(view[index].kind)
    return goesOn ? 0 : abs(view[index].angle - ideal)
  }

  private func isSilent(_ kind: TurnKind) -> Bool { kind == .suppressed || kind == .noTurn || kind == .newName }

  private func mayMean(_ arrow: LaneArrows, _ index: Int) -> Bool {
    let modifier = view[index].modifier
    if index == 0 || view[index].kind == .continue && modifier == .uturn { return arrow == .uturn }
    if arrow == .uturn { return false }
    if arrow == .straight {
      switch modifier {
      case .straight: return true
      case .slightLeft, .slightRight: return view[index].deviation < 50
      default: return isSilent(view[index].kind)
      }
    }
    let isRight = arrow == .right || arrow == .slightRight || arrow == .sharpRight
    if modifier == .straight || isSilent(view[index].kind) {
      // A road that goes on with a bend may have slight arrows.
      let isSlight = arrow == .slightRight || arrow == .slightLeft
      return isSlight && (isRight ? view[index].angle < 180 : view[index].angle > 180)
    }
    return isRight == (view[index].angle < 180 || modifier == .slightRight && view[index].angle == 180)
  }

  private static let idealAngles: [(arrow: LaneArrows, angle: Float)] = [
    (.uturn, 0), (.sharpRight, 35), (.right, 90), (.slightRight, 135), (.straight, 180), (.slightLeft, 225),
    (.left, 270), (.sharpLeft, 315),
  ]
}
