import WaybenchCore

/// What stands at nodes.
extension RoadRules {
  /// Barriers that a car passes unless a tag forbids it; every other value of `barrier` stops it, as in OSRM.
  private static let passableBarriers: Set<String> = [
    "gate", "lift_gate", "boom", "swing_gate", "sliding_gate", "sliding_beam", "wicket_gate", "hampshire_gate",
    "bump_gate",
    "cattle_grid", "border_control", "toll_booth", "sally_port", "entrance", "height_restrictor", "width_restrictor",
    "arch", "kerb", "coupure", "no",
  ]

  /// What of the rest a motorcycle passes as well: traps for the axles of cars.
  private static let passableByMotorcycle: Set<String> = ["bus_trap", "sump_buster"]

  /// Barriers that stop walkers (OpenStreetMap wiki, "Key:barrier"; OSRM stops cyclists at the first three).
  private static let closedToAll: Set<String> = [
    "yes", "wall", "fence", "hedge", "retaining_wall", "city_wall", "guard_rail",
  ]

  /// What stops a bicycle as well: made for feet alone.
  private static let closedToBicycles: Set<String> = [
    "stile", "turnstile", "full-height_turnstile", "kissing_gate", "horse_stile", "log", "debris", "spikes",
  ]

  private func passes(_ barrier: String) -> Bool {
    switch mode {
    case .driving, .taxi: Self.passableBarriers.contains(barrier)
    case .twoWheeler: Self.passableBarriers.contains(barrier) || Self.passableByMotorcycle.contains(barrier)
    case .cycling: !Self.closedToAll.contains(barrier) && !Self.closedToBicycles.contains(barrier)
    case .walking: !Self.closedToAll.contains(barrier)
    }
  }

  /// Barriers that can be locked.
  private static let gates: Set<String> = [
    "gate", "lift_gate", "swing_gate", "sliding_gate", "sliding_beam", "wicket_gate", "hampshire_gate", "bump_gate",
  ]

  /// What the tags of a node mean for the mode.
  func nodeFlags(_ tags: OSMTags) -> RoadSource.NodeFlags {
    var flags: RoadSource.NodeFlags = []
    switch tags[.highway] {
    case "traffic_signals": flags.insert(.trafficSignals)
    case "stop", "give_way": flags.insert(.stopSign)
    case "mini_roundabout": flags.insert(.miniRoundabout)
    default: break
    }
    if tags.has(.barrier, "toll_booth"), mode.isMotorized { flags.insert(.tollBooth) }
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
  func nodeAccess(_ tags: OSMTags) -> RoadSource.Access {
    let tagged = access(tags, .forward)
    guard let barrier = tags[.barrier] else {
      return tagged == RoadSource.Access.none && tags[.highway] == nil ? .none : .allowed
    }
    if isTooTight(tags) { return .none }
    if let tagged { return tagged }
    if barrier == "bollard", tags.has(.bollard, "rising") { return .allowed }
    guard passes(barrier) else { return .none }
    // Nobody but a key holder opens a locked gate.
    return Self.gates.contains(barrier) && tags.affirms(.locked) ? .restricted : .allowed
  }
}
