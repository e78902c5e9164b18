import Formats
import Glibc

/// A folder for the files of one test, removed at its end.
final class Scratch {
  let folder: String

  init() {
    var template = Array("/tmp/waybench-formats-XXXXXX".utf8CString)
    folder = template.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress, let made = mkdtemp(base) else { return "/tmp" }
      return String(cString: made)
    }
  }

  deinit {
    for name in listing() { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  func path(_ name: String) -> String { "\(folder)/\(name)" }

  @discardableResult
  func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }

  @discardableResult
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = path(name)
    // Plain bytes, also for names in .gz: not through the writer under test.
    guard let stream = fopen(path, "w") else { throw FileTrouble.cannotWrite }
    defer { fclose(stream) }
    let count = fwrite(bytes, 1, bytes.count, stream)
    guard count == bytes.count else { throw FileTrouble.cannotWrite }
    return path
  }

  func bytes(_ name: String) throws -> [UInt8] {
    guard let stream = fopen(path(name), "r") else { throw FileTrouble.cannotRead }
    defer { fclose(stream) }
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, stream)
      if count == 0 { return result }
      result.append(contentsOf: chunk[..<count])
    }
  }

  func listing() -> [String] {
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var result: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { result.append(name) }
    }
    return result.sorted()
  }

  enum FileTrouble: Error { case cannotWrite, cannotRead }
}

/// One GPX 1.1 file round a body.
func gpx(_ body: String) -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
  \(body)
  </gpx>
  """
}

/// One track point of GPX.
func trkpt(_ latitude: String, _ longitude: String, time: String? = nil, _ more: String = "") -> String {
  let time = time.map { "<time>\($0)</time>" } ?? ""
  return "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\">\(time)\(more)</trkpt>\n"
}

/// One track of one segment of GPX.
func track(_ points: String...) -> String { "<trk><name>trace</name><trkseg>\n" + points.joined() + "</trkseg></trk>" }

/// A seeded generator (SplitMix64), so that a random test can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

/// A variable of the environment; `nil` when it is not set.
func environment(_ name: String) -> String? {
  guard let value = getenv(name) else { return nil }
  return String(cString: value)
}
