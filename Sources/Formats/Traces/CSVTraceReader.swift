import WaybenchCore

/// Reads separated values under a header line that names the columns.
///
/// The separator is the comma, semicolon or tab that the header has most of. An empty field was not reported. Lines
/// that begin with `#` and empty lines are skipped.
struct CSVTraceReader<Handler: TraceHandler> {
  var sink: TraceSink<Handler>
  private let input: ByteInput
  private var columns: CSVColumns?
  private var failure: String?
  private var lineNumber: Int32 = 0
  private var starts: [Int] = []
  private var ends: [Int] = []
  private var segmentName: [UInt8] = []

  init(input: ByteInput, sink: TraceSink<Handler>) {
    self.input = input
    self.sink = sink
  }

  /// Reads the whole file.
  mutating func read() throws(TraceError) {
    var lines = LineReader(input)
    do {
      while failure == nil, try lines.next({ line, _ in take(line) }) {}
    } catch {
      guard columns != nil else { throw TraceError(error) }
      sink.diagnose(.error, line: lineNumber, "\(error.message) (byte \(error.byteOffset ?? 0))")
    }
    if let failure { throw TraceError(kind: .malformed, path: input.path, line: Int(lineNumber), message: failure) }
    guard columns != nil else {
      throw TraceError(kind: .malformed, path: input.path, line: 1, message: "no header line; expected column names")
    }
    sink.finish()
  }

  private mutating func take(_ line: Span<UInt8>) {
    lineNumber &+= 1
    let range = trimmedOfMark(line)
    guard !range.isEmpty, line[range.lowerBound] != UInt8(ascii: "#") else { return }
    guard let columns else { return takeHeader(line.extracting(range)) }
    split(line, columns.separator)
    if starts.count < columns.neededFieldCount {
      return sink.diagnose(
        .warning, line: lineNumber,
        "row rejected: \(starts.count) fields; expected at least \(columns.neededFieldCount)")
    }
    takeRow(line, columns)
  }

  /// The part of a line without blanks and without a byte-order mark on the first.
  private func trimmedOfMark(_ line: Span<UInt8>) -> Range<Int> {
    let hasMark = lineNumber == 1 && line.count >= 3 && line[0] == 0xef && line[1] == 0xbb && line[2] == 0xbf
    let start = hasMark ? 3 : 0
    // Tabs may be empty fields: only line ends and blanks at the start are taken off.
    let rest = line.extracting(start..<line.count)
    if trimmed(rest).isEmpty { return 0..<0 }
    return start..<line.count
  }

  private mutating func takeHeader(_ line: Span<UInt8>) {
    var best = (separator: UInt8(ascii: ","), count: 0)
    for separator in [UInt8(ascii: ","), UInt8(ascii: ";"), 9] {
      var count = 0
      for index in 0..<line.count where line[index] == separator { count += 1 }
      if count > best.count { best = (separator, count) }
    }
    split(line, best.separator)
    var found = CSVColumns(separator: best.separator)
    for index in starts.indices { found.assign(index, name: line.extracting(starts[index]..<ends[index])) }
    guard found.latitude >= 0, found.longitude >= 0 else {
      failure = "the header \"\(line.string(limit: 80))\" has no latitude and longitude; expected columns lat and lon"
      return
    }
    columns = found
    if found.relativeTime >= 0 && found.time < 0 { sink.handler.timesAreRelative() }
  }

  /// Splits a line at its separators; quotes protect them. Quotes round a field are taken off.
  private mutating func split(_ line: Span<UInt8>, _ separator: UInt8) {
    starts.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    var start = 0
    var isQuoted = false
    for index in 0...line.count {
      let isEnd = index == line.count
      if !isEnd && line[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard isEnd || (line[index] == separator && !isQuoted) else { continue }
      let field = trimmed(line.extracting(start..<index))
      var lower = start + field.lowerBound
      var upper = start + field.upperBound
      if upper - lower >= 2, line[lower] == UInt8(ascii: "\""), line[upper - 1] == UInt8(ascii: "\"") {
        lower += 1
        upper -= 1
      }
      starts.append(lower)
      ends.append(max(lower, upper))
      start = index + 1
    }
  }

  /// Where the field of a column stands in the line; empty when there is none.
  private func range(_ column: Int) -> Range<Int> {
    column >= 0 && column < starts.count ? starts[column]..<ends[column] : 0..<0
  }

  private mutating func takeRow(_ line: Span<UInt8>, _ columns: CSVColumns) {
    let latitude = line.extracting(range(columns.latitude))
    let longitude = line.extracting(range(columns.longitude))
    guard let coordinate = PositionText.coordinate(latitude: latitude, longitude: longitude) else {
      let reason = PositionText.reason(latitude: latitude, longitude: longitude)
      return sink.diagnose(.warning, line: lineNumber, "point rejected: \(reason)")
    }
    var point = TracePoint(coordinate: coordinate, line: lineNumber)
    point.rawTimeNanoseconds = time(line, columns) ?? TracePoint.unknownTime
    point.elevationMeters = number(line, columns.elevation, "elevation") ?? .nan
    point.setAccuracy(number(line, columns.accuracy, "accuracy"))
    point.setSpeed(number(line, columns.speed, "speed").map { $0 * columns.metersPerSecondPerSpeedUnit })
    point.setCourse(number(line, columns.course, "course"))
    point.setDilution(number(line, columns.dilution, "hdop"))
    startSegment(line, columns.segment)
    sink.point(point)
  }

  /// A column that names the segment opens another whenever its value changes.
  private mutating func startSegment(_ line: Span<UInt8>, _ column: Int) {
    guard column >= 0 else { return }
    let name = line.extracting(range(column))
    var isSame = name.count == segmentName.count
    for index in 0..<name.count where isSame && name[index] != segmentName[index] { isSame = false }
    if isSame { return }
    sink.endSegment()
    segmentName = Array(name.string().utf8)
  }

  private mutating func number(_ line: Span<UInt8>, _ column: Int, _ what: StaticString) -> Double? {
    let text = line.extracting(range(column))
    if text.isEmpty { return nil }
    if let value = DecimalText.parse(text) { return value }
    let found = text.string(limit: 40)
    sink.diagnose(.warning, line: lineNumber, "\(what) \"\(found)\" left out; expected a decimal number")
    return nil
  }

  private mutating func time(_ line: Span<UInt8>, _ columns: CSVColumns) -> Int64? {
    let text = line.extracting(range(columns.time >= 0 ? columns.time : columns.relativeTime))
    if text.isEmpty { return nil }
    if columns.time < 0 {
      if let seconds = TimeText.parseSeconds(text) { return seconds }
    } else if let time = TimeText.parse(text) ?? TimeText.parseEpoch(text) {
      return time
    }
    let found = text.string(limit: 40)
    sink.diagnose(.warning, line: lineNumber, "time \"\(found)\" left out; expected ISO 8601 or seconds")
    return nil
  }
}

/// Which column holds what; -1: none does.
struct CSVColumns {
  var separator: UInt8
  var latitude = -1
  var longitude = -1
  var time = -1
  var relativeTime = -1
  var elevation = -1
  var accuracy = -1
  var speed = -1
  var course = -1
  var dilution = -1
  var segment = -1
  var metersPerSecondPerSpeedUnit = 1.0

  init(separator: UInt8) { self.separator = separator }

  /// A row with fewer fields has no position.
  var neededFieldCount: Int { max(latitude, longitude) + 1 }

  /// Takes a column by its name; the first of several synonyms wins.
  mutating func assign(_ index: Int, name: Span<UInt8>) {
    switch name.string(limit: 40).lowercased() {
    case "lat", "latitude", "y", "lat_deg", "latitude_deg": if latitude < 0 { latitude = index }
    case "lon", "lng", "long", "longitude", "x", "lon_deg", "longitude_deg": if longitude < 0 { longitude = index }
    case "time", "timestamp", "datetime", "date_time", "utc", "time_utc", "timestamp_s", "epoch", "unix":
      if time < 0 { time = index }
    case "t_s", "t", "seconds", "elapsed", "elapsed_s", "time_s": if relativeTime < 0 { relativeTime = index }
    case "ele", "elevation", "altitude", "alt", "ele_m", "altitude_m", "elevation_m", "alt_m":
      if elevation < 0 { elevation = index }
    case "accuracy_m", "accuracy", "horizontal_accuracy", "horizontalaccuracy", "hacc", "acc":
      if accuracy < 0 { accuracy = index }
    case "speed_mps", "speed", "speed_ms", "velocity", "speed_m_s": if speed < 0 { speed = index }
    case "speed_kmh", "speed_kph", "speed_km_h": setSpeed(index, 1 / 3.6)
    case "speed_mph": setSpeed(index, 0.44704)
    case "speed_kn", "speed_knots", "speed_kt": setSpeed(index, 1852.0 / 3600)
    case "course_deg", "course", "heading", "bearing", "heading_deg", "bearing_deg", "cog":
      if course < 0 { course = index }
    case "hdop": if dilution < 0 { dilution = index }
    case "segment", "segment_id", "seg": if segment < 0 { segment = index }
    default: break
    }
  }

  private mutating func setSpeed(_ index: Int, _ factor: Double) {
    guard speed < 0 else { return }
    speed = index
    metersPerSecondPerSpeedUnit = factor
  }
}

extension TimeText {
  /// Reads seconds since 1970, or milliseconds when the number is too large for seconds of this era.
  static func parseEpoch(_ text: Span<UInt8>) -> Int64? {
    if let time = parseSeconds(text) { return time }
    guard let value = DecimalText.parse(text), value >= 9.2e9 else { return nil }
    return nanoseconds(milliseconds: value)
  }

  /// Reads a JSON number as seconds or milliseconds since 1970.
  static func epoch(_ value: Double) -> Int64? {
    value.magnitude < 9.2e9 ? nanoseconds(seconds: value) : nanoseconds(milliseconds: value)
  }

  /// Milliseconds to nanoseconds, exact for whole ones; `nil` beyond 9.2e12.
  private static func nanoseconds(milliseconds: Double) -> Int64? {
    guard milliseconds.magnitude < 9.2e12 else { return nil }
    let whole = milliseconds.rounded(.down)
    return Int64(whole) * 1_000_000 + Int64(((milliseconds - whole) * 1e6).rounded())
  }

  /// Seconds to nanoseconds, exact to the microsecond that a `Double` of this size holds; `nil` beyond 9.2e9.
  static func nanoseconds(seconds: Double) -> Int64? {
    guard seconds.magnitude < 9.2e9 else { return nil }
    let whole = seconds.rounded(.down)
    return Int64(whole) * nanosecondsPerSecond + Int64(((seconds - whole) * 1e9).rounded())
  }
}
