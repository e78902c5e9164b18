import WaybenchCore

/// The counts of a network.
public struct NetworkStatistics: Sendable {
  /// What is counted, in order: a name for machines, a name for people, the value.
  public let rows: [(key: String, label: String, value: Value)]
  /// The edges and kilometres of each class that occurs, from the most important on.
  public let classes: [(roadClass: RoadClass, edges: Int, kilometers: Double)]
  /// The smallest box around all junctions, degrees; west is above east where it crosses the antimeridian.
  public let bounds: (south: Double, west: Double, north: Double, east: Double)

  /// A value of a row.
  public enum Value: Sendable {
    /// How many.
    case count(Int)
    /// How long.
    case kilometers(Double)
  }

  /// Counts a network. O(edges).
  public init(_ network: RoadNetwork) {
    var meters = 0.0
    var linkMeters = 0.0
    var byClass: [RoadClass: (edges: Int, meters: Double)] = [:]
    var flagged: [EdgeFlags: Int] = [:]
    let flags: [(EdgeFlags, String, String)] = [
      (.roundabout, "roundaboutEdges", "in roundabouts"), (.tunnel, "tunnelEdges", "in tunnels"),
      (.bridge, "bridgeEdges", "on bridges"), (.ferry, "ferryEdges", "ferries"), (.toll, "tollEdges", "with a toll"),
      (.restricted, "restrictedEdges", "for residents and callers only"),
      (.isolated, "isolatedEdges", "cut off from the largest part"),
    ]
    var oneway = 0
    for index in 0..<network.edgeCount {
      let edge = network.edge(index)
      meters += edge.lengthMeters
      if edge.twin.map({ $0 > index }) ?? true { linkMeters += edge.lengthMeters }
      if edge.twin == nil { oneway += 1 }
      byClass[edge.roadClass, default: (0, 0)].edges += 1
      byClass[edge.roadClass, default: (0, 0)].meters += edge.lengthMeters
      for (flag, _, _) in flags where edge.flags.contains(flag) { flagged[flag, default: 0] += 1 }
    }
    rows =
      [
        ("junctions", "junctions", .count(network.junctionCount)),
        ("edges", "directed edges", .count(network.edgeCount)),
        ("links", "stretches of road", .count(network.linkCount)),
        ("vertices", "vertices", .count(network.vertexCount)),
        ("turns", "legal turns", .count(network.turnCount)),
        ("restrictionStates", "states for restrictions over ways", .count(network.stateCount - network.edgeCount)),
        ("roadKilometers", "length of road", .kilometers(linkMeters / 1000)),
        ("directedKilometers", "length of edges", .kilometers(meters / 1000)),
        ("onewayEdges", "one-way edges", .count(oneway)),
      ] + flags.map { ($0.1, $0.2, .count(flagged[$0.0] ?? 0)) } + [("bytes", "bytes", .count(network.byteCount))]
    classes = RoadClass.allCases.compactMap { roadClass in
      byClass[roadClass].map { (roadClass, $0.edges, $0.meters / 1000) }
    }
    bounds = Self.bounds(network)
  }

  private static func bounds(
    _ network: RoadNetwork
  ) -> (south: Double, west: Double, north: Double, east: Double) {
    guard network.junctionCount > 0 else { return (0, 0, 0, 0) }
    let first = network.coordinate(ofJunction: 0)
    var (south, north) = (first.latitudeE7, first.latitudeE7)
    var (west, east): (Int64, Int64) = (0, 0)
    for junction in 0..<network.junctionCount {
      let place = network.coordinate(ofJunction: junction)
      south = min(south, place.latitudeE7)
      north = max(north, place.latitudeE7)
      let shift = longitudeDifferenceE7(from: first.longitudeE7, to: place.longitudeE7)
      west = min(west, shift)
      east = max(east, shift)
    }
    func longitude(_ shift: Int64) -> Double {
      Coordinate(clampingLatitude: 0, longitude: Double(Int64(first.longitudeE7) + shift) / 1e7).longitude
    }
    return (Double(south) / 1e7, longitude(west), Double(north) / 1e7, longitude(east))
  }
}
