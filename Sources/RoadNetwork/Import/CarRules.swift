/// What the tags of OpenStreetMap mean for a car: small pure functions over the tags of one element.
///
/// The meaning of keys and values is that of the OpenStreetMap wiki; where the wiki leaves a choice, the tables follow
/// the car profile of the routing engine OSRM, and each departure says why.
enum CarRules {
  /// What the tags of a way amount to.
  struct Judgement: Equatable {
    var roadClass: RoadClass
    var forward: RoadSource.Access
    var backward: RoadSource.Access
    var forwardLimit: UInt8
    var backwardLimit: UInt8
    var freeFlowKilometersPerHour: Double
    var flags: RoadSource.WayFlags
    var layer: Int8
  }

  /// Why a way is no road for a car.
  enum Exclusion: Error, Equatable {
    /// Not a kind of road that cars use.
    case kind
    /// An area rather than a line.
    case area
    /// Closed to cars in both directions, or impassable.
    case closed
    /// The direction changes over the day.
    case reversible
  }

  /// Judges a way.
  ///
  /// - Parameters:
  ///   - tags: the way's tags.
  ///   - country: two letters, perhaps with a region ("DE", "BE-VLG"), for limits that no tag states.
  static func judge(_ tags: OSMTags, country: String? = nil) throws(Exclusion) -> Judgement {
    let roadClass = try roadClass(tags)
    if tags.has(.area, "yes") { throw .area }
    if isImpassable(tags) { throw .closed }
    let direction = try travelDirection(tags, roadClass: roadClass)
    var forward = access(tags, .forward)
    var backward = access(tags, .backward)
    if tags.has(.service, "emergency_access"), roadClass == .service {
      forward = forward ?? RoadSource.Access.none
      backward = backward ?? RoadSource.Access.none
    }
    let untagged = accessWithoutTags(roadClass)
    let forwardAccess = direction == .backward ? .none : forward ?? untagged
    let backwardAccess = direction == .forward ? .none : backward ?? untagged
    if forwardAccess == .none, backwardAccess == .none { throw .closed }

    let forwardLimit = speedLimit(tags, .forward, roadClass: roadClass, country: country)
    let backwardLimit = speedLimit(tags, .backward, roadClass: roadClass, country: country)
    let relevantLimit = direction == .backward ? backwardLimit : forwardLimit
    return Judgement(
      roadClass: roadClass, forward: forwardAccess, backward: backwardAccess, forwardLimit: forwardLimit,
      backwardLimit: backwardLimit,
      freeFlowKilometersPerHour: freeFlowSpeed(tags, roadClass: roadClass, limit: relevantLimit),
      flags: flags(tags, roadClass: roadClass), layer: layer(tags))
  }

  /// The class of a road, or why it is none for a car.
  static func roadClass(_ tags: OSMTags) throws(Exclusion) -> RoadClass {
    if let route = tags[.route], route == "ferry" || route == "shuttle_train" {
      // A line that says nothing of cars is taken to carry them.
      return .ferry
    }
    guard let highway = tags[.highway] else { throw .kind }
    if let known = roadClass(highway: highway) { return known }
    guard let other = classOnInvitation[highway], isInvited(tags) else { throw .kind }
    return other
  }

  /// The class that a value of `highway` names, `nil` when it is no ordinary road.
  static func roadClass(highway: String) -> RoadClass? {
    switch highway {
    case "motorway": .motorway
    case "motorway_link": .motorwayLink
    case "trunk": .trunk
    case "trunk_link": .trunkLink
    case "primary": .primary
    case "primary_link": .primaryLink
    case "secondary": .secondary
    case "secondary_link": .secondaryLink
    case "tertiary": .tertiary
    case "tertiary_link": .tertiaryLink
    case "unclassified", "road", "winter_road", "ice_road": .unclassified
    case "residential": .residential
    case "living_street": .livingStreet
    case "service": .service
    case "track": .track
    default: nil
    }
  }

  /// Ways for others that a car may use when a tag for motor vehicles says so.
  private static let classOnInvitation: [String: RoadClass] = [
    "pedestrian": .livingStreet, "footway": .service, "cycleway": .service, "path": .service, "bridleway": .service,
    "busway": .service,
  ]

  private static func isInvited(_ tags: OSMTags) -> Bool {
    for key in [OSMKey.motorcar, .motorVehicle] {
      if let value = tags[key], let access = access(value: value) { return access == .allowed }
    }
    return false
  }

  /// Whether a car cannot pass at all: a closed or unfinished road, or one too low, narrow or weak for it.
  ///
  /// The measures of the car are 2.0 m of height, 1.9 m of width and 2 t.
  static func isImpassable(_ tags: OSMTags) -> Bool {
    if tags.affirms(.impassable) || tags.has(.status, "impassable") || tags.has(.smoothness, "impassable") {
      return true
    }
    if let construction = tags[.construction], !["no", "minor", "widening"].contains(construction) { return true }
    if let height = meters(tags[.maxheight]), height < 2.0 { return true }
    if let width = meters(tags[.maxwidth]), width <= 1.9 { return true }
    if let tonnes = tags[.maxweight].flatMap(plainNumber), tonnes < 2.0 { return true }
    return false
  }

  /// A length in metres: "2.1", "2.1 m", "6'6\"", "7 ft"; `nil` when it is none.
  static func meters(_ text: String?) -> Double? {
    guard let text else { return nil }
    if let plain = plainNumber(text) { return plain }
    if text.hasSuffix("m") { return plainNumber(String(text.dropLast())) }
    if text.hasSuffix("ft") { return plainNumber(String(text.dropLast(2))).map { $0 * 0.3048 } }
    let parts = text.split(separator: "'", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let feet = plainNumber(String(parts[0])) else { return nil }
    let inches = String(parts[1].filter { $0 != "\"" && $0 != "'" })
    if inches.isEmpty { return feet * 0.3048 }
    return plainNumber(inches).map { (feet * 12 + $0) * 0.0254 }
  }

  /// A decimal number of 0 or more with nothing but blanks around it.
  static func plainNumber(_ text: String) -> Double? {
    let trimmed = trimmed(text)
    guard !trimmed.isEmpty, trimmed.utf8.count <= 16,
      trimmed.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2e })
    else { return nil }
    return Double(trimmed)
  }

  /// A text without the blanks at its ends.
  static func trimmed(_ text: some StringProtocol) -> String {
    var rest = text[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }

  /// The properties of a way that are neither access nor speed.
  static func flags(_ tags: OSMTags, roadClass: RoadClass) -> RoadSource.WayFlags {
    var flags: RoadSource.WayFlags = []
    if tags.has(.junction, "roundabout") || tags.has(.junction, "circular") { flags.insert(.roundabout) }
    if tags.has(.junction, "circular") { flags.insert(.circular) }
    // A covered way or a culvert below it leaves the sky in view of a receiver; a passage through a building does not.
    if tags.affirms(.tunnel), !tags.has(.tunnel, "covered"), !tags.has(.tunnel, "culvert") { flags.insert(.tunnel) }
    if tags.affirms(.bridge) { flags.insert(.bridge) }
    if roadClass == .ferry { flags.insert(.ferry) }
    if isTolled(tags) { flags.insert(.toll) }
    if isUnpaved(tags, roadClass: roadClass) { flags.insert(.unpaved) }
    if tags.has(.drivingSide, "left") { flags.insert(.drivesOnLeft) }
    return flags
  }

  /// Whether a car pays: the most special key for it decides.
  static func isTolled(_ tags: OSMTags) -> Bool {
    for key in [OSMKey.tollMotorcar, .tollMotorVehicle, .tollVehicle, .toll] where tags[key] != nil {
      return tags.affirms(key)
    }
    return false
  }

  /// OpenStreetMap's layer, 0 when there is none or it is no whole number.
  static func layer(_ tags: OSMTags) -> Int8 {
    guard let text = tags[.layer], let layer = Int(trimmed(text)) else { return 0 }
    return Int8(clamping: layer)
  }
}
