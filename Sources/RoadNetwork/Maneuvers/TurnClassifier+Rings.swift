import WaybenchCore

// Rings: entering, going round, leaving, and which exit it is.
extension TurnClassifier {
  /// Judges a view that has to do with a ring; `nil` where none of its rules hold.
  mutating func judgeRing(at junction: Int) -> Bool? {
    guard view.contains(where: { $0.isRing }), rings.kind(atJunction: junction) != .none else { return nil }
    for index in view.indices { setBasic(index) }
    let isOnRing = view[0].isRing
    let passesThrough = !isOnRing && isThroughabout
    for index in view.indices where view[index].canEnter {
      switch (isOnRing, view[index].isRing) {
      case (true, true):
        view[index].kind = view.count == 2 ? .noTurn : .stayOnRing
      case (true, false):
        view[index].kind = .leaveRing
      case (false, true):
        view[index].kind = .enterRing
      case (false, false):
        if passesThrough, view[index].deviation < 25 { setObvious(index) } else { view[index].kind = .crossRing }
      }
    }
    return true
  }

  /// Whether the approach goes straight across the ring's node, the ring leading off to both sides.
  private var isThroughabout: Bool {
    guard view.contains(where: { !$0.isRing && $0.deviation < 25 }) else { return false }
    return view.contains { $0.isRing && $0.angle < 180 } && view.contains { $0.isRing && $0.angle > 180 }
  }

  /// How many exits are passed at the junction before a road of the view, the road itself included where it leaves.
  ///
  /// A driver who keeps right passes the exits from right to left. Every road that can be driven counts, whatever its
  /// class; one that only leads in does not. The second number, in the high four bits, leaves out service roads.
  func exitCount(at index: Int) -> UInt8 {
    let drivesOnLeft = graph.edges[view[0].edge].flags.contains(.drivesOnLeft)
    var all = 0
    var important = 0
    for other in view.indices.dropFirst() where other != index && view[other].out >= 0 && !view[other].isRing {
      let isPassed =
        index == 0 || (view[0].isRing && view[index].isRing) || (drivesOnLeft ? other > index : other < index)
      guard isPassed else { continue }
      all += 1
      if !view[other].traits.isIgnorable { important += 1 }
    }
    if !view[index].isRing {
      all += 1
      important += 1
    }
    return UInt8(min(15, important) << 4 | min(15, all))
  }
}
