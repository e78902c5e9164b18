import TestSupport
import Testing
import WaybenchCore

@testable import RoadNetwork

/// Routes on small networks that only some modes may take.
@Suite("Routes of the modes of travel")
struct ModeRoutingTests {
  /// A square of side 1 km: node 1 south-west, 2 south-east, 3 north-east, 4 north-west. A spur from 3 to 5 lets
  /// vehicles turn round; without it the two ways about the square would be networks apart.
  private static let corners = """
    <node id='1' lat='40.000' lon='-20.000'/><node id='2' lat='40.000' lon='-19.988'/>
    <node id='3' lat='40.009' lon='-19.988'/><node id='4' lat='40.009' lon='-20.000'/>
    <node id='5' lat='40.010' lon='-19.988'/>
    """

  /// A street from 1 to 2 with some tags, and the way round by streets for everybody.
  private func network(_ tags: [String: String], _ mode: TravelMode, more: String = "") throws -> RoadNetwork {
    let elements =
      Self.corners + ImportFiles.way(10, [1, 2], tags.merging(["name": "Direct"]) { $1 })
      + ImportFiles.way(20, [2, 3, 4, 1], ["highway": "residential", "name": "Round"])
      + ImportFiles.way(30, [3, 5], ["highway": "residential", "name": "Spur"]) + more
    return try RoadNetworkBuilder.build(ImportFiles.source(elements, mode: mode))
  }

  private func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(clampingLatitude: latitude, longitude: longitude)
  }

  /// The names along the fastest way from a place on the round, near one corner of the street, to one near the other.
  private func names(_ network: RoadNetwork, westward: Bool = false) throws -> [String] {
    let (west, east) = (coordinate(40.001, -20.000), coordinate(40.001, -19.988))
    var router = NetworkRouter(network: network)
    let places = westward ? [east, west] : [west, east]
    let paths = try router.route(through: places.map { .init(coordinate: $0) }).paths
    return (paths.first?.edges ?? []).map { network.edge($0).name }
  }

  @Test("cyclists go against a one-way street where a sign lets them, cars do not")
  func contraflow() throws {
    let tags = ["highway": "residential", "oneway": "yes", "oneway:bicycle": "no"]
    #expect(try names(network(tags, .cycling), westward: true).contains("Direct"))
    #expect(try !names(network(tags, .driving), westward: true).contains("Direct"))
    #expect(try names(network(tags, .driving)).contains("Direct"))
  }

  @Test("walkers take steps and go against one-way streets")
  func walking() throws {
    #expect(try names(network(["highway": "steps"], .walking)).contains("Direct"))
    #expect(try !names(network(["highway": "steps"], .cycling)).contains("Direct"))
    let oneway = ["highway": "residential", "oneway": "yes"]
    #expect(try names(network(oneway, .walking), westward: true).contains("Direct"))
    #expect(try !names(network(oneway, .cycling), westward: true).contains("Direct"))
  }

  @Test("taxis take the street for buses, cars do not")
  func taxis() throws {
    let tags = ["highway": "service", "access": "no", "psv": "yes"]
    #expect(try names(network(tags, .taxi)).contains("Direct"))
    #expect(try !names(network(tags, .driving)).contains("Direct"))
  }

  @Test("motorcycles pass where motorcars may not")
  func motorcycles() throws {
    let tags = ["highway": "residential", "motorcar": "no"]
    #expect(try names(network(tags, .twoWheeler)).contains("Direct"))
    #expect(try !names(network(tags, .driving)).contains("Direct"))
  }

  @Test("turn restrictions bind whom they name, and nobody on foot")
  func restrictions() throws {
    let banned = ImportFiles.relation(
      1, ["from way 20", "via node 1", "to way 10"], ["type": "restriction", "restriction": "no_left_turn"])
    let excepted = ImportFiles.relation(
      1, ["from way 20", "via node 1", "to way 10"],
      ["type": "restriction", "restriction": "no_left_turn", "except": "bicycle"])
    let street = ["highway": "residential"]
    #expect(try !names(network(street, .driving, more: banned)).contains("Direct"))
    #expect(try !names(network(street, .cycling, more: banned)).contains("Direct"))
    #expect(try names(network(street, .walking, more: banned)).contains("Direct"))
    #expect(try names(network(street, .cycling, more: excepted)).contains("Direct"))
    #expect(try !names(network(street, .taxi, more: excepted)).contains("Direct"))
  }

  @Test("walkers turn round where they like at no cost, drivers only at the end of a road")
  func turningRound() throws {
    for mode in [TravelMode.walking, .driving] {
      let network = try network(["highway": "residential"], mode)
      for edge in 0..<network.edgeCount {
        let twin = try #require(network.edge(edge).twin)
        let round = network.turns(fromState: edge).filter { $0.state == twin }
        let isDeadEnd = network.edges(leavingJunction: network.edge(edge).head).count == 1
        #expect(round.map(\.seconds) == (mode == .walking ? [0] : isDeadEnd ? [20] : []))
      }
    }
  }

  @Test("turns cost cyclists less than drivers and walkers nothing")
  func turnCosts() {
    func cost(_ degrees: Double, _ mode: TravelMode) -> UInt32 {
      TurnCost.milliseconds(turnDegrees: degrees, isJoint: false, drivesOnLeft: false, hasSignals: true, mode: mode)
    }
    #expect(cost(-135, .driving) == 11_000 && cost(-135, .taxi) == 11_000 && cost(-135, .twoWheeler) == 11_000)
    #expect(cost(-135, .cycling) == 8_000 && cost(135, .cycling) == 6_000)
    #expect(cost(-135, .walking) == 2_000)
  }

  @Test("the file says for whom it was built", arguments: TravelMode.allCases)
  func modeInFile(mode: TravelMode) throws {
    let network = try network(["highway": "residential"], mode)
    #expect(network.mode == mode)
    try ImportFiles.withFolder { folder in
      try network.write(path: folder + "/a.wbn")
      #expect(try RoadNetwork(path: folder + "/a.wbn").mode == mode)
    }
  }

  @Test("roads of GeoJSON are for those whom their class and their keys let in")
  func geoJSON() throws {
    func road(_ properties: String) -> String {
      """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{\(properties)},
      "geometry":{"type":"LineString","coordinates":[[-20,40],[-19.99,40]]}}]}
      """
    }
    func ways(_ properties: String, _ mode: TravelMode) throws -> [RoadSource.Way] {
      try GeoJSONRoads.parse(Array(road(properties).utf8), mode: mode).ways
    }
    #expect(try ways(#""class":"footway""#, .walking).count == 1)
    #expect(throws: RoadImportError.self) { try ways(#""class":"footway""#, .driving) }
    #expect(try ways(#""class":"footway","bicycle":"yes""#, .cycling).first?.forward == .allowed)
    #expect(throws: RoadImportError.self) { try ways(#""class":"motorway","access":"yes""#, .cycling) }
    #expect(try ways(#""class":"residential","oneway":true"#, .walking).first?.backward == .allowed)
    #expect(try ways(#""class":"residential","oneway":true"#, .cycling).first?.backward == RoadSource.Access.none)
    #expect(try ways(#""class":"primary","kmh":80"#, .cycling).first?.freeFlowKilometersPerHour == 15)
    #expect(try ways(#""class":"primary","kmh":80"#, .taxi).first?.freeFlowKilometersPerHour == 80)
    let two =
      road(#""class":"steps""#).dropLast(2) + ","
      + road(#""class":"service""#).split(separator: "[", maxSplits: 1)[1]
    let source = try GeoJSONRoads.parse(Array(two.utf8))
    #expect(source.ways.map(\.roadClass) == [.service] && source.notes == ["1 line is not for cars"])
  }
}

/// The maps of the shared data; skipped where they are absent (`WAYBENCH_SHARED`).
@Suite("Real networks of the modes", .enabled(if: SharedData.isPresent, "no shared data: set WAYBENCH_SHARED"))
struct RealModeTests {
  static let files = SharedData.files("data/osm", endings: [".osm.pbf"])

  @Test("every mode builds, and its largest part holds most of its edges", arguments: files)
  func builds(path: String) throws {
    var edges: [TravelMode: Int] = [:]
    for mode in TravelMode.allCases {
      let network = try RoadNetworkBuilder.build(RoadImport.read(path: path, mode: mode))
      let isolated = (0..<network.edgeCount).filter { network.edge($0).flags.contains(.isolated) }.count
      print("\(path.split(separator: "/").last ?? ""), \(mode.name): \(network.edgeCount) edges, \(isolated) isolated")
      #expect(network.mode == mode)
      #expect(network.edgeCount > 3_000)
      #expect(Double(isolated) < 0.2 * Double(network.edgeCount))
      let motorways = (0..<network.edgeCount).filter { network.edge($0).roadClass == .motorway }.count
      #expect(mode.isMotorized || motorways == 0)
      edges[mode] = network.edgeCount
    }
    // Walkers go almost everywhere, both ways; taxis go wherever cars do.
    #expect(edges[.walking] ?? 0 > edges[.driving] ?? 0)
    #expect(edges[.taxi] ?? 0 >= edges[.driving] ?? 0)
  }
}
