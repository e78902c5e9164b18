import WaybenchCore

/// An OSRM v5 route answer as it stands in the file.
struct OSRMAnswer {
  /// A maneuver and where the file puts it.
  struct Step {
    var type = ""
    var modifier: String?
    var exit: Int?
    var name: String?
    var location: Coordinate?
    /// How many vertices the step's own line has; 0 when it has none.
    var vertexCount = 0
    var polyline: String?
    var line = 0
    /// The last step of its leg.
    var isLastOfLeg = false
  }

  var line = PlannedLine(coordinates: [])
  var polyline: String?
  var geometryLine = 1
  var steps: [Step] = []

  /// Ties every maneuver to a vertex of the route: by the vertex counts of the steps when they add up, otherwise by
  /// the nearest vertex that does not lie before the maneuver before.
  mutating func tieToVertices(path: String, precision: EncodedPolyline.Precision?) throws(RouteFileError) {
    let count = line.coordinates.count
    guard count > 0 else { return }
    for index in steps.indices {
      guard let text = steps[index].polyline else { continue }
      steps[index].vertexCount = try RouteFileReader.decode(text, precision, path: path, line: steps[index].line).count
    }
    var vertices: [Int] = []
    var vertex = 0
    for step in steps {
      vertices.append(min(vertex, count - 1))
      // The last step of a leg is an arrival: its line is one point, drawn once or twice.
      if !step.isLastOfLeg { vertex += max(0, step.vertexCount - 1) }
    }
    let fits = vertex == count - 1 && !steps.contains { !$0.isLastOfLeg && $0.vertexCount == 0 }
    if !fits { vertices = nearestVertices() }
    for (step, vertex) in zip(steps, vertices) {
      line.maneuvers.append(
        PlannedLine.Maneuver(vertex: vertex, type: step.type, modifier: step.modifier, exit: step.exit, name: step.name)
      )
      if step.type == "arrive" { line.waypoints.append(PlannedLine.Waypoint(vertex: vertex)) }
    }
    if !steps.isEmpty { line.waypoints.insert(PlannedLine.Waypoint(vertex: 0), at: 0) }
  }

  private func nearestVertices() -> [Int] {
    var result: [Int] = []
    var from = 0
    for step in steps {
      if step.type == "arrive" && result.count == steps.count - 1 { from = line.coordinates.count - 1 }
      if let location = step.location {
        var best = (vertex: from, meters: Double.infinity)
        for vertex in from..<line.coordinates.count {
          let meters = Geodesic.shortDistanceMeters(location, line.coordinates[vertex])
          if meters < best.meters { best = (vertex, meters) }
          // The first vertex on the very spot: a route may pass it again later.
          if meters < 0.5 { break }
        }
        from = best.vertex
      }
      result.append(from)
    }
    return result
  }
}

/// Reads the first route of an OSRM v5 answer.
struct OSRMWalker {
  private var scanner: JSONScanner
  private var answer = OSRMAnswer()

  init(_ bytes: [UInt8]) { scanner = JSONScanner(bytes) }

  /// Whether the object has a member `routes`, or a `code` other than "Ok" in its place.
  mutating func hasRoutes() throws(JSONError) -> Bool {
    guard try scanner.next() == .beginObject else { return false }
    while try scanner.next() == .key {
      if scanner.tokenEquals("routes") { return true }
      let isCode = scanner.tokenEquals("code")
      let token = try scanner.next()
      if isCode && token == .string && scanner.stringValue != "Ok" {
        throw scanner.failure("the answer is \"\(scanner.stringValue)\"; expected \"Ok\"")
      }
      try scanner.skip(token)
    }
    return false
  }

  /// The first route.
  func firstRoute() throws(JSONError) -> OSRMAnswer {
    var walker = self
    guard try walker.hasRoutes() else { throw walker.scanner.failure("no routes; expected an array of routes") }
    guard try walker.scanner.next() == .beginArray, try walker.scanner.next() == .beginObject else {
      throw walker.scanner.failure("routes is empty or no array; expected at least one route")
    }
    try walker.takeRoute()
    return walker.answer
  }

  private mutating func takeRoute() throws(JSONError) {
    while try scanner.next() == .key {
      if scanner.tokenEquals("geometry") {
        answer.geometryLine = Int(scanner.line)
        let (coordinates, polyline) = try geometry()
        answer.line.coordinates = coordinates
        answer.polyline = polyline
      } else if scanner.tokenEquals("distance") {
        if try scanner.next() == .number { answer.line.declaredLengthMeters = scanner.numberValue }
      } else if scanner.tokenEquals("legs") {
        try each { (walker) throws(JSONError) in try walker.leg() }
      } else {
        try scanner.skip(try scanner.next())
      }
    }
  }

  private mutating func leg() throws(JSONError) {
    while try scanner.next() == .key {
      if scanner.tokenEquals("steps") {
        try each { (walker) throws(JSONError) in try walker.step() }
        if !answer.steps.isEmpty { answer.steps[answer.steps.count - 1].isLastOfLeg = true }
      } else {
        try scanner.skip(try scanner.next())
      }
    }
  }

  private mutating func step() throws(JSONError) {
    var step = OSRMAnswer.Step()
    step.line = Int(scanner.line)
    while try scanner.next() == .key {
      if scanner.tokenEquals("geometry") {
        let (coordinates, polyline) = try geometry()
        step.vertexCount = coordinates.count
        step.polyline = polyline
      } else if scanner.tokenEquals("name") {
        let token = try scanner.next()
        if token == .string { step.name = scanner.stringValue.isEmpty ? nil : scanner.stringValue }
        try scanner.skip(token)
      } else if scanner.tokenEquals("maneuver") {
        let token = try scanner.next()
        if token == .beginObject { try maneuver(&step) } else { try scanner.skip(token) }
      } else {
        try scanner.skip(try scanner.next())
      }
    }
    answer.steps.append(step)
  }

  private mutating func maneuver(_ step: inout OSRMAnswer.Step) throws(JSONError) {
    while try scanner.next() == .key {
      let isType = scanner.tokenEquals("type")
      let isModifier = scanner.tokenEquals("modifier")
      let isLocation = scanner.tokenEquals("location")
      let isExit = scanner.tokenEquals("exit")
      let token = try scanner.next()
      if isType && token == .string { step.type = scanner.stringValue }
      if isExit && token == .number { step.exit = scanner.numberValue.flatMap { Int(exactly: $0) } }
      if isModifier && token == .string { step.modifier = scanner.stringValue }
      if isLocation && token == .beginArray { step.location = try position() } else { try scanner.skip(token) }
    }
  }

  /// Reads an array of objects; what is no object is skipped.
  private mutating func each(_ body: (inout OSRMWalker) throws(JSONError) -> Void) throws(JSONError) {
    guard try scanner.next() == .beginArray else { throw scanner.failure("no array; expected [") }
    while true {
      let token = try scanner.next()
      if token == .endArray { return }
      if token == .beginObject { try body(&self) } else { try scanner.skip(token) }
    }
  }

  /// A geometry: GeoJSON gives coordinates, a text is an encoded polyline.
  private mutating func geometry() throws(JSONError) -> ([Coordinate], String?) {
    let token = try scanner.next()
    if token == .string { return ([], scanner.stringValue) }
    guard token == .beginObject else {
      try scanner.skip(token)
      return ([], nil)
    }
    var coordinates: [Coordinate] = []
    while try scanner.next() == .key {
      let isCoordinates = scanner.tokenEquals("coordinates")
      let value = try scanner.next()
      guard isCoordinates, value == .beginArray else {
        try scanner.skip(value)
        continue
      }
      while try scanner.next() == .beginArray {
        guard let coordinate = try position() else {
          throw scanner.failure("no longitude and latitude; expected -180 to 180, -90 to 90")
        }
        coordinates.append(coordinate)
      }
    }
    return (coordinates, nil)
  }

  /// A position whose `[` is taken; `nil` when it is none.
  private mutating func position() throws(JSONError) -> Coordinate? {
    var numbers: [Double] = []
    while true {
      let token = try scanner.next()
      if token == .endArray { break }
      if token == .number { numbers.append(scanner.numberValue ?? .nan) } else { try scanner.skip(token) }
    }
    return numbers.count >= 2 ? Coordinate(latitude: numbers[1], longitude: numbers[0]) : nil
  }
}
