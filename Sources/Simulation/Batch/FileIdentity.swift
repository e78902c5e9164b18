import Glibc

/// What tells that a file is the one that it was: place, size, time of change.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  private let seconds: Int
  private let nanoseconds: Int
  /// Its size.
  public let byteCount: Int

  /// Looks at a file; `nil` when there is none.
  public init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    byteCount = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }

  /// Size and time of change, for a note that outlives a copy of the folder.
  public var text: String { "\(byteCount) \(seconds).\(nanoseconds)" }

  /// Whether two paths lead to one file that exists.
  public static func areSame(_ a: String, _ b: String) -> Bool {
    guard let first = FileIdentity(a), let second = FileIdentity(b) else { return false }
    return first.device == second.device && first.inode == second.inode
  }
}
