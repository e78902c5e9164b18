import Formats
import RoadNetwork
import WaybenchCore

/// The options that say what a route is chosen by, for every command that plans one.
enum RouteOptions {
  static let preferences: [OptionSpec] = [
    .value("--objective", "O", "fastest, shortest, fuelEfficient or cheapest; default fastest"),
    .list("--avoid", "LIST", "tolls, highways, ferries, tunnels, vignettes, with commas between"),
    .list("--avoid-area", "F.geojson", "areas to keep away from; or LAT,LON corners with blanks between"),
    .value(
      "--costs", "M,K,T", "money a minute, a km and a km with toll, for cheapest; default 0.25,0.15,0.12"),
    .value("--traffic", "F.csv", "speeds and closures of now, by way, node pair or edge"),
    .flag("--skip-unknown", "rows of the traffic file on roads that N lacks are counted, not refused"),
    .value("--now", "TIME", "the time of the traffic, ISO 8601 or seconds since 1970; default: no row has expired"),
  ]

  static let waypoints: [OptionSpec] = [
    .list("--at", "LAT,LON", "a place to visit, in order; at least two, at most 26"),
    .list("--bearing", "DEG,TOL", "the direction at the place of the same number"),
    .list("--same-side", "I", "place I (from 0) lies on the driver's own side of the road"),
    .list("--stopover", "I", "a vehicle stops at place I: not on a motorway or ferry, in a tunnel or on a bridge"),
    .list("--via", "I", "place I is only passed: no leg ends there"),
  ]

  /// A router for the options of a call.
  static func router(
    _ arguments: Arguments, _ network: RoadNetwork, _ preferences: RoutePreferences
  ) throws -> NetworkRouter {
    let traffic = try traffic(arguments, network)
    return try Loading.input { try NetworkRouter(network: network, preferences: preferences, traffic: traffic) }
  }

  static func preferences(_ arguments: Arguments) throws -> RoutePreferences {
    var preferences = RoutePreferences()
    preferences.objective = try arguments.choice("--objective", RouteObjective.self, default: .fastest)
    for text in arguments.list("--avoid") {
      for word in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let avoided = avoidances[String(word)] else {
          let names = avoidances.keys.sorted().joined(separator: ", ")
          throw UsageError(message: "--avoid \(word) is not known; expected \(names)")
        }
        preferences.avoid.formUnion(avoided)
      }
    }
    for text in arguments.list("--avoid-area") { preferences.avoidAreas += try areas(text) }
    if let text = arguments.value("--costs") {
      let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
      guard numbers.count == 3, numbers.allSatisfy({ $0 >= 0 && $0 < 1e6 }) else {
        throw UsageError(message: "--costs \(text): expected three amounts such as 0.25,0.15,0.12")
      }
      preferences.costs = RoutePreferences.CostRates(
        perMinute: numbers[0], perKilometer: numbers[1], tollPerKilometer: numbers[2])
    }
    return preferences
  }

  private static let avoidances: [String: RouteAvoidances] = [
    "tolls": .tolls, "highways": .highways, "ferries": .ferries, "tunnels": .tunnels, "vignettes": .vignettes,
  ]

  /// Corners that are written out, or the polygons of a file.
  private static func areas(_ text: String) throws -> [[Coordinate]] {
    let words = text.split(separator: " ")
    let isWritten = words.count > 1 || text.allSatisfy { $0.isNumber || ",.- ".contains($0) }
    guard isWritten else { return try Loading.input { try AvoidAreaFile.read(path: text) } }
    return [try words.map { try Quantities.coordinate(String($0), option: "--avoid-area") }]
  }

  /// The traffic of now; `nil` without `--traffic`.
  static func traffic(_ arguments: Arguments, _ network: RoadNetwork) throws -> TrafficState? {
    guard let path = arguments.value("--traffic") else {
      for option in ["--now", "--skip-unknown"] where arguments.value(option) != nil || arguments.has(option) {
        throw UsageError(message: "\(option) goes with --traffic")
      }
      return nil
    }
    let bytes = try Loading.input { try ByteInput(path: path).readAll() }
    let feed: TrafficFeed
    do { feed = try TrafficFeed(text: bytes) } catch { throw InputError(message: "\(path): \(error)") }
    var traffic = TrafficState(network: network)
    let result = traffic.apply(feed, source: path)
    if result.unknownCount > 0 {
      guard arguments.has("--skip-unknown") else {
        throw InputError(message: "\(path): \(result.unknownText); expected roads of the network, or --skip-unknown")
      }
      Console.error("waybench: \(path): \(result.unknownText)")
    }
    if let text = arguments.value("--now") {
      guard let now = TimeText.parse(text) else {
        throw UsageError(message: "--now \(text): expected a time such as 2026-05-01T08:00:00Z or seconds since 1970")
      }
      _ = traffic.expire(now: now)
    }
    return traffic
  }

  /// The places that `--at` names, with what the other options say of them.
  static func places(_ arguments: Arguments) throws -> [RouteRequest.Waypoint] {
    let places = arguments.list("--at")
    guard places.count >= 2 else { throw UsageError(message: "--at is needed at least twice: the start and the end") }
    let bearings = arguments.list("--bearing")
    guard bearings.count <= places.count else {
      throw UsageError(message: "\(bearings.count) bearings for \(places.count) places")
    }
    var waypoints = try places.enumerated().map { index, text in
      var waypoint = RouteRequest.Waypoint(coordinate: try Quantities.coordinate(text, option: "--at"))
      if index < bearings.count, !bearings[index].isEmpty {
        let bearing = try Quantities.bearing(bearings[index], option: "--bearing")
        waypoint.bearingDegrees = bearing.degrees
        waypoint.bearingToleranceDegrees = bearing.tolerance
      }
      return waypoint
    }
    for index in try numbers(arguments, "--same-side", places.count) { waypoints[index].prefersSameSideOfRoad = true }
    for index in try numbers(arguments, "--stopover", places.count) { waypoints[index].isVehicleStopover = true }
    for index in try numbers(arguments, "--via", places.count) {
      guard index > 0, index < places.count - 1 else {
        throw UsageError(message: "--via \(index): the start and the end are no places that are only passed")
      }
      waypoints[index].isVia = true
    }
    return waypoints
  }

  private static func numbers(_ arguments: Arguments, _ option: String, _ count: Int) throws -> [Int] {
    try arguments.list(option).map { try Quantities.integer($0, option: option, in: 0...(count - 1)) }
  }
}
