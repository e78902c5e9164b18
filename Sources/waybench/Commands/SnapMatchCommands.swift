import Formats
import RoadNetwork
import Simulation
import WaybenchCore

/// `snap`: one trace against a route.
enum SnapCommand {
  static let spec = CommandSpec(
    name: "snap", summary: "lays a trace on a route", operands: "TRACE",
    options: [
      .value("--route", "R", "the route: GeoJSON, GPX, OSRM JSON or an encoded polyline"),
      .value("--polyline", "5|6", "the decimals of an encoded polyline in the route file"),
      .value("--format", "F", "json, geojson, gpx or ndjson; default geojson"),
      .value("--output", "F", "the file to write (also -o); standard output without it"),
    ],
    examples: ["waybench snap drive.gpx --route plan.geojson -o snapped.geojson"],
    run: { arguments in
      let path = try arguments.operand("trace file")
      let format = try arguments.choice("--format", TraceOutcome.Format.self, default: .geojson)
      let route = try Loading.route(try arguments.required("--route"), arguments)
      let trace = TraceFixes(try Loading.trace(path), missingTimes: .speed(metersPerSecond: 15))
      let outcome = TraceOutcome.snapped(trace, to: route)
      try Console.write(outcome.bytes(as: format), toFile: arguments.value("--output"))
      return .fine
    })
}

/// `match`: one trace against a network.
enum MatchCommand {
  static let spec = CommandSpec(
    name: "match", summary: "matches a trace to a road network", operands: "TRACE",
    options: [
      .value("--network", "N", "a .wbn file, or roads that are built on the spot"),
      .value("--sigma", "LENGTH", "standard deviation of a position per axis; default from the accuracies, else 5m"),
      .value("--max-gap", "TIME", "a longer time without a fix breaks the match; default 10min"),
      .value("--format", "F", "json, geojson, gpx or ndjson; default geojson"),
      .value("--output", "F", "the file to write (also -o); standard output without it"),
    ],
    examples: ["waybench match drive.gpx --network andorra.wbn -o matched.geojson"],
    run: { arguments in
      let path = try arguments.operand("trace file")
      let format = try arguments.choice("--format", TraceOutcome.Format.self, default: .geojson)
      let options = try options(arguments)
      let network = try Loading.network(try arguments.required("--network"))
      let trace = TraceFixes(try Loading.trace(path), missingTimes: .speed(metersPerSecond: 15))
      var matcher = NetworkMatcher(network: network)
      let outcome = TraceOutcome.matched(trace, to: network, using: &matcher, options: options)
      try Console.write(outcome.bytes(as: format), toFile: arguments.value("--output"))
      return .fine
    })

  static func options(_ arguments: Arguments) throws -> MatchOptions {
    var options = MatchOptions()
    if let text = arguments.value("--sigma") {
      options.sigmaMeters = try Quantities.meters(text, option: "--sigma", in: 1...100)
    }
    if let text = arguments.value("--max-gap") {
      options.longestGapSeconds = try Quantities.seconds(text, option: "--max-gap")
    }
    return options
  }
}
