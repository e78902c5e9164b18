import WaybenchCore

/// How important a kind of road is where instructions are decided; small numbers are important.
///
/// The numbers follow those of OSRM's guidance, except that an unclassified road counts as much as a residential street
/// rather than less than a service road.
struct ClassTraits: BitwiseCopyable {
  let priority: UInt8
  /// Roads of about the same importance.
  let group: UInt8
  /// A ramp or slip road of any class.
  let isLink: Bool
  /// A motorway's or trunk road's ramp.
  let isRamp: Bool
  let isMotorwayLike: Bool
  /// A way that nobody takes for the road going on: service roads, tracks, ferries.
  let isIgnorable: Bool

  init(_ roadClass: RoadClass) {
    switch roadClass {
    case .motorway, .motorwayLink: (priority, group) = (roadClass.isLink ? 1 : 0, 0)
    case .trunk, .trunkLink: (priority, group) = (roadClass.isLink ? 3 : 2, 1)
    case .primary, .primaryLink: (priority, group) = (roadClass.isLink ? 5 : 4, 2)
    case .secondary, .secondaryLink: (priority, group) = (roadClass.isLink ? 7 : 6, 2)
    case .tertiary, .tertiaryLink: (priority, group) = (roadClass.isLink ? 9 : 8, 2)
    case .unclassified, .residential: (priority, group) = (10, 3)
    case .livingStreet: (priority, group) = (11, 3)
    case .service: (priority, group) = (12, 3)
    case .track, .path, .cycleway: (priority, group) = (16, 5)
    case .footway, .pedestrian, .steps: (priority, group) = (18, 6)
    case .ferry: (priority, group) = (31, 7)
    }
    isLink = roadClass.isLink
    isRamp = roadClass == .motorwayLink || roadClass == .trunkLink
    isMotorwayLike = roadClass == .motorway || roadClass == .trunk
    isIgnorable = priority > 11
  }

  /// Whether it is less important than another: by group, or because only it can be ignored.
  func isLess(than other: ClassTraits) -> Bool {
    isIgnorable != other.isIgnorable ? isIgnorable : group > other.group
  }
}
