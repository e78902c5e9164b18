internal import CGEOS

/// A geometry with an index of its segments, for asking it many questions. Belongs to the thread of its context.
@safe
public final class PreparedGeometry {
  /// What was prepared. It lives at least as long as this.
  public let geometry: Geometry
  private let pointer: OpaquePointer

  /// Prepares a geometry; the index itself is built by the first question.
  ///
  /// - Throws: `failed`.
  public init(_ geometry: Geometry) throws(GEOSError) {
    self.geometry = geometry
    geometry.context.clearMessages()
    let prepared = unsafe GEOSPrepare_r(geometry.context.handle, geometry.storage.pointer)
    guard let prepared = unsafe prepared else { throw geometry.context.failure("prepare") }
    unsafe pointer = prepared
  }

  deinit {
    unsafe GEOSPreparedGeom_destroy_r(geometry.context.handle, pointer)
  }

  /// The shortest distance to another geometry; 0 when they touch.
  ///
  /// - Throws: `emptyGeometry` when either has no points, `failed`.
  public func distance(to other: Geometry) throws(GEOSError) -> Double {
    try geometry.requirePoints("distance")
    try other.requirePoints("distance")
    return try unsafe geometry.number("distance", with: other) { handle, _, other, result in
      withExtendedLifetime(self) { unsafe GEOSPreparedDistance_r(handle, pointer, other, &result) }
    }
  }

  /// Whether no point of the other geometry is outside this one and not all are on its boundary.
  ///
  /// - Throws: `failed`.
  public func contains(_ other: Geometry) throws(GEOSError) -> Bool {
    try unsafe geometry.answer("contains", with: other) { handle, _, other in
      withExtendedLifetime(self) { unsafe GEOSPreparedContains_r(handle, pointer, other) }
    }
  }

  /// Whether the geometries have a point in common; false when either is empty.
  ///
  /// - Throws: `failed`.
  public func intersects(_ other: Geometry) throws(GEOSError) -> Bool {
    try unsafe geometry.answer("intersects", with: other) { handle, _, other in
      withExtendedLifetime(self) { unsafe GEOSPreparedIntersects_r(handle, pointer, other) }
    }
  }
}
