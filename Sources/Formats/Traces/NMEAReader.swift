import WaybenchCore

/// Reads NMEA 0183: RMC, GGA, GLL, VTG, GST and ZDA of any talker, joined into one fix per moment.
struct NMEAReader<Handler: TraceHandler> {
  var sink: TraceSink<Handler>
  private let input: ByteInput
  private let options: TraceOptions
  private var sentence = NMEASentence()
  private var epoch: NMEAEpoch?
  /// Fixes that wait for the first date of the file.
  private var undated: [NMEAEpoch] = []
  private var clock = NMEAClock()
  private var voidCount = 0
  private var sentenceCount = 0
  private static var mostUndated: Int { 10_000 }

  init(input: ByteInput, sink: TraceSink<Handler>, options: TraceOptions) {
    self.input = input
    self.sink = sink
    self.options = options
  }

  /// Reads the whole file.
  mutating func read() throws(TraceError) {
    var lines = LineReader(input)
    do {
      while try lines.next({ line, _ in take(line) }) {}
    } catch {
      guard options.strictness != .strict, sentenceCount > 0 else { throw TraceError(error) }
      sink.diagnose(.error, line: lines.lineNumber, "\(error.message) (byte \(error.byteOffset ?? 0))")
    }
    guard sentenceCount > 0 else {
      throw TraceError(
        kind: .malformed, path: input.path, line: 1, message: "no valid NMEA sentence; expected $ sentences")
    }
    flush()
    releaseUndated()
    if voidCount > 0 { sink.diagnose(.note, line: 0, "\(voidCount) moments without a fix") }
    sink.finish()
  }

  private mutating func take(_ line: Span<UInt8>) {
    lineCount &+= 1
    guard !trimmed(line).isEmpty else { return }
    if let fault = sentence.split(line, requiresChecksum: options.strictness != .lenient) {
      return sink.diagnose(.warning, line: lineCount, "sentence rejected: \(fault.message)")
    }
    sentenceCount += 1
    var isWhole = true
    switch sentence.type(line) {
    case NMEASentence.code("RMC"): isWhole = takeRMC(line)
    case NMEASentence.code("GGA"): isWhole = takeGGA(line)
    case NMEASentence.code("GLL"): isWhole = takeGLL(line)
    case NMEASentence.code("GST"): isWhole = takeGST(line)
    case NMEASentence.code("ZDA"): isWhole = takeZDA(line)
    case NMEASentence.code("VTG"): takeVTG(line)
    default: break
    }
    if !isWhole { sink.diagnose(.warning, line: lineCount, "sentence rejected: fields are missing or not numbers") }
  }

  private var lineCount: Int32 = 0

  private func number(_ line: Span<UInt8>, _ index: Int) -> Double? {
    DecimalText.parse(line.extracting(sentence.field(index)))
  }

  private func letter(_ line: Span<UInt8>, _ index: Int) -> UInt8 {
    let field = sentence.field(index)
    return field.count == 1 ? line[field.lowerBound] : 0
  }

  /// Opens the moment of a time field, closing the one before; false when the field is not a time.
  private mutating func open(_ line: Span<UInt8>, timeField: Int) -> Bool {
    guard let timeOfDay = NMEAClock.timeOfDay(line.extracting(sentence.field(timeField))) else { return false }
    if epoch?.timeOfDay != timeOfDay {
      flush()
      epoch = NMEAEpoch(timeOfDay: timeOfDay, line: lineCount)
    }
    return true
  }

  /// Time, status, latitude, longitude, speed in knots, course, date.
  private mutating func takeRMC(_ line: Span<UInt8>) -> Bool {
    guard sentence.fieldCount >= 10 else { return false }
    guard open(line, timeField: 1) else { return isAbsent(1) }
    if let day = NMEAClock.day(line.extracting(sentence.field(9))) { epoch?.day = day }
    guard letter(line, 2) == UInt8(ascii: "A") else {
      epoch?.isVoid = true
      return true
    }
    if let knots = number(line, 7) { epoch?.speed = knots * NMEAClock.metersPerSecondPerKnot }
    if let course = number(line, 8) { epoch?.course = course }
    return setPosition(line, 3, wins: true)
  }

  /// Time, latitude, longitude, quality, satellites, dilution, altitude.
  private mutating func takeGGA(_ line: Span<UInt8>) -> Bool {
    guard sentence.fieldCount >= 10 else { return false }
    guard open(line, timeField: 1) else { return isAbsent(1) }
    guard let quality = number(line, 6), quality > 0 else {
      epoch?.isVoid = true
      return true
    }
    let dilution = number(line, 8)
    let elevation = number(line, 9) ?? .nan
    epoch?.dilution = dilution
    epoch?.elevation = elevation
    return setPosition(line, 2, wins: false)
  }

  /// Latitude, longitude, time, status.
  private mutating func takeGLL(_ line: Span<UInt8>) -> Bool {
    guard sentence.fieldCount >= 6 else { return false }
    guard open(line, timeField: 5) else { return isAbsent(5) }
    if sentence.fieldCount > 6, letter(line, 6) != UInt8(ascii: "A") {
      epoch?.isVoid = true
      return true
    }
    return setPosition(line, 1, wins: false)
  }

  /// Time, then standard deviations of latitude (6) and longitude (7), metres.
  private mutating func takeGST(_ line: Span<UInt8>) -> Bool {
    guard sentence.fieldCount >= 8 else { return false }
    guard open(line, timeField: 1) else { return isAbsent(1) }
    if let north = number(line, 6), let east = number(line, 7) {
      // The radius that holds 68 % of a round normal error is 1.515 times its deviation along one axis.
      epoch?.accuracy = 1.515 * ((north * north + east * east) / 2).squareRoot()
    }
    return true
  }

  /// Time, day, month, year.
  private mutating func takeZDA(_ line: Span<UInt8>) -> Bool {
    guard sentence.fieldCount >= 5 else { return false }
    guard open(line, timeField: 1) else { return isAbsent(1) }
    guard let day = number(line, 2), let month = number(line, 3), let year = number(line, 4), day < 99, month < 99,
      year < 9999, day >= 0, month >= 0, year >= 0
    else { return false }
    if let date = TimeText.days(year: Int(year), month: Int(month), day: Int(day)) { epoch?.day = date }
    return true
  }

  /// Course (1) and speed in km/h (7); without a time of its own it belongs to the open moment.
  private mutating func takeVTG(_ line: Span<UInt8>) {
    guard sentence.fieldCount >= 8 else { return }
    let course = number(line, 1)
    let speed = number(line, 7).map { $0 / 3.6 }
    if epoch?.course == nil { epoch?.course = course }
    if epoch?.speed == nil { epoch?.speed = speed }
  }

  /// A receiver without a clock yet sends empty times: not an error, but nothing to use.
  private mutating func isAbsent(_ timeField: Int) -> Bool {
    guard sentence.field(timeField).isEmpty else { return false }
    voidCount += 1
    return true
  }

  private mutating func setPosition(_ line: Span<UInt8>, _ field: Int, wins: Bool) -> Bool {
    guard
      let latitude = NMEAClock.degrees(
        line.extracting(sentence.field(field)), letter(line, field + 1), positive: "N", negative: "S"),
      let longitude = NMEAClock.degrees(
        line.extracting(sentence.field(field + 2)), letter(line, field + 3), positive: "E", negative: "W"),
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { return false }
    if wins || epoch?.point == nil { epoch?.point = TracePoint(coordinate: coordinate) }
    return true
  }

  /// Ends the open moment: dates it and hands its fix on.
  private mutating func flush() {
    guard let ended = epoch else { return }
    epoch = nil
    if ended.isVoid || ended.point == nil { voidCount += 1 }
    guard let time = clock.time(of: ended) else {
      if undated.count >= Self.mostUndated {
        // From here on the times are relative: this moment has one too.
        releaseUndated()
        epoch = ended
        return flush()
      }
      undated.append(ended)
      return
    }
    if !undated.isEmpty { releaseUndated(before: ended) }
    if let fix = ended.fix(timeNanoseconds: time) { sink.point(fix) }
  }

  /// Dates the waiting moments backwards from the first one whose date is known.
  private mutating func releaseUndated(before dated: NMEAEpoch) {
    var day = dated.day ?? 0
    var next = dated.timeOfDay
    var times: [Int64] = []
    for waiting in undated.reversed() {
      if waiting.timeOfDay > next &+ TimeText.nanosecondsPerDay / 2 { day -= 1 }
      next = waiting.timeOfDay
      times.append(day &* TimeText.nanosecondsPerDay &+ next)
    }
    for (waiting, time) in zip(undated, times.reversed()) {
      if let fix = waiting.fix(timeNanoseconds: time) { sink.point(fix) }
    }
    undated = []
  }

  /// No sentence tells a date: times count from the first fix.
  private mutating func releaseUndated() {
    guard let first = undated.first else { return }
    sink.diagnose(.note, line: 0, "no sentence tells the date; times count from the first fix")
    sink.handler.timesAreRelative()
    clock.startRelative(at: first.timeOfDay)
    let waiting = undated
    undated = []
    for moment in waiting {
      if let time = clock.time(of: moment), let fix = moment.fix(timeNanoseconds: time) { sink.point(fix) }
    }
  }
}

/// Turns the times of day of NMEA into times, and reads its field forms.
struct NMEAClock {
  static let metersPerSecondPerKnot = 1852.0 / 3600
  private var day: Int64?
  private var lastTimeOfDay: Int64 = 0
  private var originNanoseconds: Int64 = 0

  /// Counts from the first moment when no date is known.
  mutating func startRelative(at timeOfDay: Int64) {
    day = 0
    lastTimeOfDay = timeOfDay
    originNanoseconds = timeOfDay
  }

  /// The time of a moment: by its own date, otherwise by the last one known, a day on when the time of day falls by
  /// more than half a day.
  mutating func time(of epoch: NMEAEpoch) -> Int64? {
    if let own = epoch.day {
      if originNanoseconds == 0 { day = own }
    } else if let known = day {
      let step = epoch.timeOfDay - lastTimeOfDay
      if step < -TimeText.nanosecondsPerDay / 2 { day = known + 1 }
      if step > TimeText.nanosecondsPerDay / 2 { day = known - 1 }
    }
    guard let day else { return nil }
    lastTimeOfDay = epoch.timeOfDay
    return day &* TimeText.nanosecondsPerDay &+ epoch.timeOfDay &- originNanoseconds
  }

  /// `hhmmss` with an optional fraction, in nanoseconds since midnight.
  static func timeOfDay(_ text: Span<UInt8>) -> Int64? {
    guard text.count >= 6, let digits = TimeText.parseSeconds(text) else { return nil }
    guard text.count == 6 || text[6] == UInt8(ascii: ".") else { return nil }
    let (whole, fraction) = digits.quotientAndRemainder(dividingBy: TimeText.nanosecondsPerSecond)
    let (hour, minute, second) = (whole / 10_000, whole / 100 % 100, whole % 100)
    guard whole >= 0, hour < 24, minute < 60, second <= 60 else { return nil }
    return (hour * 3600 + minute * 60 + second) * TimeText.nanosecondsPerSecond + fraction
  }

  /// `ddmmyy` in days since 1970; years 80 to 99 are of the last century.
  static func day(_ text: Span<UInt8>) -> Int64? {
    guard text.count == 6, let seconds = TimeText.parseSeconds(text) else { return nil }
    let digits = Int(seconds / TimeText.nanosecondsPerSecond)
    let year = digits % 100
    return TimeText.days(year: year < 80 ? 2000 + year : 1900 + year, month: digits / 100 % 100, day: digits / 10_000)
  }

  /// `ddmm.mmmm` or `dddmm.mmmm` with its hemisphere.
  static func degrees(
    _ text: Span<UInt8>, _ hemisphere: UInt8, positive: Unicode.Scalar, negative: Unicode.Scalar
  ) -> Double? {
    guard let value = DecimalText.parse(text), value >= 0, value < 18_001,
      hemisphere == UInt8(ascii: positive) || hemisphere == UInt8(ascii: negative)
    else { return nil }
    let whole = (value / 100).rounded(.down)
    let minutes = value - whole * 100
    guard minutes < 60 else { return nil }
    let degrees = whole + minutes / 60
    return hemisphere == UInt8(ascii: negative) ? -degrees : degrees
  }
}
