public import RoadNetwork
public import WaybenchCore

/// Everything that makes a simulated drive, so that the same set-up gives the same drive everywhere.
public struct DriveSetup: Sendable {
  /// What the driver does with the plan.
  public var script = DriveScript.follow
  /// How the driver drives.
  public var driver = Driver.Options()
  /// How a route becomes a path: lights, stops.
  public var path = DrivePath.RouteOptions()
  /// The receiver's errors.
  public var receiver = GNSSErrorOptions.suburban
  /// The seed of everything that is drawn.
  public var seed: UInt64 = 1
  /// When the drive begins, nanoseconds since 1970.
  public var startNanoseconds: Int64 = 1_751_364_000_000_000_000
  /// Reports of the receiver per second.
  public var fixesPerSecond: Int64 = 1
  /// Whether the driver follows a new route.
  public var obeysReroutes = true

  /// The defaults: the plan is followed with the errors of a suburb, from 2025-07-01T10:00:00Z on.
  public init() {}

  /// The fixes of the drive, with their truth.
  public func source(
    network: RoadNetwork?, plan: Route, router: inout NetworkRouter?
  ) throws(DriveScriptError) -> SimulatedFixes {
    var pathOptions = path
    pathOptions.seed = seed
    let drivePath: DrivePath
    if let network, var own = router {
      defer { router = own }
      drivePath = try DriveScripting(network: network, plan: plan, options: pathOptions)
        .path(for: script, router: &own)
    } else {
      guard script == .follow else {
        throw DriveScriptError(description: "only following a plan works without a network")
      }
      guard let path = DrivePath(route: plan, options: pathOptions) else {
        throw DriveScriptError(description: "the plan has no length")
      }
      drivePath = path
    }
    pathOptions.stops = []
    let driver = Driver(path: drivePath, options: driver, startNanoseconds: startNanoseconds)
    return SimulatedFixes(
      sampler: DriveSampler(
        driver: driver,
        schedule: SampleSchedule(startNanoseconds: startNanoseconds, perSecond: fixesPerSecond)),
      receiver: GNSSErrorModel(options: receiver, seed: seed), pathOptions: pathOptions, obeysReroutes: obeysReroutes)
  }
}
