import Measurement
import Testing

@Suite("Percentile text")
struct PercentileTextTests {
  @Test("small distributions, line by line")
  func golden() {
    var histogram = LatencyHistogram()
    for duration in Int64(1)...8 { histogram.record(duration * 1_000) }
    #expect(
      histogram.percentileText(unitDivisor: 1_000) == """
               Value     Percentile TotalCount 1/(1-Percentile)

               1.000 0.000000000000          1           1.00
               1.000 0.100000000000          1           1.11
               2.000 0.200000000000          2           1.25
               3.001 0.300000000000          3           1.43
               4.001 0.400000000000          4           1.67
               4.001 0.500000000000          4           2.00
               5.003 0.550000000000          5           2.22
               5.003 0.600000000000          5           2.50
               6.003 0.650000000000          6           2.86
               6.003 0.700000000000          6           3.33
               6.003 0.750000000000          6           4.00
               7.003 0.775000000000          7           4.44
               7.003 0.800000000000          7           5.00
               7.003 0.825000000000          7           5.71
               7.003 0.850000000000          7           6.67
               7.003 0.875000000000          7           8.00
               8.000 0.887500000000          8           8.89
               8.000 1.000000000000          8
        #[Mean    =        4.501, StdDeviation   =        2.292]
        #[Max     =        8.000, Total count    =            8]
        #[Buckets =           32, SubBuckets     =         2048]

        """)
  }

  @Test("an empty histogram is a header and a footer")
  func empty() {
    let lines = LatencyHistogram().percentileText().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 6)
    #expect(lines[0] == "       Value     Percentile TotalCount 1/(1-Percentile)")
    #expect(lines[2] == "#[Mean    =        0.000, StdDeviation   =        0.000]")
  }

  /// The figures of the footer come from HdrHistogram's Python port, fed with the same numbers.
  @Test("mean, deviation and maximum agree with another implementation")
  func footerOfAnotherImplementation() {
    var histogram = LatencyHistogram()
    var state: UInt64 = 1
    for _ in 0..<2_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      histogram.record(Int64((state >> 40) % 1_000 + (state >> 33) % 7 * 100))
    }
    let text = histogram.percentileText()
    #expect(text.contains("#[Mean    =      809.678, StdDeviation   =      348.387]\n"))
    #expect(text.contains("#[Max     =     1598.000, Total count    =         2000]\n"))
    #expect(
      text.contains("       3.000 0.000000000000          1           1.00\n     330.000 0.100000000000        201"))
  }

  @Test("values and counts never fall, and the last line is everything", arguments: [11, 12, 13] as [UInt64])
  func monotonic(seed: UInt64) throws {
    var histogram = LatencyHistogram()
    for duration in LatencyHistogramTests.durations(count: 5_000, seed: seed) { histogram.record(duration) }
    var lastValue = -1.0
    var lastPercentile = -1.0
    var lastCount = 0
    var lines = 0
    for line in histogram.percentileText().split(separator: "\n").dropFirst() where !line.hasPrefix("#") {
      let fields = line.split(separator: " ")
      let value = try #require(Double(fields[0]))
      let percentile = try #require(Double(fields[1]))
      let count = try #require(Int(fields[2]))
      #expect(value >= lastValue && percentile > lastPercentile && count >= lastCount)
      #expect(Double(count) / 5_000 >= percentile - 1e-9)
      (lastValue, lastPercentile, lastCount) = (value, percentile, count)
      lines += 1
    }
    #expect(lines > 30)
    #expect(lastPercentile == 1)
    #expect(lastCount == 5_000)
  }
}
