import Glibc
import Testing
import WaybenchCore

@testable import RoadNetwork

@Suite("Import of GeoJSON roads")
struct ImportGeoJSONTests {
  private func parse(_ features: String) throws(RoadImportError) -> RoadSource {
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\n\(features)\n]}"
    return try GeoJSONRoads.parse(Array(text.utf8), path: "x.geojson")
  }

  private func road(_ properties: String, _ line: String) -> String {
    "{\"type\":\"Feature\",\"properties\":{\(properties)},\"geometry\":{\"type\":\"LineString\",\"coordinates\":\(line)}}"
  }

  private func point(_ properties: String, _ position: String) -> String {
    "{\"type\":\"Feature\",\"properties\":{\(properties)},\"geometry\":{\"type\":\"Point\",\"coordinates\":\(position)}}"
  }

  @Test("All properties arrive, and their absence has a meaning")
  func properties() throws {
    let source = try parse(
      road(
        "\"edge\":\"E1\",\"oneway\":true,\"class\":\"motorway_link\",\"level\":-1,\"access\":\"private\",\"kmh\":60,"
          + "\"name\":\"Ramp \\u00e9\\ud83d\\ude97\",\"ref\":\"A 1\",\"roundabout\":true,\"tunnel\":true,"
          + "\"bridge\":true,\"toll\":true,\"id\":77",
        "[[0,0],[0.01,0]]") + ","
        + road("\"edge\":\"E2\",\"ferry\":true,\"kmh\":null", "[[0,1],[0.01,1]]") + "," + road("", "[[0,2],[0.01,2]]"))
    let ramp = source.ways[0]
    #expect(ramp.id == 77 && ramp.roadClass == .motorwayLink && ramp.layer == -1)
    #expect(ramp.forward == .restricted && ramp.backward == .none)
    #expect(ramp.forwardLimitKilometersPerHour == 60 && ramp.freeFlowKilometersPerHour == 60)
    #expect(ramp.flags == [.roundabout, .tunnel, .bridge, .toll])
    #expect(source.names[Int(ramp.name)] == "Ramp \u{e9}\u{1f697}" && source.names[Int(ramp.reference)] == "A 1")
    let ferry = source.ways[1]
    #expect(ferry.id == 1 && ferry.roadClass == .ferry && ferry.flags == .ferry)
    #expect(source.names[Int(ferry.name)] == "E2" && ferry.forwardLimitKilometersPerHour == 0)
    let plain = source.ways[2]
    #expect(plain.id == 2 && plain.roadClass == .unclassified && plain.name == 0)
    #expect(plain.forward == .allowed && plain.backward == .allowed && plain.freeFlowKilometersPerHour == 25)
    #expect(source.origin == "x.geojson")
  }

  @Test("Edges meet at ends of one name, not where they cross or touch inside")
  func joins() throws {
    let source = try parse(
      road("\"edge\":\"A\",\"from\":\"a\",\"to\":\"b\"", "[[0,0],[0.01,0],[0.02,0]]") + ","
        + road("\"edge\":\"B\",\"from\":\"c\",\"to\":\"b\"", "[[0.01,-0.01],[0.01,0],[0.02,0]]") + ","
        + road("\"edge\":\"C\",\"from\":\"d\",\"to\":\"e\"", "[[0.02,0],[0.03,0]]") + ","
        + road("\"edge\":\"D\"", "[[0,0],[0,1]]") + "," + road("\"edge\":\"F\"", "[[0,1],[1,1]]"))
    let runs = source.ways.map { Array(source.wayNodes[$0.nodeRange]) }
    #expect(runs[0][2] == runs[1][2], "both end at b")
    #expect(runs[0][1] != runs[1][1], "inner vertices at one place stay apart")
    #expect(runs[2][0] != runs[0][2], "another name at the same place is another node")
    #expect(runs[3][0] == runs[0][0], "an end without a name joins what ends there")
    #expect(runs[3][1] == runs[4][0])
    #expect(source.nodes.count == 9)
  }

  @Test("A loop edge and a repeated position are fine")
  func loops() throws {
    let source = try parse(
      road("\"edge\":\"L\",\"from\":\"a\",\"to\":\"a\"", "[[0,0],[0.01,0],[0.01,0],[0.01,0.01],[0,0]]"))
    let run = source.wayNodes[source.ways[0].nodeRange]
    #expect(run.count == 4 && run.first == run.last)
  }

  @Test("A line of one place joins two named nodes, or is left out with a note")
  func linesOfOnePlace() throws {
    let place = "[[0.01,0],[0.01,0]]"
    let source = try parse(
      road("\"edge\":\"A\",\"from\":\"a\",\"to\":\"b\"", "[[0,0],[0.01,0]]") + ","
        + road("\"edge\":\"B\",\"from\":\"b\",\"to\":\"c\"", place) + ","
        + road("\"edge\":\"C\",\"from\":\"c\",\"to\":\"d\"", "[[0.01,0],[0.02,0]]") + ","
        + road("\"edge\":\"D\",\"from\":\"b\",\"to\":\"b\"", place) + "," + road("\"from\":\"c\"", place) + ","
        + road("\"edge\":\"E\"", place) + ","
        + road("\"from\":\"m\",\"to\":\"n\"", "[[180,1],[-180,1],[180,1]]") + ","
        + point("\"kind\":\"barrier\",\"edge\":\"D\"", "[0.01,0]"))
    #expect(source.ways.map { source.wayNodes[$0.nodeRange].count } == [2, 2, 2])
    #expect(source.nodes.count == 4 && source.nodes.allSatisfy { $0.flags == [] })
    #expect(source.notes == ["4 lines of one place left out"])
    let network = try RoadNetworkBuilder.build(source)
    #expect(network.edgeCount == 6)
    #expect(throws: RoadImportError.self, "no road is left") { try parse(road("", place)) }
  }

  @Test("The property way is the id of edges without one, also of several")
  func wayIDs() throws {
    let source = try parse(
      road("\"way\":1", "[[0,0],[0.01,0]]") + "," + road("\"way\":1", "[[0.01,0],[0.02,0]]") + ","
        + road("\"way\":7,\"id\":5", "[[0,1],[0.01,1]]") + "," + road("", "[[0,2],[0.01,2]]"))
    #expect(source.ways.map(\.id) == [1, 1, 5, 2])
    let error = #expect(throws: RoadImportError.self) { try parse(road("\"way\":\"x\"", "[[0,0],[0.01,0]]")) }
    #expect(
      error?.description
        == "x.geojson: feature 0: \"way\" is a text; expected a whole number in -9007199254740991...9007199254740991")
  }

  @Test("A text of more than 256 MB is refused before it is read")
  func longText() throws {
    // A sparse file: it takes no room on the disk.
    let path = "/tmp/waybench-long-\(getpid()).geojson"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer {
      close(descriptor)
      unlink(path)
    }
    try #require(descriptor >= 0 && ftruncate(descriptor, 256_000_001) == 0)
    let error = #expect(throws: RoadImportError.self) { try RoadImport.read(path: path) }
    #expect(error?.description == "\(path): the text is too long; expected GeoJSON of at most 256 MB")
  }

  @Test("Barriers stand on a new node or on the vertex that is there")
  func barriers() throws {
    let line = "[[0,0],[0.01,0],[0.02,0]]"
    let source = try parse(
      road("\"edge\":\"A\"", line) + ","
        + point("\"kind\":\"barrier\",\"barrier\":\"bollard\",\"edge\":\"A\"", "[0.015,0.00001]") + ","
        + point("\"kind\":\"barrier\",\"barrier\":\"gate\",\"access\":\"private\",\"on_edge\":\"A\"", "[0.01,0]") + ","
        + point("\"kind\":\"barrier\",\"barrier\":\"lift_gate\",\"edge\":\"A\"", "[0.005,0]") + ","
        + point("\"kind\":\"barrier\",\"edge\":\"A\"", "[0.02,0]") + "," + point("\"kind\":\"stop\"", "[0,0]"))
    let nodes = source.wayNodes[source.ways[0].nodeRange].map { source.nodes[Int($0)] }
    #expect(nodes.map(\.coordinate.longitudeE7) == [0, 50_000, 100_000, 150_000, 200_000])
    #expect(nodes.map(\.flags) == [[], [], .restricted, .blocked, .blocked])
    #expect(nodes.allSatisfy { $0.coordinate.latitudeE7 == 0 })
    #expect(source.notes == ["1 feature is neither a road nor a barrier"])
  }

  @Test("Ends on the antimeridian are one node, whatever their names and spellings")
  func antimeridian() throws {
    let source = try parse(
      road("\"edge\":\"W\",\"from\":\"w\",\"to\":\"p\"", "[[179.9,1],[180,1]]") + ","
        + road("\"edge\":\"E\",\"from\":\"n\",\"to\":\"e\"", "[[-180,1],[-179.9,1]]") + ","
        + road("\"edge\":\"U\"", "[[-180,1],[-180,1.1]]") + ","
        + road("\"edge\":\"V\",\"from\":\"q\",\"to\":\"r\"", "[[-180,2],[-179.9,2]]"))
    let runs = source.ways.map { Array(source.wayNodes[$0.nodeRange]) }
    #expect(runs[0][1] == runs[1][0] && runs[2][0] == runs[0][1] && runs[3][0] != runs[0][1])
  }

  @Test(
    "Errors name the feature",
    arguments: [
      ("\"class\":\"canal\"", "[[0,0],[1,1]]", "x.geojson: feature 1: the class \"canal\"; expected a kind of road"),
      ("\"access\":\"maybe\"", "[[0,0],[1,1]]", "x.geojson: feature 1: the access \"maybe\""),
      ("\"kmh\":0", "[[0,0],[1,1]]", "x.geojson: feature 1: \"kmh\" is 0.0; expected a number in 1.0...254.0"),
      ("\"oneway\":\"yes\"", "[[0,0],[1,1]]", "x.geojson: feature 1: \"oneway\" is a text; expected true or false"),
      ("\"level\":0.5", "[[0,0],[1,1]]", "x.geojson: feature 1: \"level\" is 0.5"),
      ("\"name\":5", "[[0,0],[1,1]]", "x.geojson: feature 1: \"name\" is a number; expected a text"),
      ("\"id\":5", "[[0,0],[1,1]]", "x.geojson: feature 1: the id 5 comes twice"),
      (
        "\"from\":\"a\"", "[[0,0],[1,1]]",
        "x.geojson: feature 1: node \"a\" lies 111319 m from where edge \"A\" puts it"
      ),
      ("", "[[0,0]]", "x.geojson: feature 1: a line of less than two positions"),
      ("", "[[0,0],[0]]", "x.geojson: feature 1: an unreadable position"),
      ("", "[[0,0],[0,91]]", "x.geojson: feature 1: the position [0.0, 91.0]"),
      ("", "[[0,0],[\"0\",1]]", "x.geojson: feature 1: an unreadable position"),
      ("", "null", "x.geojson: feature 1: a line of less than two positions"),
    ])
  func featureErrors(properties: String, line: String, expected: String) {
    let error = #expect(throws: RoadImportError.self) {
      try parse(road("\"edge\":\"A\",\"id\":5,\"to\":\"a\"", "[[0,0],[1,0]]") + "," + road(properties, line))
    }
    #expect(error?.description.hasPrefix(expected) == true, "\(String(describing: error))")
  }

  @Test(
    "Errors of barriers name the feature",
    arguments: [
      ("\"kind\":\"barrier\"", "[0,0]", "a barrier without an edge"),
      ("\"kind\":\"barrier\",\"edge\":\"Z\"", "[0,0]", "the barrier is on edge \"Z\", which is missing"),
      ("\"kind\":\"barrier\",\"edge\":\"A\"", "[0.005,0.001]", "the barrier lies 111 m from edge \"A\""),
      ("\"kind\":\"barrier\",\"edge\":\"A\"", "[170,80]", "the barrier lies "),
    ])
  func barrierErrors(properties: String, position: String, expected: String) {
    let error = #expect(throws: RoadImportError.self) {
      try parse(road("\"edge\":\"A\"", "[[0,0],[0.01,0]]") + "," + point(properties, position))
    }
    #expect(error?.place == .feature(1))
    #expect(error?.message.hasPrefix(expected) == true, "\(String(describing: error))")
  }

  @Test(
    "What is no JSON is refused with its line",
    arguments: [
      ("", nil), ("{}", nil), ("[]", nil), ("{\"type\":\"FeatureCollection\",\"features\":[]}", nil),
      ("{\"type\":\"FeatureCollection\",\n\"features\":[{]}", 2), ("{\n\n\"a\" 1}", 3), ("{\"a\":tru}", 1),
      ("{\"a\":01}", 1), ("{\"a\":1.}", 1), ("{\"a\":1e999}", 1), ("{\"a\":\"\n\"}", 1), ("{\"a\":\"\\x\"}", 1),
      ("{\"a\":\"\\ud800\"}", 1), ("{\"a\":\"\\ud800\\u0041\"}", 1), ("{\"a\":\"", 1), ("{} {}", 1), ("\u{feff}", 1),
      (String(repeating: "[", count: 100_000), 1), ("{\"a\":-}", 1), ("{\"a\":1,}", 1), ("nul", 1),
    ] as [(String, Int?)])
  func notJSON(text: String, line: Int?) {
    let error = #expect(throws: RoadImportError.self) { try GeoJSONRoads.parse(Array(text.utf8)) }
    #expect(error?.place == line.map { .line($0) })
  }

  @Test("Cut and changed text does no harm")
  func fuzz() throws {
    let text = Array(
      ("{\"type\":\"FeatureCollection\",\"features\":["
        + road("\"edge\":\"A\",\"from\":\"a\",\"to\":\"b\",\"kmh\":50", "[[0,0],[0.01,0]]") + ","
        + point("\"kind\":\"barrier\",\"edge\":\"A\"", "[0.005,0]") + "]}").utf8)
    for cut in 0..<text.count {
      #expect(throws: RoadImportError.self) { try GeoJSONRoads.parse(Array(text[..<cut])) }
    }
    var random = ImportRandom(state: 21)
    for _ in 0..<3000 {
      var changed = text
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        changed[Int.random(in: 0..<text.count, using: &random)] = UInt8.random(in: 32...126, using: &random)
      }
      if let source = try? GeoJSONRoads.parse(changed) {
        #expect(source.ways.allSatisfy { $0.nodeRange.count >= 2 && $0.freeFlowKilometersPerHour > 0 })
      }
    }
  }
}
