import WaybenchCore

/// A box of the index in 1e-7 degrees; the eastern side may lie beyond the antimeridian.
struct IndexBox: BitwiseCopyable {
  var south: Int32
  var north: Int32
  var west: Int32
  var width: UInt32
}

/// A segment of a link.
struct IndexItem: BitwiseCopyable {
  var link: UInt32
  /// The vertex at which the segment begins.
  var vertex: UInt32
}

/// Builds the packed R-tree: segments in Hilbert order, boxes over runs of 16, level by level, the lowest first.
enum SegmentIndexBuilder {
  static let fanOut = 16

  static func build(
    linkFirstVertex: [UInt32], vertices: [Coordinate]
  ) -> (levels: [UInt32], boxes: [IndexBox], items: [IndexItem]) {
    var keyed: [(key: UInt64, item: IndexItem)] = []
    keyed.reserveCapacity(vertices.count)
    for link in 0..<(linkFirstVertex.count - 1) {
      for vertex in linkFirstVertex[link]..<(linkFirstVertex[link + 1] - 1) {
        let middle = Geodesic.midpoint(vertices[Int(vertex)], vertices[Int(vertex) + 1])
        keyed.append((HilbertCurve.key(middle), IndexItem(link: UInt32(link), vertex: vertex)))
      }
    }
    keyed.sort { ($0.key, $0.item.vertex) < ($1.key, $1.item.vertex) }
    let items = keyed.map(\.item)
    var boxes: [IndexBox] = []
    var levels: [UInt32] = [0]
    var level = stride(from: 0, to: items.count, by: fanOut).map { start in
      items[start..<min(start + fanOut, items.count)]
        .map { segmentBox(vertices[Int($0.vertex)], vertices[Int($0.vertex) + 1]) }.merged()
    }
    while true {
      boxes.append(contentsOf: level)
      levels.append(UInt32(boxes.count))
      if level.count <= fanOut { break }
      level = stride(from: 0, to: level.count, by: fanOut).map { start in
        level[start..<min(start + fanOut, level.count)].merged()
      }
    }
    return (levels, boxes, items)
  }

  private static func segmentBox(_ a: Coordinate, _ b: Coordinate) -> IndexBox {
    let difference = longitudeDifferenceE7(from: a.longitudeE7, to: b.longitudeE7)
    return IndexBox(
      south: min(a.latitudeE7, b.latitudeE7), north: max(a.latitudeE7, b.latitudeE7),
      west: difference >= 0 ? a.longitudeE7 : b.longitudeE7, width: UInt32(difference.magnitude))
  }
}

extension Collection where Element == IndexBox {
  /// The smallest box over all, the short way round the earth.
  fileprivate func merged() -> IndexBox {
    guard var box = first else { return IndexBox(south: 0, north: 0, west: 0, width: 0) }
    for other in dropFirst() {
      box.south = Swift.min(box.south, other.south)
      box.north = Swift.max(box.north, other.north)
      let shift = longitudeDifferenceE7(from: box.west, to: other.west)
      let west = Swift.min(0, shift)
      let east = Swift.max(Int64(box.width), shift + Int64(other.width))
      var newWest = Int64(box.west) + west
      if newWest < -1_800_000_000 { newWest += 3_600_000_000 }
      box.west = Int32(clamping: newWest)
      box.width = UInt32(clamping: Swift.min(east - west, 3_600_000_000))
    }
    return box
  }
}

/// A query over the segments of a network. It owns its scratch: one per thread.
public struct SegmentQuery: Sendable {
  private var stack: [UInt32] = []

  /// Makes a query object.
  public init() { stack.reserveCapacity(256) }

  /// A place on a link near a point.
  public struct Hit: Sendable, BitwiseCopyable {
    /// The link.
    public var link: UInt32
    /// The vertex at which the segment begins.
    public var vertex: UInt32
    /// How far along the segment, 0 ... 1.
    public var fraction: Double
    /// Metres from the point.
    public var distanceMeters: Double
  }

  /// Calls `visit` for every segment within a radius of a coordinate, in no particular order.
  ///
  /// - Complexity: O(log n + segments in the boxes reached). No allocation after the first calls.
  mutating func visit(
    _ network: RoadNetwork, near frame: LocalFrame, radiusMeters: Double, _ visit: (Hit) -> Void
  ) {
    search(network, near: frame, radiusMeters: radiusMeters) { hit in
      visit(hit)
      return radiusMeters
    }
  }

  /// Of the segments within a radius that are fit the nearest one, of several as near the one of the lowest vertex.
  ///
  /// - Complexity: O(log n + segments in the boxes reached), which shrink with what is found.
  mutating func nearest(
    _ network: RoadNetwork, near frame: LocalFrame, radiusMeters: Double, where isFit: (Hit) -> Bool
  ) -> Hit? {
    var best: Hit?
    search(network, near: frame, radiusMeters: radiusMeters) { hit in
      if let best, (best.distanceMeters, best.vertex) < (hit.distanceMeters, hit.vertex) { return best.distanceMeters }
      if isFit(hit) { best = hit }
      return best?.distanceMeters ?? radiusMeters
    }
    return best
  }

  /// Calls `visit` for every segment within a radius; it returns the radius from then on.
  @inline(__always)
  private mutating func search(
    _ network: RoadNetwork, near frame: LocalFrame, radiusMeters: Double, _ visit: (Hit) -> Double
  ) {
    let (levels, boxes, items) = (network.indexLevels, network.indexBoxes, network.indexItems)
    let vertices = network.vertices
    let fanOut = UInt32(SegmentIndexBuilder.fanOut)
    var radius = radiusMeters
    var reach = Reach(frame, radiusMeters: radius)
    stack.removeAll(keepingCapacity: true)
    let top = levels.count - 2
    for box in levels[top]..<levels[top + 1] where reach.contains(boxes[box]) { stack.append(box) }
    // The stack holds boxes of several levels; a box's level follows from its number.
    while let box = stack.popLast() {
      var level = top
      while level > 0, levels[level] > box { level -= 1 }
      let first = (box - levels[level]) * fanOut
      if level > 0 {
        let below = levels[level - 1]
        let end = min(below + first + fanOut, levels[level])
        for child in (below + first)..<end where reach.contains(boxes[child]) { stack.append(child) }
        continue
      }
      if radius < radiusMeters, !reach.contains(boxes[box]) { continue }
      for position in first..<min(first + fanOut, UInt32(items.count)) {
        let item = items[position]
        let (a, b) = (vertices[item.vertex], vertices[item.vertex + 1])
        if reach.excludes(a, b) { continue }
        let hit = Self.hit(item, a, b, frame)
        if hit.distanceMeters <= radius {
          let next = visit(hit)
          if next < radius {
            radius = next
            reach = Reach(frame, radiusMeters: radius)
          }
        }
      }
    }
  }

  /// What a circle may reach, in units of a coordinate.
  private struct Reach {
    let latitude: Int64
    let longitude: Int32
    let latitudeReach: Int64
    let longitudeReach: Int64

    init(_ frame: LocalFrame, radiusMeters: Double) {
      latitude = Int64(frame.origin.latitudeE7)
      longitude = frame.origin.longitudeE7
      // Parallels bend away from the plane's straight lines by less than r * r / 2R / cos(latitude).
      let bend = radiusMeters * radiusMeters / (1.27e7 * max(1e-9, frame.metersPerLongitudeUnit))
      latitudeReach = Int64(min(1.8e9, radiusMeters / frame.metersPerLatitudeUnit + bend + 2))
      // The scale shrinks towards the pole: allow for it at the far side of the circle.
      let scale = max(
        1e-9, frame.metersPerLongitudeUnit - frame.metersPerLatitudeUnit * Double(latitudeReach) * 2e-9)
      longitudeReach = Int64(min(1.8e9, radiusMeters / scale + 1))
    }

    @inline(__always)
    func contains(_ box: IndexBox) -> Bool {
      if Int64(box.south) > latitude + latitudeReach || Int64(box.north) < latitude - latitudeReach { return false }
      let west = longitudeDifferenceE7(from: longitude, to: box.west)
      let east = west + Int64(box.width)
      if west <= longitudeReach && east >= -longitudeReach { return true }
      return east >= 3_600_000_000 - longitudeReach
    }

    /// Whether a segment lies wholly beyond one side of what is reached.
    @inline(__always)
    func excludes(_ a: Coordinate, _ b: Coordinate) -> Bool {
      let (south, north) = (latitude - latitudeReach, latitude + latitudeReach)
      let (y, v) = (Int64(a.latitudeE7), Int64(b.latitudeE7))
      if y > north && v > north || y < south && v < south { return true }
      let x = longitudeDifferenceE7(from: longitude, to: a.longitudeE7)
      let u = longitudeDifferenceE7(from: longitude, to: b.longitudeE7)
      return x > longitudeReach && u > longitudeReach || x < -longitudeReach && u < -longitudeReach
    }
  }

  @inline(__always)
  private static func hit(_ item: IndexItem, _ start: Coordinate, _ end: Coordinate, _ frame: LocalFrame) -> Hit {
    let a = frame.project(start)
    let b = frame.project(end)
    let dx = b.x - a.x
    let dy = b.y - a.y
    let square = dx * dx + dy * dy
    let dot = -(a.x * dx + a.y * dy)
    let fraction = square > 0 ? min(1, max(0, dot / square)) : 0
    let ex = a.x + fraction * dx
    let ey = a.y + fraction * dy
    return Hit(
      link: item.link, vertex: item.vertex, fraction: fraction, distanceMeters: (ex * ex + ey * ey).squareRoot())
  }
}
