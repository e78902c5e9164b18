/// A line to follow: vertices in order with their geodesic chainage, and an index over it.
///
/// Repeated vertices are dropped and long segments are divided, so that every segment is short enough for a
/// `LocalFrame` nearby. A line of no length keeps two equal vertices.
public struct RoutePolyline: Sendable {
  /// A vertex with the distance to it along the line.
  public struct Vertex: Sendable, BitwiseCopyable {
    /// Where it is.
    public let coordinate: Coordinate
    /// Metres along the line from its start.
    public let chainageMeters: Double
  }

  /// The vertices, at least two, no two neighbours equal unless the line has no length.
  public let vertices: [Vertex]
  /// For each coordinate that the line was made from, the distance to it along the line, metres.
  public let inputChainagesMeters: [Double]
  /// Boxes over runs of segments.
  let index: NaturalIndex

  /// The longest segment that is kept whole, metres.
  public static let longestSegmentMeters = 500.0

  /// Makes a line through coordinates; `nil` when there are none. O(n).
  public init?(_ coordinates: [Coordinate]) {
    guard let first = coordinates.first else { return nil }
    self.init(first: first, rest: coordinates.dropFirst())
  }

  /// Makes a line through a coordinate and those that follow it. O(n).
  public init(first: Coordinate, rest: ArraySlice<Coordinate>) {
    let line = LineDraft.line(first: first, rest: rest.span)
    vertices = line.vertices
    inputChainagesMeters = line.inputChainages
    index = NaturalIndex(vertices: line.vertices)
  }

  /// Metres from start to end along the line.
  @inlinable public var lengthMeters: Double { vertices[vertices.count - 1].chainageMeters }

  /// The number of segments, at least one.
  @inlinable public var segmentCount: Int { vertices.count - 1 }

  /// The coordinate at a distance along the line; held to its ends. O(log n).
  public func coordinate(atChainageMeters chainage: Double) -> Coordinate {
    coordinate(segment: segment(atChainageMeters: chainage), chainageMeters: chainage)
  }

  /// The coordinate at a distance along the line that lies on a known segment. O(1).
  @inlinable
  public func coordinate(segment: Int, chainageMeters: Double) -> Coordinate {
    let a = vertices[segment]
    let b = vertices[segment + 1]
    let length = b.chainageMeters - a.chainageMeters
    if length <= 0 || chainageMeters <= a.chainageMeters { return a.coordinate }
    if chainageMeters >= b.chainageMeters { return b.coordinate }
    let fraction = (chainageMeters - a.chainageMeters) / length
    let north = Double(Int64(b.coordinate.latitudeE7) - Int64(a.coordinate.latitudeE7)) * fraction
    let east =
      Double(longitudeDifferenceE7(from: a.coordinate.longitudeE7, to: b.coordinate.longitudeE7)) * fraction
    return Coordinate(
      clampingLatitude: (Double(a.coordinate.latitudeE7) + north) / 1e7,
      longitude: (Double(a.coordinate.longitudeE7) + east) / 1e7)
  }

  /// The segment that holds a distance along the line: the later one at a vertex. O(log n).
  public func segment(atChainageMeters chainage: Double) -> Int {
    var low = 0
    var high = segmentCount - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if vertices[middle].chainageMeters <= chainage { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The direction of a segment, degrees clockwise from north; NaN when it has no length.
  public func courseDegrees(segment: Int) -> Double {
    Geodesic.courseDegrees(from: vertices[segment].coordinate, to: vertices[segment + 1].coordinate)
  }

  /// The coordinates between two distances along the line, both ends included. O(result).
  public func coordinates(fromMeters: Double, toMeters: Double) -> [Coordinate] {
    let first = segment(atChainageMeters: fromMeters)
    let last = segment(atChainageMeters: toMeters)
    var result = [coordinate(segment: first, chainageMeters: fromMeters)]
    if first < last {
      for vertex in vertices[(first + 1)...last] where vertex.coordinate != result[result.count - 1] {
        result.append(vertex.coordinate)
      }
    }
    let end = coordinate(segment: last, chainageMeters: toMeters)
    if end != result[result.count - 1] { result.append(end) }
    return result
  }
}

extension RoutePolyline {
  /// The part of the line nearest to a point, found through the index. O(log n) for lines that do not coil.
  ///
  /// - Parameters:
  ///   - coordinate: the point; the answer is exact while it lies within some kilometres of the line.
  /// - Returns: segment, chainage and distance in metres.
  public func nearest(to coordinate: Coordinate) -> (segment: Int, chainageMeters: Double, distanceMeters: Double) {
    let frame = LocalFrame(origin: coordinate)
    let origin = PlanePoint(x: 0, y: 0)
    let found = nearestFoot(to: origin, in: frame, closerThanMeters: .infinity)
    return (found.segment, found.chainageMeters, found.distanceMeters)
  }

  /// Where the perpendicular of a point meets a segment, in a frame nearby.
  @usableFromInline
  struct Foot: BitwiseCopyable {
    var segment = -1
    /// Metres along the line.
    var chainageMeters = 0.0
    var distanceMeters = Double.infinity
    /// The segment as a vector of the frame, metres.
    var directionX = 0.0
    var directionY = 0.0
    /// Twice the signed area: above 0 when the point lies to the left.
    var cross = 0.0
    /// Metres by which the perpendicular passes the segment's end; 0 inside.
    var overrunMeters = 0.0

    /// The distance from the line, above 0 to the left of it.
    var signedDistanceMeters: Double { cross >= 0 ? distanceMeters : -distanceMeters }
    var courseDegrees: Double { WaybenchCore.courseDegrees(east: directionX, north: directionY) }
  }

  /// The foot of `point` on one segment.
  @inline(__always)
  func foot(of point: PlanePoint, segment: Int, in frame: LocalFrame) -> Foot {
    let from = vertices[segment]
    let to = vertices[segment + 1]
    let a = frame.project(from.coordinate)
    let b = frame.project(to.coordinate)
    return Self.foot(of: point, segment: segment, a: a, b: b, from.chainageMeters, to.chainageMeters)
  }

  @inline(__always)
  static func foot(
    of point: PlanePoint, segment: Int, a: PlanePoint, b: PlanePoint, _ fromMeters: Double, _ toMeters: Double
  ) -> Foot {
    let dx = b.x - a.x
    let dy = b.y - a.y
    let px = point.x - a.x
    let py = point.y - a.y
    let square = dx * dx + dy * dy
    let dot = px * dx + py * dy
    let unclamped = square > 0 ? dot / square : 0
    let fraction = unclamped < 0 ? 0 : (unclamped > 1 ? 1 : unclamped)
    let ex = px - fraction * dx
    let ey = py - fraction * dy
    return Foot(
      segment: segment, chainageMeters: fromMeters + fraction * (toMeters - fromMeters),
      distanceMeters: (ex * ex + ey * ey).squareRoot(), directionX: dx, directionY: dy,
      cross: dx * py - dy * px,
      overrunMeters: unclamped == fraction ? 0 : (unclamped - fraction).magnitude * square.squareRoot())
  }

  /// The nearest foot over the whole line that is closer than a bound; `segment` is -1 when there is none.
  func nearestFoot(to point: PlanePoint, in frame: LocalFrame, closerThanMeters bound: Double) -> Foot {
    var best = Foot()
    var radius = bound
    index.search(point: point, frame: frame, radius: &radius) { segments, radius in
      for segment in segments {
        let foot = foot(of: point, segment: segment, in: frame)
        if foot.distanceMeters < radius {
          radius = foot.distanceMeters
          best = foot
        }
      }
    }
    return best
  }
}
