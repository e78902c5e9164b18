import WaybenchCore

/// Who may travel, and which way.
extension RoadRules {
  /// A sense of travel along a way.
  enum Sense {
    /// In the order of the nodes.
    case forward
    /// Against it.
    case backward
  }

  /// The senses that a way is open in.
  enum Direction: Equatable {
    case both, forward, backward
  }

  private static let general = TravellerKeys("access")

  /// What the tags say on access in one sense; `nil` when they say nothing that is understood.
  ///
  /// The most special key decides (for a car motorcar before motor_vehicle before vehicle before access), and for each
  /// key what it says of one sense before what it says of both; a value that means nothing is passed over.
  func access(_ tags: OSMTags, _ sense: Sense) -> RoadSource.Access? {
    access(tags, sense, keys: ModeKeys.chain(mode)[...]) ?? access(tags, sense, keys: [Self.general])
  }

  /// What the keys of the mode alone say, without `vehicle` and `access`.
  func ownAccess(_ tags: OSMTags, _ sense: Sense) -> RoadSource.Access? {
    access(tags, sense, keys: ModeKeys.own(mode))
  }

  private func access(_ tags: OSMTags, _ sense: Sense, keys: ArraySlice<TravellerKeys>) -> RoadSource.Access? {
    for traveller in keys {
      for key in [sense == .forward ? traveller.accessForward : traveller.accessBackward, traveller.access] {
        if let key, let value = tags[key], let access = access(value: value) { return access }
      }
    }
    return nil
  }

  /// What a value of an access key means for the mode; the best of a list decides; `nil` when none is understood.
  func access(value: String) -> RoadSource.Access? {
    guard value.utf8.contains(UInt8(ascii: ";")) else { return access(singleValue: Self.trimmed(value)) }
    var best: RoadSource.Access?
    for part in value.split(separator: ";") {
      guard let access = access(singleValue: Self.trimmed(part)) else { continue }
      if access.rawValue >= (best ?? .none).rawValue { best = access }
    }
    return best
  }

  private func access(singleValue value: String) -> RoadSource.Access? {
    switch value {
    case "yes", "permissive", "designated", "public", "discouraged": return .allowed
    case "private", "destination", "delivery", "customers", "permit", "residents", "employees", "staff", "members",
      "unknown":
      return .restricted
    case "no", "agricultural", "forestry", "emergency", "military", "restricted", "use_sidepath":
      return RoadSource.Access.none
    // A sign that makes the way one for cyclists or walkers; of motor vehicles it means those of the authorities.
    case "official": return mode.isMotorized ? RoadSource.Access.none : .allowed
    // Pushed, a bicycle passes: slowly (`freeFlowSpeed`).
    case "dismount", "optional_sidepath": return mode == .cycling ? .allowed : nil
    // A car may be full enough to use the lanes for full cars; a motorcycle is let in too.
    case "hov": return mode.isMotorized ? .allowed : RoadSource.Access.none
    default:
      guard ModeKeys.namedTravellers.contains(value) else { return nil }
      return ModeKeys.chain(mode).contains { $0.name == value } ? .allowed : RoadSource.Access.none
    }
  }

  /// Who may use a way that says nothing on access (OpenStreetMap wiki, "OSM tags for routing/Access restrictions",
  /// worldwide).
  ///
  /// Two departures: a track is open to vehicles with an engine only for those who have business there, because in some
  /// countries tracks are public and in others closed; and a shuttle train takes cars, nobody else.
  func accessWithoutTags(_ tags: OSMTags, _ roadClass: RoadClass) -> RoadSource.Access {
    if tags.has(.route, "shuttle_train"), !mode.isMotorized { return .none }
    if tags.has(.service, "emergency_access"), roadClass == .service { return .none }
    if tags.affirms(.motorroad), !mode.isMotorized { return .none }
    return isForOthers(tags, roadClass) ? .none : accessWithoutTags(roadClass)
  }

  /// Whether a way is of a kind that is not made for the mode.
  func isForOthers(_ tags: OSMTags, _ roadClass: RoadClass) -> Bool {
    guard roadClass != .ferry, let highway = tags[.highway] else { return false }
    if highway == "busway" || highway == "bridleway" { return true }
    // What an engine is let into passes for another class; what it was made for counts.
    return accessWithoutTags(Self.roadClass(highway: highway) ?? roadClass) == .none
  }

  /// Who may use a way of which no more than the class is known.
  func accessWithoutTags(_ roadClass: RoadClass) -> RoadSource.Access {
    switch roadClass {
    case .motorway, .motorwayLink: mode.isMotorized ? .allowed : .none
    case .track: mode.isMotorized ? .restricted : .allowed
    case .cycleway: mode == .cycling ? .allowed : .none
    case .path: mode.isMotorized ? .none : .allowed
    case .footway, .pedestrian, .steps: mode == .walking ? .allowed : .none
    default: .allowed
    }
  }

  /// The senses that `oneway` and what implies it leave open.
  func travelDirection(_ tags: OSMTags, roadClass: RoadClass) throws(Exclusion) -> Direction {
    var keys = ModeKeys.chain(mode).compactMap(\.oneway)
    // One-way signs are for vehicles.
    if mode == .walking { return walkingDirection(tags, keys) }
    if mode == .cycling {
      if let own = OSMKey(rawValue: "oneway:bicycle"), let direction = try Self.direction(tags[own]) {
        return direction
      }
      keys.removeFirst()
      if Self.hasContraflow(tags) { return .both }
    }
    for key in keys + [.oneway] {
      if let direction = try Self.direction(tags[key]) { return direction }
    }
    let isRing = tags.has(.junction, "roundabout") || tags.has(.junction, "circular")
    return roadClass == .motorway || isRing ? .forward : .both
  }

  /// A value of a one-way key; `nil` when it says nothing that is understood.
  private static func direction(_ value: String?) throws(Exclusion) -> Direction? {
    switch value {
    case "yes", "true", "1": .forward
    case "-1", "reverse": .backward
    // Alternating traffic passes one lane in turns: slow (`freeFlowSpeed`), but open both ways.
    case "no", "false", "0", "alternating": .both
    case "reversible": throw .reversible
    default: nil
    }
  }

  private func walkingDirection(_ tags: OSMTags, _ keys: [OSMKey]) -> Direction {
    for key in keys {
      if let value = tags[key], let direction = try? Self.direction(value) { return direction }
    }
    switch tags[.conveying] {
    case "forward": return .forward
    case "backward": return .backward
    default: return .both
    }
  }

  /// Whether cyclists have a way of their own against a one-way street (OpenStreetMap wiki, "Key:cycleway").
  private static func hasContraflow(_ tags: OSMTags) -> Bool {
    for key in [OSMKey.cycleway, .cyclewayLeft, .cyclewayRight, .cyclewayBoth] {
      if let value = tags[key], value.hasPrefix("opposite") { return true }
    }
    let sides: [(lane: OSMKey, oneway: OSMKey)] = [
      (.cyclewayLeft, .cyclewayLeftOneway), (.cyclewayRight, .cyclewayRightOneway),
    ]
    for side in sides where tags.affirms(side.lane) && !tags.has(side.lane, "separate") {
      // The lane runs against the street, or both ways.
      if tags.has(side.oneway, "-1") || tags.has(side.oneway, "no") { return true }
    }
    return false
  }
}
