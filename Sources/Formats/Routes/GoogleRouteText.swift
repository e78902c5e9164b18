import WaybenchCore

/// Writes routes as an answer of the Google Routes API (computeRoutes, v2). The first is the default route.
///
/// The API has no step for an arrival. Unknown times are left out.
struct GoogleRouteText {
  /// `geojson` writes GeoJSON lines, anything else encoded polylines, which the API defines with 5 decimals.
  var geometries: RouteText.Geometries

  func text(_ routes: [Route]) -> String {
    var json = JSONText()
    json.beginObject()
    json.key("routes")
    json.beginArray()
    for (index, route) in routes.enumerated() { write(route, isDefault: index == 0, &json) }
    json.endArray()
    json.endObject()
    json.newline()
    return json.string
  }

  private func write(_ route: Route, isDefault: Bool, _ json: inout JSONText) {
    json.beginObject()
    json.key("legs")
    json.beginArray()
    for leg in route.legs { write(leg, of: route, &json) }
    json.endArray()
    meters(route.lengthMeters, &json)
    seconds(["duration", "staticDuration"], route.durationSeconds, &json)
    json.key("polyline")
    polyline(route.coordinates, &json)
    let summary = route.summary(route.steps.indices)
    if !summary.isEmpty {
      json.key("description")
      json.value(summary)
    }
    json.key("routeLabels")
    json.beginArray()
    json.value(isDefault ? "DEFAULT_ROUTE" : "DEFAULT_ROUTE_ALTERNATE")
    json.endArray()
    if let token = route.token {
      json.key("routeToken")
      json.value(token)
    }
    json.endObject()
  }

  private func write(_ leg: RouteLeg, of route: Route, _ json: inout JSONText) {
    let indices = route.stepIndices(of: leg)
    json.beginObject()
    meters(leg.endChainageMeters - leg.startChainageMeters, &json)
    seconds(
      ["duration", "staticDuration"], route.steps[indices].reduce(0) { $0 + $1.durationSeconds }, &json)
    ends(leg.startChainageMeters, leg.endChainageMeters, of: route, &json)
    json.key("steps")
    json.beginArray()
    for index in indices where route.steps[index].maneuver.kind != .arrive {
      write(route.steps[index], of: route, &json)
    }
    json.endArray()
    json.endObject()
  }

  private func write(_ step: RouteStep, of route: Route, _ json: inout JSONText) {
    json.beginObject()
    meters(step.lengthMeters, &json)
    seconds(["staticDuration"], step.durationSeconds, &json)
    ends(step.startChainageMeters, step.endChainageMeters, of: route, &json)
    json.key("navigationInstruction")
    json.beginObject()
    json.key("maneuver")
    json.value(
      GoogleManeuver.text(step.maneuver, mode: step.mode, drivesOnLeft: route.drivesOnLeft(step: step)))
    json.key("instructions")
    json.value(ManeuverSentence.text(step, of: route))
    json.endObject()
    json.key("travelMode")
    json.value(GoogleManeuver.text(step.mode))
    json.endObject()
  }

  /// The line between two distances along the route and its ends.
  private func ends(_ from: Double, _ to: Double, of route: Route, _ json: inout JSONText) {
    json.key("polyline")
    polyline(route.polyline.coordinates(fromMeters: from, toMeters: to), &json)
    for (key, chainage) in [("startLocation", from), ("endLocation", to)] {
      let coordinate = route.polyline.coordinate(atChainageMeters: chainage)
      json.key(key)
      json.beginObject()
      json.key("latLng")
      json.beginObject()
      json.key("latitude")
      json.value(degreesE7: coordinate.latitudeE7)
      json.key("longitude")
      json.value(degreesE7: coordinate.longitudeE7)
      json.endObject()
      json.endObject()
    }
  }

  private func polyline(_ line: [Coordinate], _ json: inout JSONText) {
    json.beginObject()
    if geometries == .geojson {
      json.key("geoJsonLinestring")
      json.geometry(line: line)
    } else {
      json.key("encodedPolyline")
      json.value(EncodedPolyline.encode(line, precision: .decimals5))
    }
    json.endObject()
  }

  private func meters(_ meters: Double, _ json: inout JSONText) {
    json.key("distanceMeters")
    json.value(meters, decimals: 0)
  }

  /// Durations as the API writes them: seconds, with three decimals where they are not whole.
  private func seconds(_ keys: [String], _ seconds: Double, _ json: inout JSONText) {
    guard var text = DecimalText.text(seconds, decimals: 3) else { return }
    if text.hasSuffix(".000") { text.removeLast(4) }
    for key in keys {
      json.key(key)
      json.value(text + "s")
    }
  }
}
