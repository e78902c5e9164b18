import Glibc

/// The bytes of a `.wbn` file: a header, a table of sections and the sections, each with a checksum.
///
/// Layout, little-endian: 8 bytes "WAYBENCH", UInt32 version, UInt32 section count, UInt64 file length, UInt64 checksum
/// of the table; then per section UInt32 kind, UInt32 element stride, UInt64 offset, UInt64 byte count, UInt64
/// checksum; then the sections, each at a multiple of 64.
@safe
final class NetworkImage: @unchecked Sendable {
  static let magic: [UInt8] = Array("WAYBENCH".utf8)
  static let version: UInt32 = 3
  static let headerBytes = 32
  static let entryBytes = 32
  static let alignment = 64
  /// A smaller image is checked faster than threads are started.
  static let bytesWorthThreads = 4 << 20

  /// The arrays of a network, in the order of the file.
  enum Section: UInt32, CaseIterable {
    case description = 1
    case junctions
    case junctionFirstEdge
    case edges
    case linkFirstVertex
    /// The one or two edges of each link.
    case linkEdges
    case vertices
    case stateEdge
    case stateFirstTurn
    case turns
    case firstIncoming
    case incomingEdges
    case textOffsets
    case textBytes
    case indexLevels
    case indexBoxes
    case indexItems
    /// How the network's roads are travelled: one `TravelMode`.
    case mode
    /// What is needed for instructions, per edge.
    case edgeSigns
    case signRecords
    case laneArrows
    /// What is said at each legal turn.
    case turnInstructions
    /// The country of each edge and what its use costs.
    case edgeCharges
    /// The source's identity of each vertex: OpenStreetMap node ids.
    case vertexNodes
    /// The hierarchy: the rank of each state, the tree and the arcs.
    case hierarchyRank
    case hierarchyParent
    case hierarchyDepth
    case hierarchyOutFirst
    case hierarchyOutDepth
    case hierarchyInFirst
    case hierarchyInDepth
    /// The hierarchy customized for the fastest way on free roads.
    case metricOutWeight
    case metricInWeight
    case metricOutMiddle
    case metricInMiddle
  }

  private let base: UnsafeRawPointer
  let byteCount: Int
  private let isMapped: Bool
  private let sections: [(offset: Int, byteCount: Int)]

  /// Maps a file.
  convenience init(path: String) throws(NetworkFileError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw NetworkFileError(path: path, section: nil, message: "cannot be opened: \(Self.errorText())")
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw NetworkFileError(path: path, section: nil, message: "is not a file; expected a .wbn network")
    }
    let length = Int(status.st_size)
    guard length > 0 else {
      throw NetworkFileError(path: path, section: "header", message: "the file is empty; expected a .wbn network")
    }
    guard let memory = unsafe mmap(nil, length, PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0),
      unsafe memory != UnsafeMutableRawPointer(bitPattern: -1)
    else {
      throw NetworkFileError(path: path, section: nil, message: "cannot be mapped: \(Self.errorText())")
    }
    try unsafe self.init(base: UnsafeRawPointer(memory), byteCount: length, isMapped: true, path: path)
  }

  /// Takes bytes that `NetworkImageWriter` laid out.
  convenience init(bytes: [UInt8]) throws(NetworkFileError) {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: Self.alignment)
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { unsafe memory.copyMemory(from: start, byteCount: bytes.count) }
    }
    try unsafe self.init(
      base: UnsafeRawPointer(memory), byteCount: bytes.count, isMapped: false, path: "network in memory")
  }

  private init(base: UnsafeRawPointer, byteCount: Int, isMapped: Bool, path: String) throws(NetworkFileError) {
    unsafe self.base = base
    self.byteCount = byteCount
    self.isMapped = isMapped
    let bytes = unsafe UnsafeRawBufferPointer(start: base, count: byteCount)
    do {
      sections = try unsafe Self.readTable(bytes, path: path)
    } catch {
      // The deinitializer does not run for an instance that was not made.
      unsafe Self.release(base, byteCount, isMapped)
      throw error
    }
  }

  deinit { unsafe Self.release(base, byteCount, isMapped) }

  private static func release(_ base: UnsafeRawPointer, _ byteCount: Int, _ isMapped: Bool) {
    if isMapped {
      unsafe munmap(UnsafeMutableRawPointer(mutating: base), byteCount)
    } else {
      unsafe base.deallocate()
    }
  }

  /// Writes the image to a temporary name beside `path` and renames it.
  func write(path: String) throws(NetworkFileError) {
    func fail(_ doing: String) -> NetworkFileError {
      NetworkFileError(path: path, section: nil, message: "cannot be \(doing): \(Self.errorText())")
    }
    if path == "-" { return try writeAll(to: STDOUT_FILENO, orFail: fail) }
    var status = stat()
    if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      // A device or a pipe takes the bytes; nothing is put in its place.
      let target = unsafe open(path, O_WRONLY | O_CLOEXEC)
      guard target >= 0 else { throw fail("opened") }
      defer { close(target) }
      return try writeAll(to: target, orFail: fail)
    }
    // What a link points to is replaced, the link stays.
    var path = path
    if let resolved = unsafe realpath(path, nil) {
      path = unsafe String(cString: resolved)
      unsafe free(resolved)
    }
    let temporary = "\(path).\(getpid()).part"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw fail("created") }
    do { try writeAll(to: descriptor, orFail: fail) } catch {
      close(descriptor)
      unsafe unlink(temporary)
      throw error
    }
    close(descriptor)
    guard unsafe rename(temporary, path) == 0 else {
      let error = fail("renamed")
      unsafe unlink(temporary)
      throw error
    }
  }

  private func writeAll(
    to descriptor: Int32, orFail fail: (String) -> NetworkFileError
  ) throws(NetworkFileError) {
    var written = 0
    while written < byteCount {
      let count = unsafe Glibc.write(descriptor, base + written, byteCount - written)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw fail("written") }
      written += count
    }
  }

  /// The length of a section.
  func byteCount(of section: Section) -> Int { sections[Int(section.rawValue) - 1].byteCount }

  func column<Element: BitwiseCopyable>(_ section: Section, of type: Element.Type = Element.self) -> Column<Element> {
    let place = sections[Int(section.rawValue) - 1]
    return unsafe Column<Element>(
      UnsafeRawBufferPointer(start: base + place.offset, count: place.byteCount))
  }

  private static func readTable(
    _ bytes: UnsafeRawBufferPointer, path: String
  ) throws(NetworkFileError) -> [(offset: Int, byteCount: Int)] {
    func fail(_ section: String, _ message: String) -> NetworkFileError {
      NetworkFileError(path: path, section: section, message: message)
    }
    guard bytes.count >= headerBytes, unsafe Array(bytes[0..<8]) == magic else {
      throw fail("header", "does not begin as a .wbn network does")
    }
    let fileVersion = unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
    guard fileVersion == version else {
      throw fail("header", "has version \(fileVersion); this program reads version \(version): build it anew")
    }
    let count = unsafe Int(bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    let length = unsafe bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    guard count == Section.allCases.count else {
      throw fail("header", "names \(count) sections; expected \(Section.allCases.count)")
    }
    guard length == UInt64(bytes.count) else {
      throw fail("header", "is \(bytes.count) bytes long; the header says \(length): the file was cut or grew")
    }
    let tableEnd = headerBytes + count * entryBytes
    guard bytes.count >= tableEnd else { throw fail("table", "the file ends inside it") }
    let tableChecksum = unsafe bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
    guard unsafe Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[headerBytes..<tableEnd])) == tableChecksum else {
      throw fail("table", "does not fit its checksum: the file was altered")
    }
    var result: [(offset: Int, byteCount: Int)] = []
    var expected: [UInt64] = []
    for section in Section.allCases {
      let entry = headerBytes + (Int(section.rawValue) - 1) * entryBytes
      let kind = unsafe bytes.loadUnaligned(fromByteOffset: entry, as: UInt32.self)
      let offset = unsafe bytes.loadUnaligned(fromByteOffset: entry + 8, as: UInt64.self)
      let size = unsafe bytes.loadUnaligned(fromByteOffset: entry + 16, as: UInt64.self)
      expected.append(unsafe bytes.loadUnaligned(fromByteOffset: entry + 24, as: UInt64.self))
      guard kind == section.rawValue, offset % UInt64(alignment) == 0, offset <= UInt64(bytes.count),
        size <= UInt64(bytes.count) - offset
      else { throw fail("\(section)", "does not lie inside the file") }
      result.append((Int(offset), Int(size)))
    }
    let found = unsafe Checksum.of(result.map { $0.offset..<$0.offset + $0.byteCount }, in: bytes)
    for (index, section) in Section.allCases.enumerated() where found[index] != expected[index] {
      throw fail("\(section)", "does not fit its checksum: the file was altered")
    }
    return result
  }

  static func errorText() -> String { unsafe String(cString: strerror(errno)) }
}

/// Why a `.wbn` file cannot be used.
public struct NetworkFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// The part of the file that is wrong; `nil` when the file as a whole is.
  public let section: String?
  /// What is wrong and what was expected.
  public let message: String

  /// The error in one line.
  public var description: String {
    if let section { "\(path): section \(section): \(message)" } else { "\(path): \(message)" }
  }
}
