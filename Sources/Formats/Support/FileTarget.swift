import Glibc

/// What stands at the path of a file to be written, and with it how it must be written.
struct FileTarget {
  /// The ways to write.
  enum Kind {
    /// Nothing or a regular file stands there: a new file takes its place.
    case replaceable
    /// A FIFO, a terminal, a device: it is opened and written to, and must never be replaced.
    case stream
  }

  let kind: Kind
  /// The path to open or to rename to: that of the file itself when links lead to it.
  let path: String
  /// Whether something stands there already.
  let exists: Bool

  /// As many links as the system itself follows.
  private static let mostLinks = 40

  /// Looks at a path and follows its links, also to a file that does not exist yet.
  ///
  /// - Throws: for a folder, a socket, an empty path, and links that lead nowhere.
  init(_ path: String) throws(FileWriteError) {
    guard !path.isEmpty else { throw FileWriteError(path: path, message: "the path is empty; expected a file") }
    var status = stat()
    exists = unsafe stat(path, &status) == 0
    let missing = errno
    guard exists else {
      guard missing == ENOENT else { throw FileWriteError(path: path, message: ByteInput.systemMessage(missing)) }
      kind = .replaceable
      self.path = try Self.followed(path).path
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw FileWriteError(path: path, message: "is a folder; expected a file")
    case S_IFSOCK: throw FileWriteError(path: path, message: "is a socket; expected a file, a FIFO or a device")
    case S_IFREG:
      let (file, isOpenFile) = try Self.followed(path)
      kind = isOpenFile ? .stream : .replaceable
      self.path = isOpenFile ? path : file
    default:
      kind = .stream
      self.path = path
    }
  }

  /// The same for two paths that name one file of one folder.
  var identity: String {
    let folder = Self.folder(of: path)
    var status = stat()
    guard unsafe stat(folder.isEmpty ? "." : String(folder), &status) == 0 else { return path }
    return "\(status.st_dev):\(status.st_ino):\(path.dropFirst(folder.count))"
  }

  /// Opens what must not be replaced. A FIFO waits for a reader, as is its way.
  func openStream() throws(FileWriteError) -> Int32 {
    while true {
      // Appending matters for an open file that a link of the system stands for, such as /dev/stdout.
      let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY)
      if descriptor >= 0 { return descriptor }
      guard errno == EINTR else { throw FileWriteError(path: path, message: ByteInput.systemMessage(errno)) }
    }
  }

  /// Creates a file beside the target, to be renamed to it.
  func openTemporary(number: Int, givenPath: String) throws(FileWriteError) -> (path: String, descriptor: Int32) {
    let folder = Self.folder(of: path)
    let temporary = "\(folder).\(path.dropFirst(folder.count)).\(getpid())-\(number).tmp"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileWriteError(path: givenPath, message: ByteInput.systemMessage(errno)) }
    return (temporary, descriptor)
  }

  /// The path behind all links; and whether one of them stands for an open file of a process.
  private static func followed(_ path: String) throws(FileWriteError) -> (path: String, isOpenFile: Bool) {
    var current = path
    for _ in 0..<mostLinks {
      guard let next = linkTarget(current) else { return (current, false) }
      if current.hasPrefix("/proc/") { return (path, true) }
      current = next.hasPrefix("/") ? next : folder(of: current) + next
    }
    throw FileWriteError(path: path, message: ByteInput.systemMessage(ELOOP))
  }

  /// What a symbolic link says; `nil` when the path is none.
  private static func linkTarget(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let base = characters.baseAddress else { return 0 }
        return unsafe readlink(path, base, characters.count)
      }
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  /// The part of a path up to its last slash, which is part of it; empty without one.
  private static func folder(of path: String) -> Substring {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    return slash.map { path[...$0] } ?? path[path.startIndex..<path.startIndex]
  }
}
