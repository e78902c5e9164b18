import Formats
import Glibc
import Synchronization

/// Standard output and standard error.
enum Console {
  /// The error of the first write to standard output that failed; 0 when none has.
  static var outputFailure: Int32 { outputError.load(ordering: .relaxed) }
  private static let outputError = Atomic<Int32>(0)

  static func print(_ text: String) { write(Array(text.utf8), to: STDOUT_FILENO) }
  static func printLine(_ text: String) { print(text + "\n") }
  /// A line for people: on standard error when one of the outputs takes standard output.
  static func tell(_ text: String, besides outputs: [String?]) {
    if outputs.contains("-") { error(text) } else { printLine(text) }
  }

  /// Tells on a terminal how far a job is; `nil` where standard error is none.
  static func progress(of total: Int) -> (@Sendable (Int) -> Void)? {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    return { done in
      write(Array("\r\(done) of \(total)\(done == total ? "\r\u{1B}[K" : "")".utf8), to: STDERR_FILENO)
    }
  }

  static func error(_ text: String) { write(Array((text + "\n").utf8), to: STDERR_FILENO) }

  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        if descriptor == STDOUT_FILENO {
          _ = outputError.compareExchange(expected: 0, desired: errno, ordering: .relaxed)
        }
        return
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes to a file, or to standard output for "-" and for none.
  static func write(_ bytes: [UInt8], toFile path: String?) throws {
    guard let path, path != "-" else { return write(bytes, to: STDOUT_FILENO) }
    try Loading.input { try AtomicFileWriter.write(bytes, to: path) }
  }

  /// A number with thousands separated by blanks.
  static func grouped(_ number: Int) -> String {
    var digits = Array(String(number.magnitude))
    var index = digits.count - 3
    while index > 0 {
      digits.insert(" ", at: index)
      index -= 3
    }
    return (number < 0 ? "-" : "") + String(digits)
  }

  /// A number with a fixed count of decimals.
  static func decimal(_ value: Double, _ decimals: Int) -> String {
    DecimalText.text(value, decimals: decimals) ?? "-"
  }

  /// Seconds as a person says them: `42 s`, `3 min 05 s`, `1 h 02 min`.
  static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite else { return "unknown" }
    let whole = Int(seconds.rounded())
    if whole < 60 { return "\(whole) s" }
    let padded = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    if whole < 3600 { return "\(whole / 60) min \(padded(whole % 60)) s" }
    return "\(whole / 3600) h \(padded(whole % 3600 / 60)) min"
  }
}
