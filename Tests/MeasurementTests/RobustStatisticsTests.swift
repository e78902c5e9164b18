import Measurement
import Testing
import WaybenchCore

@Suite("Robust statistics")
struct RobustStatisticsTests {
  @Test("medians of known samples")
  func medians() {
    #expect(RobustStatistics.median([]).isNaN)
    #expect(RobustStatistics.median([7]) == 7)
    #expect(RobustStatistics.median([3, 1, 2]) == 2)
    #expect(RobustStatistics.median([4, 1, 3, 2]) == 2.5)
    #expect(RobustStatistics.medianAbsoluteDeviation([1, 1, 2, 2, 4, 6, 9]) == 1)
    #expect(RobustStatistics.medianAbsoluteDeviation([]).isNaN)
    #expect(RobustStatistics.medianAbsoluteDeviation([5]) == 0)
  }

  /// The expected numbers are numpy's, whose default is the same definition.
  @Test(
    "quantiles of a known sample",
    arguments: [(0.0, 1.0), (0.1, 1.7), (0.25, 2.75), (0.5, 6.5), (0.9, 13.0), (1.0, 20.0), (-1, 1), (2, 20)])
  func quantiles(share: Double, expected: Double) {
    #expect(abs(RobustStatistics.quantile(share, of: [5, 1, 20, 2, 8, 10, 3, 8]) - expected) < 1e-12)
  }

  @Test("the bootstrap interval holds the true median about as often as it promises")
  func coverage() {
    var generator = SeededGenerator(seed: 20)
    var held = 0
    for trial in UInt64(0)..<400 {
      let sample = (0..<25).map { _ in 10 + generator.nextGaussian() }
      let interval = RobustStatistics.bootstrapIntervalOfMedian(sample, resamples: 400, seed: trial)
      if interval.lower <= 10, interval.upper >= 10 { held += 1 }
    }
    #expect(held >= 364 && held <= 396, "held \(held) of 400, 95 % are promised")
  }

  @Test("the same seed gives the same interval, and the interval holds the sample's median")
  func seeded() {
    var generator = SeededGenerator(seed: 21)
    let sample = (0..<40).map { _ in generator.nextGaussian() }
    let first = RobustStatistics.bootstrapIntervalOfMedian(sample, seed: 5)
    #expect(first == RobustStatistics.bootstrapIntervalOfMedian(sample, seed: 5))
    #expect(first != RobustStatistics.bootstrapIntervalOfMedian(sample, seed: 6))
    let median = RobustStatistics.median(sample)
    #expect(first.lower < median && median < first.upper)
  }

  @Test("tiny samples")
  func tiny() {
    #expect(RobustStatistics.bootstrapIntervalOfMedian([]).lower.isNaN)
    let one = RobustStatistics.bootstrapIntervalOfMedian([3])
    #expect(one == RobustStatistics.Interval(lower: 3, upper: 3))
  }
}
