import Formats
import Testing
import WaybenchCore

@Suite struct RouteRoundTripTests {
  let scratch = Scratch()

  /// A route with two legs, a stop on the spot between them, and every field that a route has without a network.
  static func rich() throws -> Route {
    var plan = PlannedLine(coordinates: RouteFixtures.line)
    func maneuver(_ vertex: Int, _ action: Maneuver, leg: Int, _ name: String?) -> PlannedLine.Maneuver {
      var result = PlannedLine.Maneuver(vertex: vertex, action: action, name: name)
      result.leg = leg
      result.durationSeconds = 12.5 * Double(vertex + 1)
      result.weight = 3.25 * Double(vertex + 1)
      return result
    }
    plan.maneuvers = [
      maneuver(0, Maneuver(.depart), leg: 0, "Quay <Street> & \"Co\""),
      maneuver(2, Maneuver(.turn, .right), leg: 0, "Hafenstraße\\"), maneuver(3, Maneuver(.arrive), leg: 0, nil),
      maneuver(3, Maneuver(.depart), leg: 1, "Pier"), maneuver(3, Maneuver(.arrive), leg: 1, nil),
      maneuver(3, Maneuver(.depart), leg: 2, "Ocean Ferry"),
      maneuver(4, Maneuver(.rotary, .slightLeft, exit: 3), leg: 2, "Light House Way"),
      maneuver(6, Maneuver(.arrive, .left), leg: 2, nil),
    ]
    plan.maneuvers[1].reference = "A 7"
    plan.maneuvers[1].destinations = "A 7: Port"
    plan.maneuvers[1].exits = "12; 13"
    plan.maneuvers[1].pronunciation = "hafen"
    plan.maneuvers[1].instruction = "Turn right.\nThen go on."
    plan.maneuvers[1].bearingBeforeDegrees = 1
    plan.maneuvers[1].bearingAfterDegrees = 89
    plan.maneuvers[1].drivesOnLeft = true
    plan.maneuvers[5].mode = .ferry
    plan.maneuvers[6].mode = .pushing
    plan.maneuvers[6].rotaryName = "North Circle"
    plan.maneuvers[6].rotaryPronunciation = "north"
    let lanes = [
      RouteLane(arrows: [.left, .mergeToRight]), RouteLane(arrows: [.straight, .right], active: .right),
      RouteLane(arrows: [.straight, .right], active: [.straight, .right]), RouteLane(arrows: [], active: .none),
    ]
    plan.maneuvers[1].lanes = lanes
    var here = PlannedLine.Intersection(vertex: 2)
    here.bearings = [90, 180, 270]
    here.entries = 0b101
    here.incoming = 1
    here.outgoing = 0
    here.lanes = lanes
    here.classes = [.toll, .tunnel]
    plan.maneuvers[1].intersections = [here]
    var passed = PlannedLine.Intersection(vertex: 5)
    passed.bearings = [57, 232]
    passed.entries = 1
    passed.incoming = 1
    passed.outgoing = 0
    plan.maneuvers[6].intersections = [PlannedLine.Intersection(vertex: 4), passed]
    plan.waypoints = [0, 3, 3, 6].map { PlannedLine.Waypoint(vertex: $0) }
    plan.durationSeconds = 511.125
    plan.weight = 99.5
    plan.weightName = "duration"
    plan.token = "opaque \"token\" \\ ="
    return try #require(Route(plan))
  }

  private func back(
    _ text: String, _ precision: EncodedPolyline.Precision? = nil
  ) throws -> [Route] {
    try RouteFileReader.routes(in: Array(text.utf8), path: "r", precision: precision).map {
      try #require(Route($0))
    }
  }

  /// What a step says, with its texts and runs resolved.
  private func facts(_ route: Route, _ step: RouteStep) -> [String] {
    let texts = [
      step.name, step.reference, step.destinations, step.exits, step.pronunciation, step.rotaryName,
      step.rotaryPronunciation, step.instruction,
    ].map(route.name)
    let intersections = route.intersections[step.intersections.range].map {
      "\($0.chainageMeters) \(route.intersectionBearings[$0.bearings.range]) \($0.entries) \($0.incoming) "
        + "\($0.outgoing) \(route.lanes[$0.lanes.range].map { "\($0)" }) \($0.classes)"
    }
    return texts + intersections + [
      "\(step.maneuver)", "\(step.startChainageMeters) \(step.endChainageMeters) \(step.durationSeconds)",
      "\(step.weight) \(step.mode) \(step.drivesOnLeft) \(step.bearingBeforeDegrees) \(step.bearingAfterDegrees)",
      "\(route.lanes[step.lanes.range].map { "\($0)" })",
    ]
  }

  private func expectSame(_ a: Route, _ b: Route) {
    #expect(a.coordinates == b.coordinates)
    #expect(a.steps.count == b.steps.count)
    for (one, other) in zip(a.steps, b.steps) { #expect(facts(a, one) == facts(b, other)) }
    #expect(a.legs.map { [$0.firstStep, $0.stepCount] } == b.legs.map { [$0.firstStep, $0.stepCount] })
    #expect(a.legs.map(\.startChainageMeters) == b.legs.map(\.startChainageMeters))
    #expect(a.legs.map(\.endChainageMeters) == b.legs.map(\.endChainageMeters))
    #expect(a.durationSeconds == b.durationSeconds && a.weight == b.weight && a.weightName == b.weightName)
  }

  @Test func `GeoJSON loses nothing`() throws {
    let route = try Self.rich()
    var other = route
    other.token = nil
    other.weight = .nan
    let read = try back(RouteText.text([route, other], format: .geojson))
    #expect(read.count == 2)
    expectSame(read[0], route)
    #expect(read[0].token == route.token && read[1].token == nil && read[1].weight.isNaN)
    for (one, step) in zip(read[1].steps, route.steps) { #expect(facts(read[1], one) == facts(route, step)) }
  }

  @Test(arguments: RouteText.Geometries.allCases)
  func `OSRM keeps all but decimals`(geometries: RouteText.Geometries) throws {
    var route = try Self.rich()
    // What the API always has and this route does not tell: the bearings of the line.
    for index in route.steps.indices {
      if route.steps[index].bearingBeforeDegrees < 0 { route.steps[index].bearingBeforeDegrees = 10 }
      if route.steps[index].bearingAfterDegrees < 0 { route.steps[index].bearingAfterDegrees = 20 }
      // One decimal is kept.
      route.steps[index].weight = route.steps[index].weight.rounded()
    }
    for leg in route.legs { route.steps[leg.firstStep + leg.stepCount - 1].bearingAfterDegrees = 0 }
    route.durationSeconds = 511
    let text = RouteText.text([route, route], format: .osrm, geometries: geometries)
    let read = try back(text, geometries == .polyline ? .decimals5 : .decimals6)
    #expect(read.count == 2)
    expectSame(read[0], route)
    #expect(RouteText.text(read, format: .osrm, geometries: geometries) == text)
  }

  @Test func `OSRM leaves out what is empty and has what it always has`() throws {
    let route = try #require(Route(line: RouteFixtures.line))
    let text = RouteText.text([route], format: .osrm)
    for key in [
      "ref", "destinations", "exits", "pronunciation", "rotary_name", "rotary_pronunciation", "intersections",
      "modifier",
      "exit", "classes", "lanes", "instruction",
    ] { #expect(!text.contains("\"\(key)\":"), "\(key)") }
    #expect(text.contains("\"duration\":null,\"weight\":null,\"geometry\""))
    for key in ["mode\":\"driving\"", "driving_side\":\"right\"", "weight_name\":\"", "summary\":\"\"", "name\":\"\""] {
      #expect(text.contains("\"" + key), "\(key)")
    }
    var left = route
    left.lanes = [RouteLane(arrows: .left, active: .left)]
    left.steps[1].lanes = Run(first: 0, count: 1)
    let alone = try back(RouteText.text([left], format: .osrm))
    #expect(alone[0].lanes[alone[0].steps[1].lanes.range].first == left.lanes[0], "lanes without an intersection")
  }

  @Test(arguments: [RouteText.Geometries.geojson, .polyline])
  func `Google keeps legs, times, sentences and the token`(geometries: RouteText.Geometries) throws {
    let route = try Self.rich()
    let text = RouteText.text([route, route], format: .google, geometries: geometries)
    let read = try back(text)
    #expect(read.count == 2)
    #expect(read[0].coordinates == route.coordinates && read[0].token == route.token)
    #expect(read[0].legs.map(\.endChainageMeters) == route.legs.map(\.endChainageMeters))
    #expect(read[0].durationSeconds == route.durationSeconds)
    #expect(read[0].steps.map(\.startChainageMeters) == route.steps.map(\.startChainageMeters))
    #expect(
      read[0].steps.map(\.maneuver.kind) == [.depart, .turn, .arrive, .depart, .arrive, .depart, .roundabout, .arrive])
    #expect(read[0].name(read[0].steps[1].instruction) == "Turn right.\nThen go on.")
    #expect(text.contains("\"instructions\":\"At North Circle take exit 3 onto Light House Way\""))
    #expect(text.contains("DEFAULT_ROUTE_ALTERNATE"))
    // Once its own words are those of the API, nothing changes any more.
    let again = RouteText.text(read, format: .google, geometries: geometries)
    let third = try back(again)
    #expect(RouteText.text(third, format: .google, geometries: geometries) == again)
  }

  @Test func `GPX keeps maneuvers and roads`() throws {
    let route = try Self.rich()
    let text = RouteText.text([route, route], format: .gpx)
    let plans = try RouteFileReader.readAll(path: try scratch.file("r.gpx", text))
    #expect(plans.map(\.name) == ["route 1", "route 2"])
    let read = try #require(Route(plans[0]))
    #expect(read.coordinates == route.coordinates)
    #expect(read.steps.map(\.maneuver) == route.steps.map(\.maneuver))
    #expect(read.steps.map(\.startChainageMeters) == route.steps.map(\.startChainageMeters))
    #expect(read.steps.map { read.name($0.name) } == route.steps.map { route.name($0.name) })
    #expect(read.legs.map(\.stepCount) == route.legs.map(\.stepCount))
    #expect(read.name(read.steps[1].instruction) == "Turn right.\nThen go on.")
  }

  @Test func `polylines are one line each`() throws {
    let route = try Self.rich()
    for (format, precision) in [
      (RouteText.Format.polyline, EncodedPolyline.Precision.decimals6), (.polyline6, .decimals6),
      (.polyline5, .decimals5),
    ] {
      let text = RouteText.text([route, route], format: format)
      let read = try back(text, precision)
      #expect(read.map(\.coordinates) == [route.coordinates, route.coordinates])
    }
    #expect(RouteText.text([], format: .osrm).isEmpty)
  }

  @Test func `the table shows signs and lanes, and all routes`() throws {
    let route = try Self.rich()
    let one = RouteText.text([route], format: .text)
    #expect(one.hasPrefix("route: "))
    let turn = one.split(separator: "\n")[2]
    #expect(
      turn.hasSuffix(
        "turn right  Hafenstraße\\, A 7  towards A 7: Port  exit no. 12; 13  lanes ←⇥ [↑→] [↑→] [·]"), "\(turn)")
    #expect(one.contains("depart (ferry)  Ocean Ferry\n"))
    #expect(one.contains("rotary slight left exit 3 (pushing bike)  North Circle, Light House Way\n"))
    let two = RouteText.text([route, route], format: .text)
    #expect(two.contains("route 1 of 2: ") && two.contains("\n\nroute 2 of 2: "))
  }
}
