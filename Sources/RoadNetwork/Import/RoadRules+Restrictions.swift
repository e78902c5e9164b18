import WaybenchCore

/// Turn restrictions.
extension RoadRules {
  /// What a restriction relation says about turns.
  struct TurnRule: Equatable {
    var isOnly: Bool
    var isUTurn: Bool
    /// Whether several ways may lead in (no_entry) or out (no_exit).
    var manyFrom: Bool
    var manyTo: Bool
  }

  /// Why a relation sets no rule for the mode.
  enum NoRule: Error, Equatable {
    /// It is for other travellers, or the mode is excepted.
    case forOthers
    /// It holds at some times only.
    case conditional
    /// Its value is none that is known.
    case malformed
  }

  /// The rule that the tags of a relation set for the mode. Walkers turn as they like.
  func turnRule(_ tags: OSMTags) throws(NoRule) -> TurnRule {
    if mode == .walking { throw .forOthers }
    let travellers = ModeKeys.chain(mode)
    let names = travellers.map(\.name)
    let type = tags[.type] ?? ""
    if type.hasPrefix("restriction:"), !names.contains(String(type.dropFirst("restriction:".count))) {
      throw .forOthers
    }
    if let except = tags[.except] {
      for part in except.split(separator: ";") where names.contains(Self.trimmed(part)) { throw .forOthers }
    }
    for key in travellers.compactMap(\.restriction) + [.restriction] {
      guard let value = tags[key] else { continue }
      return try Self.turnRule(value: Self.trimmed(value))
    }
    throw isConditional(tags) ? .conditional : .forOthers
  }

  /// Whether a tag that speaks of the mode holds at some times only.
  func isConditional(_ tags: OSMTags) -> Bool {
    let general: [OSMKey] = [.accessConditional, .onewayConditional, .maxspeedConditional, .restrictionConditional]
    let own = ModeKeys.chain(mode).flatMap { [$0.accessConditional, $0.restrictionConditional] }
    return general.contains { tags[$0] != nil } || own.contains { $0.map { tags[$0] != nil } ?? false }
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
