import RoadNetwork
import TestSupport
import Testing
import WaybenchCore

@Suite("Traffic feeds")
struct TrafficFeedTests {
  private static func feed(_ rows: [String]) throws -> TrafficFeed {
    try TrafficFeed(text: Array(([TrafficFeed.header] + rows).joined(separator: "\n").utf8))
  }

  /// Two ways in a row, the first of three segments; node and way ids as the builder of the map gives them.
  private static func road() throws -> RoadNetwork {
    var map = PlaneNetwork()
    map.road("first", from: "a", to: "b", [(0, 0), (100, 0), (200, 0), (400, 0)], kilometersPerHour: 36)
    map.road("second", from: "b", to: "c", [(400, 0), (600, 0)], oneway: true, kilometersPerHour: 36)
    return try map.build()
  }

  @Test("every kind of row is read")
  func rows() throws {
    let text =
      "\u{FEFF}# speeds of the morning\r\n\r\nkind,id,toward,kmh,until\r\n"
      + "way,4711,forward,23.5,2024-03-01T12:00:00Z\r\nway,-5,both,closed,\r\n"
      + "  nodes, 101 ,102,0\r\n# aside\r\nedge,12,,40,1709294400.5\r\nway,9,backward,1000,"
    let feed = try TrafficFeed(text: Array(text.utf8))
    #expect(
      feed.rows == [
        .init(
          line: 4, road: .way(4711, forward: true, backward: false), condition: .speed(kilometersPerHour: 23.5),
          until: 1_709_294_400_000_000_000),
        .init(line: 5, road: .way(-5, forward: true, backward: true), condition: .closed, until: nil),
        .init(line: 6, road: .nodes(from: 101, to: 102), condition: .speed(kilometersPerHour: 0), until: nil),
        .init(
          line: 8, road: .edge(12), condition: .speed(kilometersPerHour: 40), until: 1_709_294_400_500_000_000),
        .init(
          line: 9, road: .way(9, forward: false, backward: true), condition: .speed(kilometersPerHour: 1_000),
          until: nil),
      ])
    #expect(try Self.feed([]).rows.isEmpty)
  }

  @Test(
    "a malformed row is refused with its line",
    arguments: [
      ("way,1,forward", "4 or 5"), ("way,1,forward,5,,", "4 or 5"), ("road,1,both,5", "\"way\""),
      ("way,x,both,5", "number of a way"), ("way,99999999999999999999,both,5", "number of a way"),
      ("way,1,sideways,5", "\"forward\""), ("nodes,1,,5", "number of a node"), ("edge,1,2,5", "nothing in the third"),
      ("edge,1.5,,5", "number of an edge"), ("way,1,both,-5", "speed"), ("way,1,both,nan", "speed"),
      ("way,1,both,1e2", "speed"), ("way,1,both,1001", "speed"), ("way,1,both,", "speed"), ("way,1,both,.", "speed"),
      ("way,1,both,CLOSED", "speed"), ("way,1,both,5,yesterday", "ISO 8601"),
      ("way,1,both,5,2024-02-30T00:00:00Z", "ISO 8601"), ("\"way\",1,both,5", "\"way\""),
    ])
  func malformed(row: String, expected: String) throws {
    let error = try #require(throws: TrafficFeedError.self) { try Self.feed(["edge,0,,5", "", row]) }
    #expect(error.line == 4 && error.expected.contains(expected), "\(error)")
    #expect(error.description.hasPrefix("line 4: \""))
  }

  @Test("a text without the header is no feed", arguments: ["", "way,1,both,5", "# nothing\n", "kind,id\n"])
  func header(text: String) throws {
    let error = try #require(throws: TrafficFeedError.self) { try TrafficFeed(text: Array(text.utf8)) }
    #expect(error.expected.contains(TrafficFeed.header) && error.line == (text == "# nothing\n" ? 2 : 1))
  }

  @Test("rows of ways and edges reach their edges")
  func waysAndEdges() throws {
    let network = try Self.road()
    let forward = try network.edge("first", from: (0, 0))
    let backward = try network.edge("first", from: (400, 0))
    let second = try network.edge("second", from: (400, 0))
    let way = network.edge(forward).wayID
    var traffic = TrafficState(network: network)
    let one = traffic.apply(try Self.feed(["way,\(way),forward,18,1970-01-01T00:00:01Z"]), source: "x")
    #expect(one.changedEdges == [forward] && one.appliedRows == 1 && one.unknownCount == 0 && one.unknownText.isEmpty)
    #expect(traffic.expiry(ofEdge: forward) == 1_000_000_000 && traffic.source(ofEdge: forward) == "x")
    let two = traffic.apply(try Self.feed(["way,\(way),backward,closed", "way,\(way),forward,18"]))
    #expect(two.changedEdges == [backward] && traffic.condition(ofEdge: backward) == .closed)
    let three = traffic.apply(try Self.feed(["way,\(way),both,9", "edge,\(second),,9", "edge,\(backward),,closed"]))
    #expect(three.changedEdges == [forward, second].sorted(), "the later row counts")
    let four = traffic.apply(try Self.feed(["edge,\(second),,5", "edge,\(second),,9"]))
    #expect(four.changedEdges.isEmpty && four.appliedRows == 2)
  }

  @Test("rows of unknown roads are counted and the first is named")
  func unknown() throws {
    let network = try Self.road()
    let second = try network.edge("second", from: (400, 0))
    let ends = network.nodes(ofEdge: second)
    let (b, c) = (ends[0], ends[1])
    var traffic = TrafficState(network: network)
    let result = traffic.apply(
      try Self.feed([
        "edge,\(network.edgeCount),,5", "edge,-1,,5", "way,77,both,5", "way,\(network.edge(second).wayID),backward,5",
        "nodes,\(c),\(b),5", "nodes,\(b),\(b),5", "nodes,\(b),12345,5", "nodes,\(b),\(c),5",
      ]))
    #expect(result.unknownEdges == .init(count: 2, firstLine: 2))
    #expect(result.unknownWays == .init(count: 2, firstLine: 4))
    #expect(result.unknownNodes == .init(count: 3, firstLine: 6))
    #expect(result.unknownCount == 7 && result.appliedRows == 1 && result.changedEdges == [second])
    #expect(
      result.unknownText
        == "2 unknown ways, first in line 4; 3 unknown node pairs, first in line 6; 2 unknown edges, first in line 2")
  }

  @Test("a pair of nodes names the edge between them, or a stretch of it, in its direction")
  func nodes() throws {
    let network = try Self.road()
    let forward = try network.edge("first", from: (0, 0))
    let backward = try network.edge("first", from: (400, 0))
    let nodes = network.nodes(ofEdge: forward)
    #expect(nodes.count == 4 && network.nodes(ofEdge: backward) == nodes.reversed())
    func milliseconds(_ rows: [String], _ edge: Int) throws -> UInt32? {
      var traffic = TrafficState(network: network)
      let result = traffic.apply(try Self.feed(rows))
      #expect(result.unknownCount == 0 && result.changedEdges == [edge])
      return traffic.currentMilliseconds(ofEdge: edge)
    }
    func near(_ milliseconds: UInt32?, _ seconds: Double) -> Bool {
      milliseconds.map { abs(Double($0) / 1000 - seconds) < 0.006 * seconds } ?? false
    }
    // 400 m at 10 m/s when free; the ground is not quite the plane.
    #expect(near(try milliseconds(["nodes,\(nodes[0]),\(nodes[3]),18"], forward), 80))
    #expect(near(try milliseconds(["nodes,\(nodes[3]),\(nodes[0]),18"], backward), 80))
    #expect(near(try milliseconds(["nodes,\(nodes[1]),\(nodes[2]),18"], forward), 50))
    #expect(near(try milliseconds(["nodes,\(nodes[3]),\(nodes[2]),18"], backward), 60))
    let both = ["nodes,\(nodes[0]),\(nodes[1]),9,7", "nodes,\(nodes[1]),\(nodes[3]),18,5"]
    #expect(near(try milliseconds(both, forward), 40 + 60))
    #expect(try milliseconds(both + ["nodes,\(nodes[1]),\(nodes[2]),closed"], forward) == nil)
    // What is said of the whole edge later is all that counts.
    #expect(near(try milliseconds(both + ["edge,\(forward),,18"], forward), 80))
    #expect(near(try milliseconds(both + ["nodes,\(nodes[0]),\(nodes[3]),18"], forward), 80))
    var traffic = TrafficState(network: network)
    _ = traffic.apply(try Self.feed(both))
    #expect(traffic.expiry(ofEdge: forward) == 5_000_000_000, "the first that ends")
  }

  @Test("of several roads between two nodes the one without others between is meant")
  func parallel() throws {
    var map = PlaneNetwork()
    map.road("straight", from: "a", to: "b", [(0, 0), (100, 0)])
    map.road("detour", from: "a", to: "b", [(0, 0), (0, 50), (100, 50), (100, 0)])
    let network = try map.build()
    let straight = try network.edge("straight", from: (0, 0))
    let ends = network.nodes(ofEdge: straight)
    var traffic = TrafficState(network: network)
    let result = traffic.apply(try Self.feed(["nodes,\(ends[0]),\(ends[1]),closed"]))
    #expect(result.changedEdges == [straight])
  }

  @Test("the nodes of every edge are those of its way, in order")
  func nodeIDs() throws {
    let source = SyntheticTown.make(.init(seed: 4, targetDirectedEdges: 2_000)).source
    let network = try RoadNetworkBuilder.build(source)
    var nodesOfWay: [Int64: [Int64]] = [:]
    for way in source.ways { nodesOfWay[way.id] = source.wayNodes[way.nodeRange].map { source.nodes[Int($0)].id } }
    var coordinates: [Int64: Coordinate] = [:]
    for node in source.nodes { coordinates[node.id] = node.coordinate }
    for index in 0..<network.edgeCount {
      let edge = network.edge(index)
      let nodes = network.nodes(ofEdge: index)
      #expect(nodes.map { coordinates[$0] } == network.shape(ofEdge: index).map { $0 })
      let whole = try #require(nodesOfWay[edge.wayID])
      let along = edge.flags.rawValue & 1 == 1 ? nodes.reversed() : nodes
      #expect(whole.indices.contains { whole[$0...].starts(with: along) }, "edge \(index)")
    }
  }
}
