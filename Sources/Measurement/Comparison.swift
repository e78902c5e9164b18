internal import Glibc

/// Two measurements of the same work, taken one right after the other, so that the machine's mood is in both.
public struct MeasuredPair: Sendable, Hashable {
  /// What the reference took, above 0.
  public var baseline: Double
  /// What the version under test took, in the same unit, above 0.
  public var candidate: Double

  /// Makes a pair.
  public init(baseline: Double, candidate: Double) {
    self.baseline = baseline
    self.candidate = candidate
  }
}

/// Whether a version became slower or faster than a reference, told from interleaved pairs.
///
/// The median of `log(candidate / baseline)` and its bootstrap interval are compared with a margin below which a
/// difference does not matter: a verdict needs the whole interval on one side. Less is better.
public struct Comparison: Sendable, Hashable {
  /// What the pairs show.
  public enum Verdict: String, Sendable, Hashable, Codable {
    /// The candidate needs more, by more than the margin.
    case regressed
    /// The candidate needs less, by more than the margin.
    case improved
    /// The difference is smaller than the margin.
    case unchanged
    /// The pairs scatter too much, or are too few, to say.
    case inconclusive
  }

  /// With fewer pairs than this no interval of the median reaches 95 %: of 5 equal coins, all fall alike in 6 %.
  public static let fewestPairs = 6

  /// What the pairs show.
  public let verdict: Verdict
  /// The median of candidate / baseline; NaN without a usable pair.
  public let ratio: Double
  /// The interval that holds that median with the confidence asked for; NaN without a usable pair.
  public let ratioInterval: RobustStatistics.Interval
  /// How many pairs were used: those of two finite numbers above 0.
  public let pairCount: Int
  /// For an inconclusive verdict, about how many more pairs would settle it; `nil` for the others, and when the ratio
  /// lies so close to the margin that a million would not do.
  public let morePairsNeeded: Int?

  /// Judges pairs. O(resamples * n).
  ///
  /// - Parameters:
  ///   - margin: the share below which a difference does not matter, above 0: 0.02 is 2 %.
  ///   - confidence: above 0, below 1.
  ///   - seed: the same seed gives the same verdict.
  public init(pairs: [MeasuredPair], margin: Double, confidence: Double = 0.95, seed: UInt64 = 1) {
    precondition(margin > 0 && margin.isFinite, "The margin of a comparison must be above 0.")
    var logRatios: [Double] = []
    for pair in pairs {
      let logRatio = log(pair.candidate / pair.baseline)
      if pair.candidate > 0, pair.baseline > 0, logRatio.isFinite { logRatios.append(logRatio) }
    }
    let middle = RobustStatistics.median(logRatios)
    let interval = RobustStatistics.bootstrapIntervalOfMedian(logRatios, confidence: confidence, seed: seed)
    let edge = log1p(margin)
    pairCount = logRatios.count
    ratio = exp(middle)
    ratioInterval = RobustStatistics.Interval(lower: exp(interval.lower), upper: exp(interval.upper))
    if logRatios.count < Self.fewestPairs {
      verdict = .inconclusive
    } else if interval.lower > edge {
      verdict = .regressed
    } else if interval.upper < -edge {
      verdict = .improved
    } else if interval.lower > -edge, interval.upper < edge {
      verdict = .unchanged
    } else {
      verdict = .inconclusive
    }
    guard verdict == .inconclusive, !logRatios.isEmpty else {
      morePairsNeeded = verdict == .inconclusive ? Self.fewestPairs : nil
      return
    }
    // An interval narrows with the square root of the count; it must fit between the median and the nearer edge.
    let halfWidth = (interval.upper - interval.lower) / 2
    let room = abs(abs(middle) - edge)
    let narrowing = halfWidth / room
    let needed = Double(logRatios.count) * narrowing * narrowing
    let counted = max(needed.rounded(.up), Double(Self.fewestPairs)) - Double(logRatios.count)
    morePairsNeeded = counted < 1_000_000 ? max(1, Int(counted)) : nil
  }

  /// The verdict alone: see `init(pairs:margin:confidence:seed:)`.
  public static func verdict(pairs: [MeasuredPair], margin: Double) -> Verdict {
    Comparison(pairs: pairs, margin: margin).verdict
  }
}
