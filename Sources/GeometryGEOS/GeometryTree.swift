internal import CGEOS
public import WaybenchCore

/// Geometries in a sort-tile-recursive tree: finds those near a place without looking at all of them.
///
/// (Leutenegger, Lopez, Edgington, "STR: A Simple and Efficient Algorithm for R-Tree Packing", 1997.) The tree is built
/// by the first question. Belongs to the thread of its context.
@safe
public final class GeometryTree {
  /// The geometries, in the order given: answers are their indices.
  public let geometries: [Geometry]
  private let context: GEOSContext
  private let tree: OpaquePointer

  /// Puts geometries into a tree. O(n).
  ///
  /// - Parameter context: where the geometries were made.
  /// - Throws: `emptyGeometry` when one of them has no points, `failed`.
  public init(_ geometries: [Geometry], context: GEOSContext) throws(GEOSError) {
    for geometry in geometries { try geometry.requirePoints("tree") }
    self.geometries = geometries
    self.context = context
    context.clearMessages()
    guard let tree = unsafe GEOSSTRtree_create_r(context.handle, 10) else { throw context.failure("tree") }
    unsafe self.tree = tree
    for (index, geometry) in geometries.enumerated() {
      unsafe GEOSSTRtree_insert_r(context.handle, tree, geometry.storage.pointer, Self.item(index))
    }
  }

  deinit {
    unsafe GEOSSTRtree_destroy_r(context.handle, tree)
  }

  /// The indices of the geometries whose own boxes meet a box, ascending. O(log n + found).
  ///
  /// - Throws: `unusableCoordinate`, `failed`.
  public func indices(in box: Geometry.Bounds) throws(GEOSError) -> [Int] {
    // The box of the diagonal is the box itself.
    let diagonal = try context.lineString([box.minimum, box.maximum])
    var found: [Int] = []
    context.clearMessages()
    withExtendedLifetime((self, diagonal.storage)) {
      unsafe withUnsafeMutablePointer(to: &found) { target in
        unsafe GEOSSTRtree_query_r(
          context.handle, tree, diagonal.storage.pointer,
          { item, target in
            guard let target = unsafe target?.assumingMemoryBound(to: [Int].self) else { return }
            unsafe target.pointee.append(GeometryTree.index(item))
          }, target)
      }
    }
    return found.sorted()
  }

  /// The index of the geometry nearest to another one; `nil` when the tree is empty. O(log n) as a rule.
  ///
  /// - Throws: `emptyGeometry` when the other has no points, `failed`.
  public func nearestIndex(to other: Geometry) throws(GEOSError) -> Int? {
    try other.requirePoints("nearestIndex")
    if geometries.isEmpty { return nil }
    let search = NearestSearch(geometries: geometries, query: other)
    context.clearMessages()
    let item = unsafe withExtendedLifetime((self, search)) {
      unsafe GEOSSTRtree_nearest_generic_r(
        context.handle, tree, Self.item(geometries.count), other.storage.pointer,
        { first, second, distance, search in
          guard let search = unsafe search, let distance = unsafe distance else { return 0 }
          return unsafe Unmanaged<NearestSearch>.fromOpaque(search).takeUnretainedValue()
            .distance(GeometryTree.index(first), GeometryTree.index(second), into: &distance.pointee)
        }, Unmanaged.passUnretained(search).toOpaque())
    }
    guard let item = unsafe item else { throw context.failure("nearestIndex") }
    return unsafe Self.index(item)
  }

  /// The index of the geometry nearest to a point; `nil` when the tree is empty. O(log n) as a rule.
  ///
  /// - Throws: `unusableCoordinate`, `failed`.
  public func nearestIndex(to point: PlanePoint) throws(GEOSError) -> Int? {
    try nearestIndex(to: context.point(point))
  }

  /// The tree keeps addresses and never follows them: an index plus one passes for an address that is not null.
  private static func item(_ index: Int) -> UnsafeMutableRawPointer? {
    unsafe UnsafeMutableRawPointer(bitPattern: index + 1)
  }

  private static func index(_ item: UnsafeRawPointer?) -> Int {
    Int(bitPattern: item) - 1
  }
}

/// What the tree's search asks for the distance of two items, one of which is the query: the index after the last.
private final class NearestSearch {
  private let geometries: [Geometry]
  private let query: Geometry

  init(geometries: [Geometry], query: Geometry) {
    self.geometries = geometries
    self.query = query
  }

  /// 1 when the distance was filled in, as the library wants it.
  func distance(_ first: Int, _ second: Int, into result: inout Double) -> Int32 {
    let a = first < geometries.count ? geometries[first] : query
    let b = second < geometries.count ? geometries[second] : query
    return withExtendedLifetime((a.storage, b.storage)) {
      unsafe GEOSDistance_r(query.context.handle, a.storage.pointer, b.storage.pointer, &result)
    }
  }
}
