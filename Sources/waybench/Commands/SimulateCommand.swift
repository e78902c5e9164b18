import Formats
import RoadNetwork
import Simulation
import WaybenchCore

/// `simulate`: a synthetic trace along a route, with its truth beside it.
enum SimulateCommand {
  static let spec = CommandSpec(
    name: "simulate", summary: "makes a synthetic trace along a route, with its truth", operands: "",
    options: [
      .value("--network", "N", "a .wbn file, or roads that are built on the spot"),
      .list("--at", "LAT,LON", "a place of the plan, in order"),
      .value("--route", "R", "a planned route instead of places"),
      .value("--polyline", "5|6", "the decimals of an encoded polyline in the route file"),
      .value("--output", "F", "the trace to write (also -o); its ending tells the format"),
      .value("--truth", "F.csv", "where the car truly was: t_s, lat, lon, speed_mps, course_deg, along_m"),
      .value("--plan", "F", "writes the plan: .geojson, .gpx or .json (OSRM)"),
    ] + DriveOptions.specs,
    examples: [
      "waybench simulate --network town.wbn --at 40.001,-20.002 --at 40.01,-19.99 -o drive.gpx --truth drive.csv",
      "waybench simulate --network town.wbn --at 40.001,-20.002 --at 40.01,-19.99 --script miss-turn -o missed.gpx",
    ],
    notes: ["A driver who leaves the plan follows the new route that the session finds, as a person would."],
    run: { arguments in
      try arguments.noOperands()
      let output = try arguments.required("--output")
      let setup = try DriveOptions.setup(arguments)
      guard output == "-" || TraceFormat(path: output) != nil else {
        throw UsageError(
          message: "--output \(output): its ending tells no format; expected .gpx, .nmea, .geojson or .csv")
      }
      var router: NetworkRouter?
      let network = try arguments.value("--network").map(Loading.network)
      if let network { router = NetworkRouter(network: network) }
      let plan = try plan(arguments, router: &router)
      let source: SimulatedFixes
      source = try Loading.input { try setup.source(network: network, plan: plan, router: &router) }
      let blueprint = DriveBlueprint(
        name: "simulated", source: source, plan: plan, provider: network.map { NetworkRouter(network: $0) },
        options: SessionOptions())
      let drive = FleetRunner.run([blueprint], rate: nil).drives[0]
      try write(drive, plan, output, arguments)
      let truth = drive.source.truth
      let seconds = Double((truth.last?.timeNanoseconds ?? 0) - (truth.first?.timeNanoseconds ?? 0)) * 1e-9
      Console.tell(
        "\(output): \(drive.source.fixes.count) fixes, \(Console.duration(seconds))",
        besides: [output, arguments.value("--truth"), arguments.value("--plan")])
      return .fine
    })

  private static func plan(_ arguments: Arguments, router: inout NetworkRouter?) throws -> Route {
    if let path = arguments.value("--route") {
      guard arguments.list("--at").isEmpty else { throw UsageError(message: "--route and --at exclude each other") }
      return try Loading.route(path, arguments, metersPerSecond: 13.9)
    }
    guard var own = router else { throw UsageError(message: "simulate needs --network with --at, or --route") }
    defer { router = own }
    return try Loading.plan(&own, through: RouteOptions.places(arguments))
  }

  private static func write(
    _ drive: SessionDrive<SimulatedFixes>, _ plan: Route, _ output: String, _ arguments: Arguments
  ) throws {
    var document = TraceDocument(format: TraceFormat(path: output) ?? .gpx)
    let points = drive.source.fixes.map { fix in
      TracePoint(
        coordinate: fix.coordinate, timeNanoseconds: fix.timeNanoseconds,
        speedMetersPerSecond: fix.speedMetersPerSecond, courseDegrees: fix.courseDegrees,
        horizontalAccuracyMeters: fix.horizontalAccuracyMeters)
    }
    document.tracks = [TraceDocument.Track(name: "simulated drive", segments: [points])]
    var outputs = [(bytes: TraceWriter.bytes(of: document, format: document.format), path: output)]
    if let path = arguments.value("--truth") { outputs.append((truth(drive.source.truth), path)) }
    if let path = arguments.value("--plan") {
      let format: RouteText.Format = path.hasSuffix(".gpx") ? .gpx : path.hasSuffix(".json") ? .osrm : .geojson
      outputs.append((Array(RouteText.text([plan], format: format).utf8), path))
    }
    let all = outputs
    try Loading.input { try AtomicFileWriter.write(all: all) }
  }

  private static func truth(_ samples: [TruthSample]) -> [UInt8] {
    var bytes = Array("t_s,lat,lon,speed_mps,course_deg,along_m\n".utf8)
    let start = samples.first?.timeNanoseconds ?? 0
    for sample in samples {
      DecimalText.append(Double(sample.timeNanoseconds - start) * 1e-9, decimals: 3, to: &bytes)
      bytes.append(UInt8(ascii: ","))
      DecimalText.append(degreesE7: sample.coordinate.latitudeE7, to: &bytes)
      bytes.append(UInt8(ascii: ","))
      DecimalText.append(degreesE7: sample.coordinate.longitudeE7, to: &bytes)
      for (value, decimals) in [
        (sample.speedMetersPerSecond, 2), (sample.courseDegrees, 1), (sample.chainageMeters, 2),
      ] {
        bytes.append(UInt8(ascii: ","))
        DecimalText.append(value, decimals: decimals, to: &bytes)
      }
      bytes.append(10)
    }
    return bytes
  }
}
