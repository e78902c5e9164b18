import TestSupport
import Testing
import WaybenchCore

@testable import RoadNetwork

@Suite("Maneuvers: rings, intersections, forbidden ways")
struct ManeuverEngineTests {
  private func route(
    _ network: RoadNetwork, _ points: [(Double, Double)], _ options: ManeuverOptions = ManeuverOptions()
  ) throws -> Route {
    var router = NetworkRouter(network: network, maneuverOptions: options)
    return try router.route(
      through: points.map { RouteRequest.Waypoint(coordinate: Plane.coordinate($0.0, $0.1), radiusMeters: 30) }
    ).route
  }

  /// A ring of radius 40 m against the clock with nodes in the south, east, north and west, open or closed.
  private func ring(_ map: inout PlaneNetwork, isClosed: Bool = true) {
    let quarters: [(String, String, [(Double, Double)])] = [
      ("rS", "rE", [(0, -40), (28, -28), (40, 0)]), ("rE", "rN", [(40, 0), (28, 28), (0, 40)]),
      ("rN", "rW", [(0, 40), (-28, 28), (-40, 0)]), ("rW", "rS", [(-40, 0), (-28, -28), (0, -40)]),
    ]
    for (from, to, points) in isClosed ? quarters : Array(quarters.dropLast()) {
      map.road("ring \(from)", from: from, to: to, points, oneway: true, roadClass: .secondary, flags: .roundabout)
    }
  }

  @Test("two exits at one node have two numbers")
  func twoExitsAtOneNode() throws {
    var map = PlaneNetwork()
    ring(&map)
    map.road("south", from: "rS", to: "S", [(0, -40), (0, -200)], roadClass: .secondary)
    map.road("south-east", from: "rE", to: "SE", [(40, 0), (200, -80)], roadClass: .secondary)
    map.road("north-east", from: "rE", to: "NE", [(40, 0), (200, 80)], roadClass: .secondary)
    map.road("north", from: "rN", to: "N", [(0, 40), (0, 200)], roadClass: .secondary)
    let network = try map.build()
    let ends: [(Double, Double)] = [(190, -75), (190, 75), (0, 190)]
    let exits = try ends.map { try route(network, [(0, -190), $0]).steps[1].maneuver }
    #expect(exits.map(\.kind) == [.roundabout, .roundabout, .roundabout])
    #expect(exits.map(\.exit) == [1, 2, 3])
  }

  @Test("an exit at the node of the entry is the first one passed")
  func exitAtTheEntry() throws {
    var map = PlaneNetwork()
    ring(&map)
    map.road("south", from: "rS", to: "S", [(0, -40), (0, -200)], roadClass: .secondary)
    map.road("south-east", from: "rS", to: "SE", [(0, -40), (160, -140)], oneway: true, roadClass: .secondary)
    map.road("east", from: "rE", to: "E", [(40, 0), (200, 0)], roadClass: .secondary)
    let network = try map.build()
    #expect(try route(network, [(0, -190), (190, 0)]).steps[1].maneuver.exit == 2)
    let aside = try route(network, [(0, -190), (150, -134)]).steps.map(\.maneuver)
    #expect(aside.map(\.kind) == [.depart, .roundabout, .arrive] && aside[1].exit == 1)
  }

  @Test("a ring that does not close counts its exits all the same")
  func openRing() throws {
    var map = PlaneNetwork()
    ring(&map, isClosed: false)
    for (name, node, from, to) in [
      ("south", "rS", (0.0, -40.0), (0.0, -200.0)), ("east", "rE", (40, 0), (200, 0)),
      ("north", "rN", (0, 40), (0, 200)), ("west", "rW", (-40, 0), (-200, 0)),
    ] {
      map.road(name, from: node, to: name, [from, to], roadClass: .secondary)
    }
    let network = try map.build()
    #expect(try route(network, [(0, -190), (0, 190)]).steps[1].maneuver == Maneuver(.roundabout, .straight, exit: 2))
    #expect(try route(network, [(0, -190), (-190, 0)]).steps[1].maneuver == Maneuver(.roundabout, .left, exit: 3))
  }

  @Test("a leg that ends on a ring has no number, one that begins there counts from there")
  func legsOnARing() throws {
    var map = PlaneNetwork()
    ring(&map)
    map.road("south", from: "rS", to: "S", [(0, -40), (0, -200)], roadClass: .secondary)
    map.road("east", from: "rE", to: "E", [(40, 0), (200, 0)], roadClass: .secondary)
    map.road("north", from: "rN", to: "N", [(0, 40), (0, 200)], roadClass: .secondary)
    let route = try route(try map.build(), [(0, -190), (28, -28), (0, 190)])
    #expect(route.steps.map(\.maneuver.kind) == [.depart, .roundabout, .arrive, .depart, .exitRoundabout, .arrive])
    #expect(route.steps[1].maneuver.exit == 0 && route.steps[4].maneuver.exit == 2)
  }

  @Test("intersections are listed when they are asked for: roads, ways in and out, and what may be entered")
  func intersections() throws {
    let network = try crossing(oneway: ["N"]).build()
    #expect(try route(network, [(-90, 0), (90, 0)]).intersections.isEmpty)
    var options = ManeuverOptions()
    options.listsIntersections = true
    let route = try route(network, [(-90, 0), (0, -90)], options)
    #expect(route.steps.map(\.maneuver) == [Maneuver(.depart), Maneuver(.turn, .right), Maneuver(.arrive)])
    #expect(route.intersections.count == 3 && route.steps.map(\.intersections.count) == [1, 1, 1])
    let middle = route.intersections[1]
    #expect(Array(route.intersectionBearings[middle.bearings.range]) == [0, 90, 180, 270])
    // The road in the north only leads in, the one in the west is where the route comes from.
    #expect(middle.entries == 0b0110 && middle.incoming == 3 && middle.outgoing == 2)
    #expect(abs(middle.chainageMeters - 90) < 1)
    #expect(route.intersections[0].incoming == -1 && route.intersections[0].outgoing == 0)
    #expect(route.intersections[2].incoming == 0 && route.intersections[2].outgoing == -1)
  }

  @Test("crossings that are passed silently are listed in the step that passes them")
  func passedIntersections() throws {
    var map = PlaneNetwork()
    map.road("main", from: "a", to: "b", [(0, 0), (100, 0)])
    map.road("main", from: "b", to: "c", [(100, 0), (200, 0)])
    map.road("main", from: "c", to: "d", [(200, 0), (300, 0)])
    map.road("side", from: "b", to: "e", [(100, 0), (100, 100)])
    map.road("lane", from: "c", to: "f", [(200, 0), (200, 100)])
    var options = ManeuverOptions()
    options.listsIntersections = true
    let route = try route(try map.build(), [(10, 0), (290, 0)], options)
    #expect(route.steps.map(\.intersections.count) == [3, 1])
    #expect(route.intersections.map { ($0.chainageMeters / 10).rounded() * 10 } == [0, 90, 190, 280])
  }

  @Test("a way that the network forbids is told by its angle")
  func forbiddenTurns() throws {
    var map = crossing()
    map.restrict(from: "W", at: "middle", to: "N")
    let network = try map.build()
    let (west, north) = (try network.edge("W", from: (-100, 0)), try network.edge("N", from: (0, 0)))
    let router = NetworkRouter(network: network)
    let path = NetworkPath(edges: [west, north], startFraction: 0.2, endFraction: 0.8, weight: 0)
    #expect(router.route(along: [path]).steps[1].maneuver == Maneuver(.turn, .left))
    let back = NetworkPath(
      edges: [west, try #require(network.edge(west).twin)], startFraction: 0.2, endFraction: 0.8, weight: 0)
    #expect(router.route(along: [back]).steps[1].maneuver == Maneuver(.continue, .uturn))
  }

  @Test("a name that shows for 20 m is joined with a turn in a car, not on foot")
  func paces() throws {
    var map = PlaneNetwork()
    map.road("first", from: "a", to: "b", [(0, 0), (300, 0)])
    map.road("second", from: "b", to: "c", [(300, 0), (300, 20)])
    map.road("third", from: "c", to: "d", [(300, 20), (300, 320)])
    map.road("other", from: "b", to: "e", [(300, 0), (600, 0)])
    map.road("back", from: "b", to: "f", [(300, 0), (300, -300)])
    map.road("gate", from: "c", to: "g", [(300, 20), (600, 20)])
    let network = try map.build()
    let drive: [(Double, Double)] = [(10, 0), (300, 300)]
    let driven = try route(network, drive)
    #expect(driven.steps.count == 3 && driven.name(driven.steps[1].name) == "third")
    var onFoot = ManeuverOptions()
    onFoot.collapseMeters = 10
    let walked = try route(network, drive, onFoot)
    #expect(walked.name(walked.steps[1].name) == "second")
  }

  @Test("texts that a file may hold are compared without regard to what they are not")
  func names() {
    struct Texts: TextBytes {
      let all: [String]
      func range(ofText text: UInt32) -> Range<Int> {
        let start = all[..<Int(text)].reduce(0) { $0 + $1.utf8.count }
        return start..<start + all[Int(text)].utf8.count
      }
      func byte(at index: Int) -> UInt8 { Array(all.joined().utf8)[index] }
    }
    func announces(_ a: String, _ b: String) -> Bool {
      NameRules.announces(
        from: RoadTexts(name: a.isEmpty ? 0 : 1), to: RoadTexts(name: b.isEmpty ? 0 : 2),
        Texts(all: ["", a, b]))
    }
    #expect(!announces("Main Street", "Main Street North") && !announces("W Main Street", "E Main Street"))
    #expect(!announces("Main Street SW", "Main Street ne") && !announces("Main Street", ""))
    #expect(announces("North Street", "East Street") && announces("", "Main Street") && announces("N", "S"))
    #expect(announces("Äußere Straße", "Innere Straße") && !announces("", ""))
  }
}
