import Glibc

/// A Kalman filter of the offset from the route under the assumption that the receiver is on it.
///
/// GNSS errors are correlated: the offset is the sum of a fast part (18 s), a slow part (900 s, with an allowance for
/// the lane) and white noise, with the shares measured on floating-car data.
struct OffsetFilter: Sendable, BitwiseCopyable {
  private static let fastShare = 0.59
  private static let slowShare = 0.28
  private static let whiteShare = 0.13
  private static let laneAllowanceMeters = 2.0

  private var fast = 0.0
  private var slow = 0.0
  private var fastVariance = 0.0
  private var covariance = 0.0
  private var slowVariance = 0.0
  private var isStarted = false
  /// The decays of the last interval, which is that of the next fix as a rule.
  private var decaySeconds = Double.nan
  private var fastDecay = 0.0
  private var slowDecay = 0.0

  mutating func reset() { isStarted = false }

  /// Moves on by a time and returns the expected offset with its variance, measurement noise included.
  mutating func predict(sigma: Double, seconds: Double) -> (mean: Double, variance: Double) {
    let fastStationary = Self.fastShare * sigma * sigma
    let slowStationary = Self.slowShare * sigma * sigma + Self.laneAllowanceMeters * Self.laneAllowanceMeters
    if isStarted {
      if seconds != decaySeconds {
        decaySeconds = seconds
        fastDecay = exp(-seconds / 18)
        slowDecay = exp(-seconds / 900)
      }
      let a = fastDecay
      let b = slowDecay
      fast *= a
      slow *= b
      fastVariance = a * a * fastVariance + fastStationary * (1 - a * a)
      covariance *= a * b
      slowVariance = b * b * slowVariance + slowStationary * (1 - b * b)
    } else {
      fast = 0
      slow = 0
      fastVariance = fastStationary
      covariance = 0
      slowVariance = slowStationary
      isStarted = true
    }
    let variance =
      fastVariance + 2 * covariance + slowVariance + Self.whiteShare * sigma * sigma + 0.25
    return (fast + slow, variance)
  }

  /// Takes the innovation of a fix; one beyond three standard deviations pulls no harder than three.
  mutating func update(innovation: Double, variance: Double) {
    let ratio = innovation.magnitude / variance.squareRoot()
    let pull = innovation * (ratio > 3 ? 3 / ratio : 1)
    let fastRow = fastVariance + covariance
    let slowRow = covariance + slowVariance
    fast += fastRow / variance * pull
    slow += slowRow / variance * pull
    fastVariance -= fastRow / variance * fastRow
    covariance -= fastRow / variance * slowRow
    slowVariance -= slowRow / variance * slowRow
  }
}
