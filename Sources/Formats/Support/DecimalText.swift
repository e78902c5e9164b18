/// Decimal numbers as bytes, read and written without a locale.
public enum DecimalText {
  /// Reads a decimal number that fills the whole text: an optional sign, digits with an optional point, an optional
  /// exponent. `nil` for anything else: no digits, a comma, blanks, hexadecimal, "nan", "inf", a value too large.
  ///
  /// Correctly rounded up to 15 significant digits and powers of ten up to 22; otherwise within 1e-15 of the value.
  /// O(count), no allocation.
  public static func parse(_ text: Span<UInt8>) -> Double? {
    var index = 0
    let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
    if isNegative || (text.count > 0 && text[0] == UInt8(ascii: "+")) { index = 1 }
    var number = Digits()
    while index < text.count, number.take(text[index], isFraction: false) { index &+= 1 }
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index &+= 1
      while index < text.count, number.take(text[index], isFraction: true) { index &+= 1 }
    }
    guard number.hasDigits else { return nil }
    if index < text.count {
      guard let exponent = exponent(text, at: index) else { return nil }
      number.exponent += exponent
    }
    let magnitude = number.value
    guard magnitude.isFinite else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  /// Reads a decimal number from the UTF-8 of a string: see `parse` of a span.
  public static func parse(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return parse(bytes.span)
  }

  /// Appends a number with exactly this many decimals, rounded to the nearest (ties to even), never with an exponent
  /// below 1e18; a value that rounds to zero has no sign. Not-a-number and infinities append nothing.
  ///
  /// - Parameter decimals: 0 ... 15.
  public static func append(_ value: Double, decimals: Int, to bytes: inout [UInt8]) {
    guard value.isFinite else { return }
    let places = min(15, max(0, decimals))
    let scaled = value.magnitude * exactPowers[places]
    guard scaled < 9e18 else {
      bytes.append(contentsOf: value.description.utf8)
      return
    }
    // The product and its exact remainder: a tie is recognised by the remainder, not by the rounded product.
    let remainder = (-scaled).addingProduct(value.magnitude, exactPowers[places])
    var whole = scaled.rounded(.toNearestOrEven)
    let distance = scaled - whole
    if distance == 0.5 && remainder > 0 { whole += 1 }
    if distance == -0.5 && remainder < 0 { whole -= 1 }
    var units = UInt64(whole)
    if scaled >= 9e15 {
      let correction = Int64(remainder.rounded(.toNearestOrEven))
      units = correction < 0 ? units &- correction.magnitude : units &+ correction.magnitude
    }
    if value < 0 && units != 0 { bytes.append(UInt8(ascii: "-")) }
    append(units: units, decimals: places, to: &bytes)
  }

  /// Appends a whole number.
  public static func append(_ value: Int64, to bytes: inout [UInt8]) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    append(units: value.magnitude, decimals: 0, to: &bytes)
  }

  /// Appends degrees of a position with 7 decimals, exactly as stored.
  public static func append(degreesE7: Int32, to bytes: inout [UInt8]) {
    if degreesE7 < 0 { bytes.append(UInt8(ascii: "-")) }
    append(units: UInt64(degreesE7.magnitude), decimals: 7, to: &bytes)
  }

  /// Appends a whole number padded with zeros to at least `width` digits.
  static func append(_ value: Int, width: Int, to bytes: inout [UInt8]) {
    var divisor = 1
    for _ in 1..<max(1, width) { divisor *= 10 }
    while value / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      bytes.append(48 + UInt8(truncatingIfNeeded: value / divisor % 10))
      divisor /= 10
    }
  }

  /// The number as text with this many decimals; "nan" never appears: what is unknown gives `nil`.
  public static func text(_ value: Double, decimals: Int) -> String? {
    guard value.isFinite else { return nil }
    var bytes: [UInt8] = []
    append(value, decimals: decimals, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(units: UInt64, decimals: Int, to bytes: inout [UInt8]) {
    var digits: [20 of UInt8] = .init(repeating: 48)
    var rest = units
    var used = 0
    repeat {
      digits[used] = 48 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      used += 1
    } while rest > 0
    used = max(used, decimals + 1)
    while used > 0 {
      if used == decimals { bytes.append(UInt8(ascii: ".")) }
      used -= 1
      bytes.append(digits[used])
    }
  }

  private static func exponent(_ text: Span<UInt8>, at start: Int) -> Int? {
    guard text[start] | 32 == UInt8(ascii: "e") else { return nil }
    var index = start + 1
    guard index < text.count else { return nil }
    let isNegative = text[index] == UInt8(ascii: "-")
    if isNegative || text[index] == UInt8(ascii: "+") { index += 1 }
    guard index < text.count else { return nil }
    var result = 0
    while index < text.count {
      let digit = text[index] &- 48
      guard digit < 10 else { return nil }
      result = min(100_000, result * 10 + Int(digit))
      index += 1
    }
    return isNegative ? -result : result
  }

  static let exactPowers: [23 of Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
    1e20, 1e21, 1e22,
  ]

  /// The first 18 significant digits of a number and the power of ten that belongs to them.
  private struct Digits {
    var mantissa: UInt64 = 0
    var exponent = 0
    var hasDigits = false

    @inline(__always)
    mutating func take(_ byte: UInt8, isFraction: Bool) -> Bool {
      let digit = byte &- 48
      guard digit < 10 else { return false }
      hasDigits = true
      if mantissa < 100_000_000_000_000_000 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        if isFraction { exponent &-= 1 }
      } else if !isFraction {
        exponent &+= 1
      }
      return true
    }

    var value: Double {
      if exponent == 0 || mantissa == 0 { return Double(mantissa) }
      // The common case: a few decimals, exact in one division.
      if exponent < 0 && exponent >= -22 { return Double(mantissa) / DecimalText.exactPowers[-exponent] }
      var result = Double(mantissa)
      var rest = exponent
      if rest < -400 { return 0 }
      if rest > 400 { return .infinity }
      while rest < 0 {
        result /= DecimalText.exactPowers[min(22, -rest)]
        rest += 22
      }
      if exponent < 0 { return result }
      while rest > 0 {
        result *= DecimalText.exactPowers[min(22, rest)]
        rest -= 22
      }
      return result
    }
  }
}

/// The part of a text between blanks (space, tab, line ends).
func trimmed(_ text: Span<UInt8>) -> Range<Int> {
  var start = 0
  var end = text.count
  while start < end, text[start] <= 32 { start &+= 1 }
  while end > start, text[end &- 1] <= 32 { end &-= 1 }
  return start..<end
}

extension Span<UInt8> {
  /// Whether the bytes are those of an ASCII literal, whatever the case of the text; the literal is lower case.
  func equalsIgnoringCase(_ literal: StaticString) -> Bool {
    guard count == literal.utf8CodeUnitCount else { return false }
    return literal.withUTF8Buffer { other in
      for index in 0..<count {
        var byte = self[index]
        if byte >= 65 && byte <= 90 { byte |= 32 }
        if unsafe byte != other[index] { return false }
      }
      return true
    }
  }

  /// The bytes as a string, repaired where they are not UTF-8; at most `limit` bytes of it.
  func string(limit: Int = 4096) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Swift.min(limit, count))
    for index in 0..<Swift.min(limit, count) { bytes.append(self[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
