import Foundation
import Testing

/// Bad input gives one line that names the file and the place, status 3, and leaves nothing behind.
@Suite("Bad input")
struct BadInputTests {
  static let trace = """
    <?xml version="1.0"?>
    <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
    <trkpt lat="40.0000000" lon="-20.0000000"><time>2024-05-04T09:00:00Z</time></trkpt>
    <trkpt lat="40.0010000" lon="-20.0000000"><time>2024-05-04T09:00:10Z</time></trkpt>
    </trkseg></trk></gpx>

    """
  static let bomb = """
    <?xml version="1.0"?>
    <!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
    <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>&b;</name></trk></gpx>

    """
  static let external = """
    <?xml version="1.0"?>
    <!DOCTYPE gpx [<!ENTITY e SYSTEM "file:///etc/hostname">]>
    <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>&e;</name></trk></gpx>

    """

  private func expectRefused(
    _ outcome: Program.Outcome, naming words: [String], in scratch: Scratch, leaving names: [String],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(outcome.status == 3, "\(outcome.error)", sourceLocation: location)
    #expect(outcome.errorLines.count == 1, "\(outcome.error)", sourceLocation: location)
    #expect(outcome.output.isEmpty, sourceLocation: location)
    for word in words { #expect(outcome.error.contains(word), "\(outcome.error)", sourceLocation: location) }
    #expect(try scratch.names() == names.sorted(), sourceLocation: location)
  }

  @Test(
    "a trace file that is empty, not XML, cut, or has entities",
    arguments: [
      ("empty.gpx", "", ["empty"]), ("text.gpx", "hello, world\n", ["text.gpx"]),
      ("cut.gpx", String(trace.prefix(250)), ["cut.gpx:4", "cut"]),
      ("bomb.gpx", bomb, ["bomb.gpx:2", "document type"]),
      ("external.gpx", external, ["external.gpx:2", "document type"]),
    ])
  func traces(name: String, text: String, words: [String]) throws {
    for command in [["trace", "info"], ["trace", "convert", "-o"], ["match", "--network", "town.wbn", "-o"]] {
      let scratch = try Scratch()
      let path = try scratch.write(name, text)
      var names = [name]
      var arguments = command
      if command.contains("-o") { arguments.append(scratch.path("out.geojson")) }
      if let index = arguments.firstIndex(of: "town.wbn") {
        arguments[index] = Program.root.appendingPathComponent("traces/networks/town.wbn").path
      }
      names.sort()
      let outcome = try Program.run(arguments + [path])
      try expectRefused(outcome, naming: words, in: scratch, leaving: names)
    }
  }

  @Test("a trace of coordinates out of range or not numbers")
  func coordinates() throws {
    let scratch = try Scratch()
    let text = Self.trace.replacingOccurrences(of: "lat=\"40.0", with: "lat=\"140.0")
    let path = try scratch.write("range.gpx", text)
    let outcome = try Program.run(["trace", "convert", path, "-o", scratch.path("out.csv")])
    #expect(outcome.status == 3 || outcome.errorLines.count >= 1)
    #expect(outcome.error.contains("range.gpx") && outcome.error.contains("latitude"))
    let matched = try Program.run([
      "match", path, "--network", "traces/networks/town.wbn", "-o", scratch.path("out.geojson"),
    ])
    #expect(matched.status == 3)
    #expect(matched.errorLines.count == 1)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("out.geojson")))
  }

  @Test("a network that was cut or altered names the section")
  func networks() throws {
    let whole = try Data(contentsOf: Program.root.appendingPathComponent("traces/networks/town.wbn"))
    var flipped = whole
    flipped[whole.count / 2] ^= 1
    for (name, data, words) in [
      ("cut.wbn", whole.prefix(100_000), ["cut.wbn", "header"]), ("flipped.wbn", flipped, ["flipped.wbn", "section"]),
      ("empty.wbn", Data(), ["empty.wbn", "empty"]), ("text.wbn", Data("hello".utf8), ["text.wbn", "header"]),
    ] as [(String, Data, [String])] {
      let scratch = try Scratch()
      let path = try scratch.write(name, Data(data))
      let outcome = try Program.run(["network", "export", path, "-o", scratch.path("out.geojson")])
      try expectRefused(outcome, naming: words, in: scratch, leaving: [name])
    }
  }

  @Test("roads that are cut or not roads")
  func roads() throws {
    for (name, text) in [
      ("a.osm", "<osm version=\"0.6\"><node id=\"1\" lat=\"1\""), ("b.osm", ""), ("c.geojson", "{\"type\":"),
    ] {
      let scratch = try Scratch()
      let path = try scratch.write(name, text)
      let outcome = try Program.run(["network", "build", path, "-o", scratch.path("out.wbn")])
      try expectRefused(outcome, naming: [name], in: scratch, leaving: [name])
    }
  }

  @Test("a scenario with an unknown key names key and line")
  func scenario() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      "wrong.json5", "{\n  network: \"town.wbn\",\n  plan: { at: [[40, -20], [40.01, -20]] },\n  colour: 1,\n}\n")
    let outcome = try Program.run(["regress", path])
    #expect(outcome.status == 3)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.error.contains("wrong.json5:4") && outcome.error.contains("colour"))
    #expect(try scratch.names() == ["wrong.json5"])
  }

  @Test("S28 one bad file in a batch")
  func batch() throws {
    let scratch = try Scratch()
    let good = Self.trace
    try scratch.write("in/a-ok.gpx", good)
    try scratch.write("in/b-truncated.gpx", String(good.prefix(250)))
    try scratch.write("in/c-empty.gpx", "")
    try scratch.write(
      "in/d-waypoints-only.gpx",
      "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><wpt lat=\"40\" lon=\"-20\"/></gpx>")
    try scratch.write("in/e-ok.gpx", good.replacingOccurrences(of: "40.0010", with: "40.0020"))
    let town = Program.root.appendingPathComponent("traces/networks/town.wbn").path
    var summaries: [Data] = []
    for jobs in ["1", "2"] {
      let outcome = try Program.run([
        "batch", scratch.path("in"), "--network", town, "-o", scratch.path("out\(jobs)"), "--jobs", jobs,
      ])
      #expect(outcome.status == 1)
      #expect(outcome.errorLines.count == 3)
      #expect(outcome.error.contains("b-truncated.gpx:4: ") && outcome.error.contains("c-empty.gpx"))
      let summary = String(decoding: try scratch.data("out\(jobs)/summary.json"), as: UTF8.self)
      summaries.append(Data(summary.replacingOccurrences(of: "out\(jobs)", with: "out").utf8))
      let object = try JSONSerialization.jsonObject(with: Data(summary.utf8)) as? [String: Any]
      let files = object?["files"] as? [[String: Any]]
      #expect(files?.map { $0["status"] as? String } == ["ok", "partial", "failed", "failed", "ok"])
      #expect(try scratch.names("out\(jobs)").filter { $0.hasSuffix(".geojson") }.count == 3)
      for name in ["a-ok", "e-ok"] {
        let single = try Program.run(["match", scratch.path("in/\(name).gpx"), "--network", town])
        #expect(try Data(single.output.utf8) == scratch.data("out\(jobs)/\(name).geojson"))
      }
    }
    #expect(summaries[0] == summaries[1])
    let again = try Program.run(["batch", scratch.path("in"), "--network", town, "-o", scratch.path("out1")])
    #expect(again.status == 1)
    #expect(again.output.contains("ok (before)"))
  }
}
