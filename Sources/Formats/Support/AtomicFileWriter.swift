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
  /// What gets the name at the end, and then no more; `nil` when bytes go straight to where they belong.
  private var temporaryPath: String?
  private let targetPath: String
  private var isFinished = false
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
  public convenience init(path: String) throws(FileWriteError) {
    try self.init(path: path, target: path == "-" ? nil : FileTarget(path))
  }

  /// - Parameter target: what stands at the path; `nil` for standard output.
  private init(path: String, target: FileTarget?) throws(FileWriteError) {
    self.path = path
    isCompressed = path.hasSuffix(".gz")
    targetPath = target?.path ?? path
    if let target {
      switch target.kind {
      case .stream: descriptor = try target.openStream()
      case .replaceable:
        let number = Self.counter.add(1, ordering: .relaxed).newValue
        (temporaryPath, descriptor) = try target.openTemporary(number: number, givenPath: path)
      }
    } else {
      descriptor = STDOUT_FILENO
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
    discard()
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
    try finish()
    guard let temporaryPath else { return }
    guard unsafe rename(temporaryPath, targetPath) == 0 else {
      let message = ByteInput.systemMessage(errno)
      discard()
      throw FileWriteError(path: path, message: message)
    }
    self.temporaryPath = nil
  }

  /// Writes what is left, but does not give the file its name yet.
  private func finish() throws(FileWriteError) {
    guard !isFinished else { return }
    isFinished = true
    do throws(FileWriteError) {
      try flush(isLast: true)
      guard path != "-" else { return }
      let closed = close(descriptor)
      descriptor = -1
      guard closed == 0 else { throw FileWriteError(path: path, message: ByteInput.systemMessage(errno)) }
    } catch {
      discard()
      throw error
    }
  }

  private func discard() {
    if let temporaryPath { unsafe unlink(temporaryPath) }
    temporaryPath = nil
  }

  /// Writes a whole file at once.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileWriteError) {
    let writer = try AtomicFileWriter(path: path)
    try writer.write(bytes)
    try writer.commit()
  }

  /// Writes several files, of which none appears when one of them cannot be written.
  ///
  /// All bytes are in temporary files before the first of these gets its name. What is written to directly (standard
  /// output, FIFOs, devices) comes after the temporary files and before the names.
  /// - Throws: as for one file, and when two paths name one file. Only when a name cannot be given after all that,
  ///   because somebody has put a folder there meanwhile, do the files before it stay.
  public static func write(all outputs: [(bytes: [UInt8], path: String)]) throws(FileWriteError) {
    var targets: [FileTarget?] = []
    var pathOfIdentity: [String: String] = [:]
    for (_, path) in outputs {
      let target = path == "-" ? nil : try FileTarget(path)
      if let twin = pathOfIdentity.updateValue(path, forKey: target?.identity ?? "-") {
        throw FileWriteError(
          path: path, message: "is the same file as \(twin); expected a different one for each output")
      }
      targets.append(target)
    }
    var writers: [AtomicFileWriter] = []
    for (output, target) in zip(outputs, targets) {
      writers.append(try AtomicFileWriter(path: output.path, target: target))
    }
    for isDirect in [false, true] {
      for (writer, output) in zip(writers, outputs) where (writer.temporaryPath == nil) == isDirect {
        try writer.write(output.bytes)
        try writer.finish()
      }
    }
    for writer in writers { try writer.commit() }
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
