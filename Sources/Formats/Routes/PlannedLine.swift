public import WaybenchCore

/// A planned route as a file tells it: a line, with maneuvers and waypoints tied to its vertices.
public struct PlannedLine: Sendable {
  /// Something to do at a vertex, and the way to the next.
  public struct Maneuver: Sendable, Hashable {
    /// Index of the vertex in `coordinates`.
    public var vertex: Int
    /// What is done; the exit of a roundabout is 0 where the file states none.
    public var action: WaybenchCore.Maneuver
    /// The leg that it belongs to, counted from 0; `nil` where the file tells of no legs.
    public var leg: Int?
    /// The road that it leads onto, where the file names it.
    public var name: String?
    /// The road's reference ("A 3").
    public var reference: String?
    /// The destinations on the signs of the road taken.
    public var destinations: String?
    /// The numbers of the motorway exit that is taken.
    public var exits: String?
    /// How the road's name is spoken.
    public var pronunciation: String?
    /// The name of the rotary that is entered.
    public var rotaryName: String?
    /// How the rotary's name is spoken.
    public var rotaryPronunciation: String?
    /// The sentence for people that the file has.
    public var instruction: String?
    /// How the way to the next maneuver is travelled.
    public var mode = StepMode.driving
    /// Whether traffic keeps to the left there.
    public var drivesOnLeft = false
    /// The direction before, degrees clockwise from north; -1 when the file does not tell.
    public var bearingBeforeDegrees: Int16 = -1
    /// The direction after, degrees clockwise from north; -1 when the file does not tell.
    public var bearingAfterDegrees: Int16 = -1
    /// The expected time to the next maneuver, seconds.
    public var durationSeconds: Double?
    /// What the way to the next maneuver adds to the route's weight.
    public var weight: Double?
    /// The lanes before the maneuver, from the left.
    public var lanes: [RouteLane] = []
    /// The intersections on the way to the next maneuver; the first is the place of this one.
    public var intersections: [Intersection] = []

    /// Makes a maneuver.
    public init(vertex: Int, action: WaybenchCore.Maneuver, name: String? = nil) {
      self.vertex = vertex
      self.action = action
      self.name = name
    }
  }

  /// A junction with all its roads.
  public struct Intersection: Sendable, Hashable {
    /// Index of the vertex in `coordinates`.
    public var vertex: Int
    /// The bearings of its roads, degrees clockwise from north, at most `mostRoads`.
    public var bearings: [Int16] = []
    /// Which of its roads may be entered; bit 0 is the first bearing.
    public var entries: UInt32 = 0
    /// The road that the route comes by, as a place in `bearings`; -1 when none is told.
    public var incoming: Int8 = -1
    /// The road that the route leaves by, as a place in `bearings`; -1 when none is told.
    public var outgoing: Int8 = -1
    /// The lanes before the junction, from the left.
    public var lanes: [RouteLane] = []
    /// What the road that leaves is like.
    public var classes: RouteIntersection.Classes = []

    /// The most roads that are kept: as many as `entries` has bits.
    public static let mostRoads = 32

    /// Makes an intersection without roads.
    public init(vertex: Int) { self.vertex = vertex }
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
  /// The expected time that the file states, seconds; `nil` when it states none.
  public var durationSeconds: Double?
  /// The cost that the route was chosen by; `nil` when the file states none.
  public var weight: Double?
  /// What the weight stands for; `nil` when the file does not tell.
  public var weightName: String?
  /// An opaque token that came with the route.
  public var token: String?
  /// The labels that came with the route, such as `DEFAULT_ROUTE`.
  public var labels: [String] = []

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
