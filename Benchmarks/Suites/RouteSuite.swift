import Measurement
import RoadNetwork
import WaybenchCore

extension Suite {
  /// Routes between random places of a synthetic town.
  static let route = Suite(
    name: "route", summary: "routes between random places of a synthetic town, search alone and whole",
    makeCases: { isSmall in
      let edges = isSmall ? 3_000 : 45_000
      let count = isSmall ? 20 : 300
      let network = try SuiteTown.network(edges: edges)
      let pairs = SuiteTown.pairs(network, count: count)
      var router = NetworkRouter(network: network)
      let parameters = ["edges": "\(network.edgeCount)", "routes": "\(count)"]
      return [
        SuiteCase(
          description: BenchmarkCase(
            name: "search", unit: "ns/route", parameters: parameters, operations: count),
          body: {
            var hash = ResultHash()
            for (from, to) in pairs {
              let path = router.path(from: [from], to: [to])
              hash.combine(UInt64(path?.weight ?? 0))
            }
            return hash.value
          }),
        SuiteCase(
          description: BenchmarkCase(
            name: "route with steps", unit: "ns/route", parameters: parameters, operations: count),
          body: {
            var hash = ResultHash()
            for (from, to) in pairs {
              let waypoints = [from, to].map { RouteRequest.Waypoint(coordinate: network.coordinate(of: $0)) }
              let route = try? router.route(through: waypoints).route
              hash.combine(route?.lengthMeters ?? -1)
              hash.combine(UInt64(route?.steps.count ?? 0))
            }
            return hash.value
          }),
      ]
    }, ratios: [])
}

/// The town that suites work on.
enum SuiteTown {
  static func network(edges: Int) throws -> RoadNetwork {
    try RoadNetworkBuilder.build(
      SyntheticTown.make(SyntheticTown.Options(seed: 1, targetDirectedEdges: edges)).source)
  }

  /// Places on edges of the main part of the network.
  static func pairs(_ network: RoadNetwork, count: Int) -> [(NetworkPlace, NetworkPlace)] {
    var generator = SeededGenerator(seed: 5)
    func place() -> NetworkPlace {
      while true {
        let edge = Int(generator.next() % UInt64(network.edgeCount))
        if network.edge(edge).flags.isDisjoint(with: [.isolated, .restricted]) {
          return NetworkPlace(edge: edge, fraction: generator.nextUnit(), distanceMeters: 0)
        }
      }
    }
    return (0..<count).map { _ in (place(), place()) }
  }
}
