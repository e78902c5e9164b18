import Formats
import WaybenchCore

/// Numbers that carry units, as options take them.
enum Quantities {
  /// A length: `50m`, `1.5km`; metres.
  static func meters(_ text: String, option: String, in range: ClosedRange<Double> = 0...1e6) throws -> Double {
    try number(
      text, option, units: ["km": 1000, "mi": 1609.344, "ft": 0.3048, "m": 1], example: "50m", range: range, unit: "m")
  }

  /// A time: `1.5s`, `200ms`, `2min`, `1h`; seconds.
  static func seconds(_ text: String, option: String, in range: ClosedRange<Double> = 0...1e6) throws -> Double {
    try number(
      text, option, units: ["ms": 0.001, "min": 60, "s": 1, "h": 3600], example: "1.5s", range: range, unit: "s")
  }

  /// A speed: `30km/h`, `20mph`, `8m/s`; metres per second.
  static func metersPerSecond(_ text: String, option: String) throws -> Double {
    try number(
      text, option, units: ["km/h": 1 / 3.6, "mph": 0.44704, "m/s": 1], example: "30km/h", range: 0.1...1000,
      unit: "m/s")
  }

  /// A rate of reports: `1Hz`, `10Hz`; 1 to 100 per second.
  static func hertz(_ text: String, option: String) throws -> Double {
    try number(text, option, units: ["hz": 1, "Hz": 1], example: "1Hz", range: 1...100, unit: "Hz")
  }

  /// A whole number in a range.
  static func integer(_ text: String, option: String, in range: ClosedRange<Int>) throws -> Int {
    guard let value = Int(text), range.contains(value) else {
      throw UsageError(
        message: "\(option) \(text): expected a whole number, \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// A seed: any whole number of 64 bits.
  static func seed(_ text: String?, default fallback: UInt64 = 1) throws -> UInt64 {
    guard let text else { return fallback }
    guard let value = UInt64(text) else { throw UsageError(message: "--seed \(text): expected a whole number") }
    return value
  }

  /// A place: `LAT,LON`.
  static func coordinate(_ text: String, option: String) throws -> Coordinate {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let latitude = DecimalText.parse(parts[0]), let longitude = DecimalText.parse(parts[1])
    else { throw UsageError(message: "\(option) \(text): expected LAT,LON in degrees") }
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw UsageError(message: "\(option) \(text): out of range; latitude is -90 to 90, longitude -180 to 180")
    }
    return coordinate
  }

  /// A bearing with its tolerance: `DEG,TOL`.
  static func bearing(_ text: String, option: String) throws -> (degrees: Double, tolerance: Double) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let degrees = DecimalText.parse(parts[0]), let tolerance = DecimalText.parse(parts[1]),
      (0...360).contains(degrees), (0...180).contains(tolerance)
    else { throw UsageError(message: "\(option) \(text): expected DEG,TOL, degrees 0 to 360 and 0 to 180") }
    return (degrees == 360 ? 0 : degrees, tolerance)
  }

  /// How fast a replay goes: `1x`, `20x`, `max`; `nil` is max.
  static func rate(_ text: String) throws -> Double? {
    if text == "max" { return nil }
    guard text.hasSuffix("x"), let rate = DecimalText.parse(String(text.dropLast())), (0.1...1000).contains(rate)
    else { throw UsageError(message: "--rate \(text): expected max, or a factor from 0.1x to 1000x") }
    return rate
  }

  /// A rule of off-route detection: `statistical`, `statistical:4`, `threshold:50m`, `threshold:50m,40m,3`.
  static func offRoutePolicy(_ text: String) throws -> OffRoutePolicy {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    if parts.first == "statistical" {
      guard parts.count == 2 else { return .standard }
      return .statistical(delayFixes: try integer(parts[1], option: "--off-route statistical:", in: 1...20))
    }
    if parts.first == "threshold", parts.count == 2 {
      let numbers = parts[1].split(separator: ",").map(String.init)
      if (1...3).contains(numbers.count) {
        let enter = try meters(numbers[0], option: "--off-route threshold:", in: 1...10_000)
        let leave =
          numbers.count > 1 ? try meters(numbers[1], option: "--off-route threshold:", in: 1...enter) : enter
        let fixes =
          numbers.count > 2 ? try integer(numbers[2], option: "--off-route threshold:", in: 1...100) : 1
        return .threshold(enterMeters: enter, leaveMeters: leave, confirmingFixes: fixes)
      }
    }
    throw UsageError(
      message: "--off-route \(text) is not known; expected statistical[:FIXES] or threshold:ENTER[,LEAVE[,FIXES]]")
  }

  private static func number(
    _ text: String, _ option: String, units: [String: Double], example: String, range: ClosedRange<Double>,
    unit: String
  ) throws -> Double {
    for (suffix, factor) in units.sorted(by: { $0.key.count > $1.key.count }) where text.hasSuffix(suffix) {
      guard let value = DecimalText.parse(String(text.dropLast(suffix.count))), value >= 0 else { continue }
      guard range.contains(value * factor) else {
        throw UsageError(
          message: "\(option) \(text): expected \(range.lowerBound) \(unit) to \(range.upperBound) \(unit)")
      }
      return value * factor
    }
    throw UsageError(message: "\(option) \(text): expected a number with its unit, such as \(example)")
  }
}
