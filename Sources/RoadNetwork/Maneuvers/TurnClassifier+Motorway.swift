import WaybenchCore

// Motorways, trunk roads and their ramps.
extension TurnClassifier {
  /// Judges a junction of motorways and ramps only; `false` where it is not one.
  mutating func judgeMotorway() -> Bool {
    let approach = view[0]
    var open = 0
    var hasMajor = approach.traits.isMotorwayLike
    for index in view.indices.dropFirst() {
      let road = view[index]
      let fits =
        road.traits.isMotorwayLike || (approach.traits.isMotorwayLike ? road.traits.isLink : road.traits.isRamp)
      guard fits else { return false }
      guard road.canEnter else { continue }
      if road.deviation > 60 { return false }
      open += 1
      if road.traits.isMotorwayLike { hasMajor = true }
    }
    guard open > 0, hasMajor, approach.traits.isMotorwayLike || approach.traits.isRamp else { return false }
    if approach.traits.isMotorwayLike { judgeFromMotorway(open: open) } else { judgeFromRamp(open: open) }
    return true
  }

  private mutating func judgeFromMotorway(open: Int) {
    var continuation = 0
    for index in view.indices.dropFirst() where view[index].traits.isMotorwayLike && view[index].canEnter {
      if continuation > 0, !isSameRoad(index) || isSameRoad(continuation) {
        let isBetter =
          isSameRoad(index) == isSameRoad(continuation) && !isSameRoad(index)
          && view[index].deviation < view[continuation].deviation
        if !isBetter { continue }
      }
      continuation = index
    }
    let majors = view.indices.dropFirst().filter { view[$0].traits.isMotorwayLike && view[$0].canEnter }
    if continuation == 0 {
      if view.contains(where: { $0.traits.isMotorwayLike && !$0.canEnter }), open == 1 {
        for index in view.indices.dropFirst() where view[index].canEnter { view[index].kind = .suppressed }
      } else if open == 1 {
        for index in view.indices.dropFirst() where view[index].canEnter { setObvious(index) }
      } else {
        setFallback(open: open, majorKind: .turn)
      }
      return
    }
    if majors.count == open, open >= 2, open <= 3, view.count == open + 1 {
      setFork(1...open)
      return
    }
    setObvious(continuation)
    for index in view.indices.dropFirst() where index != continuation && view[index].canEnter {
      view[index].kind = view[index].traits.isLink ? .offRamp : .turn
      if index < continuation {
        view[index].modifier = view[index].angle < 145 ? .right : .slightRight
      } else {
        view[index].modifier = view[index].angle > 215 ? .left : .slightLeft
      }
    }
  }

  /// Whether a road bears the approach's name or reference.
  private func isSameRoad(_ index: Int) -> Bool {
    view[0].texts.isNamed && view[index].texts.isNamed && !announces(index)
  }

  private mutating func setFallback(open: Int, majorKind: TurnKind) {
    if open == view.count - 1, open == 2 || open == 3 {
      setFork(1...open)
      return
    }
    for index in view.indices.dropFirst() where view[index].canEnter && view[index].traits.isMotorwayLike {
      view[index].kind = majorKind
    }
  }

  private mutating func judgeFromRamp(open: Int) {
    if view.count == 3, open == 1 {
      let index = view[1].canEnter ? 1 : 2
      let partner = view[3 - index]
      let isMotorway = view[index].traits.isMotorwayLike && partner.traits.isMotorwayLike
      let isOneRoad =
        view[index].texts.isNamed
        ? view[index].texts.name == partner.texts.name && view[index].texts.reference == partner.texts.reference
        : view[index].roadClass == partner.roadClass
      if isMotorway, isOneRoad {
        view[index].kind = .merge
        view[index].modifier = view[index].deviation >= 80 ? view[index].band : index == 1 ? .slightLeft : .slightRight
      } else {
        setObvious(index)
      }
      return
    }
    if view.count == 3, open == 2 {
      if view[1].traits.isMotorwayLike, !view[2].traits.isMotorwayLike {
        view[1].kind = .turn
        view[1].modifier = .slightRight
        view[2].kind = .continue
        view[2].modifier = .slightLeft
      } else {
        setFork(1...2)
      }
      return
    }
    var passedClosed = false
    for index in view.indices.dropFirst() {
      let isMajor = view[index].traits.isMotorwayLike
      if isMajor, !view[index].canEnter { passedClosed = true }
      guard view[index].canEnter else { continue }
      if isMajor {
        view[index].kind = .merge
        view[index].modifier = passedClosed ? .slightRight : .slightLeft
      } else {
        view[index].kind = view.count == 4 ? .offRamp : .turn
      }
    }
  }
}
