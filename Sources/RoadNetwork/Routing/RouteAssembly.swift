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
  }

  /// Makes a route.
  ///
  /// - Parameters:
  ///   - paths: one per leg.
  ///   - waypoints: where the legs were meant to begin and end, one more than paths; they decide on which side of the
  ///     road a destination is said to lie.
  func route(of paths: [NetworkPath], waypoints: [Coordinate] = []) -> Route {
    var legs = paths.map(pieces)
    var coordinates: [Coordinate] = []
    for leg in legs.indices {
      for index in legs[leg].indices {
        let piece = legs[leg][index]
        let shape = network.shape(ofEdge: piece.edge, from: piece.from, to: piece.to)
        // The last coordinate of the piece before is the first of this one.
        legs[leg][index].firstCoordinate = max(0, coordinates.count - 1)
        coordinates.append(contentsOf: coordinates.isEmpty ? shape[...] : shape.dropFirst())
      }
    }
    precondition(!coordinates.isEmpty, "a path has at least one edge")
    let polyline = RoutePolyline(first: coordinates[0], rest: coordinates.dropFirst())
    let chainages = polyline.inputChainagesMeters
    let flat = legs.flatMap { $0 }
    var position = 0
    for leg in legs.indices {
      for index in legs[leg].indices {
        legs[leg][index].startMeters = chainages[legs[leg][index].firstCoordinate]
        position += 1
        legs[leg][index].endMeters =
          position < flat.count ? chainages[flat[position].firstCoordinate] : polyline.lengthMeters
      }
    }
    return assemble(legs, polyline, waypoints, weight: paths.reduce(0) { $0 + $1.weight })
  }

  private func pieces(of path: NetworkPath) -> [Piece] {
    path.edges.enumerated().map { index, edge in
      var piece = Piece(
        edge: edge, from: index == 0 ? path.startFraction : 0,
        to: index == path.edges.count - 1 ? path.endFraction : 1,
        turn: index == 0 ? NetworkPath.unknownTurn : path.turns[index - 1])
      piece.seconds = seconds(ofEdge: edge) * (piece.to - piece.from) + network.turnSeconds(piece.turn)
      return piece
    }
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
    let pieces = legs.flatMap { $0 }
    let edges = pieces.map { piece in
      let edge = network.edge(piece.edge)
      return RouteEdge(
        edge: Int32(clamping: piece.edge), attributes: attributes(of: edge), startChainageMeters: piece.startMeters,
        startFraction: piece.from, limitMetersPerSecond: edge.limitKilometersPerHour.map { Double($0) / 3.6 } ?? .nan,
        freeFlowMetersPerSecond: edge.freeFlowMetersPerSecond)
    }
    var route = Route(
      polyline: polyline, legs: routeLegs, steps: steps, names: names.texts,
      durationSeconds: pieces.reduce(0) { $0 + $1.seconds }, weight: Double(weight) * metric.unitsPerWeight,
      edges: edges)
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

  private func attributes(of edge: RoadNetwork.Edge) -> RouteEdge.Attributes {
    var result: RouteEdge.Attributes = []
    if edge.flags.contains(.tunnel) { result.insert(.tunnel) }
    if edge.flags.contains(.ferry) { result.insert(.ferry) }
    if edge.flags.contains(.toll) { result.insert(.toll) }
    if edge.flags.contains(.roundabout) { result.insert(.roundabout) }
    if edge.flags.contains(.signals) { result.insert(.signalsAtEnd) }
    if edge.flags.contains(.stopSign) { result.insert(.stopSignAtEnd) }
    if edge.flags.contains(.drivesOnLeft) { result.insert(.drivesOnLeft) }
    return result
  }
}

/// The texts that the steps of one route use.
struct RouteNames {
  let network: RoadNetwork
  private(set) var texts = [""]
  private var known: [UInt32: Int32] = [:]

  init(network: RoadNetwork) { self.network = network }

  /// The route's index of a text of the network.
  mutating func index(of text: UInt32) -> Int32 {
    if text == 0 { return 0 }
    if let index = known[text] { return index }
    let index = Int32(clamping: texts.count)
    texts.append(network.text(text))
    known[text] = index
    return index
  }
}
