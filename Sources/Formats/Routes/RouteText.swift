public import WaybenchCore

/// Writes routes: OSRM v5 JSON, GeoJSON, GPX, encoded polyline, text for people.
public enum RouteText {
  /// The forms in which a route is written.
  public enum Format: String, Sendable, CaseIterable {
    /// The answer of the OSRM HTTP API's route service with `geometries=geojson`: no precision has to be known.
    case osrm
    /// A feature collection: the line, and a point per maneuver and waypoint, as `RouteFileReader` reads them.
    case geojson
    /// A GPX 1.1 `rte`.
    case gpx
    /// The encoded polyline alone, with 6 decimals.
    case polyline
    /// A table of steps.
    case text
  }

  /// The text of some routes between waypoints; formats that hold one route take the first.
  public static func text(_ routes: [Route], format: Format) -> String {
    guard let route = routes.first else { return "" }
    switch format {
    case .osrm: return osrm(routes)
    case .geojson: return geoJSON(route)
    case .gpx: return gpx(route)
    case .polyline: return EncodedPolyline.encode(route.coordinates, precision: .decimals6) + "\n"
    case .text: return table(route)
    }
  }

  /// The answer of the OSRM HTTP API when there is no route.
  public static func osrmFailure(code: String, message: String) -> String {
    var json = JSONText()
    json.beginObject()
    json.key("code")
    json.value(code)
    json.key("message")
    json.value(message)
    json.endObject()
    json.newline()
    return json.string
  }

  private static func osrm(_ routes: [Route]) -> String {
    var json = JSONText()
    json.beginObject()
    json.key("code")
    json.value("Ok")
    json.key("routes")
    json.beginArray()
    for route in routes { writeOSRM(route, &json) }
    json.endArray()
    json.key("waypoints")
    json.beginArray()
    if let route = routes.first {
      let ends = [0] + route.legs.map(\.endChainageMeters)
      for end in ends {
        json.beginObject()
        json.key("name")
        json.value(route.steps.isEmpty ? "" : route.name(route.steps[route.stepIndex(atChainageMeters: end)].name))
        json.key("location")
        json.position(route.polyline.coordinate(atChainageMeters: end))
        json.endObject()
      }
    }
    json.endArray()
    json.endObject()
    json.newline()
    return json.string
  }

  private static func writeOSRM(_ route: Route, _ json: inout JSONText) {
    json.beginObject()
    writeSummary(route.lengthMeters, route.durationSeconds, &json)
    json.key("weight")
    json.value(route.weight, decimals: 1)
    json.key("weight_name")
    json.value("routability")
    json.key("geometry")
    json.geometry(line: route.coordinates)
    json.key("legs")
    json.beginArray()
    for leg in route.legs {
      json.beginObject()
      let steps = route.steps[leg.firstStep..<(leg.firstStep + leg.stepCount)]
      writeSummary(
        leg.endChainageMeters - leg.startChainageMeters, steps.reduce(0) { $0 + $1.durationSeconds }, &json)
      json.key("summary")
      json.value(summary(steps, route))
      json.key("steps")
      json.beginArray()
      for index in steps.indices { writeOSRM(route, step: index, isLastOfLeg: index == steps.endIndex - 1, &json) }
      json.endArray()
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }

  private static func writeOSRM(_ route: Route, step index: Int, isLastOfLeg: Bool, _ json: inout JSONText) {
    let step = route.steps[index]
    json.beginObject()
    writeSummary(step.lengthMeters, step.durationSeconds, &json)
    json.key("geometry")
    json.geometry(
      line: route.polyline.coordinates(fromMeters: step.startChainageMeters, toMeters: step.endChainageMeters))
    json.key("name")
    json.value(route.name(step.name))
    if step.reference != 0 {
      json.key("ref")
      json.value(route.name(step.reference))
    }
    json.key("mode")
    json.value("driving")
    json.key("driving_side")
    json.value(route.drivesOnLeft(atChainageMeters: step.startChainageMeters) ? "left" : "right")
    json.key("maneuver")
    json.beginObject()
    json.key("location")
    json.position(route.polyline.coordinate(atChainageMeters: step.startChainageMeters))
    json.key("bearing_before")
    json.value(bearing(route, at: step.startChainageMeters, isAfter: false), decimals: 0)
    json.key("bearing_after")
    json.value(isLastOfLeg ? 0 : bearing(route, at: step.startChainageMeters, isAfter: true), decimals: 0)
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
    json.endObject()
    json.endObject()
  }

  private static func bearing(_ route: Route, at chainage: Double, isAfter: Bool) -> Double {
    if !isAfter, chainage <= 0 { return 0 }
    let segment = route.polyline.segment(atChainageMeters: isAfter ? chainage : max(0, chainage - 0.01))
    let course = route.polyline.courseDegrees(segment: segment)
    return course.isNaN ? 0 : course.rounded().truncatingRemainder(dividingBy: 360)
  }

  private static func writeSummary(_ meters: Double, _ seconds: Double, _ json: inout JSONText) {
    json.key("distance")
    json.value(meters, decimals: 1)
    json.key("duration")
    json.value(seconds, decimals: 1)
  }

  /// The two longest named roads of a leg.
  private static func summary(_ steps: ArraySlice<RouteStep>, _ route: Route) -> String {
    let named = steps.filter { $0.name != 0 }
      .sorted { ($0.lengthMeters, -$0.startChainageMeters) > ($1.lengthMeters, -$1.startChainageMeters) }.prefix(2)
    return named.sorted { $0.startChainageMeters < $1.startChainageMeters }.map { route.name($0.name) }
      .joined(separator: ", ")
  }

  private static func geoJSON(_ route: Route) -> String {
    var json = JSONText()
    json.beginFeatureCollection()
    json.beginFeature(kind: "route")
    json.key("length_m")
    json.value(route.lengthMeters, decimals: 1)
    json.key("duration_s")
    json.value(route.durationSeconds, decimals: 1)
    json.endFeature(line: route.coordinates)
    for step in route.steps {
      json.beginFeature(kind: "maneuver")
      json.key("vertex")
      json.value(route.vertex(atChainageMeters: step.startChainageMeters))
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
      json.endFeature(point: route.polyline.coordinate(atChainageMeters: step.startChainageMeters))
    }
    for (index, end) in ([0] + route.legs.map(\.endChainageMeters)).enumerated() {
      json.beginFeature(kind: "waypoint")
      json.key("vertex")
      json.value(route.vertex(atChainageMeters: end))
      json.key("name")
      json.value(index == 0 ? "start" : index == route.legs.count ? "end" : "stop \(index)")
      json.key("silent")
      json.value(false)
      json.endFeature(point: route.polyline.coordinate(atChainageMeters: end))
    }
    json.endFeatureCollection()
    return json.string
  }

  private static func gpx(_ route: Route) -> String {
    var document = TraceDocument(format: .gpx)
    var written = TraceDocument.Route(name: "route")
    written.points = route.coordinates.map { TracePoint(coordinate: $0) }
    written.pointNames = [String?](repeating: nil, count: written.points.count)
    written.shape = route.coordinates
    document.routes = [written]
    return String(decoding: TraceWriter.bytes(of: document, format: .gpx), as: UTF8.self)
  }

  private static func table(_ route: Route) -> String {
    var lines: [String] = []
    let seconds = route.durationSeconds.isFinite ? ", \(Int(route.durationSeconds.rounded())) s" : ""
    lines.append("route: \(Int(route.lengthMeters.rounded())) m\(seconds), \(route.steps.count) steps")
    for step in route.steps {
      let exit = step.maneuver.exit > 0 ? " exit \(step.maneuver.exit)" : ""
      let modifier = step.maneuver.modifier.text.map { " \($0)" } ?? ""
      let road = [route.name(step.name), route.name(step.reference)].filter { !$0.isEmpty }.joined(separator: ", ")
      let at = "\(Int(step.startChainageMeters.rounded()))"
      lines.append(
        String(repeating: " ", count: max(0, 8 - at.count)) + at + " m  \(step.maneuver.kind.text)\(modifier)\(exit)"
          + (road.isEmpty ? "" : "  \(road)"))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Route {
  /// The coordinates of the route's line.
  public var coordinates: [Coordinate] { polyline.vertices.map(\.coordinate) }

  /// Whether traffic keeps to the left there; to the right where the route does not know its edges.
  func drivesOnLeft(atChainageMeters chainage: Double) -> Bool {
    edges.last { $0.startChainageMeters <= chainage }?.attributes.contains(.drivesOnLeft) ?? false
  }

  /// The vertex nearest to a distance along the route.
  func vertex(atChainageMeters chainage: Double) -> Int {
    let segment = polyline.segment(atChainageMeters: chainage)
    let before = polyline.vertices[segment].chainageMeters
    let after = polyline.vertices[segment + 1].chainageMeters
    return after - chainage < chainage - before ? segment + 1 : segment
  }
}
