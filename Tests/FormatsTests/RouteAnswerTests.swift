import Formats
import Testing
import WaybenchCore

@Suite struct RouteAnswerTests {
  private func read(
    _ text: String, _ precision: EncodedPolyline.Precision? = nil, stated: EncodedPolyline.Precision? = nil
  ) throws -> [PlannedLine] {
    let bytes = RouteFixtures.filled(text, precision ?? .decimals6)
    return try RouteFileReader.routes(in: bytes, path: "answer.json", precision: stated ?? precision)
  }

  @Test func `an answer of OSRM keeps all it says`() throws {
    let plan = try #require(try read(RouteFixtures.osrm).first)
    #expect(plan.coordinates == RouteFixtures.line)
    #expect(plan.maneuvers.map(\.vertex) == [0, 2, 3, 5, 6])
    #expect(plan.waypoints.map(\.name) == ["Quay Street", "Light House Way"])
    #expect(plan.maneuvers.map(\.durationSeconds) == [31.5, 12.4, 9.5, 8, 0])
    let route = try #require(Route(plan, speedMetersPerSecond: 3))
    #expect(route.durationSeconds == 61.4 && route.weight == 63 && route.weightName == "routability")
    #expect(route.legs.map(\.stepCount) == [5])
    #expect(
      route.steps.map(\.maneuver) == [
        Maneuver(.depart), Maneuver(.offRamp, .right), Maneuver(.rotary, .slightLeft, exit: 2),
        Maneuver(.exitRotary, .straight, exit: 2), Maneuver(.arrive, .left),
      ])
    let ramp = route.steps[1]
    let texts = [ramp.name, ramp.reference, ramp.destinations, ramp.exits, ramp.pronunciation].map(route.name)
    #expect(texts == ["Harbour Road", "A 7", "A 7: Port, Light House", "12; 13", "harber road"])
    #expect(ramp.weight == 14 && ramp.bearingBeforeDegrees == 0 && ramp.bearingAfterDegrees == 90)
    #expect(route.steps.filter(\.drivesOnLeft).count == route.steps.count)
    #expect(route.name(route.steps[2].rotaryName) == "North Circle")
    #expect(route.name(route.steps[2].rotaryPronunciation) == "north sirkel")
    #expect(
      Array(route.lanes[ramp.lanes.range]) == [
        RouteLane(arrows: .left), RouteLane(arrows: [.straight, .right], active: .right),
        RouteLane(arrows: .right, active: .right),
      ])
    let places = route.intersections[route.steps[0].intersections.range]
    #expect(places.map(\.chainageMeters) == [0, route.polyline.inputChainagesMeters[1]])
    let second = try #require(places.last)
    #expect(Array(route.intersectionBearings[second.bearings.range]) == [0, 90, 180])
    #expect(second.entries == 0b011 && second.incoming == 2 && second.outgoing == 0 && second.classes == .tunnel)
    let turn = try #require(route.intersections[ramp.intersections.range].first)
    #expect(turn.classes == [.toll, .motorway] && turn.lanes == ramp.lanes)
    #expect(route.intersections[route.steps[4].intersections.range].first?.outgoing == -1)
  }

  @Test(arguments: [EncodedPolyline.Precision.decimals5, .decimals6])
  func `an answer of Valhalla with two legs and a ferry`(precision: EncodedPolyline.Precision) throws {
    let plan = try #require(try read(RouteFixtures.valhalla, precision).first)
    #expect(plan.coordinates == RouteFixtures.line)
    #expect(plan.maneuvers.map(\.vertex) == [0, 2, 2, 3, 6])
    #expect(plan.waypoints.map(\.vertex) == [0, 2, 6])
    #expect(plan.waypoints.map(\.name) == ["Quay Street", "Pier", nil])
    let route = try #require(Route(plan))
    #expect(route.legs.map(\.stepCount) == [2, 3])
    #expect(route.legs.map(\.endChainageMeters) == [route.polyline.inputChainagesMeters[2], route.lengthMeters])
    #expect(route.steps.map(\.mode) == [.driving, .driving, .ferry, .driving, .driving])
    #expect(route.steps.map(\.durationSeconds) == [31.5, 0, 240, 39.75, 0] && route.durationSeconds == 311.25)
    #expect(route.name(route.steps[2].instruction) == "Take the Ocean Ferry.")
    #expect(route.steps[0].maneuver == Maneuver(.depart), "a modifier that is not known is none")
    #expect(route.name(route.steps[3].exits) == "4" && route.name(route.steps[3].destinations) == "Light House")
    #expect(
      Array(route.lanes[route.steps[3].lanes.range]) == [
        RouteLane(arrows: [.slightLeft, .straight], active: .slightLeft), RouteLane(arrows: .right),
      ])
  }

  @Test func `an answer of Mapbox with a silent waypoint and nulls`() throws {
    let plan = try #require(try read(RouteFixtures.mapbox, .decimals6).first)
    #expect(plan.coordinates == RouteFixtures.line && plan.durationSeconds == 62.75)
    #expect(
      plan.waypoints == [
        PlannedLine.Waypoint(vertex: 0, name: "Quay Street"),
        PlannedLine.Waypoint(vertex: 3, name: "Half", isSilent: true), PlannedLine.Waypoint(vertex: 6),
      ])
    let turn = plan.maneuvers[1]
    #expect(turn.reference == "7" && turn.pronunciation == nil)
    #expect(turn.bearingBeforeDegrees == -1 && turn.bearingAfterDegrees == 90)
    #expect(turn.lanes.map(\.active) == [[], .right, .right, LaneArrows.none])
    #expect(plan.maneuvers[0].intersections.map(\.vertex) == [0, 1])
    #expect(plan.maneuvers[2].action == Maneuver(.rotary, .straight, exit: 3))
    let route = try #require(Route(plan))
    #expect(route.legs.count == 1 && route.steps.count == 4)
  }

  @Test func `an answer of the Google Routes API needs no precision`() throws {
    let bytes = RouteFixtures.filled(RouteFixtures.google, .decimals5)
    let plans = try RouteFileReader.routes(in: bytes, path: "g.json", precision: .decimals6)
    #expect(plans.count == 2)
    #expect(plans[0].coordinates == RouteFixtures.line)
    #expect(plans[0].token == "CuAB_opaque-7Q==" && plans[0].labels == ["DEFAULT_ROUTE"])
    #expect(plans[0].name == "Quay St and Harbour Rd" && plans[0].durationSeconds == 120)
    #expect(plans[0].maneuvers.map(\.vertex) == [0, 2, 3, 6])
    #expect(plans[0].maneuvers.map(\.durationSeconds) == [60, 20, 40, 0], "stretched to the time with traffic")
    #expect(plans[0].maneuvers[1].instruction == "Turn right onto Harbour Rd\nToll road")
    let route = try #require(Route(plans[0]))
    #expect(
      route.steps.map(\.maneuver) == [
        Maneuver(.depart), Maneuver(.turn, .right), Maneuver(.notification), Maneuver(.arrive),
      ])
    #expect(route.steps[2].mode == .ferry && route.token == "CuAB_opaque-7Q==")
    #expect(plans[1].labels == ["DEFAULT_ROUTE_ALTERNATE", "FUEL_EFFICIENT"])
    let bare = try #require(Route(plans[1]))
    #expect(bare.steps.map(\.maneuver.kind) == [.depart, .arrive] && bare.durationSeconds == 150.5)
  }

  @Test(arguments: [
    ("TURN_SLIGHT_LEFT", Maneuver(.turn, .slightLeft)), ("TURN_SHARP_LEFT", Maneuver(.turn, .sharpLeft)),
    ("UTURN_LEFT", Maneuver(.continue, .uturn)), ("TURN_LEFT", Maneuver(.turn, .left)),
    ("TURN_SLIGHT_RIGHT", Maneuver(.turn, .slightRight)), ("TURN_SHARP_RIGHT", Maneuver(.turn, .sharpRight)),
    ("UTURN_RIGHT", Maneuver(.continue, .uturn)), ("TURN_RIGHT", Maneuver(.turn, .right)),
    ("STRAIGHT", Maneuver(.continue, .straight)), ("RAMP_LEFT", Maneuver(.onRamp, .left)),
    ("RAMP_RIGHT", Maneuver(.onRamp, .right)), ("MERGE", Maneuver(.merge)), ("FORK_LEFT", Maneuver(.fork, .slightLeft)),
    ("FORK_RIGHT", Maneuver(.fork, .slightRight)), ("FERRY", Maneuver(.notification)),
    ("FERRY_TRAIN", Maneuver(.notification)), ("ROUNDABOUT_LEFT", Maneuver(.roundabout, .left)),
    ("ROUNDABOUT_RIGHT", Maneuver(.roundabout, .right)), ("NAME_CHANGE", Maneuver(.newName, .straight)),
    ("DEPART", Maneuver(.depart)), ("MANEUVER_UNSPECIFIED", Maneuver(.turn)), ("SOMETHING_NEW", Maneuver(.turn)),
  ])
  func `every maneuver of the Google Routes API`(text: String, maneuver: Maneuver) throws {
    let answer = RouteFixtures.google.replacing("TURN_RIGHT", with: text)
    let bytes = RouteFixtures.filled(answer, .decimals5)
    let plan = try #require(try RouteFileReader.routes(in: bytes, path: "g.json").first)
    #expect(plan.maneuvers[1].action == maneuver)
    #expect(plan.maneuvers[1].mode == (text.hasPrefix("FERRY") ? .ferry : .driving))
    // What is written for it means the same again; the two ways round and the two kinds of ferry are one each.
    let route = try #require(Route(plan))
    let back = try RouteFileReader.routes(in: Array(RouteText.text([route], format: .google).utf8), path: "g.json")
    #expect(back.first?.maneuvers[1].mode == plan.maneuvers[1].mode)
    if !["MANEUVER_UNSPECIFIED", "SOMETHING_NEW"].contains(text) {
      #expect(back.first?.maneuvers[1].action == maneuver)
    }
  }

  @Test(arguments: [
    ("turn", "left", Maneuver(.turn, .left)), ("use lane", "straight", Maneuver(.useLane, .straight)),
    ("ramp", "slight right", Maneuver(.onRamp, .slightRight)), ("somersault", "left", Maneuver(.turn, .left)),
    ("", "uturn", Maneuver(.turn, .uturn)), ("roundabout turn", "sideways", Maneuver(.roundaboutTurn)),
    ("notification", "straight", Maneuver(.notification, .straight)),
  ])
  func `types of OSRM, known, deprecated and unknown`(type: String, modifier: String, maneuver: Maneuver) throws {
    let answer = RouteFixtures.osrm.replacing(
      "\"right\",\"type\":\"off ramp\"", with: "\"\(modifier)\",\"type\":\"\(type)\"")
    let plan = try #require(try read(answer).first)
    #expect(plan.maneuvers[1].action == maneuver)
  }

  @Test func `a line of the steps serves where the route has none`() throws {
    let answer = RouteFixtures.valhalla.replacing("\"geometry\":\"LINE:0-6\",", with: "")
    let plan = try #require(try read(answer, .decimals6).first)
    #expect(plan.maneuvers.map { plan.coordinates[$0.vertex] } == [0, 2, 2, 3, 6].map { RouteFixtures.line[$0] })
    let google = RouteFixtures.google.replacing("\"polyline\":{\"encodedPolyline\":\"LINE:0-6\"}", with: "\"x\":1")
    let bytes = RouteFixtures.filled(google, .decimals5)
    let route = try #require(try RouteFileReader.routes(in: bytes, path: "g.json").first.flatMap { Route($0) })
    #expect(route.coordinates == RouteFixtures.line)
    #expect(route.steps.map(\.startChainageMeters) == [0, 2, 3, 6].map { chainage($0) })
  }

  private func chainage(_ vertex: Int) -> Double {
    RoutePolyline(RouteFixtures.line)?.inputChainagesMeters[vertex] ?? .nan
  }

  @Test func `steps without lines are tied by their places`() throws {
    let answer = RouteFixtures.valhalla.replacing("\"geometry\":\"LINE:2-3\",", with: "")
    #expect(try read(answer, .decimals6).first?.maneuvers.map(\.vertex) == [0, 2, 2, 3, 6])
  }

  @Test func `legs without steps keep their times`() throws {
    let text = """
      {"code":"Ok","routes":[{"geometry":"LINE:0-6","legs":[{"steps":[],"distance":222.1,"duration":30,"weight":31},
      {"steps":[],"distance":374.5,"duration":50,"weight":52}],"distance":596.6,"duration":80,"weight":83}]}
      """
    let plan = try #require(try read(text, .decimals5).first)
    #expect(plan.waypoints.map(\.vertex) == [0, 2, 6])
    let route = try #require(Route(plan))
    #expect(route.legs.map(\.stepCount) == [2, 2])
    #expect(route.steps.map(\.maneuver.kind) == [.depart, .arrive, .depart, .arrive])
    #expect(route.steps.map(\.durationSeconds) == [30, 0, 50, 0])
  }

  @Test func `an encoded line without a stated precision is refused with a hint`() throws {
    let bytes = RouteFixtures.filled(RouteFixtures.valhalla, .decimals6)
    let error = #expect(throws: RouteFileError.self) { try RouteFileReader.routes(in: bytes, path: "v.json") }
    #expect(error?.line == 1 && error?.message.contains("--polyline 5 or 6") == true)
  }

  @Test(arguments: [
    ("{\"code\":\"NoRoute\",\"message\":\"no way\"}", "v.json:1: the answer is \"NoRoute\": no way"),
    ("{\"message\":\"a\\nb\",\n\"code\":\"NoSegment\",\"routes\":[]}", "v.json:2: the answer is \"NoSegment\": a b"),
    ("{\"error_code\":442,\"error\":\"No path\",\"status_code\":400}", "v.json:1: the answer is \"an error\": No path"),
    (
      "{\"error\":{\"code\":403,\"message\":\"denied\",\"status\":\"PERMISSION_DENIED\"}}",
      "v.json:1: the answer is \"PERMISSION_DENIED\": denied"
    ),
    ("{\"code\":\"Ok\",\n\"routes\":[]}", "v.json:2: routes is empty; expected at least one route"),
  ])
  func `a refusal tells why`(text: String, message: String) {
    let error = #expect(throws: RouteFileError.self) {
      try RouteFileReader.routes(in: Array(text.utf8), path: "v.json")
    }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }
}
