extension JSON5Parser {
  /// The number that comes next: a sign or none, then decimal or hexadecimal digits, `Infinity` or `NaN`.
  mutating func number() throws(JSON5Error) -> Double {
    let isNegative = take(UInt8(ascii: "-"))
    if !isNegative { _ = take(UInt8(ascii: "+")) }
    let magnitude = try magnitude()
    return isNegative ? -magnitude : magnitude
  }

  private mutating func magnitude() throws(JSON5Error) -> Double {
    guard position < bytes.count else { throw failure(expected: "a number") }
    if isAtIdentifier {
      switch try identifier() {
      case "Infinity": return .infinity
      case "NaN": return .nan
      case let word: throw failure("found the word \(Self.quoted(word)); expected a number")
      }
    }
    let start = position
    let result: Double?
    if take(UInt8(ascii: "0")), take(UInt8(ascii: "x")) || take(UInt8(ascii: "X")) {
      result = try hexadecimalNumber()
    } else {
      position = start
      try skipDecimal()
      result = Double(String(decoding: bytes[start..<position], as: UTF8.self))
    }
    guard position == bytes.count || (!Self.isIdentifierPart(scalar) && bytes[position] != UInt8(ascii: ".")) else {
      throw failure(expected: "the end of the number")
    }
    guard let result, result.isFinite else {
      throw failure("the number is too large; expected a magnitude of at most 1.7e308")
    }
    return result
  }

  private mutating func hexadecimalNumber() throws(JSON5Error) -> Double {
    guard position < bytes.count, Self.hexadecimalDigit(bytes[position]) != nil else {
      throw failure(expected: "hexadecimal digits after 0x")
    }
    // Exact up to 53 bits; beyond, each step rounds, which is still the nearest or its neighbour.
    var result = 0.0
    while position < bytes.count, let digit = Self.hexadecimalDigit(bytes[position]) {
      result = result * 16 + Double(digit)
      position += 1
    }
    return result
  }

  private mutating func skipDecimal() throws(JSON5Error) {
    let start = position
    let wholeDigits = skipDigits()
    if wholeDigits > 1, bytes[start] == UInt8(ascii: "0") {
      throw failure("the number begins with a zero; expected no zeros before its first digit")
    }
    let fractionDigits = take(UInt8(ascii: ".")) ? skipDigits() : 0
    guard wholeDigits + fractionDigits > 0 else { throw failure(expected: "the digits of a number") }
    guard take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) else { return }
    if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
    guard skipDigits() > 0 else { throw failure(expected: "the digits of an exponent") }
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while position < bytes.count, bytes[position] >= 48, bytes[position] <= 57 { position += 1 }
    return position - start
  }
}
