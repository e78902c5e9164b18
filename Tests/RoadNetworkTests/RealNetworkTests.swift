import BenchmarkSuites
import RoadNetwork
import TestSupport
import Testing
import WaybenchCore

/// The maps of the shared data; skipped where they are absent (`WAYBENCH_SHARED`).
@Suite("Real networks", .enabled(if: SharedData.isPresent, "no shared data: set WAYBENCH_SHARED"))
struct RealNetworkTests {
  static let files = SharedData.files("data/osm", endings: [".osm.pbf", ".osm", ".osm.gz", ".osm.bz2"])

  @Test("builds, and 200 random routes cost what Dijkstra says", arguments: files)
  func routesAgreeWithDijkstra(path: String) throws {
    let network = try RoadNetworkBuilder.build(RoadImport.read(path: path))
    #expect(network.invariantFault() == nil)
    #expect(network.edgeCount > 3_000)
    let isolated = (0..<network.edgeCount).filter { network.edge($0).flags.contains(.isolated) }.count
    #expect(Double(isolated) < 0.12 * Double(network.edgeCount))
    var router = NetworkRouter(network: network)
    var random = SeededGenerator(seed: 20)
    var found = 0
    // One plain search per source answers ten targets.
    for _ in 0..<20 {
      let source = place(in: network, &random)
      let targets = (0..<10).map { _ in place(in: network, &random) }
      let oracle = DijkstraOracle.weights(network, weights: network.freeFlowWeights, from: [source], to: targets)
      for (target, expected) in zip(targets, oracle) {
        guard let path = router.path(from: [source], to: [target]) else {
          #expect(expected == .max)
          continue
        }
        found += 1
        #expect(Int64(path.weight) == expected, "seed 20: \(source) to \(target)")
        #expect(PathCheck.fault(path, network, network.freeFlowWeights) == nil)
      }
    }
    #expect(found > 150)
  }

  private func place(in network: RoadNetwork, _ random: inout SeededGenerator) -> NetworkPlace {
    NetworkPlace(edge: Int(random.next() % UInt64(network.edgeCount)), fraction: random.nextUnit(), distanceMeters: 0)
  }
}
