public import WaybenchCore

extension Route {
  /// The route that a file plans; `nil` when its line has no coordinate.
  ///
  /// Keeps everything that the file tells of the maneuvers. Waypoints that only shape the line end no leg. What the
  /// file states of times goes before the speed.
  ///
  /// - Parameter speedMetersPerSecond: the expected speed; NaN leaves the times unknown.
  /// - Complexity: O(line + maneuvers log maneuvers).
  public init?(_ planned: PlannedLine, speedMetersPerSecond: Double = .nan) {
    let vertices = planned.coordinates.indices
    let ordered = planned.maneuvers.filter { vertices.contains($0.vertex) }
      .enumerated().sorted { ($0.element.vertex, $0.offset) < ($1.element.vertex, $1.offset) }.map(\.element)
    self.init(
      line: planned.coordinates,
      maneuvers: ordered.map { LineManeuver(vertex: $0.vertex, maneuver: $0.action) },
      waypoints: planned.waypoints.filter { !$0.isSilent }.map(\.vertex), speedMetersPerSecond: speedMetersPerSecond)
    // A departure may have been put before the file's maneuvers, an arrival after them.
    let first = ordered.first?.vertex == 0 ? 0 : 1
    var texts = RouteTexts()
    for (index, maneuver) in ordered.enumerated() { fill(step: first + index, with: maneuver, &texts) }
    names = texts.texts
    if first == 0, steps.count == ordered.count { takeLegs(of: ordered) }
    weight = planned.weight ?? .nan
    weightName = planned.weightName ?? ""
    token = planned.token
    let sum = steps.reduce(0) { $0 + $1.durationSeconds }
    durationSeconds = planned.durationSeconds ?? (sum.isNaN ? durationSeconds : sum)
  }

  private mutating func fill(step index: Int, with maneuver: PlannedLine.Maneuver, _ texts: inout RouteTexts) {
    var step = steps[index]
    step.name = texts.index(of: maneuver.name)
    step.reference = texts.index(of: maneuver.reference)
    step.destinations = texts.index(of: maneuver.destinations)
    step.exits = texts.index(of: maneuver.exits)
    step.pronunciation = texts.index(of: maneuver.pronunciation)
    step.rotaryName = texts.index(of: maneuver.rotaryName)
    step.rotaryPronunciation = texts.index(of: maneuver.rotaryPronunciation)
    step.instruction = texts.index(of: maneuver.instruction)
    step.mode = maneuver.mode
    step.drivesOnLeft = maneuver.drivesOnLeft
    step.bearingBeforeDegrees = maneuver.bearingBeforeDegrees
    step.bearingAfterDegrees = maneuver.bearingAfterDegrees
    if let seconds = maneuver.durationSeconds { step.durationSeconds = seconds }
    step.weight = maneuver.weight ?? .nan
    step.intersections = Run(
      first: Int32(clamping: intersections.count), count: Int32(clamping: maneuver.intersections.count))
    for intersection in maneuver.intersections { append(intersection) }
    // The lanes before the maneuver are those of the first intersection.
    let here = step.intersections.count > 0 ? intersections[step.intersections.range.lowerBound].lanes : Run()
    step.lanes = maneuver.lanes == Array(lanes[here.range]) ? here : appendLanes(maneuver.lanes)
    steps[index] = step
  }

  private mutating func append(_ intersection: PlannedLine.Intersection) {
    let vertex = max(0, min(intersection.vertex, polyline.inputChainagesMeters.count - 1))
    let bearings = Run(
      first: Int32(clamping: intersectionBearings.count), count: Int32(clamping: intersection.bearings.count))
    intersectionBearings.append(contentsOf: intersection.bearings)
    intersections.append(
      RouteIntersection(
        chainageMeters: polyline.inputChainagesMeters[vertex], bearings: bearings, entries: intersection.entries,
        incoming: intersection.incoming, outgoing: intersection.outgoing, lanes: appendLanes(intersection.lanes),
        classes: intersection.classes))
  }

  private mutating func appendLanes(_ added: [RouteLane]) -> Run {
    if added.isEmpty { return Run() }
    defer { lanes.append(contentsOf: added) }
    return Run(first: Int32(clamping: lanes.count), count: Int32(clamping: added.count))
  }

  /// Divides the steps into the legs that the file tells; leaves them as they are where it does not tell all.
  private mutating func takeLegs(of maneuvers: [PlannedLine.Maneuver]) {
    var counts: [Int] = []
    for maneuver in maneuvers {
      guard let leg = maneuver.leg, leg == counts.count - 1 || leg == counts.count else { return }
      if leg == counts.count { counts.append(0) }
      counts[leg] += 1
    }
    var told: [RouteLeg] = []
    var firstStep = 0
    for (leg, count) in counts.enumerated() {
      let start = told.last?.endChainageMeters ?? 0
      let end = leg == counts.count - 1 ? lengthMeters : steps[firstStep + count - 1].startChainageMeters
      told.append(
        RouteLeg(startChainageMeters: start, endChainageMeters: end, firstStep: firstStep, stepCount: count))
      firstStep += count
    }
    if !told.isEmpty { legs = told }
  }
}

/// The texts of one route, each kept once in the order of their first use.
private struct RouteTexts {
  private(set) var texts = [""]
  private var known: [String: Int32] = ["": 0]

  mutating func index(of text: String?) -> Int32 {
    guard let text else { return 0 }
    if let index = known[text] { return index }
    let index = Int32(clamping: texts.count)
    known[text] = index
    texts.append(text)
    return index
  }
}
