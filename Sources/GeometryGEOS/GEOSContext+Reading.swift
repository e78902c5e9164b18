internal import CGEOS

extension GEOSContext {
  /// How deep collections may lie in one another. GEOS reads them by recursion and runs out of stack on a hostile text.
  static let deepestNesting = 32

  /// Reads a geometry from well-known text, such as `LINESTRING (30 10, 10 30)`. O(length).
  ///
  /// - Throws: `unreadable`, `unusableCoordinate`.
  public func geometry(wkt text: String) throws(GEOSError) -> Geometry {
    try requireReadable(text, "WKT")
    let reader = unsafe GEOSWKTReader_create_r(handle)
    defer { unsafe GEOSWKTReader_destroy_r(handle, reader) }
    return try unsafe checked(GEOSWKTReader_read_r(handle, reader, text), "WKT")
  }

  /// Reads a geometry from GeoJSON: a geometry, a feature or a collection of features. O(length).
  ///
  /// - Throws: `unreadable`, `unusableCoordinate`.
  public func geometry(geoJSON text: String) throws(GEOSError) -> Geometry {
    try requireReadable(text, "GeoJSON")
    let reader = unsafe GEOSGeoJSONReader_create_r(handle)
    defer { unsafe GEOSGeoJSONReader_destroy_r(handle, reader) }
    return try unsafe checked(GEOSGeoJSONReader_readGeometry_r(handle, reader, text), "GeoJSON")
  }

  /// Reads a geometry from well-known binary, of either byte order. O(length).
  ///
  /// - Throws: `unreadable`, `unusableCoordinate`.
  public func geometry(wkb bytes: [UInt8]) throws(GEOSError) -> Geometry {
    clearMessages()
    var scanner = WKBScanner(bytes: bytes)
    try scanner.checkWhole()
    let reader = unsafe GEOSWKBReader_create_r(handle)
    defer { unsafe GEOSWKBReader_destroy_r(handle, reader) }
    let read = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe GEOSWKBReader_read_r(handle, reader, buffer.baseAddress, buffer.count)
    }
    return try unsafe checked(read, "WKB")
  }

  private func requireReadable(_ text: String, _ format: String) throws(GEOSError) {
    clearMessages()
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for byte in text.utf8 {
      if byte == 0 { throw .unreadable(format: format, message: "the text contains a zero byte") }
      if isQuoted {
        if byte == UInt8(ascii: "\""), !isEscaped { isQuoted = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isQuoted = true
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      // A GeoJSON collection takes two brackets a level, and a polygon's coordinates four more.
      if depth > 2 * Self.deepestNesting {
        throw .unreadable(format: format, message: "brackets lie more than \(2 * Self.deepestNesting) deep")
      }
    }
  }

  private func checked(_ pointer: OpaquePointer?, _ format: String) throws(GEOSError) -> Geometry {
    guard let pointer = unsafe pointer else { throw unreadable(format) }
    let geometry = unsafe Geometry(storage: GeometryStorage(pointer: pointer, context: self, parent: nil))
    var index = 0
    try checkCoordinates(of: geometry, &index)
    return geometry
  }

  private func checkCoordinates(of geometry: Geometry, _ index: inout Int) throws(GEOSError) {
    switch geometry.kind {
    case .point, .lineString, .linearRing:
      for point in geometry.points {
        if !Geometry.isUsable(point) { throw .unusableCoordinate(index: index) }
        index += 1
      }
    case .polygon:
      if let ring = geometry.exteriorRing { try checkCoordinates(of: ring, &index) }
      for ring in geometry.interiorRings { try checkCoordinates(of: ring, &index) }
    default:
      for number in 0..<geometry.partCount {
        if let part = geometry.part(number) { try checkCoordinates(of: part, &index) }
      }
    }
  }
}

/// Walks over well-known binary before GEOS does: every count must fit into the bytes that are left, and collections
/// may not lie too deep in one another.
///
/// (OGC 06-103r4, section 8; the flags of PostGIS's extended form are read as well.)
private struct WKBScanner {
  private let bytes: [UInt8]
  private var offset = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func checkWhole() throws(GEOSError) {
    try geometry(depth: 0)
    if offset != bytes.count { throw unreadable("\(bytes.count - offset) bytes follow the geometry") }
  }

  private mutating func geometry(depth: Int) throws(GEOSError) {
    if depth > GEOSContext.deepestNesting {
      throw unreadable("collections lie more than \(GEOSContext.deepestNesting) deep")
    }
    try require(1)
    let isLittleEndian = bytes[offset] == 1
    if bytes[offset] > 1 { throw unreadable("the byte order is 0 or 1, not \(bytes[offset])") }
    offset += 1
    let typeWord = try word(isLittleEndian)
    let flags = typeWord >> 29
    let thousands = (typeWord & 0x1fff_ffff) / 1_000
    let hasZ = flags & 4 != 0 || thousands == 1 || thousands == 3
    let hasM = flags & 2 != 0 || thousands == 2 || thousands == 3
    if flags & 1 != 0 { _ = try word(isLittleEndian) }
    let pointSize = 16 + (hasZ ? 8 : 0) + (hasM ? 8 : 0)
    switch (typeWord & 0x1fff_ffff) % 1_000 {
    case 1: try skip(1, of: pointSize)
    case 2: try skip(word(isLittleEndian), of: pointSize)
    case 3:
      let rings = try word(isLittleEndian)
      try require(Int(rings) * 4)
      for _ in 0..<rings { try skip(word(isLittleEndian), of: pointSize) }
    case 4, 5, 6, 7:
      let parts = try word(isLittleEndian)
      try require(Int(parts) * 5)
      for _ in 0..<parts { try geometry(depth: depth + 1) }
    default: throw unreadable("\(typeWord) is no type of geometry")
    }
  }

  private mutating func skip(_ count: UInt32, of size: Int) throws(GEOSError) {
    try require(Int(count) * size)
    offset += Int(count) * size
  }

  private mutating func word(_ isLittleEndian: Bool) throws(GEOSError) -> UInt32 {
    try require(4)
    var value: UInt32 = 0
    for index in 0..<4 {
      value = value << 8 | UInt32(bytes[offset + (isLittleEndian ? 3 - index : index)])
    }
    offset += 4
    return value
  }

  private func require(_ count: Int) throws(GEOSError) {
    if bytes.count - offset < count { throw unreadable("\(count) bytes expected, \(bytes.count - offset) left") }
  }

  private func unreadable(_ message: String) -> GEOSError {
    .unreadable(format: "WKB", message: "at byte \(offset): \(message)")
  }
}
