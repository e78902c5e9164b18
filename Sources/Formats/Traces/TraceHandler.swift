public import WaybenchCore

/// The file formats of traces.
public enum TraceFormat: String, Sendable, CaseIterable {
  /// GPS Exchange Format 1.0 and 1.1.
  case gpx
  /// NMEA 0183 sentences.
  case nmea
  /// GeoJSON (RFC 7946).
  case geojson
  /// Separated values under a header line.
  case csv

  /// The format that a file name stands for, also before `.gz`; `nil` for other names.
  public init?(path: String) {
    var name = path.lowercased()
    if name.hasSuffix(".gz") { name.removeLast(3) }
    switch name.split(separator: ".").last {
    case "gpx", "xml": self = .gpx
    case "nmea", "nma", "log": self = .nmea
    case "geojson", "json": self = .geojson
    case "csv", "tsv", "txt": self = .csv
    default: return nil
    }
  }
}

/// How a reader treats files that are not quite right.
public enum TraceStrictness: String, Sendable, CaseIterable {
  /// A cut or damaged file is an error. NMEA sentences need their checksum.
  case strict
  /// The whole points before the damage are kept, with an error diagnostic. NMEA sentences need their checksum.
  case standard
  /// As standard, but the checksum of a NMEA sentence may be missing (never wrong).
  case lenient
}

/// What a reader is asked for.
public struct TraceOptions: Sendable {
  /// How damage is treated.
  public var strictness: TraceStrictness
  /// A pause longer than this splits a segment, seconds; `nil`: segments are those of the file.
  public var gapSplitSeconds: Double?

  /// Makes options; the default keeps what is whole and the segments of the file.
  public init(strictness: TraceStrictness = .standard, gapSplitSeconds: Double? = nil) {
    self.strictness = strictness
    self.gapSplitSeconds = gapSplitSeconds
  }
}

/// Something that a reader of a trace noticed and went on.
public struct TraceDiagnostic: Sendable, Hashable, CustomStringConvertible {
  /// How bad it is.
  public enum Severity: String, Sendable, CaseIterable {
    /// Unusual, nothing is lost.
    case note
    /// One point or one value is lost or doubtful.
    case warning
    /// Part of the file is lost.
    case error
  }
  /// How bad it is.
  public var severity: Severity
  /// The line of the file, from 1; 0 for the file as a whole.
  public var line: Int
  /// What was found and what was expected, or what was done about it.
  public var message: String

  /// Makes a diagnostic.
  public init(severity: Severity, line: Int, message: String) {
    self.severity = severity
    self.line = line
    self.message = message
  }

  /// One line: `line N: severity: message`.
  public var description: String { "line \(line): \(severity.rawValue): \(message)" }
}

/// Why a trace file could not be read at all.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Kind: String, Sendable {
    /// The file cannot be opened or its bytes cannot be read or unpacked.
    case unreadable
    /// The file has no bytes.
    case empty
    /// The bytes are not of the format.
    case malformed
    /// The file stops too early, and the strict mode was asked for.
    case cut
    /// The file holds what is refused for safety: a document type declaration, an entity, too deep nesting.
    case refused
  }
  /// What kind of failure it is.
  public let kind: Kind
  /// The path as given.
  public let path: String
  /// The line, from 1; `nil` when no line is meant.
  public let line: Int?
  /// What was found; what was expected.
  public let message: String

  /// Makes an error.
  public init(kind: Kind, path: String, line: Int? = nil, message: String) {
    self.kind = kind
    self.path = path
    self.line = line
    self.message = message
  }

  init(_ error: ByteInputError) {
    let place = error.byteOffset.map { "byte \($0): " } ?? ""
    self.init(kind: .unreadable, path: error.path, message: place + error.message)
  }

  /// One line: `path:line: what was found; what was expected`.
  public var description: String {
    guard let line else { return "\(path): \(message)" }
    return "\(path):\(line): \(message)"
  }
}

/// Receives a trace while it is read.
///
/// Order of calls: `beginDocument`, then any mix of tracks, routes, waypoints and diagnostics, then `endDocument`
/// (not after an error). Segments are never empty; a track may be. Every position lies in range. Every method has an
/// empty default.
public protocol TraceHandler {
  /// The file is of this format and has begun.
  mutating func beginDocument(format: TraceFormat)
  /// The times of the points to come are nanoseconds since the start of the trace, not since 1970.
  mutating func timesAreRelative()
  /// A track begins.
  mutating func beginTrack(name: String?)
  /// A segment with at least one point begins.
  mutating func beginSegment()
  /// The next point of the segment.
  mutating func point(_ point: TracePoint)
  /// The segment ends.
  mutating func endSegment()
  /// The track ends.
  mutating func endTrack()
  /// A planned route begins.
  mutating func beginRoute(name: String?)
  /// The next point of the route.
  mutating func routePoint(_ point: TracePoint, name: String?)
  /// What the route point just given says besides its name; not called where there is nothing.
  mutating func routePointText(_ text: RoutePointText)
  /// A vertex of the way from the last route point to the next.
  mutating func routeShape(_ coordinate: Coordinate)
  /// The route ends.
  mutating func endRoute()
  /// A single named place.
  mutating func waypoint(_ point: TracePoint, name: String?)
  /// Something was noticed. At most `TraceReader.diagnosticLimit` and one that counts the rest.
  mutating func diagnostic(_ diagnostic: TraceDiagnostic)
  /// The file is read.
  mutating func endDocument()
}

extension TraceHandler {
  /// Does nothing.
  public mutating func beginDocument(format: TraceFormat) {}
  /// Does nothing.
  public mutating func timesAreRelative() {}
  /// Does nothing.
  public mutating func beginTrack(name: String?) {}
  /// Does nothing.
  public mutating func beginSegment() {}
  /// Does nothing.
  public mutating func point(_ point: TracePoint) {}
  /// Does nothing.
  public mutating func endSegment() {}
  /// Does nothing.
  public mutating func endTrack() {}
  /// Does nothing.
  public mutating func beginRoute(name: String?) {}
  /// Does nothing.
  public mutating func routePoint(_ point: TracePoint, name: String?) {}
  /// Does nothing.
  public mutating func routePointText(_ text: RoutePointText) {}
  /// Does nothing.
  public mutating func routeShape(_ coordinate: Coordinate) {}
  /// Does nothing.
  public mutating func endRoute() {}
  /// Does nothing.
  public mutating func waypoint(_ point: TracePoint, name: String?) {}
  /// Does nothing.
  public mutating func diagnostic(_ diagnostic: TraceDiagnostic) {}
  /// Does nothing.
  public mutating func endDocument() {}
}

/// What a point of a planned route says.
public struct RoutePointText: Sendable, Hashable {
  /// Its name; `nil` when it has none.
  public var name: String?
  /// A sentence about it; `nil` when it has none.
  public var description: String?
  /// What kind of point it is; `nil` when it does not tell.
  public var type: String?

  /// Makes the texts of a point; none without arguments.
  public init(name: String? = nil, description: String? = nil, type: String? = nil) {
    self.name = name
    self.description = description
    self.type = type
  }
}
