import Measurement
import RoadNetwork
import Simulation
import WaybenchCore

extension Suite {
  /// Simulated drives matched to the town that they were driven in.
  static let match = Suite(
    name: "match", summary: "simulated drives matched to a synthetic town, at 1 s and at 10 s",
    makeCases: { isSmall in
      let network = try SuiteTown.network(edges: isSmall ? 3_000 : 45_000)
      let drives = try MatchDrives.make(network, count: isSmall ? 3 : 20)
      return [1, 10].map { interval in
        let thinned = drives.map { drive in
          drive.enumerated().filter { $0.offset % interval == 0 }.map(\.element)
        }
        let fixes = thinned.reduce(0) { $0 + $1.count }
        var matcher = NetworkMatcher(network: network)
        return SuiteCase(
          description: BenchmarkCase(
            name: "match/\(interval)s", unit: "ns/fix",
            parameters: ["edges": "\(network.edgeCount)", "drives": "\(drives.count)", "fixes": "\(fixes)"],
            operations: fixes),
          body: {
            var hash = ResultHash()
            for drive in thinned {
              let result = matcher.match(drive)
              hash.combine(result.lengthMeters)
              hash.combine(UInt64(result.matchedCount))
            }
            return hash.value
          })
      }
    }, ratios: [])
}

/// Drives through a network with the errors of a suburban receiver.
enum MatchDrives {
  static func make(_ network: RoadNetwork, count: Int) throws -> [[Fix]] {
    var router: NetworkRouter? = NetworkRouter(network: network)
    var drives: [[Fix]] = []
    for (index, pair) in SuiteTown.pairs(network, count: count).enumerated() {
      let waypoints = [pair.0, pair.1].map { RouteRequest.Waypoint(coordinate: network.coordinate(of: $0)) }
      guard var own = router, let plan = try? own.route(through: waypoints).route else { continue }
      router = own
      var setup = DriveSetup()
      setup.seed = UInt64(index + 1)
      var source = try setup.source(network: network, plan: plan, router: &router)
      while source.nextDueNanoseconds != nil { _ = source.next() }
      drives.append(source.fixes)
    }
    return drives
  }
}
