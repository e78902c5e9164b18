public import WaybenchCore

/// What became of a trace on the network: every fix is accounted for.
public struct MatchResult: Sendable {
  /// The continuous pieces that were driven, in order.
  public var pieces: [MatchedPiece]
  /// One entry per fix of the input, in its order.
  public var fixes: [MatchedFix]

  /// Metres of all pieces together.
  public var lengthMeters: Double { pieces.reduce(0) { $0 + $1.lengthMeters } }
  /// How many fixes have a place.
  public var matchedCount: Int { fixes.reduce(0) { $0 + ($1.place == nil ? 0 : 1) } }
}

/// A continuous way through the network that explains a run of fixes.
public struct MatchedPiece: Sendable {
  /// The directed edges in order; an edge that is driven twice stands twice.
  public var edges: [Int]
  /// Where on the first edge the piece begins, metres.
  public var startOffsetMeters: Double
  /// Where on the last edge the piece ends, metres.
  public var endOffsetMeters: Double
  /// Metres from beginning to end along the edges.
  public var lengthMeters: Double
  /// The fixes that it explains: from the first to the last.
  public var fixRange: ClosedRange<Int>
  /// Why the piece begins here and does not continue the one before; `nil` for the first.
  public var breakReason: MatchBreak?
}

/// Why a match is broken.
public enum MatchBreak: String, Sendable {
  /// Too long without a fix.
  case timeGap
  /// Several fixes in a row lie off every road that could have been driven.
  case offNetwork
}

/// Where a fix lies on the network.
public struct MatchedFix: Sendable {
  /// The place; `nil` for a fix without one.
  public var place: Place?
  /// Why the fix has no place; `nil` when it has.
  public var reason: UnmatchedReason?

  /// A place on the driven way.
  public struct Place: Sendable {
    /// The piece, as an index of the result's pieces.
    public var piece: Int
    /// The directed edge.
    public var edge: Int
    /// Metres along the edge.
    public var offsetMeters: Double
    /// Where that is.
    public var coordinate: Coordinate
    /// Metres from the fix.
    public var distanceMeters: Double
  }

  /// Why a fix has no place.
  public enum UnmatchedReason: String, Sendable {
    /// It lies farther from the driven way than any honest error.
    case tooFar
    /// No road is near.
    case noRoad
  }
}
