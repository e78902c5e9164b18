import WaybenchCore

// Which road goes on: a driver who is told nothing takes it.
extension TurnClassifier {
  /// The place in the view of the road that goes on without doubt; 0 when there is none.
  func obviousRoad() -> Int {
    guard view.count > 1 else { return 0 }
    if view.count == 2 { return 1 }
    let found = obviousCandidate()
    return found > 0 && view[found].isRing != view[0].isRing ? 0 : found
  }

  private func obviousCandidate() -> Int {
    let approach = view[0]
    let continuing = straightest { road, index in
      !announces(index) && isAsImportant(road)
        && (road.texts.isNamed && approach.texts.isNamed || road.traits.isIgnorable && approach.traits.isIgnorable)
    }
    if continuing > 0, isDistinct(continuing) { return continuing }
    let important = straightest { road, _ in isAsImportant(road) }
    if important > 0, important != continuing, isDistinct(important) { return important }
    let straight = straightest { _, _ in true }
    if straight > 0, straight != continuing, straight != important, !view[straight].traits.isIgnorable,
      view[straight].deviation <= 60 || isAlone(straight, within: 90), isDistinct(straight)
    {
      return straight
    }
    let open = view.indices.dropFirst().filter { view[$0].canEnter }
    guard open.count == 1 else { return 0 }
    let only = open[0]
    if view[only].traits.isMotorwayLike, view[only].deviation <= 60 { return only }
    if view.count == 3, view.allSatisfy({ $0.texts.name != 0 && NameRules.isSame($0.texts, approach.texts, graph) }),
      !hasTShape
    {
      return only
    }
    return 0
  }

  /// Of two side roads one lies to the right and one to the left.
  var hasTShape: Bool {
    view.count == 3 && abs(view[1].angle - 90) <= 40 && abs(view[2].angle - 270) <= 40
      && view[2].angle - view[1].angle > 80
  }

  private func straightest(where isFit: (JunctionRoad, Int) -> Bool) -> Int {
    var best = 0
    for index in view.indices.dropFirst() where view[index].canEnter {
      if best > 0, view[index].deviation >= view[best].deviation { continue }
      if isFit(view[index], index) { best = index }
    }
    return best
  }

  /// Whether a road is of no lower group than the approach, and not a link off a road of its class.
  private func isAsImportant(_ road: JunctionRoad) -> Bool {
    let approach = view[0].traits
    if road.traits.group > approach.group { return false }
    return !(road.traits.isLink && !approach.isLink && road.traits.group == approach.group)
  }

  private func isAlone(_ index: Int, within degrees: Float) -> Bool {
    !view.indices.dropFirst().contains { $0 != index && view[$0].deviation <= degrees }
  }

  /// Whether a class alone makes a candidate the way on, with another road beside it.
  func isObviousByClass(_ candidate: JunctionRoad, over other: JunctionRoad) -> Bool {
    let approach = view[0]
    if approach.roadClass == candidate.roadClass,
      1.75 * Double(candidate.traits.priority) < Double(other.traits.priority)
    {
      return true
    }
    return !approach.traits.isIgnorable && !candidate.traits.isIgnorable && other.traits.isIgnorable
  }

  /// Whether no other road could be taken for the way on instead of the candidate.
  func isDistinct(_ candidate: Int) -> Bool {
    for index in view.indices.dropFirst() where index != candidate {
      if view[candidate].deviation < 60 {
        if !isNoRival(index, of: candidate) { return false }
      } else if !isNoRivalOfBend(index, of: candidate) {
        return false
      }
    }
    return true
  }

  private func isNoRivalOfBend(_ index: Int, of candidate: Int) -> Bool {
    let rival = view[index]
    if rival.deviation > 20, isLowerClass(rival, than: view[candidate]) { return true }
    return rival.deviation > 2 * view[candidate].deviation
  }

  private func isNoRival(_ index: Int, of candidate: Int) -> Bool {
    let (rival, chosen, approach) = (view[index], view[candidate], view[0])
    let isFar = rival.deviation > 2 * chosen.deviation && rival.deviation - chosen.deviation > 12.5
    let isFarther = rival.deviation > 1.4 * chosen.deviation
    if chosen.deviation <= 40, !rival.canEnter { return true }
    if isFar, rival.isRestricted, !chosen.isRestricted { return true }
    if rival.isRing != approach.isRing, chosen.isRing == approach.isRing, rival.deviation > chosen.deviation {
      return true
    }
    let chosenKeeps = keepsName(candidate)
    let rivalChanges = announces(index)
    let dividesLanes =
      rival.lanes > 0 && rival.lanes == chosen.lanes && rival.lanes + chosen.lanes == approach.lanes
      && degreesBetween(rival.bearing, chosen.bearing) < 60
    if chosenKeeps || rivalChanges, !dividesLanes, isFar { return true }
    if isContinuedAcross(index, isFar: isFar, isFarther: isFarther && chosenKeeps && rivalChanges, dividesLanes) {
      return true
    }
    if approach.traits.priority > 6, isFar { return true }
    if chosen.lanes > 0, chosen.lanes == approach.lanes, chosen.deviation < 25, isFar { return true }
    return isLess(rival, than: chosen, chosenKeeps: chosenKeeps, rivalChanges: rivalChanges, isFarther: isFarther)
  }

  /// The rival crosses the way: it goes on at the other side of the junction.
  private func isContinuedAcross(_ index: Int, isFar: Bool, isFarther: Bool, _ dividesLanes: Bool) -> Bool {
    let rival = view[index]
    var across = -1
    var apart: Float = 0
    for other in view.indices where other != index {
      let degrees = degreesBetween(view[other].bearing, rival.bearing)
      if degrees > apart { (across, apart) = (other, degrees) }
    }
    guard across > 0 else { return false }
    if view.count == 3 { return isFarther && isFar && !dividesLanes && apart > 120 }
    let keeps =
      rival.texts.isNamed && view[across].texts.isNamed
      && !NameRules.announces(from: rival.texts, to: view[across].texts, graph)
    if isFar, keeps || apart > 140 { return true }
    return isFarther && keeps && apart > 155
  }

  private func isLess(
    _ rival: JunctionRoad, than chosen: JunctionRoad, chosenKeeps: Bool, rivalChanges: Bool, isFarther: Bool
  ) -> Bool {
    let approach = view[0]
    let isSame = approach.traits.priority == chosen.traits.priority
    if isSame, chosenKeeps, isFarther,
      rival.traits.priority > chosen.traits.priority || rival.traits.priority + 5 <= chosen.traits.priority
    {
      return true
    }
    if isLowerClass(rival, than: chosen) { return true }
    if isSame, rival.traits.group > approach.traits.group {
      // A smaller road without a name is not the named one going on either.
      if !rival.texts.isNamed, approach.texts.isNamed, chosen.texts.isNamed { return true }
      if rivalChanges, NameRules.announces(from: chosen.texts, to: rival.texts, graph) { return true }
    }
    return isSame && rival.traits.isLink
  }

  /// Much smaller than both the approach and the candidate, or their link.
  private func isLowerClass(_ rival: JunctionRoad, than chosen: JunctionRoad) -> Bool {
    let approach = view[0]
    if rival.traits.isLess(than: approach.traits), rival.traits.isLess(than: chosen.traits),
      rival.lanes > 0, approach.lanes >= rival.lanes + 2
    {
      return true
    }
    return rival.traits.isLink && !approach.traits.isLink && !chosen.traits.isLink
      && rival.traits.group == approach.traits.group && rival.traits.group == chosen.traits.group
  }
}
