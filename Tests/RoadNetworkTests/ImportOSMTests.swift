import Testing
import WaybenchCore

@testable import RoadNetwork

@Suite("Import of OpenStreetMap files")
struct ImportOSMTests {
  @Test("Ways, nodes, names and flags arrive; what is no road does not, nor its nodes")
  func waysAndNodes() throws {
    let source = try ImportFiles.source(
      """
      <node id='1' lat='40.0' lon='-20.0'/>
      <node id='2' lat='40.0' lon='-19.99'><tag k='highway' v='traffic_signals'/><tag k='name' v='x'/></node>
      <node id='3' lat='40.01' lon='-19.99'><tag k='barrier' v='bollard'/></node>
      <node id='4' lat='41.0' lon='-19.99'/>
      <node id='5' lat='41.0' lon='-19.98'/>
      \(ImportFiles.way(10, [1, 2], ["highway": "primary", "name": "Caf\u{e9} &amp; Road", "ref": "A 3",
        "maxspeed": "70", "bridge": "yes", "layer": "1"]))
      \(ImportFiles.way(11, [2, 3], ["highway": "service", "name": "Caf\u{e9} &amp; Road"]))
      \(ImportFiles.way(12, [4, 5], ["highway": "footway"]))
      \(ImportFiles.way(13, [4, 5], ["building": "yes"]))
      """)
    #expect(source.ways.map(\.id) == [10, 11])
    #expect(source.nodes.map(\.id) == [1, 2, 3])
    #expect(source.nodes.map(\.flags) == [[], .trafficSignals, .blocked])
    #expect(source.nodes[2].coordinate == Coordinate(latitude: 40.01, longitude: -19.99))
    let primary = try #require(source.ways.first)
    #expect(Array(source.wayNodes[primary.nodeRange]) == [0, 1])
    #expect(primary.roadClass == .primary)
    #expect(primary.flags == .bridge)
    #expect(primary.layer == 1)
    #expect(primary.forwardLimitKilometersPerHour == 70)
    #expect(source.names[Int(primary.name)] == "Caf\u{e9} & Road")
    #expect(source.names[Int(primary.reference)] == "A 3")
    #expect(source.ways[1].name == primary.name)
    #expect(source.ways[1].reference == 0)
    #expect(source.names[0].isEmpty)
    #expect(source.origin == "roads.osm")
    #expect(!source.drivesOnLeft)
    #expect(source.notes == ["1 way is not for cars"])
  }

  @Test("A way against its drawing, a ring and a motorway are open one way")
  func directions() throws {
    let source = try ImportFiles.source(
      ImportFiles.nodes([1, 2, 3]) + ImportFiles.way(1, [1, 2], ["highway": "residential", "oneway": "-1"])
        + ImportFiles.way(2, [1, 2, 3, 1], ["highway": "primary", "junction": "roundabout"])
        + ImportFiles.way(3, [2, 3], ["highway": "motorway"])
        + ImportFiles.way(4, [2, 3], ["highway": "primary", "oneway": "reversible"]))
    #expect(source.ways.map(\.forward) == [RoadSource.Access.none, .allowed, .allowed])
    #expect(source.ways.map(\.backward) == [.allowed, RoadSource.Access.none, .none])
    #expect(source.ways[1].flags == .roundabout)
    #expect(Array(source.wayNodes[source.ways[1].nodeRange]) == [0, 1, 2, 0])
    #expect(source.notes == ["1 way changes its direction by the hour"])
  }

  @Test("Repeated nodes collapse, short ways go, missing nodes split a way")
  func brokenWays() throws {
    let source = try ImportFiles.source(
      ImportFiles.nodes([1, 2, 3, 5, 6]) + "<node id='8' lat='95' lon='0'/>"
        + ImportFiles.way(1, [1, 1, 2, 2, 2, 3]) + ImportFiles.way(2, [1]) + ImportFiles.way(3, [2, 2])
        + ImportFiles.way(4, []) + ImportFiles.way(5, [1, 2, 4, 5, 6, 7, 1]) + ImportFiles.way(6, [1, 8, 2])
        + ImportFiles.way(1, [5, 6]))
    #expect(source.ways.map(\.id) == [1, 5, 5])
    let ids = source.ways.map { way in source.wayNodes[way.nodeRange].map { source.nodes[Int($0)].id } }
    #expect(ids == [[1, 2, 3], [1, 2], [5, 6]])
    #expect(
      source.notes == [
        "1 way comes a second time", "3 ways have less than two nodes", "3 nodes of ways are missing and split them",
      ])
  }

  @Test("Nodes behind and between ways, in any order of ids, are found")
  func disorder() throws {
    let source = try ImportFiles.source(
      ImportFiles.way(7, [9, 3, 12, 5]) + ImportFiles.nodes([12, 3]) + ImportFiles.way(2, [5, 9])
        + ImportFiles.nodes([9, 4, 5, 3]))
    #expect(source.ways.map(\.id) == [7, 2])
    #expect(source.nodes.map(\.id) == [9, 3, 12, 5])
    for node in source.nodes {
      #expect(node.coordinate == Coordinate(latitude: 40, longitude: -20 + Double(node.id) / 100))
    }
    #expect(source.notes.isEmpty)
  }

  @Test("A ferry takes as long as its tag says")
  func ferry() throws {
    let source = try ImportFiles.source(
      ImportFiles.nodes([1, 2]) + ImportFiles.way(1, [1, 2], ["route": "ferry", "duration": "00:10"])
        + ImportFiles.way(2, [1, 2], ["route": "ferry"]) + ImportFiles.way(3, [1, 2], ["route": "bus"]))
    #expect(source.ways.count == 2)
    #expect(source.ways.allSatisfy { $0.roadClass == .ferry && $0.flags == .ferry })
    let length = Geodesic.distanceMeters(source.nodes[0].coordinate, source.nodes[1].coordinate)
    #expect(abs(source.ways[0].freeFlowKilometersPerHour - length * 6 / 1000) < 1e-9)
    #expect(source.ways[1].freeFlowKilometersPerHour == 5)
  }

  @Test("Conditional tags are counted")
  func conditionals() throws {
    let source = try ImportFiles.source(
      "<node id='1' lat='1' lon='2'><tag k='barrier' v='gate'/><tag k='access:conditional' v='no @ (22:00-06:00)'/>"
        + "</node>" + ImportFiles.nodes([2])
        + ImportFiles.way(1, [1, 2], ["highway": "primary", "maxspeed:conditional": "30 @ (22:00-06:00)"]))
    #expect(
      source.notes == ["1 way has a conditional tag: not judged", "1 node has a conditional tag: not judged"])
  }

  @Test("The country's law fills in what no tag says")
  func country() throws {
    let elements = ImportFiles.nodes([1, 2]) + ImportFiles.way(1, [1, 2])
    #expect(try ImportFiles.source(elements).ways[0].forwardLimitKilometersPerHour == 0)
    #expect(try ImportFiles.source(elements, country: "MT").ways[0].forwardLimitKilometersPerHour == 50)
  }

  @Test("Traffic keeps to the left where most nodes lie in such a land")
  func leftHand() throws {
    let source = try ImportFiles.source(
      "<node id='1' lat='35.9' lon='14.5'/><node id='2' lat='35.91' lon='14.5'/>" + ImportFiles.way(1, [1, 2]))
    #expect(source.drivesOnLeft)
  }
}

@Suite("Import of turn restrictions")
struct ImportRestrictionTests {
  private static let roads =
    ImportFiles.nodes([1, 2, 3, 4, 5, 6])
    + [(10, [1, 2]), (11, [2, 3]), (12, [3, 4]), (13, [4, 5]), (14, [2, 6])].map { ImportFiles.way($0.0, $0.1) }
    .joined() + ImportFiles.way(15, [1, 6], ["highway": "footway"])

  private func restrictions(_ relations: String) throws -> (made: [RoadSource.Restriction], notes: [String]) {
    let source = try ImportFiles.source(Self.roads + relations)
    return (source.restrictions, source.notes.filter { $0.contains("restriction") })
  }

  private static let type = ["type": "restriction", "restriction": "no_left_turn"]

  @Test("Via a node")
  func viaNode() throws {
    let (made, notes) = try restrictions(
      ImportFiles.relation(1, ["from way 10", "via node 2", "to way 14"], Self.type)
        + ImportFiles.relation(
          2, ["to way 10", "location_hint node 1", "from way 10", "via node 2"],
          ["type": "restriction", "restriction": "no_u_turn"])
        + ImportFiles.relation(
          3, ["from way 10", "via node 2", "to way 11"],
          ["type": "restriction", "restriction:motorcar": "only_straight_on"]))
    #expect(made.map(\.fromWays) == [[10], [10], [10]])
    #expect(made.map(\.toWays) == [[14], [10], [11]])
    #expect(made.map(\.via) == [.node(2), .node(2), .node(2)])
    #expect(made.map(\.isOnly) == [false, false, true])
    #expect(made.map(\.isUTurn) == [false, true, false])
    #expect(notes.isEmpty)
  }

  @Test("Via one and several ways")
  func viaWays() throws {
    let (made, notes) = try restrictions(
      ImportFiles.relation(1, ["from way 10", "via way 11", "to way 12"], Self.type)
        + ImportFiles.relation(
          2, ["from way 10", "via way 11", "via way 12", "to way 13"],
          ["type": "restriction", "restriction": "no_u_turn"]))
    #expect(made.map(\.via) == [.ways([11]), .ways([11, 12])])
    #expect(notes.isEmpty)
  }

  @Test("Several ways in or out where the rule allows it")
  func severalWays() throws {
    let (made, notes) = try restrictions(
      ImportFiles.relation(
        1, ["from way 10", "from way 14", "via node 2", "to way 11"],
        ["type": "restriction", "restriction": "no_entry"])
        + ImportFiles.relation(
          2, ["from way 10", "via node 2", "to way 11", "to way 14"],
          ["type": "restriction", "restriction": "no_exit"]))
    #expect(made.map(\.fromWays) == [[10, 14], [10]])
    #expect(made.map(\.toWays) == [[11], [11, 14]])
    #expect(notes.isEmpty)
  }

  @Test(
    "Malformed ones are counted",
    arguments: [
      ["from way 10", "via node 2"], ["via node 2", "to way 14"], ["from way 10", "to way 14"], [],
      ["from way 10", "from way 11", "via node 2", "to way 14"],
      ["from way 10", "via node 2", "via node 3", "to way 14"],
      ["from way 10", "via node 2", "via way 11", "to way 12"], ["from way 10", "via node 5", "to way 14"],
      ["from way 10", "via way 13", "to way 12"], ["from way 10", "via way 11", "via way 13", "to way 12"],
      ["from node 1", "via node 2", "to way 14"],
    ])
  func malformed(members: [String]) throws {
    let (made, notes) = try restrictions(ImportFiles.relation(1, members, Self.type))
    #expect(made.isEmpty)
    #expect(notes == ["1 turn restriction is malformed"])
  }

  @Test("Those for others, by the hour, or on ways that are left out are counted apart")
  func leftOut() throws {
    let members = ["from way 10", "via node 2", "to way 14"]
    let (made, notes) = try restrictions(
      ImportFiles.relation(1, members, ["type": "restriction", "restriction:hgv": "no_left_turn"])
        + ImportFiles.relation(
          2, members, ["type": "restriction", "restriction": "no_left_turn", "except": "bicycle;motorcar"])
        + ImportFiles.relation(3, members, ["type": "restriction", "restriction:conditional": "no_left_turn @ (7-9)"])
        + ImportFiles.relation(4, ["from way 15", "via node 1", "to way 10"], Self.type)
        + ImportFiles.relation(5, ["from way 10", "via way 99", "to way 10"], Self.type)
        + ImportFiles.relation(6, members, ["type": "restriction", "restriction": "no_idea"])
        + ImportFiles.relation(7, members, ["type": "multipolygon"]))
    #expect(made.isEmpty)
    #expect(
      notes == [
        "2 turn restrictions do not concern cars", "1 turn restriction is conditional: not judged",
        "2 turn restrictions name ways that are left out", "1 turn restriction is malformed",
      ])
  }
}
