import WaybenchCore

/// Reads routes of OSRM v5 answers, also as Valhalla (`format=osrm`) and Mapbox give them.
enum OSRMReader {
  /// A route.
  static func route(
    _ scanner: inout JSONScanner, _ token: JSONToken
  ) throws(JSONError) -> RouteAnswer {
    var answer = RouteAnswer()
    answer.geometry.line = Int(scanner.line)
    try scanner.members(of: token) { (scanner, key) throws(JSONError) in
      let value = try scanner.next()
      switch key {
      case "geometry": answer.geometry = try geometry(&scanner, value)
      case "distance": answer.plan.declaredLengthMeters = try scanner.amount(of: value, "distance")
      case "duration": answer.plan.durationSeconds = try scanner.amount(of: value, "duration")
      case "weight": answer.plan.weight = try scanner.amount(of: value, "weight")
      case "weight_name": answer.plan.weightName = try scanner.text(of: value)
      case "legs":
        try scanner.objects(of: value) { (scanner, element) throws(JSONError) in
          answer.legs.append(try leg(&scanner, element))
        }
      case "waypoints": answer.waypointNames = try waypointNames(&scanner, value)
      default: try scanner.skip(value)
      }
    }
    return answer
  }

  /// The names of waypoints.
  static func waypointNames(_ scanner: inout JSONScanner, _ token: JSONToken) throws(JSONError) -> [String?] {
    var names: [String?] = []
    try scanner.elements(of: token) { (scanner, element) throws(JSONError) in
      var name: String?
      try scanner.members(of: element) { (scanner, key) throws(JSONError) in
        let value = try scanner.next()
        if key == "name" { name = try scanner.text(of: value) } else { try scanner.skip(value) }
      }
      names.append(name)
    }
    return names
  }

  /// A GeoJSON geometry or an encoded polyline.
  static func geometry(_ scanner: inout JSONScanner, _ token: JSONToken) throws(JSONError) -> RouteAnswer.Geometry {
    var geometry = RouteAnswer.Geometry()
    geometry.line = Int(scanner.line)
    if token == .string {
      geometry.encoded = scanner.stringValue
    } else {
      geometry.coordinates = try scanner.lineString(of: token)
    }
    return geometry
  }

  private static func leg(_ scanner: inout JSONScanner, _ token: JSONToken) throws(JSONError) -> RouteAnswer.Leg {
    var leg = RouteAnswer.Leg()
    try scanner.members(of: token) { (scanner, key) throws(JSONError) in
      let value = try scanner.next()
      switch key {
      case "distance": leg.lengthMeters = try scanner.amount(of: value, "distance")
      case "duration": leg.durationSeconds = try scanner.amount(of: value, "duration")
      case "weight": leg.weight = try scanner.amount(of: value, "weight")
      case "steps":
        try scanner.objects(of: value) { (scanner, element) throws(JSONError) in
          leg.steps.append(try step(&scanner, element))
        }
      case "via_waypoints":
        try scanner.objects(of: value) { (scanner, element) throws(JSONError) in
          try scanner.members(of: element) { (scanner, key) throws(JSONError) in
            let value = try scanner.next()
            guard key == "geometry_index" else { return try scanner.skip(value) }
            if let vertex = try scanner.integer(of: value, in: 0...1_000_000_000) { leg.silentVertices.append(vertex) }
          }
        }
      default: try scanner.skip(value)
      }
    }
    leg.silentVertices.sort()
    if !leg.steps.isEmpty { leg.steps[leg.steps.count - 1].isLastOfLeg = true }
    return leg
  }

  private static func step(_ scanner: inout JSONScanner, _ token: JSONToken) throws(JSONError) -> RouteAnswer.Step {
    var step = RouteAnswer.Step()
    step.geometry.line = Int(scanner.line)
    try scanner.members(of: token) { (scanner, key) throws(JSONError) in
      let value = try scanner.next()
      switch key {
      case "geometry": step.geometry = try geometry(&scanner, value)
      case "duration": step.maneuver.durationSeconds = try scanner.amount(of: value, "duration")
      case "maneuver": try maneuver(&scanner, value, &step)
      default: try member(key, &scanner, value, &step)
      }
    }
    // The lanes before the maneuver are those of the first intersection.
    for index in step.maneuver.intersections.indices {
      let modifier = index == 0 ? step.maneuver.action.modifier : .straight
      settle(&step.maneuver.intersections[index].lanes, modifier)
    }
    step.maneuver.lanes = step.maneuver.intersections.first?.lanes ?? []
    return step
  }

  /// Takes a member of a step that GeoJSON files of this project have too.
  static func member(
    _ key: String, _ scanner: inout JSONScanner, _ value: JSONToken, _ step: inout RouteAnswer.Step
  ) throws(JSONError) {
    switch key {
    case "name": step.maneuver.name = try scanner.text(of: value)
    case "ref": step.maneuver.reference = try scanner.text(of: value)
    case "destinations": step.maneuver.destinations = try scanner.text(of: value)
    case "exits": step.maneuver.exits = try scanner.text(of: value)
    case "pronunciation": step.maneuver.pronunciation = try scanner.text(of: value)
    case "rotary_name": step.maneuver.rotaryName = try scanner.text(of: value)
    case "rotary_pronunciation": step.maneuver.rotaryPronunciation = try scanner.text(of: value)
    case "mode": step.maneuver.mode = RoadWords.mode(try scanner.text(of: value) ?? "")
    case "driving_side": step.maneuver.drivesOnLeft = try scanner.text(of: value) == "left"
    case "weight": step.maneuver.weight = try scanner.amount(of: value, "weight")
    case "intersections":
      try scanner.objects(of: value) { (scanner, element) throws(JSONError) in
        try intersection(&scanner, element, &step)
      }
    default: try scanner.skip(value)
    }
  }

  private static func maneuver(
    _ scanner: inout JSONScanner, _ token: JSONToken, _ step: inout RouteAnswer.Step
  ) throws(JSONError) {
    var type = ""
    var modifier: String?
    var exit: Int?
    try scanner.members(of: token) { (scanner, key) throws(JSONError) in
      let value = try scanner.next()
      switch key {
      case "type": type = try scanner.text(of: value) ?? ""
      case "modifier": modifier = try scanner.text(of: value)
      case "exit": exit = try scanner.integer(of: value, in: 1...255)
      case "location": step.location = try scanner.position(of: value)
      case "bearing_before": step.maneuver.bearingBeforeDegrees = try bearing(&scanner, value)
      case "bearing_after": step.maneuver.bearingAfterDegrees = try bearing(&scanner, value)
      case "instruction": step.maneuver.instruction = try scanner.text(of: value)
      default: try scanner.skip(value)
      }
    }
    step.maneuver.action = Maneuver(type: type, modifier: modifier)
    step.maneuver.action.exit = UInt8(clamping: exit ?? 0)
  }

  /// A bearing in whole degrees, 0 ..< 360; -1 for what is none.
  static func bearing(_ scanner: inout JSONScanner, _ token: JSONToken) throws(JSONError) -> Int16 {
    guard let degrees = try scanner.number(of: token), degrees >= 0, degrees <= 360 else { return -1 }
    return Int16(degrees.rounded()) % 360
  }

  private static func intersection(
    _ scanner: inout JSONScanner, _ token: JSONToken, _ step: inout RouteAnswer.Step
  ) throws(JSONError) {
    var result = PlannedLine.Intersection(vertex: 0)
    var location: Coordinate?
    var entry = 0
    var places = (incoming: -1, outgoing: -1)
    let roads = 0...(PlannedLine.Intersection.mostRoads - 1)
    try scanner.members(of: token) { (scanner, key) throws(JSONError) in
      let value = try scanner.next()
      switch key {
      case "location": location = try scanner.position(of: value)
      case "in": places.incoming = try scanner.integer(of: value, in: roads) ?? -1
      case "out": places.outgoing = try scanner.integer(of: value, in: roads) ?? -1
      case "bearings":
        try scanner.elements(of: value) { (scanner, element) throws(JSONError) in
          let degrees = try bearing(&scanner, element)
          if result.bearings.count < PlannedLine.Intersection.mostRoads { result.bearings.append(max(0, degrees)) }
        }
      case "entry":
        try scanner.elements(of: value) { (scanner, element) throws(JSONError) in
          if try scanner.flag(of: element) ?? false, roads.contains(entry) { result.entries |= 1 << UInt32(entry) }
          entry += 1
        }
      case "classes":
        try scanner.elements(of: value) { (scanner, element) throws(JSONError) in
          let word = try scanner.text(of: element)
          for known in RoadWords.classes where known.word == word { result.classes.insert(known.class) }
        }
      case "lanes":
        try scanner.objects(of: value) { (scanner, element) throws(JSONError) in
          result.lanes.append(try lane(&scanner, element))
        }
      default: try scanner.skip(value)
      }
    }
    // What points beside the roads is of no use.
    if places.incoming < result.bearings.count { result.incoming = Int8(clamping: places.incoming) }
    if places.outgoing < result.bearings.count { result.outgoing = Int8(clamping: places.outgoing) }
    step.maneuver.intersections.append(result)
    step.intersectionLocations.append(location)
  }

  /// Stands for "the lane serves the route, by which arrow is not told"; no painted lane has all arrows.
  private static let untold = LaneArrows(rawValue: .max)

  /// A lane; `settle` finds the arrow to follow where the answer only says that there is one.
  static func lane(_ scanner: inout JSONScanner, _ token: JSONToken) throws(JSONError) -> RouteLane {
    var lane = RouteLane(arrows: [])
    var isValid = false
    var told: LaneArrows?
    try scanner.members(of: token) { (scanner, key) throws(JSONError) in
      let value = try scanner.next()
      switch key {
      case "indications":
        try scanner.elements(of: value) { (scanner, element) throws(JSONError) in
          if let arrow = try scanner.text(of: element).flatMap(RoadWords.arrow) { lane.arrows.insert(arrow) }
        }
      case "valid": isValid = try scanner.flag(of: value) ?? false
      case "valid_indication": told = try scanner.text(of: value).flatMap(RoadWords.arrow)
      case "valid_indications":
        try scanner.elements(of: value) { (scanner, element) throws(JSONError) in
          if let arrow = try scanner.text(of: element).flatMap(RoadWords.arrow) { told = (told ?? []).union(arrow) }
        }
      default: try scanner.skip(value)
      }
    }
    if isValid { lane.active = told ?? untold }
    return lane
  }

  /// Settles by which arrow a lane serves the route: the one told, the only one, the one of the maneuver, else all.
  static func settle(_ lanes: inout [RouteLane], _ modifier: Maneuver.Modifier) {
    let wanted = RoadWords.arrow(modifier)
    for index in lanes.indices where lanes[index].active == untold {
      let arrows = lanes[index].arrows
      lanes[index].active = arrows.isEmpty ? .none : !wanted.isEmpty && arrows.contains(wanted) ? wanted : arrows
    }
  }
}
