/// What stands at nodes.
extension CarRules {
  /// Barriers that a car passes unless a tag forbids it; every other value of `barrier` stops it, as in OSRM.
  private static let passableBarriers: Set<String> = [
    "gate", "lift_gate", "boom", "swing_gate", "sliding_gate", "sliding_beam", "wicket_gate", "hampshire_gate",
    "bump_gate",
    "cattle_grid", "border_control", "toll_booth", "sally_port", "entrance", "height_restrictor", "arch", "kerb", "no",
  ]

  /// Barriers that can be locked.
  private static let gates: Set<String> = [
    "gate", "lift_gate", "swing_gate", "sliding_gate", "sliding_beam", "wicket_gate", "hampshire_gate", "bump_gate",
  ]

  /// What the tags of a node mean for a car.
  static func nodeFlags(_ tags: OSMTags) -> RoadSource.NodeFlags {
    var flags: RoadSource.NodeFlags = []
    switch tags[.highway] {
    case "traffic_signals": flags.insert(.trafficSignals)
    case "stop", "give_way": flags.insert(.stopSign)
    case "mini_roundabout": flags.insert(.miniRoundabout)
    default: break
    }
    if tags.has(.barrier, "toll_booth") { flags.insert(.tollBooth) }
    switch nodeAccess(tags) {
    case .none: flags.insert(.blocked)
    case .restricted: flags.insert(.restricted)
    case .allowed: break
    }
    return flags
  }

  /// Who passes a node.
  ///
  /// Access tags decide first. A node without a barrier only counts when they forbid it outright and it is no crossing
  /// or other thing of the road, whose access tags speak of those who cross.
  static func nodeAccess(_ tags: OSMTags) -> RoadSource.Access {
    let tagged = access(tags, .forward)
    guard let barrier = tags[.barrier] else {
      return tagged == RoadSource.Access.none && tags[.highway] == nil ? .none : .allowed
    }
    if let height = meters(tags[.maxheight]), height < 2.0 { return .none }
    if let tagged { return tagged }
    if barrier == "bollard", tags.has(.bollard, "rising") { return .allowed }
    guard passableBarriers.contains(barrier) else { return .none }
    // Nobody but a key holder opens a locked gate.
    return gates.contains(barrier) && tags.affirms(.locked) ? .restricted : .allowed
  }
}
