extension GuidanceManeuver {
  /// The maneuver of a step.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - previous: the step before it; a fork behind a ramp keeps to one side of the ramp.
  ///   - ringExitBearingDegrees: the direction behind the roundabout that the step enters, degrees clockwise from
  ///     north; -1 when unknown. With the step's `bearingBeforeDegrees` it tells the direction of the way through.
  ///   - isTrain: whether a step by ferry is one on a train.
  public init(
    _ step: RouteStep, after previous: RouteStep? = nil, ringExitBearingDegrees: Int16 = -1, isTrain: Bool = false
  ) {
    let isLeft = step.drivesOnLeft
    let modifier = step.maneuver.modifier
    switch step.maneuver.kind {
    case .depart: self = .depart
    case .arrive, .via: self = modifier.pick(left: .destinationLeft, right: .destinationRight, else: .destination)
    case _ where step.mode == .ferry: self = isTrain ? .ferryTrain : .ferryBoat
    case .newName: self = .nameChange
    case .turn, .endOfRoad, .notification:
      self = modifier == .straight ? .straight : Self.turns.maneuver(modifier, drivesOnLeft: isLeft)
    case .continue: self = Self.goingOn.maneuver(modifier, drivesOnLeft: isLeft)
    case .useLane: self = modifier.pick(left: .turnKeepLeft, right: .turnKeepRight, else: .straight)
    case .merge: self = modifier.pick(left: .mergeLeft, right: .mergeRight, else: .merge)
    case .onRamp: self = Self.onRamps.maneuver(modifier, drivesOnLeft: isLeft)
    case .offRamp: self = Self.offRamps.maneuver(modifier, drivesOnLeft: isLeft)
    case .fork:
      switch previous?.maneuver.kind {
      case .onRamp: self = modifier.pick(left: .onRampKeepLeft, right: .onRampKeepRight, else: .straight)
      case .offRamp: self = modifier.pick(left: .offRampKeepLeft, right: .offRampKeepRight, else: .straight)
      default: self = modifier.pick(left: .forkLeft, right: .forkRight, else: .straight)
      }
    case .roundaboutTurn: self = Self.through(modifier, isClockwise: isLeft)
    case .roundabout, .rotary:
      self = Self.through(
        Self.ringDirection(in: step.bearingBeforeDegrees, out: ringExitBearingDegrees), isClockwise: isLeft)
    case .exitRoundabout, .exitRotary:
      self = isLeft ? .roundaboutExitClockwise : .roundaboutExitCounterclockwise
    }
  }

  /// The way through a ring by the bearings before and behind it; `none` when one of them is unknown.
  ///
  /// Arms that lie side by side leave a way all round at somewhat less than half a turn, so 165 degrees count as one.
  private static func ringDirection(in before: Int16, out after: Int16) -> Maneuver.Modifier {
    if before < 0 || after < 0 { return .none }
    let turn = (Int(after) - Int(before) + 540) % 360 - 180
    return turn.magnitude >= 165 ? .uturn : Maneuver.Modifier(turnDegrees: Double(turn))
  }

  private static func through(_ modifier: Maneuver.Modifier, isClockwise: Bool) -> GuidanceManeuver {
    switch modifier {
    case .none: isClockwise ? .roundaboutEnterClockwise : .roundaboutEnterCounterclockwise
    case .straight: isClockwise ? .roundaboutStraightClockwise : .roundaboutStraightCounterclockwise
    case .left: isClockwise ? .roundaboutLeftClockwise : .roundaboutLeftCounterclockwise
    case .right: isClockwise ? .roundaboutRightClockwise : .roundaboutRightCounterclockwise
    case .slightLeft: isClockwise ? .roundaboutSlightLeftClockwise : .roundaboutSlightLeftCounterclockwise
    case .slightRight: isClockwise ? .roundaboutSlightRightClockwise : .roundaboutSlightRightCounterclockwise
    case .sharpLeft: isClockwise ? .roundaboutSharpLeftClockwise : .roundaboutSharpLeftCounterclockwise
    case .sharpRight: isClockwise ? .roundaboutSharpRightClockwise : .roundaboutSharpRightCounterclockwise
    case .uturn: isClockwise ? .roundaboutUTurnClockwise : .roundaboutUTurnCounterclockwise
    }
  }

  /// The maneuvers of one kind by their direction.
  private struct Directions {
    var plain: GuidanceManeuver
    var left: GuidanceManeuver
    var right: GuidanceManeuver
    var slightLeft: GuidanceManeuver
    var slightRight: GuidanceManeuver
    var sharpLeft: GuidanceManeuver
    var sharpRight: GuidanceManeuver
    var clockwise: GuidanceManeuver
    var counterclockwise: GuidanceManeuver

    func maneuver(_ modifier: Maneuver.Modifier, drivesOnLeft: Bool) -> GuidanceManeuver {
      switch modifier {
      case .none, .straight: plain
      case .left: left
      case .right: right
      case .slightLeft: slightLeft
      case .slightRight: slightRight
      case .sharpLeft: sharpLeft
      case .sharpRight: sharpRight
      case .uturn: drivesOnLeft ? clockwise : counterclockwise
      }
    }
  }

  private static let turns = Directions(
    plain: .unknown, left: .turnLeft, right: .turnRight, slightLeft: .turnSlightLeft, slightRight: .turnSlightRight,
    sharpLeft: .turnSharpLeft, sharpRight: .turnSharpRight, clockwise: .turnUTurnClockwise,
    counterclockwise: .turnUTurnCounterclockwise)

  private static let goingOn = Directions(
    plain: .straight, left: .turnLeft, right: .turnRight, slightLeft: .turnKeepLeft, slightRight: .turnKeepRight,
    sharpLeft: .turnSharpLeft, sharpRight: .turnSharpRight, clockwise: .turnUTurnClockwise,
    counterclockwise: .turnUTurnCounterclockwise)

  private static let onRamps = Directions(
    plain: .onRamp, left: .onRampLeft, right: .onRampRight, slightLeft: .onRampSlightLeft,
    slightRight: .onRampSlightRight, sharpLeft: .onRampSharpLeft, sharpRight: .onRampSharpRight,
    clockwise: .onRampUTurnClockwise, counterclockwise: .onRampUTurnCounterclockwise)

  private static let offRamps = Directions(
    plain: .offRamp, left: .offRampLeft, right: .offRampRight, slightLeft: .offRampSlightLeft,
    slightRight: .offRampSlightRight, sharpLeft: .offRampSharpLeft, sharpRight: .offRampSharpRight,
    clockwise: .offRampUTurnClockwise, counterclockwise: .offRampUTurnCounterclockwise)
}

extension Maneuver.Modifier {
  /// One of two values by the side, a third where there is none.
  fileprivate func pick(
    left: GuidanceManeuver, right: GuidanceManeuver, else other: GuidanceManeuver
  ) -> GuidanceManeuver {
    switch self {
    case .left, .slightLeft, .sharpLeft: left
    case .right, .slightRight, .sharpRight: right
    case .none, .straight, .uturn: other
    }
  }
}

extension Route {
  /// The guidance maneuver of a step; `unknown` for an index out of range. O(1).
  ///
  /// Whether a ferry is a train is not known of a route, so trains count as ferries. The way through a roundabout is
  /// known where the next step leads out of it.
  public func guidanceManeuver(ofStep index: Int) -> GuidanceManeuver {
    guard steps.indices.contains(index) else { return .unknown }
    var exitBearing: Int16 = -1
    if index + 1 < steps.count {
      let next = steps[index + 1]
      if next.maneuver.kind == .exitRoundabout || next.maneuver.kind == .exitRotary {
        exitBearing = next.bearingAfterDegrees
      }
    }
    return GuidanceManeuver(
      steps[index], after: index > 0 ? steps[index - 1] : nil, ringExitBearingDegrees: exitBearing)
  }
}
