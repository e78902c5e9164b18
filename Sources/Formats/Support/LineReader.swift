import Glibc

/// Splits a `ByteInput` into lines that end in LF or CR LF. Memory is constant for lines up to `longestLine`.
struct LineReader {
  /// Bytes that a line may have; what is longer is given in pieces, the first of which is marked as not ended.
  static let longestLine = 1 << 20

  private let input: ByteInput
  private var buffer: [UInt8]
  private var start = 0
  private var end = 0
  private var isAtEnd = false
  /// The number of the line given last; the first is 1.
  private(set) var lineNumber: Int32 = 0

  init(_ input: ByteInput) {
    self.input = input
    buffer = [UInt8](repeating: 0, count: ByteInput.chunkSize)
  }

  /// The number of bytes given to callers in all; 0 means an empty file.
  private(set) var byteCount = 0

  /// Gives the next line without its end to `body`; false when there is none.
  ///
  /// - Parameter body: the line, and whether a line end follows it (the last line of a file may have none).
  mutating func next(_ body: (Span<UInt8>, _ isEnded: Bool) -> Void) throws(ByteInputError) -> Bool {
    var searched = start
    while true {
      if let newline = firstNewline(from: searched) {
        var lineEnd = newline
        if lineEnd > start, buffer[lineEnd - 1] == 13 { lineEnd -= 1 }
        give(start..<lineEnd, isEnded: true, body)
        byteCount += newline + 1 - start
        start = newline + 1
        return true
      }
      searched = end
      if isAtEnd || end - start >= Self.longestLine {
        guard end > start else { return false }
        give(start..<end, isEnded: false, body)
        byteCount += end - start
        start = end
        return true
      }
      searched -= start
      try refill()
    }
  }

  private mutating func give(_ range: Range<Int>, isEnded: Bool, _ body: (Span<UInt8>, Bool) -> Void) {
    lineNumber &+= 1
    body(buffer.span.extracting(range), isEnded)
  }

  private func firstNewline(from position: Int) -> Int? {
    unsafe buffer.withUnsafeBytes { bytes in
      guard position < end, let base = bytes.baseAddress,
        let found = unsafe memchr(base + position, 10, end - position)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }

  private mutating func refill() throws(ByteInputError) {
    if start > 0 {
      unsafe buffer.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        unsafe memmove(base, base + start, end - start)
      }
      end -= start
      start = 0
    }
    if end == buffer.count { buffer.append(contentsOf: repeatElement(0, count: buffer.count)) }
    let position = end
    let count = unsafe try buffer.withUnsafeMutableBufferPointer { (bytes) throws(ByteInputError) -> Int in
      unsafe try input.read(
        into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: bytes[position...])))
    }
    if count == 0 { isAtEnd = true }
    end += count
  }
}
