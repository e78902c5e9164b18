/// Who may drive, and which way.
extension CarRules {
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

  /// The keys of access for a car, the most special one first, for each sense and for both.
  private static let accessKeys: [(forward: OSMKey, backward: OSMKey, both: OSMKey)] = [
    (.motorcarForward, .motorcarBackward, .motorcar),
    (.motorVehicleForward, .motorVehicleBackward, .motorVehicle),
    (.vehicleForward, .vehicleBackward, .vehicle),
    (.accessForward, .accessBackward, .access),
  ]

  /// What the tags say on access in one sense; `nil` when they say nothing that is understood.
  ///
  /// The most special key decides (motorcar before motor_vehicle before vehicle before access); a value that means
  /// nothing for a car is passed over.
  static func access(_ tags: OSMTags, _ sense: Sense) -> RoadSource.Access? {
    for keys in accessKeys {
      let special = sense == .forward ? keys.forward : keys.backward
      if let value = tags[special], let access = access(value: value) { return access }
      if let value = tags[keys.both], let access = access(value: value) { return access }
    }
    return nil
  }

  /// What a value of an access key means for a car; the best of a list decides; `nil` when none is understood.
  static func access(value: String) -> RoadSource.Access? {
    guard value.utf8.contains(UInt8(ascii: ";")) else { return access(singleValue: value) }
    var best: RoadSource.Access?
    for part in value.split(separator: ";") {
      guard let access = access(singleValue: trimmed(part)) else { continue }
      if access.rawValue >= (best ?? .none).rawValue { best = access }
    }
    return best
  }

  private static func access(singleValue value: String) -> RoadSource.Access? {
    switch value {
    case "yes", "permissive", "designated", "public", "motorcar", "motor_vehicle", "vehicle", "hov":
      .allowed
    case "private", "destination", "delivery", "customers", "permit", "residents", "unknown":
      .restricted
    case "no", "agricultural", "forestry", "emergency", "emergency_vehicle", "psv", "bus",
      "minibus", "taxi", "share_taxi", "foot", "military", "official", "restricted", "use_sidepath":
      RoadSource.Access.none
    default: nil
    }
  }

  /// Who may drive a way that says nothing on access.
  ///
  /// A track is open to those who have business there: in some countries tracks are public, in others closed, and so a
  /// car is found on one but never sent through one. (OSRM leaves tracks out.)
  static func accessWithoutTags(_ roadClass: RoadClass) -> RoadSource.Access {
    roadClass == .track ? .restricted : .allowed
  }

  /// The senses that `oneway` and what implies it leave open.
  static func travelDirection(_ tags: OSMTags, roadClass: RoadClass) throws(Exclusion) -> Direction {
    for key in [OSMKey.onewayMotorcar, .onewayMotorVehicle, .onewayVehicle, .oneway] {
      switch tags[key] {
      case "yes", "true", "1": return .forward
      case "-1", "reverse": return .backward
      // Alternating traffic passes one lane in turns: slow (`freeFlowSpeed`), but open both ways.
      case "no", "false", "0", "alternating": return .both
      case "reversible": throw .reversible
      default: continue
      }
    }
    let isRing = tags.has(.junction, "roundabout") || tags.has(.junction, "circular")
    return roadClass == .motorway || isRing ? .forward : .both
  }
}
