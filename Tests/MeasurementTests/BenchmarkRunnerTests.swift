import Measurement
import Testing

@Suite("Benchmark runner")
struct BenchmarkRunnerTests {
  static let environment = BenchmarkEnvironment(machine: "a \"test\"", toolchain: "none", commit: nil)

  /// A clock that a test moves.
  final class HandClock {
    var nanoseconds: Int64 = 0
  }

  struct Broken: Error {}

  @Test("every repetition is kept, warm-ups are not, times are per operation")
  func repetitions() throws {
    let clock = HandClock()
    var allocations: UInt64 = 0
    var calls: Int64 = 0
    let runner = BenchmarkRunner(
      warmUpRepetitions: 2, repetitions: 5, environment: Self.environment, allocationCount: { allocations },
      nowNanoseconds: { clock.nanoseconds })
    let result = try runner.run(BenchmarkCase(name: "a/b", unit: "ns/op", operations: 10)) {
      calls += 1
      clock.nanoseconds += calls * 100
      allocations += calls == 6 ? 40 : 20
      return 0xabc
    }
    #expect(calls == 7)
    #expect(result.repetitions == [30, 40, 50, 60, 70])
    #expect(result.median == 50)
    #expect(result.medianAbsoluteDeviation == 10)
    #expect(result.allocations == 4)
    #expect(result.resultHash == "0000000000000abc")
  }

  @Test("a body that computes something else each time is refused")
  func resultChanged() {
    var hash: UInt64 = 0
    let runner = BenchmarkRunner(warmUpRepetitions: 1, repetitions: 3, environment: Self.environment)
    #expect(throws: BenchmarkRunner.RunError.resultChanged(name: "x", expected: 1, found: 2)) {
      try runner.run(BenchmarkCase(name: "x", unit: "ns")) {
        hash += 1
        return hash
      }
    }
  }

  @Test("what the body throws comes through")
  func bodyThrows() {
    let runner = BenchmarkRunner(environment: Self.environment)
    #expect(throws: Broken.self) {
      try runner.run(BenchmarkCase(name: "x", unit: "ns")) { throw Broken() }
    }
  }

  @Test("the JSON is one line with its keys in order and its strings escaped")
  func json() {
    let result = BenchmarkResult(
      BenchmarkCase(name: "tab\there", unit: "ns/fix", parameters: ["size": "20", "edge": "\u{1}\\"], operations: 3),
      repetitions: [1.5, 2, 1e22], allocations: nil, resultHash: .max, environment: Self.environment)
    #expect(
      result.json == #"""
        {"name":"tab\there","unit":"ns/fix","parameters":{"edge":"\u0001\\","size":"20"},"operations":3,\#
        "repetitions":[1.5,2.0,1e+22],"median":2.0,"medianAbsoluteDeviation":0.5,"resultHash":"ffffffffffffffff",\#
        "machine":"a \"test\"","toolchain":"none"}
        """#)
    #expect(BenchmarkResult.json([]) == "[]\n")
    #expect(BenchmarkResult.json([result, result]) == "[\n\(result.json),\n\(result.json)\n]\n")
  }

  @Test("a figure that is no number is null, so that the JSON stays JSON")
  func notANumber() {
    let result = BenchmarkResult(
      BenchmarkCase(name: "n", unit: "ns"), repetitions: [.nan, .infinity], allocations: nil, resultHash: 0,
      environment: Self.environment)
    #expect(result.json.contains(#""repetitions":[null,null]"#))
  }

  @Test("the environment of this machine is told")
  func environment() {
    let current = BenchmarkEnvironment.current(commit: "abc")
    #expect(current.machine.contains(" processors, Linux "))
    #expect(!current.machine.contains("\n"))
    #expect(current.toolchain.hasPrefix("Swift 6"))
    #expect(current.commit == "abc")
  }

  @Test("the monotonic clock moves on and never back")
  func clock() {
    let start = MonotonicClock.nowNanoseconds()
    var last = start
    for _ in 0..<10_000 {
      let now = MonotonicClock.nowNanoseconds()
      #expect(now >= last)
      last = now
    }
    #expect(last > start)
  }

  @Test("the result hash tells results and their order apart")
  func resultHash() {
    var first = ResultHash()
    #expect(first.value == 0xcbf2_9ce4_8422_2325)
    first.combine(1)
    first.combine(2.5)
    var second = ResultHash()
    second.combine(2.5)
    second.combine(1)
    #expect(first != second)
    var third = ResultHash()
    third.combine(1)
    third.combine(2.5)
    #expect(first == third)
    var notANumber = ResultHash()
    notANumber.combine(-Double.nan)
    var sameNotANumber = ResultHash()
    sameNotANumber.combine(Double.nan)
    #expect(notANumber == sameNotANumber)
    blackHole(third)
  }
}
