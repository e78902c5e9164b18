/// What a driver does at one place, as one of 66 numbers that turn-by-turn feeds of navigation SDKs use.
///
/// A step of a route becomes one of them by its kind, its direction and what stands around it; the last column tells
/// what the numbers are made from:
///
/// | Number | Maneuver | Made from the step's kind (modifier) |
/// |---|---|---|
/// | 0 | unknown | `notification`, `turn`, `endOfRoad` without a modifier |
/// | 1 | depart | `depart` |
/// | 2 ... 4 | destination, left, right | `arrive`, `via` (any other, left, right) |
/// | 5 | straight | `continue`, `useLane` (straight, none); `turn`, `endOfRoad`, `fork`, `notification` (straight) |
/// | 6, 7 | turn left, right | `turn`, `continue`, `endOfRoad`, `notification` (left, right) |
/// | 8, 9 | keep left, right | `continue` (slight left, slight right), `useLane` (any left, any right) |
/// | 10, 11 | turn slightly | `turn`, `endOfRoad`, `notification` (slight left, slight right) |
/// | 12, 13 | turn sharply | `turn`, `continue`, `endOfRoad`, `notification` (sharp left, sharp right) |
/// | 14, 15 | turn round | the same (uturn): with the clock where traffic keeps left, else against it |
/// | 16 ... 18 | merge, left, right | `merge` (straight or none, any left, any right) |
/// | 19, 20 | fork left, right | `fork` (any left, any right) that is not behind a ramp |
/// | 21 ... 23 | on ramp, left, right | `onRamp` (straight or none, left, right) |
/// | 24, 25 | on ramp, keep left, right | `fork` (any left, any right) behind an on ramp |
/// | 26 ... 31 | on ramp: slight, sharp, round | `onRamp` (the same) |
/// | 32 ... 42 | off ramp, in the same order | `offRamp`, and `fork` behind an off ramp |
/// | 43, 44 | into a roundabout | `roundabout`, `rotary` whose way out is not known, `roundaboutTurn` (none) |
/// | 45 ... 60 | through a roundabout | `roundaboutTurn` by its modifier; `roundabout`, `rotary` by the bearings |
/// | 61, 62 | out of a roundabout | `exitRoundabout`, `exitRotary` |
/// | 63, 64 | ferry, train | every kind but `depart`, `arrive` and `via` with which a ferry or train is boarded |
/// | 65 | name change | `newName`, in whatever direction |
///
/// Of each pair from 43 to 62 the odd number is with the clock, for traffic that keeps left.
public enum GuidanceManeuver: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  /// The kind of the maneuver is not known.
  case unknown = 0
  /// The drive begins.
  case depart
  /// The destination is reached; its side is not known, or it lies ahead.
  case destination
  /// The destination is reached and lies on the left.
  case destinationLeft
  /// The destination is reached and lies on the right.
  case destinationRight
  /// Straight on.
  case straight
  /// A turn to the left.
  case turnLeft
  /// A turn to the right.
  case turnRight
  /// Keeping to the left where the road goes on.
  case turnKeepLeft
  /// Keeping to the right where the road goes on.
  case turnKeepRight
  /// A slight turn to the left.
  case turnSlightLeft
  /// A slight turn to the right.
  case turnSlightRight
  /// A sharp turn to the left.
  case turnSharpLeft
  /// A sharp turn to the right.
  case turnSharpRight
  /// Turning round with the clock, by the right.
  case turnUTurnClockwise
  /// Turning round against the clock, by the left.
  case turnUTurnCounterclockwise
  /// Merging, on a side that is not known.
  case merge
  /// Merging to the left.
  case mergeLeft
  /// Merging to the right.
  case mergeRight
  /// The left way of a fork.
  case forkLeft
  /// The right way of a fork.
  case forkRight
  /// Onto a ramp, in a direction that is not known or straight.
  case onRamp
  /// Onto a ramp, to the left.
  case onRampLeft
  /// Onto a ramp, to the right.
  case onRampRight
  /// Onto a ramp, keeping to the left.
  case onRampKeepLeft
  /// Onto a ramp, keeping to the right.
  case onRampKeepRight
  /// Onto a ramp, slightly to the left.
  case onRampSlightLeft
  /// Onto a ramp, slightly to the right.
  case onRampSlightRight
  /// Onto a ramp, sharply to the left.
  case onRampSharpLeft
  /// Onto a ramp, sharply to the right.
  case onRampSharpRight
  /// Onto a ramp, turning round with the clock, by the right.
  case onRampUTurnClockwise
  /// Onto a ramp, turning round against the clock, by the left.
  case onRampUTurnCounterclockwise
  /// Off by a ramp, in a direction that is not known or straight.
  case offRamp
  /// Off by a ramp, to the left.
  case offRampLeft
  /// Off by a ramp, to the right.
  case offRampRight
  /// Off by a ramp, keeping to the left.
  case offRampKeepLeft
  /// Off by a ramp, keeping to the right.
  case offRampKeepRight
  /// Off by a ramp, slightly to the left.
  case offRampSlightLeft
  /// Off by a ramp, slightly to the right.
  case offRampSlightRight
  /// Off by a ramp, sharply to the left.
  case offRampSharpLeft
  /// Off by a ramp, sharply to the right.
  case offRampSharpRight
  /// Off by a ramp, turning round with the clock, by the right.
  case offRampUTurnClockwise
  /// Off by a ramp, turning round against the clock, by the left.
  case offRampUTurnCounterclockwise
  /// Into a roundabout, the way through not being known, traffic running with the clock.
  case roundaboutEnterClockwise
  /// Into a roundabout, the way through not being known, traffic running against the clock.
  case roundaboutEnterCounterclockwise
  /// Straight through a roundabout, traffic running with the clock.
  case roundaboutStraightClockwise
  /// Straight through a roundabout, traffic running against the clock.
  case roundaboutStraightCounterclockwise
  /// Through a roundabout to the left, traffic running with the clock.
  case roundaboutLeftClockwise
  /// Through a roundabout to the left, traffic running against the clock.
  case roundaboutLeftCounterclockwise
  /// Through a roundabout to the right, traffic running with the clock.
  case roundaboutRightClockwise
  /// Through a roundabout to the right, traffic running against the clock.
  case roundaboutRightCounterclockwise
  /// Through a roundabout slightly to the left, traffic running with the clock.
  case roundaboutSlightLeftClockwise
  /// Through a roundabout slightly to the left, traffic running against the clock.
  case roundaboutSlightLeftCounterclockwise
  /// Through a roundabout slightly to the right, traffic running with the clock.
  case roundaboutSlightRightClockwise
  /// Through a roundabout slightly to the right, traffic running against the clock.
  case roundaboutSlightRightCounterclockwise
  /// Through a roundabout sharply to the left, traffic running with the clock.
  case roundaboutSharpLeftClockwise
  /// Through a roundabout sharply to the left, traffic running against the clock.
  case roundaboutSharpLeftCounterclockwise
  /// Through a roundabout sharply to the right, traffic running with the clock.
  case roundaboutSharpRightClockwise
  /// Through a roundabout sharply to the right, traffic running against the clock.
  case roundaboutSharpRightCounterclockwise
  /// All the way round a roundabout, traffic running with the clock.
  case roundaboutUTurnClockwise
  /// All the way round a roundabout, traffic running against the clock.
  case roundaboutUTurnCounterclockwise
  /// Out of a roundabout, traffic running with the clock.
  case roundaboutExitClockwise
  /// Out of a roundabout, traffic running against the clock.
  case roundaboutExitCounterclockwise
  /// Onto a ferry.
  case ferryBoat
  /// Onto a train that carries cars.
  case ferryTrain
  /// The road changes its name.
  case nameChange
}
