import Measurement
import Testing
import WaybenchCore

@Suite("Comparison")
struct ComparisonTests {
  /// Pairs whose two halves share the machine's mood (10 %) and have noise of their own.
  static func pairs(count: Int, slowdown: Double, noise: Double, _ generator: inout SeededGenerator) -> [MeasuredPair] {
    (0..<count).map { _ in
      let mood = 100 * (1 + 0.1 * abs(generator.nextGaussian()))
      return MeasuredPair(
        baseline: mood * (1 + noise * generator.nextGaussian()),
        candidate: mood * slowdown * (1 + noise * generator.nextGaussian()))
    }
  }

  static func verdicts(slowdown: Double, trials: Int, seed: UInt64) -> [Comparison.Verdict: Int] {
    var generator = SeededGenerator(seed: seed)
    var counts: [Comparison.Verdict: Int] = [:]
    for _ in 0..<trials {
      let pairs = pairs(count: 30, slowdown: slowdown, noise: 0.01, &generator)
      counts[Comparison.verdict(pairs: pairs, margin: 0.02), default: 0] += 1
    }
    return counts
  }

  @Test("a version against itself is not called slower or faster")
  func falseAlarms() {
    let counts = Self.verdicts(slowdown: 1, trials: 200, seed: 1)
    #expect(counts[.regressed, default: 0] + counts[.improved, default: 0] == 0)
    #expect(counts[.unchanged, default: 0] >= 190)
  }

  @Test("8 % more and 8 % less are found")
  func power() {
    #expect(Self.verdicts(slowdown: 1.08, trials: 100, seed: 2)[.regressed, default: 0] >= 98)
    #expect(Self.verdicts(slowdown: 1 / 1.08, trials: 100, seed: 3)[.improved, default: 0] >= 98)
  }

  @Test("at the margin itself the answer is that it cannot be told")
  func atTheMargin() {
    let counts = Self.verdicts(slowdown: 1.02, trials: 100, seed: 4)
    #expect(counts[.inconclusive, default: 0] >= 90)
    #expect(counts[.improved, default: 0] == 0)
  }

  @Test("the ratio and its interval are those of the pairs")
  func ratio() {
    let pairs = (1...10).map { MeasuredPair(baseline: Double($0), candidate: Double($0) * 1.5) }
    let comparison = Comparison(pairs: pairs, margin: 0.02)
    #expect(abs(comparison.ratio - 1.5) < 1e-12)
    #expect(abs(comparison.ratioInterval.lower - 1.5) < 1e-12 && abs(comparison.ratioInterval.upper - 1.5) < 1e-12)
    #expect(comparison.pairCount == 10)
    #expect(comparison.verdict == .regressed)
    #expect(comparison.morePairsNeeded == nil)
  }

  @Test("too few pairs never carry a verdict")
  func tooFew() {
    let five = [MeasuredPair](repeating: MeasuredPair(baseline: 1, candidate: 9), count: 5)
    let comparison = Comparison(pairs: five, margin: 0.02)
    #expect(comparison.verdict == .inconclusive)
    #expect(comparison.morePairsNeeded == 1)
    let none = Comparison(pairs: [], margin: 0.02)
    #expect(none.verdict == .inconclusive)
    #expect(none.ratio.isNaN)
    #expect(none.morePairsNeeded == Comparison.fewestPairs)
  }

  @Test("pairs that are no measurements are left out", arguments: [0, -1, .nan, .infinity] as [Double])
  func unusable(value: Double) {
    let good = [MeasuredPair](repeating: MeasuredPair(baseline: 2, candidate: 2), count: 8)
    let bad = [MeasuredPair(baseline: value, candidate: 2), MeasuredPair(baseline: 2, candidate: value)]
    let comparison = Comparison(pairs: good + bad, margin: 0.02)
    #expect(comparison.pairCount == 8)
    #expect(comparison.verdict == .unchanged)
  }

  @Test("an inconclusive comparison says how many pairs more, and they do settle it")
  func morePairs() throws {
    let few = [0.99, 1.00, 1.03, 1.04, 1.05, 1.08, 1.09, 1.10].map { MeasuredPair(baseline: 1, candidate: $0) }
    let comparison = Comparison(pairs: few, margin: 0.02)
    #expect(comparison.verdict == .inconclusive)
    let more = try #require(comparison.morePairsNeeded)
    #expect(more > 0 && more < 100)
    // The same scatter again and again, twice as many as asked for: the estimate is a rough one.
    let many = (0..<few.count + 2 * more).map { few[$0 % few.count] }
    #expect(Comparison.verdict(pairs: many, margin: 0.02) == .regressed)
  }
}
