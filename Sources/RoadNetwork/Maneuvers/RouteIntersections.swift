import WaybenchCore

/// Lists the intersections that the steps of a leg pass, with all their roads.
struct RouteIntersections {
  let network: RoadNetwork
  /// The roads of one intersection, while they are gathered.
  private var roads: [(bearing: Int16, out: Int32, into: Int32)] = []

  init(network: RoadNetwork) { self.network = network }

  /// Adds the intersections of a leg to a route whose steps of the leg are there. O(roads along the leg).
  mutating func add(_ pieces: [RouteAssembly.Piece], steps: Range<Int>, to route: inout Route) {
    var piece = 0
    for index in steps {
      let first = route.intersections.count
      let step = route.steps[index]
      let isArrival = step.maneuver.kind == .arrive
      if isArrival, let last = pieces.last {
        addEnd(of: last, isArrival: true, chainage: step.startChainageMeters, &route)
      } else {
        while piece < pieces.count, pieces[piece].startMeters < step.endChainageMeters || piece == 0 {
          if piece == 0 {
            addEnd(of: pieces[0], isArrival: false, chainage: step.startChainageMeters, &route)
          } else if isListed(pieces[piece]) || pieces[piece].startMeters == step.startChainageMeters {
            add(pieces[piece - 1], pieces[piece], &route)
          }
          piece += 1
        }
        if step.lanes.count > 0, route.intersections.count > first { route.intersections[first].lanes = step.lanes }
      }
      route.steps[index].intersections = Run(
        first: Int32(clamping: first), count: Int32(clamping: route.intersections.count - first))
    }
  }

  /// Where only the attributes of a road change there is no intersection.
  private func isListed(_ piece: RouteAssembly.Piece) -> Bool {
    piece.turn == NetworkPath.unknownTurn || network.turnInstructions[piece.turn].kind != .noTurn
  }

  private func addEnd(of piece: RouteAssembly.Piece, isArrival: Bool, chainage: Double, _ route: inout Route) {
    let bearing = network.seenBearing(ofEdge: piece.edge, atHead: isArrival)
    let seen = whole(isArrival ? bearing + 180 : bearing)
    let first = route.intersectionBearings.count
    route.intersectionBearings.append(seen)
    route.intersections.append(
      RouteIntersection(
        chainageMeters: chainage, bearings: Run(first: Int32(clamping: first), count: 1), entries: 1,
        incoming: isArrival ? 0 : -1, outgoing: isArrival ? -1 : 0, classes: classes(piece.edge)))
  }

  private mutating func add(_ before: RouteAssembly.Piece, _ piece: RouteAssembly.Piece, _ route: inout Route) {
    let junction = Int(network.edges[piece.edge].tail)
    gather(junction)
    let first = route.intersectionBearings.count
    var made = RouteIntersection(
      chainageMeters: piece.startMeters,
      bearings: Run(first: Int32(clamping: first), count: Int32(clamping: roads.count)), entries: 0, incoming: -1,
      outgoing: -1, classes: classes(piece.edge))
    for (index, road) in roads.enumerated() {
      route.intersectionBearings.append(road.bearing)
      guard index < 32 else { continue }
      if Int(road.into) == before.edge { made.incoming = Int8(clamping: index) }
      if Int(road.out) == piece.edge { made.outgoing = Int8(clamping: index) }
      if road.out >= 0, Int(road.out) == piece.edge || mayEnter(Int(road.out), from: before.edge) {
        made.entries |= 1 << UInt32(index)
      }
    }
    if piece.turn != NetworkPath.unknownTurn {
      let instruction = network.turnInstructions[piece.turn]
      if instruction.laneArrow > 0 {
        let start = route.lanes.count
        network.appendLanes(
          ofEdge: before.edge, mask: instruction.laneMask, arrow: instruction.laneArrow, to: &route.lanes)
        made.lanes = Run(first: Int32(clamping: start), count: Int32(clamping: route.lanes.count - start))
      }
    }
    route.intersections.append(made)
  }

  private func mayEnter(_ edge: Int, from before: Int) -> Bool {
    (network.firstTurn[before]..<network.firstTurn[before + 1]).contains {
      Int(network.stateEdge[network.turns[$0].target]) == edge
    }
  }

  /// Gathers the roads of a junction clockwise from north. Bearings are rounded to 15 degrees where that keeps them
  /// apart.
  private mutating func gather(_ junction: Int) {
    roads.removeAll(keepingCapacity: true)
    for edge in network.edges(leavingJunction: junction) {
      let twin = network.edges[edge].twin
      roads.append(
        (
          whole(network.seenBearing(ofEdge: edge, atHead: false)), Int32(clamping: edge),
          twin == EdgeRecord.none ? -1 : Int32(bitPattern: twin)
        ))
    }
    for index in network.firstIncoming[junction]..<network.firstIncoming[junction + 1] {
      let edge = Int(network.incomingEdges[index])
      guard network.edges[edge].twin == EdgeRecord.none else { continue }
      roads.append((whole(network.seenBearing(ofEdge: edge, atHead: true) + 180), -1, Int32(clamping: edge)))
    }
    var sectors: UInt32 = 0
    var areApart = true
    for road in roads {
      let bit: UInt32 = 1 << UInt32((Int(road.bearing) * 2 + 15) / 30 % 24)
      if sectors & bit != 0 { areApart = false }
      sectors |= bit
    }
    if areApart {
      for index in roads.indices {
        roads[index].bearing = Int16((Int(roads[index].bearing) * 2 + 15) / 30 % 24 * 15)
      }
    }
    roads.sort { ($0.bearing, $0.out, $0.into) < ($1.bearing, $1.out, $1.into) }
  }

  private func whole(_ degrees: Float) -> Int16 {
    let rounded = Int(degrees.rounded()) % 360
    return Int16(rounded < 0 ? rounded + 360 : rounded)
  }

  private func classes(_ edge: Int) -> RouteIntersection.Classes {
    let record = network.edges[edge]
    var classes: RouteIntersection.Classes = []
    if record.flags.contains(.toll) { classes.insert(.toll) }
    if record.flags.contains(.ferry) { classes.insert(.ferry) }
    if record.flags.contains(.restricted) { classes.insert(.restricted) }
    if record.flags.contains(.tunnel) { classes.insert(.tunnel) }
    let roadClass = RoadClass(rawValue: record.roadClass)
    if roadClass == .motorway || roadClass == .motorwayLink { classes.insert(.motorway) }
    return classes
  }
}
