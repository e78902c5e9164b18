internal import CGEOS
public import WaybenchCore

/// Where geometries are made: one GEOS context, which gathers the library's messages into errors.
///
/// Neither a context nor a geometry is `Sendable`: GEOS computes parts of a geometry when they are first asked for, so
/// even two readers on two threads would race. Make one context per thread (a few microseconds). To hand a geometry
/// over, hand over its `wkb()`.
@safe
public final class GEOSContext {
  /// The messages of the call in progress. A class, so that its address stays the same for the callback.
  final class Messages {
    var last = ""
  }

  let handle: OpaquePointer
  private let messages = Messages()

  /// Makes a context.
  ///
  /// - Throws: `contextUnavailable`.
  public init() throws(GEOSError) {
    guard let handle = unsafe GEOS_init_r() else { throw .contextUnavailable }
    unsafe self.handle = handle
    _ = unsafe GEOSContext_setErrorMessageHandler_r(
      handle,
      { text, userData in
        guard let text = unsafe text, let userData = unsafe userData else { return }
        unsafe Unmanaged<Messages>.fromOpaque(userData).takeUnretainedValue().last = String(cString: text)
      }, Unmanaged.passUnretained(messages).toOpaque())
  }

  deinit {
    unsafe GEOS_finish_r(handle)
  }

  func clearMessages() {
    messages.last = ""
  }

  func failure(_ operation: String) -> GEOSError {
    .failed(operation: operation, message: messages.last.isEmpty ? "no reason given" : messages.last)
  }

  func unreadable(_ format: String) -> GEOSError {
    .unreadable(format: format, message: messages.last.isEmpty ? "no reason given" : messages.last)
  }

  /// A geometry that owns what the library returned; throws when that is nothing.
  func adopt(_ pointer: OpaquePointer?, _ operation: String) throws(GEOSError) -> Geometry {
    guard let pointer = unsafe pointer else { throw failure(operation) }
    return unsafe Geometry(storage: GeometryStorage(pointer: pointer, context: self, parent: nil))
  }
}

// MARK: - Construction

extension GEOSContext {
  /// Makes a point.
  ///
  /// - Throws: `unusableCoordinate`.
  public func point(_ point: PlanePoint) throws(GEOSError) -> Geometry {
    clearMessages()
    let sequence = try unsafe sequence([point])
    return try unsafe adopt(GEOSGeom_createPoint_r(handle, sequence), "point")
  }

  /// Makes a line through points, in their order. O(count).
  ///
  /// - Parameter points: 2 or more.
  /// - Throws: `tooFewPoints`, `unusableCoordinate`.
  public func lineString(_ points: [PlanePoint]) throws(GEOSError) -> Geometry {
    if points.count < 2 { throw .tooFewPoints(expected: 2, found: points.count) }
    clearMessages()
    let sequence = try unsafe sequence(points)
    return try unsafe adopt(GEOSGeom_createLineString_r(handle, sequence), "lineString")
  }

  /// Makes a line through coordinates: x is degrees east, y degrees north. O(count).
  ///
  /// - Parameter coordinates: 2 or more.
  /// - Throws: `tooFewPoints`.
  public func lineString(coordinates: [Coordinate]) throws(GEOSError) -> Geometry {
    try lineString(coordinates.map(Self.degrees))
  }

  /// Makes a polygon from its outline and its holes. O(count).
  ///
  /// Rings are closed when they are not. Whether rings cross is not checked here: ask for `validity()`.
  ///
  /// - Parameters:
  ///   - shell: 3 or more points.
  ///   - holes: rings of 3 or more points.
  /// - Throws: `tooFewPoints`, `unusableCoordinate`.
  public func polygon(_ shell: [PlanePoint], holes: [[PlanePoint]] = []) throws(GEOSError) -> Geometry {
    clearMessages()
    var rings: [OpaquePointer?] = unsafe []
    do throws(GEOSError) {
      for points in [shell] + holes { try unsafe rings.append(ring(points)) }
    } catch {
      while let ring = unsafe rings.popLast() { unsafe GEOSGeom_destroy_r(handle, ring) }
      throw error
    }
    let outline = unsafe rings.removeFirst()
    let count = UInt32(unsafe rings.count)
    let polygon = unsafe rings.withUnsafeMutableBufferPointer { buffer in
      unsafe GEOSGeom_createPolygon_r(handle, outline, buffer.baseAddress, count)
    }
    return try unsafe adopt(polygon, "polygon")
  }

  /// Makes a polygon from coordinates: x is degrees east, y degrees north. O(count).
  ///
  /// - Throws: `tooFewPoints`.
  public func polygon(
    coordinates shell: [Coordinate], holes: [[Coordinate]] = []
  ) throws(GEOSError) -> Geometry {
    try polygon(shell.map(Self.degrees), holes: holes.map { $0.map(Self.degrees) })
  }

  private static func degrees(_ coordinate: Coordinate) -> PlanePoint {
    PlanePoint(x: coordinate.longitude, y: coordinate.latitude)
  }

  private func ring(_ points: [PlanePoint]) throws(GEOSError) -> OpaquePointer {
    var closed = points
    if let first = points.first, first != points.last { closed.append(first) }
    if closed.count < 4 { throw .tooFewPoints(expected: 3, found: points.count) }
    let sequence = try unsafe sequence(closed)
    guard let ring = unsafe GEOSGeom_createLinearRing_r(handle, sequence) else { throw failure("polygon") }
    return unsafe ring
  }

  /// A coordinate sequence, which the geometry that is made from it will own.
  private func sequence(_ points: [PlanePoint]) throws(GEOSError) -> OpaquePointer {
    for (index, point) in points.enumerated() where !Geometry.isUsable(point) {
      throw .unusableCoordinate(index: index)
    }
    // A PlanePoint is two doubles, x before y: the layout that GEOS copies from.
    let count = UInt32(points.count)
    let made = unsafe points.withUnsafeBytes { bytes in
      unsafe GEOSCoordSeq_copyFromBuffer_r(
        handle, bytes.baseAddress?.assumingMemoryBound(to: Double.self), count, 0, 0)
    }
    guard let made = unsafe made else { throw failure("coordinates") }
    return unsafe made
  }
}
