import BenchmarkSuites
import RoadNetwork
import TestSupport
import Testing
import WaybenchCore

@Suite("PathFinder against Dijkstra")
struct PathFinderTests {
  private static func place(_ network: RoadNetwork, _ random: inout SeededGenerator) -> NetworkPlace {
    let fraction = [0, 1, random.nextUnit(), random.nextUnit()][random.nextIndex(below: 4)]
    return NetworkPlace(edge: random.nextIndex(below: network.edgeCount), fraction: fraction, distanceMeters: 0)
  }

  /// The same place on the road for the other direction, where there is one.
  private static func bothDirections(_ place: NetworkPlace, _ network: RoadNetwork) -> [NetworkPlace] {
    guard let twin = network.edge(place.edge).twin else { return [place] }
    return [place, NetworkPlace(edge: twin, fraction: 1 - place.fraction, distanceMeters: 0)]
  }

  /// That a path is legal, begins and ends where it should, and weighs what its parts weigh.
  private static func expectSound(
    _ path: NetworkPath, _ network: RoadNetwork, from sources: [NetworkPlace], to targets: [NetworkPlace],
    _ what: String
  ) {
    #expect(path.turns.count == path.edges.count - 1, "\(what)")
    #expect(sources.contains { $0.edge == path.edges.first && $0.fraction == path.startFraction }, "\(what)")
    #expect(targets.contains { $0.edge == path.edges.last && $0.fraction == path.endFraction }, "\(what)")
    #expect(PathCheck.fault(path, network, network.freeFlowWeights) == nil, "\(what)")
  }

  private static func compare(
    _ network: RoadNetwork, _ search: inout PathFinder, from sources: [NetworkPlace], to targets: [[NetworkPlace]],
    _ what: String
  ) -> Int {
    let flat = targets.flatMap { $0 }
    let oracle = DijkstraOracle.weights(network, weights: network.freeFlowWeights, from: sources, to: flat)
    var position = 0
    var found = 0
    for group in targets {
      let least = oracle[position..<(position + group.count)].min() ?? .max
      position += group.count
      guard let path = search.path(from: sources, to: group, metric: network.freeFlowMetric) else {
        #expect(least == .max, "\(what), \(sources) to \(group)")
        continue
      }
      found += 1
      #expect(Int64(path.weight) == least, "\(what), \(sources) to \(group)")
      expectSound(path, network, from: sources, to: group, "\(what), \(sources) to \(group)")
    }
    return found
  }

  /// Outside of an expectation, which may not change what it asks.
  private static func answer(
    _ search: inout PathFinder, _ network: RoadNetwork, _ sources: [NetworkPlace], _ targets: [NetworkPlace]
  ) throws -> NetworkPath {
    let path = search.path(from: sources, to: targets, metric: network.freeFlowMetric)
    return try #require(path)
  }

  @Test(
    "costs are the least",
    arguments: [(2_000, 1), (2_000, 2), (2_000, 3), (2_000, 4), (20_000, 1), (20_000, 2)] as [(Int, UInt64)])
  func costs(edges: Int, seed: UInt64) throws {
    let network = try TestTown.network(edges, seed: seed)
    var search = PathFinder(network: network)
    var random = SeededGenerator(seed: seed, stream: 9)
    var found = 0
    for round in 0..<(edges > 10_000 ? 8 : 20) {
      let source = Self.place(network, &random)
      let targets = (0..<12).map { _ in Self.place(network, &random) }
      let what = "\(edges) edges, seed \(seed), round \(round)"
      found += Self.compare(network, &search, from: [source], to: targets.map { [$0] }, what)
      let both = Self.bothDirections(source, network)
      found += Self.compare(network, &search, from: both, to: targets.map { Self.bothDirections($0, network) }, what)
    }
    #expect(found > 150)
  }

  @Test("several places at either end need not lie together", arguments: [1, 2, 3] as [UInt64])
  func scattered(seed: UInt64) throws {
    let network = try TestTown.network(2_000, seed: seed)
    var search = PathFinder(network: network)
    var random = SeededGenerator(seed: seed, stream: 10)
    for round in 0..<30 {
      let sources = (0..<3).map { _ in Self.place(network, &random) }
      let targets = (0..<8).map { _ in (0..<3).map { _ in Self.place(network, &random) } }
      _ = Self.compare(network, &search, from: sources, to: targets, "seed \(seed), round \(round)")
    }
  }

  @Test("start and end on one edge, in both orders", arguments: [1, 2] as [UInt64])
  func oneEdge(seed: UInt64) throws {
    let network = try TestTown.network(2_000, seed: seed)
    var search = PathFinder(network: network)
    var random = SeededGenerator(seed: seed, stream: 11)
    for round in 0..<40 {
      let edge = random.nextIndex(below: network.edgeCount)
      let places = [0.2, 0.7].map { NetworkPlace(edge: edge, fraction: $0, distanceMeters: 0) }
      let what = "seed \(seed), round \(round)"
      let straight = try Self.answer(&search, network, [places[0]], [places[1]])
      #expect(straight.edges == [edge] && straight.turns.isEmpty, "\(what)")
      #expect(abs(Double(straight.weight) / 1000 - 0.5 * network.edge(edge).travelSeconds) < 0.002, "\(what)")
      _ = Self.compare(network, &search, from: [places[1]], to: [[places[0]], [places[1]]], what)
      if let back = search.path(from: [places[1]], to: [places[0]], metric: network.freeFlowMetric) {
        #expect(back.edges.count > 1, "\(what)")
      }
      // Two starts on one edge: the one nearer to its end is the better one.
      let target = Self.place(network, &random)
      if target.edge != edge {
        _ = Self.compare(network, &search, from: places, to: [[target]], what)
        _ = Self.compare(network, &search, from: places.reversed(), to: [[target]], what)
      }
    }
  }

  @Test("no sources or no targets, no path")
  func nothing() throws {
    let network = try crossing().build()
    var search = PathFinder(network: network)
    let place = NetworkPlace(edge: 0, fraction: 0.5, distanceMeters: 0)
    let paths = [
      search.path(from: [], to: [place], metric: network.freeFlowMetric),
      search.path(from: [place], to: [], metric: network.freeFlowMetric),
      search.path(from: [], to: [], metric: network.freeFlowMetric),
    ]
    #expect(paths.allSatisfy { $0 == nil })
  }

  // MARK: - Restricted roads

  /// A road round, 5 km at 50 km/h, and a short cut of 1 km.
  private static func shortCut(
    access: RoadSource.Access = .restricted, gate: RoadSource.NodeFlags = []
  ) throws -> RoadNetwork {
    var map = PlaneNetwork()
    map.road("west", from: "w", to: "a", [(-300, 0), (0, 0)])
    map.road("cut", from: "a", to: "b", [(0, 0), (500, 0), (1_000, 0)], access: access)
    map.road("round", from: "a", to: "b", [(0, 0), (0, 2_000), (1_000, 2_000), (1_000, 0)])
    map.road("east", from: "b", to: "e", [(1_000, 0), (1_300, 0)])
    map.road("yard", from: "cut#1", to: "y", [(500, 0), (500, -200)], access: access)
    map.mark("cut#1", gate)
    return try map.build()
  }

  private static func names(_ network: RoadNetwork, _ from: (Double, Double), _ to: (Double, Double)) throws -> [String]
  {
    var router = NetworkRouter(network: network)
    let (route, paths) = try router.route(
      through: [from, to].map { RouteRequest.Waypoint(coordinate: Plane.coordinate($0.0, $0.1)) })
    #expect(route.edges.count == paths[0].edges.count)
    return paths[0].edges.map { network.edge($0).name }
  }

  @Test("restricted roads are never a short cut, but a destination and a start")
  func restricted() throws {
    let network = try Self.shortCut()
    #expect(try Self.names(network, (-200, 0), (1_200, 0)) == ["west", "round", "east"])
    #expect(try Self.names(network, (-200, 0), (500, -150)) == ["west", "cut", "yard"])
    #expect(try Self.names(network, (500, -150), (1_200, 0)) == ["yard", "cut", "east"])
    #expect(
      try Self.names(try Self.shortCut(access: .allowed), (-200, 0), (1_200, 0)) == ["west", "cut", "cut", "east"])
  }

  @Test("a private gate on an open road is never on a short cut, but what lies behind it is reached")
  func gate() throws {
    let network = try Self.shortCut(access: .allowed, gate: .restricted)
    #expect(try Self.names(network, (-200, 0), (1_200, 0)) == ["west", "round", "east"])
    #expect(try Self.names(network, (-200, 0), (400, 0)) == ["west", "cut"])
    #expect(try Self.names(network, (-200, 0), (500, -150)) == ["west", "cut", "yard"])
    // Behind it, on the far half of the cut: the way round reaches that without the gate.
    #expect(try Self.names(network, (-200, 0), (700, 0)) == ["west", "round", "cut"])
  }

  // MARK: - Long ways

  /// Along a parallel the straight line on a map is longer than the great circle, which bends towards the pole.
  @Test("on a long way at a high latitude the estimate does not hide the fastest road")
  func greatCircle() throws {
    var source = RoadSource()
    let (start, end) = (
      Coordinate(clampingLatitude: 49, longitude: -40), Coordinate(clampingLatitude: 49, longitude: 17)
    )
    let bend = (0...400).map { Geodesic.interpolate(start, end, fraction: Double($0) / 400) }
    func nodes(_ coordinates: [Coordinate]) -> [Int32] {
      coordinates.map {
        source.nodes.append(RoadSource.Node(id: Int64(source.nodes.count), coordinate: $0))
        return Int32(source.nodes.count - 1)
      }
    }
    func way(_ id: Int64, _ nodes: [Int32], _ speed: Double) {
      let first = source.wayNodes.count
      source.wayNodes += nodes
      source.ways.append(
        RoadSource.Way(
          id: id, nodeRange: first..<source.wayNodes.count, roadClass: .motorway, backward: .none,
          freeFlowKilometersPerHour: speed))
    }
    let fast = nodes(bend)
    let ends = nodes([
      Geodesic.destination(from: start, courseDegrees: 270, distanceMeters: 1_000),
      Geodesic.destination(from: end, courseDegrees: 90, distanceMeters: 1_000),
      Geodesic.destination(from: bend[10], courseDegrees: 0, distanceMeters: 1_000),
    ])
    way(1, [ends[0], fast[0]], 100)
    way(2, [fast[400], ends[1]], 100)
    way(3, fast, 100)
    // The same line, slower by half a percent, in one piece; the fast one is cut by a side road.
    way(4, [fast[0]] + nodes(Array(bend[1..<400])) + [fast[400]], 99.5)
    way(5, [fast[10], ends[2]], 100)
    let network = try RoadNetworkBuilder.build(source)
    let place = { (id: Int64) in
      NetworkPlace(
        edge: (0..<network.edgeCount).first { network.edge($0).wayID == id } ?? -1, fraction: 0.5, distanceMeters: 0)
    }
    var search = PathFinder(network: network)
    let path = try Self.answer(&search, network, [place(1)], [place(2)])
    #expect(path.edges.map { network.edge($0).wayID } == [1, 3, 3, 2])
    let least = DijkstraOracle.weights(
      network, weights: network.freeFlowWeights, from: [place(1)], to: [place(2)])[0]
    #expect(Int64(path.weight) == least)
  }
}
