/// Runs benchmarks: warms up, repeats, keeps every repetition.
public struct BenchmarkRunner {
  /// Why the figures of a benchmark mean nothing.
  public enum RunError: Error, Hashable, Sendable {
    /// Two calls of the body of this name gave different hashes: it does not do the same work each time.
    case resultChanged(name: String, expected: UInt64, found: UInt64)
  }

  /// Calls before the first one that counts, 0 or more.
  public var warmUpRepetitions: Int
  /// Calls that count, 1 or more.
  public var repetitions: Int
  /// The allocations of the calling thread so far; `nil` when they cannot be counted.
  public var allocationCount: (() -> UInt64)?
  /// Where the benchmarks run.
  public var environment: BenchmarkEnvironment
  private let nowNanoseconds: () -> Int64

  /// Makes a runner.
  ///
  /// - Parameters:
  ///   - allocationCount: the allocations of the calling thread so far, such as those of `CAllocationCounter`.
  ///   - nowNanoseconds: the clock; only a test needs another one.
  public init(
    warmUpRepetitions: Int = 3, repetitions: Int = 20, environment: BenchmarkEnvironment,
    allocationCount: (() -> UInt64)? = nil,
    nowNanoseconds: @escaping () -> Int64 = { MonotonicClock.nowNanoseconds() }
  ) {
    precondition(warmUpRepetitions >= 0 && repetitions > 0, "A benchmark needs at least one repetition.")
    self.warmUpRepetitions = warmUpRepetitions
    self.repetitions = repetitions
    self.environment = environment
    self.allocationCount = allocationCount
    self.nowNanoseconds = nowNanoseconds
  }

  /// Measures one case.
  ///
  /// - Parameter body: does the case's operations once and gives a hash of what it computed, the same each time.
  /// - Throws: what the body throws, and `RunError.resultChanged`.
  public func run(_ benchmark: BenchmarkCase, body: () throws -> UInt64) throws -> BenchmarkResult {
    var expected: UInt64?
    for _ in 0..<warmUpRepetitions {
      try Self.check(body(), &expected, benchmark)
    }
    var times: [Double] = []
    times.reserveCapacity(repetitions)
    var mostAllocations: UInt64 = 0
    for _ in 0..<repetitions {
      let allocationsBefore = allocationCount?() ?? 0
      let start = nowNanoseconds()
      let hash = try body()
      let end = nowNanoseconds()
      let allocationsAfter = allocationCount?() ?? 0
      mostAllocations = max(mostAllocations, allocationsAfter &- allocationsBefore)
      times.append(Double(end &- start) / Double(benchmark.operations))
      try Self.check(hash, &expected, benchmark)
    }
    return BenchmarkResult(
      benchmark, repetitions: times,
      allocations: allocationCount == nil ? nil : Double(mostAllocations) / Double(benchmark.operations),
      resultHash: expected ?? 0, environment: environment)
  }

  private static func check(_ hash: UInt64, _ expected: inout UInt64?, _ benchmark: BenchmarkCase) throws(RunError) {
    guard let known = expected else {
      expected = hash
      return
    }
    if hash != known { throw .resultChanged(name: benchmark.name, expected: known, found: hash) }
  }
}
