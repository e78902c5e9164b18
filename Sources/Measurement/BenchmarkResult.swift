/// What a benchmark is called and how its figures are to be read.
public struct BenchmarkCase: Sendable, Hashable {
  /// The name, unique in its suite, such as `snap/window`.
  public var name: String
  /// The unit of the figures, such as `ns/fix`: nanoseconds per operation.
  public var unit: String
  /// What else decides the figures: sizes, seeds, settings.
  public var parameters: [String: String]
  /// How many operations one call of the body does, 1 or more.
  public var operations: Int

  /// Describes a benchmark.
  public init(name: String, unit: String, parameters: [String: String] = [:], operations: Int = 1) {
    precondition(operations > 0, "A benchmark does at least one operation per call.")
    self.name = name
    self.unit = unit
    self.parameters = parameters
    self.operations = operations
  }
}

/// What a benchmark measured: every repetition, not only its summary.
public struct BenchmarkResult: Sendable, Hashable, Codable {
  /// The name of the case.
  public var name: String
  /// The unit of `repetitions`, `median` and `medianAbsoluteDeviation`.
  public var unit: String
  /// What else decides the figures.
  public var parameters: [String: String]
  /// How many operations one repetition did.
  public var operations: Int
  /// The time per operation of each repetition, in the order measured.
  public var repetitions: [Double]
  /// The median of the repetitions.
  public var median: Double
  /// The median of the repetitions' distances from their median.
  public var medianAbsoluteDeviation: Double
  /// Allocations per operation in the repetition that had most; `nil` when they were not counted.
  public var allocations: Double?
  /// The hash of what was computed, 16 hexadecimal digits: equal hashes, equal answers.
  public var resultHash: String
  /// Processor, count of processors, kernel.
  public var machine: String
  /// Compiler and configuration.
  public var toolchain: String
  /// The revision of the source; `nil` when unknown.
  public var commit: String?

  /// Summarizes the repetitions of a case.
  ///
  /// - Parameters:
  ///   - repetitions: the time per operation of each repetition.
  ///   - allocations: allocations per operation; `nil` when they were not counted.
  ///   - resultHash: the hash of what was computed.
  public init(
    _ benchmark: BenchmarkCase, repetitions: [Double], allocations: Double?, resultHash: UInt64,
    environment: BenchmarkEnvironment
  ) {
    name = benchmark.name
    unit = benchmark.unit
    parameters = benchmark.parameters
    operations = benchmark.operations
    self.repetitions = repetitions
    median = RobustStatistics.median(repetitions)
    medianAbsoluteDeviation = RobustStatistics.medianAbsoluteDeviation(repetitions)
    self.allocations = allocations
    let digits = String(resultHash, radix: 16)
    self.resultHash = String(repeating: "0", count: 16 - digits.count) + digits
    machine = environment.machine
    toolchain = environment.toolchain
    commit = environment.commit
  }

  /// The result as one JSON object on one line, keys in a fixed order; what is unknown is left out.
  ///
  /// A decoder reads it back through `Codable`.
  public var json: String {
    var writer = JSONText()
    write(to: &writer)
    return writer.text
  }

  /// Results as a JSON array, one object a line.
  public static func json(_ results: [BenchmarkResult]) -> String {
    if results.isEmpty { return "[]\n" }
    return "[\n" + results.map(\.json).joined(separator: ",\n") + "\n]\n"
  }

  private func write(to writer: inout JSONText) {
    writer.object { object in
      object.member("name", name)
      object.member("unit", unit)
      object.key("parameters")
      object.object { members in
        for (key, value) in parameters.sorted(by: { $0.key < $1.key }) { members.member(key, value) }
      }
      object.member("operations", operations)
      object.key("repetitions")
      object.array { array in
        for repetition in repetitions { array.value(repetition) }
      }
      object.member("median", median)
      object.member("medianAbsoluteDeviation", medianAbsoluteDeviation)
      if let allocations { object.member("allocations", allocations) }
      object.member("resultHash", resultHash)
      object.member("machine", machine)
      object.member("toolchain", toolchain)
      if let commit { object.member("commit", commit) }
    }
  }
}
