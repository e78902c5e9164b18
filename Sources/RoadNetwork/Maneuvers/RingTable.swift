import WaybenchCore

/// The rings of a network: roundabouts, rotaries, and those so small that they are taken as one turn.
struct RingTable {
  enum Kind: UInt8 {
    /// No rule of rings holds.
    case none
    case roundabout
    case rotary
    /// A ring that is one turn to a driver.
    case small
  }

  /// The ring of each junction; -1 for none. Empty when the network has no ring.
  private var ringOfJunction: [Int32] = []
  private var kinds: [Kind] = []

  /// Larger rings are no single turn, metres.
  private static let smallRadiusMeters = 15.0
  /// Arms that lie closer to each other make a ring no single turn.
  private static let leastArmDegrees: Float = 40

  private struct Ring {
    var lengthMeters = 0.0
    var isCircular = false
    var isRoundabout = false
    var name: UInt32?
    var hasSeveralNames = false
    var isNameOfArm = false
    var armNodes = 0
    var isCrowded = false
    var armBearings: [Float] = []
  }

  /// Whether a junction lies on a ring on which the rules of rings hold, and which.
  func kind(atJunction junction: Int) -> Kind {
    guard !ringOfJunction.isEmpty, ringOfJunction[junction] >= 0 else { return .none }
    return kinds[Int(ringOfJunction[junction])]
  }

  /// Finds the rings. O(edges).
  init(_ graph: ManeuverGraph) {
    guard graph.edges.contains(where: { $0.flags.contains(.roundabout) }) else { return }
    var parent = [Int32](repeating: -1, count: graph.junctions.count)
    func root(_ junction: UInt32) -> Int32 {
      var at = Int32(bitPattern: junction)
      while parent[Int(at)] != at {
        parent[Int(at)] = parent[Int(parent[Int(at)])]
        at = parent[Int(at)]
      }
      return at
    }
    for edge in graph.edges where edge.flags.contains(.roundabout) {
      for end in [edge.tail, edge.head] where parent[Int(end)] < 0 { parent[Int(end)] = Int32(bitPattern: end) }
      let (a, b) = (root(edge.tail), root(edge.head))
      parent[Int(max(a, b))] = min(a, b)
    }
    var rings: [Ring] = []
    ringOfJunction = [Int32](repeating: -1, count: parent.count)
    for junction in parent.indices where parent[junction] >= 0 {
      let first = Int(root(UInt32(junction)))
      if ringOfJunction[first] < 0 {
        ringOfJunction[first] = Int32(rings.count)
        rings.append(Ring())
      }
      ringOfJunction[junction] = ringOfJunction[first]
    }
    measure(graph, &rings)
    for junction in ringOfJunction.indices where ringOfJunction[junction] >= 0 {
      addArms(of: junction, graph, &rings[Int(ringOfJunction[junction])])
    }
    kinds = rings.map(Self.kind)
  }

  private func measure(_ graph: ManeuverGraph, _ rings: inout [Ring]) {
    for edge in graph.edges where edge.flags.contains(.roundabout) {
      // A link that is driven both ways counts once.
      if edge.twin != EdgeRecord.none, edge.flags.contains(.reversed) { continue }
      let ring = Int(ringOfJunction[Int(edge.tail)])
      rings[ring].lengthMeters += Double(edge.lengthMillimeters) / 1000
      if graph.isCircular[Int(edge.link)] { rings[ring].isCircular = true } else { rings[ring].isRoundabout = true }
      if let name = rings[ring].name, name != edge.name { rings[ring].hasSeveralNames = true }
      rings[ring].name = edge.name
    }
  }

  private func addArms(of junction: Int, _ graph: ManeuverGraph, _ ring: inout Ring) {
    var arms = 0
    func add(_ edge: Int, _ bearing: Float) {
      arms += 1
      if ring.name == graph.edges[edge].name { ring.isNameOfArm = true }
      if ring.armBearings.count <= 8 { ring.armBearings.append(bearing) }
    }
    for edge in graph.outgoing(junction) where !graph.edges[edge].flags.contains(.roundabout) {
      add(edge, graph.bearing(fromTailOf: edge))
    }
    for edge in graph.incoming(junction) {
      let record = graph.edges[Int(edge)]
      if record.twin == EdgeRecord.none, !record.flags.contains(.roundabout) {
        add(Int(edge), graph.bearing(fromHeadOf: Int(edge)))
      }
    }
    if arms > 0 { ring.armNodes += 1 }
    if arms > 1 { ring.isCrowded = true }
  }

  private static func kind(_ ring: Ring) -> Kind {
    let radius = ring.lengthMeters / (2 * .pi)
    if ring.armNodes == 1, ring.isRoundabout { return .small }
    let isNamed = !ring.hasSeveralNames && (ring.name ?? 0) != 0
    if isNamed, ring.isCircular || !ring.isNameOfArm && radius > smallRadiusMeters { return .rotary }
    // A ring with both tags is mistagged, not without rules.
    if !ring.isRoundabout { return .none }
    let sorted = ring.armBearings.sorted()
    var isSpread = true
    for index in sorted.indices {
      let gap = sorted[(index + 1) % sorted.count] - sorted[index] + (index + 1 == sorted.count ? 360 : 0)
      if gap <= leastArmDegrees { isSpread = false }
    }
    let isSmall = ring.armNodes <= 4 && !ring.isCrowded && radius < smallRadiusMeters && isSpread
    return isSmall ? .small : .roundabout
  }
}
