/// A JSON value, for cold reading of small files.
enum JSONValue: Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The text of a string.
  var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The value of a number.
  var number: Double? { if case .number(let value) = self { value } else { nil } }
  /// The elements of an array.
  var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  /// The members of an object.
  var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

  /// What kind of value it is, for people.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// Why a text is no JSON.
struct JSONTextError: Error, Equatable {
  /// The line, from 1.
  var line: Int
  /// What was found there.
  var message: String
  /// What would have been right.
  var expected: String
}

/// A reader of JSON text (RFC 8259) that says in which line it fails and refuses to nest more than 64 deep.
struct JSONTextReader {
  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark is no part of the text.
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { at = 3 }
  }

  /// The value that the whole text is.
  mutating func read() throws(JSONTextError) -> JSONValue {
    let value = try readValue(depth: 0)
    skipBlanks()
    guard at == bytes.count else { throw failure("more text behind the end", "one JSON value") }
    return value
  }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d { at += 1 }
  }

  private func failure(_ message: String, _ expected: String) -> JSONTextError {
    let line = 1 + bytes[..<min(at, bytes.count)].reduce(0) { $0 + ($1 == 0x0a ? 1 : 0) }
    return JSONTextError(line: line, message: at >= bytes.count ? "the text ends" : message, expected: expected)
  }

  private mutating func take(_ byte: UInt8, _ expected: String) throws(JSONTextError) {
    guard next == byte else { throw failure("something else", expected) }
    at += 1
  }

  private mutating func readValue(depth: Int) throws(JSONTextError) -> JSONValue {
    guard depth < 64 else { throw failure("nested too deep", "at most 64 levels") }
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): return try readObject(depth: depth)
    case UInt8(ascii: "["): return try readArray(depth: depth)
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "t"): return try readWord("true", .bool(true))
    case UInt8(ascii: "f"): return try readWord("false", .bool(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    default: return .number(try readNumber())
    }
  }

  private mutating func readWord(_ word: String, _ value: JSONValue) throws(JSONTextError) -> JSONValue {
    for byte in word.utf8 { try take(byte, "\"\(word)\"") }
    return value
  }

  private mutating func readObject(depth: Int) throws(JSONTextError) -> JSONValue {
    at += 1
    var members: [String: JSONValue] = [:]
    skipBlanks()
    if next == UInt8(ascii: "}") {
      at += 1
      return .object(members)
    }
    while true {
      skipBlanks()
      let key = try readString()
      skipBlanks()
      try take(UInt8(ascii: ":"), "\":\" behind a key")
      members[key] = try readValue(depth: depth + 1)
      skipBlanks()
      if next == UInt8(ascii: ",") {
        at += 1
        continue
      }
      try take(UInt8(ascii: "}"), "\",\" or \"}\" in an object")
      return .object(members)
    }
  }

  private mutating func readArray(depth: Int) throws(JSONTextError) -> JSONValue {
    at += 1
    var elements: [JSONValue] = []
    skipBlanks()
    if next == UInt8(ascii: "]") {
      at += 1
      return .array(elements)
    }
    while true {
      elements.append(try readValue(depth: depth + 1))
      skipBlanks()
      if next == UInt8(ascii: ",") {
        at += 1
        continue
      }
      try take(UInt8(ascii: "]"), "\",\" or \"]\" in an array")
      return .array(elements)
    }
  }

  private mutating func readString() throws(JSONTextError) -> String {
    try take(UInt8(ascii: "\""), "a text in quotes")
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        at += 1
        text.append(contentsOf: String(try readEscape()).utf8)
      case 0..<0x20: throw failure("a control character in a text", "an escape")
      default:
        text.append(byte)
        at += 1
      }
    }
    throw failure("", "a closing quote")
  }

  private mutating func readEscape() throws(JSONTextError) -> Unicode.Scalar {
    guard let byte = next else { throw failure("", "an escape") }
    at += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"): break
    default: throw failure("an unknown escape", "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u")
    }
    let first = try readHex()
    if first & 0xfc00 == 0xd800 {
      try take(UInt8(ascii: "\\"), "the second half of a surrogate pair")
      try take(UInt8(ascii: "u"), "the second half of a surrogate pair")
      let second = try readHex()
      if second & 0xfc00 == 0xdc00 {
        return Unicode.Scalar(0x10000 + ((first & 0x3ff) << 10) + (second & 0x3ff)) ?? "\u{fffd}"
      }
      throw failure("half a surrogate pair", "the second half of a surrogate pair")
    }
    guard let scalar = Unicode.Scalar(first) else { throw failure("half a surrogate pair", "a character") }
    return scalar
  }

  private mutating func readHex() throws(JSONTextError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("something else", "four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }

  private mutating func readNumber() throws(JSONTextError) -> Double {
    let start = at
    if next == UInt8(ascii: "-") { at += 1 }
    let whole = skipDigits()
    guard whole > 0, whole == 1 || bytes[at - whole] != UInt8(ascii: "0") else {
      throw failure("something else", "a JSON value")
    }
    if next == UInt8(ascii: ".") {
      at += 1
      guard skipDigits() > 0 else { throw failure("something else", "a digit behind the point") }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      at += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
      guard skipDigits() > 0 else { throw failure("something else", "a digit of the exponent") }
    }
    guard let value = Double(String(decoding: bytes[start..<at], as: UTF8.self)), value.isFinite else {
      throw failure("a number out of range", "a finite number")
    }
    return value
  }

  private mutating func skipDigits() -> Int {
    let start = at
    while let byte = next, byte >= 0x30, byte <= 0x39 { at += 1 }
    return at - start
  }
}
