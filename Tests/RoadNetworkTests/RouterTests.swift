import RoadNetwork
import TestSupport
import Testing
import WaybenchCore

@Suite("NetworkRouter")
struct RouterTests {
  private func waypoint(_ x: Double, _ y: Double, bearing: Double = .nan, radius: Double = 1_000)
    -> RouteRequest.Waypoint
  {
    RouteRequest.Waypoint(coordinate: Plane.coordinate(x, y), bearingDegrees: bearing, radiusMeters: radius)
  }

  @Test(
    "too few and too many waypoints",
    arguments: [
      (0, RouteFailure.locationUnavailable), (1, .noWaypoints), (27, .invalidQuery(waypointCount: 27)),
      (500, .invalidQuery(waypointCount: 500)),
    ])
  func counts(count: Int, failure: RouteFailure) throws {
    var router = NetworkRouter(network: try crossing().build())
    let waypoints = (0..<count).map { _ in waypoint(-50, 0) }
    #expect(throws: failure) { try router.route(through: waypoints) }
    #expect(throws: failure) { try router.routes(for: RouteRequest(waypoints: waypoints)) }
  }

  @Test("as many waypoints as are allowed")
  func most() throws {
    var router = NetworkRouter(network: try crossing().build())
    let route = try router.route(through: (0..<26).map { waypoint($0 % 2 == 0 ? -50 : 50, 0) }).route
    #expect(route.legs.count == 25)
  }

  @Test("no road near a waypoint is said with its number")
  func noSegment() throws {
    var router = NetworkRouter(network: try crossing().build())
    #expect(throws: RouteFailure.noSegment(waypoint: 1)) {
      try router.route(through: [waypoint(-50, 0), waypoint(5_000, 0)])
    }
    #expect(throws: RouteFailure.noSegment(waypoint: 0)) {
      try router.route(through: [waypoint(-50, 30, radius: 20), waypoint(50, 0)])
    }
    #expect(throws: RouteFailure.noSegment(waypoint: 0)) {
      try router.route(
        through: [waypoint(-50, 0, bearing: 0), waypoint(50, 0)].map { point in
          var point = point
          point.radiusMeters = 20
          return point
        })
    }
  }

  @Test("the bearing of the start decides the direction in which it is left")
  func bearing() throws {
    var map = PlaneNetwork()
    map.road("block", from: "a", to: "a", [(0, 0), (1_000, 0), (1_000, 300), (0, 300), (0, 0)])
    map.road("stub", from: "a", to: "s", [(0, 0), (-100, 0)])
    var router = NetworkRouter(network: try map.build())
    let east = try router.route(through: [waypoint(300, 0, bearing: 90), waypoint(-50, 0)]).route
    let west = try router.route(through: [waypoint(300, 0, bearing: 270), waypoint(-50, 0)]).route
    #expect(abs(west.lengthMeters - 350) < 3)
    #expect(abs(east.lengthMeters - (700 + 300 + 1_000 + 300 + 50)) < 10)
    #expect(try router.route(through: [waypoint(300, 0), waypoint(-50, 0)]).route.lengthMeters == west.lengthMeters)
  }

  @Test("start and destination in one place make a route of no length")
  func samePlace() throws {
    var router = NetworkRouter(network: try crossing().build())
    let route = try router.route(through: [waypoint(-50, 5), waypoint(-50, -5)]).route
    #expect(route.lengthMeters < 0.05 && route.durationSeconds < 0.05)
    #expect(route.steps.map(\.maneuver.kind) == [.depart, .arrive])
    #expect(route.polyline.vertices.count >= 2)
  }

  @Test("a waypoint is left in the direction in which it was reached")
  func onward() throws {
    var map = PlaneNetwork()
    map.road("block", from: "a", to: "a", [(0, 0), (400, 0), (400, 400), (0, 400), (0, 0)])
    map.road("stub", from: "a", to: "s", [(0, 0), (-200, 0)])
    var router = NetworkRouter(network: try map.build())
    let (route, paths) = try router.route(through: [waypoint(-150, 0), waypoint(100, 0), waypoint(-150, 0)])
    #expect(paths[0].edges.last == paths[1].edges.first)
    #expect(abs(route.lengthMeters - (150 + 1_600 + 150)) < 10)
  }

  @Test("routes hang together and are as long as their edges", arguments: 1...3 as ClosedRange<UInt64>)
  func geometry(seed: UInt64) throws {
    let network = try TestTown.network(3_000, seed: seed)
    var router = NetworkRouter(network: network)
    var random = SeededGenerator(seed: seed, stream: 8)
    var found = 0
    for round in 0..<50 {
      let waypoints = (0..<3).map { _ in
        RouteRequest.Waypoint(
          coordinate: Geodesic.destination(
            from: network.coordinate(ofJunction: random.nextIndex(below: network.junctionCount)),
            courseDegrees: random.nextDouble(in: 0...360), distanceMeters: random.nextDouble(in: 0...80)))
      }
      guard let (route, paths) = try? router.route(through: waypoints) else { continue }
      found += 1
      let what = "seed \(seed), round \(round)"
      var length = 0.0
      var chainages: [Double] = []
      for path in paths {
        for (index, edge) in path.edges.enumerated() {
          chainages.append(length)
          let from = index == 0 ? path.startFraction : 0
          let to = index == path.edges.count - 1 ? path.endFraction : 1
          length += network.edge(edge).lengthMeters * (to - from)
        }
      }
      #expect(abs(length - route.lengthMeters) < 0.02 * Double(route.edges.count) + 1e-5 * length, "\(what)")
      try #require(route.edges.count == chainages.count)
      for (edge, chainage) in zip(route.edges, chainages) {
        #expect(abs(edge.startChainageMeters - chainage) < 0.02 * Double(route.edges.count) + 1e-5 * length, "\(what)")
      }
      // The ends of the route lie where its first and last waypoint were snapped to.
      var query = SegmentQuery()
      for (waypoint, end) in [(waypoints[0], 0.0), (waypoints[2], route.lengthMeters)] {
        let place = try #require(network.nearestPlaces(to: waypoint.coordinate, using: &query).first)
        let distance = Geodesic.distanceMeters(
          network.coordinate(of: place), route.polyline.coordinate(atChainageMeters: end))
        #expect(distance < 0.05, "\(what): \(distance)")
      }
    }
    #expect(found > 30)
  }
}
