internal import CGEOS
public import WaybenchCore

/// Whether a geometry keeps the rules of the OGC Simple Features standard.
public enum Validity: Sendable, Hashable {
  /// It does.
  case valid
  /// It does not; the reason is the library's, the place is where it was found, if anywhere.
  case invalid(reason: String, at: PlanePoint?)
}

extension Geometry {
  /// Checks that no outline crosses itself, that holes lie inside and so on. O(n log n).
  ///
  /// - Throws: `failed`.
  public func validity() throws(GEOSError) -> Validity {
    context.clearMessages()
    var reasonText: UnsafeMutablePointer<CChar>?
    var locationPointer: OpaquePointer?
    let handle = unsafe context.handle
    let status = withExtendedLifetime(storage) {
      unsafe GEOSisValidDetail_r(handle, storage.pointer, 0, &reasonText, &locationPointer)
    }
    var reason = "no reason given"
    if let text = unsafe reasonText {
      reason = unsafe String(cString: text)
      unsafe GEOSFree_r(handle, text)
    }
    let location = unsafe locationPointer == nil ? nil : try context.adopt(locationPointer, "validity").points.first
    switch status {
    case 1: return .valid
    case 0: return .invalid(reason: reason, at: location)
    default: throw context.failure("validity")
    }
  }

  /// Everything that is no farther from this geometry than a distance: a corridor around a line.
  ///
  /// - Parameters:
  ///   - distance: finite; negative shrinks a polygon.
  ///   - quadrantSegments: into how many pieces a quarter of a circle is cut, 1 ... 1,000.
  /// - Throws: `invalidArgument`, `failed`.
  public func buffer(_ distance: Double, quadrantSegments: Int = 8) throws(GEOSError) -> Geometry {
    guard abs(distance) <= Self.largestOrdinate else {
      throw .invalidArgument(operation: "buffer", value: distance)
    }
    guard quadrantSegments >= 1, quadrantSegments <= 1_000 else {
      throw .invalidArgument(operation: "buffer", value: Double(quadrantSegments))
    }
    return try unsafe made("buffer") { handle, pointer in
      unsafe GEOSBuffer_r(handle, pointer, distance, Int32(quadrantSegments))
    }
  }

  /// Fewer points, none of those left out farther than the tolerance from the result (Douglas and Peucker, 1973).
  ///
  /// - Parameters:
  ///   - tolerance: 0 or more.
  ///   - preservingTopology: keeps polygons valid and rings from vanishing, at more cost; without it a polygon may
  ///     become invalid or empty.
  /// - Throws: `invalidArgument`, `failed`.
  public func simplified(tolerance: Double, preservingTopology: Bool = false) throws(GEOSError) -> Geometry {
    guard tolerance >= 0, tolerance <= Self.largestOrdinate else {
      throw .invalidArgument(operation: "simplified", value: tolerance)
    }
    return try unsafe made("simplified") { handle, pointer in
      preservingTopology
        ? unsafe GEOSTopologyPreserveSimplify_r(handle, pointer, tolerance)
        : unsafe GEOSSimplify_r(handle, pointer, tolerance)
    }
  }

  /// What both geometries have in common; empty when there is nothing.
  ///
  /// - Throws: `failed`, for instance when one is invalid.
  public func intersection(_ other: Geometry) throws(GEOSError) -> Geometry {
    try unsafe made("intersection") { handle, pointer in
      unsafe withExtendedLifetime(other.storage) { unsafe GEOSIntersection_r(handle, pointer, other.storage.pointer) }
    }
  }

  /// Whether the geometries have a point in common; false when either is empty.
  ///
  /// - Throws: `failed`.
  public func intersects(_ other: Geometry) throws(GEOSError) -> Bool {
    try unsafe answer("intersects", with: other) { handle, a, b in unsafe GEOSIntersects_r(handle, a, b) }
  }

  /// Whether no point of the other geometry is outside this one and not all are on its boundary.
  ///
  /// - Throws: `failed`.
  public func contains(_ other: Geometry) throws(GEOSError) -> Bool {
    try unsafe answer("contains", with: other) { handle, a, b in unsafe GEOSContains_r(handle, a, b) }
  }
}
