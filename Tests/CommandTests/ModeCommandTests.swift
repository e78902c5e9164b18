import Foundation
import Testing

@Suite("Modes of travel on the command line")
struct ModeCommandTests {
  /// A street and, beside it, a shorter footway between the same ends.
  static let roads = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","properties":{"edge":"street","from":"a","to":"b","class":"residential","country":"x"},
    "geometry":{"type":"LineString","coordinates":[[-20,40],[-19.995,40.003],[-19.99,40]]}},
    {"type":"Feature","properties":{"edge":"walk","from":"a","to":"b","class":"footway"},
    "geometry":{"type":"LineString","coordinates":[[-20,40],[-19.99,40]]}},
    {"type":"Feature","properties":{"edge":"east","from":"b","to":"c","class":"motorway"},
    "geometry":{"type":"LineString","coordinates":[[-19.99,40],[-19.98,40]]}}]}
    """
  static let areas = """
    {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"country":"AT"},"geometry":
    {"type":"Polygon","coordinates":[[[-21,39],[-19,39],[-19,41],[-21,41],[-21,39]]]}}]}
    """

  private func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try Data(Self.roads.utf8).write(to: URL(fileURLWithPath: scratch.path("roads.geojson")))
    try Data(Self.areas.utf8).write(to: URL(fileURLWithPath: scratch.path("areas.geojson")))
    return scratch
  }

  private func build(_ scratch: Scratch, _ mode: String, to name: String = "n.wbn") throws -> Program.Outcome {
    try Program.run(
      [
        "network", "build", scratch.path("roads.geojson"), "-o", scratch.path(name), "--mode", mode,
        "--country-areas", scratch.path("areas.geojson"),
      ])
  }

  @Test(
    "a network is built for a mode and says so",
    arguments: [("driving", 4), ("cycling", 2), ("walking", 4), ("twoWheeler", 4), ("taxi", 4)])
  func info(mode: String, edges: Int) throws {
    let scratch = try scratch()
    let built = try build(scratch, mode)
    #expect(built.status == 0, "\(built.error)")
    let json = try Program.run(["network", "info", "--json", scratch.path("n.wbn")])
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(object?["mode"] as? String == mode)
    #expect(object?["edges"] as? Int == edges)
    #expect(try Program.run(["network", "info", scratch.path("n.wbn")]).output.contains("mode: \(mode)\n"))
  }

  @Test("the export of a network builds again for its mode to the same size")
  func export() throws {
    let scratch = try scratch()
    _ = try build(scratch, "walking")
    try Program.run(["network", "export", scratch.path("n.wbn"), "-o", scratch.path("roads.geojson")])
    _ = try build(scratch, "walking", to: "again.wbn")
    let sizes = try ["n.wbn", "again.wbn"].map { name in
      let json = try Program.run(["network", "info", "--json", scratch.path(name)])
      return (try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])?["edges"] as? Int
    }
    #expect(sizes[0] == 4 && sizes[1] == 4)
  }

  @Test("a network of another mode is refused; roads are built for the mode on the spot")
  func route() throws {
    let scratch = try scratch()
    _ = try build(scratch, "walking")
    let ends = ["--at", "40,-19.999", "--at", "40,-19.991", "--format", "geojson"]
    let refused = try Program.run(["route", "--network", scratch.path("n.wbn"), "--mode", "cycling"] + ends)
    #expect(refused.status == 3 && refused.errorLines.count == 1)
    #expect(refused.error.contains("is built for walking, not for cycling") && refused.error.contains("--mode cycling"))
    for network in ["n.wbn", "roads.geojson"] {
      let found = try Program.run(["route", "--network", scratch.path(network), "--mode", "walking"] + ends)
      #expect(found.status == 0, "\(found.error)")
    }
  }

  @Test("an unknown mode is a wrong call, an area without a country is bad input")
  func wrong() throws {
    let scratch = try scratch()
    let unknown = try build(scratch, "flying")
    #expect(unknown.status == 2 && unknown.error.contains("driving, cycling, walking, twoWheeler, taxi"))
    let bad = try Program.run(
      [
        "network", "build", scratch.path("roads.geojson"), "-o", scratch.path("n.wbn"), "--country-areas",
        scratch.path("roads.geojson"),
      ])
    #expect(bad.status == 3 && bad.errorLines.count == 1 && bad.error.contains("feature 0: the country \"x\""))
    #expect(try !scratch.names().contains("n.wbn"))
  }
}
