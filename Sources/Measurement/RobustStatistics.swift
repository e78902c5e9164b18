/// Statistics that a few wild values do not move, for samples of measured times.
///
/// Samples hold finite numbers. What cannot be told from an empty sample is NaN.
public enum RobustStatistics {
  /// A range of values.
  public struct Interval: Sendable, Hashable, Codable {
    /// Its lower end.
    public var lower: Double
    /// Its upper end.
    public var upper: Double

    /// Makes a range from its ends.
    public init(lower: Double, upper: Double) {
      self.lower = lower
      self.upper = upper
    }
  }

  /// The middle value, or the mean of the two in the middle. O(n log n).
  public static func median(_ sample: [Double]) -> Double {
    quantile(0.5, of: sample)
  }

  /// The median of the distances from the median. O(n log n).
  ///
  /// Times 1.4826 it estimates the standard deviation of normally distributed values.
  public static func medianAbsoluteDeviation(_ sample: [Double]) -> Double {
    let middle = median(sample)
    return median(sample.map { abs($0 - middle) })
  }

  /// The value below which a share of the sample lies, interpolated between neighbours. O(n log n).
  ///
  /// Definition 7 of Hyndman and Fan, "Sample quantiles in statistical packages", 1996.
  ///
  /// - Parameter share: 0 ... 1; what lies outside counts as the nearer end.
  public static func quantile(_ share: Double, of sample: [Double]) -> Double {
    quantile(share, ofSorted: sample.sorted())
  }

  /// The interval that holds the median with the given confidence, by the percentile bootstrap.
  ///
  /// O(resamples * n). Fewer than 6 values cannot carry a confidence of 95 %: the interval is then too narrow.
  ///
  /// - Parameters:
  ///   - confidence: above 0, below 1.
  ///   - resamples: how many samples are drawn, 1 or more.
  ///   - seed: the same seed gives the same interval.
  public static func bootstrapIntervalOfMedian(
    _ sample: [Double], confidence: Double = 0.95, resamples: Int = 2_000, seed: UInt64 = 1
  ) -> Interval {
    precondition(confidence > 0 && confidence < 1, "A confidence lies between 0 and 1.")
    precondition(resamples > 0, "A bootstrap needs at least one resample.")
    if sample.isEmpty { return Interval(lower: .nan, upper: .nan) }
    let sorted = sample.sorted()
    var generator = SplitMix64(seed: seed)
    var drawn = [Int](repeating: 0, count: sorted.count)
    var medians: [Double] = []
    medians.reserveCapacity(resamples)
    for _ in 0..<resamples {
      for index in drawn.indices { drawn[index] = 0 }
      for _ in sorted.indices { drawn[Int.random(in: sorted.indices, using: &generator)] += 1 }
      medians.append(median(ofSorted: sorted, timesDrawn: drawn))
    }
    medians.sort()
    let tail = (1 - confidence) / 2
    return Interval(lower: quantile(tail, ofSorted: medians), upper: quantile(1 - tail, ofSorted: medians))
  }

  static func quantile(_ share: Double, ofSorted sorted: [Double]) -> Double {
    guard let first = sorted.first else { return .nan }
    if sorted.count == 1 || share.isNaN { return share.isNaN ? .nan : first }
    let position = min(1, max(0, share)) * Double(sorted.count - 1)
    let index = min(Int(position), sorted.count - 2)
    return sorted[index] + (position - Double(index)) * (sorted[index + 1] - sorted[index])
  }

  /// The median of a sample that holds each value as often as it was drawn: found by counting, without sorting again.
  private static func median(ofSorted sorted: [Double], timesDrawn: [Int]) -> Double {
    let lowerRank = (sorted.count - 1) / 2
    let upperRank = sorted.count / 2
    var seen = 0
    var lower = sorted[0]
    for index in sorted.indices where timesDrawn[index] > 0 {
      if seen <= lowerRank { lower = sorted[index] }
      seen += timesDrawn[index]
      if seen > upperRank { return (lower + sorted[index]) / 2 }
    }
    return lower
  }
}

/// Random numbers that are the same on every run (SplitMix64: Steele, Lea, Flood, OOPSLA 2014).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
