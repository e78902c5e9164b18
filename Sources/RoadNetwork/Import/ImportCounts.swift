import WaybenchCore

/// What an import left out or passed over, counted by reason.
struct ImportCounts {
  /// A reason, in the order in which people read them.
  enum Reason: Int, CaseIterable {
    case notForMode, area, closed, reversible, alternating, duplicateWay, shortWay, missingNode
    case conditionalWay, conditionalNode
    case restrictionForOthers, conditionalRestriction, restrictionOutside, malformedRestriction

    /// What is said of one thing and of several, of travellers such as "cars".
    func text(_ travellers: String) -> (one: String, many: String) {
      switch self {
      case .notForMode: ("way is not for \(travellers)", "ways are not for \(travellers)")
      case .area: ("way is an area", "ways are areas")
      case .closed:
        ("way is closed to \(travellers) or impassable", "ways are closed to \(travellers) or impassable")
      case .reversible: ("way changes its direction by the hour", "ways change their direction by the hour")
      case .alternating: ("way has traffic in turns: kept, slow", "ways have traffic in turns: kept, slow")
      case .duplicateWay: ("way comes a second time", "ways come a second time")
      case .shortWay: ("way has less than two nodes", "ways have less than two nodes")
      case .missingNode:
        ("node of a way is missing and splits it", "nodes of ways are missing and split them")
      case .conditionalWay:
        ("way has a conditional tag: not judged", "ways have conditional tags: not judged")
      case .conditionalNode:
        ("node has a conditional tag: not judged", "nodes have conditional tags: not judged")
      case .restrictionForOthers:
        ("turn restriction does not concern \(travellers)", "turn restrictions do not concern \(travellers)")
      case .conditionalRestriction:
        ("turn restriction is conditional: not judged", "turn restrictions are conditional: not judged")
      case .restrictionOutside:
        ("turn restriction names ways that are left out", "turn restrictions name ways that are left out")
      case .malformedRestriction: ("turn restriction is malformed", "turn restrictions are malformed")
      }
    }
  }

  private var counts = [Int](repeating: 0, count: Reason.allCases.count)

  mutating func add(_ reason: Reason) { counts[reason.rawValue] += 1 }

  /// A line for each reason that occurred.
  func notes(_ mode: TravelMode) -> [String] {
    var lines: [String] = []
    for reason in Reason.allCases where counts[reason.rawValue] > 0 {
      let count = counts[reason.rawValue]
      let text = reason.text(mode.travellers)
      lines.append("\(count) \(count == 1 ? text.one : text.many)")
    }
    return lines
  }

  /// The reason that a way is left out for.
  static func reason(_ exclusion: RoadRules.Exclusion) -> Reason {
    switch exclusion {
    case .kind: .notForMode
    case .area: .area
    case .closed: .closed
    case .reversible: .reversible
    }
  }
}
