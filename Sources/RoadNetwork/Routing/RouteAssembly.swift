import WaybenchCore

/// Makes a route, with geometry, legs and steps, of the paths of its legs.
struct RouteAssembly {
  let network: RoadNetwork
  /// What the paths were chosen by.
  let metric: RouteMetric
  /// The speeds of now, for times; free roads without.
  var traffic: TrafficState?
  var options = ManeuverOptions()

  init(metric: RouteMetric, traffic: TrafficState? = nil, options: ManeuverOptions = ManeuverOptions()) {
    network = metric.network
    self.metric = metric
    self.traffic = traffic
    self.options = options
  }

  /// A part of one edge on the route: 64 bytes.
  struct Piece: BitwiseCopyable {
    private let edgeNumber: UInt32
    /// The turn onto the edge; unknown for the first piece of a leg.
    var turn: UInt32
    /// What the network says at that turn; nothing where it is unknown.
    var instruction = TurnInstruction()
    /// The vertices of the edge's link.
    var firstVertex: UInt32
    var endVertex: UInt32
    /// The first of its coordinates among those of the route.
    var firstCoordinate: Int32 = 0
    var isReversed: Bool
    var isFerry: Bool
    var startMeters = 0.0
    var endMeters = 0.0
    var seconds = 0.0
    /// What it adds to the route's weight, the turn onto it included; NaN where nobody asked.
    var weight = Double.nan

    var edge: Int { Int(edgeNumber) }

    @inline(__always)
    init(_ edge: Int, _ record: EdgeRecord, turn: UInt32, _ vertices: Column<UInt32>) {
      edgeNumber = UInt32(truncatingIfNeeded: edge)
      self.turn = turn
      firstVertex = vertices[record.link]
      endVertex = vertices[record.link + 1]
      isReversed = record.flags.contains(.reversed)
      isFerry = record.flags.contains(.ferry)
    }
  }

  /// Makes a route. It allocates no more than the route needs once the scratch has grown.
  ///
  /// - Parameters:
  ///   - paths: one per leg.
  ///   - waypoints: where the legs were meant to begin and end, one more than paths; they decide on which side of the
  ///     road a destination is said to lie.
  func route(of paths: [NetworkPath], waypoints: [Coordinate] = [], using scratch: inout RouteScratch) -> Route {
    let count = paths.reduce(0) { $0 + $1.edges.count }
    precondition(count > 0, "a path has at least one edge")
    scratch.draft.pieces.removeAll(keepingCapacity: true)
    scratch.draft.pieces.reserveCapacity(count)
    var edges = [RouteEdge](capacity: count) { edges in
      for path in paths { add(path, &scratch.draft.pieces, &edges) }
    }
    if let traffic { setSeconds(paths, traffic, &scratch.draft.pieces) }
    // Two more look-ups an edge, for formats that tell the weights of steps.
    if options.listsIntersections { setWeights(paths, metric.weights, &scratch.draft.pieces) }
    addCoordinates(of: paths, &scratch)
    let polyline = RoutePolyline(
      first: scratch.coordinates[0], rest: scratch.coordinates[1..<scratch.coordinateCount])
    Self.place(&scratch.draft.pieces, &edges, on: polyline)
    return assemble(paths, polyline, edges, waypoints, &scratch)
  }

  /// Adds the pieces of a path. Each look-up of one piece is independent of those of the others, so that a processor
  /// waits for many of them at once; all that is needed later and lies far apart is fetched here.
  private func add(_ path: NetworkPath, _ pieces: inout [Piece], _ edges: inout OutputSpan<RouteEdge>) {
    let (records, vertices) = (network.edges, network.linkFirstVertex)
    let (turns, instructions) = (network.turns, network.turnInstructions)
    let last = path.edges.count - 1
    for index in 0..<path.edges.count {
      let edge = path.edges[index]
      let record = records[edge]
      let from = index == 0 ? path.startFraction : 0
      let to = index == last ? path.endFraction : 1
      let turn = index == 0 ? NetworkPath.unknownTurn : path.turns[index - 1]
      var piece = Piece(edge, record, turn: turn, vertices)
      piece.seconds = Double(record.travelMilliseconds) / 1000 * (to - from)
      if turn != NetworkPath.unknownTurn {
        piece.seconds += Double(turns[turn].milliseconds) / 1000
        piece.instruction = instructions[turn]
      }
      pieces.append(piece)
      edges.append(Self.routeEdge(edge, record, from: from))
    }
  }

  /// Fills in where the pieces begin and end on the line.
  private static func place(_ pieces: inout [Piece], _ edges: inout [RouteEdge], on polyline: RoutePolyline) {
    let chainages = polyline.inputChainagesMeters.span
    var pieces = pieces.mutableSpan
    var edges = edges.mutableSpan
    var end = polyline.lengthMeters
    var index = pieces.count - 1
    while index >= 0 {
      let start = chainages[Int(pieces[index].firstCoordinate)]
      pieces[index].startMeters = start
      pieces[index].endMeters = end
      edges[index].startChainageMeters = start
      end = start
      index -= 1
    }
  }

  /// Calls `body` with the index of every piece and the part of its edge that is driven.
  @inline(__always)
  private func forEachPiece(of paths: [NetworkPath], _ body: (_ index: Int, _ from: Double, _ to: Double) -> Void) {
    var first = 0
    for path in paths {
      let last = first + path.edges.count - 1
      for index in first..<last + 1 {
        body(index, index == first ? path.startFraction : 0, index == last ? path.endFraction : 1)
      }
      first = last + 1
    }
  }

  /// Gives the pieces the times of now; a closed edge has that of the free road.
  private func setSeconds(_ paths: [NetworkPath], _ traffic: TrafficState, _ pieces: inout [Piece]) {
    forEachPiece(of: paths) { index, from, to in
      guard let milliseconds = traffic.currentMilliseconds(ofEdge: pieces[index].edge) else { return }
      pieces[index].seconds =
        Double(milliseconds) / 1000 * (to - from) + network.turnSeconds(pieces[index].turn)
    }
  }

  private func setWeights(_ paths: [NetworkPath], _ weights: EdgeWeights, _ pieces: inout [Piece]) {
    forEachPiece(of: paths) { index, from, to in
      let whole = weights.edges[pieces[index].edge]
      var weight = Int(EdgeWeights.partial(whole, to) - EdgeWeights.partial(whole, from))
      let turn = pieces[index].turn
      if turn != NetworkPath.unknownTurn { weight += Int(weights.turns[Int(turn)]) }
      pieces[index].weight = Double(weight) * metric.unitsPerWeight
    }
  }

  /// Fills the scratch with the coordinates of the pieces.
  private func addCoordinates(of paths: [NetworkPath], _ scratch: inout RouteScratch) {
    var room = 1
    for piece in scratch.draft.pieces { room += Int(piece.endVertex - piece.firstVertex) }
    if let place = Coordinate(latitudeE7: 0, longitudeE7: 0), scratch.coordinates.count < room {
      scratch.coordinates.append(contentsOf: repeatElement(place, count: room - scratch.coordinates.count))
    }
    var count = 0
    forEachPiece(of: paths) { index, from, to in
      // The last coordinate of the piece before is the first of this one.
      scratch.draft.pieces[index].firstCoordinate = Int32(truncatingIfNeeded: max(0, count - 1))
      let piece = scratch.draft.pieces[index]
      if from > 0 || to < 1 {
        var skips = count > 0
        network.visitShape(ofEdge: piece.edge, from: from, to: to) { coordinate in
          if !skips {
            scratch.coordinates[count] = coordinate
            count += 1
          }
          skips = false
        }
      } else {
        network.copyShape(of: piece, skipsFirst: count > 0, to: &scratch.coordinates, &count)
      }
    }
    scratch.coordinateCount = count
  }

  private func assemble(
    _ paths: [NetworkPath], _ polyline: RoutePolyline, _ edges: [RouteEdge], _ waypoints: [Coordinate],
    _ scratch: inout RouteScratch
  ) -> Route {
    var seconds = 0.0
    for piece in scratch.draft.pieces { seconds += piece.seconds }
    var steps: [RouteStep] = []
    var lanes: [RouteLane] = []
    var legs: [RouteLeg] = []
    legs.reserveCapacity(paths.count)
    scratch.names.begin()
    let builder = ManeuverBuilder(network: network, options: options)
    scratch.draft.options = options
    var first = 0
    for (index, path) in paths.enumerated() {
      let range = first..<first + path.edges.count
      let firstStep = steps.count
      scratch.draft.begin(range)
      builder.addSteps(of: &scratch.draft, names: &scratch.names, lanes: &lanes, to: &steps)
      if index + 1 < waypoints.count, steps.count > firstStep {
        let (start, end) = (scratch.line(of: range.lowerBound), scratch.line(of: range.upperBound - 1))
        steps[firstStep].maneuver.modifier = builder.side(of: waypoints[index], departureOn: start)
        steps[steps.count - 1].maneuver.modifier = builder.side(of: waypoints[index + 1], arrivalOn: end)
      }
      legs.append(
        RouteLeg(
          startChainageMeters: range.isEmpty ? 0 : scratch.draft.pieces[first].startMeters,
          endChainageMeters: index == paths.count - 1
            ? polyline.lengthMeters : range.isEmpty ? 0 : scratch.draft.pieces[range.upperBound - 1].endMeters,
          firstStep: firstStep, stepCount: steps.count - firstStep))
      first = range.upperBound
    }
    var route = Route(
      polyline: polyline, legs: legs, steps: steps, names: scratch.names.take(), durationSeconds: seconds,
      weight: Double(paths.reduce(0) { $0 + $1.weight }) * metric.unitsPerWeight, edges: edges)
    route.weightName = metric.weightName
    route.lanes = lanes
    if options.listsIntersections { addIntersections(to: &route, paths, scratch.draft.pieces) }
    return route
  }

  private func addIntersections(to route: inout Route, _ paths: [NetworkPath], _ pieces: [Piece]) {
    var intersections = RouteIntersections(network: network)
    var first = 0
    for (leg, path) in zip(route.legs, paths) {
      let own = Array(pieces[first..<first + path.edges.count])
      intersections.add(own, steps: leg.firstStep..<leg.firstStep + leg.stepCount, to: &route)
      first += path.edges.count
    }
  }

  private static func routeEdge(_ edge: Int, _ record: EdgeRecord, from: Double) -> RouteEdge {
    let limit = record.limitKilometersPerHour
    return RouteEdge(
      edge: Int32(clamping: edge), attributes: RouteEdge.Attributes(record.flags), startChainageMeters: 0,
      startFraction: from, limitMetersPerSecond: limit == 0 || limit == 255 ? .nan : Double(limit) / 3.6,
      freeFlowMetersPerSecond: Double(record.lengthMillimeters) / Double(max(1, record.travelMilliseconds)))
  }
}

extension RouteEdge.Attributes {
  /// What a network knows that a route tells: the bits of the flags, moved to where they stand here without a branch.
  @inline(__always)
  init(_ flags: EdgeFlags) {
    let bits = flags.rawValue
    // Tunnel, ferry and toll; roundabout; traffic lights and stop sign; traffic on the left.
    let first = bits >> 2 & 1 | bits >> 3 & 6
    self.init(rawValue: UInt8(truncatingIfNeeded: first | bits << 2 & 8 | bits >> 6 & 48 | bits >> 1 & 64))
  }
}

/// What the making of routes works on, kept for the next route.
struct RouteScratch: Sendable {
  /// The coordinates of the route and, behind them, those of longer routes before.
  var coordinates: [Coordinate] = []
  var coordinateCount = 0
  /// The pieces of all legs, and the steps of one.
  var draft: LegDraft
  var names: RouteNames

  init(network: RoadNetwork) {
    draft = LegDraft(network: network)
    names = RouteNames(network: network)
  }

  /// The coordinates of a piece.
  func line(of piece: Int) -> ArraySlice<Coordinate> {
    let pieces = draft.pieces
    let last = piece + 1 < pieces.count ? Int(pieces[piece + 1].firstCoordinate) : coordinateCount - 1
    return coordinates[Int(pieces[piece].firstCoordinate)...last]
  }
}

extension RoadNetwork {
  /// Copies the vertices of a piece that is a whole edge to an array that has room for them.
  fileprivate func copyShape(
    of piece: RouteAssembly.Piece, skipsFirst: Bool, to line: inout [Coordinate], _ count: inout Int
  ) {
    let skipped = skipsFirst ? 1 : 0
    let length = Int(piece.endVertex) - Int(piece.firstVertex) - skipped
    if length <= 0 { return }
    let vertices = vertices
    var line = line.mutableSpan
    var vertex = piece.isReversed ? Int(piece.endVertex) - 1 - skipped : Int(piece.firstVertex) + skipped
    let step = piece.isReversed ? -1 : 1
    for index in count..<count + length {
      line[index] = vertices[vertex]
      vertex &+= step
    }
    count += length
  }
}
