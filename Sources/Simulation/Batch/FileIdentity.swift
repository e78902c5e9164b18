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

  /// Where the file lies, however it is called.
  public var place: [UInt64] { [device, inode] }
}
