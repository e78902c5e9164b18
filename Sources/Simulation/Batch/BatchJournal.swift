import Formats
import Glibc
import Synchronization

/// The files that a batch has finished, a line each, so that an interrupted run can go on.
///
/// A line counts when the input still has the size and the time of change that it had, the output is there, and the
/// settings are the same. The first line holds the settings; a journal of other settings is begun anew.
final class BatchJournal: Sendable {
  private let path: String
  private let known: [String: BatchRunner.Entry]
  private let descriptor: Int32
  private let lock = Mutex<Void>(())

  init(folder: String, settings: String, reuses: Bool) throws(FileWriteError) {
    path = folder + "/journal.ndjson"
    var known: [String: BatchRunner.Entry] = [:]
    if reuses { known = Self.read(path, settings: settings) }
    self.known = known
    let begins = known.isEmpty
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (begins ? O_TRUNC : 0), 0o644)
    guard descriptor >= 0 else {
      throw FileWriteError(path: path, message: "cannot be created: \(Self.errorText())")
    }
    if begins { append(Self.header(settings)) }
  }

  deinit { close(descriptor) }

  private static func errorText() -> String { unsafe String(cString: strerror(errno)) }

  /// What an earlier run made of a file, if that still stands.
  func entry(for input: String, output: String) -> BatchRunner.Entry? {
    guard var entry = known[Self.key(input)], entry.status != .failed, entry.output == output,
      FileIdentity(output)?.byteCount == entry.outputByteCount
    else { return nil }
    entry.isReused = true
    return entry
  }

  func add(_ entry: BatchRunner.Entry) {
    var json = JSONText()
    json.beginObject()
    json.key("key")
    json.value(Self.key(entry.input))
    json.key("bytes")
    json.value(entry.outputByteCount)
    entry.writeMembers(&json)
    json.endObject()
    json.newline()
    append(json.bytes)
  }

  private func append(_ bytes: [UInt8]) {
    lock.withLock { _ in
      // One call for one line. A line that a full disk cuts only means that its file is done again.
      _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
  }

  private static func header(_ settings: String) -> [UInt8] {
    var json = JSONText()
    json.beginObject()
    json.key("settings")
    json.value(settings)
    json.endObject()
    json.newline()
    return json.bytes
  }

  /// A file as it is now: name, size, time of change.
  private static func key(_ path: String) -> String {
    "\(path)|\(FileIdentity(path)?.text ?? "")"
  }

  private static func read(_ path: String, settings: String) -> [String: BatchRunner.Entry] {
    guard let bytes = try? ByteInput(path: path).readAll(limit: 1 << 30) else { return [:] }
    let lines = bytes.split(separator: 10)
    guard let first = lines.first, Array(first) + [10] == header(settings) else { return [:] }
    var result: [String: BatchRunner.Entry] = [:]
    for line in lines.dropFirst() {
      guard let members = FlatJSON.members(Array(line)), let key = members["key"]?.text,
        let input = members["input"]?.text, let status = members["status"]?.text.flatMap(BatchRunner.Status.init)
      else { continue }
      let counts = ["fixes", "placed", "bytes"].map { members[$0]?.number.flatMap { Int(exactly: $0) } }
      guard let fixes = counts[0], let placed = counts[1], let bytes = counts[2] else { continue }
      var entry = BatchRunner.Entry(input: input, output: members["output"]?.text, status: status)
      entry.fixCount = fixes
      entry.placedCount = placed
      entry.lengthMeters = members["lengthMeters"]?.number ?? 0
      entry.outputByteCount = bytes
      entry.message = members["message"]?.text
      result[key] = entry
    }
    return result
  }
}
