public import WaybenchCore

/// What a user may choose about instructions.
public struct ManeuverOptions: Sendable, Hashable {
  /// Whether the exits of roundabouts that are service roads are left out of the count; the exit that is taken counts
  /// whatever it is.
  public var skipsServiceRoads = false
  /// Whether leaving a roundabout is a step of its own.
  public var tellsRingExits = true
  /// Two maneuvers at most this far apart may be told as one, metres: 30 in a vehicle, 10 on a bicycle or on foot.
  public var collapseMeters = 30.0
  /// How roads are travelled; ferries are told apart from them.
  public var mode = StepMode.driving
  /// Whether the route lists all intersections that it passes, which takes about as long as its steps.
  public var listsIntersections = false

  /// Makes the options of a car.
  public init() {}

  /// Makes the options of a mode of travel.
  public init(_ mode: TravelMode) {
    switch mode {
    case .driving, .twoWheeler, .taxi: self.init(mode: .driving)
    case .cycling: self.init(mode: .cycling)
    case .walking: self.init(mode: .walking)
    }
  }

  /// Makes the options of a way to travel.
  public init(mode: StepMode) {
    self.mode = mode
    collapseMeters = mode == .driving || mode == .ferry ? 30 : 10
  }
}
