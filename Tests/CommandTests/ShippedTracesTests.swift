import Foundation
import Testing

/// What lies in `traces/` is what its README's commands make.
@Suite("Shipped traces")
struct ShippedTracesTests {
  static let traces = Program.root.appendingPathComponent("traces")

  static func commands(_ prefix: String) throws -> [[String]] {
    try String(contentsOf: traces.appendingPathComponent("README.md"), encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("waybench \(prefix)") }
      .map { $0.split(separator: " ").dropFirst().map(String.init) }
  }

  /// Runs a command with its outputs in a scratch folder and compares them with the shipped files.
  private func expectSameBytes(_ command: [String], outputs: [String]) throws {
    let scratch = try Scratch()
    var arguments = command
    var written: [(shipped: String, made: String)] = []
    for option in outputs {
      guard let index = arguments.firstIndex(of: option) else { continue }
      let shipped = arguments[index + 1]
      let name = String(shipped.split(separator: "/").last ?? "")
      arguments[index + 1] = scratch.path(name)
      written.append((shipped, name))
    }
    let outcome = try Program.run(arguments, in: Self.traces)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(!written.isEmpty)
    for (shipped, made) in written {
      #expect(try scratch.data(made) == Data(contentsOf: Self.traces.appendingPathComponent(shipped)), "\(shipped)")
    }
  }

  @Test("the town")
  func town() throws {
    let commands = try Self.commands("network synth")
    #expect(commands.count == 1)
    for command in commands { try expectSameBytes(command, outputs: ["-o", "--landmarks"]) }
  }

  @Test("the ten drives")
  func drives() throws {
    let commands = try Self.commands("simulate")
    #expect(commands.count == 10)
    for command in commands { try expectSameBytes(command, outputs: ["-o", "--truth", "--plan"]) }
  }

  @Test("the ten scenarios pass, twice with the same words")
  func scenarios() throws {
    let first = try Program.run(["regress", "traces/scenarios"])
    let second = try Program.run(["regress", "traces/scenarios"])
    #expect(first.status == 0, "\(first.output)")
    #expect(first.output == second.output)
    #expect(first.output.contains("10 of 10 scenarios passed"))
  }

  @Test("a changed golden line fails with a difference that a person reads")
  func changedGolden() throws {
    let scratch = try Scratch()
    try FileManager.default.copyItem(at: Self.traces, to: scratch.url.appendingPathComponent("traces"))
    let golden = "traces/scenarios/missed-turn.events.ndjson"
    let text = String(decoding: try scratch.data(golden), as: UTF8.self)
    try scratch.write(golden, text.replacingOccurrences(of: "\"reason\":\"leaving\"", with: "\"reason\":\"far\""))
    let outcome = try Program.run(["regress", "--junit", scratch.path("junit.xml"), scratch.path("traces/scenarios")])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("reason: far -> leaving"))
    #expect(outcome.output.contains("9 of 10 scenarios passed"))
    let junit = String(decoding: try scratch.data("junit.xml"), as: UTF8.self)
    #expect(junit.contains("tests=\"10\" failures=\"1\" errors=\"0\""))
  }

  @Test("replay of each drive arrives, by the expected events")
  func replays() throws {
    for (name, offRoutes) in [
      ("clean.gpx", 0), ("missed-turn.gpx", 1), ("u-turn.nmea", 1), ("tunnel.csv", 0), ("loop.geojson", 0),
      ("out-and-back.gpx", 0), ("stop-at-a-light.gpx.gz", 0), ("off-road-start.gpx", 0),
    ] {
      let plan = "traces/drives/\(name.split(separator: ".")[0]).plan.geojson"
      let outcome = try Program.run([
        "replay", "traces/drives/\(name)", "--route", plan, "--network", "traces/networks/town.wbn", "--events", "-",
      ])
      #expect(outcome.status == 0, "\(name): \(outcome.error)")
      let types = try outcome.output.split(separator: "\n").map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return object?["type"] as? String ?? ""
      }
      #expect(types.filter { $0 == "offRoute" }.count == offRoutes, "\(name)")
      #expect(types.filter { $0 == "arrived" }.count == 1, "\(name)")
    }
  }
}
