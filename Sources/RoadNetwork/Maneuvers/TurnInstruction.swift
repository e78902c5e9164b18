import WaybenchCore

/// What is said at a legal turn, as it stands in the file: 8 bytes.
struct TurnInstruction: BitwiseCopyable, Equatable {
  private var rawKind = TurnKind.noTurn.rawValue
  private var rawModifier = Maneuver.Modifier.none.rawValue
  var flags: TurnFlags = []
  /// The lanes of the edge before the turn that serve it; bit 0 is the leftmost.
  var laneMask: UInt16 = 0
  /// The arrow by which they serve it: its bit in `LaneArrows` counted from 1; 0 where no lanes are known.
  var laneArrow: UInt8 = 0
  /// The exits of a ring that the turn passes, or up to which it counts where it leaves: the low four bits count all
  /// exits, the high four leave out service roads.
  var exits: UInt8 = 0

  init(_ kind: TurnKind = .noTurn, _ modifier: Maneuver.Modifier = .none) {
    rawKind = kind.rawValue
    rawModifier = modifier.rawValue
  }

  var kind: TurnKind {
    get { TurnKind(rawValue: rawKind) ?? .noTurn }
    set { rawKind = newValue.rawValue }
  }

  /// Whether its kind is `noTurn`.
  var isNothing: Bool { rawKind == TurnKind.noTurn.rawValue }

  var modifier: Maneuver.Modifier {
    get { Maneuver.Modifier(rawValue: rawModifier) ?? .none }
    set { rawModifier = newValue.rawValue }
  }

  /// Whether the numbers of the kinds and the arrow stand for something.
  var isSound: Bool {
    TurnKind(rawValue: rawKind) != nil && Maneuver.Modifier(rawValue: rawModifier) != nil
      && laneArrow <= LaneArrows.allCount
  }

  /// The exits counted, with or without service roads.
  func exitCount(skipsServiceRoads: Bool) -> Int { Int(skipsServiceRoads ? exits >> 4 : exits & 15) }
}

extension LaneArrows {
  /// How many arrows there are.
  static let allCount: UInt8 = 11

  /// The arrow of a number that counts from 1; nothing for 0.
  init(number: UInt8) { self.init(rawValue: number == 0 ? 0 : 1 << UInt16(min(15, number - 1))) }

  /// The number of a single arrow, counted from 1.
  var number: UInt8 { UInt8(truncatingIfNeeded: rawValue.trailingZeroBitCount + 1) }
}

/// What happens at a turn, before the turns of a route are seen together.
enum TurnKind: UInt8 {
  /// Nothing: not even an intersection.
  case noTurn
  /// Nothing is said, but it is an intersection.
  case suppressed
  case turn
  case `continue`
  case newName
  case notification
  case merge
  case onRamp
  case offRamp
  case fork
  case endOfRoad
  /// Onto a ring, around it, off it, and from one arm to another at one of its nodes.
  case enterRing
  case stayOnRing
  case leaveRing
  case crossRing
  /// Over a node that is a roundabout by itself.
  case miniRoundabout
  /// Onto a slip road: told together with the turn at its end.
  case slipRoad

  /// Whether it has to do with a ring of several nodes.
  var isRing: Bool {
    switch self {
    case .enterRing, .stayOnRing, .leaveRing, .crossRing: true
    default: false
    }
  }
}

/// Properties of a turn.
struct TurnFlags: OptionSet, BitwiseCopyable {
  let rawValue: UInt16
  /// Only two roads meet there.
  static let joint = TurnFlags(rawValue: 1)
  /// There is no other way on.
  static let choiceless = TurnFlags(rawValue: 2)
  /// The edge that it leads to joins the carriageways of a divided road.
  static let ontoSegregated = TurnFlags(rawValue: 4)
  /// No other way on is straighter.
  static let straightest = TurnFlags(rawValue: 8)
  /// The ring is a rotary.
  static let rotary = TurnFlags(rawValue: 16)
  /// The ring is so small that it is taken as one turn.
  static let smallRing = TurnFlags(rawValue: 32)
  /// The turn leads back along the road that it comes by.
  static let reversal = TurnFlags(rawValue: 64)
}

/// What a driver reads on one direction of a stretch of road, as it stands in the file: 20 bytes.
struct SignRecord: BitwiseCopyable, Hashable {
  /// Texts of the network.
  var destinations: UInt32 = 0
  var exits: UInt32 = 0
  var pronunciation: UInt32 = 0
  /// The arrows on the lanes, from the left, in the network's `laneArrows`.
  var firstArrow: UInt32 = 0
  var arrowCount: UInt16 = 0
  /// All lanes of the road, both directions together; 0 when unknown.
  var laneCount: UInt16 = 0

  /// Where the arrows stand.
  var arrows: Range<Int> { Int(firstArrow)..<Int(firstArrow) + Int(arrowCount) }
}
