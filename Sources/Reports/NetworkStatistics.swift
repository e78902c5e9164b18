import Formats
public import RoadNetwork
import WaybenchCore

/// The counts of a network, for people and for machines.
public struct NetworkStatistics: Sendable {
  /// One row: a name for machines, a name for people, the value.
  private let rows: [(key: String, label: String, value: Value)]
  private let classes: [(name: String, edges: Int, kilometers: Double)]
  private let bounds: (south: Double, west: Double, north: Double, east: Double)
  private let notes: String

  private enum Value {
    case count(Int)
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
        ("junctions", "junctions", .count(network.junctionCount)), ("edges", "directed edges", .count(network.edgeCount)),
        ("links", "stretches of road", .count(network.linkCount)), ("vertices", "vertices", .count(network.vertexCount)),
        ("turns", "legal turns", .count(network.turnCount)),
        ("restrictionStates", "states for restrictions over ways", .count(network.stateCount - network.edgeCount)),
        ("roadKilometers", "length of road", .kilometers(linkMeters / 1000)),
        ("directedKilometers", "length of edges", .kilometers(meters / 1000)), ("onewayEdges", "one-way edges", .count(oneway)),
      ] + flags.map { ($0.1, $0.2, .count(flagged[$0.0] ?? 0)) } + [("bytes", "bytes", .count(network.byteCount))]
    classes = RoadClass.allCases.compactMap { roadClass in
      byClass[roadClass].map { ("\(roadClass)", $0.edges, $0.meters / 1000) }
    }
    bounds = Self.bounds(network)
    notes = network.notes
  }

  private static func bounds(
    _ network: RoadNetwork
  ) -> (south: Double, west: Double, north: Double, east: Double) {
    var result = (south: 90.0, west: 180.0, north: -90.0, east: -180.0)
    for junction in 0..<network.junctionCount {
      let place = network.coordinate(ofJunction: junction)
      result.south = min(result.south, place.latitude)
      result.north = max(result.north, place.latitude)
      result.west = min(result.west, place.longitude)
      result.east = max(result.east, place.longitude)
    }
    return result
  }

  /// A table for people.
  public var text: String {
    var table = TextTable(["", "count"])
    for row in rows {
      switch row.value {
      case .count(let count): table.add([row.label, "\(count)"])
      case .kilometers(let kilometers):
        table.add([row.label, (DecimalText.text(kilometers, decimals: 1) ?? "-") + " km"])
      }
    }
    var byClass = TextTable(["class", "edges", "km"])
    for row in classes {
      byClass.add([row.name, "\(row.edges)", DecimalText.text(row.kilometers, decimals: 1) ?? "-"])
    }
    return notes + "\n\n" + table.text + "\n" + byClass.text
  }

  /// One object for machines.
  public var json: String {
    var json = JSONText()
    json.beginObject()
    for row in rows {
      json.key(row.key)
      switch row.value {
      case .count(let count): json.value(count)
      case .kilometers(let kilometers): json.value(kilometers, decimals: 3)
      }
    }
    json.key("bounds")
    json.beginObject()
    for (key, value) in [
      ("south", bounds.south), ("west", bounds.west), ("north", bounds.north), ("east", bounds.east),
    ] {
      json.key(key)
      json.value(value, decimals: 7)
    }
    json.endObject()
    json.key("edgesByClass")
    json.beginObject()
    for row in classes {
      json.key(row.name)
      json.value(row.edges)
    }
    json.endObject()
    json.key("notes")
    json.beginArray()
    for note in notes.split(separator: "\n") { json.value(String(note)) }
    json.endArray()
    json.endObject()
    json.newline()
    return json.string
  }
}
