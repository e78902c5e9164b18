import CXML
import WaybenchCore

/// A GPX scanner that delivers to a handler.
@safe
final class GPXReader<Handler: TraceHandler>: GPXScanner {
  var sink: TraceSink<Handler>

  init(input: ByteInput, sink: TraceSink<Handler>, options: TraceOptions) {
    self.sink = sink
    super.init(input: input, options: options)
  }

  /// Reads the whole file.
  func read() throws(TraceError) {
    parse()
    if let refusal {
      throw TraceError(kind: refusal.kind, path: input.path, line: refusal.line, message: refusal.message)
    }
    deliverBatch()
    if let inputError { try keepWhatIsWhole(TraceError(inputError), line: line) }
    if let parseError, inputError == nil {
      let isCut = isAtInputEnd && isAtTextEnd
      let message =
        isCut
        ? "the file is cut at line \(parseError.line): \(parseError.message); expected the end of the document"
        : "damaged at line \(parseError.line): \(parseError.message); expected well-formed XML"
      try keepWhatIsWhole(
        TraceError(kind: isCut ? .cut : .malformed, path: input.path, line: parseError.line, message: message),
        line: Int32(truncatingIfNeeded: parseError.line))
    }
    if isRouteOpen { sink.handler.endRoute() }
    sink.finish()
  }

  /// Throws when nothing of use came before the damage or the strict mode is on; reports it otherwise.
  private func keepWhatIsWhole(_ error: TraceError, line: Int32) throws(TraceError) {
    guard hasRoot else {
      if error.kind == .unreadable { throw error }
      throw TraceError(
        kind: .malformed, path: error.path, line: error.line, message: "not GPX: \(error.message)")
    }
    if options.strictness == .strict { throw error }
    sink.diagnose(.error, line: line, error.message)
  }

  /// Whether the parser stands at the end of all text.
  private var isAtTextEnd: Bool {
    guard let stream = unsafe context.pointee.input else { return true }
    return unsafe stream.pointee.end - stream.pointee.cur <= 1
  }

  override func deliverBatch() {
    for point in batch { sink.point(point) }
    batch.removeAll(keepingCapacity: true)
  }

  override func deliverTrackName(_ name: String?) { sink.setTrack(name: name) }
  override func deliverSegmentEnd() { sink.endSegment() }
  override func deliverTrackEnd() { sink.endTrack(reportsEmpty: true) }
  override func deliverRouteBegin(_ name: String?) { sink.handler.beginRoute(name: name) }
  override func deliverRouteEnd() { sink.handler.endRoute() }
  override func deliverWaypoint(_ point: TracePoint, name: String?) { sink.handler.waypoint(point, name: name) }

  override func deliverRoutePoint(_ point: TracePoint, name: String?, shape: [Coordinate]) {
    sink.handler.routePoint(point, name: name)
    for coordinate in shape { sink.handler.routeShape(coordinate) }
  }

  override func deliverDiagnostic(
    _ severity: TraceDiagnostic.Severity, line: Int32, _ message: @autoclosure () -> String
  ) {
    deliverBatch()
    sink.diagnose(severity, line: line, message())
  }
}
