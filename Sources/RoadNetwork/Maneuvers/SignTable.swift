import WaybenchCore

/// The signs and lanes of all edges of a network; equal ones are kept once.
struct SignTable {
  /// The record of each edge.
  private(set) var edgeSigns: [UInt32] = []
  /// Record 0 is empty.
  private(set) var records = [SignRecord()]
  private(set) var arrows: [UInt16] = []
  private var known: [RoadSource.Sign: UInt32] = [RoadSource.Sign(): 0]

  /// A lane's arrows are taken over from the stretch before when the own one is at most this long.
  private static let shortMillimeters: UInt32 = 30_000

  /// Gathers the signs of a graph. O(edges).
  init(_ graph: GraphDraft) {
    let source = graph.source
    let records = source.signs.map { record(of: $0) }
    edgeSigns.reserveCapacity(graph.edges.count)
    for edge in graph.edges {
      let way = source.ways[Int(graph.linkWay[Int(edge.link)])]
      let sign = Int(edge.flags.contains(.reversed) ? way.backwardSign : way.forwardSign)
      let exit = source.nodes[Int(graph.nodeOfJunction[Int(edge.tail)])].exitReference
      if exit != 0, source.signs[sign].exits == 0, way.roadClass.isLink {
        var withExit = source.signs[sign]
        withExit.exits = exit
        edgeSigns.append(record(of: withExit))
      } else {
        edgeSigns.append(records[sign])
      }
    }
    takeOverLanes(graph)
  }

  private mutating func record(of sign: RoadSource.Sign) -> UInt32 {
    if let index = known[sign] { return index }
    let index = UInt32(records.count)
    records.append(
      SignRecord(
        destinations: UInt32(clamping: sign.destinations), exits: UInt32(clamping: sign.exits),
        pronunciation: UInt32(clamping: sign.pronunciation), firstArrow: UInt32(arrows.count),
        arrowCount: UInt16(clamping: sign.arrows.count), laneCount: UInt16(sign.laneCount)))
    arrows.append(contentsOf: sign.arrows.map(\.rawValue))
    known[sign] = index
    return index
  }

  /// A short last stretch without arrows has those of the stretch that leads to it and nowhere else.
  private mutating func takeOverLanes(_ graph: GraphDraft) {
    let own = edgeSigns
    var merged: [SignRecord: UInt32] = [:]
    for index in graph.edges.indices where records[Int(own[index])].arrowCount > 0 {
      let before = graph.edges[index]
      guard let next = onlyWayOn(graph, from: index, before),
        graph.edges[next].lengthMillimeters <= Self.shortMillimeters,
        records[Int(own[next])].arrowCount == 0
      else { continue }
      var record = records[Int(own[next])]
      record.firstArrow = records[Int(own[index])].firstArrow
      record.arrowCount = records[Int(own[index])].arrowCount
      record.laneCount = max(record.laneCount, record.arrowCount)
      if let known = merged[record] {
        edgeSigns[next] = known
      } else {
        edgeSigns[next] = UInt32(records.count)
        merged[record] = UInt32(records.count)
        records.append(record)
      }
    }
  }

  private func onlyWayOn(_ graph: GraphDraft, from index: Int, _ edge: EdgeRecord) -> Int? {
    let choices = graph.outgoing(edge.head)
    guard choices.count <= 2 else { return nil }
    let onward = choices.filter { UInt32($0) != edge.twin }
    return onward.count == 1 ? onward[0] : nil
  }
}
