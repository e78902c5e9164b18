/// The figures of a `LatencyHistogram` that a report shows, nanoseconds.
public struct LatencySummary: Sendable, Hashable, Codable {
  /// How many durations there were, 1 or more.
  public let count: Int64
  /// How many of them were longer than an hour and count as one hour.
  public let saturatedCount: Int64
  /// The shortest, exact.
  public let minimumNanoseconds: Int64
  /// The mean, within 0.05 %.
  public let meanNanoseconds: Double
  /// Half of the durations are not longer.
  public let p50Nanoseconds: Int64
  /// 90 % of the durations are not longer.
  public let p90Nanoseconds: Int64
  /// 99 % of the durations are not longer.
  public let p99Nanoseconds: Int64
  /// 99.9 % of the durations are not longer.
  public let p999Nanoseconds: Int64
  /// The longest, exact up to an hour.
  public let maximumNanoseconds: Int64

  /// Reads the figures off a histogram; `nil` when it is empty.
  public init?(_ histogram: LatencyHistogram) {
    guard let minimum = histogram.minimum, let maximum = histogram.maximum else { return nil }
    count = histogram.count
    saturatedCount = histogram.saturatedCount
    minimumNanoseconds = minimum
    meanNanoseconds = histogram.mean
    p50Nanoseconds = histogram.value(atPercentile: 50)
    p90Nanoseconds = histogram.value(atPercentile: 90)
    p99Nanoseconds = histogram.value(atPercentile: 99)
    p999Nanoseconds = histogram.value(atPercentile: 99.9)
    maximumNanoseconds = maximum
  }

  /// The figures as one JSON object on one line, keys in a fixed order.
  public var json: String {
    var writer = JSONText()
    write(to: &writer)
    return writer.text
  }

  func write(to writer: inout JSONText) {
    writer.object { object in
      object.member("count", count)
      object.member("saturatedCount", saturatedCount)
      object.member("minimumNanoseconds", minimumNanoseconds)
      object.member("meanNanoseconds", meanNanoseconds)
      object.member("p50Nanoseconds", p50Nanoseconds)
      object.member("p90Nanoseconds", p90Nanoseconds)
      object.member("p99Nanoseconds", p99Nanoseconds)
      object.member("p999Nanoseconds", p999Nanoseconds)
      object.member("maximumNanoseconds", maximumNanoseconds)
    }
  }
}
