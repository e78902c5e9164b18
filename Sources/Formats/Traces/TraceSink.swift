import WaybenchCore

/// What every format reader delivers to: opens tracks and segments when their first point comes, flags times out of
/// order, splits at gaps, and limits the diagnostics.
struct TraceSink<Handler: TraceHandler> {
  var handler: Handler
  private let gapNanoseconds: Int64
  private var trackName: String?
  private var isInTrack = false
  private var isInSegment = false
  private var lastTime = TracePoint.unknownTime
  private var diagnosticCount = 0

  init(_ handler: Handler, options: TraceOptions) {
    self.handler = handler
    let gap = (options.gapSplitSeconds ?? .infinity) * 1e9
    gapNanoseconds = gap >= 0 && gap < 9e18 ? Int64(gap) : .max
  }

  /// Names the track that the next point opens.
  mutating func setTrack(name: String?) {
    trackName = name
  }

  mutating func point(_ point: TracePoint) {
    let time = point.rawTimeNanoseconds
    if time != TracePoint.unknownTime {
      if lastTime != TracePoint.unknownTime {
        let step = time &- lastTime
        if step <= 0 {
          flag(step: step, line: point.line)
        } else if step > gapNanoseconds && isInSegment {
          endSegment()
        }
      }
      lastTime = time
    }
    if !isInSegment { openSegment() }
    handler.point(point)
  }

  mutating func points(_ points: [TracePoint]) {
    for point in points { self.point(point) }
  }

  mutating func endSegment() {
    guard isInSegment else { return }
    isInSegment = false
    handler.endSegment()
  }

  /// Ends the track; a track without points is reported too when `reportsEmpty` is set.
  mutating func endTrack(reportsEmpty: Bool = false) {
    endSegment()
    if !isInTrack && reportsEmpty {
      handler.beginTrack(name: trackName)
      isInTrack = true
    }
    if isInTrack { handler.endTrack() }
    isInTrack = false
    trackName = nil
    lastTime = TracePoint.unknownTime
  }

  /// Reports something, unless the limit is reached; then it is only counted.
  mutating func diagnose(_ severity: TraceDiagnostic.Severity, line: Int32, _ message: @autoclosure () -> String) {
    diagnosticCount += 1
    guard diagnosticCount <= TraceReader.diagnosticLimit || severity == .error else { return }
    handler.diagnostic(TraceDiagnostic(severity: severity, line: Int(line), message: message()))
  }

  mutating func finish() {
    endTrack()
    if diagnosticCount > TraceReader.diagnosticLimit {
      let rest = diagnosticCount - TraceReader.diagnosticLimit
      handler.diagnostic(TraceDiagnostic(severity: .warning, line: 0, message: "\(rest) further messages left out"))
    }
    handler.endDocument()
  }

  private mutating func openSegment() {
    if !isInTrack {
      isInTrack = true
      handler.beginTrack(name: trackName)
    }
    isInSegment = true
    handler.beginSegment()
  }

  private mutating func flag(step: Int64, line: Int32) {
    if step == 0 {
      diagnose(.warning, line: line, "the time repeats that of the point before; kept in file order")
    } else {
      diagnose(
        .warning, line: line,
        "the time steps back by \(DecimalText.text(-Double(step) / 1e9, decimals: 3) ?? "?") s; kept in file order")
    }
  }
}
