/// A way through the network: from a place on its first edge to a place on its last.
public struct NetworkPath: Sendable {
  /// The edges in order, at least one.
  public var edges: [Int]
  /// The legal turn from each edge to the next, as a number of the network's turns; `unknownTurn` where a path does
  /// what is not legal. One fewer than edges.
  public var turns: [UInt32]
  /// Where on the first edge it begins, 0 ... 1.
  public var startFraction: Double
  /// Where on the last edge it ends, 0 ... 1.
  public var endFraction: Double
  /// What the search minimized, in the unit of its `EdgeWeights`.
  public var weight: Int

  /// Stands for a turn that the network does not allow.
  public static let unknownTurn = UInt32.max

  /// Makes a path; without turns, all of them are unknown.
  public init(
    edges: [Int], turns: [UInt32]? = nil, startFraction: Double, endFraction: Double, weight: Int = 0
  ) {
    self.edges = edges
    self.turns = turns ?? [UInt32](repeating: Self.unknownTurn, count: max(0, edges.count - 1))
    self.startFraction = startFraction
    self.endFraction = endFraction
    self.weight = weight
  }
}

extension RoadNetwork {
  /// What a turn costs in time, seconds; 0 for an unknown one.
  public func turnSeconds(_ turn: UInt32) -> Double {
    turn == NetworkPath.unknownTurn ? 0 : Double(turns[turn].milliseconds) / 1000
  }
}
