/// What a driver does at one place, in the terms of the OSRM HTTP API's step maneuvers.
public struct Maneuver: Sendable, Hashable, BitwiseCopyable {
  /// The kind of a maneuver.
  public enum Kind: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    /// The start of a leg.
    case depart
    /// The end of a leg.
    case arrive
    /// A change of direction onto another road.
    case turn
    /// A turn on the same road, or going on where another way is as obvious.
    case `continue`
    /// The road changes its name.
    case newName
    /// The road ends at a crossing road.
    case endOfRoad
    /// The road divides.
    case fork
    /// Joining another road.
    case merge
    /// Onto a ramp.
    case onRamp
    /// Off by a ramp.
    case offRamp
    /// Through a roundabout: the step holds the exit's number and the road that is left by.
    case roundabout
    /// Through a large or named roundabout.
    case rotary
    /// Through a roundabout so small that it is taken as one turn; the modifier tells where to.
    case roundaboutTurn
    /// Out of a roundabout, where that is a step of its own.
    case exitRoundabout
    /// Out of a rotary, where that is a step of its own.
    case exitRotary
    /// Going straight on where only some lanes do.
    case useLane
    /// A place of the plan that is passed without stopping.
    case via
    /// The kind was not told.
    case notification
  }

  /// The direction of a maneuver.
  public enum Modifier: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    /// Not told.
    case none
    /// Turn round.
    case uturn
    /// More than 120 degrees to the right.
    case sharpRight
    /// To the right.
    case right
    /// Slightly to the right.
    case slightRight
    /// Straight on.
    case straight
    /// Slightly to the left.
    case slightLeft
    /// To the left.
    case left
    /// More than 120 degrees to the left.
    case sharpLeft
  }

  /// What is done.
  public var kind: Kind
  /// In which direction.
  public var modifier: Modifier
  /// The exit of a roundabout, counted from 1; 0 where it does not apply.
  public var exit: UInt8

  /// Makes a maneuver.
  public init(_ kind: Kind, _ modifier: Modifier = .none, exit: UInt8 = 0) {
    self.kind = kind
    self.modifier = modifier
    self.exit = exit
  }
}

extension Maneuver.Modifier {
  /// The modifier of a turn by its angle, with the bands of the OSRM guidance.
  ///
  /// Going on within 20 degrees is straight, slight up to 40, sharp beyond 120. An exact reversal is a u-turn.
  ///
  /// - Parameter turnDegrees: -180 ... 180, positive to the right.
  public init(turnDegrees: Double) {
    switch turnDegrees.magnitude {
    case ...20: self = .straight
    case ...40: self = turnDegrees > 0 ? .slightRight : .slightLeft
    case ...120: self = turnDegrees > 0 ? .right : .left
    case ..<180: self = turnDegrees > 0 ? .sharpRight : .sharpLeft
    default: self = .uturn
    }
  }
}
