import BenchmarkSuites
import Measurement
import Reports

/// `bench`: measures, honestly.
enum BenchCommand {
  static let spec = CommandSpec(
    name: "bench", summary: "measures snapping, reading, routing and matching", operands: "[SUITE…]",
    options: [
      .flag("--small", "small sizes, to see that the benchmarks work"),
      .value("--repetitions", "N", "how often each case is measured, 1 to 1000; default 7"),
      .value("--json", "F", "writes every repetition as JSON; - is standard output, which then holds nothing else"),
      .value("--commit", "ID", "the commit that is measured, for the JSON"),
      .flag("--list", "names the suites"),
    ],
    examples: ["waybench bench", "waybench bench snap", "waybench bench gpx --repetitions 11 --json gpx.json"],
    notes: ["The cases of a suite are measured in turn, so that ratios hold while the machine's speed drifts."],
    run: { arguments in
      if arguments.has("--list") {
        for suite in Suite.all { Console.printLine("\(suite.name)  \(suite.summary)") }
        return .fine
      }
      let isSmall = arguments.has("--small")
      let repetitions =
        try arguments.value("--repetitions").map { try Quantities.integer($0, option: "--repetitions", in: 1...1000) }
        ?? (isSmall ? 2 : 7)
      let suites = try arguments.operands.isEmpty ? Suite.all : arguments.operands.map(suite)
      let environment = BenchmarkEnvironment.current(commit: arguments.value("--commit"))
      let target = arguments.value("--json")
      var results: [BenchmarkResult] = []
      for suite in suites {
        let outcome = try suite.run(isSmall: isSmall, repetitions: repetitions, environment: environment)
        results += outcome.results
        let text = report(suite, outcome)
        if target == "-" { Console.error(text) } else { Console.print(text) }
      }
      if let target { try Console.write(Array(BenchmarkResult.json(results).utf8), toFile: target) }
      return .fine
    })

  private static func suite(_ name: String) throws -> Suite {
    guard let suite = Suite.all.first(where: { $0.name == name }) else {
      let names = Suite.all.map(\.name).joined(separator: ", ")
      throw UsageError(message: "unknown suite \(name); expected one of \(names)")
    }
    return suite
  }

  private static func report(_ suite: Suite, _ outcome: Suite.Outcome) -> String {
    var table = TextTable(["case", "median", "MAD", "unit", "per second", "allocations per op", "hash"])
    for result in outcome.results {
      table.add([
        result.name, Console.decimal(result.median, 2), Console.decimal(result.medianAbsoluteDeviation, 2), result.unit,
        Console.grouped(Int(1e9 / max(result.median, 1e-9))),
        result.allocations.map { Console.decimal($0, 3) } ?? "not counted", String(result.resultHash.suffix(8)),
      ])
    }
    let ratios = outcome.ratios.map { "\($0.label): \(Console.decimal($0.value, 2))\n" }.joined()
    return "\(suite.name): \(suite.summary)\n" + table.text + ratios + "\n"
  }
}
