public import WaybenchCore

/// A place on a directed edge.
public struct NetworkPlace: Sendable, Hashable {
  /// The edge.
  public var edge: Int
  /// How far along the edge, 0 ... 1 of its length.
  public var fraction: Double
  /// Metres from the point that was asked for.
  public var distanceMeters: Double

  /// Makes a place.
  public init(edge: Int, fraction: Double, distanceMeters: Double) {
    self.edge = edge
    self.fraction = fraction
    self.distanceMeters = distanceMeters
  }
}

extension RoadNetwork {
  /// How far along its link a hit lies, 0 ... 1 of the link's length. O(vertices of the link).
  func linkFraction(of hit: SegmentQuery.Hit) -> Double {
    let first = Int(linkFirstVertex[hit.link])
    let end = Int(linkFirstVertex[hit.link + 1])
    var before = 0.0
    var total = 0.0
    for vertex in first..<(end - 1) {
      let length = Geodesic.distanceMeters(vertices[vertex], vertices[vertex + 1])
      if vertex < Int(hit.vertex) { before += length }
      if vertex == Int(hit.vertex) { before += hit.fraction * length }
      total += length
    }
    return total > 0 ? min(1, before / total) : 0
  }

  /// The place on the road nearest to a coordinate, on each edge of its link that may be used.
  ///
  /// Edges outside the main part of the network are taken only where there is no other.
  ///
  /// - Parameters:
  ///   - bearingDegrees: the direction in which the road must run there; NaN for any.
  ///   - radiusMeters: the search ends at this distance.
  /// - Returns: one place or two (one per direction), empty when there is no road.
  public func nearestPlaces(
    to coordinate: Coordinate, bearingDegrees: Double = .nan, toleranceDegrees: Double = 180,
    radiusMeters: Double = 1000, using query: inout SegmentQuery
  ) -> [NetworkPlace] {
    var waypoint = RouteRequest.Waypoint(coordinate: coordinate)
    waypoint.bearingDegrees = bearingDegrees
    waypoint.bearingToleranceDegrees = toleranceDegrees
    waypoint.radiusMeters = radiusMeters
    return places(for: waypoint, using: &query)
  }

  /// Where a waypoint lies on the roads: the nearest road that it may lie on, with a place for each direction in which
  /// it may be left or reached; empty when there is none.
  public func places(
    for waypoint: RouteRequest.Waypoint, using query: inout SegmentQuery
  ) -> [NetworkPlace] {
    let frame = LocalFrame(origin: waypoint.coordinate)
    for allowsIsolated in [false, true] {
      var radius = min(16, waypoint.radiusMeters)
      while true {
        let nearest = query.nearest(self, near: frame, radiusMeters: radius) { hit in
          let pair = linkEdges[Int(hit.link)]
          return isUsable(pair.along, hit, waypoint, allowsIsolated)
            || isUsable(pair.against, hit, waypoint, allowsIsolated)
        }
        if let nearest { return places(nearest, waypoint, allowsIsolated) }
        if radius >= waypoint.radiusMeters { break }
        radius = min(waypoint.radiusMeters, radius * 4)
      }
    }
    return []
  }

  private func isUsable(
    _ edge: UInt32, _ hit: SegmentQuery.Hit, _ waypoint: RouteRequest.Waypoint, _ allowsIsolated: Bool
  ) -> Bool {
    guard edge != EdgeRecord.none else { return false }
    let record = edges[edge]
    if !allowsIsolated, record.flags.contains(.isolated) { return false }
    if waypoint.isVehicleStopover {
      let isUnfit = record.flags.isDisjoint(with: [.tunnel, .bridge, .ferry]) == false
      if isUnfit || record.roadClass <= RoadClass.motorwayLink.rawValue { return false }
    }
    guard !waypoint.bearingDegrees.isNaN else { return true }
    return angleBetweenDegrees(course(ofEdge: record, at: hit), waypoint.bearingDegrees)
      <= waypoint.bearingToleranceDegrees
  }

  private func course(ofEdge record: EdgeRecord, at hit: SegmentQuery.Hit) -> Double {
    let along = Geodesic.courseDegrees(from: vertices[hit.vertex], to: vertices[hit.vertex + 1])
    return record.flags.contains(.reversed) ? along + 180 : along
  }

  private func places(
    _ hit: SegmentQuery.Hit, _ waypoint: RouteRequest.Waypoint, _ allowsIsolated: Bool
  ) -> [NetworkPlace] {
    let fraction = linkFraction(of: hit)
    let pair = linkEdges[Int(hit.link)]
    var all: [NetworkPlace] = []
    all.reserveCapacity(2)
    for edge in [pair.along, pair.against] where isUsable(edge, hit, waypoint, allowsIsolated) {
      all.append(
        NetworkPlace(
          edge: Int(edge), fraction: edges[edge].flags.contains(.reversed) ? 1 - fraction : fraction,
          distanceMeters: hit.distanceMeters))
    }
    guard waypoint.prefersSameSideOfRoad, all.count == 2,
      hit.distanceMeters > RouteRequest.Waypoint.sideToleranceMeters
    else { return all }
    let own = all.filter { place in
      let record = edges[place.edge]
      let toWaypoint = Geodesic.courseDegrees(from: coordinate(of: place), to: waypoint.coordinate)
      let isRight = turnDegrees(from: course(ofEdge: record, at: hit), to: toWaypoint) > 0
      return isRight != record.flags.contains(.drivesOnLeft)
    }
    return own.isEmpty ? all : own
  }

  /// Edges with a segment within a radius of a coordinate, one a hit of the index, at most some. O(hits).
  public func edges(
    near coordinate: Coordinate, radiusMeters: Double, most: Int, using query: inout SegmentQuery
  ) -> [Int] {
    var found: [Int] = []
    query.visit(self, near: LocalFrame(origin: coordinate), radiusMeters: radiusMeters) { hit in
      if found.count < most, let edge = edges(ofLink: Int(hit.link)).first { found.append(edge) }
    }
    return found
  }

  /// The coordinate of a place. O(vertices of the edge).
  public func coordinate(of place: NetworkPlace) -> Coordinate {
    shape(ofEdge: place.edge, from: place.fraction, to: place.fraction)[0]
  }

  /// The vertices of a part of an edge, its two ends included. O(vertices of the edge).
  public func shape(ofEdge edge: Int, from: Double, to: Double) -> [Coordinate] {
    if from <= 0, to >= 1 { return shape(ofEdge: edge) }
    var result: [Coordinate] = []
    visitShape(ofEdge: edge, from: from, to: to) { result.append($0) }
    return result
  }

  /// Calls `visit` with the vertices of a part of an edge, its two ends included. No allocation. O(vertices of the
  /// edge).
  func visitShape(ofEdge edge: Int, from: Double, to: Double, _ visit: (Coordinate) -> Void) {
    let record = edges[edge]
    let first = Int(linkFirstVertex[record.link])
    let last = Int(linkFirstVertex[record.link + 1]) - 1
    let isReversed = record.flags.contains(.reversed)
    func vertex(_ index: Int) -> Coordinate { vertices[isReversed ? last - index : first + index] }
    let segments = last - first
    var scale = DistanceScale(at: vertices[first])
    /// Links may be as long as ferries sail: what is long is measured on the ellipsoid.
    func meters(_ a: Coordinate, _ b: Coordinate) -> Double {
      let north = (Int64(b.latitudeE7) - Int64(a.latitudeE7)).magnitude
      let east = longitudeDifferenceE7(from: a.longitudeE7, to: b.longitudeE7).magnitude
      let isShort = north < 100_000 && east < 100_000 && a.latitudeE7.magnitude < 850_000_000
      return isShort ? scale.meters(a, b) : Geodesic.distanceMeters(a, b)
    }
    var total = 0.0
    for index in 0..<segments { total += meters(vertex(index), vertex(index + 1)) }
    let start = from * total
    let end = max(start, to * total)
    var hasBegun = false
    var chainage = 0.0
    for index in 0..<segments {
      let (a, b) = (vertex(index), vertex(index + 1))
      let length = meters(a, b)
      let next = chainage + length
      let isLast = index == segments - 1
      if !hasBegun, start <= next || isLast {
        visit(Self.between(a, b, (start - chainage) / max(length, 1e-9)))
        hasBegun = true
      }
      if hasBegun {
        if end <= next || isLast {
          visit(Self.between(a, b, (end - chainage) / max(length, 1e-9)))
          return
        }
        visit(b)
      }
      chainage = next
    }
  }

  private static func between(_ a: Coordinate, _ b: Coordinate, _ fraction: Double) -> Coordinate {
    if fraction <= 0 { return a }
    if fraction >= 1 { return b }
    let east = Double(longitudeDifferenceE7(from: a.longitudeE7, to: b.longitudeE7))
    let north = Double(Int64(b.latitudeE7) - Int64(a.latitudeE7))
    return Coordinate(
      clampingLatitude: (Double(a.latitudeE7) + fraction * north) / 1e7,
      longitude: (Double(a.longitudeE7) + fraction * east) / 1e7)
  }
}
