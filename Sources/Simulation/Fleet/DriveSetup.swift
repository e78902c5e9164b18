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

  /// The longest stop on the way, seconds.
  public static let longestStopSeconds = 86_400.0
  /// The farthest start off the road, metres.
  public static let farthestOffRoadMeters = 10_000.0
  private static let longestWayMeters = 1e6

  /// What is out of range, in words that name it and its range; `nil` when nothing is.
  public var fault: String? {
    if !(0...1).contains(path.redShare) { return "redShare \(path.redShare); expected 0 to 1" }
    if !(0.2...2).contains(driver.speedFactor) { return "speedFactor \(driver.speedFactor); expected 0.2 to 2" }
    if !(1...100).contains(fixesPerSecond) { return "hertz \(fixesPerSecond); expected 1 to 100" }
    if !(0...1000).contains(receiver.sigmaMeters) { return "sigma \(receiver.sigmaMeters) m; expected 0 m to 1000 m" }
    for stop in path.stops {
      let seconds = Double(stop.dwellNanoseconds) * 1e-9
      if !(0...Self.longestWayMeters).contains(stop.chainageMeters) {
        return "a stop at \(stop.chainageMeters) m; expected 0 m to \(Self.longestWayMeters) m"
      }
      if !(0...Self.longestStopSeconds).contains(seconds) {
        return "a stop of \(seconds) s; expected 0 s to \(Self.longestStopSeconds) s"
      }
    }
    switch script {
    case .startOffRoad(let meters) where !(meters.magnitude <= Self.farthestOffRoadMeters):
      return "a start \(meters) m off the road; expected up to \(Self.farthestOffRoadMeters) m"
    case .turnRound(let meters) where !(0...Self.longestWayMeters).contains(meters):
      return "turning round at \(meters) m; expected 0 m to \(Self.longestWayMeters) m"
    default: return nil
    }
  }

  /// The fixes of the drive, with their truth.
  public func source(
    network: RoadNetwork?, plan: Route, router: inout NetworkRouter?
  ) throws(DriveScriptError) -> SimulatedFixes {
    if let fault { throw DriveScriptError(description: fault) }
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
