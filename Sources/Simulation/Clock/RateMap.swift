/// How simulated time runs against monotonic time: a line, or a point while it is paused.
///
/// Pure arithmetic; it reads no clock. All times are nanoseconds. Each change takes the moment at which it happens, so
/// that simulated time goes on from where it was. Results are held to what can be expressed.
public struct RateMap: Hashable, Sendable {
  /// The rates that are allowed.
  public static let rates = 0.1...1000.0

  /// Simulated per monotonic time while it runs.
  public private(set) var rate: Double
  /// Whether simulated time stands still.
  public private(set) var isPaused: Bool
  private var simulatedAnchor: Int64
  private var monotonicAnchor: Int64

  /// Time that runs from a moment on.
  ///
  /// - Parameter rate: within `rates`, which the caller has checked.
  public init(simulatedNanoseconds: Int64, atMonotonicNanoseconds monotonic: Int64, rate: Double) {
    precondition(Self.rates.contains(rate), "rate: 0.1 ... 1000")
    self.rate = rate
    isPaused = false
    simulatedAnchor = simulatedNanoseconds
    monotonicAnchor = monotonic
  }

  /// The simulated time at a monotonic moment, rounded down. Before the last change, time is drawn on backwards.
  public func simulatedNanoseconds(atMonotonicNanoseconds monotonic: Int64) -> Int64 {
    if isPaused { return simulatedAnchor }
    let elapsed = saturatingDifference(monotonic, monotonicAnchor)
    if rate == 1 { return saturatingSum(simulatedAnchor, elapsed) }
    return saturatingSum(simulatedAnchor, nanoseconds((Double(elapsed) * rate).rounded(.down)))
  }

  /// The first monotonic moment at which a simulated time is reached; `nil` while time stands still.
  public func monotonicNanoseconds(forSimulatedNanoseconds simulated: Int64) -> Int64? {
    if isPaused { return nil }
    let wait = saturatingDifference(simulated, simulatedAnchor)
    if rate == 1 { return saturatingSum(monotonicAnchor, wait) }
    return saturatingSum(monotonicAnchor, nanoseconds((Double(wait) / rate).rounded(.up)))
  }

  /// Lets simulated time stand still from a moment on.
  public mutating func pause(atMonotonicNanoseconds monotonic: Int64) {
    anchor(monotonic)
    isPaused = true
  }

  /// Lets simulated time go on from where it stood.
  public mutating func resume(atMonotonicNanoseconds monotonic: Int64) {
    anchor(monotonic)
    isPaused = false
  }

  /// Changes the rate from a moment on; a pause goes on.
  public mutating func setRate(_ rate: Double, atMonotonicNanoseconds monotonic: Int64) {
    precondition(Self.rates.contains(rate), "rate: 0.1 ... 1000")
    anchor(monotonic)
    self.rate = rate
  }

  private mutating func anchor(_ monotonic: Int64) {
    simulatedAnchor = simulatedNanoseconds(atMonotonicNanoseconds: monotonic)
    monotonicAnchor = monotonic
  }

  private func nanoseconds(_ value: Double) -> Int64 {
    Int64(min(9.2e18, max(-9.2e18, value)))
  }
}

/// The difference of two times, held to what can be expressed.
func saturatingDifference(_ a: Int64, _ b: Int64) -> Int64 {
  let (difference, overflow) = a.subtractingReportingOverflow(b)
  return overflow ? (a > b ? .max : .min) : difference
}
