import WaybenchCore

/// What the tags of OpenStreetMap mean for a mode of travel: small pure functions over the tags of one element.
///
/// The meaning of keys and values is that of the OpenStreetMap wiki; where the wiki leaves a choice, the tables follow
/// the profiles of the routing engine OSRM, and each departure says why.
struct RoadRules: Sendable {
  /// Who travels.
  var mode = TravelMode.driving

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

  /// Why a way is no road for the mode.
  enum Exclusion: Error, Equatable {
    /// Not a kind of road that the mode uses.
    case kind
    /// An area rather than a line.
    case area
    /// Closed to the mode in both directions, or impassable.
    case closed
    /// The direction changes over the day.
    case reversible
  }

  /// Judges a way.
  ///
  /// - Parameters:
  ///   - tags: the way's tags.
  ///   - country: two letters, perhaps with a region ("DE", "BE-VLG"), for limits that no tag states.
  func judge(_ tags: OSMTags, country: String? = nil) throws(Exclusion) -> Judgement {
    let roadClass = try roadClass(tags)
    if tags.has(.area, "yes") { throw .area }
    if isImpassable(tags) { throw .closed }
    let direction = try travelDirection(tags, roadClass: roadClass)
    let forwardAccess = direction == .backward ? .none : wayAccess(tags, .forward, roadClass)
    let backwardAccess = direction == .forward ? .none : wayAccess(tags, .backward, roadClass)
    if forwardAccess == .none, backwardAccess == .none { throw .closed }

    let forwardLimit = Self.speedLimit(tags, .forward, roadClass: roadClass, country: country)
    let backwardLimit = Self.speedLimit(tags, .backward, roadClass: roadClass, country: country)
    let relevantLimit = direction == .backward ? backwardLimit : forwardLimit
    return Judgement(
      roadClass: roadClass, forward: forwardAccess, backward: backwardAccess, forwardLimit: forwardLimit,
      backwardLimit: backwardLimit,
      freeFlowKilometersPerHour: freeFlowSpeed(tags, roadClass: roadClass, limit: relevantLimit),
      flags: flags(tags, roadClass: roadClass), layer: Self.layer(tags))
  }

  /// Who may use a way in a sense that its direction leaves open.
  ///
  /// A way of a kind that is for others opens only to keys of the mode itself: `access=yes` on a motorway invites
  /// nobody to walk there.
  private func wayAccess(_ tags: OSMTags, _ sense: Sense, _ roadClass: RoadClass) -> RoadSource.Access {
    let untagged = accessWithoutTags(tags, roadClass)
    if untagged == .none {
      let tagged = access(tags, sense)
      return tagged == RoadSource.Access.none ? .none : ownAccess(tags, sense) ?? .none
    }
    return access(tags, sense) ?? untagged
  }

  /// The class of a road, or why it is none for the mode.
  func roadClass(_ tags: OSMTags) throws(Exclusion) -> RoadClass {
    if let route = tags[.route], route == "ferry" || route == "shuttle_train" {
      // A line that says nothing of its passengers is taken to carry them.
      return .ferry
    }
    guard let highway = tags[.highway], let known = Self.roadClass(highway: highway) else { throw .kind }
    guard isForOthers(tags, known) else { return known }
    guard isInvited(tags) else { throw .kind }
    guard mode.isMotorized else { return known }
    guard let other = Self.classOnInvitation[highway] else { throw .kind }
    return other
  }

  /// The class that a value of `highway` names, `nil` when it is none that anybody travels.
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
    case "cycleway": .cycleway
    case "footway", "platform", "corridor": .footway
    case "path", "bridleway": .path
    case "pedestrian": .pedestrian
    case "steps": .steps
    case "busway": .service
    default: nil
    }
  }

  /// Ways for others that a vehicle with an engine may use when a tag for it says so, and what they are like then.
  static let classOnInvitation: [String: RoadClass] = [
    "pedestrian": .livingStreet, "footway": .service, "cycleway": .service, "path": .service, "bridleway": .service,
    "busway": .service,
  ]

  /// Whether a tag for the mode itself opens the way in a sense.
  private func isInvited(_ tags: OSMTags) -> Bool {
    [Sense.forward, .backward].contains { sense in (ownAccess(tags, sense) ?? .none) != .none }
  }

  /// The height, width (metres) and weight (tonnes) that the mode needs; `nil` where measures never stop it.
  ///
  /// A car of 2.0 m, 1.9 m and 2 t, as OSRM takes it, for taxis as well; a motorcycle with its rider of 1.8 m, 0.9 m
  /// and 0.4 t. Cyclists dismount and walkers stoop.
  private var measures: (height: Double, width: Double, tonnes: Double)? {
    switch mode {
    case .driving, .taxi: (2.0, 1.9, 2.0)
    case .twoWheeler: (1.8, 0.9, 0.4)
    case .cycling, .walking: nil
    }
  }

  /// Whether the mode cannot pass at all: a closed or unfinished road, or one too low, narrow or weak for it.
  func isImpassable(_ tags: OSMTags) -> Bool {
    if tags.affirms(.impassable) || tags.has(.status, "impassable") { return true }
    // The worst smoothness stops wheels.
    if tags.has(.smoothness, "impassable"), mode != .walking { return true }
    if let construction = tags[.construction], !["no", "minor", "widening"].contains(construction) { return true }
    if let tonnes = tags[.maxweight].flatMap(Self.plainNumber), let measures, tonnes < measures.tonnes { return true }
    return isTooTight(tags)
  }

  /// Whether a way or a barrier is too low or too narrow.
  func isTooTight(_ tags: OSMTags) -> Bool {
    guard let measures else { return false }
    for key in [OSMKey.maxheightPhysical, .maxheight] {
      if let height = Self.meters(tags[key]), height < measures.height { return true }
    }
    for key in [OSMKey.maxwidthPhysical, .maxwidth] {
      if let width = Self.meters(tags[key]), width <= measures.width { return true }
    }
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
  func flags(_ tags: OSMTags, roadClass: RoadClass) -> RoadSource.WayFlags {
    var flags: RoadSource.WayFlags = []
    if tags.has(.junction, "roundabout") || tags.has(.junction, "circular") { flags.insert(.roundabout) }
    if tags.has(.junction, "circular") { flags.insert(.circular) }
    if tags.has(.junction, "circular") { flags.insert(.circular) }
    // A covered way or a culvert below it leaves the sky in view of a receiver; a passage through a building does not.
    if tags.affirms(.tunnel), !tags.has(.tunnel, "covered"), !tags.has(.tunnel, "culvert") { flags.insert(.tunnel) }
    if tags.affirms(.bridge) { flags.insert(.bridge) }
    if roadClass == .ferry { flags.insert(.ferry) }
    if isTolled(tags) { flags.insert(.toll) }
    if Self.isUnpaved(tags, roadClass: roadClass) { flags.insert(.unpaved) }
    if tags.has(.drivingSide, "left") { flags.insert(.drivesOnLeft) }
    if tags.affirms(.motorroad) || tags.affirms(.expressway) { flags.insert(.expressway) }
    return flags
  }

  /// Whether the mode pays: the most special key for it decides. `toll` alone speaks of vehicles with an engine, but
  /// for ferries, where everybody pays.
  func isTolled(_ tags: OSMTags) -> Bool {
    for key in ModeKeys.chain(mode).compactMap(\.toll) where tags[key] != nil { return tags.affirms(key) }
    return tags.affirms(.toll) && (mode.isMotorized || tags[.route] != nil)
  }

  /// OpenStreetMap's layer, 0 when there is none or it is no whole number.
  static func layer(_ tags: OSMTags) -> Int8 {
    guard let text = tags[.layer], let layer = Int(trimmed(text)) else { return 0 }
    return Int8(clamping: layer)
  }
}
