/// A 64-bit checksum that notices altered, moved and missing bytes.
///
/// Bytes are cut into chunks of 1 MiB, so that threads can share them; a chunk is read in four lanes of eight bytes a
/// step, so that the processor multiplies four at once; the sums of lanes and chunks are mixed in order.
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
      var hash = 0x9E37_79B9_7F4A_7C15 ^ UInt64(range.count)
      for chunk in next..<next + count { hash = mix(hash ^ sums.slab[chunk]) }
      next += count
      return hash
    }
  }

  @inline(__always)
  fileprivate static func mix(_ value: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return high ^ low ^ (value >> 32)
  }

  /// Bytes that outlive the threads that read them.
  @safe
  private struct Memory: @unchecked Sendable {
    private let bytes: UnsafeRawBufferPointer
    init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

    @inline(__always)
    private func word(_ index: Int) -> UInt64 {
      unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    }

    /// The sum of one chunk.
    func sum(_ range: Range<Int>) -> UInt64 {
      var a: UInt64 = 0xA076_1D64_78BD_642F
      var b: UInt64 = 0xE703_7ED1_A0B4_28DB
      var c: UInt64 = 0x8EBC_6AF0_9C88_C6E3
      var d: UInt64 = 0x5899_65CC_7537_4CC3 ^ UInt64(range.count)
      var index = range.lowerBound
      while index + 32 <= range.upperBound {
        a = mix(a ^ word(index))
        b = mix(b ^ word(index + 8))
        c = mix(c ^ word(index + 16))
        d = mix(d ^ word(index + 24))
        index += 32
      }
      while index < range.upperBound {
        let byte = unsafe bytes[index]
        a = mix(a ^ UInt64(byte))
        index += 1
      }
      return mix(mix(mix(a ^ 1) ^ b) ^ mix(mix(c ^ 2) ^ d))
    }
  }
}
