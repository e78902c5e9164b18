/// Reads times from text. Nanoseconds since 1970-01-01T00:00:00Z.
public enum DateTimeText {
  private static let nanosecondsPerSecond: Int64 = 1_000_000_000

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

  /// Reads decimal seconds exactly to the nanosecond (further digits are cut off); `nil` for anything else and beyond
  /// ±9.2e9 seconds. O(count).
  public static func parseSeconds(_ text: Span<UInt8>) -> Int64? {
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

  /// Days since 1970-01-01 of a date of the Gregorian calendar; `nil` when there is no such date or it is outside
  /// 1678 ... 2261.
  public static func days(year: Int, month: Int, day: Int) -> Int64? {
    guard year >= 1678, year <= 2261, month >= 1, month <= 12, day >= 1, day <= daysInMonth(year, month) else {
      return nil
    }
    // Counted from 1 March of year 0, so that the leap day is the last of its year.
    let shiftedYear = month > 2 ? year : year - 1
    let shiftedMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
    return Int64(365 * shiftedYear + shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400 + dayOfYear - 719_468)
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
