import Glibc
import RoadNetwork
import WaybenchCore

/// Files for tests of the import.
enum ImportFiles {
  /// The folder of shared data.
  static let shared = getenv("WAYBENCH_SHARED").map { String(cString: $0) } ?? "../shared"
  /// Whether the shared data are there.
  static let hasShared = access(shared + "/data/osm", R_OK) == 0
  /// Whether the shared cases are there.
  static let hasCases = access(shared + "/cases/files", R_OK) == 0

  /// The names of the files of a folder, sorted.
  static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// All bytes of a file.
  static func bytes(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes.append(contentsOf: chunk[..<count]) }
    return bytes
  }

  /// Runs `body` with the path of a temporary file of these bytes, and removes the file.
  static func with<Result>(
    _ bytes: [UInt8], name: String = "roads.osm", _ body: (String) throws -> Result
  ) rethrows -> Result {
    try withFolder { folder in
      let path = folder + "/" + name
      if let file = fopen(path, "wb") {
        _ = fwrite(bytes, 1, bytes.count, file)
        fclose(file)
      }
      return try body(path)
    }
  }

  /// Runs `body` with an empty temporary folder, and removes it with the files in it.
  static func withFolder<Result>(_ body: (String) throws -> Result) rethrows -> Result {
    var template = Array("/tmp/waybench-import-XXXXXX".utf8CString)
    let folder = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
    defer {
      for name in names(in: folder) { unlink(folder + "/" + name) }
      rmdir(folder)
    }
    return try body(folder)
  }

  /// Reads OpenStreetMap XML: the elements between the `osm` tags.
  static func source(
    _ elements: String, country: String? = nil, mode: TravelMode = .driving
  ) throws -> RoadSource {
    try with(Array(document(elements).utf8)) { try OSMImport.read(path: $0, defaultCountry: country, mode: mode) }
  }

  /// A whole OpenStreetMap XML document.
  static func document(_ elements: String) -> String {
    "<?xml version='1.0' encoding='UTF-8'?>\n<osm version='0.6' generator='test'>\n\(elements)\n</osm>\n"
  }

  /// Nodes with these ids on a line from 40.0 N, 20.0 W, a hundredth of a degree apart.
  static func nodes(_ ids: [Int]) -> String {
    ids.map { "<node id='\($0)' lat='40.0' lon='\(-20.0 + Double($0) / 100)'/>" }.joined(separator: "\n")
  }

  /// A way over these nodes.
  static func way(_ id: Int, _ nodes: [Int], _ tags: [String: String] = ["highway": "residential"]) -> String {
    let refs = nodes.map { "<nd ref='\($0)'/>" }.joined()
    return "<way id='\(id)'>\(refs)\(self.tags(tags))</way>"
  }

  /// A relation with members written "role type ref".
  static func relation(_ id: Int, _ members: [String], _ tags: [String: String]) -> String {
    let members = members.map { member in
      let parts = member.split(separator: " ")
      return "<member role='\(parts[0])' type='\(parts[1])' ref='\(parts[2])'/>"
    }
    return "<relation id='\(id)'>\(members.joined())\(tags.isEmpty ? "" : self.tags(tags))</relation>"
  }

  static func tags(_ tags: [String: String]) -> String {
    tags.sorted { $0.key < $1.key }.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined()
  }
}

/// A small seeded generator (SplitMix64).
struct ImportRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
