public import WaybenchCore

/// A planned route as a file tells it: a line, with maneuvers and waypoints tied to its vertices.
public struct PlannedLine: Sendable {
  /// Something to do at a vertex.
  public struct Maneuver: Sendable, Hashable {
    /// Index of the vertex in `coordinates`.
    public var vertex: Int
    /// What kind of maneuver the file calls it, such as "turn left" or "arrive".
    public var type: String
    /// The direction, such as "slight right", where the file states it apart.
    public var modifier: String?
    /// The exit of a roundabout, counted from 1, where the file states it.
    public var exit: Int?
    /// The road that it leads onto, where the file names it.
    public var name: String?

    /// Makes a maneuver.
    public init(vertex: Int, type: String, modifier: String? = nil, exit: Int? = nil, name: String? = nil) {
      self.vertex = vertex
      self.type = type
      self.modifier = modifier
      self.exit = exit
      self.name = name
    }
  }

  /// A place that the route was planned through.
  public struct Waypoint: Sendable, Hashable {
    /// Index of the vertex in `coordinates`.
    public var vertex: Int
    /// Its name, where the file has one.
    public var name: String?
    /// Whether it only shapes the route and is no stop.
    public var isSilent: Bool

    /// Makes a waypoint.
    public init(vertex: Int, name: String? = nil, isSilent: Bool = false) {
      self.vertex = vertex
      self.name = name
      self.isSilent = isSilent
    }
  }

  /// The name; `nil` when it has none.
  public var name: String?
  /// The vertices, at least two; consecutive ones may be equal.
  public var coordinates: [Coordinate]
  /// The maneuvers in order of their vertices.
  public var maneuvers: [Maneuver]
  /// The waypoints in order of their vertices.
  public var waypoints: [Waypoint]
  /// The length that the file states, metres; `nil` when it states none.
  public var declaredLengthMeters: Double?

  /// A longer line is no route, metres.
  public static let longestMeters = 1e8

  /// The length of a line, metres. O(n).
  public static func lengthMeters(_ coordinates: [Coordinate]) -> Double {
    zip(coordinates, coordinates.dropFirst()).reduce(0) { $0 + Geodesic.distanceMeters($1.0, $1.1) }
  }

  /// Makes a planned line.
  public init(
    name: String? = nil, coordinates: [Coordinate], maneuvers: [Maneuver] = [], waypoints: [Waypoint] = [],
    declaredLengthMeters: Double? = nil
  ) {
    self.name = name
    self.coordinates = coordinates
    self.maneuvers = maneuvers
    self.waypoints = waypoints
    self.declaredLengthMeters = declaredLengthMeters
  }
}

/// Why a route file could not be read.
public struct RouteFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path as given.
  public let path: String
  /// The line, from 1; `nil` when no line is meant.
  public let line: Int?
  /// What was found; what was expected.
  public let message: String

  /// Makes an error.
  public init(path: String, line: Int? = nil, message: String) {
    self.path = path
    self.line = line
    self.message = message
  }

  init(_ error: TraceError) {
    self.init(path: error.path, line: error.line, message: error.message)
  }

  /// One line: `path:line: what was found; what was expected`.
  public var description: String {
    guard let line else { return "\(path): \(message)" }
    return "\(path):\(line): \(message)"
  }
}
