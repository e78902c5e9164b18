import Glibc
public import WaybenchCore

/// A simulated satellite receiver: turns the truth into fixes.
///
/// A value; the same options, seed and truth give the same bytes. Each effect draws from a stream of its own, and
/// draws for every observation, so that switching one effect on or off leaves the others as they were. Nothing depends
/// on the rate but dropped fixes, which are counted per fix. `observe` allocates nothing.
public struct GNSSErrorModel: Sendable {
  /// What the receiver does wrong.
  public let options: GNSSErrorOptions

  private enum Stream: UInt64 {
    case fast = 0x6E01
    case slow, white, multipath, reacquisition, drops, accuracy, velocity
  }

  private var fast: GaussMarkov
  private var slow: GaussMarkov
  private var white: SeededGenerator
  private var multipath: MultipathJumps?
  private var reacquisition: SeededGenerator
  private var drops: SeededGenerator
  private var accuracy: SeededGenerator
  private var velocity: SeededGenerator

  private let fastSigma: Double
  private let slowSigma: Double
  private let whiteSigma: Double

  private var lastNanoseconds: Int64?
  private var darkSinceNanoseconds: Int64?
  private var drift = AxisPair()
  private var driftSigma = 0.0
  private var driftNanoseconds: Int64 = 0
  private var lastCourseDegrees = Double.nan

  /// A receiver at the beginning of a drive; its slow errors are already there.
  public init(options: GNSSErrorOptions, seed: UInt64) {
    func generator(_ stream: Stream) -> SeededGenerator { SeededGenerator(seed: seed, stream: stream.rawValue) }
    self.options = options
    fast = GaussMarkov(correlationSeconds: options.fast.seconds, generator: generator(.fast))
    slow = GaussMarkov(correlationSeconds: options.slow.seconds, generator: generator(.slow))
    white = generator(.white)
    multipath = options.multipath.map { MultipathJumps($0, generator: generator(.multipath)) }
    reacquisition = generator(.reacquisition)
    drops = generator(.drops)
    accuracy = generator(.accuracy)
    velocity = generator(.velocity)
    fastSigma = options.sigmaMeters * options.fast.share.squareRoot()
    slowSigma = options.sigmaMeters * options.slow.share.squareRoot()
    whiteSigma = options.sigmaMeters * options.whiteShare.squareRoot()
  }

  /// What the receiver reports of a moment; `nil`: nothing.
  ///
  /// Moments must not go backwards.
  ///
  /// - Parameters:
  ///   - truth: where the car is.
  ///   - inTunnel: whether it sees no sky there.
  public mutating func observe(_ truth: TruthSample, inTunnel: Bool) -> Fix? {
    let now = truth.timeNanoseconds
    let seconds = lastNanoseconds.map { Double(now - $0) * 1e-9 } ?? 0
    lastNanoseconds = now
    var error = continuousError(seconds)
    if let jump = multipath?.advance(seconds: seconds) {
      error.east += jump.east
      error.north += jump.north
    }
    let drift = drift(at: now, isDark: inTunnel || isOutage(now))
    let isDropped = drops.nextUnit() < options.dropProbability
    let spread = accuracy.nextGaussian()
    let (speed, course) = motion(truth)
    guard let drift else { return nil }
    lastCourseDegrees = course
    if isDropped { return nil }
    return Fix(
      timeNanoseconds: now,
      coordinate: place(truth.coordinate, AxisPair(east: error.east + drift.east, north: error.north + drift.north)),
      horizontalAccuracyMeters: reportedAccuracy(spread), courseDegrees: course, speedMetersPerSecond: speed)
  }

  private mutating func continuousError(_ seconds: Double) -> AxisPair {
    let quick = fast.advance(seconds: seconds)
    let lasting = slow.advance(seconds: seconds)
    let noise = white.nextPair()
    return AxisPair(
      east: fastSigma * quick.east + slowSigma * lasting.east + whiteSigma * noise.east,
      north: fastSigma * quick.north + slowSigma * lasting.north + whiteSigma * noise.north)
  }

  private func isOutage(_ now: Int64) -> Bool {
    for outage in options.outages where outage.contains(now) { return true }
    return false
  }

  /// The error that is left of a time without fixes; `nil` while that lasts.
  private mutating func drift(at now: Int64, isDark: Bool) -> AxisPair? {
    let noise = reacquisition.nextPair()
    if isDark {
      // Until the sky is back, the end of the dark is always this moment.
      if darkSinceNanoseconds == nil { darkSinceNanoseconds = now }
      driftNanoseconds = now
      return nil
    }
    guard let rules = options.reacquisition else {
      darkSinceNanoseconds = nil
      return AxisPair()
    }
    if let dark = darkSinceNanoseconds {
      if Double(now - driftNanoseconds) * 1e-9 < rules.delaySeconds { return nil }
      darkSinceNanoseconds = nil
      driftNanoseconds = now
      driftSigma = min(rules.longestDriftMeters, rules.driftMetersPerSecond * Double(now - dark) * 1e-9)
      drift = AxisPair(east: noise.east * driftSigma, north: noise.north * driftSigma)
    }
    if driftSigma == 0 { return AxisPair() }
    let fading = exp(-Double(now - driftNanoseconds) * 1e-9 / rules.decaySeconds)
    driftNanoseconds = now
    // Below a millimetre it is over.
    driftSigma = driftSigma * fading < 0.001 ? 0 : driftSigma * fading
    drift = AxisPair(east: drift.east * fading, north: drift.north * fading)
    return drift
  }

  /// Speed and course from a velocity with an error along and across: at low speed the course is worth little.
  private mutating func motion(_ truth: TruthSample) -> (speed: Double, course: Double) {
    let noise = velocity.nextPair()
    let sigma = options.velocitySigmaMetersPerSecond
    if sigma == 0, truth.speedMetersPerSecond >= options.courseFreezeMetersPerSecond {
      return (truth.speedMetersPerSecond, truth.courseDegrees)
    }
    let along = truth.speedMetersPerSecond + sigma * noise.east
    let across = sigma * noise.north
    let speed = (along * along + across * across).squareRoot()
    if speed < options.courseFreezeMetersPerSecond { return (speed, lastCourseDegrees) }
    let course = (truth.courseDegrees + atan2(across, along) * 180 / .pi).truncatingRemainder(dividingBy: 360)
    return (speed, course < 0 ? min(course + 360, 360.0.nextDown) : course)
  }

  private func place(_ truth: Coordinate, _ error: AxisPair) -> Coordinate {
    var place = truth
    if error.east != 0 || error.north != 0 {
      place = LocalFrame(origin: truth).unproject(PlanePoint(x: error.east, y: error.north))
    }
    let grid = Double(options.quantizationE7)
    if grid <= 1 { return place }
    return Coordinate(
      clampingLatitude: (Double(place.latitudeE7) / grid).rounded() * grid / 1e7,
      longitude: (Double(place.longitudeE7) / grid).rounded() * grid / 1e7)
  }

  /// A receiver that has just come back knows that it is worse; one in a reflection does not know.
  private func reportedAccuracy(_ spread: Double) -> Double {
    let sigma = (options.sigmaMeters * options.sigmaMeters + driftSigma * driftSigma).squareRoot()
    let reported = sigma * options.accuracyFactor
    // No receiver reports 0.
    return max(0.1, options.accuracySpread == 0 ? reported : reported * exp(spread * options.accuracySpread))
  }
}
