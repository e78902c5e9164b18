import WaybenchCore

/// Writes routes as tables of steps for people.
enum RouteTable {
  static func text(_ routes: [Route]) -> String {
    routes.enumerated().map { index, route in
      table(route, title: routes.count == 1 ? "route" : "route \(index + 1) of \(routes.count)")
    }.joined(separator: "\n")
  }

  private static func table(_ route: Route, title: String) -> String {
    var lines: [String] = []
    let seconds = DecimalText.text(route.durationSeconds, decimals: 0).map { ", \($0) s" } ?? ""
    let meters = DecimalText.text(route.lengthMeters, decimals: 0) ?? ""
    lines.append("\(title): \(meters) m\(seconds), \(route.steps.count) steps")
    for step in route.steps {
      let at = DecimalText.text(step.startChainageMeters, decimals: 0) ?? ""
      lines.append(
        String(repeating: " ", count: max(0, 8 - at.count)) + at + " m  "
          + columns(step, of: route).joined(separator: "  "))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What to do, then what is known: road, destinations on the signs, exit numbers, lanes.
  private static func columns(_ step: RouteStep, of route: Route) -> [String] {
    var columns = [step.maneuver.text + (step.mode == .driving ? "" : " (\(RoadWords.word(step.mode)))")]
    let names = [step.rotaryName, step.name, step.reference].map(route.name).filter { !$0.isEmpty }
    if !names.isEmpty {
      columns.append(names.joined(separator: ", "))
    } else if step.instruction != 0 {
      columns.append(route.name(step.instruction))
    }
    if step.destinations != 0 { columns.append("towards \(route.name(step.destinations))") }
    if step.exits != 0 { columns.append("exit no. \(route.name(step.exits))") }
    let lanes = route.lanes(of: step)
    if !lanes.isEmpty { columns.append("lanes " + lanes.map(picture).joined(separator: " ")) }
    return columns
  }

  /// The arrows of a lane, in brackets when it serves the route.
  private static func picture(_ lane: RouteLane) -> String {
    let pictures = arrows.filter { lane.arrows.contains($0.arrow) }.map(\.picture).joined()
    let shown = pictures.isEmpty ? "·" : pictures
    return lane.isValid ? "[\(shown)]" : shown
  }

  private static let arrows: [(arrow: LaneArrows, picture: String)] = [
    (.uturn, "↶"), (.sharpLeft, "↙"), (.left, "←"), (.slightLeft, "↖"), (.straight, "↑"), (.slightRight, "↗"),
    (.right, "→"), (.sharpRight, "↘"), (.mergeToLeft, "⇤"), (.mergeToRight, "⇥"), (.none, "·"),
  ]
}
