import Formats
import Glibc
import Measurement
import Navigation
import Reports
import RoadNetwork
import Simulation
import WaybenchCore

/// `replay`: drives a session from traces.
enum ReplayCommand {
  static let spec = CommandSpec(
    name: "replay", summary: "drives a session from recorded traces", operands: "TRACE…",
    options: [
      .value("--route", "R", "the plan: GeoJSON, GPX, OSRM JSON or an encoded polyline"),
      .value("--polyline", "5|6", "the decimals of an encoded polyline in the route file"),
      .value("--network", "N", "answers reroutes; plans from the first fix to the last where there is no --route"),
      .value("--rate", "R", "1x, 20x, 0.1x to 1000x, or max (virtual time); default max"),
      .value("--off-route", "POLICY", "statistical[:FIXES] or threshold:ENTER[,LEAVE[,FIXES]]; default statistical:4"),
      .value("--events", "F", "writes the events as NDJSON; - is standard output, which then holds nothing else"),
      .flag("--snapped", "has a line for every fix among the events"),
      .value("--assume-interval", "TIME", "the time between fixes of a trace without times"),
      .value("--assume-speed", "SPEED", "or the speed at which such a trace is driven"),
      .flag("--keep-guiding", "a driver who goes on after arrival is guided back"),
      .value("--hgrm", "F", "writes the histogram of the latency from due time to event"),
    ],
    examples: [
      "waybench replay drive.gpx --route plan.geojson --events -",
      "waybench replay drives/*.gpx --network town.wbn --rate 20x",
    ],
    run: { arguments in
      guard !arguments.operands.isEmpty else { throw UsageError(message: "replay needs a trace") }
      let rate = try arguments.value("--rate").flatMap { try Quantities.rate($0) }
      let options = try options(arguments)
      let network = try arguments.value("--network").map(Loading.network)
      let route = try arguments.value("--route").map { try Loading.route($0, arguments) }
      guard network != nil || route != nil else { throw UsageError(message: "replay needs --route or --network") }
      var drives = try arguments.operands.map { path in
        try drive(path, route: route, network: network, options: options, arguments)
      }
      var counts: [String: Int] = [:]
      for index in drives.indices {
        let name = drives[index].name
        counts[name, default: 0] += 1
        if let count = counts[name], count > 1 { drives[index].name += " (\(count))" }
      }
      let events = arguments.value("--events")
      let shards = max(1, min(drives.count, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
      let outcome = FleetRunner.run(drives, rate: rate, shardCount: shards)
      let (finished, statistics) = (outcome.drives, outcome.statistics)
      if let events {
        try Console.write(finished.flatMap(\.log.text.bytes), toFile: events)
      }
      if let path = arguments.value("--hgrm") {
        let histogram = rate == nil ? statistics.processing : statistics.dueToEnd
        try Console.write(Array(histogram.percentileText(unitDivisor: 1000).utf8), toFile: path)
      }
      let report = report(finished, statistics, rate: rate)
      if events == "-" { Console.error(report) } else { Console.print(report) }
      return .fine
    })

  private static func options(_ arguments: Arguments) throws -> SessionOptions {
    var options = SessionOptions()
    if let text = arguments.value("--off-route") {
      options.navigation.offRoutePolicy = try Quantities.offRoutePolicy(text)
    }
    options.navigation.guidesAfterArrival = arguments.has("--keep-guiding")
    options.logsSnapped = arguments.has("--snapped")
    return options
  }

  private static func drive(
    _ path: String, route: Route?, network: RoadNetwork?, options: SessionOptions, _ arguments: Arguments
  ) throws -> DriveBlueprint<RecordedFixes> {
    let document = try Loading.trace(path)
    let trace = TraceFixes(document, missingTimes: try missingTimes(arguments))
    if !trace.hasTimes, arguments.value("--assume-interval") == nil, arguments.value("--assume-speed") == nil {
      throw InputError(
        message: "\(path): the file has no times; expected times, or --assume-interval 1s, or --assume-speed 10m/s")
    }
    let fixes = trace.fixes
    let plan = try route ?? planned(fixes, network, path)
    let name = String(path.split(separator: "/").last ?? "trace")
    return DriveBlueprint(
      name: name, source: RecordedFixes(fixes), plan: plan, provider: network.map { NetworkRouter(network: $0) },
      options: options)
  }

  private static func missingTimes(_ arguments: Arguments) throws -> TraceFixes.MissingTimes {
    if let text = arguments.value("--assume-speed") {
      return .speed(metersPerSecond: try Quantities.metersPerSecond(text, option: "--assume-speed"))
    }
    let text = arguments.value("--assume-interval") ?? "1s"
    return .interval(seconds: try Quantities.seconds(text, option: "--assume-interval"))
  }

  private static func planned(_ fixes: [Fix], _ network: RoadNetwork?, _ path: String) throws -> Route {
    guard let network, let first = fixes.first, let last = fixes.last else {
      throw UsageError(message: "replay needs --route or --network")
    }
    var router = NetworkRouter(network: network)
    do {
      return try router.route(through: [
        RouteRequest.Waypoint(coordinate: first.coordinate), RouteRequest.Waypoint(coordinate: last.coordinate),
      ]).route
    } catch { throw CheckFailure(message: "\(path): \(Loading.describe(error))") }
  }

  private static func report(
    _ drives: [SessionDrive<RecordedFixes>], _ statistics: SchedulerStatistics, rate: Double?
  ) -> String {
    var table = TextTable(["drive", "fixes", "off route", "reroutes", "arrived"])
    for drive in drives {
      var offRoute = 0
      var arrived = "no"
      for event in drive.events {
        if case .offRoute = event.payload { offRoute += 1 }
        if case .arrived = event.payload { arrived = "yes" }
      }
      table.add([drive.name, "\(drive.fixCount)", "\(offRoute)", "\(drive.routes.count - 1)", arrived])
    }
    return table.text + "\n" + LatencyReport.text(drives, statistics, isPaced: rate != nil)
  }
}

/// The latency table of a run.
enum LatencyReport {
  static func text<Source>(
    _ drives: [SessionDrive<Source>], _ statistics: SchedulerStatistics, isPaced: Bool
  ) -> String {
    var navigator = LatencyHistogram()
    var search = LatencyHistogram()
    for drive in drives {
      navigator.merge(drive.navigatorLatency)
      search.merge(drive.searchLatency)
    }
    var table = LatencyTable()
    if isPaced { table.add("timer and queue: due to start", statistics.lateness) }
    table.add("snap and judge a fix", navigator)
    table.add("reroute search", search)
    table.add("all of an input", statistics.processing)
    if isPaced { table.add("due time to last event", statistics.dueToEnd) }
    var text = table.text
    if statistics.coalescedCount + statistics.droppedCount > 0 {
      text += "coalesced \(statistics.coalescedCount), dropped \(statistics.droppedCount)\n"
    }
    return text
  }
}
