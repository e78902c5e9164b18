import RoadNetwork
import TestSupport
import Testing
import WaybenchCore

@Suite("Alternatives")
struct AlternativeTests {
  @Test("they share little, are not much longer and are no detours", arguments: [1, 2, 3] as [UInt64])
  func limits(seed: UInt64) throws {
    let network = try TestTown.network(6_000, seed: seed)
    var finder = PathFinder(network: network)
    var random = SeededGenerator(seed: seed, stream: 3)
    let metric = network.freeFlowMetric
    var (pairs, found) = (0, 0)
    for _ in 0..<40 {
      let ends = (0..<2).map { _ in
        NetworkPlace(edge: random.nextIndex(below: network.edgeCount), fraction: 0.5, distanceMeters: 0)
      }
      guard let best = finder.path(from: [ends[0]], to: [ends[1]], metric: metric), best.edges.count > 12 else {
        continue
      }
      pairs += 1
      let others = finder.alternatives(to: best, from: [ends[0]], to: [ends[1]], metric: metric, count: 2)
      #expect(others.count <= 2)
      if !others.isEmpty { found += 1 }
      var known = [best]
      for other in others {
        #expect(other.weight >= best.weight && Double(other.weight) <= 1.4 * Double(best.weight))
        #expect(other.edges.first == best.edges.first && other.edges.last == best.edges.last)
        #expect(Set(other.edges.map { network.edge($0).link }).count == other.edges.count, "a link is passed twice")
        for way in known {
          let edges = Set(way.edges)
          let length = other.edges.reduce(0) { $0 + network.edge($1).lengthMeters }
          let shared = other.edges.reduce(0) { edges.contains($1) ? $0 + network.edge($1).lengthMeters : $0 }
          #expect(shared <= 0.8 * length + 1e-6)
        }
        known.append(other)
      }
      // What was spoilt for the search is whole again.
      #expect(finder.path(from: [ends[0]], to: [ends[1]], metric: metric)?.edges == best.edges)
      #expect(finder.alternatives(to: best, from: [ends[0]], to: [ends[1]], metric: metric, count: 0).isEmpty)
    }
    #expect(pairs > 15 && Double(found) > 0.6 * Double(pairs))
  }

  /// A fork into two roads of like length that join again, and a third that is far longer.
  @Test("the other of two roads is offered, one that is twice as long is not")
  func twoRoads() throws {
    var map = PlaneNetwork()
    map.road("west", from: "w", to: "a", [(-600, 0), (0, 0)])
    map.road("north", from: "a", to: "b", [(0, 0), (500, 400), (1_500, 400), (2_000, 0)])
    map.road("south", from: "a", to: "b", [(0, 0), (500, -500), (1_500, -500), (2_000, 0)])
    map.road("far", from: "a", to: "b", [(0, 0), (0, 3_000), (2_000, 3_000), (2_000, 0)])
    map.road("east", from: "b", to: "e", [(2_000, 0), (2_600, 0)])
    var router = NetworkRouter(network: try map.build())
    let ends = [(-500.0, 0.0), (2_500, 0)].map { RouteRequest.Waypoint(coordinate: Plane.coordinate($0.0, $0.1)) }
    func roads(_ count: Int) throws -> [[String]] {
      try router.routes(for: RouteRequest(waypoints: ends, alternatives: count)).map { route in
        route.edges.map { router.network.edge(Int($0.edge)).name }
      }
    }
    let expected = [["west", "north", "east"], ["west", "south", "east"]]
    #expect(try roads(RouteRequest.AlternativesStrategy.all.count) == expected)
    #expect(try roads(RouteRequest.AlternativesStrategy.one.count) == expected)
    #expect(try roads(RouteRequest.AlternativesStrategy.none.count) == [expected[0]])
  }
}
