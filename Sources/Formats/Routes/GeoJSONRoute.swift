import WaybenchCore

/// The properties of a GeoJSON feature that only planned routes have.
struct RouteProperties {
  /// Which route of the file the feature belongs to, from 0.
  var route = 0
  var leg: Int?
  var durationSeconds: Double?
  var weightName: String?
  var token: String?
  var labels: [String] = []
  /// What the maneuver has besides its type.
  var step = RouteAnswer.Step()

  /// Takes a property of a planned route; gives false and takes nothing for any other.
  mutating func take(_ key: String, _ value: JSONToken, _ scanner: inout JSONScanner) throws(JSONError) -> Bool {
    switch key {
    case "route": route = try scanner.integer(of: value, in: 0...1_000_000) ?? 0
    case "leg": leg = try scanner.integer(of: value, in: 0...1_000_000_000)
    case "duration_s": durationSeconds = try scanner.amount(of: value, "duration")
    case "weight_name": weightName = try scanner.text(of: value)
    case "token": token = try scanner.text(of: value)
    case "labels":
      try scanner.elements(of: value) { (scanner, element) throws(JSONError) in
        if let label = try scanner.text(of: element) { labels.append(label) }
      }
    case "instruction": step.maneuver.instruction = try scanner.text(of: value)
    case "bearing_before": step.maneuver.bearingBeforeDegrees = try OSRMReader.bearing(&scanner, value)
    case "bearing_after": step.maneuver.bearingAfterDegrees = try OSRMReader.bearing(&scanner, value)
    case "lanes":
      try scanner.objects(of: value) { (scanner, element) throws(JSONError) in
        step.maneuver.lanes.append(try OSRMReader.lane(&scanner, element))
      }
    case "ref", "destinations", "exits", "pronunciation", "rotary_name", "rotary_pronunciation", "mode",
      "driving_side", "weight", "intersections":
      try OSRMReader.member(key, &scanner, value, &step)
    default: return false
    }
    return true
  }
}

/// A route of a GeoJSON file while its features are collected.
struct GeoJSONRoute {
  private var plan: PlannedLine
  /// The maneuvers, and where the intersections of each are.
  private var maneuvers: [(maneuver: PlannedLine.Maneuver, places: [Coordinate?])] = []

  /// The routes of a file: the lines of `kind: route`, or the only line, and points that name a vertex.
  static func routes(of features: [GeoJSONFeature], path: String) throws(RouteFileError) -> [PlannedLine] {
    let lines = features.filter { $0.geometry == .line || $0.geometry == .lines }
    var chosen = lines.filter { $0.kind == "route" }
    if chosen.isEmpty, lines.count == 1 { chosen = lines }
    guard !chosen.isEmpty else {
      throw RouteFileError(
        path: path, message: "\(lines.count) lines and none of kind route; expected one LineString")
    }
    var routes: [GeoJSONRoute] = []
    for line in chosen { routes.append(try GeoJSONRoute(line, path: path)) }
    for feature in features where feature.kind == "maneuver" || feature.kind == "waypoint" {
      guard routes.indices.contains(feature.route.route) else {
        throw RouteFileError(
          path: path, line: Int(feature.line),
          message: "a \(feature.kind ?? "") of route \(feature.route.route); expected 0 to \(routes.count - 1)")
      }
      try routes[feature.route.route].take(feature, path: path)
    }
    return routes.map(\.planned)
  }

  private init(_ line: GeoJSONFeature, path: String) throws(RouteFileError) {
    if let fault = line.faults.first {
      throw RouteFileError(path: path, line: Int(fault.line), message: fault.reason)
    }
    plan = PlannedLine(
      name: line.name, coordinates: line.lines.joined().map(\.coordinate), declaredLengthMeters: line.lengthMeters)
    plan.durationSeconds = line.route.durationSeconds
    plan.weight = line.route.step.maneuver.weight
    plan.weightName = line.route.weightName
    plan.token = line.route.token
    plan.labels = line.route.labels
  }

  private mutating func take(_ feature: GeoJSONFeature, path: String) throws(RouteFileError) {
    guard let vertex = feature.vertex, plan.coordinates.indices.contains(vertex) else {
      let found = feature.vertex.map { "vertex \($0)" } ?? "no vertex"
      throw RouteFileError(
        path: path, line: Int(feature.line),
        message: "a \(feature.kind ?? "") with \(found); expected 0 to \(plan.coordinates.count - 1)")
    }
    guard feature.kind == "maneuver" else {
      plan.waypoints.append(
        PlannedLine.Waypoint(vertex: vertex, name: feature.name, isSilent: feature.isSilent))
      return
    }
    var maneuver = feature.route.step.maneuver
    maneuver.vertex = vertex
    maneuver.action = Maneuver(type: feature.type ?? "", modifier: feature.modifier)
    if let exit = feature.exit, (1...255).contains(exit) { maneuver.action.exit = UInt8(exit) }
    maneuver.name = feature.name.flatMap { $0.isEmpty ? nil : $0 }
    maneuver.leg = feature.route.leg
    maneuver.durationSeconds = feature.route.durationSeconds
    OSRMReader.settle(&maneuver.lanes, maneuver.action.modifier)
    for index in maneuver.intersections.indices {
      OSRMReader.settle(&maneuver.intersections[index].lanes, index == 0 ? maneuver.action.modifier : .straight)
    }
    maneuvers.append((maneuver, feature.route.step.intersectionLocations))
  }

  /// The route with everything in order and the intersections tied to vertices.
  private var planned: PlannedLine {
    var result = plan
    let ordered = maneuvers.enumerated()
      .sorted { ($0.element.maneuver.vertex, $0.offset) < ($1.element.maneuver.vertex, $1.offset) }.map(\.element)
    var matcher = VertexMatcher(plan.coordinates)
    for (index, item) in ordered.enumerated() {
      var maneuver = item.maneuver
      let last = index + 1 < ordered.count ? ordered[index + 1].maneuver.vertex : plan.coordinates.count - 1
      matcher.tie(&maneuver.intersections, at: item.places, from: maneuver.vertex, through: last)
      result.maneuvers.append(maneuver)
    }
    result.waypoints = plan.waypoints.enumerated()
      .sorted { ($0.element.vertex, $0.offset) < ($1.element.vertex, $1.offset) }.map(\.element)
    return result
  }
}
