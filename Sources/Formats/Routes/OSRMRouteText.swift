import WaybenchCore

/// Writes routes as an answer of the OSRM HTTP API v5.
///
/// Members that the API always has stand even when they are unknown, as `null`; the others are left out.
struct OSRMRouteText {
  var geometries: RouteText.Geometries

  /// Decimals of lengths and times, and of weights that are one of them.
  private static let decimals = 1

  /// Litres and money are small numbers: they need more decimals to tell routes apart.
  private static func weightDecimals(_ route: Route) -> Int {
    ["fuel", "cost"].contains(route.weightName) ? 5 : decimals
  }

  func text(_ routes: [Route]) -> String {
    var json = JSONText()
    json.beginObject()
    json.key("code")
    json.value("Ok")
    json.key("routes")
    json.beginArray()
    for route in routes { write(route, &json) }
    json.endArray()
    json.key("waypoints")
    json.beginArray()
    if let route = routes.first {
      for (index, end) in ([0] + route.legs.map(\.endChainageMeters)).enumerated() {
        json.beginObject()
        json.key("name")
        json.value(route.steps.isEmpty ? "" : route.name(route.steps[route.stepIndex(atChainageMeters: end)].name))
        json.key("location")
        json.position(route.polyline.coordinate(atChainageMeters: end))
        if index < route.waypointDistancesMeters.count {
          json.key("distance")
          json.value(route.waypointDistancesMeters[index], decimals: 3)
        }
        json.endObject()
      }
    }
    json.endArray()
    json.endObject()
    json.newline()
    return json.string
  }

  private func write(_ route: Route, _ json: inout JSONText) {
    json.beginObject()
    amounts(route.lengthMeters, route.durationSeconds, (route.weight, Self.weightDecimals(route)), &json)
    json.key("weight_name")
    json.value(route.weightName.isEmpty ? "routability" : route.weightName)
    json.key("geometry")
    geometry(route.coordinates, &json)
    json.key("legs")
    json.beginArray()
    for leg in route.legs {
      json.beginObject()
      let indices = route.stepIndices(of: leg)
      let steps = route.steps[indices]
      amounts(
        leg.endChainageMeters - leg.startChainageMeters, steps.reduce(0) { $0 + $1.durationSeconds },
        (steps.reduce(0) { $0 + $1.weight }, Self.weightDecimals(route)), &json)
      json.key("summary")
      json.value(route.summary(indices))
      json.key("steps")
      json.beginArray()
      for index in indices { write(route, step: index, isLastOfLeg: index == indices.upperBound - 1, &json) }
      json.endArray()
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }

  private func amounts(
    _ meters: Double, _ seconds: Double, _ weight: (value: Double, decimals: Int), _ json: inout JSONText
  ) {
    json.key("distance")
    json.value(meters, decimals: Self.decimals)
    json.key("duration")
    json.value(seconds, decimals: Self.decimals)
    json.key("weight")
    json.value(weight.value, decimals: weight.decimals)
  }

  private func geometry(_ line: [Coordinate], _ json: inout JSONText) {
    switch geometries {
    case .geojson: json.geometry(line: line)
    case .polyline: json.value(EncodedPolyline.encode(line, precision: .decimals5))
    case .polyline6: json.value(EncodedPolyline.encode(line, precision: .decimals6))
    }
  }

  private func write(_ route: Route, step index: Int, isLastOfLeg: Bool, _ json: inout JSONText) {
    let step = route.steps[index]
    json.beginObject()
    amounts(step.lengthMeters, step.durationSeconds, (step.weight, Self.weightDecimals(route)), &json)
    json.key("geometry")
    geometry(
      route.polyline.coordinates(fromMeters: step.startChainageMeters, toMeters: step.endChainageMeters), &json)
    json.key("name")
    json.value(route.name(step.name))
    OSRMStepText.signs(of: step, route, &json)
    json.key("maneuver")
    json.beginObject()
    json.key("location")
    json.position(route.polyline.coordinate(atChainageMeters: step.startChainageMeters))
    json.key("bearing_before")
    json.value(route.bearingDegrees(step: step, isAfter: false))
    json.key("bearing_after")
    json.value(isLastOfLeg ? 0 : route.bearingDegrees(step: step, isAfter: true))
    json.key("type")
    json.value(step.maneuver.kind.text)
    if let modifier = step.maneuver.modifier.text {
      json.key("modifier")
      json.value(modifier)
    }
    if step.maneuver.exit > 0 {
      json.key("exit")
      json.value(Int(step.maneuver.exit))
    }
    if step.instruction != 0 {
      json.key("instruction")
      json.value(route.name(step.instruction))
    }
    json.endObject()
    if route.intersections(of: step).isEmpty {
      maneuverAlone(route, step, &json)
    } else {
      OSRMStepText.intersections(of: step, route, &json)
    }
    json.endObject()
  }

  /// Lanes need an intersection to stand in: that of the maneuver, with the two roads that the route tells of.
  private func maneuverAlone(_ route: Route, _ step: RouteStep, _ json: inout JSONText) {
    let lanes = route.lanes(of: step)
    guard !lanes.isEmpty else { return }
    json.key("intersections")
    json.beginArray()
    json.beginObject()
    json.key("location")
    json.position(route.polyline.coordinate(atChainageMeters: step.startChainageMeters))
    json.key("bearings")
    json.beginArray()
    json.value((route.bearingDegrees(step: step, isAfter: false) + 180) % 360)
    json.value(route.bearingDegrees(step: step, isAfter: true))
    json.endArray()
    json.key("entry")
    json.beginArray()
    json.value(false)
    json.value(true)
    json.endArray()
    json.key("in")
    json.value(0)
    json.key("out")
    json.value(1)
    OSRMStepText.lanes(lanes, &json)
    json.endObject()
    json.endArray()
  }
}

/// Writes the members of an OSRM step that GeoJSON files of this project have too.
enum OSRMStepText {
  /// What is on signs, how the step is travelled and on which side; empty texts are left out.
  static func signs(of step: RouteStep, _ route: Route, _ json: inout JSONText) {
    for (key, text) in [
      ("ref", step.reference), ("destinations", step.destinations), ("exits", step.exits),
      ("pronunciation", step.pronunciation), ("rotary_name", step.rotaryName),
      ("rotary_pronunciation", step.rotaryPronunciation),
    ] where text != 0 {
      json.key(key)
      json.value(route.name(text))
    }
    json.key("mode")
    json.value(RoadWords.word(step.mode))
    json.key("driving_side")
    json.value(route.drivesOnLeft(step: step) ? "left" : "right")
  }

  /// The intersections of a step; nothing when it has none.
  static func intersections(of step: RouteStep, _ route: Route, _ json: inout JSONText) {
    let intersections = route.intersections(of: step)
    if intersections.isEmpty { return }
    json.key("intersections")
    json.beginArray()
    for (index, intersection) in intersections.enumerated() {
      // The step's own lanes are those before its maneuver.
      let own = route.lanes(intersection.lanes)
      write(intersection, own.isEmpty && index == 0 ? route.lanes(of: step) : own, route, &json)
    }
    json.endArray()
  }

  private static func write(
    _ intersection: RouteIntersection, _ lanes: ArraySlice<RouteLane>, _ route: Route, _ json: inout JSONText
  ) {
    json.beginObject()
    json.key("location")
    json.position(route.polyline.coordinate(atChainageMeters: intersection.chainageMeters))
    let run = intersection.bearings
    let isHeld = run.first >= 0 && run.count >= 0 && run.range.upperBound <= route.intersectionBearings.count
    let bearings = isHeld ? route.intersectionBearings[run.range] : []
    json.key("bearings")
    json.beginArray()
    for bearing in bearings { json.value(Int(bearing)) }
    json.endArray()
    json.key("entry")
    json.beginArray()
    for place in 0..<bearings.count { json.value(place < 32 && intersection.entries >> UInt32(place) & 1 == 1) }
    json.endArray()
    if intersection.incoming >= 0 {
      json.key("in")
      json.value(Int(intersection.incoming))
    }
    if intersection.outgoing >= 0 {
      json.key("out")
      json.value(Int(intersection.outgoing))
    }
    let classes = RoadWords.classes.filter { intersection.classes.contains($0.class) }
    if !classes.isEmpty {
      json.key("classes")
      json.beginArray()
      for known in classes { json.value(known.word) }
      json.endArray()
    }
    Self.lanes(lanes, &json)
    json.endObject()
  }

  /// Lanes; nothing when there are none. Besides OSRM's members `valid_indication` tells the arrow to follow, as Mapbox
  /// and Valhalla have it, where a lane has several; `valid_indications` tells those of a lane with several to follow.
  static func lanes(_ lanes: ArraySlice<RouteLane>, _ json: inout JSONText) {
    if lanes.isEmpty { return }
    json.key("lanes")
    json.beginArray()
    for lane in lanes {
      json.beginObject()
      json.key("valid")
      json.value(lane.isValid)
      json.key("indications")
      write(lane.arrows, &json)
      let words = RoadWords.arrows.filter { lane.active.contains($0.arrow) }.map(\.word)
      if words.count > 1 || lane.active != lane.arrows, !words.isEmpty {
        json.key(words.count == 1 ? "valid_indication" : "valid_indications")
        if words.count == 1 { json.value(words[0]) } else { write(lane.active, &json) }
      }
      json.endObject()
    }
    json.endArray()
  }

  private static func write(_ arrows: LaneArrows, _ json: inout JSONText) {
    json.beginArray()
    for known in RoadWords.arrows where arrows.contains(known.arrow) { json.value(known.word) }
    json.endArray()
  }
}
