/// A histogram of durations with fixed memory: 1 ns to 1 h, each known to 3 significant digits.
///
/// The layout is Gil Tene's HdrHistogram: buckets that double in width, each cut into 1,024 equal parts, so that the
/// relative error never passes 1/1,024. One array of 33,792 counters (264 KiB) is made by `init`; recording is a
/// count of leading zeros, a shift and an addition: no allocation, no lock, no clock.
///
/// It is a value: give each thread its own and `merge` them afterwards. A copy shares the counters until one of the two
/// is changed, and only that change allocates.
public struct LatencyHistogram: Sendable, Hashable {
  /// The longest duration told apart, nanoseconds: one hour.
  public static let highestTrackableNanoseconds: Int64 = 3_600_000_000_000

  static let subBucketCount = 2_048
  static let subBucketHalfCount = 1_024
  /// Buckets of 2,048 << n parts, until the hour fits: 2^42 ns is 73 minutes.
  static let bucketCount = 32
  static let counterCount = (bucketCount + 1) * subBucketHalfCount

  private var counters: [Int64]
  private var lowest = Int64.max
  private var highest = Int64.min
  /// How many durations have been recorded, those out of range included.
  public private(set) var count: Int64 = 0
  /// How many of them were longer than an hour and were counted as one hour.
  public private(set) var saturatedCount: Int64 = 0

  /// Makes an empty histogram. The only operation that allocates.
  public init() {
    counters = [Int64](repeating: 0, count: Self.counterCount)
  }

  /// Counts one duration. O(1), allocates nothing.
  ///
  /// - Parameter nanoseconds: a negative one counts as 0, one of more than an hour as an hour (see `saturatedCount`).
  public mutating func record(_ nanoseconds: Int64) {
    var held = max(0, nanoseconds)
    if held > Self.highestTrackableNanoseconds {
      held = Self.highestTrackableNanoseconds
      saturatedCount &+= 1
    }
    counters[Self.index(of: held)] &+= 1
    count &+= 1
    lowest = min(lowest, held)
    highest = max(highest, held)
  }

  /// Adds everything that another histogram counted. O(counters).
  public mutating func merge(_ other: LatencyHistogram) {
    if other.count == 0 { return }
    for index in counters.indices { counters[index] &+= other.counters[index] }
    count &+= other.count
    saturatedCount &+= other.saturatedCount
    lowest = min(lowest, other.lowest)
    highest = max(highest, other.highest)
  }

  /// Forgets everything, keeping the memory. O(counters).
  public mutating func removeAll() {
    for index in counters.indices { counters[index] = 0 }
    count = 0
    saturatedCount = 0
    lowest = .max
    highest = .min
  }

  /// The shortest duration, nanoseconds, exact; `nil` when nothing was recorded.
  public var minimum: Int64? { count == 0 ? nil : lowest }
  /// The longest duration, nanoseconds, exact up to an hour; `nil` when nothing was recorded.
  public var maximum: Int64? { count == 0 ? nil : highest }

  /// The mean duration, nanoseconds, within 0.05 %; NaN when nothing was recorded. O(counters).
  public var mean: Double {
    if count == 0 { return .nan }
    var sum = 0.0
    for bucket in buckets { sum += bucket.middleNanoseconds * Double(bucket.count) }
    return sum / Double(count)
  }

  /// The standard deviation of the durations, nanoseconds; NaN when nothing was recorded. O(counters).
  public var standardDeviation: Double {
    if count == 0 { return .nan }
    let mean = mean
    var sum = 0.0
    for bucket in buckets {
      let deviation = bucket.middleNanoseconds - mean
      sum += deviation * deviation * Double(bucket.count)
    }
    return (sum / Double(count)).squareRoot()
  }

  /// The duration that the given share of all durations does not pass, nanoseconds, rounded up by less than 0.1 %.
  ///
  /// With n durations it is the one of rank `ceil(percentile / 100 * n)`, at least the first. O(counters).
  ///
  /// - Parameter percentile: 0 ... 100; what lies outside counts as the nearer end, NaN as 100.
  /// - Returns: 0 for an empty histogram, as HdrHistogram's libraries answer; `summary` is `nil` then.
  public func value(atPercentile percentile: Double) -> Int64 {
    if count == 0 { return 0 }
    let held = percentile.isNaN ? 100 : min(100, max(0, percentile))
    // A percentile such as 99.9 has no exact binary form: a rank may be missed by the last bit but not by more.
    let exact = held / 100 * Double(count)
    let rank = min(count, max(1, Int64((exact - exact.ulp).rounded(.up))))
    var seen: Int64 = 0
    for bucket in buckets {
      seen &+= bucket.count
      if seen >= rank { return min(bucket.highestNanoseconds, highest) }
    }
    return highest
  }

  /// Everything that a report needs; `nil` when nothing was recorded.
  public var summary: LatencySummary? { LatencySummary(self) }

  /// The place of a duration in 0 ... one hour.
  private static func index(of nanoseconds: Int64) -> Int {
    let doubling = 53 &- (nanoseconds | 2_047).leadingZeroBitCount
    return (doubling &<< 10) &+ Int(truncatingIfNeeded: nanoseconds &>> Int64(truncatingIfNeeded: doubling))
  }
}

extension LatencyHistogram {
  /// Durations that the histogram does not tell apart, and how many of them there are.
  public struct Bucket: Sendable, Hashable {
    /// The shortest duration of the bucket, nanoseconds.
    public let lowestNanoseconds: Int64
    /// The longest duration of the bucket, nanoseconds.
    public let highestNanoseconds: Int64
    /// How many durations, 1 or more.
    public let count: Int64

    /// What stands for all of them in a mean, nanoseconds.
    public var middleNanoseconds: Double {
      Double(lowestNanoseconds &+ (highestNanoseconds &- lowestNanoseconds &+ 1) / 2)
    }
  }

  /// The buckets that hold something, from short to long.
  public struct Buckets: Sequence, IteratorProtocol {
    private let counters: [Int64]
    private var index = 0

    init(_ counters: [Int64]) { self.counters = counters }

    /// The next bucket that holds something. O(1) amortized.
    public mutating func next() -> Bucket? {
      while index < counters.count {
        defer { index += 1 }
        if counters[index] == 0 { continue }
        let doubling = Swift.max(0, index / LatencyHistogram.subBucketHalfCount - 1)
        let part = Int64(index - doubling * LatencyHistogram.subBucketHalfCount)
        let lowest = part << Int64(doubling)
        return Bucket(
          lowestNanoseconds: lowest, highestNanoseconds: lowest + (1 << Int64(doubling)) - 1, count: counters[index])
      }
      return nil
    }
  }

  /// The buckets that hold something, from short to long.
  public var buckets: Buckets { Buckets(counters) }
}
