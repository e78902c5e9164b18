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

  /// A part of one edge on the route.
  struct Piece {
    var edge: Int
    var from: Double
    var to: Double
    /// The turn onto the edge; unknown for the first piece of a leg.
    var turn: UInt32
    /// The first of its coordinates among those of the route.
    var firstCoordinate = 0
    var startMeters = 0.0
    var endMeters = 0.0
    var seconds = 0.0
    /// What it adds to the route's weight, the turn onto it included; NaN where nobody asked.
    var weight = Double.nan
  }

  /// Makes a route.
  ///
  /// - Parameters:
  ///   - paths: one per leg.
  ///   - waypoints: where the legs were meant to begin and end, one more than paths; they decide on which side of the
  ///     road a destination is said to lie.
  func route(of paths: [NetworkPath], waypoints: [Coordinate] = []) -> Route {
    var legs = paths.map(pieces)
    let count = legs.reduce(0) { $0 + $1.count }
    var coordinates: [Coordinate] = []
    coordinates.reserveCapacity(8 * count)
    for leg in legs.indices {
      for index in legs[leg].indices {
        // The last coordinate of the piece before is the first of this one.
        legs[leg][index].firstCoordinate = max(0, coordinates.count - 1)
        let piece = legs[leg][index]
        network.appendShape(ofEdge: piece.edge, from: piece.from, to: piece.to, onto: &coordinates)
      }
    }
    precondition(!coordinates.isEmpty, "a path has at least one edge")
    let polyline = RoutePolyline(first: coordinates[0], rest: coordinates.dropFirst())
    let chainages = polyline.inputChainagesMeters
    var end = polyline.lengthMeters
    for leg in legs.indices.reversed() {
      for index in legs[leg].indices.reversed() {
        legs[leg][index].endMeters = end
        end = chainages[legs[leg][index].firstCoordinate]
        legs[leg][index].startMeters = end
      }
    }
    return assemble(legs, polyline, waypoints, weight: paths.reduce(0) { $0 + $1.weight })
  }

  private func pieces(of path: NetworkPath) -> [Piece] {
    var pieces: [Piece] = []
    pieces.reserveCapacity(path.edges.count)
    let last = path.edges.count - 1
    // Two more look-ups an edge, for formats that tell the weights of steps.
    let weights = options.listsIntersections ? metric.weights : nil
    for index in path.edges.indices {
      let edge = path.edges[index]
      var piece = Piece(
        edge: edge, from: index == 0 ? path.startFraction : 0, to: index == last ? path.endFraction : 1,
        turn: index == 0 ? NetworkPath.unknownTurn : path.turns[index - 1])
      piece.seconds = seconds(ofEdge: edge) * (piece.to - piece.from) + network.turnSeconds(piece.turn)
      if let weights {
        let whole = weights.edges[edge]
        var weight = Int(EdgeWeights.partial(whole, piece.to) - EdgeWeights.partial(whole, piece.from))
        if piece.turn != NetworkPath.unknownTurn { weight += Int(weights.turns[Int(piece.turn)]) }
        piece.weight = Double(weight) * metric.unitsPerWeight
      }
      pieces.append(piece)
    }
    return pieces
  }

  private func seconds(ofEdge edge: Int) -> Double {
    let milliseconds = traffic?.currentMilliseconds(ofEdge: edge) ?? network.edges[edge].travelMilliseconds
    return Double(milliseconds) / 1000
  }

  private func assemble(
    _ legs: [[Piece]], _ polyline: RoutePolyline, _ waypoints: [Coordinate], weight: Int
  ) -> Route {
    var names = RouteNames(network: network)
    var steps: [RouteStep] = []
    var lanes: [RouteLane] = []
    let builder = ManeuverBuilder(network: network, options: options)
    var routeLegs: [RouteLeg] = []
    for (index, pieces) in legs.enumerated() {
      let ends = index + 1 < waypoints.count ? (start: waypoints[index], end: waypoints[index + 1]) : nil
      let legSteps = builder.steps(of: pieces, ends: ends, names: &names, lanes: &lanes)
      let start = pieces.first?.startMeters ?? 0
      let end = index == legs.count - 1 ? polyline.lengthMeters : pieces.last?.endMeters ?? 0
      routeLegs.append(
        RouteLeg(
          startChainageMeters: start, endChainageMeters: end, firstStep: steps.count, stepCount: legSteps.count))
      steps.append(contentsOf: legSteps)
    }
    var edges: [RouteEdge] = []
    edges.reserveCapacity(legs.reduce(0) { $0 + $1.count })
    var seconds = 0.0
    for pieces in legs {
      for piece in pieces {
        edges.append(routeEdge(piece))
        seconds += piece.seconds
      }
    }
    var route = Route(
      polyline: polyline, legs: routeLegs, steps: steps, names: names.texts, durationSeconds: seconds,
      weight: Double(weight) * metric.unitsPerWeight, edges: edges)
    route.weightName = metric.weightName
    route.lanes = lanes
    if options.listsIntersections {
      var intersections = RouteIntersections(network: network)
      for (leg, pieces) in zip(routeLegs, legs) {
        intersections.add(pieces, steps: leg.firstStep..<leg.firstStep + leg.stepCount, to: &route)
      }
    }
    return route
  }

  private func routeEdge(_ piece: Piece) -> RouteEdge {
    let record = network.edges[piece.edge]
    let limit = record.limitKilometersPerHour
    return RouteEdge(
      edge: Int32(clamping: piece.edge), attributes: Self.attributes(record.flags),
      startChainageMeters: piece.startMeters, startFraction: piece.from,
      limitMetersPerSecond: limit == 0 || limit == 255 ? .nan : Double(limit) / 3.6,
      freeFlowMetersPerSecond: Double(record.lengthMillimeters) / Double(max(1, record.travelMilliseconds)))
  }

  private static func attributes(_ flags: EdgeFlags) -> RouteEdge.Attributes {
    var result: RouteEdge.Attributes = []
    if flags.contains(.tunnel) { result.insert(.tunnel) }
    if flags.contains(.ferry) { result.insert(.ferry) }
    if flags.contains(.toll) { result.insert(.toll) }
    if flags.contains(.roundabout) { result.insert(.roundabout) }
    if flags.contains(.signals) { result.insert(.signalsAtEnd) }
    if flags.contains(.stopSign) { result.insert(.stopSignAtEnd) }
    if flags.contains(.drivesOnLeft) { result.insert(.drivesOnLeft) }
    return result
  }
}

extension RoadNetwork {
  /// Appends the vertices of a part of an edge to a line that ends where the part begins. O(vertices of the edge).
  fileprivate func appendShape(ofEdge edge: Int, from: Double, to: Double, onto line: inout [Coordinate]) {
    if from > 0 || to < 1 {
      let shape = shape(ofEdge: edge, from: from, to: to)
      line.append(contentsOf: line.isEmpty ? shape[...] : shape.dropFirst())
      return
    }
    let record = edges[edge]
    let first = Int(linkFirstVertex[record.link])
    let last = Int(linkFirstVertex[record.link + 1]) - 1
    let skipped = line.isEmpty ? 0 : 1
    if record.flags.contains(.reversed) {
      var vertex = last - skipped
      while vertex >= first {
        line.append(vertices[vertex])
        vertex -= 1
      }
    } else {
      var vertex = first + skipped
      while vertex <= last {
        line.append(vertices[vertex])
        vertex += 1
      }
    }
  }
}

/// The texts that the steps of one route use.
struct RouteNames {
  let network: RoadNetwork
  private(set) var texts = [""]
  /// The network's indices of the texts: few, and the last ones are asked most.
  private var known: [UInt32] = [0]

  init(network: RoadNetwork) { self.network = network }

  /// The route's index of a text of the network.
  mutating func index(of text: UInt32) -> Int32 {
    if text == 0 { return 0 }
    var index = known.count - 1
    while index > 0 {
      if known[index] == text { return Int32(truncatingIfNeeded: index) }
      index -= 1
    }
    known.append(text)
    texts.append(network.text(text))
    return Int32(clamping: texts.count - 1)
  }
}
