internal import CXXHash

/// A 64-bit checksum that notices altered, moved and missing bytes: XXH3 (Y. Collet) of chunks of 1 MiB, which threads
/// share, and of the sums of the chunks.
enum Checksum {
  private static let chunkBytes = 1 << 20

  /// The checksum of some bytes.
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    unsafe of([0..<bytes.count], in: bytes)[0]
  }

  /// The checksums of ranges of bytes; the work on large ones is shared by the processors.
  static func of(_ ranges: [Range<Int>], in bytes: UnsafeRawBufferPointer) -> [UInt64] {
    var chunks: [Range<Int>] = []
    var counts: [Int] = []
    for range in ranges {
      let before = chunks.count
      var start = range.lowerBound
      while start < range.upperBound {
        let end = min(start + chunkBytes, range.upperBound)
        chunks.append(start..<end)
        start = end
      }
      counts.append(chunks.count - before)
    }
    let sums = SlabOwner(repeating: UInt64(0), count: chunks.count)
    let memory = unsafe Memory(bytes)
    let isSmall = chunks.count < 4 + ranges.count
    let all = chunks
    Threads.share(chunks.count, among: isSmall ? 1 : Threads.count) { chunk, _ in
      sums.slab[chunk] = memory.sum(all[chunk])
    }
    var next = 0
    return zip(ranges, counts).map { range, count in
      let own = (next..<next + count).map { sums.slab[$0] }
      next += count
      return unsafe own.withUnsafeBytes {
        unsafe XXH3_64bits_withSeed($0.baseAddress, $0.count, UInt64(range.count))
      }
    }
  }

  /// Bytes that outlive the threads that read them.
  @safe
  private struct Memory: @unchecked Sendable {
    private let bytes: UnsafeRawBufferPointer
    init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

    /// The sum of one chunk.
    func sum(_ range: Range<Int>) -> UInt64 {
      let chunk = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
      return unsafe XXH3_64bits(chunk.baseAddress, chunk.count)
    }
  }
}
