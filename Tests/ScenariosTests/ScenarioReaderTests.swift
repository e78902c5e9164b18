import Glibc
import Scenarios
import Simulation
import Testing

@Suite("Scenario files")
struct ScenarioReaderTests {
  private func read(_ text: String) throws -> Scenario {
    let path = "/tmp/waybench-scenario-\(getpid())-\(text.hashValue).json5"
    let file = try #require(fopen(path, "w"))
    fputs(text, file)
    fclose(file)
    defer { unlink(path) }
    return try ScenarioReader.read(path: path)
  }

  private func refusal(_ text: String) -> String {
    do {
      _ = try read(text)
      return ""
    } catch { return "\(error)" }
  }

  @Test("JSON5 with comments, and defaults for what is left out")
  func defaults() throws {
    let scenario = try read("{ /* a plan alone */ plan: { at: [[40, -20], [40.01, -20.01]] }, }")
    guard case .simulated(let setup) = scenario.drive else {
      Issue.record("expected a simulated drive")
      return
    }
    #expect(setup.script == .follow && setup.seed == 1)
    #expect(scenario.networkPath == nil && scenario.expected.isEmpty && scenario.forbidden.isEmpty)
    #expect(scenario.goldenPath.hasSuffix(".events.ndjson"))
  }

  @Test(
    "every key is known; wrong ones are named with their line",
    arguments: [
      ("{\n plan: { at: [[1, 1], [2, 2]] },\n speed: 3 }", ":3: unknown key \"speed\""),
      ("{\n plan: { at: [[1, 1], [2, 2]], via: 1 } }", ":2: unknown key \"via\" in plan"),
      (
        "{ plan: { at: [[1, 1], [2, 2]] },\n expect: [{ type: \"offRoute\", raeson: \"far\" }] }",
        ":2: unknown key \"raeson\""
      ),
      (
        "{ plan: { at: [[1, 1], [2, 2]] },\n drive: { speedFactor: 7 } }",
        ":2: speedFactor: expected a number, 0.2 to 2.0"
      ),
      ("{ plan: { at: [[1, 1], [2, 2]] },\n seed: -3 }", ":2: seed: expected a whole number"),
      ("{ plan: { at: [[1, 1]] } }", "two places or more"), ("{ plan: { at: [[91, 1], [2, 2]] } }", "[LAT, LON]"),
      ("{ plan: { at: [[1, 1], [2, 2]] },\n drive: { script: \"fly\" } }", ":2: script: not known"),
      ("{ plan: { at: [[1, 1], [2, 2]] },\n forbid: [\"crash\"] }", "unknown event type \"crash\""),
      ("{ plan: { at: [[1, 1], [2, 2]] },\n seed: \"a\" }", ":2: seed: expected a whole number"), ("{}", "no plan"),
      ("[1]", "expected an object"), ("{ plan: ", "is not JSON5"), ("", "empty"),
    ])
  func refusals(text: String, words: String) {
    let message = refusal(text)
    #expect(message.contains(words), "\(message)")
    #expect(!message.contains("\n"))
  }

  @Test("the difference of two logs names the line and the members")
  func difference() {
    let golden = Array(
      "{\"t\":0.000,\"drive\":\"d\",\"type\":\"started\"}\n{\"t\":9.000,\"drive\":\"d\",\"type\":\"arrived\"}\n".utf8)
    let found = Array(
      "{\"t\":0.000,\"drive\":\"d\",\"type\":\"started\"}\n{\"t\":9.500,\"drive\":\"d\",\"type\":\"arrived\"}\n".utf8)
    #expect(EventDifference.text(golden: golden, found: golden, path: "g") == nil)
    let text = EventDifference.text(golden: golden, found: found, path: "g") ?? ""
    #expect(text.contains("at line 2") && text.contains("t: 9.0 -> 9.5"))
    let cut = EventDifference.text(golden: golden, found: Array(found.prefix(41)), path: "g") ?? ""
    #expect(cut.contains("(no more events)"))
  }
}
