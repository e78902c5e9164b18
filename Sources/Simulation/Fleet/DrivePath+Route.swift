public import WaybenchCore

extension DrivePath {
  /// How a route becomes a path that a car drives.
  public struct RouteOptions: Hashable, Sendable {
    /// The speed where the route has no edges to tell it, metres per second.
    public var fallbackMetersPerSecond = 13.9
    /// The share of traffic lights that are red; 0 drives through all.
    public var redShare = 0.0
    /// The shares and dwell times of red lights follow from it.
    public var seed: UInt64 = 1
    /// Stops on purpose: metres along the route and how long.
    public var stops: [Stop] = []

    /// The defaults: no stop.
    public init() {}
  }

  /// The path of a car that follows a route at legal speeds; `nil` when the rest of the route has no length.
  ///
  /// The speed on an edge is the legal limit where it is known, and never above the speed that is usual there.
  ///
  /// - Parameters:
  ///   - route: the route.
  ///   - fromChainageMeters: where on it the path begins.
  ///   - startingAt: a place that the path begins at before it joins the route; `nil` begins on the route.
  public init?(
    route: Route, fromChainageMeters: Double = 0, startingAt: Coordinate? = nil, options: RouteOptions
  ) {
    let polyline = route.polyline
    let first = polyline.segment(atChainageMeters: fromChainageMeters)
    var coordinates = [polyline.coordinate(segment: first, chainageMeters: fromChainageMeters)]
    var limits: [Double] = []
    var edge = 0
    for segment in first..<polyline.segmentCount {
      let start = max(fromChainageMeters, polyline.vertices[segment].chainageMeters)
      while edge + 1 < route.edges.count, route.edges[edge + 1].startChainageMeters <= start + 0.01 { edge += 1 }
      coordinates.append(polyline.vertices[segment + 1].coordinate)
      limits.append(Self.speed(on: route.edges.isEmpty ? nil : route.edges[edge], options))
    }
    var lead = 0.0
    if let startingAt, startingAt != coordinates[0], let limit = limits.first {
      lead = Geodesic.distanceMeters(startingAt, coordinates[0])
      coordinates.insert(startingAt, at: 0)
      limits.insert(limit, at: 0)
    }
    let shift = lead - fromChainageMeters
    let length = polyline.lengthMeters + shift
    let stops = Self.stops(of: route, options)
      .map { Stop(chainageMeters: $0.chainageMeters + shift, dwellNanoseconds: $0.dwellNanoseconds) }
      .filter { $0.chainageMeters > 0.5 && $0.chainageMeters < length - 0.5 }
    let tunnels = Self.tunnels(of: route).map { ($0.lowerBound + shift)..<($0.upperBound + shift) }
    try? self.init(
      coordinates: coordinates, speedLimitsMetersPerSecond: limits, stops: stops, tunnels: tunnels)
  }

  private static func speed(on edge: RouteEdge?, _ options: RouteOptions) -> Double {
    guard let edge else { return options.fallbackMetersPerSecond }
    let limit = edge.limitMetersPerSecond
    return max(1, limit.isFinite ? limit : edge.freeFlowMetersPerSecond)
  }

  private static func stops(of route: Route, _ options: RouteOptions) -> [Stop] {
    var stops = options.stops
    guard options.redShare > 0 else { return stops }
    for (index, edge) in route.edges.enumerated() where edge.attributes.contains(.signalsAtEnd) {
      // Each light has its own stream, so that a light's colour does not depend on the route before it.
      var generator = SeededGenerator(seed: options.seed, stream: UInt64(bitPattern: Int64(edge.edge)))
      let isRed = generator.nextUnit() < options.redShare
      let dwell = 3 + 12 * generator.nextUnit()
      let end =
        index + 1 < route.edges.count ? route.edges[index + 1].startChainageMeters : route.lengthMeters
      if isRed {
        stops.append(Stop(chainageMeters: max(0, end - 5), dwellNanoseconds: Int64(dwell * 1e9)))
      }
    }
    return stops
  }

  private static func tunnels(of route: Route) -> [Range<Double>] {
    var result: [Range<Double>] = []
    for (index, edge) in route.edges.enumerated() where edge.attributes.contains(.tunnel) {
      let end =
        index + 1 < route.edges.count ? route.edges[index + 1].startChainageMeters : route.lengthMeters
      guard end > edge.startChainageMeters else { continue }
      if let last = result.last, edge.startChainageMeters - last.upperBound < 1 {
        result[result.count - 1] = last.lowerBound..<end
      } else {
        result.append(edge.startChainageMeters..<end)
      }
    }
    return result
  }
}
