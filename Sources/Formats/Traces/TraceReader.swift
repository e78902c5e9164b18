/// Reads trace files of every format.
public enum TraceReader {
  /// How many diagnostics a file may cause before the rest is only counted; errors are always reported.
  public static let diagnosticLimit = 1000

  /// Reads a file into a handler, point by point, in memory that does not grow with the file (GeoJSON: one copy of its
  /// text).
  ///
  /// - Parameters:
  ///   - path: a file, gzip or not; "-" is standard input.
  ///   - format: `nil`: told from the first bytes, then from the name.
  ///   - options: how damage and gaps are treated.
  ///   - handler: receives the content. After an error it holds what came before.
  /// - Throws: when the file as a whole cannot be read, and when GeoJSON is longer than `ByteInput.longestText`. No
  ///   points at all is not an error.
  @specialized(where Handler == TraceDocument)
  @specialized(where Handler == TraceSummary)
  public static func read<Handler: TraceHandler>(
    path: String, format: TraceFormat? = nil, options: TraceOptions = TraceOptions(), into handler: inout Handler
  ) throws(TraceError) {
    let input: ByteInput
    do { input = try ByteInput(path: path) } catch { throw TraceError(error) }
    try read(input, format: format, options: options, into: &handler)
  }

  /// Reads an input of which nothing has been taken yet: see `read(path:format:options:into:)`.
  @specialized(where Handler == TraceDocument)
  @specialized(where Handler == TraceSummary)
  static func read<Handler: TraceHandler>(
    _ input: ByteInput, format: TraceFormat? = nil, options: TraceOptions = TraceOptions(), into handler: inout Handler
  ) throws(TraceError) {
    let path = input.path
    var start: [UInt8]
    do { start = try input.peek(512) } catch { throw TraceError(error) }
    guard !start.isEmpty else {
      throw TraceError(kind: .empty, path: path, message: "the file is empty (0 bytes); expected a trace")
    }
    guard let format = format ?? sniffed(start) ?? TraceFormat(path: path) else {
      throw TraceError(
        kind: .malformed, path: path, line: 1, message: "not a known format; expected GPX, NMEA, GeoJSON or CSV")
    }
    start = []
    handler.beginDocument(format: format)
    let sink = TraceSink(handler, options: options)
    switch format {
    case .gpx:
      let reader = GPXReader(input: input, sink: sink, options: options)
      defer { handler = reader.sink.handler }
      try reader.read()
    case .nmea:
      var reader = NMEAReader(input: input, sink: sink, options: options)
      defer { handler = reader.sink.handler }
      try reader.read()
    case .geojson:
      var reader = GeoJSONTraceReader(path: path, sink: sink, options: options)
      defer { handler = reader.sink.handler }
      try reader.read(input)
    case .csv:
      var reader = CSVTraceReader(input: input, sink: sink)
      defer { handler = reader.sink.handler }
      try reader.read()
    }
  }

  /// Reads a whole file.
  ///
  /// - Throws: as `read(path:format:options:into:)`.
  public static func read(
    path: String, format: TraceFormat? = nil, options: TraceOptions = TraceOptions()
  ) throws(TraceError) -> TraceDocument {
    var document = TraceDocument()
    try read(path: path, format: format, options: options, into: &document)
    return document
  }

  /// Reads a file in constant memory and sums it up.
  ///
  /// - Throws: as `read(path:format:options:into:)`.
  public static func summarize(
    path: String, format: TraceFormat? = nil, options: TraceOptions = TraceOptions()
  ) throws(TraceError) -> TraceSummary {
    var summary = TraceSummary()
    try read(path: path, format: format, options: options, into: &summary)
    return summary
  }

  /// The format that the first bytes show; `nil` when they could be anything.
  private static func sniffed(_ start: [UInt8]) -> TraceFormat? {
    var index = start.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    if start.starts(with: [0xff, 0xfe]) || start.starts(with: [0xfe, 0xff]) { return .gpx }
    while index < start.count, start[index] <= 32 { index += 1 }
    guard index < start.count else { return nil }
    switch start[index] {
    case UInt8(ascii: "<"): return .gpx
    case UInt8(ascii: "{"), UInt8(ascii: "["): return .geojson
    case UInt8(ascii: "$"), UInt8(ascii: "!"), UInt8(ascii: "\\"): return .nmea
    default: break
    }
    let line = start[index...].prefix { $0 != 10 && $0 != 13 }
    let lower = String(decoding: line, as: UTF8.self).lowercased()
    return lower.contains("lat") || lower.hasPrefix("#") ? .csv : nil
  }
}
