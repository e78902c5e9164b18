import Foundation
import Testing

@Suite("Command line")
struct CommandLineTests {
  static let commands = [
    "demo", "network build", "network synth", "network info", "network export", "route", "trace info", "trace convert",
    "simulate", "replay", "snap", "match", "batch", "regress", "bench",
  ]

  @Test("every command has a help page with an example", arguments: commands)
  func help(command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    let outcome = try Program.run(words + ["--help"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("usage: waybench \(command)"))
    #expect(outcome.output.contains("examples:\n  waybench \(command)"))
    #expect(outcome.error.isEmpty)
  }

  @Test(
    "a wrong call is status 2 with one line",
    arguments: [
      ["fly"], ["network"], ["route", "--network"], ["route", "--colour", "red"], ["demo", "now"], ["snap"],
      ["match", "a.gpx", "--network", "traces/networks/town.wbn", "--sigma", "5"],
      ["route", "--network", "traces/networks/town.wbn", "--at", "91,0", "--at", "0,0"],
      ["replay", "a.gpx", "--rate", "20"], ["bench", "nothing"],
    ])
  func usage(words: [String]) throws {
    let outcome = try Program.run(words)
    #expect(outcome.status == 2, "\(outcome.error)")
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.output.isEmpty)
  }

  @Test("the demo misses a turn, is found off route, reroutes and arrives", arguments: ["max", "1000x"])
  func demo(rate: String) throws {
    let outcome = try Program.run(["demo", "--rate", rate])
    #expect(outcome.status == 0, "\(outcome.error)")
    for word in ["off route (leaving)", "reroute requested", "new route", "arrived", "p99.9"] {
      #expect(outcome.output.contains(word))
    }
  }

  @Test("replay gives the same bytes at max, 20x and 1x")
  func rates() throws {
    let scratch = try Scratch()
    var points = ""
    for second in 0..<5 {
      points += "\(second),40.00\(second),-20,5,11,0\n"
    }
    let trace = try scratch.write("short.csv", "t_s,lat,lon,accuracy_m,speed_mps,course_deg\n" + points)
    let plan = try scratch.write(
      "plan.geojson", "{\"type\":\"LineString\",\"coordinates\":[[-20,39.999],[-20,40.0045]]}")
    let logs = try ["max", "20x", "1x"].map { rate in
      let outcome = try Program.run(["replay", trace, "--route", plan, "--rate", rate, "--snapped", "--events", "-"])
      #expect(outcome.status == 0, "\(outcome.error)")
      return outcome.output
    }
    #expect(logs[0].split(separator: "\n").count > 5)
    #expect(logs[0] == logs[1] && logs[0] == logs[2])
    #expect(logs[0].hasPrefix("{\"t\":0.000,\"drive\":\"short.csv\",\"type\":\"started\",\"version\":1"))
  }

  @Test("a trace without times is refused by replay, unless a speed is assumed: S21")
  func noTimes() throws {
    let scratch = try Scratch()
    let points = (0..<5).map { "<trkpt lat=\"40.00\($0)\" lon=\"-20\"/>" }.joined()
    let trace = try scratch.write(
      "plan.gpx",
      "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>\(points)</trkseg></trk></gpx>")
    let plan = try scratch.write("r.geojson", "{\"type\":\"LineString\",\"coordinates\":[[-20,40],[-20,40.004]]}")
    let refused = try Program.run(["replay", trace, "--route", plan])
    #expect(refused.status == 3)
    #expect(refused.error.contains("no times") && refused.error.contains("--assume-speed"))
    let assumed = try Program.run(["replay", trace, "--route", plan, "--assume-speed", "10m/s", "--events", "-"])
    #expect(assumed.status == 0)
    #expect(assumed.output.contains("\"type\":\"arrived\""))
  }

  @Test("match and snap write GeoJSON with a line per piece and a point per fix")
  func geoJSON() throws {
    for arguments in [
      ["match", "traces/drives/clean.gpx", "--network", "traces/networks/town.wbn"],
      ["snap", "traces/drives/clean.gpx", "--route", "traces/drives/clean.plan.geojson"],
    ] {
      let outcome = try Program.run(arguments)
      let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
      let features = try #require(object?["features"] as? [[String: Any]])
      let kinds = features.compactMap { ($0["properties"] as? [String: Any])?["kind"] as? String }
      #expect(kinds.filter { $0 == "match" }.count == 1)
      #expect(kinds.filter { $0 == "fix" }.count == 247)
      for format in ["json", "ndjson", "gpx"] {
        let other = try Program.run(arguments + ["--format", format])
        #expect(other.status == 0)
        if format == "json" { _ = try JSONSerialization.jsonObject(with: Data(other.output.utf8)) }
        if format == "ndjson" { #expect(other.output.split(separator: "\n").count == 247) }
        if format == "gpx" { #expect(other.output.contains("<trkpt")) }
      }
    }
  }

  @Test("route writes every format; no route is status 1 with OSRM's code")
  func routes() throws {
    let base = ["route", "--network", "traces/networks/town.wbn", "--at", "40.006,-19.989", "--at"]
    for format in ["osrm", "geojson", "gpx", "polyline", "text"] {
      let outcome = try Program.run(base + ["39.9935,-20.009", "--format", format])
      #expect(outcome.status == 0, "\(outcome.error)")
      if format == "osrm" || format == "geojson" {
        _ = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      }
    }
    let none = try Program.run(base + ["10,10", "--format", "osrm"])
    #expect(none.status == 1)
    #expect(none.output.contains("\"code\":\"NoSegment\""))
    #expect(none.errorLines.count == 1)
  }

  @Test("an exported network builds again to the same size")
  func export() throws {
    let scratch = try Scratch()
    try Program.run(["network", "export", "traces/networks/town.wbn", "-o", scratch.path("town.geojson")])
    let built = try Program.run(["network", "build", scratch.path("town.geojson"), "-o", scratch.path("again.wbn")])
    #expect(built.status == 0, "\(built.error)")
    let counts = try ["traces/networks/town.wbn", scratch.path("again.wbn")].map { path in
      let outcome = try Program.run(["network", "info", "--json", path])
      let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
      return object?["edges"] as? Int
    }
    #expect(counts[0] != nil && counts[0] == counts[1])
  }

  @Test("the benchmarks run small")
  func bench() throws {
    let outcome = try Program.run(["bench", "--small", "--json", "-"])
    #expect(outcome.status == 0, "\(outcome.error)")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
    #expect((object?.count ?? 0) >= 10)
    #expect(object?.allSatisfy { ($0["median"] as? Double ?? 0) > 0 } == true)
  }

  @Test("S27 output has a decimal point whatever the locale")
  func locale() throws {
    let outcome = try Program.run(
      ["trace", "convert", "traces/drives/tunnel.csv", "--format", "csv", "-o", "-"],
      environment: ["LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("40.00"))
  }
}
