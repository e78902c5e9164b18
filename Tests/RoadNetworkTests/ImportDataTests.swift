import Testing
import WaybenchCore

@testable import RoadNetwork

@Suite("Import of real extracts and case files")
struct ImportDataTests {
  @Test(
    "Every shared extract imports",
    // Skipped where the shared data are not at hand.
    .enabled(if: ImportFiles.hasShared),
    arguments: ImportFiles.names(in: ImportFiles.shared + "/data/osm"))
  func extracts(name: String) throws {
    let source = try RoadImport.read(path: ImportFiles.shared + "/data/osm/" + name)
    var meters = 0.0
    for way in source.ways {
      for index in way.nodeRange.dropFirst() {
        meters += Geodesic.distanceMeters(
          source.nodes[Int(source.wayNodes[index - 1])].coordinate, source.nodes[Int(source.wayNodes[index])].coordinate
        )
      }
    }
    let limited = source.ways.count { $0.forwardLimitKilometersPerHour > 0 }
    print(
      "\(name): \(source.nodes.count) nodes, \(source.ways.count) ways, \(source.restrictions.count) restrictions,",
      "\(Int(meters / 1000)) km, \(source.names.count) names, \(limited) with a limit, left \(source.drivesOnLeft)")
    for note in source.notes { print("  \(note)") }
    #expect(source.nodes.count > 1000 && source.ways.count > 300)
    #expect(source.drivesOnLeft == name.hasPrefix("malta"))
    #expect(meters / Double(source.ways.count) > 20)
    #expect(source.ways.contains { $0.roadClass == .residential } && source.ways.contains { $0.forward != $0.backward })
    #expect(source.ways.allSatisfy { $0.nodeRange.count >= 2 && $0.freeFlowKilometersPerHour >= 1 })
    #expect(source.ways.allSatisfy { $0.forward != .none || $0.backward != .none })
    #expect(source.wayNodes.allSatisfy { source.nodes.indices.contains(Int($0)) })
    let used = Set(source.wayNodes)
    #expect(used.count == source.nodes.count)
  }

  @Test(
    "Every road file of the cases parses",
    .enabled(if: ImportFiles.hasCases),
    arguments: ImportFiles.names(in: ImportFiles.shared + "/cases/files").filter {
      $0.hasSuffix(".geojson") && ($0.contains("-road") || $0 == "S07-block.geojson" || $0 == "S37-roundabout.geojson")
    })
  func cases(name: String) throws {
    let source = try RoadImport.read(path: ImportFiles.shared + "/cases/files/" + name)
    print("\(name): \(source.nodes.count) nodes, \(source.ways.count) ways")
    #expect(source.ways.allSatisfy { $0.name > 0 && $0.freeFlowKilometersPerHour >= 10 })
    #expect(!source.drivesOnLeft)
    #expect(source.notes.isEmpty)
  }

  /// A road file of the cases with its ways by name.
  private func load(_ name: String) throws -> (source: RoadSource, ways: [String: RoadSource.Way]) {
    let source = try RoadImport.read(path: ImportFiles.shared + "/cases/files/" + name)
    var ways: [String: RoadSource.Way] = [:]
    for way in source.ways { ways[source.names[Int(way.name)]] = way }
    return (source, ways)
  }

  @Test("Parallel roads meet at their common ends only", .enabled(if: ImportFiles.hasCases))
  func parallelRoads() throws {
    let (source, ways) = try load("S01-roads.geojson")
    #expect(source.nodes.count == 4 && source.ways.count == 4)
    let main = try #require(ways["A"])
    let side = try #require(ways["B"])
    let link = try #require(ways["L0"])
    #expect(main.roadClass == .primary && side.roadClass == .service)
    #expect(main.forwardLimitKilometersPerHour == 80 && main.freeFlowKilometersPerHour == 80)
    #expect(source.wayNodes[link.nodeRange.lowerBound] == source.wayNodes[main.nodeRange.lowerBound])
    #expect(source.wayNodes[link.nodeRange.upperBound - 1] == source.wayNodes[side.nodeRange.lowerBound])
  }

  @Test("The gate stands 20 m into the private road", .enabled(if: ImportFiles.hasCases))
  func privateRoad() throws {
    let (source, ways) = try load("S09-roads.geojson")
    let road = try #require(ways["P"])
    #expect(road.forward == .restricted && road.backward == .restricted)
    let nodes = source.wayNodes[road.nodeRange].map { source.nodes[Int($0)] }
    #expect(nodes.count == 3)
    #expect(abs(Geodesic.distanceMeters(nodes[0].coordinate, nodes[1].coordinate) - 20) < 0.2)
    #expect(ways["N1"]?.forward == .allowed)
  }

  @Test("Roads that end at both spellings of the antimeridian join", .enabled(if: ImportFiles.hasCases))
  func antimeridian() throws {
    let (source, ways) = try load("S31-roads-split-at-180.geojson")
    #expect(source.nodes.count == 3)
    let west = try #require(ways["W"])
    let east = try #require(ways["E"])
    #expect(source.wayNodes[west.nodeRange.upperBound - 1] == source.wayNodes[east.nodeRange.lowerBound])
  }

  @Test("The roundabout is one ring of one-way edges", .enabled(if: ImportFiles.hasCases))
  func roundabout() throws {
    let (source, _) = try load("S37-roundabout.geojson")
    let ring = source.ways.filter { $0.flags.contains(.roundabout) }
    #expect(ring.count >= 3)
    #expect(ring.allSatisfy { $0.forward == .allowed && $0.backward == .none })
    var starts = Set<Int32>()
    var ends = Set<Int32>()
    for way in ring {
      starts.insert(source.wayNodes[way.nodeRange.lowerBound])
      ends.insert(source.wayNodes[way.nodeRange.upperBound - 1])
    }
    #expect(starts == ends && starts.count == ring.count)
  }
}
