internal import CGEOS
public import WaybenchCore

/// What owns a geometry of the library, or borrows it from a parent that it keeps alive.
@safe
final class GeometryStorage {
  let pointer: OpaquePointer
  let context: GEOSContext
  private let parent: GeometryStorage?

  init(pointer: OpaquePointer, context: GEOSContext, parent: GeometryStorage?) {
    unsafe self.pointer = pointer
    self.context = context
    self.parent = parent
  }

  deinit {
    if parent == nil { unsafe GEOSGeom_destroy_r(context.handle, pointer) }
  }
}

/// A geometry of the plane: point, line, polygon or a collection of these. Immutable; copies share one.
///
/// Lengths, distances and areas are in the unit of the coordinates: metres when the points come from a `LocalFrame`.
/// Made by a `GEOSContext`; belongs to its thread.
public struct Geometry {
  /// The kinds of geometry of the OGC Simple Features standard.
  public enum Kind: Int32, Sendable, Hashable {
    /// One point.
    case point = 0
    /// A line through points.
    case lineString = 1
    /// A closed line, as polygons are made of.
    case linearRing = 2
    /// An area with an outline and holes.
    case polygon = 3
    /// Points.
    case multiPoint = 4
    /// Lines.
    case multiLineString = 5
    /// Areas.
    case multiPolygon = 6
    /// Geometries of any kind.
    case geometryCollection = 7
  }

  /// A box with sides along the axes.
  public struct Bounds: Sendable, Hashable {
    /// The corner with the smallest x and y.
    public var minimum: PlanePoint
    /// The corner with the largest x and y.
    public var maximum: PlanePoint

    /// Makes a box from two corners.
    public init(minimum: PlanePoint, maximum: PlanePoint) {
      self.minimum = minimum
      self.maximum = maximum
    }
  }

  /// Ordinates must lie within plus and minus this: enough for the metres and the degrees of the Earth.
  ///
  /// GEOS 3.11 overruns a buffer when it writes numbers of more than a hundred digits.
  public static let largestOrdinate = 1e12

  let storage: GeometryStorage
  var context: GEOSContext { storage.context }

  init(storage: GeometryStorage) { self.storage = storage }

  static func isUsable(_ point: PlanePoint) -> Bool {
    abs(point.x) <= largestOrdinate && abs(point.y) <= largestOrdinate
  }

  // MARK: Parts

  /// The kind of this geometry.
  public var kind: Kind {
    withExtendedLifetime(storage) {
      // The library knows no other numbers than these eight.
      Kind(rawValue: unsafe GEOSGeomTypeId_r(context.handle, storage.pointer)) ?? .geometryCollection
    }
  }

  /// Whether it has no points at all.
  public var isEmpty: Bool {
    withExtendedLifetime(storage) { unsafe GEOSisEmpty_r(context.handle, storage.pointer) != 0 }
  }

  /// How many geometries a collection holds; 1 for a single one.
  public var partCount: Int {
    withExtendedLifetime(storage) { Int(unsafe GEOSGetNumGeometries_r(context.handle, storage.pointer)) }
  }

  /// A geometry of a collection, or the geometry itself when it is a single one. Shares the memory of the whole.
  ///
  /// - Parameter index: 0 ..< `partCount`; `nil` for any other.
  public func part(_ index: Int) -> Geometry? {
    guard index >= 0, index < partCount else { return nil }
    return withExtendedLifetime(storage) {
      unsafe borrow(GEOSGetGeometryN_r(context.handle, storage.pointer, Int32(index)))
    }
  }

  /// The outline of a polygon, as a ring that shares its memory; `nil` for other kinds.
  public var exteriorRing: Geometry? {
    if kind != .polygon { return nil }
    return withExtendedLifetime(storage) { unsafe borrow(GEOSGetExteriorRing_r(context.handle, storage.pointer)) }
  }

  /// The holes of a polygon, as rings that share its memory; none for other kinds.
  public var interiorRings: [Geometry] {
    if kind != .polygon { return [] }
    return withExtendedLifetime(storage) {
      let count = unsafe GEOSGetNumInteriorRings_r(context.handle, storage.pointer)
      return (0..<max(0, count)).compactMap { index in
        unsafe borrow(GEOSGetInteriorRingN_r(context.handle, storage.pointer, index))
      }
    }
  }

  /// The points of a point, a line or a ring; none for other kinds, whose parts have them. O(count).
  public var points: [PlanePoint] {
    switch kind {
    case .point, .lineString, .linearRing: break
    default: return []
    }
    if isEmpty { return [] }
    return withExtendedLifetime(storage) {
      let sequence = unsafe GEOSGeom_getCoordSeq_r(context.handle, storage.pointer)
      var count: UInt32 = 0
      guard unsafe GEOSCoordSeq_getSize_r(context.handle, sequence, &count) == 1 else { return [] }
      var points = [PlanePoint](repeating: PlanePoint(x: .nan, y: .nan), count: Int(count))
      unsafe points.withUnsafeMutableBytes { bytes in
        _ = unsafe GEOSCoordSeq_copyToBuffer_r(
          context.handle, sequence, bytes.baseAddress?.assumingMemoryBound(to: Double.self), 0, 0)
      }
      return points
    }
  }

  /// The smallest box that holds it; `nil` when it is empty.
  public var bounds: Bounds? {
    if isEmpty { return nil }
    return withExtendedLifetime(storage) {
      var bounds = Bounds(minimum: PlanePoint(x: 0, y: 0), maximum: PlanePoint(x: 0, y: 0))
      guard unsafe GEOSGeom_getXMin_r(context.handle, storage.pointer, &bounds.minimum.x) == 1,
        unsafe GEOSGeom_getYMin_r(context.handle, storage.pointer, &bounds.minimum.y) == 1,
        unsafe GEOSGeom_getXMax_r(context.handle, storage.pointer, &bounds.maximum.x) == 1,
        unsafe GEOSGeom_getYMax_r(context.handle, storage.pointer, &bounds.maximum.y) == 1
      else { return nil }
      return bounds
    }
  }

  private func borrow(_ pointer: OpaquePointer?) -> Geometry? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe Geometry(storage: GeometryStorage(pointer: pointer, context: context, parent: storage))
  }
}

// MARK: - Calling the library

extension Geometry {
  /// Calls something that fills in a number and returns 1.
  func number(
    _ operation: String, _ call: (OpaquePointer, OpaquePointer, inout Double) -> Int32
  ) throws(GEOSError) -> Double {
    var result = Double.nan
    context.clearMessages()
    let status = withExtendedLifetime(storage) { unsafe call(context.handle, storage.pointer, &result) }
    if status != 1 { throw context.failure(operation) }
    return result
  }

  /// The same with two geometries.
  func number(
    _ operation: String, with other: Geometry,
    _ call: (OpaquePointer, OpaquePointer, OpaquePointer, inout Double) -> Int32
  ) throws(GEOSError) -> Double {
    try unsafe number(operation) { handle, pointer, result in
      withExtendedLifetime(other.storage) { unsafe call(handle, pointer, other.storage.pointer, &result) }
    }
  }

  /// Calls something that returns a new geometry, or nothing when it failed.
  func made(_ operation: String, _ call: (OpaquePointer, OpaquePointer) -> OpaquePointer?) throws(GEOSError) -> Geometry
  {
    context.clearMessages()
    let pointer = unsafe withExtendedLifetime(storage) { unsafe call(context.handle, storage.pointer) }
    return try unsafe context.adopt(pointer, operation)
  }

  /// Calls something that answers 0 or 1, or 2 when it failed.
  func answer(
    _ operation: String, with other: Geometry,
    _ call: (OpaquePointer, OpaquePointer, OpaquePointer) -> CChar
  ) throws(GEOSError) -> Bool {
    context.clearMessages()
    let status = withExtendedLifetime((storage, other.storage)) {
      unsafe call(context.handle, storage.pointer, other.storage.pointer)
    }
    if status != 0, status != 1 { throw context.failure(operation) }
    return status == 1
  }

  func requirePoints(_ operation: String) throws(GEOSError) {
    if isEmpty { throw .emptyGeometry(operation: operation) }
  }

  func requireLine(_ operation: String) throws(GEOSError) {
    let kind = kind
    if kind != .lineString, kind != .linearRing { throw .wrongKind(operation: operation, found: kind) }
    try requirePoints(operation)
  }
}
