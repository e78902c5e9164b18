import Foundation
import Testing

/// Ways in which a batch once lost a result or kept a wrong one.
@Suite("Batch keeps every result and no stale one")
struct BatchFaultTests {
  private let town = Program.root.appendingPathComponent("traces/networks/town.wbn").path

  private func trace(_ latitude: String) -> String {
    BadInputTests.trace.replacingOccurrences(of: "40.0010000", with: latitude)
  }

  @Test("inputs of one name, and of the names of the batch's own files, all get a result")
  func names() throws {
    let scratch = try Scratch()
    let inputs = try [
      scratch.write("x/a.gpx", trace("40.001")), scratch.write("y/a-2.gpx", trace("40.002")),
      scratch.write("z/a.gpx", trace("40.003")), scratch.write("summary.gpx", trace("40.004")),
    ]
    let outcome = try Program.run(
      ["batch"] + inputs + ["--network", town, "--format", "json", "-o", scratch.path("out")])
    #expect(outcome.status == 0, "\(outcome.error)")
    let names = try scratch.names("out")
    #expect(names.count == 6, "\(names)")
    let summary = try JSONSerialization.jsonObject(with: scratch.data("out/summary.json")) as? [String: Any]
    let outputs = (summary?["files"] as? [[String: Any]])?.compactMap { $0["output"] as? String } ?? []
    #expect(Set(outputs).count == 4)
  }

  @Test("an input is never overwritten")
  func inputIsKept() throws {
    let scratch = try Scratch()
    let input = try scratch.write("in/a.gpx", trace("40.001"))
    let outcome = try Program.run(["batch", input, "--network", town, "--format", "gpx", "-o", scratch.path("in")])
    #expect(outcome.status == 3)
    #expect(outcome.error.contains("is an input"))
    #expect(try scratch.data("in/a.gpx") == Data(trace("40.001").utf8))
  }

  @Test("another network under the same name is not mistaken for the old one; a failure is tried again")
  func stale() throws {
    let scratch = try Scratch()
    let input = try scratch.write("a.gpx", trace("40.001"))
    let network = scratch.path("n.wbn")
    let arguments = ["batch", input, "--network", network, "-o", scratch.path("out")]
    try FileManager.default.copyItem(atPath: town, toPath: network)
    try FileManager.default.createDirectory(atPath: scratch.path("out/a.geojson"), withIntermediateDirectories: true)
    #expect(try Program.run(arguments).status == 1)
    try FileManager.default.removeItem(atPath: scratch.path("out/a.geojson"))
    #expect(try Program.run(arguments).status == 0)
    let first = try scratch.data("out/a.geojson")
    #expect(try Program.run(arguments).output.contains("ok (before)"))
    try Program.run(["network", "synth", "--seed", "99", "--edges", "700", "-o", network])
    let again = try Program.run(arguments)
    #expect(!again.output.contains("(before)"))
    #expect(try scratch.data("out/a.geojson") != first)
  }

  @Test("S20 a trace whose times step back is replayed in the order of the file")
  func backwards() throws {
    let scratch = try Scratch()
    let points = [0, 10, 20, 30, 25, 50, 60, 70].enumerated().map { index, second in
      "\(second),40.00\(index),-20\n"
    }
    let trace = try scratch.write("back.csv", "t_s,lat,lon\n" + points.joined())
    let plan = try scratch.write("r.geojson", "{\"type\":\"LineString\",\"coordinates\":[[-20,39.999],[-20,40.01]]}")
    for rate in ["max", "1000x"] {
      let outcome = try Program.run(["replay", trace, "--route", plan, "--rate", rate, "--events", "-"])
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(outcome.output.contains("\"type\":\"fixRejected\",\"reason\":\"timeStepsBack\""))
    }
  }

  @Test(
    "values beyond all measure are refused",
    arguments: [
      [
        "simulate", "--network", "traces/networks/town.wbn", "--at", "40,-20", "--at", "40.01,-20", "-o", "x.gpx",
        "--stop", "500m,1e12s",
      ],
      [
        "simulate", "--network", "traces/networks/town.wbn", "--at", "40,-20", "--at", "40.01,-20", "-o", "x.gpx",
        "--script", "turn-round:1e300m",
      ],
      [
        "simulate", "--network", "traces/networks/town.wbn", "--at", "40,-20", "--at", "40.01,-20", "-o", "x.gpx",
        "--script", "off-road:1e11m",
      ],
      [
        "replay", "traces/drives/clean.gpx", "--route", "traces/drives/clean.plan.geojson", "--assume-interval",
        "1e10s",
      ],
      ["match", "traces/drives/clean.gpx", "--network", "traces/networks/town.wbn", "--sigma", "1e300m"],
    ])
  func bounds(arguments: [String]) throws {
    let scratch = try Scratch()
    let outcome = try Program.run(arguments.map { $0 == "x.gpx" ? scratch.path("x.gpx") : $0 })
    #expect(outcome.status == 2, "\(outcome.error)")
    #expect(outcome.errorLines.count == 1)
    #expect(try scratch.names().isEmpty)
  }

  @Test("a full disk under standard output is told")
  func fullDisk() throws {
    let process = Process()
    process.executableURL = Program.executable
    process.arguments = ["trace", "info", "traces/drives/clean.gpx"]
    process.currentDirectoryURL = Program.root
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 3)
  }

  @Test("a device is written to, not replaced")
  func device() throws {
    let outcome = try Program.run(["trace", "convert", "traces/drives/clean.gpx", "--format", "csv", "-o", "/dev/null"])
    #expect(outcome.status == 0, "\(outcome.error)")
    let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
    #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
  }
}
