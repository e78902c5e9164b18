import WaybenchCore

extension PlannedLine {
  /// A GPX route. Points whose `type` names a maneuver ("turn left", "roundabout exit 2") are maneuvers onto the road
  /// of their name; the arrivals among them are stops. Other named points are waypoints that only shape the route.
  init(_ route: TraceDocument.Route) {
    self.init(name: route.name, coordinates: route.shape)
    var vertex = 0
    for (index, point) in route.points.enumerated() {
      // The shape holds every point in order, with vertices between.
      while vertex < route.shape.count - 1, route.shape[vertex] != point.coordinate { vertex += 1 }
      let isEnd = index == 0 || index == route.points.count - 1
      let text = route.pointTexts[index]
      if let action = text.type.flatMap({ WaybenchCore.Maneuver(text: $0) }) {
        var maneuver = Maneuver(vertex: vertex, action: action, name: text.name)
        maneuver.instruction = text.description
        maneuvers.append(maneuver)
        if isEnd || action.kind == .arrive { waypoints.append(Waypoint(vertex: vertex)) }
      } else if text.name != nil || isEnd {
        waypoints.append(Waypoint(vertex: vertex, name: text.name, isSilent: !isEnd))
      }
      vertex = min(vertex + 1, max(0, route.shape.count - 1))
    }
    tellLegs()
  }

  /// A leg ends with each arrival, where every leg has one.
  private mutating func tellLegs() {
    guard maneuvers.last?.action.kind == .arrive else { return }
    var leg = 0
    for index in maneuvers.indices {
      maneuvers[index].leg = leg
      if maneuvers[index].action.kind == .arrive { leg += 1 }
    }
  }
}
