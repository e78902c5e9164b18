/// Times as text: ISO 8601 and the calendar behind it. Nanoseconds since 1970-01-01T00:00:00Z.
public enum TimeText {
  static let nanosecondsPerSecond: Int64 = 1_000_000_000
  static let nanosecondsPerDay: Int64 = 86_400_000_000_000

  /// Reads a date-time of ISO 8601: `2024-03-01T05:30:05.25+05:30`.
  ///
  /// A blank may stand for the `T`; the fraction has one digit or more (those beyond the ninth are cut off); the zone
  /// is `Z`, `±hh:mm`, `±hhmm`, `±hh` or absent, which means UTC; second 60 is the first of the next minute. `nil` for
  /// anything else and for years outside 1678 ... 2261. O(count), no allocation.
  public static func parse(_ text: Span<UInt8>) -> Int64? {
    guard text.count >= 19, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] | 32 == UInt8(ascii: "t") || text[10] == 32, text[13] == UInt8(ascii: ":"),
      text[16] == UInt8(ascii: ":"),
      let century = pair(text, 0), let yearOfCentury = pair(text, 2), let month = pair(text, 5),
      let day = pair(text, 8), let hour = pair(text, 11), let minute = pair(text, 14), let second = pair(text, 17),
      hour < 24, minute < 60, second <= 60,
      let days = days(year: century * 100 + yearOfCentury, month: month, day: day)
    else { return nil }
    var index = 19
    guard let fraction = fraction(text, &index), let offsetSeconds = zoneSeconds(text, index) else { return nil }
    let seconds = days &* 86_400 &+ Int64(hour &* 3600 &+ minute &* 60 &+ second) &- offsetSeconds
    return seconds &* nanosecondsPerSecond &+ fraction
  }

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

  /// Reads decimal seconds exactly to the nanosecond (further digits are cut off); `nil` beyond ±9.2e9 seconds.
  static func parseSeconds(_ text: Span<UInt8>) -> Int64? {
    var index = 0
    let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
    if isNegative { index = 1 }
    var seconds: Int64 = 0
    let start = index
    while index < text.count, text[index] &- 48 < 10 {
      seconds = seconds * 10 + Int64(text[index] &- 48)
      guard seconds < 9_200_000_000 else { return nil }
      index += 1
    }
    guard index > start, let fraction = fraction(text, &index), index == text.count else { return nil }
    let result = seconds * nanosecondsPerSecond + fraction
    return isNegative ? -result : result
  }

  /// Days since 1970-01-01 in the Gregorian calendar; `nil` when there is no such date or it is outside 1678 ... 2261.
  static func days(year: Int, month: Int, day: Int) -> Int64? {
    guard year >= 1678, year <= 2261, month >= 1, month <= 12, day >= 1, day <= daysInMonth(year, month) else {
      return nil
    }
    // Counted from 1 March of year 0, so that the leap day is the last of its year.
    let shiftedYear = month > 2 ? year : year - 1
    let shiftedMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
    return Int64(365 * shiftedYear + shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400 + dayOfYear - 719_468)
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

  private static func daysInMonth(_ year: Int, _ month: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
  }

  @inline(__always)
  private static func pair(_ text: Span<UInt8>, _ index: Int) -> Int? {
    let tens = text[index] &- 48
    let ones = text[index &+ 1] &- 48
    guard tens < 10, ones < 10 else { return nil }
    return Int(tens) &* 10 &+ Int(ones)
  }

  /// The fraction that begins at `index`, in nanoseconds; 0 when there is none, `nil` when it has no digits.
  private static func fraction(_ text: Span<UInt8>, _ index: inout Int) -> Int64? {
    guard index < text.count, text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",") else { return 0 }
    index += 1
    let start = index
    var result: Int64 = 0
    var unit: Int64 = 100_000_000
    while index < text.count, text[index] &- 48 < 10 {
      result &+= Int64(text[index] &- 48) &* unit
      unit /= 10
      index += 1
    }
    return index > start ? result : nil
  }

  /// The offset from UTC that fills the rest of the text, in seconds.
  private static func zoneSeconds(_ text: Span<UInt8>, _ index: Int) -> Int64? {
    let rest = text.count - index
    if rest == 0 { return 0 }
    if rest == 1 { return text[index] | 32 == UInt8(ascii: "z") ? 0 : nil }
    let isNegative = text[index] == UInt8(ascii: "-")
    guard isNegative || text[index] == UInt8(ascii: "+"), rest >= 3, let hours = pair(text, index + 1), hours < 24
    else { return nil }
    var minutes: Int?
    if rest == 3 { minutes = 0 }
    if rest == 5 { minutes = pair(text, index + 3) }
    if rest == 6, text[index + 3] == UInt8(ascii: ":") { minutes = pair(text, index + 4) }
    guard let minutes, minutes < 60 else { return nil }
    let seconds = Int64(hours * 3600 + minutes * 60)
    return isNegative ? -seconds : seconds
  }
}
