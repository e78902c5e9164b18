import WaybenchCore

/// Says in an English sentence what to do at a step.
enum ManeuverSentence {
  /// The sentence that came with the step, otherwise one made of its maneuver, road and signs.
  static func text(_ step: RouteStep, of route: Route) -> String {
    if step.instruction != 0 { return route.name(step.instruction) }
    let road = road(step, of: route)
    let destinations = route.name(step.destinations)
    let onto = road.isEmpty ? "" : " onto \(road)"
    let towards = destinations.isEmpty ? "" : " towards \(destinations)"
    switch step.maneuver.kind {
    case .arrive: return "Arrive" + (road.isEmpty ? "" : " on \(road)")
    case .depart: return "Start" + (road.isEmpty ? "" : " on \(road)") + towards
    default: return action(step, of: route) + onto + towards
    }
  }

  /// The road that the step leads along: name and reference, as far as they are known.
  static func road(_ step: RouteStep, of route: Route) -> String {
    let name = route.name(step.name)
    let reference = route.name(step.reference)
    if name.isEmpty || reference.isEmpty { return name + reference }
    return "\(name) (\(reference))"
  }

  private static func action(_ step: RouteStep, of route: Route) -> String {
    let modifier = step.maneuver.modifier
    switch step.maneuver.kind {
    case _ where step.mode == .ferry && step.maneuver.kind == .notification: return "Take the ferry"
    case .endOfRoad: return turn(modifier) + " at the end of the road"
    case .fork: return "Keep" + (modifier == .straight ? " straight" : side(modifier) ?? " going")
    case .merge: return "Merge" + (side(modifier) ?? "")
    case .onRamp: return "Take the ramp" + (side(modifier).map { " on the\($0)" } ?? "")
    case .offRamp:
      let exits = route.name(step.exits)
      return "Take " + (exits.isEmpty ? "the exit" : "exit \(exits)") + (side(modifier).map { " on the\($0)" } ?? "")
    case .roundabout, .rotary:
      let name = route.name(step.rotaryName)
      let exit = step.maneuver.exit
      return (name.isEmpty ? "At the roundabout" : "At \(name)") + (exit > 0 ? " take exit \(exit)" : " go on")
    case .roundaboutTurn:
      let action = turn(modifier)
      return "At the roundabout " + (action.first?.lowercased() ?? "") + action.dropFirst()
    case .exitRoundabout, .exitRotary: return "Leave the roundabout"
    case .newName, .notification, .via: return "Continue"
    case .turn, .continue, .useLane, .depart, .arrive: return turn(modifier)
    }
  }

  private static func turn(_ modifier: Maneuver.Modifier) -> String {
    switch modifier {
    case .none: "Continue"
    case .straight: "Continue straight"
    case .uturn: "Make a U-turn"
    default: "Turn \(modifier.text ?? "")"
    }
  }

  private static func side(_ modifier: Maneuver.Modifier) -> String? {
    switch modifier {
    case .sharpLeft, .left, .slightLeft: " left"
    case .sharpRight, .right, .slightRight: " right"
    case .none, .straight, .uturn: nil
    }
  }
}
