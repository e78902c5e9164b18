public import WaybenchCore

/// One position of a trace with what the file says about it. 64 bytes.
public struct TracePoint: Sendable, BitwiseCopyable, Equatable {
  /// The position.
  public var coordinate: Coordinate
  /// The time, or `unknownTime`.
  var rawTimeNanoseconds: Int64
  /// Metres above sea level; NaN when unknown.
  public var elevationMeters: Double
  /// Metres per second, 0 or more; NaN when unknown.
  public var speedMetersPerSecond: Double
  /// Direction of travel, degrees clockwise from north in 0 ..< 360; NaN when unknown.
  public var courseDegrees: Double
  /// Radius of the 68 % circle, metres, above 0; NaN when unknown.
  public var horizontalAccuracyMeters: Double
  /// Horizontal dilution of precision, above 0; NaN when unknown.
  public var horizontalDilution: Double
  /// The line of the file where the point stands, from 1; 0 when it does not come from a file.
  public var line: Int32

  static let unknownTime = Int64.min

  /// Makes a point; what is left out is unknown.
  public init(
    coordinate: Coordinate, timeNanoseconds: Int64? = nil, elevationMeters: Double = .nan,
    speedMetersPerSecond: Double = .nan, courseDegrees: Double = .nan, horizontalAccuracyMeters: Double = .nan,
    horizontalDilution: Double = .nan, line: Int32 = 0
  ) {
    self.coordinate = coordinate
    rawTimeNanoseconds = timeNanoseconds ?? Self.unknownTime
    self.elevationMeters = elevationMeters
    self.speedMetersPerSecond = speedMetersPerSecond
    self.courseDegrees = courseDegrees
    self.horizontalAccuracyMeters = horizontalAccuracyMeters
    self.horizontalDilution = horizontalDilution
    self.line = line
  }

  /// Nanoseconds since 1970-01-01T00:00:00Z, or since the start of a trace whose times are relative; `nil` when the
  /// file has no time for this point.
  public var timeNanoseconds: Int64? {
    get { rawTimeNanoseconds == Self.unknownTime ? nil : rawTimeNanoseconds }
    set { rawTimeNanoseconds = newValue ?? Self.unknownTime }
  }

  /// The point as a sample of a receiver.
  ///
  /// Without a stated accuracy, a known dilution of precision counts 5 m each.
  /// - Parameter defaultTime: the time of a point that has none, nanoseconds.
  public func fix(defaultTime: Int64) -> Fix {
    Fix(
      timeNanoseconds: timeNanoseconds ?? defaultTime, coordinate: coordinate,
      horizontalAccuracyMeters: horizontalAccuracyMeters.isNaN
        ? horizontalDilution * Self.accuracyMetersPerDilution : horizontalAccuracyMeters,
      courseDegrees: courseDegrees, speedMetersPerSecond: speedMetersPerSecond)
  }

  /// The error of one range measurement that turns a dilution of precision into metres (a usual value for one
  /// frequency in the open).
  static let accuracyMetersPerDilution = 5.0

  /// Equal in position, time and every known value; unknown values are equal to each other. The line does not count.
  public static func == (a: TracePoint, b: TracePoint) -> Bool {
    func same(_ x: Double, _ y: Double) -> Bool { x == y || (x.isNaN && y.isNaN) }
    return a.coordinate == b.coordinate && a.rawTimeNanoseconds == b.rawTimeNanoseconds
      && same(a.elevationMeters, b.elevationMeters) && same(a.speedMetersPerSecond, b.speedMetersPerSecond)
      && same(a.courseDegrees, b.courseDegrees) && same(a.horizontalAccuracyMeters, b.horizontalAccuracyMeters)
      && same(a.horizontalDilution, b.horizontalDilution)
  }

  /// Takes a speed if it can be one: negative values and infinities mean "unknown" in practice.
  mutating func setSpeed(_ value: Double?) {
    speedMetersPerSecond = value.map { $0 >= 0 && $0.isFinite ? $0 : .nan } ?? .nan
  }

  /// Takes a course if it can be one; 360 is 0.
  mutating func setCourse(_ value: Double?) {
    guard let value, value >= 0, value <= 360 else { return courseDegrees = .nan }
    courseDegrees = value == 360 ? 0 : value
  }

  /// Takes an accuracy if it can be one: 0 and negative values mean "unknown" in practice.
  mutating func setAccuracy(_ value: Double?) {
    horizontalAccuracyMeters = value.map { $0 > 0 && $0.isFinite ? $0 : .nan } ?? .nan
  }

  /// Takes a dilution of precision if it can be one.
  mutating func setDilution(_ value: Double?) {
    horizontalDilution = value.map { $0 > 0 && $0.isFinite ? $0 : .nan } ?? .nan
  }
}

/// Why a pair of texts is not a position; `nil` from `coordinate` goes with a reason for people.
enum PositionText {
  static func coordinate(latitude: Span<UInt8>, longitude: Span<UInt8>) -> Coordinate? {
    guard let latitudeDegrees = DecimalText.parse(latitude), let longitudeDegrees = DecimalText.parse(longitude)
    else { return nil }
    return Coordinate(latitude: latitudeDegrees, longitude: longitudeDegrees)
  }

  /// What is wrong with texts that `coordinate` refused.
  static func reason(latitude: Span<UInt8>, longitude: Span<UInt8>) -> String {
    reason(latitude, name: "latitude", limit: 90) ?? reason(longitude, name: "longitude", limit: 180)
      ?? "not a position; expected degrees"
  }

  private static func reason(_ text: Span<UInt8>, name: String, limit: Double) -> String? {
    if text.isEmpty { return "empty \(name); expected degrees" }
    let quoted = "\(name) \"\(text.string(limit: 40))\""
    if let degrees = DecimalText.parse(text) {
      return degrees.magnitude <= limit ? nil : "\(quoted) out of range; expected -\(Int(limit)) to \(Int(limit))"
    }
    for index in 0..<text.count where text[index] == UInt8(ascii: ",") {
      return "\(quoted) has a decimal comma; expected a decimal point"
    }
    var start = 0
    if text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") { start = 1 }
    let rest = text.extracting(start..<text.count)
    if rest.equalsIgnoringCase("nan") { return "\(quoted) is not a number (NaN); expected degrees" }
    if rest.equalsIgnoringCase("inf") || rest.equalsIgnoringCase("infinity") {
      return "\(quoted) is an infinity; expected degrees"
    }
    return "\(quoted) is not a decimal number; expected degrees"
  }
}
