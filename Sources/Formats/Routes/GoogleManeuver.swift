import WaybenchCore

/// The maneuvers of the Google Routes API (computeRoutes, v2).
enum GoogleManeuver {
  /// What a maneuver of the API means here; `nil` for one that is unspecified or not known.
  static func action(_ text: String) -> (maneuver: Maneuver, mode: StepMode?)? {
    switch text {
    case "DEPART": (Maneuver(.depart), nil)
    case "TURN_SLIGHT_LEFT": (Maneuver(.turn, .slightLeft), nil)
    case "TURN_SHARP_LEFT": (Maneuver(.turn, .sharpLeft), nil)
    case "UTURN_LEFT", "UTURN_RIGHT": (Maneuver(.continue, .uturn), nil)
    case "TURN_LEFT": (Maneuver(.turn, .left), nil)
    case "TURN_SLIGHT_RIGHT": (Maneuver(.turn, .slightRight), nil)
    case "TURN_SHARP_RIGHT": (Maneuver(.turn, .sharpRight), nil)
    case "TURN_RIGHT": (Maneuver(.turn, .right), nil)
    case "STRAIGHT": (Maneuver(.continue, .straight), nil)
    case "RAMP_LEFT": (Maneuver(.onRamp, .left), nil)
    case "RAMP_RIGHT": (Maneuver(.onRamp, .right), nil)
    case "MERGE": (Maneuver(.merge), nil)
    case "FORK_LEFT": (Maneuver(.fork, .slightLeft), nil)
    case "FORK_RIGHT": (Maneuver(.fork, .slightRight), nil)
    case "FERRY", "FERRY_TRAIN": (Maneuver(.notification), .ferry)
    case "ROUNDABOUT_LEFT": (Maneuver(.roundabout, .left), nil)
    case "ROUNDABOUT_RIGHT": (Maneuver(.roundabout, .right), nil)
    case "NAME_CHANGE": (Maneuver(.newName, .straight), nil)
    default: nil
    }
  }

  /// The nearest maneuver of the API.
  static func text(_ maneuver: Maneuver, mode: StepMode, drivesOnLeft: Bool) -> String {
    let side = side(maneuver.modifier) ?? (drivesOnLeft ? "LEFT" : "RIGHT")
    switch maneuver.kind {
    case .depart: return "DEPART"
    case _ where mode == .ferry: return "FERRY"
    case .newName: return "NAME_CHANGE"
    case .merge: return "MERGE"
    case .onRamp, .offRamp: return "RAMP_\(side)"
    case .fork: return maneuver.modifier == .straight ? "STRAIGHT" : "FORK_\(side)"
    case .roundabout, .rotary, .roundaboutTurn, .exitRoundabout, .exitRotary: return "ROUNDABOUT_\(side)"
    case .turn, .continue, .endOfRoad, .useLane, .via, .notification, .arrive:
      return turn(maneuver.modifier, drivesOnLeft: drivesOnLeft)
    }
  }

  private static func turn(_ modifier: Maneuver.Modifier, drivesOnLeft: Bool) -> String {
    switch modifier {
    case .none, .straight: "STRAIGHT"
    case .uturn: drivesOnLeft ? "UTURN_RIGHT" : "UTURN_LEFT"
    case .sharpRight: "TURN_SHARP_RIGHT"
    case .right: "TURN_RIGHT"
    case .slightRight: "TURN_SLIGHT_RIGHT"
    case .slightLeft: "TURN_SLIGHT_LEFT"
    case .left: "TURN_LEFT"
    case .sharpLeft: "TURN_SHARP_LEFT"
    }
  }

  private static func side(_ modifier: Maneuver.Modifier) -> String? {
    switch modifier {
    case .sharpLeft, .left, .slightLeft: "LEFT"
    case .sharpRight, .right, .slightRight: "RIGHT"
    case .none, .straight, .uturn: nil
    }
  }

  /// How a `travelMode` of the API travels; what is not known is driving.
  static func mode(_ text: String) -> StepMode {
    switch text {
    case "BICYCLE": .cycling
    case "WALK": .walking
    default: .driving
    }
  }

  /// The `travelMode` of the API.
  static func text(_ mode: StepMode) -> String {
    switch mode {
    case .driving, .ferry: "DRIVE"
    case .cycling, .pushing: "BICYCLE"
    case .walking: "WALK"
    }
  }
}
