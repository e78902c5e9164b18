/// Boxes over runs of 16 consecutive segments of a line, and over runs of 16 boxes, level by level.
///
/// The vertices already lie in a useful order, so no tree has to be built: all levels stand in one array whose size is
/// known beforehand (the idea of tidwall's `tg`). Cost about 1.07 bytes per vertex byte.
struct NaturalIndex: Sendable {
  /// A box in 1e-7 degrees. The width is kept instead of the eastern side, so that a box may cross the antimeridian.
  struct Box: BitwiseCopyable {
    var south: Int32
    var north: Int32
    var west: Int32
    var width: UInt32
  }

  static let fanOut = 16
  /// Boxes of all levels, the lowest first.
  private(set) var boxes: [Box] = []
  /// Where each level begins in `boxes`; the last entry is the end.
  private(set) var levelStarts: [Int] = [0]
  let segmentCount: Int

  init(vertices: [RoutePolyline.Vertex]) {
    segmentCount = vertices.count - 1
    let runs = (segmentCount + Self.fanOut - 1) / Self.fanOut
    var extents = Self.extents(ofRuns: runs, vertices.span)
    boxes.reserveCapacity(runs + runs / (Self.fanOut - 1) + 8)
    levelStarts.reserveCapacity(8)
    var count = runs
    while true {
      for index in 0..<count { boxes.append(extents[index].box) }
      levelStarts.append(boxes.count)
      if count <= Self.fanOut { break }
      // The level above takes the place of the one that is done.
      let above = (count + Self.fanOut - 1) / Self.fanOut
      for index in 0..<above {
        let first = index * Self.fanOut
        var merged = extents[first]
        for other in first + 1..<max(first + 1, min(first + Self.fanOut, count)) { merged.include(extents[other]) }
        extents[index] = merged
      }
      count = above
    }
  }

  /// The extents of runs of segments.
  private static func extents(ofRuns runs: Int, _ vertices: Span<RoutePolyline.Vertex>) -> [Extent] {
    [Extent](capacity: runs) { extents in
      var last = vertices[0].coordinate
      var longitude = Int64(last.longitudeE7)
      for run in 0..<runs {
        var extent = Extent(latitude: last.latitudeE7, longitude: longitude)
        let first = run * fanOut + 1
        for vertex in first..<min(first + fanOut, vertices.count) {
          let next = vertices[vertex].coordinate
          longitude += longitudeDifferenceE7(from: last.longitudeE7, to: next.longitudeE7)
          extent.include(latitude: next.latitudeE7, longitude: longitude)
          last = next
        }
        extents.append(extent)
      }
    }
  }

  /// Calls `visit` with every run of segments whose box reaches within `radius` of the point, nearest first where
  /// boxes differ. `visit` may shrink the radius.
  ///
  /// - Complexity: O(log n + runs reached). No allocation.
  @inline(__always)
  func search(
    point: PlanePoint, frame: LocalFrame, radius: inout Double,
    visit: (_ segments: Range<Int>, _ radius: inout Double) -> Void
  ) {
    let top = levelStarts.count - 2
    let count = levelStarts[top + 1] - levelStarts[top]
    descend(level: top, children: 0..<count, point: point, frame: frame, radius: &radius, visit: visit)
  }

  private func descend(
    level: Int, children: Range<Int>, point: PlanePoint, frame: LocalFrame, radius: inout Double,
    visit: (_ segments: Range<Int>, _ radius: inout Double) -> Void
  ) {
    var nearestChild = -1
    var nearestDistance = Double.infinity
    for child in children {
      let distance = distance(of: point, to: boxes[levelStarts[level] + child], frame: frame)
      if distance < nearestDistance {
        nearestDistance = distance
        nearestChild = child
      }
    }
    guard nearestDistance < radius || (nearestDistance == 0 && radius == 0) else { return }
    open(level: level, child: nearestChild, point: point, frame: frame, radius: &radius, visit: visit)
    for child in children where child != nearestChild {
      if distance(of: point, to: boxes[levelStarts[level] + child], frame: frame) < radius {
        open(level: level, child: child, point: point, frame: frame, radius: &radius, visit: visit)
      }
    }
  }

  private func open(
    level: Int, child: Int, point: PlanePoint, frame: LocalFrame, radius: inout Double,
    visit: (_ segments: Range<Int>, _ radius: inout Double) -> Void
  ) {
    let first = child * Self.fanOut
    if level == 0 {
      visit(first..<min(first + Self.fanOut, segmentCount), &radius)
    } else {
      let below = levelStarts[level] - levelStarts[level - 1]
      descend(
        level: level - 1, children: first..<min(first + Self.fanOut, below), point: point, frame: frame,
        radius: &radius, visit: visit)
    }
  }

  /// A lower bound of the distance from a point to anything in a box, in the metric of the frame.
  @inline(__always)
  private func distance(of point: PlanePoint, to box: Box, frame: LocalFrame) -> Double {
    let south = Double(Int64(box.south) - Int64(frame.origin.latitudeE7))
    let north = Double(Int64(box.north) - Int64(frame.origin.latitudeE7))
    var west = Double(longitudeDifferenceE7(from: frame.origin.longitudeE7, to: box.west))
    var east = west + Double(box.width)
    // Where the box reaches round the world the other way, its nearer copy may lie a turn to the west.
    if east > 1.8e9, west - 3.6e9 + Double(box.width) > -west {
      west -= 3.6e9
      east -= 3.6e9
    }
    let scaleSouth = frame.metersPerLongitudeUnit + frame.eastingCross * south
    let scaleNorth = frame.metersPerLongitudeUnit + frame.eastingCross * north
    let least = max(0, min(scaleSouth, scaleNorth))
    let most = max(scaleSouth, scaleNorth, 0)
    let xLow = west < 0 ? west * most : west * least
    let xHigh = east < 0 ? east * least : east * most
    let nearestEast = west > 0 ? west : (east < 0 ? east : 0)
    let farthestEast = max(west.magnitude, east.magnitude)
    let bendNear = frame.northingLongitudeSquare * nearestEast * nearestEast
    let bendFar = frame.northingLongitudeSquare * farthestEast * farthestEast
    let yLow =
      south * (frame.metersPerLatitudeUnit + frame.northingSquare * south) + min(bendNear, bendFar)
    let yHigh =
      north * (frame.metersPerLatitudeUnit + frame.northingSquare * north) + max(bendNear, bendFar)
    let dx = max(xLow - point.x, point.x - xHigh, 0)
    let dy = max(yLow - point.y, point.y - yHigh, 0)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// A box while it is built: longitudes unwrapped along the line.
  private struct Extent {
    var south: Int32
    var north: Int32
    var west: Int64
    var east: Int64

    init(latitude: Int32, longitude: Int64) {
      south = latitude
      north = latitude
      west = longitude
      east = longitude
    }

    mutating func include(latitude: Int32, longitude: Int64) {
      south = min(south, latitude)
      north = max(north, latitude)
      west = min(west, longitude)
      east = max(east, longitude)
    }

    mutating func include(_ other: Extent) {
      south = min(south, other.south)
      north = max(north, other.north)
      west = min(west, other.west)
      east = max(east, other.east)
    }

    var box: Box {
      var wrapped = west % 3_600_000_000
      if wrapped >= 1_800_000_000 { wrapped -= 3_600_000_000 }
      if wrapped < -1_800_000_000 { wrapped += 3_600_000_000 }
      return Box(
        south: south, north: north, west: Int32(wrapped), width: UInt32(min(east - west, 3_600_000_000)))
    }
  }
}
