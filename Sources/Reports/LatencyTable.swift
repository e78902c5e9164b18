public import Measurement

/// Latencies by stage as a table for people, in microseconds.
public struct LatencyTable: Sendable {
  private var table = TextTable(["stage", "count", "p50 µs", "p90 µs", "p99 µs", "p99.9 µs", "max µs"])

  /// Makes an empty table.
  public init() {}

  /// Adds a stage; one without a value is left out.
  public mutating func add(_ stage: String, _ histogram: LatencyHistogram) {
    guard histogram.count > 0 else { return }
    let percentiles = [50, 90, 99, 99.9].map { Self.microseconds(histogram.value(atPercentile: $0)) }
    table.add([stage, "\(histogram.count)"] + percentiles + [Self.microseconds(histogram.maximum ?? 0)])
  }

  /// The table.
  public var text: String { table.text }

  private static func microseconds(_ nanoseconds: Int64) -> String {
    let tenths = (nanoseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10)"
  }
}
