/// Takes a value that nobody needs, so that the optimizer may not leave out the work that made it.
@_optimize(none)
@inline(never)
public func blackHole(_ value: some Any) {}

/// A running hash of results, to tell that two runs of a benchmark computed the same: FNV-1a with 64 bits.
///
/// (Fowler, Noll, Vo; draft-eastlake-fnv.) Not for anything that an adversary may feed.
public struct ResultHash: Sendable, Hashable {
  /// The hash of everything combined so far.
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Makes the hash of nothing.
  public init() {}

  /// Adds eight bytes, the least significant first. O(1), allocates nothing.
  public mutating func combine(_ bits: UInt64) {
    var rest = bits
    for _ in 0..<8 {
      value = (value ^ (rest & 255)) &* 0x0000_0100_0000_01b3
      rest >>= 8
    }
  }

  /// Adds a whole number.
  public mutating func combine(_ number: Int) {
    combine(UInt64(bitPattern: Int64(number)))
  }

  /// Adds a number by its bits: 0 and -0 differ, all NaN are one.
  public mutating func combine(_ number: Double) {
    combine(number.isNaN ? Double.nan.bitPattern : number.bitPattern)
  }
}
