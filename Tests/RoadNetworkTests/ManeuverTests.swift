import RoadNetwork
import TestSupport
import Testing
import WaybenchCore

@Suite("Maneuvers")
struct ManeuverTests {
  private func route(_ network: RoadNetwork, _ points: [(Double, Double)]) throws -> Route {
    var router = NetworkRouter(network: network)
    return try router.route(
      through: points.map { RouteRequest.Waypoint(coordinate: Plane.coordinate($0.0, $0.1), radiusMeters: 30) }
    ).route
  }

  /// What is said between the departure and the arrival of the only leg.
  private func said(_ network: RoadNetwork, _ points: (Double, Double)...) throws -> [Maneuver] {
    let steps = try route(network, points).steps
    #expect(steps.first?.maneuver.kind == .depart && steps.last?.maneuver.kind == .arrive)
    return steps.dropFirst().dropLast().map(\.maneuver)
  }

  /// Main road from west to east, cross road from south to north.
  private static func cross(without missing: Set<String> = []) throws -> RoadNetwork {
    var map = PlaneNetwork()
    let roads: [(String, String, (Double, Double))] = [
      ("main", "W", (-300, 0)), ("main", "E", (300, 0)), ("cross", "N", (0, 300)), ("cross", "S", (0, -300)),
    ]
    for (name, end, point) in roads where !missing.contains(end) {
      map.road(name, from: end, to: "middle", [point, (0, 0)])
    }
    return try map.build()
  }

  @Test("a plain crossing: left, right, and nothing straight on")
  func crossing() throws {
    let network = try Self.cross()
    #expect(try said(network, (-250, 0), (0, 250)) == [Maneuver(.turn, .left)])
    #expect(try said(network, (-250, 0), (0, -250)) == [Maneuver(.turn, .right)])
    #expect(try said(network, (-250, 0), (250, 0)).isEmpty)
    #expect(try said(network, (0, 250), (250, 0)) == [Maneuver(.turn, .left)])
    let steps = try route(network, [(-250, 0), (0, 250)]).steps
    #expect(abs(steps[0].lengthMeters - 250) < 2 && abs(steps[1].lengthMeters - 250) < 2)
  }

  @Test("where a road ends at a crossing one, left and right, and nothing for who passes")
  func endOfRoad() throws {
    let network = try Self.cross(without: ["N"])
    // Nothing was passed on the way to the end of the road: it is told as a turn.
    #expect(try said(network, (0, -250), (-250, 0)) == [Maneuver(.turn, .left)])
    #expect(try said(network, (0, -250), (250, 0)) == [Maneuver(.turn, .right)])
    #expect(try said(network, (-250, 0), (250, 0)).isEmpty)
    #expect(try said(network, (-250, 0), (0, -250)) == [Maneuver(.turn, .right)])
  }

  @Test("a road that changes its name, and one that bends under one name")
  func names() throws {
    var map = PlaneNetwork()
    map.road("first", from: "a", to: "b", [(0, 0), (200, 0)])
    map.road("second", from: "b", to: "c", [(200, 0), (400, 10)])
    map.road("second", from: "c", to: "d", [(400, 10), (400, 300)])
    let network = try map.build()
    #expect(try said(network, (10, 0), (400, 250)) == [Maneuver(.newName, .straight)])
    let steps = try route(network, [(10, 0), (400, 250)])
    #expect(steps.name(steps.steps[1].name) == "second" && steps.name(steps.steps[0].name) == "first")
  }

  @Test("a turn within one name is called going on")
  func sameName() throws {
    var map = PlaneNetwork()
    map.road("main", from: "a", to: "b", [(0, 0), (200, 0)])
    map.road("main", from: "b", to: "c", [(200, 0), (200, 300)])
    map.road("side", from: "b", to: "d", [(200, 0), (400, 0)])
    let network = try map.build()
    #expect(try said(network, (10, 0), (200, 250)) == [Maneuver(.continue, .left)])
  }

  @Test("a road that divides")
  func fork() throws {
    var map = PlaneNetwork()
    map.road("in", from: "a", to: "b", [(0, 0), (300, 0)], roadClass: .secondary)
    map.road("left", from: "b", to: "c", [(300, 0), (600, 100)], roadClass: .secondary)
    map.road("right", from: "b", to: "d", [(300, 0), (600, -100)], roadClass: .secondary)
    let network = try map.build()
    #expect(try said(network, (10, 0), (550, 83)) == [Maneuver(.fork, .slightLeft)])
    #expect(try said(network, (10, 0), (550, -83)) == [Maneuver(.fork, .slightRight)])
  }

  @Test("onto, off and between ramps")
  func ramps() throws {
    var map = PlaneNetwork()
    map.road(
      "A 1", from: "a", to: "b", [(0, 0), (1_000, 0)], oneway: true, roadClass: .motorway, kilometersPerHour: 120)
    map.road(
      "A 1", from: "b", to: "c", [(1_000, 0), (2_000, 0)], oneway: true, roadClass: .motorway, kilometersPerHour: 120)
    map.road(
      "A 1", from: "c", to: "d", [(2_000, 0), (3_000, 0)], oneway: true, roadClass: .motorway, kilometersPerHour: 120)
    map.road(
      "off", from: "b", to: "e", [(1_000, 0), (1_300, -80), (1_400, -200)], oneway: true, roadClass: .motorwayLink)
    map.road("street", from: "f", to: "e", [(1_000, -200), (1_400, -200)], roadClass: .primary)
    map.road("street", from: "e", to: "g", [(1_400, -200), (1_600, -200)], roadClass: .primary)
    map.road(
      "on", from: "g", to: "c", [(1_600, -200), (1_700, -80), (2_000, 0)], oneway: true, roadClass: .motorwayLink)
    map.road("street", from: "g", to: "h", [(1_600, -200), (2_000, -200)], roadClass: .primary)
    let network = try map.build()
    let off = try said(network, (100, 0), (1_050, -200))
    #expect(off.first == Maneuver(.offRamp, .slightRight) && off.count == 2)
    let on = try said(network, (1_050, -200), (2_900, 0))
    #expect(on.map(\.kind) == [.onRamp, .merge])
    // The ramp leaves the street at 50 degrees.
    #expect(on.map(\.modifier) == [.left, .slightLeft])
    #expect(try said(network, (100, 0), (2_900, 0)).isEmpty)
  }

  @Test("a waypoint at the end of a dead end: turn round behind it, and the legs add up")
  func deadEnd() throws {
    let network = try Self.cross()
    let route = try route(network, [(-250, 0), (0, 200), (250, 0)])
    #expect(route.legs.count == 2)
    let second = route.steps[route.legs[1].firstStep...].map(\.maneuver)
    #expect(second == [Maneuver(.depart), Maneuver(.continue, .uturn), Maneuver(.turn, .left), Maneuver(.arrive)])
    expectWhole(route)
    let turn = route.steps[route.legs[1].firstStep + 1]
    #expect(abs(turn.startChainageMeters - (250 + 200 + 100)) < 3)
  }

  // MARK: - Roundabouts

  /// Traffic runs anticlockwise; arms in the south, east (a service road), north-east (inwards only), north, west.
  private static func roundabout() throws -> RoadNetwork {
    var map = PlaneNetwork()
    let ring: [(String, String, [(Double, Double)])] = [
      ("rS", "rE", [(0, -20), (14.1, -14.1), (20, 0)]), ("rE", "rNE", [(20, 0), (18.5, 7.7), (14.1, 14.1)]),
      ("rNE", "rN", [(14.1, 14.1), (7.7, 18.5), (0, 20)]), ("rN", "rW", [(0, 20), (-14.1, 14.1), (-20, 0)]),
      ("rW", "rS", [(-20, 0), (-14.1, -14.1), (0, -20)]),
    ]
    for (from, to, points) in ring {
      map.road(
        "ring \(from)", from: from, to: to, points, oneway: true, roadClass: .secondary, kilometersPerHour: 30,
        flags: .roundabout)
    }
    map.road("south", from: "rS", to: "S", [(0, -20), (0, -120)], roadClass: .secondary)
    map.road("east", from: "rE", to: "E", [(20, 0), (120, 0)], roadClass: .service)
    map.road("north-east", from: "NE", to: "rNE", [(85, 85), (14.1, 14.1)], oneway: true, roadClass: .tertiary)
    map.road("north", from: "rN", to: "N", [(0, 20), (0, 120)], roadClass: .secondary)
    map.road("west", from: "rW", to: "W", [(-20, 0), (-120, 0)], roadClass: .secondary)
    return try map.build()
  }

  private static let exits: [(String, (Double, Double), UInt8, Maneuver.Modifier)] = [
    ("east", (100, 0), 1, .right), ("north", (0, 100), 2, .straight), ("west", (-100, 0), 3, .left),
  ]

  /// Kinds and exits of what is said: in by one step, out by another.
  private func ring(_ exit: UInt8) -> [Maneuver] {
    [Maneuver(.depart), Maneuver(.roundabout, exit: exit), Maneuver(.exitRoundabout, exit: exit), Maneuver(.arrive)]
  }

  private func plain(_ route: Route) -> [Maneuver] {
    route.steps.map { Maneuver($0.maneuver.kind, exit: $0.maneuver.exit) }
  }

  @Test("the exits of a roundabout are counted, those that only lead in are not")
  func roundaboutExits() throws {
    let network = try Self.roundabout()
    for (name, end, exit, modifier) in Self.exits {
      let route = try route(network, [(0, -100), end])
      #expect(plain(route) == ring(exit))
      #expect(route.steps[1].maneuver.modifier == modifier)
      #expect(route.name(route.steps[1].name) == name)
      expectWhole(route)
    }
    // In by the north-east arm: north is the first way out.
    #expect(plain(try route(network, [(80, 80), (0, 100)])) == ring(1))
    #expect(plain(try route(network, [(80, 80), (100, 0)])) == ring(4))
  }

  @Test("service roads are left out of the count when that is wanted, unless they are the exit")
  func withoutServiceRoads() throws {
    let network = try Self.roundabout()
    var options = ManeuverOptions()
    options.skipsServiceRoads = true
    options.tellsRingExits = false
    var router = NetworkRouter(network: network, maneuverOptions: options)
    for ((_, end, _, _), exit) in zip(Self.exits, [1, 1, 2] as [UInt8]) {
      let points = [(0, -100), end]
      let route = try router.route(
        through: points.map { RouteRequest.Waypoint(coordinate: Plane.coordinate($0.0, $0.1), radiusMeters: 30) }
      ).route
      #expect(plain(route) == [Maneuver(.depart), Maneuver(.roundabout, exit: exit), Maneuver(.arrive)])
      expectWhole(route)
    }
  }

  @Test("all the way round is the fourth exit")
  func roundaboutBack() throws {
    let network = try Self.roundabout()
    var router = NetworkRouter(network: network)
    let edges = try network.edges(named: "south")
    let into = try #require(
      edges.first { network.edge($0).endCourseDegrees < 90 || network.edge($0).endCourseDegrees > 270 })
    let out = try #require(network.edge(into).twin)
    let path = router.path(
      from: [NetworkPlace(edge: into, fraction: 0.5, distanceMeters: 0)],
      to: [NetworkPlace(edge: out, fraction: 0.5, distanceMeters: 0)])
    let route = router.route(along: [try #require(path)])
    #expect(plain(route) == ring(4))
    #expect(route.steps[1].maneuver.modifier == .uturn)
  }

  @Test(
    "the field case S37 gives the same numbers",
    .enabled(if: SharedData.isPresent, "no shared data: set WAYBENCH_SHARED"))
  func fieldCase() throws {
    let path = SharedData.folder + "/cases/files/S37-roundabout.geojson"
    let network = try RoadNetworkBuilder.build(RoadImport.read(path: path))
    for (_, end, exit, _) in Self.exits { #expect(plain(try route(network, [(0, -100), end])) == ring(exit)) }
  }

  // MARK: - Towns

  private func expectWhole(_ route: Route, _ what: String = "") {
    #expect(route.legs.first?.startChainageMeters == 0, "\(what)")
    #expect(route.legs.last?.endChainageMeters == route.lengthMeters, "\(what)")
    var step = 0
    for (index, leg) in route.legs.enumerated() {
      if index > 0 { #expect(leg.startChainageMeters == route.legs[index - 1].endChainageMeters, "\(what)") }
      #expect(leg.firstStep == step, "\(what)")
      step += leg.stepCount
      let steps = route.steps[leg.firstStep..<step]
      #expect(steps.first?.maneuver.kind == .depart && steps.last?.maneuver.kind == .arrive, "\(what)")
      #expect(steps.first?.startChainageMeters == leg.startChainageMeters, "\(what)")
      #expect(steps.last?.endChainageMeters == leg.endChainageMeters, "\(what)")
      for (a, b) in zip(steps, steps.dropFirst()) {
        #expect(a.endChainageMeters == b.startChainageMeters && a.lengthMeters >= 0, "\(what)")
        #expect(b.maneuver.kind != .depart && a.maneuver.kind != .arrive, "\(what)")
      }
    }
    #expect(step == route.steps.count, "\(what)")
    let sum = route.steps.reduce(0) { $0 + $1.durationSeconds }
    #expect(abs(sum - route.durationSeconds) < 1e-6 * max(1, sum), "\(what): \(sum) for \(route.durationSeconds)")
    #expect(route.steps.allSatisfy { $0.durationSeconds >= 0 }, "\(what)")
  }

  @Test("steps cover every route without gaps, legs and times add up", arguments: 1...4 as ClosedRange<UInt64>)
  func towns(seed: UInt64) throws {
    let network = try TestTown.network(seed == 4 ? 20_000 : 3_000, seed: seed)
    var router = NetworkRouter(network: network)
    var random = SeededGenerator(seed: seed, stream: 6)
    var roundabouts = 0
    for round in 0..<60 {
      let waypoints = (0..<(2 + round % 3)).map { _ in
        let place = NetworkPlace(
          edge: random.nextIndex(below: network.edgeCount), fraction: random.nextUnit(), distanceMeters: 0)
        return RouteRequest.Waypoint(coordinate: network.coordinate(of: place))
      }
      guard let (route, paths) = try? router.route(through: waypoints) else { continue }
      let what = "seed \(seed), round \(round)"
      expectWhole(route, what)
      #expect(route.legs.count == waypoints.count - 1 && route.edges.count == paths.reduce(0) { $0 + $1.edges.count })
      for step in route.steps where step.maneuver.kind == .roundabout {
        roundabouts += 1
        let endsInside = network.edge(Int(edge(of: route, at: step.endChainageMeters - 0.5))).flags.contains(
          .roundabout)
        #expect(step.maneuver.exit > 0 || endsInside, "\(what)")
      }
      // The weight is the time, besides what restricted roads cost.
      let penalty = ((route.weight - route.durationSeconds) / EdgeWeights.restrictedEntrySeconds).rounded()
      #expect(
        abs(route.weight - route.durationSeconds - penalty * EdgeWeights.restrictedEntrySeconds) < 0.02, "\(what)")
    }
    #expect(roundabouts > 0, "seed \(seed)")
  }

  private func edge(of route: Route, at chainage: Double) -> Int32 {
    (route.edges.last { $0.startChainageMeters <= chainage } ?? route.edges[0]).edge
  }
}
