import WaybenchCore

/// Writes routes as GeoJSON with all that `RouteFileReader` reads back: the lines first, then the points of each.
enum GeoJSONRouteText {
  /// Decimals of lengths, times and weights.
  private static let decimals = 3

  static func text(_ routes: [Route]) -> String {
    var json = JSONText()
    json.beginFeatureCollection()
    for route in routes { line(route, &json) }
    for (index, route) in routes.enumerated() {
      for (leg, content) in route.legs.enumerated() {
        for step in route.stepIndices(of: content) { maneuver(route, step: step, leg: leg, index, &json) }
      }
      waypoints(route, index, &json)
    }
    json.endFeatureCollection()
    return json.string
  }

  private static func line(_ route: Route, _ json: inout JSONText) {
    json.beginFeature(kind: "route")
    amount("length_m", route.lengthMeters, &json)
    amount("duration_s", route.durationSeconds, &json)
    amount("weight", route.weight, &json)
    text("weight_name", route.weightName, &json)
    text("token", route.token ?? "", &json)
    json.endFeature(line: route.coordinates)
  }

  private static func maneuver(_ route: Route, step index: Int, leg: Int, _ number: Int, _ json: inout JSONText) {
    let step = route.steps[index]
    json.beginFeature(kind: "maneuver")
    if number > 0 {
      json.key("route")
      json.value(number)
    }
    json.key("vertex")
    json.value(route.vertex(atChainageMeters: step.startChainageMeters))
    json.key("leg")
    json.value(leg)
    json.key("type")
    json.value(step.maneuver.kind.text)
    json.key("modifier")
    json.value(step.maneuver.modifier.text)
    if step.maneuver.exit > 0 {
      json.key("exit")
      json.value(Int(step.maneuver.exit))
    }
    json.key("name")
    json.value(route.name(step.name))
    OSRMStepText.signs(of: step, route, &json)
    text("instruction", route.name(step.instruction), &json)
    amount("duration_s", step.durationSeconds, &json)
    amount("weight", step.weight, &json)
    for (key, degrees) in [
      ("bearing_before", step.bearingBeforeDegrees), ("bearing_after", step.bearingAfterDegrees),
    ] where degrees >= 0 {
      json.key(key)
      json.value(Int(degrees))
    }
    OSRMStepText.lanes(route.lanes(of: step), &json)
    OSRMStepText.intersections(of: step, route, &json)
    json.endFeature(point: route.polyline.coordinate(atChainageMeters: step.startChainageMeters))
  }

  private static func waypoints(_ route: Route, _ number: Int, _ json: inout JSONText) {
    for (index, end) in ([0] + route.legs.map(\.endChainageMeters)).enumerated() {
      json.beginFeature(kind: "waypoint")
      if number > 0 {
        json.key("route")
        json.value(number)
      }
      json.key("vertex")
      json.value(route.vertex(atChainageMeters: end))
      json.key("name")
      json.value(index == 0 ? "start" : index == route.legs.count ? "end" : "stop \(index)")
      json.key("silent")
      json.value(false)
      json.endFeature(point: route.polyline.coordinate(atChainageMeters: end))
    }
  }

  private static func amount(_ key: String, _ value: Double, _ json: inout JSONText) {
    guard value.isFinite else { return }
    json.key(key)
    json.value(value, decimals: decimals)
  }

  private static func text(_ key: String, _ value: String, _ json: inout JSONText) {
    if value.isEmpty { return }
    json.key(key)
    json.value(value)
  }
}
