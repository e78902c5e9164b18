import CAllocationCounter
public import Measurement

/// A group of benchmarks that are measured in one interleaved run.
public struct Suite: Sendable {
  /// Its name on the command line.
  public let name: String
  /// What it measures, in one line.
  public let summary: String
  /// Makes the cases at full or at small size.
  let makeCases: @Sendable (_ isSmall: Bool) throws -> [SuiteCase]
  /// Ratios of the medians of two cases, to be told beside them.
  let ratios: [Ratio]

  /// A ratio of two medians.
  struct Ratio: Sendable {
    var label: String
    var numerator: String
    var denominator: String
  }

  /// All suites.
  public static let all: [Suite] = [.snap, .gpx, .route, .match]

  /// The results of a suite, and its ratios.
  public struct Outcome: Sendable {
    /// A result per case.
    public var results: [BenchmarkResult]
    /// What the ratios are.
    public var ratios: [(label: String, value: Double)]
  }

  /// Measures all cases: after a warm-up each case once per repetition, in turn, so that a drift of the machine touches
  /// them alike.
  ///
  /// - Throws: `BenchmarkRunner.RunError` when a case does not compute the same thing each time.
  public func run(
    isSmall: Bool, repetitions: Int, environment: BenchmarkEnvironment
  ) throws -> Outcome {
    let cases = try makeCases(isSmall)
    var times = [[Double]](repeating: [], count: cases.count)
    var allocations = [UInt64](repeating: 0, count: cases.count)
    var hashes: [UInt64] = []
    for item in cases { hashes.append(try item.body()) }
    for _ in 0..<max(1, repetitions) {
      for (index, item) in cases.enumerated() {
        let allocationsBefore = waybench_allocation_count()
        let start = MonotonicClock.nowNanoseconds()
        let hash = try item.body()
        let end = MonotonicClock.nowNanoseconds()
        allocations[index] = max(allocations[index], waybench_allocation_count() &- allocationsBefore)
        guard hash == hashes[index] else {
          throw BenchmarkRunner.RunError.resultChanged(
            name: item.description.name, expected: hashes[index], found: hash)
        }
        times[index].append(Double(end &- start) / Double(item.description.operations))
      }
    }
    let counts = waybench_allocation_counting_available() == 1
    let results = cases.indices.map { index in
      BenchmarkResult(
        cases[index].description, repetitions: times[index],
        allocations: counts ? Double(allocations[index]) / Double(cases[index].description.operations) : nil,
        resultHash: hashes[index], environment: environment)
    }
    return Outcome(results: results, ratios: ratios.compactMap { Self.value(of: $0, results) })
  }

  private static func value(of ratio: Ratio, _ results: [BenchmarkResult]) -> (label: String, value: Double)? {
    guard let numerator = results.first(where: { $0.name == ratio.numerator }),
      let denominator = results.first(where: { $0.name == ratio.denominator }), denominator.median > 0
    else { return nil }
    return (ratio.label, numerator.median / denominator.median)
  }
}

/// One thing that is measured.
struct SuiteCase {
  var description: BenchmarkCase
  /// Does the work once and gives a hash of what it computed.
  var body: () throws -> UInt64
}
