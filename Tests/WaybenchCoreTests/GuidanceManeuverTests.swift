import Testing
import WaybenchCore

@Suite("Guidance maneuvers")
struct GuidanceManeuverTests {
  /// What a step is like, and the maneuver that it becomes.
  struct Mapping: Sendable, CustomTestStringConvertible {
    var kind: Maneuver.Kind
    var modifier: Maneuver.Modifier
    var expected: GuidanceManeuver
    var drivesOnLeft = false
    var mode = StepMode.driving
    var previous: Maneuver.Kind?
    var bearings: (before: Int16, after: Int16) = (-1, -1)
    var isTrain = false

    init(
      _ kind: Maneuver.Kind, _ modifier: Maneuver.Modifier, _ expected: GuidanceManeuver, drivesOnLeft: Bool = false,
      mode: StepMode = .driving, previous: Maneuver.Kind? = nil, bearings: (before: Int16, after: Int16) = (-1, -1),
      isTrain: Bool = false
    ) {
      self.kind = kind
      self.modifier = modifier
      self.expected = expected
      self.drivesOnLeft = drivesOnLeft
      self.mode = mode
      self.previous = previous
      self.bearings = bearings
      self.isTrain = isTrain
    }

    var testDescription: String { "\(kind) \(modifier) is \(expected)" }

    var result: GuidanceManeuver {
      var step = GuidanceManeuverTests.step(kind, modifier)
      step.drivesOnLeft = drivesOnLeft
      step.mode = mode
      step.bearingBeforeDegrees = bearings.before
      return GuidanceManeuver(
        step, after: previous.map { GuidanceManeuverTests.step($0, .none) }, ringExitBearingDegrees: bearings.after,
        isTrain: isTrain)
    }
  }

  static func step(_ kind: Maneuver.Kind, _ modifier: Maneuver.Modifier) -> RouteStep {
    RouteStep(
      maneuver: Maneuver(kind, modifier), startChainageMeters: 0, endChainageMeters: 1, durationSeconds: 1)
  }

  static let roads: [Mapping] = [
    Mapping(.depart, .none, .depart), Mapping(.depart, .left, .depart),
    Mapping(.arrive, .none, .destination), Mapping(.arrive, .straight, .destination),
    Mapping(.arrive, .left, .destinationLeft), Mapping(.arrive, .right, .destinationRight),
    Mapping(.via, .right, .destinationRight), Mapping(.via, .none, .destination),
    Mapping(.turn, .straight, .straight), Mapping(.continue, .straight, .straight),
    Mapping(.continue, .none, .straight), Mapping(.fork, .straight, .straight), Mapping(.useLane, .straight, .straight),
    Mapping(.turn, .left, .turnLeft), Mapping(.continue, .right, .turnRight), Mapping(.endOfRoad, .left, .turnLeft),
    Mapping(.endOfRoad, .right, .turnRight), Mapping(.notification, .right, .turnRight),
    Mapping(.continue, .slightLeft, .turnKeepLeft), Mapping(.continue, .slightRight, .turnKeepRight),
    Mapping(.useLane, .left, .turnKeepLeft), Mapping(.useLane, .slightRight, .turnKeepRight),
    Mapping(.turn, .slightLeft, .turnSlightLeft), Mapping(.turn, .slightRight, .turnSlightRight),
    Mapping(.turn, .sharpLeft, .turnSharpLeft), Mapping(.continue, .sharpRight, .turnSharpRight),
    Mapping(.continue, .uturn, .turnUTurnCounterclockwise), Mapping(.turn, .uturn, .turnUTurnCounterclockwise),
    Mapping(.continue, .uturn, .turnUTurnClockwise, drivesOnLeft: true),
    Mapping(.turn, .none, .unknown), Mapping(.notification, .none, .unknown),
    Mapping(.newName, .straight, .nameChange), Mapping(.newName, .left, .nameChange),
  ]

  static let ramps: [Mapping] = [
    Mapping(.merge, .none, .merge), Mapping(.merge, .straight, .merge), Mapping(.merge, .slightLeft, .mergeLeft),
    Mapping(.merge, .right, .mergeRight),
    Mapping(.fork, .slightLeft, .forkLeft), Mapping(.fork, .right, .forkRight),
    Mapping(.fork, .slightLeft, .forkLeft, previous: .turn),
    Mapping(.fork, .slightLeft, .onRampKeepLeft, previous: .onRamp),
    Mapping(.fork, .slightRight, .onRampKeepRight, previous: .onRamp),
    Mapping(.fork, .slightLeft, .offRampKeepLeft, previous: .offRamp),
    Mapping(.fork, .slightRight, .offRampKeepRight, previous: .offRamp),
    Mapping(.onRamp, .none, .onRamp), Mapping(.onRamp, .straight, .onRamp), Mapping(.onRamp, .left, .onRampLeft),
    Mapping(.onRamp, .right, .onRampRight), Mapping(.onRamp, .slightLeft, .onRampSlightLeft),
    Mapping(.onRamp, .slightRight, .onRampSlightRight), Mapping(.onRamp, .sharpLeft, .onRampSharpLeft),
    Mapping(.onRamp, .sharpRight, .onRampSharpRight), Mapping(.onRamp, .uturn, .onRampUTurnCounterclockwise),
    Mapping(.onRamp, .uturn, .onRampUTurnClockwise, drivesOnLeft: true),
    Mapping(.offRamp, .none, .offRamp), Mapping(.offRamp, .left, .offRampLeft),
    Mapping(.offRamp, .right, .offRampRight), Mapping(.offRamp, .slightLeft, .offRampSlightLeft),
    Mapping(.offRamp, .slightRight, .offRampSlightRight), Mapping(.offRamp, .sharpLeft, .offRampSharpLeft),
    Mapping(.offRamp, .sharpRight, .offRampSharpRight), Mapping(.offRamp, .uturn, .offRampUTurnCounterclockwise),
    Mapping(.offRamp, .uturn, .offRampUTurnClockwise, drivesOnLeft: true),
    Mapping(.notification, .straight, .ferryBoat, mode: .ferry), Mapping(.turn, .left, .ferryBoat, mode: .ferry),
    Mapping(.notification, .straight, .ferryTrain, mode: .ferry, isTrain: true),
    Mapping(.depart, .none, .depart, mode: .ferry), Mapping(.arrive, .left, .destinationLeft, mode: .ferry),
    Mapping(.notification, .straight, .straight),
  ]

  static let rings: [Mapping] = [
    Mapping(.roundabout, .right, .roundaboutEnterCounterclockwise),
    Mapping(.rotary, .left, .roundaboutEnterClockwise, drivesOnLeft: true),
    // One bearing alone says nothing of the way through.
    Mapping(.roundabout, .right, .roundaboutEnterCounterclockwise, bearings: (90, -1)),
    Mapping(.roundabout, .right, .roundaboutEnterCounterclockwise, bearings: (-1, 90)),
    Mapping(.roundabout, .right, .roundaboutStraightCounterclockwise, bearings: (355, 3)),
    Mapping(.roundabout, .right, .roundaboutLeftCounterclockwise, bearings: (0, 270)),
    Mapping(.roundabout, .right, .roundaboutRightCounterclockwise, bearings: (300, 30)),
    Mapping(.rotary, .right, .roundaboutSlightLeftCounterclockwise, bearings: (10, 340)),
    Mapping(.rotary, .right, .roundaboutSlightRightCounterclockwise, bearings: (340, 10)),
    Mapping(.roundabout, .right, .roundaboutSharpLeftCounterclockwise, bearings: (0, 215)),
    Mapping(.roundabout, .right, .roundaboutSharpRightCounterclockwise, bearings: (0, 145)),
    Mapping(.roundabout, .right, .roundaboutUTurnCounterclockwise, bearings: (0, 180)),
    // Arms with separate ways in and out do not run side by side.
    Mapping(.roundabout, .right, .roundaboutUTurnCounterclockwise, bearings: (80, 250)),
    Mapping(.roundabout, .left, .roundaboutStraightClockwise, drivesOnLeft: true, bearings: (90, 90)),
    Mapping(.roundabout, .left, .roundaboutUTurnClockwise, drivesOnLeft: true, bearings: (350, 170)),
    Mapping(.roundaboutTurn, .left, .roundaboutLeftClockwise, drivesOnLeft: true),
    Mapping(.roundaboutTurn, .right, .roundaboutRightClockwise, drivesOnLeft: true),
    Mapping(.roundaboutTurn, .slightLeft, .roundaboutSlightLeftClockwise, drivesOnLeft: true),
    Mapping(.roundaboutTurn, .slightRight, .roundaboutSlightRightClockwise, drivesOnLeft: true),
    Mapping(.roundaboutTurn, .sharpLeft, .roundaboutSharpLeftClockwise, drivesOnLeft: true),
    Mapping(.roundaboutTurn, .sharpRight, .roundaboutSharpRightClockwise, drivesOnLeft: true),
    Mapping(.roundaboutTurn, .left, .roundaboutLeftCounterclockwise),
    Mapping(.roundaboutTurn, .straight, .roundaboutStraightCounterclockwise),
    Mapping(.exitRoundabout, .right, .roundaboutExitCounterclockwise),
    Mapping(.exitRotary, .left, .roundaboutExitClockwise, drivesOnLeft: true),
  ]

  @Test("a step becomes the maneuver of the table", arguments: roads + ramps + rings)
  func mappings(_ mapping: Mapping) {
    #expect(mapping.result == mapping.expected)
  }

  @Test("every maneuver is reached, and their numbers are 0 to 65 without a gap")
  func numbers() {
    let reached = Set((Self.roads + Self.ramps + Self.rings).map(\.result))
    #expect(GuidanceManeuver.allCases.filter { !reached.contains($0) } == [])
    #expect(GuidanceManeuver.allCases.map(\.rawValue) == Array(0...65))
  }

  @Test(
    "the numbers that feeds know",
    arguments: [
      (GuidanceManeuver.depart, 1), (.destinationRight, 4), (.straight, 5), (.turnLeft, 6),
      (.turnUTurnCounterclockwise, 15), (.merge, 16), (.forkRight, 20), (.onRamp, 21),
      (.onRampUTurnCounterclockwise, 31),
      (.offRamp, 32), (.offRampKeepLeft, 35), (.offRampUTurnCounterclockwise, 42), (.roundaboutEnterClockwise, 43),
      (.roundaboutLeftCounterclockwise, 48), (.roundaboutUTurnCounterclockwise, 60),
      (.roundaboutExitCounterclockwise, 62),
      (.ferryBoat, 63), (.ferryTrain, 64), (.nameChange, 65),
    ] as [(GuidanceManeuver, UInt8)])
  func number(_ maneuver: GuidanceManeuver, _ number: UInt8) {
    #expect(maneuver.rawValue == number)
  }

  @Test("a kind is unknown only without a direction")
  func unknownKinds() {
    for kind in Maneuver.Kind.allCases {
      for modifier in Maneuver.Modifier.allCases where modifier != .none {
        #expect(GuidanceManeuver(Self.step(kind, modifier)) != .unknown, "\(kind) \(modifier)")
      }
    }
  }

  @Test("along a route the way out of a ring and the ramp before a fork are found")
  func route() throws {
    var steps = [
      Self.step(.depart, .none), Self.step(.rotary, .right), Self.step(.exitRotary, .right),
      Self.step(.offRamp, .right),
      Self.step(.fork, .slightLeft), Self.step(.roundabout, .right), Self.step(.arrive, .left),
    ]
    steps[1].bearingBeforeDegrees = 10
    steps[2].bearingAfterDegrees = 280
    steps[5].bearingBeforeDegrees = 10
    steps[6].bearingAfterDegrees = 280
    let start = try #require(Coordinate(latitudeE7: 0, longitudeE7: 0))
    let route = Route(polyline: RoutePolyline(first: start, rest: []), legs: [], steps: steps)
    #expect(
      steps.indices.map(route.guidanceManeuver) == [
        .depart, .roundaboutLeftCounterclockwise, .roundaboutExitCounterclockwise, .offRampRight, .offRampKeepLeft,
        .roundaboutEnterCounterclockwise, .destinationLeft,
      ])
    #expect(route.guidanceManeuver(ofStep: -1) == .unknown && route.guidanceManeuver(ofStep: 7) == .unknown)
  }
}
