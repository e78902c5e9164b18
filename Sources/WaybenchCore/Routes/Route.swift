/// A planned way: geometry, legs, steps and what is known of the road along it.
public struct Route: Sendable {
  /// The line to follow.
  public var polyline: RoutePolyline
  /// One leg per destination, in order, without gaps.
  public var legs: [RouteLeg]
  /// All steps of all legs, in order, without gaps.
  public var steps: [RouteStep]
  /// Texts that steps refer to; index 0 is the empty text.
  public var names: [String]
  /// Expected time from start to end, seconds; NaN when unknown.
  public var durationSeconds: Double
  /// The cost that the route was chosen by, in the unit of its objective; NaN when unknown.
  public var weight: Double
  /// The edges of the network that the route runs on, in order; empty for a route that came without a network.
  public var edges: [RouteEdge]
  /// The lanes that steps and intersections refer to.
  public var lanes: [RouteLane] = []
  /// The intersections that steps refer to; empty unless the request asked for them.
  public var intersections: [RouteIntersection] = []
  /// The bearings of the roads at all intersections, degrees clockwise from north, in runs.
  public var intersectionBearings: [Int16] = []
  /// What the weight stands for: "duration", "distance" and so on; empty when unknown.
  public var weightName = ""
  /// How far each waypoint lies from where it was put on a road, metres; empty when unknown.
  public var waypointDistancesMeters: [Double] = []
  /// An opaque token that came with the route; `nil` when it came without one.
  public var token: String?

  /// Makes a route from its parts.
  public init(
    polyline: RoutePolyline, legs: [RouteLeg], steps: [RouteStep], names: [String] = [""],
    durationSeconds: Double = .nan, weight: Double = .nan, edges: [RouteEdge] = []
  ) {
    self.polyline = polyline
    self.legs = legs
    self.steps = steps
    self.names = names
    self.durationSeconds = durationSeconds
    self.weight = weight
    self.edges = edges
  }

  /// Metres from start to end.
  @inlinable public var lengthMeters: Double { polyline.lengthMeters }

  /// The text of a name index; empty for an index out of range.
  public func name(_ index: Int32) -> String {
    names.indices.contains(Int(index)) ? names[Int(index)] : ""
  }

  /// The step that holds a distance along the route: the later one at a boundary. O(log steps).
  public func stepIndex(atChainageMeters chainage: Double) -> Int {
    var low = 0
    var high = steps.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if steps[middle].startChainageMeters <= chainage { low = middle } else { high = middle - 1 }
    }
    return max(0, low)
  }
}

/// The part of a route from one waypoint to the next.
public struct RouteLeg: Sendable, BitwiseCopyable {
  /// Metres along the route where the leg begins.
  public var startChainageMeters: Double
  /// Metres along the route where the leg ends: its destination.
  public var endChainageMeters: Double
  /// The leg's first step in the route's `steps`.
  public var firstStep: Int
  /// How many steps it has.
  public var stepCount: Int

  /// Makes a leg.
  public init(startChainageMeters: Double, endChainageMeters: Double, firstStep: Int, stepCount: Int) {
    self.startChainageMeters = startChainageMeters
    self.endChainageMeters = endChainageMeters
    self.firstStep = firstStep
    self.stepCount = stepCount
  }
}

/// The part of a route from one maneuver to the next.
public struct RouteStep: Sendable, BitwiseCopyable {
  /// What to do at the step's beginning.
  public var maneuver: Maneuver
  /// Metres along the route where the step begins.
  public var startChainageMeters: Double
  /// Metres along the route where the step ends.
  public var endChainageMeters: Double
  /// Expected time, seconds; NaN when unknown.
  public var durationSeconds: Double
  /// The road's name, as an index of the route's `names`.
  public var name: Int32
  /// The road's reference ("A 3"), as an index of the route's `names`.
  public var reference: Int32
  /// The destinations on the signs of the road taken ("A 3: Köln, Bonn"), as an index of the route's `names`.
  public var destinations: Int32 = 0
  /// The numbers of the motorway exit that is taken ("12; 13"), as an index of the route's `names`.
  public var exits: Int32 = 0
  /// How the road's name is spoken, as an index of the route's `names`.
  public var pronunciation: Int32 = 0
  /// The name of the rotary that the step enters, as an index of the route's `names`.
  public var rotaryName: Int32 = 0
  /// How the rotary's name is spoken, as an index of the route's `names`.
  public var rotaryPronunciation: Int32 = 0
  /// The sentence for people that came with the step, as an index of the route's `names`.
  public var instruction: Int32 = 0
  /// How the step is travelled.
  public var mode = StepMode.driving
  /// Whether traffic keeps to the left.
  public var drivesOnLeft = false
  /// The direction before the maneuver, degrees clockwise from north; -1 when unknown.
  public var bearingBeforeDegrees: Int16 = -1
  /// The direction after the maneuver, degrees clockwise from north; -1 when unknown.
  public var bearingAfterDegrees: Int16 = -1
  /// What the step adds to the route's weight; NaN when unknown.
  public var weight = Double.nan
  /// The step's intersections in the route's `intersections`: the first is the place of the maneuver.
  public var intersections = Run()
  /// The lanes at the maneuver, from the left, in the route's `lanes`.
  public var lanes = Run()

  /// Makes a step.
  public init(
    maneuver: Maneuver, startChainageMeters: Double, endChainageMeters: Double, durationSeconds: Double,
    name: Int32 = 0, reference: Int32 = 0
  ) {
    self.maneuver = maneuver
    self.startChainageMeters = startChainageMeters
    self.endChainageMeters = endChainageMeters
    self.durationSeconds = durationSeconds
    self.name = name
    self.reference = reference
  }

  /// Metres from the step's beginning to its end.
  public var lengthMeters: Double { endChainageMeters - startChainageMeters }
}

/// How a part of a route is travelled.
public enum StepMode: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// In a motor vehicle.
  case driving
  /// On a ferry or a shuttle train.
  case ferry
  /// On a bicycle.
  case cycling
  /// Beside the bicycle.
  case pushing
  /// On foot.
  case walking
}

/// A run of elements of one of a route's arrays.
public struct Run: Sendable, Hashable, BitwiseCopyable {
  /// The first element.
  public var first: Int32
  /// How many there are.
  public var count: Int32

  /// Makes a run; an empty one without arguments.
  public init(first: Int32 = 0, count: Int32 = 0) {
    self.first = first
    self.count = count
  }

  /// The indices.
  public var range: Range<Int> { Int(first)..<Int(first) + Int(count) }
}

/// A stretch of a route on one edge of a network.
public struct RouteEdge: Sendable, BitwiseCopyable {
  /// The edge of the network.
  public var edge: Int32
  /// What the road is like.
  public var attributes: Attributes
  /// Metres along the route where the stretch begins.
  public var startChainageMeters: Double
  /// Where on the edge the stretch begins, 0 ... 1: above 0 at the start of a route and after a waypoint.
  public var startFraction: Double
  /// The legal limit, metres per second; NaN when unknown or none.
  public var limitMetersPerSecond: Double
  /// The speed that is expected when the road is free, metres per second.
  public var freeFlowMetersPerSecond: Double

  /// Makes a stretch.
  @inlinable
  public init(
    edge: Int32, attributes: Attributes, startChainageMeters: Double, startFraction: Double = 0,
    limitMetersPerSecond: Double, freeFlowMetersPerSecond: Double
  ) {
    self.edge = edge
    self.attributes = attributes
    self.startChainageMeters = startChainageMeters
    self.startFraction = startFraction
    self.limitMetersPerSecond = limitMetersPerSecond
    self.freeFlowMetersPerSecond = freeFlowMetersPerSecond
  }

  /// What the road is like.
  public struct Attributes: OptionSet, Sendable, Hashable, BitwiseCopyable {
    /// The bits.
    public let rawValue: UInt8
    /// Makes a set from its bits.
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// In a tunnel.
    public static let tunnel = Attributes(rawValue: 1)
    /// On a ferry.
    public static let ferry = Attributes(rawValue: 2)
    /// A toll is due.
    public static let toll = Attributes(rawValue: 4)
    /// Part of a roundabout.
    public static let roundabout = Attributes(rawValue: 8)
    /// Traffic lights stand at the edge's end.
    public static let signalsAtEnd = Attributes(rawValue: 16)
    /// A stop or give-way sign stands at the edge's end.
    public static let stopSignAtEnd = Attributes(rawValue: 32)
    /// Traffic keeps to the left.
    public static let drivesOnLeft = Attributes(rawValue: 64)
  }
}
