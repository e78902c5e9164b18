import WaybenchCore

/// The words of the OSRM HTTP API for lanes, roads and ways of travelling.
enum RoadWords {
  /// The arrows of a lane from the left to the right, then what has no direction.
  static let arrows: [(arrow: LaneArrows, word: String)] = [
    (.uturn, "uturn"), (.sharpLeft, "sharp left"), (.left, "left"), (.slightLeft, "slight left"),
    (.straight, "straight"), (.slightRight, "slight right"), (.right, "right"), (.sharpRight, "sharp right"),
    (.mergeToLeft, "merge to left"), (.mergeToRight, "merge to right"), (.none, "none"),
  ]

  /// The classes of a road in the order in which they are written.
  static let classes: [(class: RouteIntersection.Classes, word: String)] = [
    (.toll, "toll"), (.motorway, "motorway"), (.ferry, "ferry"), (.restricted, "restricted"), (.tunnel, "tunnel"),
  ]

  /// The arrow of a word; `nil` for one that is not known.
  static func arrow(_ word: String) -> LaneArrows? { arrows.first { $0.word == word }?.arrow }

  /// The arrow that points the way of a modifier; empty for none.
  static func arrow(_ modifier: Maneuver.Modifier) -> LaneArrows { modifier.text.flatMap(arrow) ?? [] }

  /// The word of a way of travelling.
  static func word(_ mode: StepMode) -> String {
    switch mode {
    case .driving: "driving"
    case .ferry: "ferry"
    case .cycling: "cycling"
    case .pushing: "pushing bike"
    case .walking: "walking"
    }
  }

  /// The way of travelling of a word; what is not known is driving.
  static func mode(_ word: String) -> StepMode {
    switch word {
    case "ferry", "train": .ferry
    case "cycling": .cycling
    case "pushing bike": .pushing
    case "walking": .walking
    default: .driving
    }
  }
}
