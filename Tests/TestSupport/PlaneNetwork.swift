public import RoadNetwork
import WaybenchCore

/// Small networks in local metres: one road per line, joined where their ends share a name.
public struct PlaneNetwork {
  private var source = RoadSource()
  private var nodes: [String: Int32] = [:]

  /// Makes an empty network.
  public init() { source.origin = "plane network" }

  /// Adds a road through points; `from` and `to` name its ends. Its name is `name`, its way id counts from 1.
  public mutating func road(
    _ name: String, from: String, to: String, _ points: [(Double, Double)], oneway: Bool = false,
    roadClass: RoadClass = .residential, access: RoadSource.Access = .allowed, kilometersPerHour: Double = 50,
    flags: RoadSource.WayFlags = []
  ) {
    let start = source.wayNodes.count
    for (index, point) in points.enumerated() {
      let label = index == 0 ? from : index == points.count - 1 ? to : "\(name)#\(index)"
      source.wayNodes.append(node(label, point))
    }
    source.names.append(name)
    source.ways.append(
      RoadSource.Way(
        id: Int64(source.ways.count + 1), nodeRange: start..<source.wayNodes.count, roadClass: roadClass,
        forward: access, backward: oneway ? .none : access,
        forwardLimitKilometersPerHour: UInt8(kilometersPerHour),
        backwardLimitKilometersPerHour: UInt8(kilometersPerHour), freeFlowKilometersPerHour: kilometersPerHour,
        flags: flags, name: Int32(source.names.count - 1)))
  }

  /// Forbids or prescribes a turn between roads.
  public mutating func restrict(
    from: String, at node: String, to: String, isOnly: Bool = false, isUTurn: Bool = false
  ) {
    source.restrictions.append(
      RoadSource.Restriction(
        fromWays: [way(from)], via: .node(Int64(nodes[node] ?? -1)), toWays: [way(to)], isOnly: isOnly,
        isUTurn: isUTurn))
  }

  /// Forbids or prescribes a turn over whole roads.
  public mutating func restrict(from: String, over: [String], to: String, isOnly: Bool = false) {
    source.restrictions.append(
      RoadSource.Restriction(fromWays: [way(from)], via: .ways(over.map(way)), toWays: [way(to)], isOnly: isOnly))
  }

  /// Puts something at a named end.
  public mutating func mark(_ node: String, _ flags: RoadSource.NodeFlags) {
    if let index = nodes[node] { source.nodes[Int(index)].flags.formUnion(flags) }
  }

  /// The network.
  public func build() throws -> RoadNetwork { try RoadNetworkBuilder.build(source) }

  private mutating func node(_ label: String, _ point: (Double, Double)) -> Int32 {
    if let known = nodes[label] { return known }
    let index = Int32(source.nodes.count)
    nodes[label] = index
    source.nodes.append(RoadSource.Node(id: Int64(index), coordinate: Plane.coordinate(point.0, point.1)))
    return index
  }

  private func way(_ name: String) -> Int64 {
    source.ways.first { source.names[Int($0.name)] == name }?.id ?? -1
  }
}
