import Glibc

/// What an honest position error moves in a time: white, fast (18 s) and slow (900 s) parts of the error with the
/// shares measured on floating-car data.
///
/// Fixes come at equal intervals as a rule, so the last answer is kept: two exponentials are saved per question.
struct ErrorGrowth: Sendable, BitwiseCopyable {
  /// The share of the error's variance that is new at each fix.
  static let whiteShare = 0.13

  private var seconds = Double.nan
  private var factor = 0.0

  /// The standard deviation of the error's change, metres.
  ///
  /// - Parameters:
  ///   - sigma: standard deviation of the error, metres.
  ///   - interval: seconds between the two fixes.
  @inline(__always)
  mutating func meters(sigma: Double, seconds interval: Double) -> Double {
    if interval != seconds {
      seconds = interval
      let share = 0.59 * (1 - exp(-interval / 18)) + 0.28 * (1 - exp(-interval / 900)) + Self.whiteShare
      factor = (2 * share).squareRoot()
    }
    return sigma * factor
  }
}
