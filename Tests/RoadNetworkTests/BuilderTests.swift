import RoadNetwork
import TestSupport
import Testing
import WaybenchCore

@Suite("RoadNetworkBuilder: junctions, links, edges")
struct BuilderTests {
  private static let middle = (0.0, 0.0)

  @Test("a way is cut where others meet it and nowhere else")
  func splitting() throws {
    var map = PlaneNetwork()
    map.road("long", from: "a", to: "b", [(0, 0), (100, 0), (200, 10), (300, 0)])
    var network = try map.build()
    #expect(network.junctionCount == 2 && network.linkCount == 1 && network.edgeCount == 2)
    #expect(network.shape(ofEdge: 0).count == 4)
    map.road("side", from: "long#1", to: "c", [(100, 0), (100, 80)])
    network = try map.build()
    #expect(network.junctionCount == 4 && network.linkCount == 3 && network.edgeCount == 6)
    let first = try network.edge("long", from: (0, 0))
    #expect(abs(network.edge(first).lengthMeters - 100) < 0.5)
    #expect(network.choices(after: [first])?.count == 2)
    #expect(network.invariantFault() == nil)
  }

  @Test("edges of one link are twins of each other, with each other's shape, length and courses turned round")
  func twins() throws {
    let network = try crossing(oneway: ["N"]).build()
    for index in 0..<network.edgeCount {
      let edge = network.edge(index)
      guard let twin = edge.twin.map({ network.edge($0) }) else {
        #expect(edge.name == "N")
        continue
      }
      #expect(twin.twin == index && twin.tail == edge.head && twin.head == edge.tail && twin.link == edge.link)
      #expect(network.shape(ofEdge: twin.index) == network.shape(ofEdge: index).reversed())
      #expect(twin.lengthMeters == edge.lengthMeters)
      #expect(abs(angleBetweenDegrees(edge.startCourseDegrees, twin.endCourseDegrees) - 180) < 0.02)
    }
    #expect(try network.edges(named: "N").count == 1)
  }

  @Test("the four ways out of a crossing are the four turns, without turning round")
  func crossingTurns() throws {
    let network = try crossing().build()
    let west = try network.edge("W", from: (-100, 0))
    let expected = try Set(["N", "E", "S"].map { try network.edge($0, from: Self.middle) })
    #expect(network.choices(after: [west]) == expected)
    // At the ends turning round is all that is left.
    let out = try network.edge("E", from: Self.middle)
    #expect(network.choices(after: [out]) == [try network.edge("E", from: (100, 0))])
  }

  @Test("a one-way street is entered at its beginning only")
  func oneway() throws {
    let network = try crossing(oneway: ["N"]).build()
    let west = try network.edge("W", from: (-100, 0))
    #expect(network.choices(after: [west])?.count == 2)
    let north = try network.edge("N", from: (0, 100))
    #expect(network.choices(after: [north])?.count == 3)
  }

  @Test("a blocked node is not passed; turning round there is all that is left")
  func blocked() throws {
    var map = crossing()
    map.mark("middle", .blocked)
    let network = try map.build()
    let west = try network.edge("W", from: (-100, 0))
    #expect(network.choices(after: [west]) == [try network.edge("W", from: Self.middle)])
  }

  @Test("a barrier in the middle of a road cuts it")
  func barrierOnTheWay() throws {
    var map = PlaneNetwork()
    map.road("long", from: "a", to: "b", [(0, 0), (100, 0), (200, 0)])
    map.mark("long#1", .blocked)
    let network = try map.build()
    #expect(network.junctionCount == 3 && network.edgeCount == 4)
    let first = try network.edge("long", from: (0, 0))
    #expect(network.choices(after: [first]) == [try #require(network.edge(first).twin)])
    var router = NetworkRouter(network: network)
    #expect(throws: RouteFailure.noRoute(fromWaypoint: 0)) {
      try router.route(
        through: [10.0, 190].map { .init(coordinate: Plane.coordinate($0, 0), radiusMeters: 20) })
    }
  }

  @Test("a roundabout runs one way and its edges say so")
  func roundabout() throws {
    var map = PlaneNetwork()
    map.road("ring east", from: "s", to: "n", [(0, -20), (20, 0), (0, 20)], oneway: true, flags: .roundabout)
    map.road("ring west", from: "n", to: "s", [(0, 20), (-20, 0), (0, -20)], oneway: true, flags: .roundabout)
    map.road("south", from: "S", to: "s", [(0, -200), (0, -20)])
    map.road("north", from: "n", to: "N", [(0, 20), (0, 200)])
    let network = try map.build()
    let south = try network.edge("south", from: (0, -200))
    let ring = try network.edge("ring east", from: (0, -20))
    #expect(network.choices(after: [south]) == [ring])
    #expect(network.edge(ring).flags.contains(.roundabout) && network.edge(ring).twin == nil)
    #expect(!network.edge(south).flags.contains(.roundabout))
  }

  @Test("a way that begins and ends at one node is a link from a junction to itself")
  func loop() throws {
    var map = PlaneNetwork()
    map.road("street", from: "a", to: "b", [(0, 0), (100, 0)])
    map.road("loop", from: "b", to: "b", [(100, 0), (150, 50), (200, 0), (150, -50), (100, 0)])
    let network = try map.build()
    #expect(network.invariantFault() == nil)
    let loops = try network.edges(named: "loop")
    #expect(loops.count == 2)
    for loop in loops {
      #expect(network.edge(loop).head == network.edge(loop).tail)
      #expect(network.edge(loop).twin == loops.first { $0 != loop })
      #expect(network.shape(ofEdge: loop).count == 5)
    }
    let street = try network.edge("street", from: (0, 0))
    #expect(network.choices(after: [street]) == Set(loops))
    // Round the loop and home, which is no turning round.
    #expect(network.choices(after: [street, loops[0]])?.contains(try network.edge("street", from: (100, 0))) == true)
    #expect(network.choices(after: [street, loops[0]])?.contains(loops[1]) == false)
  }

  @Test("a closed way without any other road is a network")
  func lonelyLoop() throws {
    var map = PlaneNetwork()
    map.road("loop", from: "b", to: "b", [(100, 0), (150, 50), (200, 0), (100, 0)], oneway: true)
    let network = try map.build()
    #expect(network.edgeCount == 1 && network.choices(after: [0]) == [0])
    #expect(!network.isIsolated(0))
  }

  @Test("parallel ways between the same junctions are links of their own")
  func parallel() throws {
    var map = PlaneNetwork()
    map.road("upper", from: "a", to: "b", [(0, 0), (50, 30), (100, 0)])
    map.road("lower", from: "a", to: "b", [(0, 0), (50, -30), (100, 0)])
    map.road("west", from: "w", to: "a", [(-100, 0), (0, 0)])
    let network = try map.build()
    #expect(network.linkCount == 3 && network.edgeCount == 6 && network.invariantFault() == nil)
    let upper = try network.edge("upper", from: (0, 0))
    let lower = try network.edge("lower", from: (100, 0))
    // Coming along one and going back along the other is no turning round.
    #expect(network.choices(after: [upper]) == [lower])
    #expect(network.edge(upper).twin == (try network.edge("upper", from: (100, 0))))
  }

  @Test("a node that a way names twice in a row makes no road of no length")
  func repeatedNode() throws {
    var map = PlaneNetwork()
    map.road("street", from: "a", to: "b", [(0, 0), (100, 0)])
    map.road("next", from: "b", to: "b", [(100, 0), (100, 0)])
    map.road("rest", from: "b", to: "c", [(100, 0), (200, 0)])
    let network = try map.build()
    #expect(try network.edges(named: "next").isEmpty)
    let street = try network.edge("street", from: (0, 0))
    #expect(network.choices(after: [street]) == [try network.edge("rest", from: (100, 0))])
  }

  @Test("nothing to drive on is an error that says so")
  func nothing() throws {
    #expect(throws: RoadNetworkBuildError.self) { try PlaneNetwork().build() }
    var map = PlaneNetwork()
    map.road("closed", from: "a", to: "b", [(0, 0), (100, 0)], access: .none)
    #expect(throws: RoadNetworkBuildError.self) { try map.build() }
  }

  // MARK: - Isolated parts

  @Test("an island is isolated, the mainland is not")
  func island() throws {
    var map = crossing()
    map.road("island", from: "i", to: "j", [(500, 500), (600, 500)])
    let network = try map.build()
    for edge in 0..<network.edgeCount { #expect(network.isIsolated(edge) == (network.edge(edge).name == "island")) }
  }

  @Test("a one-way street into a dead end and one out of nowhere are isolated")
  func traps() throws {
    var map = crossing()
    map.road("trap", from: "middle", to: "t", [(0, 0), (200, 30)], oneway: true)
    map.road("source", from: "s", to: "middle", [(-200, 30), (0, 0)], oneway: true)
    let network = try map.build()
    for edge in 0..<network.edgeCount {
      #expect(network.isIsolated(edge) == ["trap", "source"].contains(network.edge(edge).name))
    }
    // Places outside the main part are found where there is no other road.
    var query = SegmentQuery()
    #expect(
      network.nearestPlaces(to: Plane.coordinate(190, 28), using: &query).allSatisfy {
        network.edge($0.edge).name == "E"
      })
    let far = network.nearestPlaces(to: Plane.coordinate(190, 28), radiusMeters: 50, using: &query)
    #expect(far.map { network.edge($0.edge).name } == ["trap"])
  }

  /// A street that is only ever entered on a chain of a restriction has states of its own; they are it, too.
  @Test("a street on a restricted chain is not isolated by its restriction")
  func chainIsNotIsolated() throws {
    var map = PlaneNetwork()
    map.road("in", from: "w", to: "a", [(-100, 0), (0, 0)], oneway: true)
    map.road("via", from: "a", to: "b", [(0, 0), (100, 0)], oneway: true)
    map.road("on", from: "b", to: "c", [(100, 0), (200, 0)], oneway: true)
    map.road("side", from: "b", to: "d", [(100, 0), (100, 100)], oneway: true)
    map.road("back", from: "c", to: "w", [(200, 0), (200, -100), (-100, -100), (-100, 0)], oneway: true)
    map.road("home", from: "d", to: "w", [(100, 100), (-100, 100), (-100, 0)], oneway: true)
    map.restrict(from: "in", over: ["via"], to: "side")
    let network = try map.build()
    let via = try network.edge("via", from: (0, 0))
    #expect(network.choices(after: [try network.edge("in", from: (-100, 0)), via])?.count == 1)
    #expect(!network.isIsolated(via))
    #expect(network.isIsolated(try network.edge("side", from: (100, 0))))
  }

  // MARK: - Towns

  @Test(
    "the bytes of a network depend on its source alone",
    arguments: [(1, 2_000), (2, 2_000), (3, 6_000)] as [(UInt64, Int)])
  func determinism(seed: UInt64, edges: Int) throws {
    let options = SyntheticTown.Options(seed: seed, targetDirectedEdges: edges)
    let first = try RoadNetworkBuilder.image(of: SyntheticTown.make(options).source)
    let second = try RoadNetworkBuilder.image(of: SyntheticTown.make(options).source)
    #expect(first == second, "seed \(seed)")
    let other = SyntheticTown.Options(seed: seed + 100, targetDirectedEdges: edges)
    #expect(try RoadNetworkBuilder.image(of: SyntheticTown.make(other).source) != first)
  }

  @Test("towns are sound", arguments: [600, 2_000, 6_000, 20_000])
  func invariants(edges: Int) throws {
    for seed in 1...(edges < 10_000 ? 4 : 2) as ClosedRange<UInt64> {
      let network = try TestTown.network(edges, seed: seed)
      #expect(network.invariantFault() == nil, "seed \(seed)")
      var length = 0.0
      var isolated = 0
      for index in 0..<network.edgeCount {
        let edge = network.edge(index)
        let shape = network.shape(ofEdge: index)
        #expect(shape.first == network.coordinate(ofJunction: edge.tail))
        #expect(shape.last == network.coordinate(ofJunction: edge.head))
        let walked = zip(shape, shape.dropFirst()).reduce(0) { $0 + Geodesic.distanceMeters($1.0, $1.1) }
        #expect(abs(walked - edge.lengthMeters) < 0.002, "seed \(seed), edge \(index)")
        length += walked
        if network.isIsolated(index) { isolated += 1 }
      }
      #expect(length > 0 && isolated * 20 < network.edgeCount, "seed \(seed): \(isolated) isolated")
    }
  }
}
