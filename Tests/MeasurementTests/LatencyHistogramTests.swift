import Measurement
import Testing
import WaybenchCore

@Suite("Latency histogram")
struct LatencyHistogramTests {
  /// Durations of every size: the exponent is drawn first, then the digits.
  static func durations(count: Int, seed: UInt64) -> [Int64] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let bits = Int64(generator.next() % 42)
      return Int64(generator.next() >> 1) % ((2 as Int64) << bits)
    }
  }

  @Test("an empty histogram knows nothing")
  func empty() {
    let histogram = LatencyHistogram()
    #expect(histogram.count == 0)
    #expect(histogram.minimum == nil)
    #expect(histogram.maximum == nil)
    #expect(histogram.mean.isNaN)
    #expect(histogram.summary == nil)
    #expect(histogram.value(atPercentile: 50) == 0)
    #expect(Array(histogram.buckets).isEmpty)
  }

  @Test("percentiles agree with the sorted array to 0.1 %", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func againstSortedArray(seed: UInt64) {
    let durations = Self.durations(count: 10_000, seed: seed)
    var histogram = LatencyHistogram()
    for duration in durations { histogram.record(duration) }
    let sorted = durations.map { min($0, LatencyHistogram.highestTrackableNanoseconds) }.sorted()
    #expect(histogram.minimum == sorted.first)
    #expect(histogram.maximum == sorted.last)
    #expect(histogram.count == 10_000)
    for permille in Array(stride(from: 0, to: 1_000, by: 13)) + [999, 1_000] {
      let rank = max(1, (permille * sorted.count + 999) / 1_000)
      let exact = sorted[rank - 1]
      let told = histogram.value(atPercentile: Double(permille) / 10)
      #expect(told >= exact && told - exact <= exact / 1_000, "at \(permille) permille")
    }
    let mean = sorted.reduce(0.0) { $0 + Double($1) } / Double(sorted.count)
    #expect(abs(histogram.mean - mean) <= mean * 0.0005)
  }

  @Test("below 2,048 ns every nanosecond is told apart")
  func smallValuesAreExact() {
    var histogram = LatencyHistogram()
    for duration in Int64(0)..<2_048 { histogram.record(duration) }
    let buckets = Array(histogram.buckets)
    #expect(buckets.map(\.lowestNanoseconds) == Array(0..<2_048))
    #expect(buckets.map(\.highestNanoseconds) == Array(0..<2_048))
    #expect(buckets.allSatisfy { $0.count == 1 })
  }

  @Test("every duration falls into a bucket that holds it and is narrow enough")
  func bucketsHoldTheirValues() {
    var edges: [Int64] = []
    for bits in Int64(0)..<42 {
      for offset in Int64(-1)...1 { edges.append((1 << bits) + offset) }
    }
    edges += Self.durations(count: 100, seed: 9)
    for duration in edges where duration >= 0 && duration <= LatencyHistogram.highestTrackableNanoseconds {
      var histogram = LatencyHistogram()
      histogram.record(duration)
      let bucket = Array(histogram.buckets)[0]
      #expect(bucket.lowestNanoseconds <= duration && duration <= bucket.highestNanoseconds)
      #expect(bucket.highestNanoseconds - bucket.lowestNanoseconds <= duration / 1_000)
    }
  }

  @Test("out of range: negative counts as 0, more than an hour as an hour and is told")
  func outOfRange() {
    var histogram = LatencyHistogram()
    histogram.record(-5)
    histogram.record(.min)
    #expect(histogram.maximum == 0)
    #expect(histogram.saturatedCount == 0)
    histogram.record(LatencyHistogram.highestTrackableNanoseconds)
    #expect(histogram.saturatedCount == 0)
    histogram.record(LatencyHistogram.highestTrackableNanoseconds + 1)
    histogram.record(.max)
    #expect(histogram.saturatedCount == 2)
    #expect(histogram.count == 5)
    #expect(histogram.maximum == LatencyHistogram.highestTrackableNanoseconds)
    #expect(histogram.value(atPercentile: 100) == LatencyHistogram.highestTrackableNanoseconds)
  }

  @Test("odd percentiles are held to the range")
  func oddPercentiles() {
    var histogram = LatencyHistogram()
    for duration in Int64(1)...100 { histogram.record(duration) }
    #expect(histogram.value(atPercentile: -1) == 1)
    #expect(histogram.value(atPercentile: 0) == 1)
    #expect(histogram.value(atPercentile: 1) == 1)
    #expect(histogram.value(atPercentile: 99) == 99)
    #expect(histogram.value(atPercentile: 99.5) == 100)
    #expect(histogram.value(atPercentile: 1e9) == 100)
    #expect(histogram.value(atPercentile: .nan) == 100)
  }

  @Test("merging is the same as recording everything into one, in any order")
  func merging() {
    let durations = Self.durations(count: 3_000, seed: 4)
    var whole = LatencyHistogram()
    for duration in durations { whole.record(duration) }
    var parts = [LatencyHistogram](repeating: LatencyHistogram(), count: 3)
    for (index, duration) in durations.enumerated() { parts[index % 3].record(duration) }
    var forward = LatencyHistogram()
    for part in parts { forward.merge(part) }
    var backward = LatencyHistogram()
    for part in parts.reversed() { backward.merge(part) }
    backward.merge(LatencyHistogram())
    #expect(forward == whole)
    #expect(backward == whole)
    forward.removeAll()
    #expect(forward == LatencyHistogram())
  }

  @Test("a copy keeps what it held")
  func valueSemantics() {
    var histogram = LatencyHistogram()
    histogram.record(10)
    let copy = histogram
    histogram.record(20)
    #expect(copy.count == 1)
    #expect(copy.maximum == 10)
  }

  @Test("the summary is the histogram's figures, and its JSON has them in order")
  func summary() throws {
    var histogram = LatencyHistogram()
    for duration in Int64(1)...1_000 { histogram.record(duration) }
    let summary = try #require(histogram.summary)
    #expect(
      summary.json == """
        {"count":1000,"saturatedCount":0,"minimumNanoseconds":1,"meanNanoseconds":500.5,"p50Nanoseconds":500,\
        "p90Nanoseconds":900,"p99Nanoseconds":990,"p999Nanoseconds":999,"maximumNanoseconds":1000}
        """)
  }
}
