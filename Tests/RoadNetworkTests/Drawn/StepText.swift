import WaybenchCore

/// The steps of a route in a line: "depart High Street | turn left Mill Lane | arrive Mill Lane".
struct StepText {
  let route: Route
  let shows: Parts

  /// What is told of a step besides its kind, its direction, its exit and its name.
  struct Parts: OptionSet, Sendable {
    let rawValue: Int
    /// The reference: "(A 1)".
    static let references = Parts(rawValue: 1)
    /// The destinations: "to Town".
    static let destinations = Parts(rawValue: 2)
    /// The numbers of a motorway's exit: "number 12".
    static let exits = Parts(rawValue: 4)
    /// How the name is spoken: "spoken haj strit".
    static let pronunciation = Parts(rawValue: 8)
    /// The name of a rotary: "around Great Circle".
    static let rotaries = Parts(rawValue: 16)
    /// The lanes from the left: "[+left|straight;right]", those that serve the route marked with "+".
    static let lanes = Parts(rawValue: 32)
    /// The arrow that the route follows on each lane that serves it: "<left>".
    static let activeArrows = Parts(rawValue: 64)
    /// How the step is travelled, unless driving: "by ferry".
    static let mode = Parts(rawValue: 128)
    /// The steps out of roundabouts and rotaries, which otherwise are left out.
    static let ringExits = Parts(rawValue: 256)
  }

  /// All steps.
  var text: String {
    route.steps.filter { shows.contains(.ringExits) || !isRingExit($0.maneuver.kind) }.map(text).joined(
      separator: " | ")
  }

  private func isRingExit(_ kind: Maneuver.Kind) -> Bool { kind == .exitRoundabout || kind == .exitRotary }

  private func text(_ step: RouteStep) -> String {
    let maneuver = step.maneuver
    var words = [Self.words("\(maneuver.kind)")]
    let isRing = maneuver.kind == .roundabout || maneuver.kind == .rotary
    // The direction into a ring and out of it says nothing about the way through it.
    if !isRing, !isRingExit(maneuver.kind), maneuver.modifier != .none {
      words.append(Self.words("\(maneuver.modifier)"))
    }
    if isRing, maneuver.exit > 0 { words.append("exit \(maneuver.exit)") }
    words.append(route.name(step.name))
    let extras: [(Parts, Int32, String, String)] = [
      (.references, step.reference, "(", ")"), (.destinations, step.destinations, "to ", ""),
      (.exits, step.exits, "number ", ""), (.pronunciation, step.pronunciation, "spoken ", ""),
      (.rotaries, step.rotaryName, "around ", ""),
    ]
    for (part, index, before, after) in extras where shows.contains(part) && !route.name(index).isEmpty {
      words.append(before + route.name(index) + after)
    }
    if shows.contains(.mode), step.mode != .driving { words.append("by \(step.mode)") }
    if !step.lanes.range.isEmpty {
      let lanes = route.lanes[step.lanes.range]
      if shows.contains(.lanes) {
        words.append("[" + lanes.map { ($0.isValid ? "+" : "") + Self.words($0.arrows) }.joined(separator: "|") + "]")
      }
      if shows.contains(.activeArrows) {
        words.append("<" + lanes.map { Self.words($0.active) }.joined(separator: "|") + ">")
      }
    }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// "slightLeft" is "slight left"; "uturn" stays one word.
  private static func words(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
  }

  private static func words(_ arrows: LaneArrows) -> String {
    let names: [(LaneArrows, String)] = [
      (.none, "none"), (.uturn, "uturn"), (.sharpLeft, "sharp left"), (.left, "left"), (.slightLeft, "slight left"),
      (.straight, "straight"), (.slightRight, "slight right"), (.right, "right"), (.sharpRight, "sharp right"),
      (.mergeToLeft, "merge to left"), (.mergeToRight, "merge to right"),
    ]
    return names.filter { arrows.contains($0.0) }.map(\.1).joined(separator: ";")
  }
}
