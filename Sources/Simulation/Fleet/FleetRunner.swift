public import WaybenchCore

/// What a drive is made of, before it runs.
public struct DriveBlueprint<Source: FixSource & Sendable>: Sendable {
  /// The drive's name.
  public var name: String
  /// Where its fixes come from.
  public var source: Source
  /// The plan.
  public var plan: Route
  /// Answers requests for routes; `nil` leaves them unanswered as failures.
  public var provider: (any RouteProvider & Sendable)?
  /// The settings.
  public var options: SessionOptions

  /// Makes a blueprint.
  public init(
    name: String, source: Source, plan: Route, provider: (any RouteProvider & Sendable)?, options: SessionOptions
  ) {
    self.name = name
    self.source = source
    self.plan = plan
    self.provider = provider
    self.options = options
  }

  func make() -> SessionDrive<Source> {
    SessionDrive(name: name, source: source, route: plan, provider: provider, options: options)
  }
}

/// Runs drives from their blueprints.
public enum FleetRunner {
  /// The finished drives, in the order of their blueprints, and what the scheduler saw.
  public struct Outcome<Source: FixSource & Sendable> {
    /// The drives.
    public var drives: [SessionDrive<Source>]
    /// Latencies and counts.
    public var statistics: SchedulerStatistics
  }

  /// Runs drives until all are over.
  ///
  /// - Parameters:
  ///   - rate: simulated per real time, 0.1 ... 1000; `nil` runs in virtual time, as fast as the machine can.
  ///   - shardCount: threads of a paced run, 1 or more.
  public static func run<Source>(
    _ blueprints: [DriveBlueprint<Source>], rate: Double?, shardCount: Int = 1
  ) -> Outcome<Source> {
    if let rate {
      let scheduler = DispatchScheduler<SessionDrive<Source>>(rate: rate, shardCount: max(1, shardCount))
      let outcome = scheduler.runUntilDone(blueprints.map { $0.make() })
      return Outcome(drives: outcome.drives, statistics: outcome.statistics)
    }
    let drives = blueprints.map { $0.make() }
    let measures = blueprints.contains { $0.options.measuresStages }
    var scheduler = VirtualScheduler(drives, measuresProcessing: measures)
    let statistics = scheduler.runUntilDone()
    return Outcome(drives: drives, statistics: statistics)
  }
}
