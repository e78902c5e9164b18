import WaybenchCore

/// Reads a GPX file into a handler.
final class GPXReader<Handler: TraceHandler>: GPXDelivery {
  var sink: TraceSink<Handler>
  private let input: ByteInput
  private let options: TraceOptions

  init(input: ByteInput, sink: TraceSink<Handler>, options: TraceOptions) {
    self.input = input
    self.sink = sink
    self.options = options
  }

  /// Reads the whole file.
  func read() throws(TraceError) {
    guard let made = GPXScanner(input: input, delivery: self) else {
      throw TraceError(kind: .unreadable, path: input.path, message: "no memory for the XML parser")
    }
    let scanner = UnsafeMutablePointer<GPXScanner>.allocate(capacity: 1)
    unsafe scanner.initialize(to: made)
    defer {
      unsafe scanner.pointee.free()
      unsafe scanner.deinitialize(count: 1)
      unsafe scanner.deallocate()
    }
    unsafe GPXScanner.parse(scanner)
    unsafe scanner.pointee.deliverBatch()
    try unsafe judge(scanner.pointee)
    if unsafe scanner.pointee.isRouteOpen { sink.handler.endRoute() }
    sink.finish()
  }

  /// What the end of parsing means.
  private func judge(_ scanner: GPXScanner) throws(TraceError) {
    if let refusal = scanner.refusal {
      throw TraceError(kind: refusal.kind, path: input.path, line: refusal.line, message: refusal.message)
    }
    if let inputError = scanner.inputError {
      return try keepWhatIsWhole(TraceError(inputError), line: scanner.line, hasRoot: scanner.hasRoot)
    }
    guard let (line, found) = scanner.parseError else { return }
    let isCut = scanner.isAtTextEnd
    let message =
      isCut
      ? "the file is cut at line \(line): \(found); expected the end of the document"
      : "damaged at line \(line): \(found); expected well-formed XML"
    try keepWhatIsWhole(
      TraceError(kind: isCut ? .cut : .malformed, path: input.path, line: line, message: message),
      line: Int32(truncatingIfNeeded: line), hasRoot: scanner.hasRoot)
  }

  /// Throws when nothing of use came before the damage or the strict mode is on; reports it otherwise.
  private func keepWhatIsWhole(_ error: TraceError, line: Int32, hasRoot: Bool) throws(TraceError) {
    guard hasRoot else {
      if error.kind == .unreadable { throw error }
      throw TraceError(
        kind: .malformed, path: error.path, line: error.line, message: "not GPX: \(error.message)")
    }
    if options.strictness == .strict { throw error }
    sink.diagnose(.error, line: line, error.message)
  }

  override func points(_ points: [TracePoint]) {
    sink.points(points)
  }

  override func trackName(_ name: String?) { sink.setTrack(name: name) }
  override func endSegment() { sink.endSegment() }
  override func endTrack() { sink.endTrack(reportsEmpty: true) }
  override func beginRoute(_ name: String?) { sink.handler.beginRoute(name: name) }
  override func endRoute() { sink.handler.endRoute() }
  override func waypoint(_ point: TracePoint, name: String?) { sink.handler.waypoint(point, name: name) }

  override func routePoint(_ point: TracePoint, text: RoutePointText, shape: [Coordinate]) {
    sink.handler.routePoint(point, name: text.name)
    if text.description != nil || text.type != nil { sink.handler.routePointText(text) }
    for coordinate in shape { sink.handler.routeShape(coordinate) }
  }

  override func diagnostic(
    _ severity: TraceDiagnostic.Severity, line: Int32, _ message: @autoclosure () -> String
  ) {
    sink.diagnose(severity, line: line, message())
  }
}
