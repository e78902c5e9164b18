/// Turn restrictions.
extension CarRules {
  /// What a restriction relation says about turns.
  struct TurnRule: Equatable {
    var isOnly: Bool
    var isUTurn: Bool
    /// Whether several ways may lead in (no_entry) or out (no_exit).
    var manyFrom: Bool
    var manyTo: Bool
  }

  /// Why a relation sets no rule for a car.
  enum NoRule: Error, Equatable {
    /// It is for other vehicles, or cars are excepted.
    case forOthers
    /// It holds at some times only.
    case conditional
    /// Its value is none that is known.
    case malformed
  }

  private static let restrictionKeys: [OSMKey] = [
    .restrictionMotorcar, .restrictionMotorVehicle, .restrictionVehicle, .restriction,
  ]
  private static let carNames: Set<String> = ["motorcar", "motor_vehicle", "vehicle"]

  /// The rule that the tags of a relation set for a car.
  static func turnRule(_ tags: OSMTags) throws(NoRule) -> TurnRule {
    let type = tags[.type] ?? ""
    if type.hasPrefix("restriction:"), !carNames.contains(String(type.dropFirst("restriction:".count))) {
      throw .forOthers
    }
    if let except = tags[.except] {
      for part in except.split(separator: ";") where carNames.contains(trimmed(part)) { throw .forOthers }
    }
    for key in restrictionKeys {
      guard let value = tags[key] else { continue }
      return try turnRule(value: trimmed(value))
    }
    throw tags.isConditional ? .conditional : .forOthers
  }

  private static func turnRule(value: String) throws(NoRule) -> TurnRule {
    switch value {
    case "no_left_turn", "no_right_turn", "no_straight_on":
      return TurnRule(isOnly: false, isUTurn: false, manyFrom: false, manyTo: false)
    case "no_u_turn": return TurnRule(isOnly: false, isUTurn: true, manyFrom: false, manyTo: false)
    case "no_entry": return TurnRule(isOnly: false, isUTurn: false, manyFrom: true, manyTo: false)
    case "no_exit": return TurnRule(isOnly: false, isUTurn: false, manyFrom: false, manyTo: true)
    case "only_left_turn", "only_right_turn", "only_straight_on":
      return TurnRule(isOnly: true, isUTurn: false, manyFrom: false, manyTo: false)
    case "only_u_turn": return TurnRule(isOnly: true, isUTurn: true, manyFrom: false, manyTo: false)
    // A turn that only red lights forbid is open.
    case "no_left_turn_on_red", "no_right_turn_on_red", "no_u_turn_on_red", "no_straight_on_red", "no_turn_on_red":
      throw .conditional
    // "no", "none" and the like lift what another vehicle's key sets.
    case "no", "none": throw .forOthers
    default: throw .malformed
    }
  }
}
