import WaybenchCore

/// Reads routes of answers of the Google Routes API (computeRoutes, v2).
///
/// Its encoded polylines have 5 decimals: the documentation of the API refers to the Encoded Polyline Algorithm Format,
/// which is defined with 1e5 units to a degree, so that no caller has to state it.
enum GoogleReader {
  /// A route.
  static func route(_ scanner: inout JSONScanner, _ token: JSONToken) throws(JSONError) -> RouteAnswer {
    var answer = RouteAnswer()
    var staticSeconds: Double?
    answer.geometry.line = Int(scanner.line)
    try scanner.members(of: token) { (scanner, key) throws(JSONError) in
      let value = try scanner.next()
      switch key {
      case "distanceMeters": answer.plan.declaredLengthMeters = try scanner.amount(of: value, "distance")
      case "duration": answer.plan.durationSeconds = try seconds(&scanner, value)
      case "staticDuration": staticSeconds = try seconds(&scanner, value)
      case "polyline": answer.geometry = try polyline(&scanner, value)
      case "description": answer.plan.name = try scanner.text(of: value)
      case "routeToken": answer.plan.token = try scanner.text(of: value)
      case "routeLabels":
        try scanner.elements(of: value) { (scanner, element) throws(JSONError) in
          if let label = try scanner.text(of: element) { answer.plan.labels.append(label) }
        }
      case "legs":
        try scanner.objects(of: value) { (scanner, element) throws(JSONError) in
          answer.legs.append(try leg(&scanner, element))
        }
      default: try scanner.skip(value)
      }
    }
    if answer.plan.durationSeconds == nil { answer.plan.durationSeconds = staticSeconds }
    return answer
  }

  /// A duration: seconds, with or without a fraction, and an `s`.
  private static func seconds(_ scanner: inout JSONScanner, _ token: JSONToken) throws(JSONError) -> Double? {
    guard token == .string else {
      try scanner.skip(token)
      return nil
    }
    let text = scanner.stringValue
    guard text.hasSuffix("s"), let value = DecimalText.parse(String(text.dropLast())), value >= 0,
      value <= JSONScanner.largestAmount
    else { throw scanner.failure("a duration of \"\(text.prefix(40))\"; expected seconds such as \"1234s\", 0 to 1e9") }
    return value
  }

  private static func polyline(
    _ scanner: inout JSONScanner, _ token: JSONToken
  ) throws(JSONError) -> RouteAnswer.Geometry {
    var geometry = RouteAnswer.Geometry()
    geometry.line = Int(scanner.line)
    geometry.precision = .decimals5
    try scanner.members(of: token) { (scanner, key) throws(JSONError) in
      let value = try scanner.next()
      switch key {
      case "encodedPolyline": geometry.encoded = try scanner.text(of: value)
      case "geoJsonLinestring": geometry.coordinates = try scanner.lineString(of: value)
      default: try scanner.skip(value)
      }
    }
    return geometry
  }

  private static func leg(_ scanner: inout JSONScanner, _ token: JSONToken) throws(JSONError) -> RouteAnswer.Leg {
    var leg = RouteAnswer.Leg()
    var staticSeconds: Double?
    var end: Coordinate?
    try scanner.members(of: token) { (scanner, key) throws(JSONError) in
      let value = try scanner.next()
      switch key {
      case "distanceMeters": leg.lengthMeters = try scanner.amount(of: value, "distance")
      case "duration": leg.durationSeconds = try seconds(&scanner, value)
      case "staticDuration": staticSeconds = try seconds(&scanner, value)
      case "polyline": leg.geometry = try polyline(&scanner, value)
      case "endLocation": end = try location(&scanner, value)
      case "steps":
        try scanner.objects(of: value) { (scanner, element) throws(JSONError) in
          leg.steps.append(try step(&scanner, element, isFirst: leg.steps.isEmpty))
        }
      default: try scanner.skip(value)
      }
    }
    if leg.durationSeconds == nil { leg.durationSeconds = staticSeconds }
    guard !leg.steps.isEmpty else { return leg }
    stretchTimes(&leg)
    // The API has no step for the arrival.
    var arrival = RouteAnswer.Step()
    arrival.maneuver.action = Maneuver(.arrive)
    arrival.maneuver.durationSeconds = leg.steps.contains { $0.maneuver.durationSeconds == nil } ? nil : 0
    arrival.maneuver.mode = leg.steps[leg.steps.count - 1].maneuver.mode
    arrival.location = end
    arrival.isLastOfLeg = true
    leg.steps.append(arrival)
    return leg
  }

  /// Steps only have times without traffic: they are stretched alike so that they add up to the time of the leg.
  private static func stretchTimes(_ leg: inout RouteAnswer.Leg) {
    let sum = leg.steps.reduce(0) { $0 + ($1.maneuver.durationSeconds ?? .nan) }
    guard let seconds = leg.durationSeconds, sum > 0, abs(sum - seconds) > 1 else { return }
    for index in leg.steps.indices {
      leg.steps[index].maneuver.durationSeconds = leg.steps[index].maneuver.durationSeconds.map { $0 * seconds / sum }
    }
  }

  private static func step(
    _ scanner: inout JSONScanner, _ token: JSONToken, isFirst: Bool
  ) throws(JSONError) -> RouteAnswer.Step {
    var step = RouteAnswer.Step()
    var action: (maneuver: Maneuver, mode: StepMode?)?
    step.geometry.line = Int(scanner.line)
    try scanner.members(of: token) { (scanner, key) throws(JSONError) in
      let value = try scanner.next()
      switch key {
      case "staticDuration": step.maneuver.durationSeconds = try seconds(&scanner, value)
      case "polyline": step.geometry = try polyline(&scanner, value)
      case "startLocation": step.location = try location(&scanner, value)
      case "travelMode": step.maneuver.mode = GoogleManeuver.mode(try scanner.text(of: value) ?? "")
      case "navigationInstruction":
        try scanner.members(of: value) { (scanner, key) throws(JSONError) in
          let value = try scanner.next()
          switch key {
          case "maneuver": action = GoogleManeuver.action(try scanner.text(of: value) ?? "")
          case "instructions": step.maneuver.instruction = try scanner.text(of: value)
          default: try scanner.skip(value)
          }
        }
      default: try scanner.skip(value)
      }
    }
    step.maneuver.action = action?.maneuver ?? Maneuver(isFirst ? .depart : .turn)
    if let mode = action?.mode { step.maneuver.mode = mode }
    return step
  }

  private static func location(_ scanner: inout JSONScanner, _ token: JSONToken) throws(JSONError) -> Coordinate? {
    var latitude = Double.nan
    var longitude = Double.nan
    try scanner.members(of: token) { (scanner, key) throws(JSONError) in
      let value = try scanner.next()
      guard key == "latLng", value == .beginObject else { return try scanner.skip(value) }
      // What is zero is left out of the API's answers.
      latitude = 0
      longitude = 0
      try scanner.members(of: value) { (scanner, key) throws(JSONError) in
        let value = try scanner.next()
        switch key {
        case "latitude": latitude = try scanner.number(of: value) ?? .nan
        case "longitude": longitude = try scanner.number(of: value) ?? .nan
        default: try scanner.skip(value)
        }
      }
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
