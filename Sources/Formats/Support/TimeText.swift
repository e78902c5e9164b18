import WaybenchCore

/// Times as text: ISO 8601 and the calendar behind it. Nanoseconds since 1970-01-01T00:00:00Z.
public enum TimeText {
  static let nanosecondsPerSecond: Int64 = 1_000_000_000
  static let nanosecondsPerDay: Int64 = 86_400_000_000_000

  /// Reads a date-time of ISO 8601: see `DateTimeText.parse`.
  public static func parse(_ text: Span<UInt8>) -> Int64? { DateTimeText.parse(text) }

  /// Reads a date-time from the UTF-8 of a string: see `parse` of a span.
  public static func parse(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    return parse(bytes.span)
  }

  /// Appends a time as `2024-03-01T00:00:04.718Z`: without a fraction for whole seconds, with milliseconds when they
  /// are exact, otherwise with as many digits as needed.
  public static func append(_ nanoseconds: Int64, to bytes: inout [UInt8]) {
    let (seconds, rest) = floorDivide(nanoseconds, nanosecondsPerSecond)
    let (days, secondOfDay) = floorDivide(seconds, 86_400)
    let date = date(days: days)
    DecimalText.append(date.year, width: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    DecimalText.append(date.month, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    DecimalText.append(date.day, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    DecimalText.append(Int(secondOfDay / 3600), width: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    DecimalText.append(Int(secondOfDay / 60 % 60), width: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    DecimalText.append(Int(secondOfDay % 60), width: 2, to: &bytes)
    appendFraction(rest, minimumDigits: 3, to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
  }

  /// The time as text: see `append`.
  public static func text(_ nanoseconds: Int64) -> String {
    var bytes: [UInt8] = []
    append(nanoseconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a time as seconds with a decimal point and as many digits as needed.
  static func appendSeconds(_ nanoseconds: Int64, to bytes: inout [UInt8]) {
    let magnitude = nanoseconds.magnitude
    if nanoseconds < 0 { bytes.append(UInt8(ascii: "-")) }
    DecimalText.append(Int64(magnitude / 1_000_000_000), to: &bytes)
    appendFraction(Int64(magnitude % 1_000_000_000), minimumDigits: 1, to: &bytes)
  }

  /// Reads decimal seconds: see `DateTimeText.parseSeconds`.
  static func parseSeconds(_ text: Span<UInt8>) -> Int64? { DateTimeText.parseSeconds(text) }

  /// Days since 1970-01-01 of a date: see `DateTimeText.days`.
  static func days(year: Int, month: Int, day: Int) -> Int64? {
    DateTimeText.days(year: year, month: month, day: day)
  }

  /// The Gregorian date of a count of days since 1970-01-01.
  static func date(days: Int64) -> (year: Int, month: Int, day: Int) {
    let fromMarch = Int(days) + 719_468
    var year = fromMarch * 400 / 146_097
    func yearStart(_ year: Int) -> Int { 365 * year + year / 4 - year / 100 + year / 400 }
    while yearStart(year) > fromMarch { year -= 1 }
    while yearStart(year + 1) <= fromMarch { year += 1 }
    let dayOfYear = fromMarch - yearStart(year)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    return shiftedMonth < 10 ? (year, shiftedMonth + 3, day) : (year + 1, shiftedMonth - 9, day)
  }

  static func floorDivide(_ value: Int64, _ divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private static func appendFraction(_ nanoseconds: Int64, minimumDigits: Int, to bytes: inout [UInt8]) {
    guard nanoseconds != 0 else { return }
    bytes.append(UInt8(ascii: "."))
    let start = bytes.count
    DecimalText.append(Int(nanoseconds), width: 9, to: &bytes)
    while bytes.count > start + minimumDigits, bytes.last == 48 { bytes.removeLast() }
  }
}
