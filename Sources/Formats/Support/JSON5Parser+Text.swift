extension JSON5Parser {
  /// The text in quotes that comes next, of either kind, with its escapes resolved.
  mutating func text() throws(JSON5Error) -> String {
    let start = line
    let quote = bytes[position]
    position += 1
    var result: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      if take(quote) { return String(decoding: result, as: UTF8.self) }
      if byte == 10 || byte == 13 { break }
      if take(UInt8(ascii: "\\")) {
        try appendEscape(to: &result)
      } else {
        result.append(byte)
        position += 1
      }
    }
    let end = position < bytes.count ? "the line ends inside a text" : "the text ends inside quotes"
    throw failure("\(end); expected the closing quote (the opening one stands at line \(start))")
  }

  /// Resolves what stands after a backslash.
  private mutating func appendEscape(to result: inout [UInt8]) throws(JSON5Error) {
    guard position < bytes.count else { throw failure(expected: "an escape after \\") }
    switch bytes[position] {
    case UInt8(ascii: "u"):
      position += 1
      result.append(contentsOf: String(Character(try unicodeEscape())).utf8)
      return
    case UInt8(ascii: "x"):
      position += 1
      let code = try hexadecimal(digits: 2)
      result.append(contentsOf: String(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: code)))).utf8)
      return
    case UInt8(ascii: "1")...UInt8(ascii: "9"): throw failure(expected: "an escape that is no digit from 1 to 9")
    case UInt8(ascii: "0"):
      result.append(0)
      guard position + 1 == bytes.count || bytes[position + 1] < 48 || bytes[position + 1] > 57 else {
        position += 1
        throw failure(expected: "no digit after \\0")
      }
    case UInt8(ascii: "b"): result.append(8)
    case UInt8(ascii: "f"): result.append(12)
    case UInt8(ascii: "n"): result.append(10)
    case UInt8(ascii: "r"): result.append(13)
    case UInt8(ascii: "t"): result.append(9)
    case UInt8(ascii: "v"): result.append(11)
    default:
      // A line end is left out: the text goes on in the next line. Any other character stands for itself.
      let character = scalar
      if !Self.isLineEnd(character.value) { result.append(contentsOf: String(Character(character)).utf8) }
    }
    advance()
  }

  /// The character of an escape of four hexadecimal digits, of which `\u` has been taken; two halves of a surrogate
  /// pair are one character.
  private mutating func unicodeEscape() throws(JSON5Error) -> Unicode.Scalar {
    let code = try hexadecimal(digits: 4)
    if let result = Unicode.Scalar(code) { return result }
    guard code < 0xdc00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
      throw failure("half a surrogate pair; expected both halves, the high one first")
    }
    let low = try hexadecimal(digits: 4)
    guard low >= 0xdc00, low < 0xe000, let result = Unicode.Scalar(0x10000 + (code - 0xd800) << 10 + (low - 0xdc00))
    else { throw failure("half a surrogate pair; expected both halves, the high one first") }
    return result
  }

  private mutating func hexadecimal(digits: Int) throws(JSON5Error) -> UInt32 {
    var result: UInt32 = 0
    for _ in 0..<digits {
      guard position < bytes.count, let digit = Self.hexadecimalDigit(bytes[position]) else {
        throw failure(expected: "\(digits) hexadecimal digits")
      }
      result = result << 4 | digit
      position += 1
    }
    return result
  }

  static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - 48)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - 87)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - 55)
    default: nil
    }
  }

  /// Whether an identifier comes next: what may stand as a key without quotes (ECMAScript 5.1, section 7.6).
  var isAtIdentifier: Bool {
    position < bytes.count && (bytes[position] == UInt8(ascii: "\\") || Self.isIdentifierStart(scalar))
  }

  /// The identifier that comes next, with its escapes resolved.
  mutating func identifier() throws(JSON5Error) -> String {
    var result = String.UnicodeScalarView()
    while position < bytes.count {
      var character = scalar
      let isEscape = bytes[position] == UInt8(ascii: "\\")
      if isEscape {
        position += 1
        guard take(UInt8(ascii: "u")) else { throw failure(expected: "u after \\ outside of quotes") }
        character = try unicodeEscape()
      }
      guard result.isEmpty ? Self.isIdentifierStart(character) : Self.isIdentifierPart(character) else {
        if isEscape { throw failure("the escaped character cannot stand outside of quotes; expected a letter") }
        break
      }
      result.append(character)
      if !isEscape { advance() }
    }
    return String(result)
  }

  static func isIdentifierStart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "$" || scalar == "_" { return true }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber: return true
    default: return false
    }
  }

  static func isIdentifierPart(_ scalar: Unicode.Scalar) -> Bool {
    if isIdentifierStart(scalar) || scalar == "\u{200c}" || scalar == "\u{200d}" { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return true
    default: return false
    }
  }
}

// One character at a time.
extension JSON5Parser {
  /// The character at `position`, which is before the end; the text is known to be UTF-8.
  var scalar: Unicode.Scalar {
    let first = bytes[position]
    let count = Self.byteCount(first)
    if count == 1 { return Unicode.Scalar(first) }
    var code = UInt32(first) & (0x7f >> UInt32(count))
    for byte in bytes[position...].dropFirst().prefix(count - 1) { code = code << 6 | UInt32(byte & 0x3f) }
    return Unicode.Scalar(code) ?? "\u{fffd}"
  }

  private static func byteCount(_ first: UInt8) -> Int {
    first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  }

  /// Goes over one character, or over CR LF, and counts the lines.
  mutating func advance() {
    let byte = bytes[position]
    position += Self.byteCount(byte)
    if byte == 13, position < bytes.count, bytes[position] == 10 { position += 1 }
    if byte == 10 || byte == 13 { line += 1 }
  }

  /// Goes over this byte when it comes next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  static func isLineEnd(_ code: UInt32) -> Bool { code == 10 || code == 13 || code == 0x2028 || code == 0x2029 }

  /// White space of JSON5: the blanks and line ends of ASCII, the byte-order mark and Unicode's space separators.
  static func isBlank(_ code: UInt32) -> Bool {
    switch code {
    case 9...13, 32, 0xa0, 0x1680, 0x2000...0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff: true
    default: false
    }
  }

  /// An error at the place reached.
  func failure(_ message: String) -> JSON5Error { JSON5Error(line: line, message: message) }

  /// An error that names what stands at the place reached.
  func failure(expected: String) -> JSON5Error {
    guard position < bytes.count else { return failure("the text ends here; expected \(expected)") }
    return failure("found \(Self.quoted(String(Character(scalar)))); expected \(expected)")
  }

  /// A piece of the text for a message: in quotes, cut at 40 characters, what cannot be seen as its code.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars.prefix(40) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + (text.unicodeScalars.count > 40 ? "…\"" : "\"")
  }
}
