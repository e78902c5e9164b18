/// What a simulated receiver does wrong.
///
/// The position error per axis (east, north) is the sum of a fast and a slow Gauss-Markov process and white noise,
/// together of deviation `sigmaMeters`; multipath jumps, the drift after an outage and rounding come on top.
public struct GNSSErrorOptions: Hashable, Sendable {
  /// A stationary first-order Gauss-Markov process: its correlation over t seconds is exp(-t / tau).
  public struct Correlation: Hashable, Sendable {
    /// Share of the variance, 0 ... 1.
    public var share: Double
    /// tau, seconds, above 0.
    public var seconds: Double

    /// Makes a process.
    public init(share: Double, seconds: Double) {
      self.share = share
      self.seconds = seconds
    }
  }

  /// Jumps that are held for a while, as when a signal is reflected by a building.
  public struct Multipath: Hashable, Sendable {
    /// Chance of a jump, per second while there is none.
    public var entriesPerSecond: Double
    /// Chance of its end, per second while there is one.
    public var exitsPerSecond: Double
    /// Deviation of a jump per axis, metres.
    public var sigmaMeters: Double

    /// Makes jumps.
    public init(entriesPerSecond: Double, exitsPerSecond: Double, sigmaMeters: Double) {
      self.entriesPerSecond = entriesPerSecond
      self.exitsPerSecond = exitsPerSecond
      self.sigmaMeters = sigmaMeters
    }
  }

  /// What follows a time without fixes (a tunnel, an outage).
  public struct Reacquisition: Hashable, Sendable {
    /// How long there is still no fix once the sky is back, seconds.
    public var delaySeconds: Double
    /// Growth of the first error's deviation per axis, metres per second without fixes.
    public var driftMetersPerSecond: Double
    /// Largest deviation of the first error per axis, metres.
    public var longestDriftMeters: Double
    /// The drift falls by the factor e in this time, seconds, above 0.
    public var decaySeconds: Double

    /// Makes a reacquisition.
    public init(delaySeconds: Double, driftMetersPerSecond: Double, longestDriftMeters: Double, decaySeconds: Double) {
      self.delaySeconds = delaySeconds
      self.driftMetersPerSecond = driftMetersPerSecond
      self.longestDriftMeters = longestDriftMeters
      self.decaySeconds = decaySeconds
    }
  }

  /// Deviation of the continuous part of the error per axis, metres, 0 or more.
  public var sigmaMeters: Double
  /// The fast process. The default share and time fit 27 hours of floating-car data.
  public var fast = Correlation(share: 0.59, seconds: 18)
  /// The slow process, which hardly changes during a drive. What both leave of the variance is white.
  public var slow = Correlation(share: 0.28, seconds: 900)
  /// Held jumps; `nil`: none.
  public var multipath: Multipath?
  /// Times without fixes, nanoseconds of the drive's time.
  public var outages: [Range<Int64>] = []
  /// What follows a time without fixes; `nil`: the next fix is as good as ever.
  public var reacquisition: Reacquisition?
  /// Chance that a fix is lost, 0 ... 1.
  public var dropProbability = 0.0
  /// The grid that positions are rounded to, in 1e-7 degrees; 1 is the resolution of a coordinate.
  public var quantizationE7: Int32 = 1
  /// Reported accuracy per `sigmaMeters`. 1 tells the deviation per axis; `circle68Factor` the radius that holds 68 %
  /// of the fixes; anything else lies.
  public var accuracyFactor = 1.0
  /// Relative deviation of the reported accuracy from fix to fix (log-normal).
  public var accuracySpread = 0.0
  /// Deviation of each velocity component, m/s. Speed and course errors follow from it.
  public var velocitySigmaMetersPerSecond = 0.1
  /// Below this reported speed, the course stays as it last was, m/s; unknown until the car was once faster.
  public var courseFreezeMetersPerSecond = 0.5

  /// Radius of the circle that holds 68 % of a plane normal distribution, per deviation of an axis: sqrt(-2 ln 0.32).
  public static let circle68Factor = 1.509_592_2

  /// The measured mixture of processes with a deviation per axis, and no other fault.
  public init(sigmaMeters: Double) { self.sigmaMeters = sigmaMeters }

  /// The share of the variance without memory.
  var whiteShare: Double { max(0, 1 - fast.share - slow.share) }
}

extension GNSSErrorOptions {
  /// A perfect receiver.
  public static var none: GNSSErrorOptions {
    var options = white(sigmaMeters: 0)
    options.velocitySigmaMetersPerSecond = 0
    options.courseFreezeMetersPerSecond = 0
    return options
  }

  /// Errors without memory.
  public static func white(sigmaMeters: Double) -> GNSSErrorOptions {
    var options = GNSSErrorOptions(sigmaMeters: sigmaMeters)
    options.fast.share = 0
    options.slow.share = 0
    return options
  }

  /// One Gauss-Markov process whose errors at two samples an interval apart have the given correlation.
  ///
  /// - Parameters:
  ///   - lagOneCorrelation: above 0, below 1.
  ///   - intervalSeconds: time between samples, above 0.
  public static func correlated(
    sigmaMeters: Double, lagOneCorrelation: Double, intervalSeconds: Double
  ) -> GNSSErrorOptions {
    precondition(lagOneCorrelation > 0 && lagOneCorrelation < 1, "lag-1 correlation: above 0, below 1")
    var options = GNSSErrorOptions(sigmaMeters: sigmaMeters)
    options.fast = Correlation(share: 1, seconds: -intervalSeconds / logarithm(lagOneCorrelation))
    options.slow.share = 0
    return options
  }

  /// Open sky: 3 m.
  public static var open: GNSSErrorOptions { preset(sigmaMeters: 3, multipath: nil) }
  /// Suburban streets: 4.4 m, the robust deviation of floating-car data, and a jump every 15 minutes.
  public static var suburban: GNSSErrorOptions {
    preset(
      sigmaMeters: 4.4, multipath: Multipath(entriesPerSecond: 1.0 / 900, exitsPerSecond: 1.0 / 15, sigmaMeters: 12))
  }
  /// Streets of a city: 8 m and a jump every 4 minutes.
  public static var urban: GNSSErrorOptions {
    preset(
      sigmaMeters: 8, multipath: Multipath(entriesPerSecond: 1.0 / 240, exitsPerSecond: 1.0 / 20, sigmaMeters: 25))
  }
  /// Between towers: 15 m (a 95 % radius of 37 m) and a jump every 90 seconds.
  public static var canyon: GNSSErrorOptions {
    preset(
      sigmaMeters: 15, multipath: Multipath(entriesPerSecond: 1.0 / 90, exitsPerSecond: 1.0 / 25, sigmaMeters: 40))
  }

  private static func preset(sigmaMeters: Double, multipath: Multipath?) -> GNSSErrorOptions {
    var options = GNSSErrorOptions(sigmaMeters: sigmaMeters)
    options.multipath = multipath
    options.reacquisition = Reacquisition(
      delaySeconds: 1.5, driftMetersPerSecond: 0.5, longestDriftMeters: 40, decaySeconds: 6)
    return options
  }
}
