import WaybenchCore

/// Finds the short stretches between the two carriageways of a road that another one crosses: who turns there makes one
/// turn, not two.
struct SegregatedEdges {
  /// The width of a divided road at most, millimetres.
  private static let mostMillimeters: UInt32 = 32_000
  /// A carriageway that bends less from the stretch is not crossed by it.
  private static let straightDegrees: Float = 30

  let graph: ManeuverGraph

  /// Whether an edge joins two carriageways. O(1) for long edges, else O(roads at its ends).
  func contains(_ index: Int) -> Bool {
    let edge = graph.edges[index]
    guard edge.lengthMillimeters <= Self.mostMillimeters, !edge.flags.contains(.roundabout),
      !edge.flags.contains(.ferry), edge.tail != edge.head
    else { return false }
    var entersLeft = false
    var entersRight = false
    let course = graph.bearing(fromTailOf: index)
    for other in graph.incoming(Int(edge.tail)) where isCarriageway(Int(other)) {
      // The traffic's course, seen from the stretch: it comes from the side opposite to where it goes.
      let from = signed(graph.bearing(fromHeadOf: Int(other)) - course)
      if abs(180 - abs(from)) < Self.straightDegrees || abs(from) < Self.straightDegrees { continue }
      if from > 0 { entersRight = true } else { entersLeft = true }
    }
    guard entersLeft || entersRight else { return false }
    var leavesLeft = false
    var leavesRight = false
    let end = graph.bearing(fromHeadOf: index) + 180
    for other in graph.outgoing(Int(edge.head)) where isCarriageway(other) {
      let to = signed(graph.bearing(fromTailOf: other) - end)
      if abs(to) < Self.straightDegrees { continue }
      if to > 0 { leavesRight = true } else { leavesLeft = true }
    }
    if !leavesLeft, !leavesRight { return false }
    return !(entersLeft && leavesRight) && !(entersRight && leavesLeft) && !(leavesLeft && leavesRight)
  }

  private func isCarriageway(_ index: Int) -> Bool {
    let edge = graph.edges[index]
    guard edge.twin == EdgeRecord.none, !edge.flags.contains(.ferry), !edge.flags.contains(.roundabout) else {
      return false
    }
    let traits = graph.traits(index)
    return !traits.isLink && traits.priority <= 11
  }

  private func signed(_ degrees: Float) -> Float {
    let turned = (degrees + 540).truncatingRemainder(dividingBy: 360)
    return turned - 180
  }
}
