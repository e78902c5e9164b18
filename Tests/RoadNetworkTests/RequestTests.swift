import RoadNetwork
import TestSupport
import Testing
import WaybenchCore

@Suite("Requests for routes")
struct RequestTests {
  private func waypoint(
    _ x: Double, _ y: Double, _ change: (inout RouteRequest.Waypoint) -> Void = { _ in }
  ) -> RouteRequest.Waypoint {
    var waypoint = RouteRequest.Waypoint(coordinate: Plane.coordinate(x, y))
    change(&waypoint)
    return waypoint
  }

  @Test("a place on the driver's own side is reached from there", arguments: [false, true])
  func sameSide(isLeft: Bool) throws {
    var map = PlaneNetwork()
    map.road("main", from: "a", to: "b", [(0, 0), (1_000, 0)], flags: isLeft ? .drivesOnLeft : [])
    let network = try map.build()
    let east = try network.edge("main", from: (0, 0))
    let west = try network.edge("main", from: (1_000, 0))
    var query = SegmentQuery()
    for (y, edge) in [(-10.0, isLeft ? west : east), (10.0, isLeft ? east : west)] {
      let own = network.places(for: waypoint(500, y) { $0.prefersSameSideOfRoad = true }, using: &query)
      #expect(own.map(\.edge) == [edge], "\(y)")
      #expect(network.places(for: waypoint(500, y), using: &query).count == 2)
    }
    #expect(network.places(for: waypoint(500, 1.5) { $0.prefersSameSideOfRoad = true }, using: &query).count == 2)
  }

  @Test("a one-way street has no other side", arguments: [-10.0, 10])
  func oneWay(y: Double) throws {
    var map = PlaneNetwork()
    map.road("main", from: "a", to: "b", [(0, 0), (1_000, 0)], oneway: true)
    let network = try map.build()
    var query = SegmentQuery()
    let places = network.places(for: waypoint(500, y) { $0.prefersSameSideOfRoad = true }, using: &query)
    #expect(try places.map(\.edge) == [network.edge("main", from: (0, 0))])
  }

  @Test(
    "a vehicle stops on no motorway, ferry or bridge and in no tunnel",
    arguments: [
      (.motorway, []), (.motorwayLink, []), (.primary, .tunnel), (.primary, .bridge),
      (.primary, .ferry),
    ] as [(RoadClass, RoadSource.WayFlags)])
  func stopover(roadClass: RoadClass, flags: RoadSource.WayFlags) throws {
    var map = PlaneNetwork()
    map.road("main", from: "a", to: "b", [(0, 0), (1_000, 0)], roadClass: roadClass, flags: flags)
    map.road("side", from: "a", to: "c", [(0, 0), (0, 100), (1_000, 100)])
    let network = try map.build()
    let main = try network.edge("main", from: (0, 0))
    let side = try network.edge("side", from: (0, 0))
    var query = SegmentQuery()
    #expect(network.places(for: waypoint(500, 5), using: &query).contains { $0.edge == main })
    let stop = network.places(for: waypoint(500, 5) { $0.isVehicleStopover = true }, using: &query)
    #expect(stop.contains { $0.edge == side } && !stop.contains { $0.edge == main })
  }

  @Test("a place that is only passed ends no leg; one that needs turning round does")
  func via() throws {
    var router = NetworkRouter(network: try crossing().build())
    let ends = [waypoint(-80, 0), waypoint(80, 0)]
    let plain = try router.route(through: ends)
    let passed = try router.route(through: [ends[0], waypoint(-40, 0) { $0.isVia = true }, ends[1]])
    #expect(passed.route.legs.count == 1 && passed.paths.map(\.edges) == plain.paths.map(\.edges))
    #expect(passed.route.steps.map(\.maneuver.kind) == plain.route.steps.map(\.maneuver.kind))
    #expect(abs(passed.route.lengthMeters - plain.route.lengthMeters) < 0.05)
    let stopped = try router.route(through: [ends[0], waypoint(-40, 0), ends[1]])
    #expect(stopped.route.legs.count == 2)
    let back = try router.route(through: [ends[0], waypoint(0, 80) { $0.isVia = true }, ends[1]])
    #expect(back.route.legs.count == back.paths.count)
    var request = RouteRequest(waypoints: [ends[0], waypoint(-40, 0) { $0.isVia = true }, ends[1]], alternatives: 2)
    #expect(try router.routes(for: request).count == 1)
    request.waypoints[1].isVia = false
    #expect(try router.routes(for: request).count == 1)
  }

  @Test("waypoints named twice and an island are said with their number")
  func failures() throws {
    var map = crossing()
    map.road("island", from: "i", to: "j", [(5_000, 0), (5_100, 0)])
    var router = NetworkRouter(network: try map.build())
    let places = [waypoint(-50, 0), waypoint(50, 0), waypoint(0, 50), waypoint(0, 50)]
    #expect(throws: RouteFailure.duplicateWaypoints(waypoint: 3)) { try router.route(through: places) }
    #expect(throws: RouteFailure.noRoute(fromWaypoint: 1)) {
      try router.route(through: [places[0], places[1], waypoint(5_050, 0)])
    }
  }

  @Test("every failure has the status and the code that others know")
  func statuses() {
    let failures: [(RouteFailure, UInt8, String)] = [
      (.unavailable, 0, "Unavailable"), (.noRoute(fromWaypoint: 0), 2, "NoRoute"), (.network, 3, "Unavailable"),
      (.quotaExceeded, 4, "Unavailable"), (.notAuthorized, 5, "Unavailable"), (.canceled, 6, "Canceled"),
      (.duplicateWaypoints(waypoint: 1), 7, "InvalidQuery"), (.noWaypoints, 8, "InvalidQuery"),
      (.locationUnavailable, 9, "InvalidQuery"), (.noSegment(waypoint: 0), 10, "NoSegment"),
      (.invalidQuery(waypointCount: 27), 10, "InvalidQuery"), (.travelModeUnsupported, 11, "InvalidOptions"),
    ]
    for (failure, status, code) in failures {
      #expect(failure.status.rawValue == status && failure.code == code, "\(failure)")
    }
    #expect(Set(failures.map(\.1) + [RouteStatus.ok.rawValue]) == Set(RouteStatus.allCases.map(\.rawValue)))
    #expect(RouteStatus.allCases.map(\.rawValue) == Array(0...11))
    #expect(RouteRequest.AlternativesStrategy.allCases.map(\.count) == [2, 0, 1])
  }

  @Test("alternatives stay within their limits", arguments: 1...2 as ClosedRange<UInt64>)
  func alternatives(seed: UInt64) throws {
    let network = try TestTown.network(6_000, seed: seed)
    var router = NetworkRouter(network: network)
    var random = SeededGenerator(seed: seed, stream: 3)
    var offered = 0
    for round in 0..<60 {
      let ends = (0..<2).map { _ in
        RouteRequest.Waypoint(
          coordinate: network.coordinate(ofJunction: random.nextIndex(below: network.junctionCount)))
      }
      guard let routes = try? router.routes(for: RouteRequest(waypoints: ends, alternatives: 2)) else { continue }
      #expect(routes.count <= 3)
      for other in routes.dropFirst() {
        offered += 1
        #expect(other.lengthMeters <= 1.4 * routes[0].lengthMeters + 1, "seed \(seed), round \(round)")
        #expect(other.edges.map(\.edge) != routes[0].edges.map(\.edge))
      }
    }
    #expect(offered > 0)
  }
}
