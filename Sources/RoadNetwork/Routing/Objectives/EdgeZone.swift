import WaybenchCore

/// What entering an edge depends on, a byte an edge.
struct EdgeZone: OptionSet, Sendable, BitwiseCopyable {
  let rawValue: UInt8
  /// Only residents and callers may use it.
  static let restricted = EdgeZone(rawValue: 1)
  /// It is to be avoided.
  static let avoided = EdgeZone(rawValue: 2)
  /// A barrier that only some may pass stands at its head.
  static let barrierAhead = EdgeZone(rawValue: 4)

  /// The zones of all edges. O(edges).
  ///
  /// - Parameter avoidedEdges: edges that are to be avoided whatever they are like.
  static func all(of network: RoadNetwork, preferences: RoutePreferences, avoidedEdges: [Int]) -> [EdgeZone] {
    var zones = [EdgeZone](repeating: [], count: network.edgeCount)
    var avoidedFlags: EdgeFlags = []
    if preferences.avoid.contains(.tolls) { avoidedFlags.insert(.toll) }
    if preferences.avoid.contains(.ferries) { avoidedFlags.insert(.ferry) }
    if preferences.avoid.contains(.tunnels) { avoidedFlags.insert(.tunnel) }
    let avoidsHighways = preferences.avoid.contains(.highways)
    let avoidsVignettes = preferences.avoid.contains(.vignettes)
    for edge in 0..<network.edgeCount {
      let record = network.edges[edge]
      var zone: EdgeZone = []
      if record.flags.contains(.restricted) { zone.insert(.restricted) }
      if network.flags(ofJunction: Int(record.head)).contains(.restricted) { zone.insert(.barrierAhead) }
      if !record.flags.isDisjoint(with: avoidedFlags) || avoidsHighways && record.roadClass <= lastHighway
        || avoidsVignettes && network.edge(edge).needsVignette
      {
        zone.insert(.avoided)
      }
      zones[edge] = zone
    }
    for edge in avoidedEdges { zones[edge].insert(.avoided) }
    return zones
  }

  private static let lastHighway = RoadClass.motorwayLink.rawValue
}
