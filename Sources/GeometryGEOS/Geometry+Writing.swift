internal import CGEOS

extension Geometry {
  /// Well-known text, such as `LINESTRING (30 10, 10 30)`. O(points).
  ///
  /// - Parameter decimals: at most so many decimals, 0 ... 17; `nil` writes 16 significant digits, which is not always
  ///   enough to read back the very same number: `wkb()` is.
  /// - Throws: `invalidArgument`, `failed`.
  public func wkt(decimals: Int? = nil) throws(GEOSError) -> String {
    if let decimals, decimals < 0 || decimals > 17 {
      throw .invalidArgument(operation: "wkt", value: Double(decimals))
    }
    return try unsafe text("wkt") { handle, pointer in
      let writer = unsafe GEOSWKTWriter_create_r(handle)
      defer { unsafe GEOSWKTWriter_destroy_r(handle, writer) }
      unsafe GEOSWKTWriter_setTrim_r(handle, writer, 1)
      unsafe GEOSWKTWriter_setRoundingPrecision_r(handle, writer, Int32(decimals ?? -1))
      return unsafe GEOSWKTWriter_write_r(handle, writer, pointer)
    }
  }

  /// A GeoJSON geometry on one line. O(points).
  ///
  /// - Throws: `failed`.
  public func geoJSON() throws(GEOSError) -> String {
    try unsafe text("geoJSON") { handle, pointer in
      let writer = unsafe GEOSGeoJSONWriter_create_r(handle)
      defer { unsafe GEOSGeoJSONWriter_destroy_r(handle, writer) }
      return unsafe GEOSGeoJSONWriter_writeGeometry_r(handle, writer, pointer, -1)
    }
  }

  /// Well-known binary, little-endian. Reading it gives the same geometry bit by bit. O(points).
  ///
  /// - Throws: `failed`.
  public func wkb() throws(GEOSError) -> [UInt8] {
    context.clearMessages()
    let handle = unsafe context.handle
    let bytes: [UInt8]? = withExtendedLifetime(storage) {
      let writer = unsafe GEOSWKBWriter_create_r(handle)
      defer { unsafe GEOSWKBWriter_destroy_r(handle, writer) }
      unsafe GEOSWKBWriter_setByteOrder_r(handle, writer, Int32(GEOS_WKB_NDR.rawValue))
      var count = 0
      guard let start = unsafe GEOSWKBWriter_write_r(handle, writer, storage.pointer, &count) else { return nil }
      defer { unsafe GEOSFree_r(handle, start) }
      return unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }
    guard let bytes else { throw context.failure("wkb") }
    return bytes
  }

  private func text(
    _ operation: String, _ call: (OpaquePointer, OpaquePointer) -> UnsafeMutablePointer<CChar>?
  ) throws(GEOSError) -> String {
    context.clearMessages()
    let handle = unsafe context.handle
    let written: String? = withExtendedLifetime(storage) {
      guard let start = unsafe call(handle, storage.pointer) else { return nil }
      defer { unsafe GEOSFree_r(handle, start) }
      return unsafe String(cString: start)
    }
    guard let written else { throw context.failure(operation) }
    return written
  }
}
