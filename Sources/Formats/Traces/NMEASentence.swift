/// One NMEA 0183 sentence, split into its fields.
struct NMEASentence {
  /// What is wrong with a line.
  enum Fault: Hashable {
    case notASentence
    case noChecksum
    case wrongChecksum(found: String, expected: String)
    case cutChecksum

    var message: String {
      switch self {
      case .notASentence: "not a NMEA sentence; expected $ and a type of five letters"
      case .noChecksum: "the checksum is missing; expected * and two hexadecimal digits"
      case .wrongChecksum(let found, let expected): "the checksum is \(found); expected \(expected)"
      case .cutChecksum: "the checksum is cut; expected two hexadecimal digits after *"
      }
    }
  }

  private var starts: [Int] = []
  private var ends: [Int] = []

  /// How many fields there are, the address included.
  var fieldCount: Int { starts.count }

  /// Splits a line; gives what is wrong with it.
  ///
  /// A tag block (`\...\`) before the sentence is skipped.
  mutating func split(_ line: Span<UInt8>, requiresChecksum: Bool) -> Fault? {
    starts.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    let range = trimmed(line)
    var index = range.lowerBound
    if index < range.upperBound, line[index] == UInt8(ascii: "\\") {
      index += 1
      while index < range.upperBound, line[index] != UInt8(ascii: "\\") { index += 1 }
      index += 1
    }
    guard index + 6 <= range.upperBound, line[index] == UInt8(ascii: "$") || line[index] == UInt8(ascii: "!") else {
      return .notASentence
    }
    index += 1
    var sum: UInt8 = 0
    var start = index
    while index < range.upperBound, line[index] != UInt8(ascii: "*") {
      let byte = line[index]
      guard byte >= 32, byte < 127 else { return .notASentence }
      sum ^= byte
      if byte == UInt8(ascii: ",") {
        starts.append(start)
        ends.append(index)
        start = index + 1
      }
      index += 1
    }
    starts.append(start)
    ends.append(index)
    guard index < range.upperBound else { return requiresChecksum ? .noChecksum : nil }
    guard index + 3 == range.upperBound, let high = Self.hexadecimal(line[index + 1]),
      let low = Self.hexadecimal(line[index + 2])
    else { return .cutChecksum }
    let found = high << 4 | low
    guard found == sum else { return .wrongChecksum(found: Self.text(found), expected: Self.text(sum)) }
    return nil
  }

  /// The range of a field in the line; empty when there is no such field.
  func field(_ index: Int) -> Range<Int> {
    index < starts.count ? starts[index]..<ends[index] : 0..<0
  }

  /// The last three letters of the address, such as "RMC", as one number.
  func type(_ line: Span<UInt8>) -> UInt32 {
    let address = field(0)
    guard address.count == 5 else { return 0 }
    return (0..<3).reduce(0) { $0 << 8 | UInt32(line[address.lowerBound + 2 + $1]) }
  }

  static func code(_ name: StaticString) -> UInt32 {
    name.withUTF8Buffer { bytes in
      var code: UInt32 = 0
      for index in 0..<bytes.count { unsafe code = code << 8 | UInt32(bytes[index]) }
      return code
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    if byte >= 48 && byte <= 57 { return byte - 48 }
    let lower = byte | 32
    return lower >= 97 && lower <= 102 ? lower - 87 : nil
  }

  static func text(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }
}

/// What the sentences of one moment say together.
struct NMEAEpoch {
  /// Nanoseconds since midnight UTC.
  var timeOfDay: Int64
  var line: Int32
  /// Days since 1970; `nil` while no sentence has told the date.
  var day: Int64?
  var point: TracePoint?
  var elevation = Double.nan
  var speed: Double?
  var course: Double?
  var accuracy: Double?
  var dilution: Double?
  /// Whether a sentence says that there is no fix.
  var isVoid = false

  /// The fix of this moment without its time; `nil` when there is none.
  func fix(timeNanoseconds: Int64) -> TracePoint? {
    guard var fix = point, !isVoid else { return nil }
    fix.rawTimeNanoseconds = timeNanoseconds
    fix.elevationMeters = elevation
    fix.setSpeed(speed)
    fix.setCourse(course)
    fix.setDilution(dilution)
    fix.setAccuracy(accuracy ?? dilution.map { $0 * TracePoint.accuracyMetersPerDilution })
    fix.line = line
    return fix
  }
}
