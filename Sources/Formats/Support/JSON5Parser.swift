/// Reads a JSON5 text from its first byte to its last: see `JSON5Value`.
struct JSON5Parser {
  let bytes: [UInt8]
  /// The byte that comes next; always the first of a character.
  var position = 0
  /// The line of `position`, from 1.
  var line = 1
  private var depth = 0
  static let deepest = 64

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The one value of the text.
  mutating func document() throws(JSON5Error) -> JSON5Value {
    try checkEncoding()
    let result = try value()
    try skipBlanks()
    guard position == bytes.count else { throw failure(expected: "the end of the text") }
    return result
  }

  /// All of the text is checked before anything is read, so that every character can be taken apart without doubt.
  private func checkEncoding() throws(JSON5Error) {
    let firstBad: Int
    do {
      _ = try UTF8Span(validating: bytes.span)
      return
    } catch {
      firstBad = error.byteOffsets.lowerBound
    }
    var ahead = JSON5Parser(Array(bytes[..<firstBad]))
    while ahead.position < ahead.bytes.count { ahead.advance() }
    throw JSON5Error(line: ahead.line, message: "the byte at offset \(firstBad) is not UTF-8; expected UTF-8 text")
  }

  /// The value that comes next, whatever blanks and comments stand before it.
  private mutating func value() throws(JSON5Error) -> JSON5Value {
    try skipBlanks()
    guard position < bytes.count else { throw failure(expected: "a value") }
    let start = line
    switch bytes[position] {
    case UInt8(ascii: "{"): return JSON5Value(.object(try members()), line: start)
    case UInt8(ascii: "["): return JSON5Value(.array(try elements()), line: start)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return JSON5Value(.string(try text()), line: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      return JSON5Value(.number(try number()), line: start)
    default:
      guard isAtIdentifier else { throw failure(expected: "a value") }
      switch try identifier() {
      case "true": return JSON5Value(.boolean(true), line: start)
      case "false": return JSON5Value(.boolean(false), line: start)
      case "null": return JSON5Value(.null, line: start)
      case "Infinity": return JSON5Value(.number(.infinity), line: start)
      case "NaN": return JSON5Value(.number(.nan), line: start)
      case let word:
        throw JSON5Error(
          line: start, message: "found the word \(Self.quoted(word)); expected a value (a text stands in quotes)")
      }
    }
  }

  private mutating func members() throws(JSON5Error) -> [JSON5Value.Member] {
    var result: [JSON5Value.Member] = []
    var lines: [String: Int] = [:]
    let start = try open()
    while try !isClosed(by: "}", after: result.count, start: start) {
      let keyLine = line
      let key = try key()
      if let earlier = lines.updateValue(keyLine, forKey: key) {
        throw JSON5Error(
          line: keyLine,
          message: "the key \(Self.quoted(key)) stands at line \(earlier) already; expected another key")
      }
      try skipBlanks()
      guard take(UInt8(ascii: ":")) else { throw failure(expected: ": after the key \(Self.quoted(key))") }
      result.append(JSON5Value.Member(key: key, keyLine: keyLine, value: try value()))
    }
    depth -= 1
    return result
  }

  private mutating func elements() throws(JSON5Error) -> [JSON5Value] {
    var result: [JSON5Value] = []
    let start = try open()
    while try !isClosed(by: "]", after: result.count, start: start) { result.append(try value()) }
    depth -= 1
    return result
  }

  /// Takes an opening bracket; gives its line.
  private mutating func open() throws(JSON5Error) -> Int {
    guard depth < Self.deepest else {
      throw JSON5Error(line: line, message: "nested too deep; expected at most \(Self.deepest) levels")
    }
    depth += 1
    position += 1
    return line
  }

  /// Goes on to the next member or element, over the comma that must precede it unless it is the first; true when the
  /// closing bracket comes instead, which is taken.
  private mutating func isClosed(
    by bracket: Unicode.Scalar, after count: Int, start: Int
  ) throws(JSON5Error) -> Bool {
    let closing = UInt8(truncatingIfNeeded: bracket.value)
    try skipBlanks()
    if take(closing) { return true }
    if count > 0 {
      guard take(UInt8(ascii: ",")) else {
        throw failure(expected: ", or \(bracket) (the matching bracket stands at line \(start))")
      }
      try skipBlanks()
      if take(closing) { return true }
    }
    guard position < bytes.count else {
      throw failure(expected: "\(bracket) (the matching bracket stands at line \(start))")
    }
    return false
  }

  private mutating func key() throws(JSON5Error) -> String {
    if bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") { return try text() }
    guard isAtIdentifier else { throw failure(expected: "a key or }") }
    return try identifier()
  }

  /// Skips white space and comments.
  private mutating func skipBlanks() throws(JSON5Error) {
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "/") {
        try skipComment()
      } else {
        guard Self.isBlank(scalar.value) else { return }
        advance()
      }
    }
  }

  private mutating func skipComment() throws(JSON5Error) {
    let start = line
    position += 1
    if take(UInt8(ascii: "/")) {
      while position < bytes.count, !Self.isLineEnd(scalar.value) { advance() }
      return
    }
    guard take(UInt8(ascii: "*")) else { throw failure(expected: "/ or * after / (a comment)") }
    while position < bytes.count {
      if take(UInt8(ascii: "*")) {
        if take(UInt8(ascii: "/")) { return }
      } else {
        advance()
      }
    }
    throw failure(expected: "*/ (the comment begins at line \(start))")
  }
}
