import RoadNetwork
import TestSupport
import Testing
import WaybenchCore

extension RoadNetwork {
  /// The edge of a road that leaves a point of the plane.
  func edge(_ name: String, from point: (Double, Double)) throws -> Int {
    let matches = try edges(named: name).filter {
      Geodesic.distanceMeters(coordinate(ofJunction: edge($0).tail), Plane.coordinate(point.0, point.1)) < 0.1
    }
    return try #require(matches.count == 1 ? matches.first : nil, "\(matches.count) edges of \(name) leave \(point)")
  }

  func edges(named name: String) throws -> [Int] { (0..<edgeCount).filter { edge($0).name == name } }

  /// The edges that may follow a walk; `nil` when the walk itself is not legal.
  func choices(after walk: [Int]) -> Set<Int>? {
    guard var state = walk.first else { return nil }
    for next in walk.dropFirst() {
      guard let turn = turns(fromState: state).first(where: { edge(ofState: $0.state) == next }) else { return nil }
      state = turn.state
    }
    return Set(turns(fromState: state).map { edge(ofState: $0.state) })
  }

  func isIsolated(_ edge: Int) -> Bool { self.edge(edge).flags.contains(.isolated) }
}

/// A cross of four roads of 100 m: W, E, N, S meet in the middle, all two-way unless named.
func crossing(oneway: Set<String> = [], access: [String: RoadSource.Access] = [:]) -> PlaneNetwork {
  var map = PlaneNetwork()
  for (name, end) in [("W", (-100.0, 0.0)), ("E", (100, 0)), ("N", (0, 100)), ("S", (0, -100))] {
    map.road(
      name, from: name, to: "middle", [end, (0, 0)], oneway: oneway.contains(name), access: access[name] ?? .allowed)
  }
  return map
}

/// Two lines of towns that tests use again and again, built once.
enum TestTown {
  static func network(_ edges: Int, seed: UInt64, center: Coordinate? = nil) throws -> RoadNetwork {
    try RoadNetworkBuilder.build(
      SyntheticTown.make(.init(seed: seed, targetDirectedEdges: edges, center: center)).source)
  }
}
