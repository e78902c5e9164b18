import Foundation
import Testing

/// Faults of values that no honest file has, and of places where they were not looked for.
@Suite("Values from files are bounded")
struct FileValueTests {
  private let town = "traces/networks/town.wbn"

  @Test("an accuracy beyond all measure does not trap a reroute")
  func accuracy() throws {
    let scratch = try Scratch()
    var text = String(
      decoding: try Data(contentsOf: ShippedTracesTests.traces.appendingPathComponent("drives/missed-turn.gpx")),
      as: UTF8.self)
    text = text.replacingOccurrences(
      of: "<accuracy>[0-9.]+</accuracy>", with: "<accuracy>1e300</accuracy>", options: .regularExpression)
    let trace = try scratch.write("t.gpx", text)
    let outcome = try Program.run([
      "replay", trace, "--route", "traces/drives/missed-turn.plan.geojson", "--network", town, "--off-route",
      "threshold:50m,40m,3", "--events", "-",
    ])
    #expect(outcome.status == 0, "\(outcome.error)")
  }

  @Test("a journal of senseless numbers is passed over")
  func journal() throws {
    let scratch = try Scratch()
    let trace = try scratch.write("a.gpx", BadInputTests.trace)
    let arguments = ["batch", trace, "--network", town, "-o", scratch.path("out")]
    try Program.run(arguments)
    let journal = String(decoding: try scratch.data("out/journal.ndjson"), as: UTF8.self)
    try scratch.write("out/journal.ndjson", journal.replacingOccurrences(of: "\"fixes\":2", with: "\"fixes\":1e300"))
    let again = try Program.run(arguments)
    #expect(again.status == 0, "\(again.error)")
    #expect(!again.output.contains("(before)"))
  }

  @Test("a route round the world is refused, not cut into pieces")
  func longRoute() throws {
    let scratch = try Scratch()
    let hops = (0..<400).map { $0 % 2 == 0 ? "[0,0]" : "[170,1]" }.joined(separator: ",")
    let route = try scratch.write("r.geojson", "{\"type\":\"LineString\",\"coordinates\":[\(hops)]}")
    let outcome = try Program.run(["snap", "traces/drives/clean.gpx", "--route", route])
    #expect(outcome.status == 3)
    #expect(outcome.error.contains("100,000 km"))
  }

  @Test("single points without a time are filled in, not put to 1970")
  func missingTime() throws {
    let scratch = try Scratch()
    let text = String(
      decoding: try Data(contentsOf: ShippedTracesTests.traces.appendingPathComponent("drives/clean.gpx")),
      as: UTF8.self)
    let first = try #require(text.firstRange(of: "<time>2025-07-01T10:00:00Z</time>"))
    let trace = try scratch.write("t.gpx", text.replacingCharacters(in: first, with: ""))
    let outcome = try Program.run(["match", trace, "--network", town, "--format", "json"])
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    #expect((object?["matchings"] as? [Any])?.count == 1)
    let points = object?["tracepoints"] as? [[String: Any]]
    #expect(points?.first?["t"] as? Double == 1_751_364_000)
  }

  @Test("turning round after a waypoint goes back from there, not from the waypoint")
  func turnRoundAfterWaypoint() throws {
    let scratch = try Scratch()
    let outcome = try Program.run([
      "simulate", "--network", town, "--at", "40.006,-19.989", "--at", "39.9935588,-19.9993537", "--at",
      "39.9935,-20.009", "--script", "turn-round:2800m", "-o", scratch.path("t.csv"), "--truth",
      scratch.path("truth.csv"),
    ])
    #expect(outcome.status == 0, "\(outcome.error)")
    let rows = String(decoding: try scratch.data("truth.csv"), as: UTF8.self).split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",").compactMap { Double($0) } }
    // No sample lies farther from the one before than the speed allows.
    for (a, b) in zip(rows, rows.dropFirst()) where b[5] > a[5] {
      let north = (b[1] - a[1]) * 111_000
      let east = (b[2] - a[2]) * 85_000
      #expect((north * north + east * east).squareRoot() <= (b[5] - a[5]) + 2)
    }
  }

  @Test("a recorded drive that is cut fails its scenario, and updates nothing")
  func cutRecording() throws {
    let scratch = try Scratch()
    let text = try Data(contentsOf: ShippedTracesTests.traces.appendingPathComponent("drives/clean.gpx"))
    try scratch.write("cut.gpx", text.prefix(3000))
    let plan = ShippedTracesTests.traces.appendingPathComponent("drives/clean.plan.geojson").path
    let path = try scratch.write("s.json5", "{ plan: { file: '\(plan)' }, drive: { trace: 'cut.gpx' } }")
    let outcome = try Program.run(["regress", "--update", path])
    #expect(outcome.status == 3)
    #expect(outcome.error.contains("cut.gpx:"))
    #expect(try scratch.names() == ["cut.gpx", "s.json5"])
  }

  @Test("two outputs cannot both be standard output; a verdict in JUnit on standard output is that alone")
  func standardOutput() throws {
    let twice = try Program.run([
      "replay", "traces/drives/clean.gpx", "--route", "traces/drives/clean.plan.geojson", "--events", "-", "--hgrm",
      "-",
    ])
    #expect(twice.status == 2)
    let junit = try Program.run(["regress", "--junit", "-", "traces/scenarios/clean-drive.json5"])
    #expect(junit.status == 0)
    #expect(junit.output.hasPrefix("<?xml") && junit.output.hasSuffix("</testsuite>\n"))
  }

  @Test("a written route reads back with its exits and its side of the road")
  func roundTrip() throws {
    let scratch = try Scratch()
    for format in ["osrm", "geojson"] {
      let written = try Program.run([
        "route", "--network", town, "--at", "40.006,-19.989", "--at", "39.9935,-20.009", "--format", format, "-o",
        scratch.path("r.json"),
      ])
      #expect(written.status == 0)
      let replayed = try Program.run([
        "replay", "traces/drives/clean.gpx", "--route", scratch.path("r.json"), "--events", "-",
      ])
      #expect(replayed.output.contains("\"maneuver\":\"roundabout\",\"modifier\":\"straight\",\"exit\":2"), "\(format)")
    }
    try Program.run(["network", "synth", "--left", "-o", scratch.path("left.wbn")])
    let left = try Program.run([
      "route", "--network", scratch.path("left.wbn"), "--at", "40.0000,-19.9995", "--at", "40.003,-19.996", "--format",
      "osrm",
    ])
    #expect(left.output.contains("\"driving_side\":\"left\"") && !left.output.contains("\"driving_side\":\"right\""))
  }
}
