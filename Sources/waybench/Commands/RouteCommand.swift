import Formats
import RoadNetwork
import WaybenchCore

/// `route`: the fastest legal way between places.
enum RouteCommand {
  static let spec = CommandSpec(
    name: "route", summary: "plans a route on a network", operands: "",
    options: [
      .value("--network", "N", "a .wbn file, or roads that are built on the spot"),
      .value("--mode", "M", "who travels: driving, cycling, walking, twoWheeler or taxi; default what N is built for"),
    ] + RouteOptions.waypoints + RouteOptions.preferences + [
      .value("--alternatives", "A", "further routes that are worth showing: none, one, all (up to two) or a number"),
      .flag("--skip-service-exits", "service roads are not counted among the exits of roundabouts"),
      .value("--format", "F", "osrm, google, geojson, gpx, polyline (6 decimals), polyline5, polyline6; default text"),
      .value("--geometries", "G", "lines in osrm and google: geojson, polyline (5 decimals) or polyline6"),
      .value("--output", "F", "the file to write (also -o); standard output without it"),
    ],
    examples: [
      "waybench route --network town.wbn --at 40.001,-20.002 --at 40.010,-19.990",
      "waybench route --network malta.wbn --at 35.898,14.514 --at 35.884,14.404 --bearing 90,45 --format osrm",
      "waybench route --network malta.wbn --at 35.898,14.514 --at 35.884,14.404 --objective fuelEfficient \\",
      "  --avoid ferries,tunnels --alternatives all --traffic now.csv",
    ],
    notes: [
      "No route is exit 1; with --format osrm the answer then holds OSRM's code (NoRoute, NoSegment).",
      "What is avoided is used only where there is no other way within an hour.",
    ],
    run: { arguments in
      try arguments.noOperands()
      let format = try arguments.choice("--format", RouteText.Format.self, default: .text)
      let geometries = try geometries(arguments, format)
      let path = try arguments.required("--network")
      var request = RouteRequest(waypoints: try RouteOptions.places(arguments))
      request.alternatives = try alternatives(arguments)
      request.wantsIntersections = format == .osrm
      // A wrong word is told before a large network is read.
      let preferences = try RouteOptions.preferences(arguments)
      let network = try arguments.mode().map { try Loading.network(path, mode: $0) } ?? Loading.network(path)
      var router = try RouteOptions.router(arguments, network, preferences)
      router.maneuverOptions.skipsServiceRoads = arguments.has("--skip-service-exits")
      do {
        let routes = try router.routes(for: request)
        var text = RouteText.text(routes, format: format, geometries: geometries)
        if format == .text, let traffic = router.traffic { text += delays(routes[0], traffic) }
        try Console.write(Array(text.utf8), toFile: arguments.value("--output"))
        return .fine
      } catch let failure as RouteFailure {
        if format == .osrm {
          let answer = RouteText.osrmFailure(code: failure.code, message: Loading.describe(failure))
          try Console.write(Array(answer.utf8), toFile: arguments.value("--output"))
        }
        throw CheckFailure(message: Loading.describe(failure))
      }
    })

  /// How many further routes are wanted.
  private static func alternatives(_ arguments: Arguments) throws -> Int {
    switch arguments.value("--alternatives") {
    case nil, "none": return RouteRequest.AlternativesStrategy.none.count
    case "one": return RouteRequest.AlternativesStrategy.one.count
    case "all": return RouteRequest.AlternativesStrategy.all.count
    case .some(let text): return try Quantities.integer(text, option: "--alternatives", in: 0...2)
    }
  }

  /// Where traffic is slower than on free roads, a line per stretch.
  private static func delays(_ route: Route, _ traffic: TrafficState) -> String {
    let delay = RouteDelay(route: route, traffic: traffic)
    var text = "traffic: \(Console.duration(delay.delaySeconds)) more than on free roads\n"
    for stretch in delay.stretches where stretch.flow != .normal {
      text +=
        "  \(Console.decimal(stretch.startChainageMeters, 0)) to \(Console.decimal(stretch.endChainageMeters, 0)) m  "
        + "\(stretch.flow), \(Console.duration(stretch.delaySeconds)) more\n"
    }
    return text
  }

  /// How lines are written; `nil` without `--geometries`.
  static func geometries(_ arguments: Arguments, _ format: RouteText.Format) throws -> RouteText.Geometries? {
    guard let text = arguments.value("--geometries") else { return nil }
    let geometries = try arguments.choice("--geometries", RouteText.Geometries.self, default: .geojson)
    guard format == .osrm || format == .google && geometries != .polyline6 else {
      throw UsageError(
        message: "--geometries \(text) does not go with --format \(format.rawValue); expected --format osrm, or google "
          + "with geojson or polyline")
    }
    return geometries
  }
}
