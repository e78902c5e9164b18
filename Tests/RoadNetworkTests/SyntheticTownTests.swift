import RoadNetwork
import Testing
import WaybenchCore

@Suite struct SyntheticTownTests {
  private static func town(_ target: Int, seed: UInt64 = 7) -> (source: RoadSource, landmarks: [SyntheticTown.Landmark])
  {
    SyntheticTown.make(.init(seed: seed, targetDirectedEdges: target))
  }

  @Test(
    arguments: [
      (1, 1000, 14_266_483_904_432_279_080), (2, 1000, 8_908_784_087_636_720_231),
      (1, 12_000, 14_382_574_056_024_476_820), (2, 12_000, 12_382_495_979_426_446_909),
    ] as [(UInt64, Int, UInt64)])
  func staysTheSameOnEveryMachine(seed: UInt64, target: Int, expected: UInt64) {
    let (source, landmarks) = Self.town(target, seed: seed)
    #expect(SourceChecks(source).fingerprint == expected)
    let again = Self.town(target, seed: seed)
    #expect(again.landmarks == landmarks)
    #expect(again.source.names == source.names)
  }

  @Test func seedsDiffer() {
    #expect(
      SourceChecks(Self.town(1000, seed: 1).source).fingerprint
        != SourceChecks(Self.town(1000, seed: 2).source).fingerprint)
  }

  @Test(arguments: [2000, 3000, 5000, 7500, 16_000, 60_000])
  func hasTheNumberOfEdgesAskedFor(target: Int) {
    for seed in 1...2 as ClosedRange<UInt64> {
      let checks = SourceChecks(Self.town(target, seed: seed).source)
      let count = checks.directedEdgeCount
      #expect(abs(count - target) * 10 <= target, "\(count) for \(target), seed \(seed)")
      #expect(checks.source.origin.contains(" \(count) directed edges"))
    }
  }

  @Test(arguments: [600, 1500, 3000, 6000, 20_000])
  func hangsTogether(target: Int) {
    for seed in 1...2 as ClosedRange<UInt64> {
      #expect(SourceChecks(Self.town(target, seed: seed).source).stronglyConnectedShare > 0.97)
    }
  }

  @Test(arguments: [600, 1500, 3000, 6000, 20_000])
  func crossesOnlyAtNodesOrOnBridges(target: Int) {
    for seed in 1...(target > 5000 ? 2 : 5) as ClosedRange<UInt64> {
      let crossings = SourceChecks(Self.town(target, seed: seed).source).unjoinedCrossings
      #expect(crossings.isEmpty, "seed \(seed): \(crossings.prefix(5))")
    }
  }

  @Test func isWellFormed() {
    let (source, landmarks) = Self.town(20_000)
    let places = Set(source.wayNodes.map { source.nodes[Int($0)].coordinate })
    #expect(landmarks.allSatisfy { places.contains($0.coordinate) })
    #expect(Set(landmarks.map(\.name)).count == landmarks.count)
    #expect(Set(source.names).count == source.names.count)
    for (index, way) in source.ways.enumerated() {
      #expect(way.id == Int64(index + 1))
      #expect(way.freeFlowKilometersPerHour > 0)
      #expect(way.forwardLimitKilometersPerHour > 0)
      #expect(way.freeFlowKilometersPerHour <= Double(way.forwardLimitKilometersPerHour))
      #expect((way.backward == .none) == (way.backwardLimitKilometersPerHour == 0))
      let nodes = source.wayNodes[way.nodeRange]
      #expect(nodes.count >= 2)
      #expect(
        zip(nodes, nodes.dropFirst()).allSatisfy {
          source.nodes[Int($0)].coordinate != source.nodes[Int($1)].coordinate
        })
    }
    let pieces = SourceChecks(source).pieces
    let mean = pieces.reduce(0) { $0 + $1.lengthMeters } / Double(pieces.count)
    #expect(mean > 60 && mean < 120, "mean edge \(mean) m")
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func smallTownHasOneOfEach(seed: UInt64) throws {
    let (source, landmarks) = Self.town(2500, seed: seed)
    let classes = Set(source.ways.map(\.roadClass))
    let absent: [RoadClass] = [.secondaryLink, .tertiaryLink, .cycleway, .footway, .path, .pedestrian, .steps]
    for roadClass in RoadClass.allCases where !absent.contains(roadClass) {
      #expect(classes.contains(roadClass), "\(roadClass)")
    }
    let flags = source.ways.reduce(into: RoadSource.WayFlags()) { $0.formUnion($1.flags) }
    #expect(flags.isSuperset(of: [.roundabout, .tunnel, .bridge, .ferry, .toll, .unpaved]))
    let nodeFlags = source.nodes.reduce(into: RoadSource.NodeFlags()) { $0.formUnion($1.flags) }
    #expect(nodeFlags.isSuperset(of: [.trafficSignals, .stopSign, .tollBooth, .restricted]))
    #expect(source.ways.contains { $0.forward == .restricted && $0.backward == .restricted })
    let names = Set(landmarks.map(\.name))
    for name in [
      "old centre", "roundabout", "tunnel entry", "tunnel exit", "tunnel fork", "ferry pier, far side",
      "frontage road, start", "frontage road, end", "ramp from the ring road", "motorway exit", "motorway loop",
      "toll booth", "dead end", "U-turn opening", "unpaved tracks", "no U-turn", "no left turn", "private gate",
    ] {
      #expect(names.contains(name), "\(name)")
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func deadEndIsOne(seed: UInt64) throws {
    let (source, landmarks) = Self.town(2500, seed: seed)
    let place = try #require(landmarks.first { $0.name == "dead end" }?.coordinate)
    let node = try #require(source.nodes.firstIndex { $0.coordinate == place })
    let pieces = SourceChecks(source).pieces.filter { $0.from == node || $0.to == node }
    #expect(pieces.count == 1)
    #expect(pieces.allSatisfy { source.ways[$0.way].backward == .allowed })
  }

  @Test func restrictionsNameWaysThatMeet() {
    let (source, _) = Self.town(20_000)
    #expect(source.restrictions.contains { $0.isOnly })
    #expect(source.restrictions.contains { $0.isUTurn && $0.fromWays == $0.toWays })
    var viaWays = 0
    func ends(_ id: Int64) -> [Int64] {
      let nodes = source.wayNodes[source.ways[Int(id) - 1].nodeRange]
      return [nodes[nodes.startIndex], nodes[nodes.endIndex - 1]].map { source.nodes[Int($0)].id }
    }
    for restriction in source.restrictions {
      let (from, to) = (ends(restriction.fromWays[0]), ends(restriction.toWays[0]))
      switch restriction.via {
      case .node(let node): #expect(from.contains(node) && to.contains(node))
      case .ways(let ways):
        viaWays += 1
        let via = ends(ways[0])
        #expect(via.contains(where: from.contains) && via.contains(where: to.contains))
      }
    }
    #expect(viaWays > 0)
  }
}
