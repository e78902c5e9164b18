/// Works out the vertices of a line.
struct LineDraft {
  /// How many of the vertices are there.
  private var count = 1
  private var chainage = 0.0
  /// For how many vertices room was made when the first segment had to be divided.
  private var room = 0
  private var scale: DistanceScale

  private init(first: Coordinate) { scale = DistanceScale(at: first) }

  /// The vertices of a line, and for each of its coordinates the distance to it along the line.
  static func line(
    first: Coordinate, rest: Span<Coordinate>
  ) -> (vertices: [RoutePolyline.Vertex], inputChainages: [Double]) {
    var vertices = [RoutePolyline.Vertex](
      repeating: RoutePolyline.Vertex(coordinate: first, chainageMeters: 0), count: max(2, rest.count + 1))
    var chainages = [Double](repeating: 0, count: rest.count + 1)
    var draft = LineDraft(first: first)
    var next = 0
    while true {
      next = draft.fill(&vertices, &chainages, rest, from: next)
      if next == rest.count { break }
      if draft.room == 0 {
        // A guess only: a line that leaps round the world grows as it must.
        draft.room = min(1 << 20, Self.most(first: vertices[draft.count - 1].coordinate, rest, from: next))
        vertices.reserveCapacity(vertices.count + draft.room)
      }
      draft.divide(&vertices, to: rest[next])
      next += 1
      chainages[next] = draft.chainage
    }
    vertices.removeLast(vertices.count - max(2, draft.count))
    return (vertices, chainages)
  }

  /// Takes coordinates up to one whose segment has to be divided; returns the index of that one. The array has room:
  /// one vertex for each coordinate, whatever was added by divided segments.
  private mutating func fill(
    _ vertices: inout [RoutePolyline.Vertex], _ chainages: inout [Double], _ rest: Span<Coordinate>, from start: Int
  ) -> Int {
    var count = count
    var chainage = chainage
    var scale = scale
    var previous = vertices[count - 1].coordinate
    var index = start
    var vertices = vertices.mutableSpan
    var chainages = chainages.mutableSpan
    while index < rest.count {
      let next = rest[index]
      if next != previous {
        if !Self.isWhole(previous, next, scale) { break }
        chainage += scale.meters(previous, next)
        vertices[count] = RoutePolyline.Vertex(coordinate: next, chainageMeters: chainage)
        count += 1
        previous = next
      }
      index += 1
      chainages[index] = chainage
    }
    self.count = count
    self.chainage = chainage
    self.scale = scale
    return index
  }

  /// Adds the pieces of a long segment.
  private mutating func divide(_ vertices: inout [RoutePolyline.Vertex], to next: Coordinate) {
    var previous = vertices[count - 1].coordinate
    let pieces = Self.pieceCount(previous, next)
    var walk = pieces > 1 ? GreatCircleWalk(Geodesic.GreatCircle(from: previous, to: next)) : nil
    vertices.append(contentsOf: repeatElement(vertices[0], count: pieces - 1))
    for piece in 1...pieces {
      let end = piece == pieces ? next : walk?.coordinate(atFraction: Double(piece) / Double(pieces)) ?? next
      if end == previous { continue }
      chainage += scale.meters(previous, end)
      vertices[count] = RoutePolyline.Vertex(coordinate: end, chainageMeters: chainage)
      count += 1
      previous = end
    }
  }

  /// Whether a segment is certainly short enough: less than 0.0018 degrees (200 m) on both axes, or well below the
  /// greatest length by the scale of a place nearby.
  @inline(__always)
  private static func isWhole(_ a: Coordinate, _ b: Coordinate, _ scale: DistanceScale) -> Bool {
    let north = (Int64(b.latitudeE7) - Int64(a.latitudeE7)).magnitude
    let east = longitudeDifferenceE7(from: a.longitudeE7, to: b.longitudeE7).magnitude
    if north < 18_000, east < 18_000 { return true }
    guard north < 100_000, a.latitudeE7.magnitude < 800_000_000 else { return false }
    let x = Double(east) * scale.frame.metersPerLongitudeUnit
    let y = Double(north) * scale.frame.metersPerLatitudeUnit
    return x * x + y * y < 0.9 * RoutePolyline.longestSegmentMeters * RoutePolyline.longestSegmentMeters
  }

  /// How many vertices dividing the segments of a line adds at most, and never less than one. Units of longitude are
  /// at most as long as those of latitude.
  private static func most(first: Coordinate, _ rest: Span<Coordinate>, from start: Int) -> Int {
    var pieces: UInt64 = 1
    var last = first
    for index in start..<rest.count {
      let next = rest[index]
      let north = (Int64(next.latitudeE7) - Int64(last.latitudeE7)).magnitude
      let east = longitudeDifferenceE7(from: last.longitudeE7, to: next.longitudeE7).magnitude
      if max(north, east) >= 18_000 { pieces += 1 + (north + east) / 44_000 }
      last = next
    }
    return Int(pieces)
  }

  private static func pieceCount(_ a: Coordinate, _ b: Coordinate) -> Int {
    let distance = Geodesic.distanceMeters(a, b)
    if distance <= RoutePolyline.longestSegmentMeters { return 1 }
    // Pieces of equal angle differ in length, over a whole meridian by 1 %: the curvature changes with the latitude.
    return Int((distance / (0.99 * RoutePolyline.longestSegmentMeters)).rounded(.up))
  }
}
