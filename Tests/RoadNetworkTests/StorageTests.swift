import Glibc
import TestSupport
import Testing
import WaybenchCore

@testable import RoadNetwork

/// A folder of its own that goes with its owner.
private final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/waybench-storage-XXXXXX".utf8CString)
    let isMade = mkdtemp(&template) != nil
    try #require(isMade)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
  }

  func file(_ name: String) -> String { path + "/" + name }

  var names: [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

private func read(_ path: String) throws -> [UInt8] {
  let file = try #require(fopen(path, "rb"))
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&chunk, 1, chunk.count, file)
    if count == 0 { return bytes }
    bytes += chunk[..<count]
  }
}

private func write(_ bytes: [UInt8], _ path: String) throws {
  let file = try #require(fopen(path, "wb"))
  defer { fclose(file) }
  try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
}

@Suite("Network files")
struct StorageTests {
  private static func smallMap() -> PlaneNetwork {
    var map = crossing(oneway: ["N"])
    map.road("Ünter den Linden", from: "E", to: "x", [(100, 0), (200, 30), (300, 0)], roadClass: .primary)
    map.restrict(from: "W", over: ["E"], to: "Ünter den Linden")
    return map
  }

  private func error(_ path: String) throws -> NetworkFileError {
    try #require(throws: NetworkFileError.self) { try RoadNetwork(path: path) }
  }

  @Test("what was written is read: the same bytes, the same answers", arguments: [1, 2] as [UInt64])
  func roundTrip(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let source = SyntheticTown.make(.init(seed: seed, targetDirectedEdges: 2_000)).source
    let built = try RoadNetworkBuilder.build(source)
    try built.write(path: folder.file("town.wbn"))
    #expect(folder.names == ["town.wbn"])
    let image = try RoadNetworkBuilder.image(of: source)
    #expect(try read(folder.file("town.wbn")) == image)
    let mapped = try RoadNetwork(path: folder.file("town.wbn"))
    #expect(mapped.byteCount == image.count)
    #expect(mapped.invariantFault() == nil && mapped.notes == built.notes)
    try mapped.write(path: folder.file("again.wbn"))
    #expect(try read(folder.file("again.wbn")) == image)

    var (first, second) = (NetworkRouter(network: built), NetworkRouter(network: mapped))
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let waypoints = (0..<3).map { _ in
        RouteRequest.Waypoint(coordinate: built.coordinate(ofJunction: random.nextIndex(below: built.junctionCount)))
      }
      let (a, b) = (try? first.route(through: waypoints), try? second.route(through: waypoints))
      #expect(a?.paths.map(\.edges) == b?.paths.map(\.edges))
      #expect(a?.route.weight == b?.route.weight && a?.route.names == b?.route.names)
      #expect(a?.route.steps.map(\.maneuver) == b?.route.steps.map(\.maneuver))
      #expect(a?.route.polyline.vertices.map(\.coordinate) == b?.route.polyline.vertices.map(\.coordinate))
    }
    for edge in 0..<built.edgeCount where edge % 7 == 0 {
      #expect(built.shape(ofEdge: edge) == mapped.shape(ofEdge: edge))
      #expect(built.edge(edge).name == mapped.edge(edge).name && built.edge(edge).flags == mapped.edge(edge).flags)
    }
  }

  @Test("a file takes the place of another at once, and a mapped one goes on being read")
  func replacing() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("n.wbn")
    try Self.smallMap().build().write(path: path)
    let old = try RoadNetwork(path: path)
    try crossing().build().write(path: path)
    #expect(folder.names == ["n.wbn"])
    #expect(try RoadNetwork(path: path).edgeCount == 8)
    #expect(old.edgeCount == 9 && old.invariantFault() == nil && old.edge(0).name.count > 0)
  }

  @Test("a cut file is refused wherever it is cut")
  func truncated() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("n.wbn")
    try Self.smallMap().build().write(path: path)
    let whole = try read(path)
    for length in stride(from: whole.count - 1, to: 0, by: -97) {
      #expect(truncate(path, length) == 0)
      let error = try error(path)
      #expect(error.section == "header", "cut to \(length): \(error)")
      #expect(error.path == path && !error.message.isEmpty)
    }
    #expect(truncate(path, 0) == 0)
    #expect(try error(path).section == "header")
    // A cut file whose header was made to fit; the last bytes may be padding.
    for length in stride(from: 32, through: whole.count - NetworkImage.alignment, by: 97) {
      var bytes = Array(whole[..<length])
      withUnsafeBytes(of: UInt64(length).littleEndian) { bytes.replaceSubrange(16..<24, with: $0) }
      try write(bytes, path)
      #expect(try error(path).section != nil, "cut to \(length)")
    }
    try write(whole + [0], path)
    #expect(try error(path).section == "header")
  }

  @Test("a flipped bit is noticed, and the section that holds it is named")
  func flipped() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("n.wbn")
    try Self.smallMap().build().write(path: path)
    let whole = try read(path)
    func number(_ offset: Int) -> Int {
      whole[offset..<(offset + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    var seen = 0
    for section in NetworkImage.Section.allCases {
      let entry = NetworkImage.headerBytes + (Int(section.rawValue) - 1) * NetworkImage.entryBytes
      let (offset, count) = (number(entry + 8), number(entry + 16))
      if count == 0 { continue }
      seen += 1
      for position in Set([0, 1, count / 2, count - 1]) where position < count {
        for bit in [0, 3, 7] {
          var bytes = whole
          bytes[offset + position] ^= 1 << bit
          try write(bytes, path)
          #expect(try error(path).section == "\(section)", "byte \(position)")
        }
      }
    }
    #expect(seen >= 17, "sections of what the map does not have may be empty, but no others")
    for position in 0..<(NetworkImage.headerBytes + 16 * NetworkImage.entryBytes) {
      var bytes = whole
      bytes[position] ^= 0x11
      try write(bytes, path)
      let expected = position < 24 ? "header" : "table"
      #expect(try error(path).section == expected, "byte \(position)")
    }
  }

  @Test("every byte that means something is guarded", arguments: [1, 2] as [UInt64])
  func anyByte(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("n.wbn")
    try Self.smallMap().build().write(path: path)
    let whole = try read(path)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0...random.nextIndex(below: 4) {
        bytes[random.nextIndex(below: bytes.count)] = UInt8.random(in: 0...255, using: &random)
      }
      try write(bytes, path)
      // Padding between sections means nothing; everything else is refused.
      if let network = try? RoadNetwork(path: path) { #expect(network.invariantFault() == nil, "seed \(seed)") }
    }
  }

  @Test("what is not a network is refused with a reason")
  func other() throws {
    let folder = try TemporaryFolder()
    let missing = try error(folder.file("missing.wbn"))
    #expect(missing.section == nil && missing.message.contains("No such file"))
    #expect(try error(folder.path).message.contains("not a file"))
    try write([], folder.file("empty.wbn"))
    #expect(try error(folder.file("empty.wbn")).message.contains("empty"))
    try write(Array("<gpx></gpx>".utf8) + [UInt8](repeating: 0, count: 5_000), folder.file("other.wbn"))
    #expect(try error(folder.file("other.wbn")).section == "header")
    try Self.smallMap().build().write(path: folder.file("n.wbn"))
    var bytes = try read(folder.file("n.wbn"))
    bytes[8] = 99
    try write(bytes, folder.file("n.wbn"))
    #expect(try error(folder.file("n.wbn")).message.contains("version 99"))
  }

  @Test("a write that fails leaves nothing behind")
  func failingWrite() throws {
    let folder = try TemporaryFolder()
    let network = try Self.smallMap().build()
    #expect(throws: NetworkFileError.self) { try network.write(path: folder.file("no/such/folder/n.wbn")) }
    #expect(folder.names.isEmpty)
    // A folder stands where the file should go.
    mkdir(folder.file("taken.wbn"), 0o755)
    defer { rmdir(folder.file("taken.wbn")) }
    #expect(throws: NetworkFileError.self) { try network.write(path: folder.file("taken.wbn")) }
    #expect(folder.names == ["taken.wbn"])
  }

  @Test("an unwritable folder is named and stays as it was", .enabled(if: geteuid() != 0, "root may write everywhere"))
  func unwritableFolder() throws {
    let folder = try TemporaryFolder()
    let network = try Self.smallMap().build()
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o755) }
    #expect(throws: NetworkFileError.self) { try network.write(path: folder.file("n.wbn")) }
    #expect(folder.names.isEmpty)
  }
}
