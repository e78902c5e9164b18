import Formats
import Glibc
import Reports
import RoadNetwork
import Simulation
import WaybenchCore

/// `batch`: many files, all cores.
enum BatchCommand {
  static let spec = CommandSpec(
    name: "batch", summary: "snaps or matches many traces, on all cores", operands: "IN…",
    options: [
      .value("--output", "DIR", "the folder for the results (also -o)"),
      .value("--network", "N", "match to this network"), .value("--route", "R", "or lay on this route"),
      .flag("--own-route", "or lay each trace on the planned route in its own file (GPX rte)"),
      .value("--polyline", "5|6", "the decimals of an encoded polyline in the route file"),
      .value("--sigma", "LENGTH", "standard deviation of a position per axis"),
      .value("--max-gap", "TIME", "a longer time without a fix breaks the match; default 10min"),
      .value("--format", "F", "json, geojson, gpx or ndjson; default geojson"),
      .value("--jobs", "N", "threads, at most the number of cores; default all"),
      .flag("--fresh", "does everything anew, whatever an earlier run has done"),
      .flag("--json", "an object per file on standard output instead of the table"),
    ],
    examples: [
      "waybench batch traces/ --network malta.wbn -o matched", "waybench batch *.gpx --route plan.geojson -o out",
    ],
    notes: [
      "A folder stands for every .gpx, .nmea, .geojson and .csv in it, gzip or not. A bad file is reported, the",
      "others are processed, and the exit status is 1. Files that an earlier run with the same settings has done are",
      "not done again. The folder gets a result per trace, summary.json, and journal.ndjson.",
    ],
    run: { arguments in
      guard !arguments.operands.isEmpty else { throw UsageError(message: "batch needs files or folders") }
      let folder = try arguments.required("--output")
      guard folder != "-" else { throw UsageError(message: "--output -: expected a folder") }
      let format = try arguments.choice("--format", TraceOutcome.Format.self, default: .geojson)
      let jobs = try arguments.value("--jobs").map { try Quantities.integer($0, option: "--jobs", in: 1...1024) }
      let (work, settings) = try work(arguments, format)
      let inputs = try Loading.traceFiles(arguments.operands, besides: folder)
      guard !inputs.isEmpty else { throw InputError(message: "\(arguments.operands[0]): no trace file in it") }
      try Loading.makeFolder(folder)
      let runner = BatchRunner(
        work: work, folder: folder, format: format, workers: jobs ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
      let entries: [BatchRunner.Entry]
      entries = try Loading.input {
        try runner.run(
          inputs, reuses: !arguments.has("--fresh"), settings: "\(Waybench.version) \(settings)",
          progress: Console.progress(of: inputs.count))
      }
      report(entries, asJSON: arguments.has("--json"))
      return entries.allSatisfy { $0.status == .ok } ? .fine : .checkFailed
    })

  private static func work(
    _ arguments: Arguments, _ format: TraceOutcome.Format
  ) throws -> (BatchRunner.Work, String) {
    switch (arguments.value("--network"), arguments.value("--route"), arguments.has("--own-route")) {
    case (nil, nil, true): return (.snapToOwnRoute, "snap own route \(format.rawValue)")
    case (let network?, nil, false):
      let options = try MatchCommand.options(arguments)
      let identity = FileIdentity(network)?.text ?? ""
      let settings =
        "match \(network) \(identity) \(options.sigmaMeters) \(options.longestGapSeconds) \(format.rawValue)"
      return (.match(try Loading.network(network), options), settings)
    case (nil, let route?, false):
      let settings = "snap \(route) \(FileIdentity(route)?.text ?? "") \(arguments.value("--polyline") ?? "")"
      return (.snap(try Loading.route(route, arguments)), "\(settings) \(format.rawValue)")
    default: throw UsageError(message: "batch needs one of --network, --route, --own-route")
    }
  }

  private static func report(_ entries: [BatchRunner.Entry], asJSON: Bool) {
    var table = TextTable(["file", "status", "fixes", "placed %", "km", "fixes/s"])
    for entry in entries {
      if let message = entry.message { Console.error("waybench: \(message)") }
      if asJSON {
        var json = JSONText()
        json.beginObject()
        entry.writeMembers(&json)
        json.endObject()
        json.newline()
        Console.print(json.string)
        continue
      }
      let share = entry.fixCount > 0 ? 100 * Double(entry.placedCount) / Double(entry.fixCount) : .nan
      let rate =
        entry.workNanoseconds > 0 ? Double(entry.fixCount) / (Double(entry.workNanoseconds) * 1e-9) : .nan
      table.add([
        entry.input, entry.status.rawValue + (entry.isReused ? " (before)" : ""), "\(entry.fixCount)",
        share.isNaN ? "" : Console.decimal(share, 1), Console.decimal(entry.lengthMeters / 1000, 2),
        rate.isNaN ? "" : "\(Int(rate))",
      ])
    }
    guard !asJSON else { return }
    let fixes = entries.reduce(0) { $0 + $1.fixCount }
    let placed = entries.reduce(0) { $0 + $1.placedCount }
    let nanoseconds = entries.reduce(0) { $0 + $1.workNanoseconds }
    Console.print(table.text)
    let counts = [BatchRunner.Status.ok, .partial, .failed]
      .map { status in "\(entries.filter { $0.status == status }.count) \(status.rawValue)" }
    let speed = nanoseconds > 0 ? ", \(Int(Double(fixes) / (Double(nanoseconds) * 1e-9))) fixes/s per core" : ""
    Console.printLine(
      "\(entries.count) files: \(counts.joined(separator: ", ")); \(fixes) fixes, \(placed) placed\(speed)")
  }
}
