import Formats
import Reports
import Simulation
import WaybenchCore

/// `trace info`, `trace convert`.
enum TraceCommands {
  static let info = CommandSpec(
    name: "trace info", summary: "tells what is in trace files", operands: "FILE…",
    options: [
      .flag("--json", "an object per file, a line each"),
      .flag("--lenient", "tells of what is whole of a damaged file; NMEA sentences may lack their checksum"),
      .flag("--diagnostics", "lists everything that the reader noticed"),
    ],
    examples: ["waybench trace info drive.gpx", "waybench trace info --json drive.nmea.gz"],
    run: { arguments in
      guard !arguments.operands.isEmpty else { throw UsageError(message: "trace info needs a file") }
      let options = TraceOptions(strictness: arguments.has("--lenient") ? .lenient : .standard)
      var worst = ExitStatus.fine
      for path in arguments.operands {
        let summary: TraceSummary
        do { summary = try TraceReader.summarize(path: path, options: options) } catch {
          if arguments.operands.count == 1 { throw InputError(message: "\(error)") }
          Console.error("waybench: \(error)")
          worst = .badInput
          continue
        }
        if let damage = summary.diagnostics.first(where: { $0.severity == .error }) {
          Console.error("waybench: \(path):\(damage.line): \(damage.message)")
          worst = .badInput
          if options.strictness != .lenient { continue }
        }
        print(summary, path, arguments)
        if summary.trackPointCount == 0, summary.routePointCount == 0 {
          Console.error("waybench: \(path): no track points" + (summary.waypointCount > 0 ? ", only waypoints" : ""))
          worst = .badInput
        }
      }
      return worst
    })

  private static func print(_ summary: TraceSummary, _ path: String, _ arguments: Arguments) {
    if arguments.has("--json") {
      var json = JSONText()
      summary.write(to: &json, path: path)
      json.newline()
      Console.print(json.string)
    } else {
      var table = TextTable([path, ""])
      for (name, value) in summary.lines { table.add([name, value]) }
      Console.print(table.text)
    }
    if arguments.has("--diagnostics") {
      for diagnostic in summary.diagnostics { Console.error("\(path): \(diagnostic)") }
    }
  }

  static let convert = CommandSpec(
    name: "trace convert", summary: "writes a trace in another format", operands: "FILE",
    options: [
      .value("--output", "F", "the file to write (also -o); its ending tells the format"),
      .value("--format", "F", "gpx, nmea, geojson or csv; default by the ending of the output"),
      .flag("--lenient", "keeps what is whole of a damaged file; NMEA sentences may lack their checksum"),
    ],
    examples: ["waybench trace convert drive.nmea -o drive.gpx", "waybench trace convert drive.gpx --format csv -o -"],
    run: { arguments in
      let path = try arguments.operand("trace file")
      let output = try arguments.required("--output")
      let byName = TraceFormat(path: output)
      guard byName != nil || arguments.value("--format") != nil else {
        throw UsageError(
          message: "--output \(output): its ending tells no format; expected .gpx, .nmea, .geojson, .csv or --format")
      }
      let format = try arguments.choice("--format", TraceFormat.self, default: byName ?? .gpx)
      let document = try Loading.input {
        try TraceReader.read(
          path: path, options: TraceOptions(strictness: arguments.has("--lenient") ? .lenient : .standard))
      }
      let isEmpty = document.trackPointCount == 0 && document.routes.isEmpty && document.waypoints.isEmpty
      guard !isEmpty else { throw InputError(message: "\(path): \(TraceProblem.noTrackPoints(document))") }
      let damage = document.diagnostics.first { $0.severity == .error }
      if let damage, !arguments.has("--lenient") {
        throw InputError(message: "\(path):\(damage.line): \(damage.message)")
      }
      try Loading.input { try TraceWriter.write(document, format: format, to: output) }
      for loss in TraceWriter.losses(of: document, format: format) {
        Console.error("waybench: \(output): \(loss)")
      }
      for diagnostic in document.diagnostics where diagnostic.severity != .note {
        Console.error("waybench: \(path): \(diagnostic)")
      }
      return damage == nil ? .fine : .badInput
    })
}
