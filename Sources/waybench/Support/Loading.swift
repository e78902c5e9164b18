import Formats
import Glibc
import RoadNetwork
import Simulation
import WaybenchCore

/// Reads what commands work on; every failure is one line that names the file.
enum Loading {
  /// Does something with input or output whose failure is the user's to mend: status 3.
  static func input<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw InputError(message: "\(error)") }
  }

  /// A `.wbn` network of any mode, or roads that are built for cars on the spot.
  static func network(_ path: String) throws -> RoadNetwork {
    if path.hasSuffix(".wbn") {
      return try Loading.input { try RoadNetwork(path: path) }
    }
    return try build(path)
  }

  /// A `.wbn` network that was built for a mode, or roads that are built for it on the spot.
  static func network(_ path: String, mode: TravelMode) throws -> RoadNetwork {
    guard path.hasSuffix(".wbn") else { return try build(path, mode: mode) }
    let network = try network(path)
    guard network.mode == mode else {
      throw InputError(
        message: "\(path): is built for \(network.mode.name), not for \(mode.name); build the other with: "
          + "waybench network build ROADS -o N.wbn --mode \(mode.name)")
    }
    return network
  }

  static func build(
    _ path: String, country: String? = nil, mode: TravelMode = .driving, countryAreas: String? = nil
  ) throws -> RoadNetwork {
    var source: RoadSource
    source = try Loading.input { try RoadImport.read(path: path, defaultCountry: country, mode: mode) }
    if let countryAreas {
      source.countryAreas = try Loading.input { try CountryArea.read(path: countryAreas) }
    }
    do { return try RoadNetworkBuilder.build(source) } catch {
      throw InputError(message: "\(path): \(error.description)")
    }
  }

  static func trace(_ path: String) throws -> TraceDocument {
    let document: TraceDocument
    document = try Loading.input { try TraceReader.read(path: path) }
    guard document.trackPointCount > 0 else {
      throw InputError(message: "\(path): \(TraceProblem.noTrackPoints(document)); expected a track")
    }
    if let damage = document.diagnostics.first(where: { $0.severity == .error }) {
      throw InputError(message: "\(path):\(damage.line): \(damage.message)")
    }
    let warnings = document.diagnostics.filter { $0.severity == .warning }
    if let first = warnings.first {
      Console.error("waybench: \(path):\(first.line): \(first.message) (\(warnings.count) such)")
    }
    return document
  }

  /// A planned route from a file; polylines need their precision stated.
  static func route(_ path: String, _ arguments: Arguments, metersPerSecond: Double = .nan) throws -> Route {
    let precision = try polylinePrecision(arguments)
    let planned: PlannedLine
    planned = try Loading.input { try RouteFileReader.read(path: path, precision: precision) }
    guard let route = Route(planned, speedMetersPerSecond: metersPerSecond) else {
      throw InputError(message: "\(path): the route has no point")
    }
    return route
  }

  static func polylinePrecision(_ arguments: Arguments) throws -> EncodedPolyline.Precision? {
    guard let text = arguments.value("--polyline") else { return nil }
    guard let digits = Int(text), let precision = EncodedPolyline.Precision(rawValue: digits) else {
      throw UsageError(message: "--polyline \(text): expected 5 or 6, the decimals of the encoded polyline")
    }
    return precision
  }

  /// A route through places on a network, or why there is none as a failed check with OSRM's code.
  static func plan(
    _ router: inout NetworkRouter, through waypoints: [RouteRequest.Waypoint]
  ) throws -> Route {
    do { return try router.route(through: waypoints).route } catch {
      throw CheckFailure(message: describe(error))
    }
  }

  static func describe(_ failure: RouteFailure) -> String {
    switch failure {
    case .noSegment(let index): "NoSegment: no road near waypoint \(index)"
    case .noRoute(let index): "NoRoute: no way from waypoint \(index) to waypoint \(index + 1)"
    case .noWaypoints: "InvalidQuery: a start without a destination"
    case .locationUnavailable: "InvalidQuery: no start"
    case .duplicateWaypoints(let index): "InvalidQuery: waypoint \(index) is waypoint \(index - 1) once more"
    case .invalidQuery(let count):
      "InvalidQuery: \(count) waypoints; expected 2 to \(NetworkRouter.mostWaypoints)"
    case .travelModeUnsupported: "InvalidOptions: the network is not for this mode of travel"
    case .canceled: "Canceled: a newer request took its place"
    case .network, .quotaExceeded, .notAuthorized, .unavailable:
      "Unavailable: nobody answers questions for routes"
    }
  }

  /// The files that operands name: files as they are, folders with every .gpx, .nmea, .geojson and .csv in them, gzip
  /// or not, besides the output folder.
  static func traceFiles(_ operands: [String], besides output: String) throws -> [String] {
    let endings = ["gpx", "nmea", "geojson", "csv"].flatMap { [".\($0)", ".\($0).gz"] }
    let skipped = FileIdentity(output)?.place
    return try operands.flatMap { operand in
      guard isFolder(operand) else { return [operand] }
      return try files(in: operand, besides: skipped) { name in endings.contains { name.hasSuffix($0) } }
    }
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The files of a folder and the folders in it, in the order of their names.
  ///
  /// - Parameter skipped: a folder that is left out.
  static func files(
    in folder: String, besides skipped: [UInt64]? = nil, where matches: (String) -> Bool
  ) throws -> [String] {
    if let skipped, FileIdentity(folder)?.place == skipped { return [] }
    guard let directory = unsafe opendir(folder) else {
      throw InputError(message: "\(folder): cannot be opened")
    }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return try names.sorted().flatMap { name -> [String] in
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      // A link to a folder may lead back here.
      if isLink(path), isFolder(path) { return [] }
      if isFolder(path) { return try files(in: path, besides: skipped, where: matches) }
      return matches(name) ? [path] : []
    }
  }

  static func makeFolder(_ path: String) throws {
    if isFolder(path) { return }
    guard unsafe mkdir(path, 0o755) == 0 else {
      throw InputError(message: "\(path): the folder cannot be made: \(unsafe String(cString: strerror(errno)))")
    }
  }
}
