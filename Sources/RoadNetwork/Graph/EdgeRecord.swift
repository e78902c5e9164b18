/// A stretch of road from one junction to the next in one direction, as it stands in the file: 48 bytes.
struct EdgeRecord: BitwiseCopyable {
  /// The OpenStreetMap way, or the source's own identity.
  var wayID: Int64 = 0
  var tail: UInt32 = 0
  var head: UInt32 = 0
  /// The geometry that the edge shares with its twin.
  var link: UInt32 = 0
  /// The edge in the other direction, or `none`.
  var twin: UInt32 = Self.none
  var lengthMillimeters: UInt32 = 0
  var travelMilliseconds: UInt32 = 0
  var name: UInt32 = 0
  var reference: UInt32 = 0
  /// Direction at the tail and at the head, 1/100 degrees clockwise from north.
  var startCourse: UInt16 = 0
  var endCourse: UInt16 = 0
  var flags: EdgeFlags = []
  var limitKilometersPerHour: UInt8 = 0
  var roadClass: UInt8 = 0

  static let none = UInt32.max
}

/// The edges of one link: along its vertices and against them; `EdgeRecord.none` where there is none.
struct LinkEdges: BitwiseCopyable {
  var along = EdgeRecord.none
  var against = EdgeRecord.none
}

/// Properties of an edge.
public struct EdgeFlags: OptionSet, Sendable, Hashable, BitwiseCopyable {
  /// The bits.
  public let rawValue: UInt16
  /// Makes a set from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// The edge runs against the stored order of its link's vertices.
  static let reversed = EdgeFlags(rawValue: 1)
  /// Part of a roundabout.
  public static let roundabout = EdgeFlags(rawValue: 2)
  /// In a tunnel.
  public static let tunnel = EdgeFlags(rawValue: 4)
  /// On a bridge.
  public static let bridge = EdgeFlags(rawValue: 8)
  /// A ferry line.
  public static let ferry = EdgeFlags(rawValue: 16)
  /// A toll is due.
  public static let toll = EdgeFlags(rawValue: 32)
  /// The surface is not paved.
  public static let unpaved = EdgeFlags(rawValue: 64)
  /// Traffic keeps to the left.
  public static let drivesOnLeft = EdgeFlags(rawValue: 128)
  /// Only who lives, works or calls there may drive it: never a short cut.
  public static let restricted = EdgeFlags(rawValue: 256)
  /// It cannot be reached from, or cannot reach, the largest part of the network.
  public static let isolated = EdgeFlags(rawValue: 512)
  /// Traffic lights on it or at its head.
  public static let signals = EdgeFlags(rawValue: 1024)
  /// A stop or give-way sign on it or at its head.
  public static let stopSign = EdgeFlags(rawValue: 2048)
}

/// A junction as it stands in the file: 12 bytes.
struct JunctionRecord: BitwiseCopyable {
  var latitudeE7: Int32 = 0
  var longitudeE7: Int32 = 0
  var flags: UInt32 = 0
}

/// A legal turn as it stands in the file: 8 bytes.
struct TurnRecord: BitwiseCopyable {
  /// The state that it leads to.
  var target: UInt32
  /// What the turn costs in time, milliseconds.
  var milliseconds: UInt32
}
