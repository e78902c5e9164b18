import Formats
import RoadNetwork
import WaybenchCore

/// `route`: the fastest legal way between places.
enum RouteCommand {
  static let spec = CommandSpec(
    name: "route", summary: "plans a route on a network", operands: "",
    options: [
      .value("--network", "N", "a .wbn file, or roads that are built on the spot"),
      .list("--at", "LAT,LON", "a place to visit, in order; at least two"),
      .list("--bearing", "DEG,TOL", "the direction at the place of the same number"),
      .value("--format", "F", "osrm, google, geojson, gpx, polyline (6 decimals), polyline5, polyline6; default text"),
      .value("--geometries", "G", "lines in osrm and google: geojson, polyline (5 decimals) or polyline6"),
      .value("--output", "F", "the file to write (also -o); standard output without it"),
    ],
    examples: [
      "waybench route --network town.wbn --at 40.001,-20.002 --at 40.010,-19.990",
      "waybench route --network malta.wbn --at 35.898,14.514 --at 35.884,14.404 --bearing 90,45 --format osrm",
    ],
    notes: ["No route is exit 1; with --format osrm the answer then holds OSRM's code (NoRoute, NoSegment)."],
    run: { arguments in
      try arguments.noOperands()
      let format = try arguments.choice("--format", RouteText.Format.self, default: .text)
      let geometries = try geometries(arguments, format)
      let path = try arguments.required("--network")
      let waypoints = try waypoints(arguments)
      let network = try Loading.network(path)
      var router = NetworkRouter(network: network)
      do {
        let route = try router.route(through: waypoints).route
        let text = RouteText.text([route], format: format, geometries: geometries)
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

  /// The places that `--at` and `--bearing` name.
  static func waypoints(_ arguments: Arguments) throws -> [RouteRequest.Waypoint] {
    let places = arguments.list("--at")
    guard places.count >= 2 else { throw UsageError(message: "--at is needed at least twice: the start and the end") }
    let bearings = arguments.list("--bearing")
    guard bearings.count <= places.count else {
      throw UsageError(message: "\(bearings.count) bearings for \(places.count) places")
    }
    return try places.enumerated().map { index, text in
      var waypoint = RouteRequest.Waypoint(coordinate: try Quantities.coordinate(text, option: "--at"))
      if index < bearings.count, !bearings[index].isEmpty {
        let bearing = try Quantities.bearing(bearings[index], option: "--bearing")
        waypoint.bearingDegrees = bearing.degrees
        waypoint.bearingToleranceDegrees = bearing.tolerance
      }
      return waypoint
    }
  }
}
