public import WaybenchCore

/// Everything that a trace file holds.
public struct TraceDocument: TraceHandler, Sendable {
  /// A recorded track.
  public struct Track: Sendable {
    /// Its name; `nil` when it has none.
    public var name: String?
    /// Its segments in file order, none of them empty.
    public var segments: [[TracePoint]]

    /// Makes a track.
    public init(name: String? = nil, segments: [[TracePoint]] = []) {
      self.name = name
      self.segments = segments
    }
  }

  /// A planned route.
  public struct Route: Sendable {
    /// Its name; `nil` when it has none.
    public var name: String?
    /// Its points in file order.
    public var points: [TracePoint] = []
    /// What the points say, as many as points.
    public var pointTexts: [RoutePointText] = []
    /// The names of the points, as many as points.
    public var pointNames: [String?] { pointTexts.map(\.name) }
    /// Every vertex: the points and, where the file has them, the vertices between.
    public var shape: [Coordinate] = []

    /// Makes an empty route.
    public init(name: String? = nil) { self.name = name }
  }

  /// A single place.
  public struct Waypoint: Sendable {
    /// Its name; `nil` when it has none.
    public var name: String?
    /// Where it is.
    public var point: TracePoint

    /// Makes a waypoint.
    public init(name: String? = nil, point: TracePoint) {
      self.name = name
      self.point = point
    }
  }

  /// The format that the file has.
  public var format: TraceFormat
  /// The tracks in file order.
  public var tracks: [Track] = []
  /// The routes in file order.
  public var routes: [Route] = []
  /// The waypoints in file order.
  public var waypoints: [Waypoint] = []
  /// What the reader noticed.
  public var diagnostics: [TraceDiagnostic] = []
  /// Whether times count from the start of the trace and not from 1970.
  public var hasRelativeTimes = false
  private var segment: [TracePoint] = []

  /// Makes an empty document.
  public init(format: TraceFormat = .gpx) { self.format = format }

  /// How many points the tracks have.
  public var trackPointCount: Int { tracks.reduce(0) { $0 + $1.segments.reduce(0) { $0 + $1.count } } }

  /// All points of the tracks, one after the other.
  public var trackPoints: [TracePoint] { tracks.flatMap { $0.segments.flatMap { $0 } } }

  /// Takes the format.
  public mutating func beginDocument(format: TraceFormat) { self.format = format }
  /// Notes that times are relative.
  public mutating func timesAreRelative() { hasRelativeTimes = true }
  /// Opens a track.
  public mutating func beginTrack(name: String?) { tracks.append(Track(name: name)) }
  /// Keeps a point.
  public mutating func point(_ point: TracePoint) { segment.append(point) }
  /// Closes the segment.
  public mutating func endSegment() {
    guard !tracks.isEmpty else { return }
    tracks[tracks.count - 1].segments.append(segment)
    segment = []
  }
  /// Opens a route.
  public mutating func beginRoute(name: String?) { routes.append(Route(name: name)) }
  /// Keeps a route point.
  public mutating func routePoint(_ point: TracePoint, name: String?) {
    guard !routes.isEmpty else { return }
    routes[routes.count - 1].points.append(point)
    routes[routes.count - 1].pointTexts.append(RoutePointText(name: name))
    routes[routes.count - 1].shape.append(point.coordinate)
  }
  /// Keeps what the last route point says.
  public mutating func routePointText(_ text: RoutePointText) {
    guard !routes.isEmpty, !routes[routes.count - 1].pointTexts.isEmpty else { return }
    routes[routes.count - 1].pointTexts[routes[routes.count - 1].pointTexts.count - 1] = text
  }
  /// Keeps a vertex between route points.
  public mutating func routeShape(_ coordinate: Coordinate) {
    guard !routes.isEmpty else { return }
    routes[routes.count - 1].shape.append(coordinate)
  }
  /// Keeps a waypoint.
  public mutating func waypoint(_ point: TracePoint, name: String?) {
    waypoints.append(Waypoint(name: name, point: point))
  }
  /// Keeps a diagnostic.
  public mutating func diagnostic(_ diagnostic: TraceDiagnostic) { diagnostics.append(diagnostic) }
}
