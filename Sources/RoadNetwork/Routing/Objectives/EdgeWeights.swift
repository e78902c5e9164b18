public import WaybenchCore

/// What a route is chosen by: whole-number weights of the edges and of the legal turns of a network.
///
/// A way weighs the sum over its edges and turns; the best way weighs the least. What one weight stands for follows
/// from the objective:
///
/// | objective | one weight |
/// |---|---|
/// | fastest | 1 ms |
/// | shortest | 1 cm |
/// | fuelEfficient | 10 microlitres, so that 10,000 km at 10 l/100 km come to 1e8 |
/// | cheapest | 1/100,000 of the currency; a coarser or finer power of ten for rates of another size, see below |
///
/// `cheapest` takes the power of ten with which 10,000 km at 60 km/h, all with a toll, weigh most while they stay below
/// 2^30: 1/100,000 for rates of the size of the defaults. Rates that are not positive numbers count as 0; when all are
/// 0 every way costs nothing and the fastest one is taken.
///
/// The same rules hold for every objective. They weigh seconds: for `shortest` the way that a car makes in them at
/// 50 km/h, for `fuelEfficient` the fuel that it burns on it, for `cheapest` what that time and way cost.
/// - To enter, from outside, roads that only residents and callers may use weighs 1,200 s, once per entry.
/// - To enter what is avoided from what is not weighs 3,600 s, and each avoided edge weighs ten times. So it is used
///   only where no other way is within an hour.
/// - A closed edge is `unreachable`.
///
/// `highways` are motorways and their ramps; a motorroad of another class is not marked in the network and not avoided.
public struct EdgeWeights: Sendable {
  /// The weight of what cannot be driven. Two of them add up without overflow.
  public static let unreachable: Int32 = 0x3fff_ffff
  /// The greatest weight of an edge or a turn that can be driven.
  public static let greatest: Int32 = (1 << 28) - 1
  /// What it weighs to enter roads that only residents and callers may use: never a short cut, yet reached. Seconds.
  public static let restrictedEntrySeconds = 1_200.0
  /// What it weighs to enter what is avoided, seconds.
  public static let avoidedEntrySeconds = 3_600.0
  /// How many times heavier an avoided edge weighs.
  public static let avoidedFactor = 10.0

  /// The network that the weights belong to.
  public let network: RoadNetwork
  /// What the weights were made for.
  public let preferences: RoutePreferences
  /// The weight of each edge from its tail to its head: 1 ... `greatest`, or `unreachable` where it is closed.
  public private(set) var edges: [Int32]
  /// The weight of each legal turn, in the network's order: 0 ... `greatest`.
  public private(set) var turns: [Int32]
  private let model: WeightModel
  private let zones: [EdgeZone]
  /// The square of each edge's speed, m2/s2, for fuel; infinite for an edge too short to have a speed; else empty.
  private var squaredSpeeds: [Float]

  /// Weighs the edges and turns of a network. O(edges + turns), and what lies in avoided areas.
  ///
  /// - Parameters:
  ///   - preferences: what the best way is.
  ///   - traffic: the speeds of now; free roads without.
  /// - Throws: `AvoidAreaError` for an area that is no simple polygon.
  public init(
    network: RoadNetwork, preferences: RoutePreferences = RoutePreferences(), traffic: TrafficState? = nil
  ) throws(AvoidAreaError) {
    let areas = try AvoidedAreas.edges(of: network, in: preferences.avoidAreas)
    self.init(network: network, preferences: preferences, avoidedEdges: areas, traffic: traffic)
  }

  /// The weights of the fastest way on free roads.
  ///
  /// - Parameter arrays: what an earlier one was made of; worked out when `nil`.
  init(freeFlow network: RoadNetwork, arrays: FreeFlowArrays?) {
    self.init(
      network: network, preferences: RoutePreferences(), avoidedEdges: [], traffic: nil, arrays: arrays)
  }

  /// The arrays of the weights of free roads, without the network that keeps them.
  struct FreeFlowArrays: Sendable {
    fileprivate var edges: [Int32]
    fileprivate var turns: [Int32]
    fileprivate var zones: [EdgeZone]
  }

  /// What `init(freeFlow:arrays:)` takes.
  var freeFlowArrays: FreeFlowArrays { FreeFlowArrays(edges: edges, turns: turns, zones: zones) }

  /// The weight of an edge for the fastest way on free roads.
  @inline(__always)
  static func freeFlowWeight(_ edge: EdgeRecord) -> Int32 {
    Int32(truncatingIfNeeded: max(1, min(UInt32(greatest), edge.travelMilliseconds)))
  }

  /// The weight of a legal turn from an edge with the edge behind it, for the fastest way on free roads. O(1).
  static func freeFlowWeight(ofTurn turn: UInt32, from edge: Int, _ network: RoadNetwork) -> Int32 {
    let legal = network.turns[turn]
    let to = network.stateEdge[legal.target]
    let (record, next) = (network.edges[edge], network.edges[to])
    var weight = Int64(legal.milliseconds)
    let passesBarrier = to != record.twin && network.flags(ofJunction: Int(record.head)).contains(.restricted)
    if !record.flags.contains(.restricted), next.flags.contains(.restricted) || passesBarrier {
      weight += Int64(1000 * restrictedEntrySeconds)
    }
    return Int32(min(Int64(greatest), weight)) + freeFlowWeight(next)
  }

  private init(
    network: RoadNetwork, preferences: RoutePreferences, avoidedEdges: [Int], traffic: TrafficState?,
    arrays: FreeFlowArrays? = nil
  ) {
    self.network = network
    self.preferences = preferences
    model = WeightModel(preferences)
    if let arrays {
      zones = arrays.zones
      squaredSpeeds = []
      edges = arrays.edges
      turns = arrays.turns
      return
    }
    zones = EdgeZone.all(of: network, preferences: preferences, avoidedEdges: avoidedEdges)
    squaredSpeeds = []
    if model.fuel != nil { squaredSpeeds = [Float](repeating: 0, count: network.edgeCount) }
    edges = [Int32](repeating: 0, count: network.edgeCount)
    turns = [Int32](repeating: 0, count: network.turnCount)
    for edge in 0..<network.edgeCount { setEdge(edge, milliseconds: network.edges[edge].travelMilliseconds) }
    for edge in traffic?.edges ?? [] { setEdge(edge, milliseconds: traffic?.currentMilliseconds(ofEdge: edge)) }
    setTurns()
  }

  /// Gives an edge a weight of the caller's choice.
  mutating func set(_ weight: Int32, ofEdge edge: Int) { edges[edge] = weight }

  private mutating func setTurns() {
    let weigher = TurnWeigher(network: network, model: model, zones: zones, squaredSpeeds: squaredSpeeds)
    for state in 0..<network.stateCount {
      let from = network.stateEdge[state]
      let record = network.edges[from]
      for turn in network.firstTurn[state]..<network.firstTurn[state + 1] {
        turns[Int(turn)] = weigher.weight(of: turn, from: from, record)
      }
    }
  }

  /// The edges and turns whose weights an update changed, ascending.
  public struct Changes: Sendable, Hashable {
    /// The edges.
    public var edges: [Int] = []
    /// The turns.
    public var turns: [Int] = []
  }

  /// Weighs some edges anew, and for `fuelEfficient` the turns from and to them, which depend on their speeds.
  ///
  /// The result is that of weighing everything anew when `edges` holds every edge whose traffic has changed. O(edges
  /// given and their turns).
  public mutating func update(edges changed: some Sequence<Int>, traffic: TrafficState) -> Changes {
    var changes = Changes()
    var touched: [Int] = []
    for edge in changed {
      let before = edges[edge]
      let speed = squaredSpeeds.isEmpty ? 0 : squaredSpeeds[edge]
      setEdge(edge, milliseconds: traffic.currentMilliseconds(ofEdge: edge))
      if edges[edge] != before { changes.edges.append(edge) }
      if !squaredSpeeds.isEmpty, squaredSpeeds[edge] != speed { touched.append(edge) }
    }
    var around: [LegalTurn] = []
    for edge in touched { network.addTurns(around: UInt32(edge), to: &around) }
    let weigher = TurnWeigher(network: network, model: model, zones: zones, squaredSpeeds: squaredSpeeds)
    for item in around {
      let weight = weigher.weight(of: item.turn, from: item.from, network.edges[item.from])
      if turns[Int(item.turn)] != weight {
        turns[Int(item.turn)] = weight
        changes.turns.append(Int(item.turn))
      }
    }
    changes.edges = Self.unique(changes.edges)
    changes.turns = Self.unique(changes.turns)
    return changes
  }

  private static func unique(_ numbers: [Int]) -> [Int] {
    var result: [Int] = []
    for number in numbers.sorted() where number != result.last { result.append(number) }
    return result
  }

  /// - Parameter milliseconds: `nil` when the edge is closed.
  private mutating func setEdge(_ edge: Int, milliseconds: UInt32?) {
    let record = network.edges[edge]
    if let milliseconds {
      edges[edge] = model.edgeWeight(record, milliseconds, isAvoided: zones[edge].contains(.avoided))
    } else {
      edges[edge] = Self.unreachable
    }
    if !squaredSpeeds.isEmpty {
      squaredSpeeds[edge] = FuelModel.squaredSpeed(record, milliseconds ?? record.travelMilliseconds)
    }
  }
}

extension EdgeWeights {
  /// What one weight stands for, in seconds, metres, litres or the currency; 0 when all rates of `cheapest` are 0.
  public var unitsPerWeight: Double { model.unitsPerWeight }

  /// What the weight is: "duration", "distance", "fuel" or "cost".
  public var name: String {
    switch preferences.objective {
    case .fastest: "duration"
    case .shortest: "distance"
    case .fuelEfficient: "fuel"
    case .cheapest: "cost"
    }
  }

  /// The unit of `unitsPerWeight`: "s", "m", "l", or nothing for a currency.
  public var unit: String {
    switch preferences.objective {
    case .fastest: "s"
    case .shortest: "m"
    case .fuelEfficient: "l"
    case .cheapest: ""
    }
  }

  // MARK: - Parts of an edge

  /// The weight of an edge from its tail to a place on it: `weight * fraction`, halves rounded away from zero.
  ///
  /// - Parameters:
  ///   - weight: the weight of the whole edge; `unreachable` stays so.
  ///   - fraction: how far along the edge, held to 0 ... 1; NaN counts as 0.
  @inlinable
  public static func partial(_ weight: Int32, _ fraction: Double) -> Int32 {
    if weight >= unreachable { return unreachable }
    let share = fraction > 0 ? min(fraction, 1) : 0
    return Int32((Double(weight) * share).rounded(.toNearestOrAwayFromZero))
  }

  /// The weight of an edge from a place on it to its head: what `partial` leaves.
  @inlinable
  public static func rest(_ weight: Int32, from fraction: Double) -> Int32 {
    if weight >= unreachable { return unreachable }
    return weight - partial(weight, fraction)
  }

  /// The weight between two places on an edge; `nil` when the second lies before the first.
  @inlinable
  public static func between(_ weight: Int32, _ from: Double, _ to: Double) -> Int32? {
    guard to >= from else { return nil }
    if weight >= unreachable { return unreachable }
    return partial(weight, to) - partial(weight, from)
  }
}
