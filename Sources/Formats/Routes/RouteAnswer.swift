import WaybenchCore

/// A route as a routing service's answer has it, before it is tied to the vertices of its line.
struct RouteAnswer {
  /// A line, either as coordinates or still encoded.
  struct Geometry {
    var coordinates: [Coordinate] = []
    var encoded: String?
    /// The decimals, where the format of the answer fixes them.
    var precision: EncodedPolyline.Precision?
    var line = 1

    /// Decodes the line with the precision that the format or the caller states.
    mutating func decode(_ stated: EncodedPolyline.Precision?, path: String) throws(RouteFileError) {
      guard let text = encoded else { return }
      coordinates = try RouteFileReader.decode(text, precision ?? stated, path: path, line: line)
      encoded = nil
    }

    /// How many coordinates differ from the one before.
    var distinctCount: Int {
      guard let first = coordinates.first else { return 0 }
      var count = 1
      var last = first
      for coordinate in coordinates where coordinate != last {
        count += 1
        last = coordinate
      }
      return count
    }
  }

  /// A maneuver and where the answer puts it.
  struct Step {
    /// Its `vertex` counts where it is not negative.
    var maneuver = PlannedLine.Maneuver(vertex: -1, action: Maneuver(.turn))
    var location: Coordinate?
    /// The way to the next maneuver.
    var geometry = Geometry()
    /// Where the maneuver's intersections are, as many as it has.
    var intersectionLocations: [Coordinate?] = []
    /// The last step of its leg: an arrival of no length.
    var isLastOfLeg = false
  }

  /// The way from one stop to the next.
  struct Leg {
    var lengthMeters: Double?
    var durationSeconds: Double?
    var weight: Double?
    var steps: [Step] = []
    var geometry = Geometry()
    /// Vertices of the leg's line that the route was drawn through.
    var silentVertices: [Int] = []
  }

  var plan = PlannedLine(coordinates: [])
  var geometry = Geometry()
  var legs: [Leg] = []
  /// The names of all waypoints in order, also those that are no stops.
  var waypointNames: [String?] = []

  /// The plan with everything tied to the vertices of its line.
  ///
  /// - Parameter precision: of encoded polylines whose format does not fix it.
  mutating func planned(path: String, precision: EncodedPolyline.Precision?) throws(RouteFileError) -> PlannedLine {
    try geometry.decode(precision, path: path)
    for leg in legs.indices {
      try legs[leg].geometry.decode(precision, path: path)
      for step in legs[leg].steps.indices { try legs[leg].steps[step].geometry.decode(precision, path: path) }
    }
    plan.coordinates = line()
    guard !plan.coordinates.isEmpty else {
      throw RouteFileError(
        path: path, line: geometry.line, message: "a route without geometry; expected its line or that of its steps")
    }
    addMissingSteps()
    tie()
    return plan
  }

  /// The line of the route, of its legs or of its steps: the first that is there.
  private func line() -> [Coordinate] {
    if !geometry.coordinates.isEmpty { return geometry.coordinates }
    let ofLegs = legs.flatMap(\.geometry.coordinates)
    return ofLegs.isEmpty ? legs.flatMap { $0.steps.flatMap(\.geometry.coordinates) } : ofLegs
  }

  /// Gives every leg that came without steps a departure and an arrival, by its share of the length.
  private mutating func addMissingSteps() {
    guard legs.contains(where: \.steps.isEmpty) else { return }
    let total = legs.reduce(0) { $0 + ($1.lengthMeters ?? 0) }
    var chainages = [0.0]
    for (from, to) in zip(plan.coordinates, plan.coordinates.dropFirst()) {
      chainages.append(chainages[chainages.count - 1] + Geodesic.distanceMeters(from, to))
    }
    let scale = total > 0 ? chainages[chainages.count - 1] / total : 0
    var vertex = 0
    var meters = 0.0
    for leg in legs.indices {
      let start = vertex
      meters += (legs[leg].lengthMeters ?? 0) * scale
      while vertex < chainages.count - 1, chainages[vertex] < meters { vertex += 1 }
      // The vertex before may be nearer.
      if vertex > start, meters - chainages[vertex - 1] < chainages[vertex] - meters { vertex -= 1 }
      if leg == legs.count - 1 { vertex = chainages.count - 1 }
      guard legs[leg].steps.isEmpty else { continue }
      var departure = Step()
      departure.maneuver = PlannedLine.Maneuver(vertex: start, action: Maneuver(.depart))
      departure.maneuver.durationSeconds = legs[leg].durationSeconds
      departure.maneuver.weight = legs[leg].weight
      var arrival = Step()
      arrival.maneuver = PlannedLine.Maneuver(vertex: vertex, action: Maneuver(.arrive))
      arrival.maneuver.durationSeconds = legs[leg].durationSeconds.map { _ in 0 }
      arrival.isLastOfLeg = true
      legs[leg].steps = [departure, arrival]
    }
  }

  /// Ties maneuvers, intersections and waypoints to vertices of the line.
  private mutating func tie() {
    let steps = legs.flatMap(\.steps)
    guard !steps.isEmpty else { return }
    var matcher = VertexMatcher(plan.coordinates)
    let vertices = countedVertices(steps) ?? matcher.vertices(of: steps)
    var stepLegs: [Int] = []
    for (leg, content) in legs.enumerated() {
      stepLegs.append(contentsOf: [Int](repeating: leg, count: content.steps.count))
    }
    for (index, step) in steps.enumerated() {
      var maneuver = step.maneuver
      maneuver.vertex = vertices[index]
      maneuver.leg = stepLegs[index]
      let last = index + 1 < steps.count ? vertices[index + 1] : maneuver.vertex
      matcher.tie(&maneuver.intersections, at: step.intersectionLocations, from: maneuver.vertex, through: last)
      plan.maneuvers.append(maneuver)
    }
    addWaypoints(ends: zip(steps, vertices).filter { $0.0.isLastOfLeg }.map { $0.1 })
  }

  /// The vertices by the vertex counts of the steps; `nil` where these do not add up to the line.
  private func countedVertices(_ steps: [Step]) -> [Int]? {
    let coordinates = plan.coordinates
    let distinct = coordinates.indices.filter { $0 == 0 || coordinates[$0] != coordinates[$0 - 1] }
    var result: [Int] = []
    var position = 0
    for step in steps {
      guard position < distinct.count else { return nil }
      result.append(distinct[position])
      // An arrival's line is one point, drawn once or twice.
      if step.isLastOfLeg { continue }
      let count = step.geometry.distinctCount
      if count == 0 || step.maneuver.vertex >= 0 { return nil }
      position += count - 1
    }
    return position == distinct.count - 1 ? result : nil
  }

  private mutating func addWaypoints(ends: [Int]) {
    guard ends.count == legs.count else { return }
    let silentCount = legs.reduce(0) { $0 + $1.silentVertices.count }
    var names = waypointNames
    // The names count where it is clear whose they are: of all waypoints, or of all stops.
    let holdsSilent = names.count == ends.count + 1 + silentCount
    if !holdsSilent, names.count != ends.count + 1 { names = [] }
    var next = 0
    func takeName() -> String? {
      defer { next += 1 }
      return next < names.count ? names[next] : nil
    }
    plan.waypoints.append(PlannedLine.Waypoint(vertex: 0, name: takeName()))
    var start = 0
    for (leg, end) in ends.enumerated() {
      for silent in legs[leg].silentVertices {
        let vertex = min(end, start + min(silent, plan.coordinates.count))
        let name = holdsSilent ? takeName() : nil
        plan.waypoints.append(PlannedLine.Waypoint(vertex: vertex, name: name, isSilent: true))
      }
      plan.waypoints.append(PlannedLine.Waypoint(vertex: end, name: takeName()))
      start = end
    }
  }
}

/// Finds the vertices of a line at which something lies, in order.
struct VertexMatcher {
  private let coordinates: [Coordinate]
  /// How many distances may still be looked at: a hostile answer must not take hours.
  private var budget = 20_000_000

  init(_ coordinates: [Coordinate]) { self.coordinates = coordinates }

  /// For every step the nearest vertex that does not lie before the step before.
  mutating func vertices(of steps: [RouteAnswer.Step]) -> [Int] {
    let last = coordinates.count - 1
    var result: [Int] = []
    var from = 0
    for (index, step) in steps.enumerated() {
      if step.maneuver.vertex >= 0 {
        from = max(from, min(step.maneuver.vertex, last))
      } else if step.isLastOfLeg, index == steps.count - 1 {
        from = last
      } else if let location = step.location {
        from = nearest(to: location, from: from, through: last)
      }
      result.append(from)
    }
    return result
  }

  /// Ties intersections to vertices of their step; the first without a place is at its start.
  mutating func tie(
    _ intersections: inout [PlannedLine.Intersection], at locations: [Coordinate?], from: Int, through: Int
  ) {
    var vertex = from
    for index in intersections.indices {
      if index < locations.count, let location = locations[index] {
        vertex = nearest(to: location, from: vertex, through: through)
      }
      intersections[index].vertex = vertex
    }
  }

  private mutating func nearest(to location: Coordinate, from: Int, through: Int) -> Int {
    var best = (vertex: from, meters: Double.infinity)
    guard from <= through else { return from }
    for vertex in from...through {
      if budget == 0 { break }
      budget -= 1
      let meters = Geodesic.shortDistanceMeters(location, coordinates[vertex])
      // The first vertex on the very spot, but for rounding: a route may pass it again later.
      if best.meters < 1, meters > best.meters { break }
      if meters < best.meters { best = (vertex, meters) }
      if meters == 0 { break }
    }
    return best.vertex
  }
}
