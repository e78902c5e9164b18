public import RoadNetwork
public import WaybenchCore

/// A trace laid on a route or on a network.
public struct TraceOutcome: Sendable {
  /// The forms in which an outcome is written.
  public enum Format: String, Sendable, CaseIterable {
    /// One object: pieces and fixes.
    case json
    /// A line per piece and a point per fix.
    case geojson
    /// The placed fixes as a track.
    case gpx
    /// An object per fix, a line each.
    case ndjson
  }

  /// A continuous part of the way.
  public struct Piece: Sendable {
    /// Its line.
    public var line: [Coordinate]
    /// Its length, metres.
    public var lengthMeters: Double
    /// Numbers that say where it lies, in the order in which they are written.
    public var members: [(key: String, value: Value)]
  }

  /// A fix of the input.
  public struct FixOutcome: Sendable {
    /// The fix.
    public var fix: Fix
    /// Where it was placed; `nil` when it was not.
    public var coordinate: Coordinate?
    /// Metres from the fix to the place; NaN without one.
    public var distanceMeters: Double
    /// The piece that it lies on; `nil` without a place.
    public var piece: Int?
    /// Further numbers, in the order in which they are written.
    public var members: [(key: String, value: Value)]
  }

  /// A value of a member.
  public enum Value: Sendable {
    /// A number with so many decimals.
    case number(Double, decimals: Int)
    /// A whole number.
    case integer(Int)
    /// A text.
    case text(String)
    /// Whole numbers.
    case integers([Int])
  }

  /// The pieces in order.
  public var pieces: [Piece] = []
  /// One entry per fix of the input, in its order.
  public var fixes: [FixOutcome] = []
  /// Whether the fixes have times of their own.
  public var hasTimes = true

  /// How many fixes have a place.
  public var placedCount: Int { fixes.reduce(0) { $0 + ($1.coordinate == nil ? 0 : 1) } }
  /// Metres of all pieces.
  public var lengthMeters: Double { pieces.reduce(0) { $0 + $1.lengthMeters } }

  /// Makes an empty outcome.
  public init() {}
}

extension TraceOutcome {
  /// Lays a trace on a route, fix by fix, as a session does.
  public static func snapped(_ trace: TraceFixes, to route: Route) -> TraceOutcome {
    var outcome = TraceOutcome()
    outcome.hasTimes = trace.hasTimes
    var snapper = RouteSnapper(polyline: route.polyline)
    var low = Double.infinity
    var high = -Double.infinity
    for fix in trace.fixes {
      let position = snapper.snap(fix)
      let isPlaced = position.fits && position.distanceMeters <= max(100, 3 * position.sigmaMeters)
      if isPlaced {
        low = min(low, position.chainageMeters)
        high = max(high, position.chainageMeters)
      }
      outcome.fixes.append(
        FixOutcome(
          fix: fix,
          coordinate: isPlaced
            ? route.polyline.coordinate(segment: position.segment, chainageMeters: position.chainageMeters) : nil,
          distanceMeters: isPlaced ? position.distanceMeters : .nan, piece: isPlaced ? 0 : nil,
          members: [
            ("distanceAlongMeters", .number(isPlaced ? position.chainageMeters : .nan, decimals: 2)),
            ("offsetMeters", .number(isPlaced ? position.offsetMeters : .nan, decimals: 2)),
            ("courseDegrees", .number(isPlaced ? position.courseDegrees : .nan, decimals: 1)),
            ("method", .text("\(position.method)")),
          ]))
    }
    if low <= high {
      outcome.pieces = [
        Piece(
          line: route.polyline.coordinates(fromMeters: low, toMeters: high), lengthMeters: high - low,
          members: [
            ("startMeters", .number(low, decimals: 2)), ("endMeters", .number(high, decimals: 2)),
          ])
      ]
    }
    return outcome
  }

  /// Matches a trace to a network, segment by segment.
  public static func matched(
    _ trace: TraceFixes, to network: RoadNetwork, using matcher: inout NetworkMatcher, options: MatchOptions
  ) -> TraceOutcome {
    var outcome = TraceOutcome()
    outcome.hasTimes = trace.hasTimes
    for segment in trace.segments {
      let result = matcher.match(segment, options: options)
      let firstPiece = outcome.pieces.count
      let firstFix = outcome.fixes.count
      for piece in result.pieces { outcome.pieces.append(Self.piece(piece, network, firstFix: firstFix)) }
      for (fix, matched) in zip(segment, result.fixes) {
        outcome.fixes.append(Self.fix(fix, matched, network, firstPiece: firstPiece))
      }
    }
    return outcome
  }

  private static func piece(_ piece: MatchedPiece, _ network: RoadNetwork, firstFix: Int) -> Piece {
    var members: [(key: String, value: Value)] = [
      ("firstFix", .integer(firstFix + piece.fixRange.lowerBound)),
      ("lastFix", .integer(firstFix + piece.fixRange.upperBound)),
      ("startOffsetMeters", .number(piece.startOffsetMeters, decimals: 2)),
      ("endOffsetMeters", .number(piece.endOffsetMeters, decimals: 2)),
    ]
    if let reason = piece.breakReason { members.append(("breakReason", .text(reason.rawValue))) }
    members.append(("edges", .integers(piece.edges)))
    members.append(("ways", .integers(piece.edges.map { Int(truncatingIfNeeded: network.edge($0).wayID) })))
    if piece.edges.contains(where: { network.edge($0).flags.contains(.restricted) }) {
      members.append(
        (
          "restrictedEdges",
          .integers(piece.edges.filter { network.edge($0).flags.contains(.restricted) })
        ))
    }
    return Piece(line: network.shape(of: piece), lengthMeters: piece.lengthMeters, members: members)
  }

  private static func fix(
    _ fix: Fix, _ matched: MatchedFix, _ network: RoadNetwork, firstPiece: Int
  ) -> FixOutcome {
    guard let place = matched.place else {
      return FixOutcome(
        fix: fix, coordinate: nil, distanceMeters: .nan, piece: nil,
        members: [("reason", .text(matched.reason?.rawValue ?? ""))])
    }
    let edge = network.edge(place.edge)
    var members: [(key: String, value: Value)] = [
      ("piece", .integer(firstPiece + place.piece)), ("edge", .integer(place.edge)),
      ("way", .integer(Int(truncatingIfNeeded: edge.wayID))),
      ("offsetMeters", .number(place.offsetMeters, decimals: 2)),
    ]
    if !edge.name.isEmpty { members.append(("road", .text(edge.name))) }
    return FixOutcome(
      fix: fix, coordinate: place.coordinate, distanceMeters: place.distanceMeters, piece: firstPiece + place.piece,
      members: members)
  }
}
