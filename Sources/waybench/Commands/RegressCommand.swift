import Reports
import Scenarios

/// `regress`: scenarios against goldens and expectations.
enum RegressCommand {
  static let spec = CommandSpec(
    name: "regress", summary: "runs scenarios against their goldens and expectations", operands: "SCENARIOS…",
    options: [
      .value("--junit", "F", "writes the verdicts as JUnit XML"),
      .flag("--update", "writes the golden events instead of comparing them"),
    ],
    examples: ["waybench regress traces/scenarios", "waybench regress --update traces/scenarios/missed-turn.json5"],
    notes: ["A folder stands for every .json5 file in it. Exit 1 when a scenario fails, 3 when one cannot be run."],
    run: { arguments in
      guard !arguments.operands.isEmpty else { throw UsageError(message: "regress needs scenarios or folders") }
      let paths = try arguments.operands.flatMap { operand in
        try Loading.isFolder(operand) ? Loading.files(in: operand) { $0.hasSuffix(".json5") } : [operand]
      }
      guard !paths.isEmpty else { throw InputError(message: "\(arguments.operands[0]): no .json5 scenario in it") }
      var runner = ScenarioRunner()
      runner.updatesGoldens = arguments.has("--update")
      let outcomes = paths.map { runner.run(path: $0) }
      if let path = arguments.value("--junit") { try Console.write(ScenarioReports.junit(outcomes), toFile: path) }
      let text = report(outcomes)
      if arguments.value("--junit") == "-" { Console.error(text) } else { Console.print(text) }
      for outcome in outcomes { if let error = outcome.error { Console.error("waybench: \(error)") } }
      if outcomes.contains(where: { $0.error != nil }) { return .badInput }
      return outcomes.allSatisfy(\.isPassed) ? .fine : .checkFailed
    })

  private static func report(_ outcomes: [ScenarioOutcome]) -> String {
    var table = TextTable(["scenario", "verdict", "events", "figures"])
    for outcome in outcomes {
      let verdict =
        outcome.error != nil ? "ERROR" : outcome.isPassed ? (outcome.wroteGolden ? "updated" : "passed") : "FAILED"
      let figures = outcome.figures.map { "\($0.name) \(Console.decimal($0.value, 1))" }.joined(separator: ", ")
      table.add([outcome.name, verdict, "\(outcome.eventLog.count { $0 == 10 })", figures])
    }
    var text = table.text
    for outcome in outcomes where !outcome.failures.isEmpty {
      text += "\n\(outcome.name):\n" + outcome.failures.map { $0 + "\n" }.joined()
    }
    let passed = outcomes.filter(\.isPassed).count
    return text + "\n\(passed) of \(outcomes.count) scenarios passed\n"
  }
}
