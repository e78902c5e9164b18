/// Writes JSON as bytes: members in the order of the calls, numbers with fixed decimals, no locale.
///
/// Commas and quotes are put by the writer; names and values alternate by the caller. What is not finite becomes
/// `null`. Nothing is checked beyond that: the calls must nest.
public struct JSONText: Sendable {
  /// What has been written so far.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false
  private var needsNewline = false
  private var depth = 0

  /// Makes an empty text.
  public init() {}

  /// The text as a string.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Forgets what has been written and keeps the memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
    needsNewline = false
    depth = 0
  }

  /// Opens an object as a value.
  public mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Closes an object.
  public mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Opens an array as a value.
  public mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Closes an array.
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Ends a line: what follows, be it a value or a closing bracket, stands on the next one.
  public mutating func newline() {
    if depth == 0 {
      bytes.append(10)
      needsComma = false
    } else {
      needsNewline = true
    }
  }

  /// Writes the name of the next value.
  public mutating func key(_ name: String) {
    separate()
    appendQuoted(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a text, or `null`.
  public mutating func value(_ text: String?) {
    guard let text else { return null() }
    separate()
    appendQuoted(text)
    needsComma = true
  }

  /// Writes a number with exactly this many decimals; `null` when it is absent or not finite.
  public mutating func value(_ number: Double?, decimals: Int) {
    guard let number, number.isFinite else { return null() }
    separate()
    DecimalText.append(number, decimals: decimals, to: &bytes)
    needsComma = true
  }

  /// Writes a whole number, or `null`.
  public mutating func value(_ number: Int?) {
    guard let number else { return null() }
    separate()
    DecimalText.append(Int64(number), to: &bytes)
    needsComma = true
  }

  /// Writes `true` or `false`.
  public mutating func value(_ flag: Bool) {
    separate()
    bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    needsComma = true
  }

  /// Writes `null`.
  public mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
    needsComma = true
  }

  /// Writes degrees with the 7 decimals that a coordinate holds.
  public mutating func value(degreesE7: Int32) {
    separate()
    DecimalText.append(degreesE7: degreesE7, to: &bytes)
    needsComma = true
  }

  /// Writes a time as ISO 8601, or `null`.
  public mutating func value(timeNanoseconds: Int64?) {
    guard let timeNanoseconds else { return null() }
    separate()
    bytes.append(UInt8(ascii: "\""))
    TimeText.append(timeNanoseconds, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    breakLine()
  }

  private mutating func breakLine() {
    if needsNewline { bytes.append(10) }
    needsNewline = false
  }

  private mutating func open(_ byte: UInt8) {
    separate()
    bytes.append(byte)
    depth += 1
    needsComma = false
  }

  private mutating func close(_ byte: UInt8) {
    breakLine()
    bytes.append(byte)
    depth -= 1
    needsComma = true
  }

  private mutating func appendQuoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
      case 10: bytes.append(contentsOf: "\\n".utf8)
      case 13: bytes.append(contentsOf: "\\r".utf8)
      case 9: bytes.append(contentsOf: "\\t".utf8)
      case 0..<32:
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(contentsOf: [digits[Int(byte >> 4)], digits[Int(byte & 15)]])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
