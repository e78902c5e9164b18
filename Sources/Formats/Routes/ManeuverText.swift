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
  ///
  /// A type that is not known is a turn, as the OSRM HTTP API asks of its readers.
  public init(type: String, modifier: String? = nil) {
    self = Self.known(type: type, modifier: modifier) ?? Maneuver(.turn, Self.modifier(modifier) ?? .none)
  }

  /// The maneuver as one text, "turn left" or "roundabout exit 2", which `init(text:)` reads.
  public var text: String {
    kind.text + (modifier.text.map { " \($0)" } ?? "") + (exit > 0 ? " exit \(exit)" : "")
  }

  /// The maneuver that a text names; `nil` for any other text.
  public init?(text: String) {
    var rest = text
    var exit: UInt8 = 0
    let words = text.split(separator: " ")
    if words.count > 2, words[words.count - 2] == "exit", let number = words.last.flatMap({ UInt8($0) }) {
      exit = number
      rest = words.dropLast(2).joined(separator: " ")
    }
    guard !rest.isEmpty, let maneuver = Self.known(type: rest, modifier: nil) else { return nil }
    self = maneuver
    self.exit = exit
  }

  private static func known(type: String, modifier: String?) -> Maneuver? {
    let type = type.lowercased()
    if let kind = kind(type) { return Maneuver(kind, Self.modifier(modifier) ?? .none) }
    // "sharp left" ends in "left": take the longest that fits.
    let ending = Modifier.allCases.filter { $0.text.map { type.hasSuffix($0) } ?? false }
      .max { ($0.text?.count ?? 0) < ($1.text?.count ?? 0) }
    guard let ending else { return nil }
    let rest = type.dropLast(ending.text?.count ?? 0)
    let head = rest.last == " " ? String(rest.dropLast()) : String(rest)
    // A text that only turns round says nothing of another road.
    let kind = head.isEmpty && ending == .uturn ? .continue : kind(head)
    return kind.map { Maneuver($0, Self.modifier(modifier) ?? ending) }
  }

  private static func kind(_ text: String) -> Kind? {
    if let kind = Kind.allCases.first(where: { $0.text == text }) { return kind }
    switch text {
    case "": return .turn
    case "keep": return .fork
    case "ramp": return .onRamp
    case "waypoint": return .via
    default: return nil
    }
  }

  private static func modifier(_ text: String?) -> Modifier? {
    guard let text = text?.lowercased() else { return nil }
    return Modifier.allCases.first { $0.text == text }
  }
}
