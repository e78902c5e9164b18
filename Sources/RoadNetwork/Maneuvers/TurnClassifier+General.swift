import WaybenchCore

// Ordinary junctions: driveways, ends of roads, forks, and several roads on one side.
extension TurnClassifier {
  /// A public road with ways beside it that nobody takes for its continuation: it goes on silently, but a bend with a
  /// way straight ahead is said.
  mutating func judgeDriveway() -> Bool {
    guard !view[0].traits.isIgnorable, view.contains(where: { $0.traits.isIgnorable && !$0.isFerry }) else {
      return false
    }
    var main = 0
    for index in view.indices.dropFirst() where !view[index].traits.isIgnorable {
      if main > 0 { return false }
      main = index
    }
    guard main > 0, view[main].canEnter, !view[main].traits.isRamp || view[0].traits.isRamp else { return false }
    let isBend =
      view[main].deviation > 60
      && view.indices.dropFirst().contains { view[$0].canEnter && view[$0].deviation < 30 }
    if !isBend { setObvious(main) }
    for index in view.indices.dropFirst() where index != main && view[index].modifier == .straight && !isBend {
      view[index].modifier = index < main ? .slightRight : .slightLeft
    }
    return true
  }

  mutating func judgeGeneral() {
    let obvious = obviousRoad()
    if let fork = findFork(), view.count == 3 ? obvious == 0 || view.allSatisfy({ $0.traits.isLink }) : obvious == 0 {
      setFork(fork)
      resolveConflicts(obvious: 0)
      return
    }
    if view.count == 3, obvious == 0, hasTShape {
      for index in 1...2 where view[index].kind != .onRamp {
        view[index].kind = .endOfRoad
        view[index].modifier = index == 1 ? .right : .left
      }
      return
    }
    if obvious > 0 {
      setObvious(obvious)
      for index in view.indices.dropFirst() where index != obvious && view[index].modifier == .straight {
        view[index].modifier = index < obvious ? .slightRight : .slightLeft
      }
    }
    resolveConflicts(obvious: obvious)
  }

  // MARK: - Forks

  /// The roads of a fork, as places in the view.
  func findFork() -> ClosedRange<Int>? {
    let approach = view[0]
    var middle = 0
    for index in view.indices.dropFirst() where middle == 0 || view[index].deviation < view[middle].deviation {
      middle = index
    }
    guard middle > 0, view[middle].deviation <= 40 else { return nil }
    func belongs(_ index: Int, beside last: Int) -> Bool {
      guard index >= 1, index < view.count else { return false }
      let road = view[index]
      return
        !(road.deviation > 40
        && (abs(road.angle - view[last].angle) > 40 || view[last].deviation > 60))
    }
    var first = middle
    var last = middle
    while belongs(first - 1, beside: first) { first -= 1 }
    while belongs(last + 1, beside: last) { last += 1 }
    guard last - first == 1 || last - first == 2 else { return nil }
    if view[first].angle - view[first - 1].angle < 60 { return nil }
    let next: Float = last + 1 < view.count ? view[last + 1].angle : 360
    if next - view[last].angle < 60 { return nil }
    let fork = view[first...last]
    let links = fork.reduce(0) { $0 + ($1.traits.isLink ? 1 : 0) }
    guard links == 0 || links == fork.count, fork.allSatisfy({ $0.canEnter && $0.isFerry == approach.isFerry }) else {
      return nil
    }
    for a in first...last {
      if view[a].deviation < 0.5, keepsName(a) { return nil }
      for b in first...last where a != b {
        if isObviousByClass(view[a], over: view[b]) { return nil }
        let (near, far) = (view[a].deviation, view[b].deviation)
        if far > 1.4 * near, far - near > 25 { return nil }
        if view.count > 3, last - first == 1, view[a].traits.priority + 1 < view[b].traits.priority { return nil }
      }
    }
    return first...last
  }

  mutating func setFork(_ fork: ClosedRange<Int>) {
    if fork.count == 2 {
      for (index, other) in [(fork.lowerBound, fork.upperBound), (fork.upperBound, fork.lowerBound)]
      where view[index].traits.isIgnorable && !view[other].traits.isIgnorable {
        setObvious(other)
        return
      }
    }
    for index in fork {
      view[index].kind = .fork
      view[index].modifier =
        index == fork.lowerBound ? .slightRight : index == fork.upperBound ? .slightLeft : .straight
    }
    let center = fork.lowerBound + 1
    if fork.count == 3, view[center].deviation < 3, !announces(center), view[center].roadClass == view[0].roadClass {
      view[center].kind = .suppressed
    }
  }

  // MARK: - Several roads in one direction

  /// Gives roads of one side that have the same modifier different ones.
  mutating func resolveConflicts(obvious: Int) {
    guard view.count > 3 else { return }
    for isRight in [true, false] { resolveConflicts(isRight: isRight, obvious: obvious) }
  }

  private func mayBeRenamed(_ index: Int, isRight: Bool, obvious: Int) -> Bool {
    let road = view[index]
    guard index > 0, index != obvious, road.canEnter, isRight ? road.angle < 180 : road.angle > 180 else {
      return false
    }
    return road.kind == .turn || road.kind == .continue || road.kind == .onRamp
  }

  private mutating func resolveConflicts(isRight: Bool, obvious: Int) {
    var previous = 0
    var beforePrevious = 0
    // From sharp to straight: of two in one band the sharper one is named sharper or the straighter one straighter.
    let order = isRight ? Array(1..<view.count) : Array((1..<view.count).reversed())
    for index in order where mayBeRenamed(index, isRight: isRight, obvious: obvious) {
      defer {
        beforePrevious = previous
        previous = index
      }
      guard previous > 0, view[index].modifier == view[previous].modifier else { continue }
      let sharper = side(.sharpRight, isRight)
      let middle = side(.right, isRight)
      let slight = side(.slightRight, isRight)
      switch view[index].modifier {
      case middle:
        let target: Float = isRight ? 90 : 270
        let tie: Float = isRight ? 85 : 265
        let (a, b) = (view[previous].angle, view[index].angle)
        let keepsPrevious =
          abs(a - target) <= 3 || abs(b - target) > 3 && abs(a - tie) <= abs(b - tie)
        let isSharpTaken = beforePrevious > 0 && view[beforePrevious].modifier == sharper
        if keepsPrevious || isSharpTaken {
          view[index].modifier = slight
        } else {
          view[previous].modifier = sharper
        }
      case sharper: view[index].modifier = middle
      case slight: view[previous].modifier = middle
      case .straight:
        view[view[index].deviation > view[previous].deviation ? index : previous].modifier = slight
      default: continue
      }
    }
  }

  private func side(_ modifier: Maneuver.Modifier, _ isRight: Bool) -> Maneuver.Modifier {
    if isRight { return modifier }
    switch modifier {
    case .sharpRight: return .sharpLeft
    case .right: return .left
    case .slightRight: return .slightLeft
    default: return modifier
    }
  }
}
