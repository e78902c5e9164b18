import BenchmarkSuites
import Formats
import Glibc
import Reports
import RoadNetwork
import WaybenchCore

/// `bench routing`, `bench proof` and `bench calls`: routing on a network of the user's.
enum BenchRoutingCommands {
  private static let network: OptionSpec = OptionSpec.value(
    "--network", "N", "a .wbn file, or roads that are built on the spot")

  static let routing = CommandSpec(
    name: "bench routing", summary: "measures every part of routing on a network", operands: "",
    options: [
      network, .value("--grid", "N", "instead of a network: a plain grid of about N directed edges, the worst case"),
      .value("--pairs", "N", "how many random pairs are asked, 1 to 1000000; default 10000"),
      .value("--repetitions", "N", "how often what takes milliseconds is repeated, 1 to 10000; default 11"),
      .value(
        "--parts", "LIST",
        "measures only these: open, \(RoutingBench.Part.allCases.map(\.rawValue).joined(separator: ", "))"),
      .value("--seed", "N", "the seed of pairs and changes; default 1"),
      .value("--json", "F", "writes the figures as JSON; - is standard output"),
    ],
    examples: ["waybench bench routing --network malta.wbn"],
    notes: ["Figures of two threads hold with both processors idle only."],
    run: { arguments in
      try arguments.noOperands()
      let network: RoadNetwork
      if let text = arguments.value("--grid") {
        let edges = try Quantities.integer(text, option: "--grid", in: 100...10_000_000)
        network = try Loading.input { try GridNetwork.make(directedEdges: edges) }
      } else {
        network = try Loading.network(try arguments.required("--network"))
      }
      let (parts, isOpened) = try parts(arguments.value("--parts"))
      let bench = RoutingBench(
        repetitions: try arguments.value("--repetitions").map {
          try Quantities.integer($0, option: "--repetitions", in: 1...10_000)
        } ?? 11,
        pairs: try count(arguments, "--pairs", default: 10_000), seed: try Quantities.seed(arguments.value("--seed")),
        parts: parts)
      let target = arguments.value("--json")
      func tell(_ text: String) { target == "-" ? Console.error(text) : Console.print(text) }
      tell(facts(network))
      var rows: [RoutingBench.Row] = []
      func add(_ row: RoutingBench.Row) {
        rows.append(row)
        tell(line(row))
      }
      if isOpened, let path = arguments.value("--network"), path.hasSuffix(".wbn") {
        add(try Loading.input { try bench.open(path) })
      }
      bench.run(network, add)
      if let target { try Console.write(json(rows), toFile: target) }
      return .fine
    })

  /// The parts that are asked for, and whether opening the file is one of them.
  private static func parts(_ list: String?) throws -> (Set<RoutingBench.Part>, isOpened: Bool) {
    guard let list else { return (Set(RoutingBench.Part.allCases), true) }
    var parts: Set<RoutingBench.Part> = []
    var isOpened = false
    for name in list.split(separator: ",", omittingEmptySubsequences: false) {
      if name == "open" {
        isOpened = true
      } else if let part = RoutingBench.Part(rawValue: String(name)) {
        parts.insert(part)
      } else {
        let names = RoutingBench.Part.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError(message: "--parts: '\(name)' is no part; expected open, \(names)")
      }
    }
    return (parts, isOpened)
  }

  private static func facts(_ network: RoadNetwork) -> String {
    let edges = max(1, network.edgeCount)
    return "\(Console.grouped(network.edgeCount)) edges, \(Console.grouped(network.stateCount)) states, "
      + "\(Console.grouped(network.turnCount)) turns; file \(Console.grouped(network.byteCount)) bytes = "
      + "\(network.byteCount / edges) a directed edge, metric \(network.freeFlowMetric.byteCount / edges) of them\n\n"
      + "what                                                        times      median         p99\n"
  }

  /// One figure in a line: told at once, so its columns have fixed widths.
  private static func line(_ row: RoutingBench.Row) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(1, width - text.count)) + text
    }
    let name = row.name + String(repeating: " ", count: max(0, 58 - row.name.count))
    let figures =
      padded("\(row.count)", 7) + padded(micro(row.medianNanoseconds), 12) + padded(micro(row.p99Nanoseconds), 12)
    return name + figures + (row.note.isEmpty ? "" : "  \(row.note)") + "\n"
  }

  private static func count(_ arguments: Arguments, _ option: String, default value: Int) throws -> Int {
    try arguments.value(option).map { try Quantities.integer($0, option: option, in: 0...1_000_000) } ?? value
  }

  private static func micro(_ nanoseconds: Double) -> String {
    nanoseconds < 1e6
      ? "\(Console.decimal(nanoseconds / 1e3, 1)) us" : "\(Console.decimal(nanoseconds / 1e6, 1)) ms"
  }

  private static func json(_ rows: [RoutingBench.Row]) -> [UInt8] {
    var json = JSONText()
    json.beginArray()
    for row in rows {
      json.beginObject()
      json.key("name")
      json.value(row.name)
      json.key("count")
      json.value(row.count)
      json.key("medianNanoseconds")
      json.value(row.medianNanoseconds, decimals: 0)
      json.key("p99Nanoseconds")
      json.value(row.p99Nanoseconds, decimals: 0)
      json.endObject()
    }
    json.endArray()
    json.newline()
    return json.bytes
  }

  static let proof = CommandSpec(
    name: "bench proof", summary: "compares routing on a network with Dijkstra's algorithm, pair by pair", operands: "",
    options: [
      network, .value("--pairs", "N", "how many random pairs for each objective, 1 to 1000000; default 10000"),
      .value("--rounds", "N", "how many times the traffic changes, 0 to 1000000; default 100"),
      .value("--seed", "N", "the seed of pairs and changes; default 1"),
    ],
    examples: ["waybench bench proof --network malta.wbn", "waybench bench proof --network town.wbn --pairs 500"],
    notes: [
      "Every objective, alone and with everything avoided, before and after the traffic has changed.",
      "A difference is exit 1.",
    ],
    run: { arguments in
      try arguments.noOperands()
      let network = try Loading.network(try arguments.required("--network"))
      let proof = RoutingProof(
        pairs: try count(arguments, "--pairs", default: 10_000),
        rounds: try count(arguments, "--rounds", default: 100),
        seed: try Quantities.seed(arguments.value("--seed")))
      var faults = 0
      try Loading.input {
        try proof.run(network) { outcome in
          faults += outcome.faults.count
          Console.printLine(
            "\(outcome.faults.isEmpty ? "equal" : "WRONG")  \(Console.grouped(outcome.pairs)) pairs "
              + "(\(outcome.unreachable) without a way)  \(outcome.name)")
          for fault in outcome.faults { Console.printLine("  \(fault)") }
        }
      }
      return faults == 0 ? .fine : .checkFailed
    })

  static let calls = CommandSpec(
    name: "bench calls", summary: "answers pairs of places from standard input, one line each, with times",
    operands: "",
    options: [network],
    examples: ["echo 35.898,14.514 35.884,14.404 | waybench bench calls --network malta.wbn"],
    notes: [
      "Reads `LAT,LON LAT,LON` a line and answers each at once with a line of JSON; a program can put calls between."
    ],
    run: { arguments in
      try arguments.noOperands()
      var calls = RouteCalls(network: try Loading.network(try arguments.required("--network")))
      var number = 0
      while let line = readLine() {
        number += 1
        let words = line.split(separator: " ")
        guard words.count == 2 else {
          throw InputError(message: "standard input:\(number): \(words.count) words; expected LAT,LON LAT,LON")
        }
        let places = try Loading.input {
          try words.map { try Quantities.coordinate(String($0), option: "standard input:\(number)") }
        }
        Console.print(text(calls.call(from: places[0], to: places[1])))
      }
      return .fine
    })

  private static func text(_ answer: RouteCalls.Answer) -> String {
    var json = JSONText()
    json.beginObject()
    json.key("ok")
    json.value(answer.isFound)
    let numbers: [(String, Int)] = [
      ("call_ns", Int(answer.callNanoseconds)), ("query_ns", Int(answer.queryNanoseconds)), ("edges", answer.edges),
      ("weight", answer.weight),
    ]
    for (key, value) in numbers {
      json.key(key)
      json.value(value)
    }
    json.key("length_m")
    json.value(answer.lengthMeters, decimals: 1)
    json.key("duration_s")
    json.value(answer.durationSeconds, decimals: 1)
    json.endObject()
    json.newline()
    return json.string
  }
}
