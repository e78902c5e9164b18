import CZlib
import Glibc

/// Why bytes could not be read.
public struct ByteInputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path as given; "-" is standard input.
  public let path: String
  /// The byte of the file (as stored, that is before decompression) where reading stopped; `nil` when it never began.
  public let byteOffset: Int64?
  /// What happened.
  public let message: String

  /// One line: `path:byte N: message`.
  public var description: String {
    guard let byteOffset else { return "\(path): \(message)" }
    return "\(path): byte \(byteOffset): \(message)"
  }
}

/// The bytes of a file or of standard input ("-"), read in chunks; gzip is recognised by its first bytes and unpacked.
///
/// Memory is constant: two buffers of 256 KB at most. Several gzip members one after the other are one text.
@safe
public final class ByteInput {
  static let chunkSize = 1 << 18

  /// The path as given.
  public let path: String
  /// The size of the file as stored; `nil` for a pipe.
  public private(set) var fileSizeBytes: Int64?
  /// Whether the file is compressed.
  public private(set) var isCompressed = false
  /// How many bytes of the file, as stored, have been taken so far: for progress.
  public var consumedFileBytes: Int64 { fileOffset }

  private let descriptor: Int32
  private let raw: UnsafeMutableRawBufferPointer
  private var rawStart = 0
  private var rawEnd = 0
  /// Offset in the file of the end of what `raw` holds.
  private var fileOffset: Int64 = 0
  private var isAtFileEnd = false
  /// Kept at one address: zlib checks that its stream does not move.
  private let zlib: UnsafeMutablePointer<z_stream>
  private var isInsideMember = false
  private var peeked: [UInt8] = []
  private var peekedStart = 0

  /// Opens a file and looks at its first bytes.
  ///
  /// - Throws: when the file cannot be opened or read, or is a folder.
  public init(path: String) throws(ByteInputError) {
    self.path = path
    unsafe raw = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 16)
    unsafe zlib = .allocate(capacity: 1)
    unsafe zlib.initialize(to: z_stream())
    descriptor = unsafe path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw ByteInputError(path: path, byteOffset: nil, message: Self.systemMessage(errno))
    }
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR {
        throw ByteInputError(path: path, byteOffset: nil, message: "is a folder; expected a file")
      }
      if status.st_mode & S_IFMT == S_IFREG { fileSizeBytes = Int64(status.st_size) }
    }
    try fill()
    if rawEnd >= 2, unsafe raw[0] == 0x1f, unsafe raw[1] == 0x8b {
      isCompressed = true
      // 15 bits of window; 16 more ask for a gzip header.
      guard unsafe inflateInit2_(zlib, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
        throw ByteInputError(path: path, byteOffset: 0, message: "zlib cannot be set up")
      }
      isInsideMember = true
    }
  }

  deinit {
    unsafe inflateEnd(zlib)
    unsafe zlib.deallocate()
    if descriptor > 0 { close(descriptor) }
    unsafe raw.deallocate()
  }

  /// Reads up to `destination.count` bytes of the (unpacked) text; 0 only at its end.
  ///
  /// - Throws: on a failed read, and on damaged or cut gzip data, naming the byte of the file.
  public func read(into destination: UnsafeMutableRawBufferPointer) throws(ByteInputError) -> Int {
    guard destination.count > 0 else { return 0 }
    if peekedStart < peeked.count {
      let count = min(destination.count, peeked.count - peekedStart)
      unsafe destination.copyBytes(from: peeked[peekedStart..<(peekedStart + count)])
      peekedStart += count
      return count
    }
    if isCompressed { return unsafe try inflate(into: destination) }
    if rawStart == rawEnd { try fill() }
    let count = min(destination.count, rawEnd - rawStart)
    if count > 0, let target = destination.baseAddress, let source = unsafe raw.baseAddress {
      unsafe memcpy(target, source + rawStart, count)
    }
    rawStart += count
    return count
  }

  /// The first bytes of the text, at most `count`, without taking them. Only before the first `read`; a further call
  /// gives no more than the first.
  func peek(_ count: Int) throws(ByteInputError) -> [UInt8] {
    if !peeked.isEmpty { return Array(peeked.prefix(count)) }
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    defer { unsafe chunk.deallocate() }
    var got = 0
    while got < count {
      let more = unsafe try read(into: UnsafeMutableRawBufferPointer(rebasing: chunk[got...]))
      if more == 0 { break }
      got += more
    }
    peeked = unsafe [UInt8](UnsafeRawBufferPointer(rebasing: chunk[..<got]))
    peekedStart = 0
    return peeked
  }

  /// The most text that is ever held as a whole, unpacked: 256 MB. A packed file of 1 MB may unpack to 1 GB.
  public static let longestText = 256_000_000

  /// Reads everything that is left. Takes memory for the text and, while it grows, for half of it once more.
  ///
  /// - Throws: as `read`, and when the text is longer than `limit` bytes; a plain file before anything is read.
  public func readAll(limit: Int = longestText) throws(ByteInputError) -> [UInt8] {
    var result: [UInt8] = []
    if let size = fileSizeBytes, !isCompressed {
      guard size <= limit else { throw tooLong(limit) }
      result.reserveCapacity(Int(size))
    }
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 16)
    defer { unsafe chunk.deallocate() }
    while true {
      let count = unsafe try read(into: chunk)
      if count == 0 { return result }
      guard result.count + count <= limit else { throw tooLong(limit) }
      if result.count + count > result.capacity {
        // Doubling, but never past the limit.
        result.reserveCapacity(min(limit, max(2 * result.capacity, result.count + count)))
      }
      unsafe result.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    }
  }

  private func tooLong(_ limit: Int) -> ByteInputError {
    let size = limit >= 1_000_000 ? "\(limit / 1_000_000) MB" : "\(limit) bytes"
    return ByteInputError(path: path, byteOffset: nil, message: "the text is too long; expected at most \(size)")
  }

  private func fill() throws(ByteInputError) {
    guard !isAtFileEnd else { return }
    while true {
      let count = unsafe Glibc.read(descriptor, raw.baseAddress, raw.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 {
        throw ByteInputError(path: path, byteOffset: fileOffset, message: Self.systemMessage(errno))
      }
      rawStart = 0
      rawEnd = count
      fileOffset += Int64(count)
      isAtFileEnd = count == 0
      return
    }
  }

  private func inflate(into destination: UnsafeMutableRawBufferPointer) throws(ByteInputError) -> Int {
    while true {
      if rawStart == rawEnd { try fill() }
      if !isInsideMember {
        // Between members: nothing more, padding with zeros, or another header.
        while rawStart < rawEnd, unsafe raw[rawStart] == 0 { rawStart += 1 }
        if rawStart == rawEnd {
          if isAtFileEnd { return 0 }
          continue
        }
        unsafe inflateReset(zlib)
        isInsideMember = true
      }
      let available = rawEnd - rawStart
      if available == 0 {
        throw ByteInputError(path: path, byteOffset: fileOffset, message: "the gzip data is cut; expected more bytes")
      }
      let produced = unsafe try step(available, destination)
      if produced > 0 { return produced }
    }
  }

  private func step(
    _ available: Int, _ destination: UnsafeMutableRawBufferPointer
  ) throws(ByteInputError) -> Int {
    let capacity = min(destination.count, 1 << 30)
    unsafe zlib.pointee.next_in = unsafe raw.baseAddress?.advanced(by: rawStart).assumingMemoryBound(to: UInt8.self)
    unsafe zlib.pointee.avail_in = UInt32(available)
    unsafe zlib.pointee.next_out = unsafe destination.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe zlib.pointee.avail_out = UInt32(capacity)
    let status = unsafe CZlib.inflate(zlib, Z_NO_FLUSH)
    rawStart = unsafe rawEnd - Int(zlib.pointee.avail_in)
    if status == Z_STREAM_END { isInsideMember = false }
    guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
      throw ByteInputError(
        path: path, byteOffset: fileOffset - Int64(rawEnd - rawStart), message: "the gzip data is damaged")
    }
    return unsafe capacity - Int(zlib.pointee.avail_out)
  }

  static func systemMessage(_ code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
