import CZlib
import Glibc
import Synchronization

/// Why a file could not be written.
public struct FileWriteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path as given.
  public let path: String
  /// What happened.
  public let message: String

  /// Makes an error.
  public init(path: String, message: String) {
    self.path = path
    self.message = message
  }

  /// One line: `path: message`.
  public var description: String { "\(path): \(message)" }
}

/// Writes a file that appears whole or not at all: bytes go to a temporary name in the same folder, and `commit`
/// renames it. A name that ends in `.gz` is compressed.
///
/// Behind a symbolic link the file is replaced and the link stays. "-" (standard output) and what is no regular file,
/// such as a FIFO or a device, are written to directly, so that an error comes after a part of the bytes. Whoever
/// writes to FIFOs ignores `SIGPIPE` to get an error when the reader leaves.
@safe
public final class AtomicFileWriter {
  /// The path as given.
  public let path: String
  /// What is renamed to what at the end; `nil` when bytes go straight to where they belong.
  private let replacement: (temporaryPath: String, targetPath: String)?
  private var descriptor: Int32
  private var buffer: [UInt8] = []
  /// Kept at one address: zlib checks that its stream does not move.
  private let zlib: UnsafeMutablePointer<z_stream>
  private let isCompressed: Bool
  private static let flushSize = 1 << 17
  private static let counter = Atomic<Int>(0)

  /// Creates the temporary file, or opens what is written to directly.
  ///
  /// - Throws: when the folder does not exist or cannot be written to, and when the path is that of a folder or socket.
  public init(path: String) throws(FileWriteError) {
    self.path = path
    isCompressed = path.hasSuffix(".gz")
    if path == "-" {
      replacement = nil
      descriptor = STDOUT_FILENO
    } else {
      let target = try FileTarget(path)
      switch target.kind {
      case .stream:
        replacement = nil
        descriptor = try target.openStream()
      case .replaceable:
        let number = Self.counter.add(1, ordering: .relaxed).newValue
        let temporary = try target.openTemporary(number: number, givenPath: path)
        replacement = (temporary.path, target.path)
        descriptor = temporary.descriptor
      }
    }
    unsafe zlib = .allocate(capacity: 1)
    unsafe zlib.initialize(to: z_stream())
    buffer.reserveCapacity(Self.flushSize + 4096)
    if isCompressed {
      guard
        unsafe deflateInit2_(
          zlib, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
          Int32(MemoryLayout<z_stream>.size)) == Z_OK
      else { throw FileWriteError(path: path, message: "zlib cannot be set up") }
    }
  }

  deinit {
    unsafe deflateEnd(zlib)
    unsafe zlib.deallocate()
    if path != "-", descriptor >= 0 { close(descriptor) }
    if let replacement, descriptor >= 0 { unsafe unlink(replacement.temporaryPath) }
  }

  /// Appends bytes; they reach the file in pieces of 128 KB.
  public func write(_ bytes: some Sequence<UInt8>) throws(FileWriteError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.flushSize { try flush(isLast: false) }
  }

  /// Appends a text as UTF-8.
  public func write(_ text: String) throws(FileWriteError) {
    try write(text.utf8)
  }

  /// Writes what is left and gives the file its name. Nothing can be written afterwards.
  public func commit() throws(FileWriteError) {
    try flush(isLast: true)
    guard path != "-", descriptor >= 0 else { return }
    let closed = close(descriptor)
    descriptor = -1
    var isDone = closed == 0
    if isDone, let replacement { isDone = unsafe rename(replacement.temporaryPath, replacement.targetPath) == 0 }
    guard !isDone else { return }
    let message = ByteInput.systemMessage(errno)
    if let replacement { unsafe unlink(replacement.temporaryPath) }
    throw FileWriteError(path: path, message: message)
  }

  /// Writes a whole file at once.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileWriteError) {
    let writer = try AtomicFileWriter(path: path)
    try writer.write(bytes)
    try writer.commit()
  }

  private func flush(isLast: Bool) throws(FileWriteError) {
    if !isCompressed {
      unsafe try buffer.withUnsafeBufferPointer { (bytes) throws(FileWriteError) in
        unsafe try writeOut(UnsafeRawBufferPointer(bytes))
      }
    } else {
      try compress(isLast: isLast)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private func compress(isLast: Bool) throws(FileWriteError) {
    let output = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.flushSize, alignment: 16)
    defer { unsafe output.deallocate() }
    let size = buffer.count
    unsafe try buffer.withUnsafeMutableBufferPointer { (bytes) throws(FileWriteError) in
      unsafe zlib.pointee.next_in = bytes.baseAddress
      unsafe zlib.pointee.avail_in = UInt32(size)
      var status = Z_OK
      repeat {
        unsafe zlib.pointee.next_out = unsafe output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        unsafe zlib.pointee.avail_out = UInt32(output.count)
        status = unsafe deflate(zlib, isLast ? Z_FINISH : Z_NO_FLUSH)
        unsafe try writeOut(UnsafeRawBufferPointer(rebasing: output[..<(output.count - Int(zlib.pointee.avail_out))]))
      } while unsafe zlib.pointee.avail_out == 0 || (isLast && status == Z_OK)
    }
  }

  private func writeOut(_ bytes: UnsafeRawBufferPointer) throws(FileWriteError) {
    var rest = unsafe bytes
    while rest.count > 0 {
      let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw FileWriteError(path: path, message: ByteInput.systemMessage(errno)) }
      unsafe rest = unsafe UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}
