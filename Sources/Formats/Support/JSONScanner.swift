/// What a `JSONScanner` found.
public enum JSONToken: Hashable, Sendable {
  /// `{`
  case beginObject
  /// `}`
  case endObject
  /// `[`
  case beginArray
  /// `]`
  case endArray
  /// The name of a member; its text is `stringValue`.
  case key
  /// A text; it is `stringValue`.
  case string
  /// A number; it is `numberValue`.
  case number
  /// `true`
  case `true`
  /// `false`
  case `false`
  /// `null`
  case null
  /// The end of the text after one whole value.
  case end
}

/// Why a text is not JSON.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// What was found; what was expected.
  public let message: String
  /// Whether the text simply stops too early.
  public let isCut: Bool

  /// One line: `line N: message`.
  public var description: String { "line \(line): \(message)" }
}

/// Walks through a JSON text token by token (RFC 8259), building nothing: numbers and texts are converted when asked.
///
/// Nesting is limited to 512. A byte-order mark at the start is skipped. O(count) for a whole text.
public struct JSONScanner {
  private let bytes: [UInt8]
  private var position = 0
  /// The line of the token found last, from 1.
  public private(set) var line: Int32 = 1
  private var containers: [Container] = []
  private var expectation = Expectation.value
  private var tokenStart = 0
  private var tokenEnd = 0
  private static let deepest = 512

  private enum Container { case object, array }
  private enum Expectation { case value, valueOrEnd, keyOrEnd, key, commaOrEnd, nothing }

  /// Makes a scanner of a text in UTF-8.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
  }

  /// How many containers are open.
  public var depth: Int { containers.count }

  /// Finds the next token.
  public mutating func next() throws(JSONError) -> JSONToken {
    while true {
      skipBlanks()
      guard position < bytes.count else {
        if expectation == .nothing { return .end }
        throw failure("the text ends here; expected \(expected)", isCut: true)
      }
      let byte = bytes[position]
      tokenStart = position
      switch expectation {
      case .nothing: throw failure("more text after the end of the value; expected nothing")
      case .commaOrEnd:
        if byte == UInt8(ascii: ",") {
          position += 1
          expectation = containers.last == .object ? .key : .value
          continue
        }
        return try close(byte)
      case .keyOrEnd, .key:
        if byte == UInt8(ascii: "\"") { return try key() }
        if expectation == .key { throw failure("no name of a member; expected \"") }
        return try close(byte)
      case .valueOrEnd:
        if byte == UInt8(ascii: "]") { return try close(byte) }
        return try value(byte)
      case .value: return try value(byte)
      }
    }
  }

  /// The number found last; `nil` when the token is not a number.
  public var numberValue: Double? { DecimalText.parse(bytes.span.extracting(tokenStart..<tokenEnd)) }

  /// The bytes of the token found last, as they stand in the text (without the quotes of a text).
  func withTokenBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(bytes.span.extracting(tokenStart..<tokenEnd))
  }

  /// Whether the text or name found last is this one. Texts with escapes never are.
  public func tokenEquals(_ literal: StaticString) -> Bool {
    guard tokenEnd - tokenStart == literal.utf8CodeUnitCount else { return false }
    return literal.withUTF8Buffer { other in
      for index in 0..<other.count where unsafe bytes[tokenStart + index] != other[index] { return false }
      return true
    }
  }

  /// The text or name found last, with its escapes resolved; half a surrogate pair becomes U+FFFD.
  public var stringValue: String {
    var result: [UInt8] = []
    result.reserveCapacity(tokenEnd - tokenStart)
    var index = tokenStart
    while index < tokenEnd {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "\\"), index + 1 < tokenEnd else {
        result.append(byte)
        index += 1
        continue
      }
      appendEscape(&index, to: &result)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Skips the value that begins with this token, which was found last.
  public mutating func skip(_ token: JSONToken) throws(JSONError) {
    guard token == .beginObject || token == .beginArray else { return }
    let outside = depth - 1
    while depth > outside { _ = try next() }
  }

  /// An error at the line of the token found last.
  public func failure(_ message: String, isCut: Bool = false) -> JSONError {
    JSONError(line: Int(line), message: message, isCut: isCut)
  }

  private var expected: String {
    switch expectation {
    case .value, .valueOrEnd: "a value"
    case .keyOrEnd, .key: "the name of a member"
    case .commaOrEnd: containers.last == .object ? ", or }" : ", or ]"
    case .nothing: "nothing"
    }
  }

  private mutating func skipBlanks() {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 10 { line &+= 1 }
      guard byte == 32 || byte == 10 || byte == 13 || byte == 9 else { return }
      position &+= 1
    }
  }

  private mutating func afterValue() {
    expectation = containers.isEmpty ? .nothing : .commaOrEnd
  }

  private mutating func close(_ byte: UInt8) throws(JSONError) -> JSONToken {
    let container = containers.last
    guard (container == .object && byte == UInt8(ascii: "}")) || (container == .array && byte == UInt8(ascii: "]"))
    else { throw failure("found \(described(byte)); expected \(expected)") }
    containers.removeLast()
    position += 1
    afterValue()
    return container == .object ? .endObject : .endArray
  }

  private mutating func key() throws(JSONError) -> JSONToken {
    try text()
    skipBlanks()
    guard position < bytes.count else { throw failure("the text ends after a name; expected :", isCut: true) }
    guard bytes[position] == UInt8(ascii: ":") else {
      throw failure("found \(described(bytes[position])) after a name; expected :")
    }
    position += 1
    expectation = .value
    return .key
  }

  private mutating func value(_ byte: UInt8) throws(JSONError) -> JSONToken {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard containers.count < Self.deepest else { throw failure("nested more than \(Self.deepest) deep") }
      let isObject = byte == UInt8(ascii: "{")
      containers.append(isObject ? .object : .array)
      expectation = isObject ? .keyOrEnd : .valueOrEnd
      position += 1
      return isObject ? .beginObject : .beginArray
    case UInt8(ascii: "\""):
      try text()
      afterValue()
      return .string
    case UInt8(ascii: "t"): return try word("true", .true)
    case UInt8(ascii: "f"): return try word("false", .false)
    case UInt8(ascii: "n"): return try word("null", .null)
    default:
      guard byte == UInt8(ascii: "-") || (byte >= 48 && byte <= 57) else {
        throw failure("found \(described(byte)); expected a value")
      }
      while position < bytes.count, Self.isNumberByte(bytes[position]) { position &+= 1 }
      tokenEnd = position
      guard numberValue != nil else {
        throw failure("not a number; expected decimal digits", isCut: position == bytes.count)
      }
      afterValue()
      return .number
    }
  }

  private static func isNumberByte(_ byte: UInt8) -> Bool {
    (byte >= 48 && byte <= 57) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte | 32 == UInt8(ascii: "e")
  }

  private mutating func text() throws(JSONError) {
    position += 1
    tokenStart = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        tokenEnd = position
        position += 1
        return
      }
      if byte < 32 { throw failure("a control character inside a text; expected an escape") }
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    position = bytes.count
    throw failure("the text ends inside quotes; expected \"", isCut: true)
  }

  private mutating func word(_ literal: StaticString, _ token: JSONToken) throws(JSONError) -> JSONToken {
    let end = position + literal.utf8CodeUnitCount
    tokenEnd = min(end, bytes.count)
    guard tokenEquals(literal) else {
      throw failure("not \(literal); expected a value", isCut: end > bytes.count)
    }
    position = end
    afterValue()
    return token
  }

  private func described(_ byte: UInt8) -> String {
    byte > 32 && byte < 127 ? "\"\(Character(Unicode.Scalar(byte)))\"" : "the byte \(byte)"
  }

  private func appendEscape(_ index: inout Int, to result: inout [UInt8]) {
    let kind = bytes[index + 1]
    index += 2
    switch kind {
    case UInt8(ascii: "n"): result.append(10)
    case UInt8(ascii: "t"): result.append(9)
    case UInt8(ascii: "r"): result.append(13)
    case UInt8(ascii: "b"): result.append(8)
    case UInt8(ascii: "f"): result.append(12)
    case UInt8(ascii: "u"):
      var code = hexadecimal(index)
      index = min(tokenEnd, index + 4)
      if let high = code, high >= 0xd800, high < 0xdc00, index + 6 <= tokenEnd, bytes[index] == UInt8(ascii: "\\"),
        bytes[index + 1] == UInt8(ascii: "u"), let low = hexadecimal(index + 2), low >= 0xdc00, low < 0xe000
      {
        code = 0x10000 + (high - 0xd800) << 10 + (low - 0xdc00)
        index += 6
      }
      let scalar = code.flatMap { Unicode.Scalar($0) } ?? "\u{fffd}"
      result.append(contentsOf: String(Character(scalar)).utf8)
    default: result.append(kind)
    }
  }

  private func hexadecimal(_ start: Int) -> UInt32? {
    guard start + 4 <= tokenEnd else { return nil }
    var result: UInt32 = 0
    for index in start..<(start + 4) {
      let byte = bytes[index]
      let lower = byte | 32
      if byte >= 48 && byte <= 57 {
        result = result << 4 | UInt32(byte - 48)
      } else if lower >= 97 && lower <= 102 {
        result = result << 4 | UInt32(lower - 87)
      } else {
        return nil
      }
    }
    return result
  }
}
