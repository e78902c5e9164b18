import WaybenchCore

/// Builds a network from roads: junctions, links, directed edges, legal turns, index.
///
/// The same source gives the same bytes on every machine: nothing depends on the order of a dictionary.
public enum RoadNetworkBuilder {
  /// Builds a network. O(n log n) in the roads.
  ///
  /// - Throws: `RoadNetworkBuildError` when there is no road, there are too many, or an area of a country is none.
  public static func build(_ source: RoadSource) throws(RoadNetworkBuildError) -> RoadNetwork {
    try RoadNetwork(image: NetworkImage.checked(image(of: source)))
  }

  /// The bytes of the network's `.wbn` file.
  public static func image(of source: RoadSource) throws(RoadNetworkBuildError) -> [UInt8] {
    var graph = GraphDraft(source)
    try graph.makeJunctions()
    try graph.makeLinks()
    graph.sortEdges()
    var turns = TurnExpansion(graph: graph, restrictions: source.restrictions)
    turns.expand()
    graph.markIsolated(turns)
    var writer = graph.imageWriter(turns: turns, charges: try graph.charges())
    try addHierarchy(graph, turns, to: &writer)
    // The metric of the fastest way is worked out on the network as it will be read.
    let network = try RoadNetwork(image: NetworkImage.checked(writer.image()))
    let metric = RouteMetric.customized(network, network.freeFlowWeights, threads: Threads.count)
    writer.set(.metricOutWeight, metric.outWeight)
    writer.set(.metricInWeight, metric.inWeight)
    writer.set(.metricOutMiddle, metric.outMiddle)
    writer.set(.metricInMiddle, metric.inMiddle)
    return writer.image()
  }

  private static func addHierarchy(
    _ graph: GraphDraft, _ turns: TurnExpansion, to writer: inout NetworkImageWriter
  ) throws(RoadNetworkBuildError) {
    let arcs = HierarchyDraft.Arcs(first: turns.firstTurn, target: turns.turns.map(\.target))
    guard let draft = HierarchyDraft(arcs: arcs, order: graph.stateOrder(turns)) else {
      throw RoadNetworkBuildError(description: "the roads of \(graph.source.origin) hang together too closely")
    }
    writer.set(.hierarchyRank, draft.rankOfState)
    writer.set(.hierarchyParent, draft.parent)
    writer.set(.hierarchyDepth, draft.depth)
    writer.set(.hierarchyOutFirst, draft.out.first)
    writer.set(.hierarchyOutDepth, draft.out.depths)
    writer.set(.hierarchyInFirst, draft.into.first)
    writer.set(.hierarchyInDepth, draft.into.depths)
  }
}

/// Why no network can be built.
public struct RoadNetworkBuildError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and what was expected.
  public let description: String
}

/// The graph while it is built.
struct GraphDraft {
  let source: RoadSource
  var junctions: [JunctionRecord] = []
  /// The junction of each node; -1 for one that only shapes a road.
  var junctionOfNode: [Int32] = []
  var nodeOfJunction: [Int32] = []
  var edges: [EdgeRecord] = []
  var firstEdge: [UInt32] = []
  var linkFirstVertex: [UInt32] = [0]
  /// The way of each link, as an index of the source's ways.
  var linkWay: [Int32] = []
  var vertices: [Coordinate] = []
  /// The id of each vertex's node.
  var vertexNodes: [Int64] = []
  /// Which links are roads for motor vehicles only.
  var linkIsExpressway: [Bool] = []

  init(_ source: RoadSource) { self.source = source }

  /// A node is a junction when roads end there, meet there, or a barrier stands there.
  mutating func makeJunctions() throws(RoadNetworkBuildError) {
    var uses = [UInt8](repeating: 0, count: source.nodes.count)
    for way in source.ways where Self.isDrivable(way) {
      let nodes = source.wayNodes[way.nodeRange]
      var last: Int32 = -1
      for node in nodes where node != last {
        uses[Int(node)] = min(2, uses[Int(node)] + 1)
        last = node
      }
      for end in [nodes.first, nodes.last] { if let end { uses[Int(end)] = 2 } }
    }
    let splitting: RoadSource.NodeFlags = [.blocked, .restricted, .tollBooth]
    let order = source.nodes.indices
      .filter { uses[$0] == 2 || uses[$0] == 1 && !source.nodes[$0].flags.isDisjoint(with: splitting) }
      .map { (key: HilbertCurve.key(source.nodes[$0].coordinate), node: $0) }
      .sorted { ($0.key, $0.node) < ($1.key, $1.node) }
    guard !order.isEmpty else {
      throw RoadNetworkBuildError(description: "no road for \(source.mode.travellers) in \(source.origin)")
    }
    junctionOfNode = [Int32](repeating: -1, count: source.nodes.count)
    for (index, entry) in order.enumerated() {
      let node = source.nodes[entry.node]
      junctionOfNode[entry.node] = Int32(clamping: index)
      nodeOfJunction.append(Int32(clamping: entry.node))
      junctions.append(
        JunctionRecord(
          latitudeE7: node.coordinate.latitudeE7, longitudeE7: node.coordinate.longitudeE7,
          flags: UInt32(node.flags.rawValue)))
    }
  }

  static func isDrivable(_ way: RoadSource.Way) -> Bool {
    way.nodeRange.count >= 2 && (way.forward != .none || way.backward != .none)
  }

  /// Cuts each way at its junctions. Links are numbered along the curve of their junctions, so that what lies together
  /// on the map lies together in memory.
  mutating func makeLinks() throws(RoadNetworkBuildError) {
    var pieces: [(junctions: UInt64, way: Int, nodes: ClosedRange<Int>)] = []
    for (index, way) in source.ways.enumerated() where Self.isDrivable(way) {
      var start = way.nodeRange.lowerBound
      var tail = junctionOfNode[Int(source.wayNodes[start])]
      for position in (start + 1)..<way.nodeRange.upperBound {
        let head = junctionOfNode[Int(source.wayNodes[position])]
        if head < 0 { continue }
        let (low, high) = (UInt64(UInt32(bitPattern: min(tail, head))), UInt64(UInt32(bitPattern: max(tail, head))))
        pieces.append((low << 32 | high, index, start...position))
        (start, tail) = (position, head)
      }
    }
    pieces.sort { ($0.junctions, $0.way, $0.nodes.lowerBound) < ($1.junctions, $1.way, $1.nodes.lowerBound) }
    for piece in pieces { addLink(source.ways[piece.way], index: piece.way, nodes: piece.nodes) }
    guard edges.count < Int(Int32.max / 4), vertices.count < Int(Int32.max) else {
      throw RoadNetworkBuildError(description: "\(edges.count) edges are too many for one network")
    }
  }

  private mutating func addLink(_ way: RoadSource.Way, index: Int, nodes range: ClosedRange<Int>) {
    let link = UInt32(linkFirstVertex.count - 1)
    var length = 0.0
    var nodeFlags: RoadSource.NodeFlags = []
    var shape: [Coordinate] = []
    var shapeNodes: [Int64] = []
    for position in range {
      let node = source.nodes[Int(source.wayNodes[position])]
      if position > range.lowerBound, position < range.upperBound { nodeFlags.formUnion(node.flags) }
      if let last = shape.last {
        if last == node.coordinate {
          // Of several nodes in one place the link's end is the one to know it by.
          if position == range.upperBound, shape.count > 1 { shapeNodes[shape.count - 1] = node.id }
          continue
        }
        length += Geodesic.distanceMeters(last, node.coordinate)
      }
      shape.append(node.coordinate)
      shapeNodes.append(node.id)
    }
    if shape.count == 1 {
      // A node that is named twice in a row is no road; two junctions in one place are joined by one.
      if source.wayNodes[range.lowerBound] == source.wayNodes[range.upperBound] { return }
      shape.append(shape[0])
      shapeNodes.append(source.nodes[Int(source.wayNodes[range.upperBound])].id)
    }
    vertices.append(contentsOf: shape)
    vertexNodes.append(contentsOf: shapeNodes)
    linkFirstVertex.append(UInt32(vertices.count))
    linkWay.append(Int32(clamping: index))
    let start = Self.course(shape[0], shape[1])
    let end = Self.course(shape[shape.count - 2], shape[shape.count - 1])

    var record = EdgeRecord()
    record.wayID = way.id
    record.link = link
    linkIsExpressway.append(way.flags.contains(.expressway))
    record.lengthMillimeters = UInt32(clamping: Int64(max(1, (length * 1000).rounded())))
    record.travelMilliseconds = UInt32(
      clamping: Int64(max(1, (length * 3600 / max(1, way.freeFlowKilometersPerHour)).rounded())))
    record.name = UInt32(clamping: way.name)
    record.reference = UInt32(clamping: way.reference)
    record.roadClass = way.roadClass.rawValue
    let a = UInt32(junctionOfNode[Int(source.wayNodes[range.lowerBound])])
    let b = UInt32(junctionOfNode[Int(source.wayNodes[range.upperBound])])
    if way.forward != .none {
      record.tail = a
      record.head = b
      record.startCourse = start
      record.endCourse = end
      record.limitKilometersPerHour = way.forwardLimitKilometersPerHour
      record.flags = flags(of: way, way.forward, head: b, inside: nodeFlags)
      edges.append(record)
    }
    if way.backward != .none {
      record.tail = b
      record.head = a
      record.startCourse = (end + 18_000) % 36_000
      record.endCourse = (start + 18_000) % 36_000
      record.limitKilometersPerHour = way.backwardLimitKilometersPerHour
      record.flags = flags(of: way, way.backward, head: a, inside: nodeFlags).union(.reversed)
      edges.append(record)
    }
  }

  private static func course(_ a: Coordinate, _ b: Coordinate) -> UInt16 {
    let degrees = Geodesic.courseDegrees(from: a, to: b)
    return degrees.isNaN ? 0 : UInt16(max(0, min(35_999, (degrees * 100).rounded())))
  }

  private func flags(
    of way: RoadSource.Way, _ access: RoadSource.Access, head: UInt32, inside: RoadSource.NodeFlags
  ) -> EdgeFlags {
    var flags: EdgeFlags = []
    let pairs: [(RoadSource.WayFlags, EdgeFlags)] = [
      (.roundabout, .roundabout), (.tunnel, .tunnel), (.bridge, .bridge), (.ferry, .ferry), (.toll, .toll),
      (.unpaved, .unpaved), (.drivesOnLeft, .drivesOnLeft),
    ]
    for (wayFlag, edgeFlag) in pairs where way.flags.contains(wayFlag) { flags.insert(edgeFlag) }
    if source.drivesOnLeft { flags.insert(.drivesOnLeft) }
    if access == .restricted { flags.insert(.restricted) }
    let signs = inside.union(RoadSource.NodeFlags(rawValue: UInt8(truncatingIfNeeded: junctions[Int(head)].flags)))
    if signs.contains(.trafficSignals) { flags.insert(.signals) }
    if signs.contains(.stopSign) { flags.insert(.stopSign) }
    if signs.contains(.tollBooth) { flags.insert(.toll) }
    return flags
  }

  /// Orders the edges by tail, pairs the twins and notes where each junction's edges begin.
  mutating func sortEdges() {
    edges.sort { ($0.tail, $0.head, $0.link, $0.flags.rawValue) < ($1.tail, $1.head, $1.link, $1.flags.rawValue) }
    var partner = [UInt32](repeating: EdgeRecord.none, count: linkFirstVertex.count - 1)
    for index in edges.indices {
      let link = Int(edges[index].link)
      if partner[link] == EdgeRecord.none {
        partner[link] = UInt32(index)
      } else {
        edges[index].twin = partner[link]
        edges[Int(partner[link])].twin = UInt32(index)
      }
    }
    firstEdge = Self.starts(of: edges.lazy.map { Int($0.tail) }, groups: junctions.count)
  }

  /// Where each group begins in a list that is sorted by group; one entry more than groups.
  static func starts(of groupsInOrder: some Sequence<Int>, groups: Int) -> [UInt32] {
    var counts = [UInt32](repeating: 0, count: groups + 1)
    for group in groupsInOrder { counts[group + 1] += 1 }
    for group in 0..<groups { counts[group + 1] += counts[group] }
    return counts
  }

  func outgoing(_ junction: UInt32) -> Range<Int> {
    Int(firstEdge[Int(junction)])..<Int(firstEdge[Int(junction) + 1])
  }

  /// Marks every edge outside the largest strongly connected part of the legal turns. An edge of several states is
  /// inside with any of them.
  mutating func markIsolated(_ turns: TurnExpansion) {
    let component = StronglyConnectedComponents.find(
      count: turns.stateEdge.count, firstArc: turns.firstTurn, target: { turns.turns[$0].target })
    var sizes: [Int: Int] = [:]
    for state in component.indices where state < edges.count { sizes[component[state], default: 0] += 1 }
    let largest = sizes.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
    var isInside = [Bool](repeating: false, count: edges.count)
    for state in component.indices where component[state] == largest { isInside[Int(turns.stateEdge[state])] = true }
    for edge in edges.indices where !isInside[edge] { edges[edge].flags.insert(.isolated) }
  }
}

extension GraphDraft {
  /// The sections of the `.wbn` file that are known from the graph alone.
  func imageWriter(turns: TurnExpansion, charges: [EdgeCharge]) -> NetworkImageWriter {
    var writer = NetworkImageWriter()
    let description = ([source.origin] + source.notes).joined(separator: "\n")
    writer.set(.description, Array(description.utf8))
    writer.set(.junctions, junctions)
    writer.set(.junctionFirstEdge, firstEdge)
    writer.set(.edges, edges)
    writer.set(.linkFirstVertex, linkFirstVertex)
    var linkEdges = [LinkEdges](repeating: LinkEdges(), count: max(0, linkFirstVertex.count - 1))
    for (number, edge) in edges.enumerated() {
      if edge.flags.contains(.reversed) {
        linkEdges[Int(edge.link)].against = UInt32(number)
      } else {
        linkEdges[Int(edge.link)].along = UInt32(number)
      }
    }
    writer.set(.linkEdges, linkEdges)
    writer.set(.vertices, vertices)
    writer.set(.stateEdge, turns.stateEdge)
    writer.set(.stateFirstTurn, turns.firstTurn)
    writer.set(.turns, turns.turns)
    let incoming = edges.indices.sorted { (edges[$0].head, $0) < (edges[$1].head, $1) }
    let incomingEdges = incoming.map { UInt32($0) }
    let firstIncoming = Self.starts(of: incoming.lazy.map { Int(edges[$0].head) }, groups: junctions.count)
    writer.set(.incomingEdges, incomingEdges)
    writer.set(.firstIncoming, firstIncoming)
    var offsets: [UInt32] = [0]
    var text: [UInt8] = []
    for name in source.names {
      text.append(contentsOf: name.utf8)
      offsets.append(UInt32(clamping: text.count))
    }
    writer.set(.textOffsets, offsets)
    writer.set(.textBytes, text)
    let index = SegmentIndexBuilder.build(linkFirstVertex: linkFirstVertex, vertices: vertices)
    writer.set(.indexLevels, index.levels)
    writer.set(.indexBoxes, index.boxes)
    writer.set(.indexItems, index.items)
    writer.set(.mode, [source.mode.rawValue])
    let signs = SignTable(self)
    writer.set(.edgeSigns, signs.edgeSigns)
    writer.set(.signRecords, signs.records)
    writer.set(.laneArrows, signs.arrows)
    let graph = ManeuverGraph(
      self, signs: signs, firstIncoming: firstIncoming, incomingEdges: incomingEdges, textOffsets: offsets,
      textBytes: text)
    writer.set(.turnInstructions, TurnClassifier.classify(graph, turns: turns))
    writer.set(.edgeCharges, charges)
    writer.set(.vertexNodes, vertexNodes)
    writer.set(.metricOutWeight, [Int32]())
    writer.set(.metricInWeight, [Int32]())
    writer.set(.metricOutMiddle, [RouteMetric.Middle]())
    writer.set(.metricInMiddle, [RouteMetric.Middle]())
    return writer
  }

  /// The states in the order of contraction: that of their edges; the further states of an edge follow its first.
  func stateOrder(_ turns: TurnExpansion) -> [UInt32] {
    let order = JunctionDissection.edgeOrder(
      of: JunctionDissection.Graph(
        junctions: junctions, tails: edges.map(\.tail), heads: edges.map(\.head), firstEdge: firstEdge))
    var further: [UInt32: [UInt32]] = [:]
    for state in edges.count..<turns.stateEdge.count {
      further[turns.stateEdge[state], default: []].append(UInt32(state))
    }
    return order.flatMap { edge in [edge] + (further[edge] ?? []) }
  }
}

extension NetworkImage {
  /// The image of bytes that were just laid out.
  static func checked(_ bytes: [UInt8]) throws(RoadNetworkBuildError) -> NetworkImage {
    do { return try NetworkImage(bytes: bytes) } catch {
      throw RoadNetworkBuildError(description: error.description)
    }
  }
}
