/// Takes a value that nobody needs, so that the optimizer may not leave out the work that made it.
@_optimize(none)
@inline(never)
public func blackHole(_ value: some Any) {}

/// A running hash of results, to tell that two runs of a benchmark computed the same: FNV-1a with 64 bits.
///
/// (Fowler, Noll, Vo; draft-eastlake-fnv.) Not for anything that an adversary may feed.
public struct ResultHash: Sendable, Hashable {
  @usableFromInline var state: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The hash of everything combined so far.
  public var value: UInt64 { state }

  /// Makes the hash of nothing.
  public init() {}

  /// Adds 64 bits: the FNV-1a step over words. O(1), allocates nothing.
  @inlinable
  public mutating func combine(_ bits: UInt64) { state = (state ^ bits) &* 0x0000_0100_0000_01b3 }

  /// Adds a whole number.
  public mutating func combine(_ number: Int) {
    combine(UInt64(bitPattern: Int64(number)))
  }

  /// Adds a number by its bits: 0 and -0 differ, all NaN are one.
  @inlinable
  public mutating func combine(_ number: Double) {
    combine(number.isNaN ? Double.nan.bitPattern : number.bitPattern)
  }
}
