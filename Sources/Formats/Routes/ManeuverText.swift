public import WaybenchCore

extension Maneuver.Kind {
  /// The name in the OSRM HTTP API.
  public var text: String {
    switch self {
    case .depart: "depart"
    case .arrive: "arrive"
    case .turn: "turn"
    case .continue: "continue"
    case .newName: "new name"
    case .endOfRoad: "end of road"
    case .fork: "fork"
    case .merge: "merge"
    case .onRamp: "on ramp"
    case .offRamp: "off ramp"
    case .roundabout: "roundabout"
    case .rotary: "rotary"
    case .roundaboutTurn: "roundabout turn"
    case .exitRoundabout: "exit roundabout"
    case .exitRotary: "exit rotary"
    case .useLane: "use lane"
    case .via: "via"
    case .notification: "notification"
    }
  }
}

extension Maneuver.Modifier {
  /// The name in the OSRM HTTP API; `nil` when it is not told.
  public var text: String? {
    switch self {
    case .none: nil
    case .uturn: "uturn"
    case .sharpRight: "sharp right"
    case .right: "right"
    case .slightRight: "slight right"
    case .straight: "straight"
    case .slightLeft: "slight left"
    case .left: "left"
    case .sharpLeft: "sharp left"
    }
  }
}

extension Maneuver {
  /// The maneuver that a route file names: `type` alone ("turn left", "keep right", "uturn"), or with a modifier.
  public init(type: String, modifier: String? = nil) {
    var kindText = type.lowercased()
    var modifierText = modifier?.lowercased()
    if modifierText == nil,
      // "sharp left" ends in "left": take the longest that fits.
      let best = Modifier.allCases.filter({ $0.text.map { kindText.hasSuffix($0) } ?? false })
        .max(by: { ($0.text?.count ?? 0) < ($1.text?.count ?? 0) })
    {
      modifierText = best.text
      kindText = String(kindText.dropLast(best.text?.count ?? 0)).trimmingSpaces()
    }
    let kind = Kind.allCases.first { $0.text == kindText } ?? Self.otherNames[kindText] ?? .notification
    let known = Modifier.allCases.first { $0.text == modifierText } ?? .none
    self.init(kind == .notification && known == .uturn ? .continue : kind, known)
  }

  private static var otherNames: [String: Kind] {
    [
      "": .turn, "keep": .fork, "ramp": .onRamp,
      "waypoint": .via,
    ]
  }
}

extension String {
  fileprivate func trimmingSpaces() -> String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
