/// A lane before a maneuver or an intersection.
public struct RouteLane: Sendable, Hashable, BitwiseCopyable {
  /// The arrows painted on it; empty when none are known.
  public var arrows: LaneArrows
  /// The arrow that the route follows; empty when the lane does not serve it.
  public var active: LaneArrows
  /// Whether the lane serves the route.
  public var isValid: Bool { !active.isEmpty }

  /// Makes a lane.
  public init(arrows: LaneArrows, active: LaneArrows = []) {
    self.arrows = arrows
    self.active = active
  }
}

/// The directions that a lane leads to.
public struct LaneArrows: OptionSet, Sendable, Hashable, BitwiseCopyable {
  /// The bits.
  public let rawValue: UInt16
  /// Makes a set from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// No arrow is painted: OpenStreetMap's "none" or an empty part.
  public static let none = LaneArrows(rawValue: 1)
  /// Turning round.
  public static let uturn = LaneArrows(rawValue: 2)
  /// Sharply to the right.
  public static let sharpRight = LaneArrows(rawValue: 4)
  /// To the right.
  public static let right = LaneArrows(rawValue: 8)
  /// Slightly to the right.
  public static let slightRight = LaneArrows(rawValue: 16)
  /// Straight on.
  public static let straight = LaneArrows(rawValue: 32)
  /// Slightly to the left.
  public static let slightLeft = LaneArrows(rawValue: 64)
  /// To the left.
  public static let left = LaneArrows(rawValue: 128)
  /// Sharply to the left.
  public static let sharpLeft = LaneArrows(rawValue: 256)
  /// The lane merges into the one to its right.
  public static let mergeToRight = LaneArrows(rawValue: 512)
  /// The lane merges into the one to its left.
  public static let mergeToLeft = LaneArrows(rawValue: 1024)
}

/// A junction that a step passes, with all its roads.
public struct RouteIntersection: Sendable, BitwiseCopyable {
  /// Metres along the route.
  public var chainageMeters: Double
  /// The bearings of its roads in the route's `intersectionBearings`, clockwise from north.
  public var bearings: Run
  /// Which of its roads may be entered by who comes the route's way; bit 0 is the first bearing.
  public var entries: UInt32
  /// The road that the route comes by, as a place in `bearings`; -1 at a departure.
  public var incoming: Int8
  /// The road that the route leaves by, as a place in `bearings`; -1 at an arrival.
  public var outgoing: Int8
  /// The lanes before the junction, from the left, in the route's `lanes`; empty when unknown.
  public var lanes: Run
  /// What the road that leaves is like.
  public var classes: Classes

  /// What a road is like, in the terms of the OSRM HTTP API.
  public struct Classes: OptionSet, Sendable, Hashable, BitwiseCopyable {
    /// The bits.
    public let rawValue: UInt8
    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A toll is due.
    public static let toll = Classes(rawValue: 1)
    /// A motorway or its ramp.
    public static let motorway = Classes(rawValue: 2)
    /// A ferry.
    public static let ferry = Classes(rawValue: 4)
    /// Only for who has business there.
    public static let restricted = Classes(rawValue: 8)
    /// A tunnel.
    public static let tunnel = Classes(rawValue: 16)
  }

  /// Makes an intersection.
  public init(
    chainageMeters: Double, bearings: Run, entries: UInt32, incoming: Int8, outgoing: Int8, lanes: Run = Run(),
    classes: Classes = []
  ) {
    self.chainageMeters = chainageMeters
    self.bearings = bearings
    self.entries = entries
    self.incoming = incoming
    self.outgoing = outgoing
    self.lanes = lanes
    self.classes = classes
  }
}
