internal import CGEOS
public import WaybenchCore

extension Geometry {
  /// The length of all lines and outlines. O(points).
  ///
  /// - Throws: `failed`.
  public func length() throws(GEOSError) -> Double {
    try unsafe number("length") { handle, pointer, result in unsafe GEOSLength_r(handle, pointer, &result) }
  }

  /// The area of all polygons, without their holes. O(points).
  ///
  /// - Throws: `failed`.
  public func area() throws(GEOSError) -> Double {
    try unsafe number("area") { handle, pointer, result in unsafe GEOSArea_r(handle, pointer, &result) }
  }

  /// The shortest distance to another geometry; 0 when they touch.
  ///
  /// - Throws: `emptyGeometry` when either has no points, `failed`.
  public func distance(to other: Geometry) throws(GEOSError) -> Double {
    try requirePoints("distance")
    try other.requirePoints("distance")
    return try unsafe number("distance", with: other) { handle, a, b, result in
      unsafe GEOSDistance_r(handle, a, b, &result)
    }
  }

  /// The points of this and of another geometry that are nearest to each other.
  ///
  /// - Throws: `emptyGeometry` when either has no points, `failed`.
  public func nearestPoints(to other: Geometry) throws(GEOSError) -> (own: PlanePoint, other: PlanePoint) {
    try requirePoints("nearestPoints")
    try other.requirePoints("nearestPoints")
    context.clearMessages()
    let found: (PlanePoint, PlanePoint)? = withExtendedLifetime((storage, other.storage)) {
      let handle = unsafe context.handle
      guard let sequence = unsafe GEOSNearestPoints_r(handle, storage.pointer, other.storage.pointer) else {
        return nil
      }
      defer { unsafe GEOSCoordSeq_destroy_r(handle, sequence) }
      var own = PlanePoint(x: .nan, y: .nan)
      var others = own
      guard unsafe GEOSCoordSeq_getXY_r(handle, sequence, 0, &own.x, &own.y) == 1,
        unsafe GEOSCoordSeq_getXY_r(handle, sequence, 1, &others.x, &others.y) == 1
      else { return nil }
      return (own, others)
    }
    guard let found else { throw context.failure("nearestPoints") }
    return found
  }

  /// The distance along this line to its point nearest to the given one.
  ///
  /// - Throws: `wrongKind` for anything but a line, `emptyGeometry`, `unusableCoordinate`, `failed`.
  public func chainage(of point: PlanePoint) throws(GEOSError) -> Double {
    try requireLine("chainage")
    let point = try context.point(point)
    return try unsafe number("chainage", with: point) { handle, line, point, result in
      result = unsafe GEOSProject_r(handle, line, point)
      return result >= 0 ? 1 : 0
    }
  }

  /// The point at a distance along this line.
  ///
  /// - Parameter chainage: beyond either end it gives that end; NaN is refused.
  /// - Throws: `wrongKind` for anything but a line, `emptyGeometry`, `invalidArgument`, `failed`.
  public func interpolated(at chainage: Double) throws(GEOSError) -> PlanePoint {
    try requireLine("interpolated")
    if chainage.isNaN { throw .invalidArgument(operation: "interpolated", value: chainage) }
    // A negative distance counts from the far end in GEOS: held here, because a chainage is no such thing.
    let held = min(max(0, chainage), Self.largestOrdinate)
    let point = try unsafe made("interpolated") { handle, line in unsafe GEOSInterpolate_r(handle, line, held) }
    guard let found = point.points.first else { throw context.failure("interpolated") }
    return found
  }

  /// The Hausdorff distance between the points of two geometries: how far the farthest point of either is from the
  /// other. O(n * m).
  ///
  /// - Parameter densifyFraction: cuts each segment into pieces of this share of its length first, 0.001 ... 1; `nil`
  ///   takes the vertices as they are.
  /// - Throws: `emptyGeometry`, `invalidArgument`, `failed`.
  public func hausdorffDistance(
    to other: Geometry, densifyFraction: Double? = nil
  ) throws(GEOSError) -> Double {
    try requirePoints("hausdorffDistance")
    try other.requirePoints("hausdorffDistance")
    guard let densifyFraction else {
      return try unsafe number("hausdorffDistance", with: other) { handle, a, b, result in
        unsafe GEOSHausdorffDistance_r(handle, a, b, &result)
      }
    }
    guard densifyFraction >= 0.001, densifyFraction <= 1 else {
      throw .invalidArgument(operation: "hausdorffDistance", value: densifyFraction)
    }
    return try unsafe number("hausdorffDistance", with: other) { handle, a, b, result in
      unsafe GEOSHausdorffDistanceDensify_r(handle, a, b, densifyFraction, &result)
    }
  }

  /// The discrete Fréchet distance of two lines: the shortest lead on which a walker and a dog get along the vertices
  /// of their lines, neither ever going back. O(n * m) time, O(m) memory.
  ///
  /// (Eiter and Mannila, "Computing discrete Fréchet distance", 1994.) Computed here and not by GEOS, whose 3.11
  /// recurses once per vertex and keeps an n by m table: it runs out of stack at some thousand vertices.
  ///
  /// - Throws: `wrongKind` for anything but a line, `emptyGeometry`.
  public func frechetDistance(to other: Geometry) throws(GEOSError) -> Double {
    try requireLine("frechetDistance")
    try other.requireLine("frechetDistance")
    let own = points
    let others = other.points
    // reach[j] is the shortest lead for the walk that ends at this line's current vertex and the other's vertex j.
    var reach: [Double] = []
    reach.reserveCapacity(others.count)
    for (column, point) in others.enumerated() {
      let distance = own[0].distance(to: point)
      reach.append(column == 0 ? distance : max(distance, reach[column - 1]))
    }
    for point in own.dropFirst() {
      var diagonal = reach[0]
      reach[0] = max(reach[0], point.distance(to: others[0]))
      for column in 1..<others.count {
        let before = min(reach[column], reach[column - 1], diagonal)
        diagonal = reach[column]
        reach[column] = max(before, point.distance(to: others[column]))
      }
    }
    return reach[others.count - 1]
  }
}
