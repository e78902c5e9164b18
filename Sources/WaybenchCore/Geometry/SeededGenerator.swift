/// Random numbers from a seed: the same sequence on every machine, for towns, faults and tests.
///
/// xoshiro256** (Blackman and Vigna, Scrambled Linear Pseudorandom Number Generators, ACM TOMS 47(4), 2021), its
/// state filled by SplitMix64 as its authors advise. Only integer and IEEE 754 basic operations are used, so no
/// mathematics library can change a result. Not for secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var s0: UInt64
  private var s1: UInt64
  private var s2: UInt64
  private var s3: UInt64

  /// Makes the generator of a seed: stream 0.
  public init(seed: UInt64) {
    self.init(seed: seed, stream: 0)
  }

  /// Makes one of many independent generators of one seed.
  ///
  /// - Parameters:
  ///   - seed: any number.
  ///   - stream: which of the seed's sequences; any number.
  public init(seed: UInt64, stream: UInt64) {
    var streamMixer = stream &+ 0x6A09_E667_F3BC_C909
    var mixer = seed ^ SeededGenerator.splitMix(&streamMixer)
    if stream == 0 { mixer = seed }
    s0 = SeededGenerator.splitMix(&mixer)
    s1 = SeededGenerator.splitMix(&mixer)
    s2 = SeededGenerator.splitMix(&mixer)
    s3 = SeededGenerator.splitMix(&mixer)
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    let product = s1 &* 5
    let result = ((product << 7) | (product >> 57)) &* 9
    let shifted = s1 << 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = (s3 << 45) | (s3 >> 19)
    return result
  }

  /// A number in 0 ..< 1, evenly spread over the multiples of 2^-53.
  public mutating func nextUnit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// A number in `range`, evenly spread.
  public mutating func nextDouble(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * nextUnit()
  }

  /// A whole number in 0 ..< `bound`; 0 when `bound` is less than 2. Its bias is below `bound` / 2^64.
  public mutating func nextIndex(below bound: Int) -> Int {
    bound < 2 ? 0 : Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Whether an event of the given probability happens; 0 is never, 1 always.
  public mutating func nextChance(_ probability: Double) -> Bool {
    nextUnit() < probability
  }

  /// A number of the normal distribution with mean 0 and standard deviation 1.
  ///
  /// Marsaglia's polar method (SIAM Review 6(3), 1964). The second number of each pair is dropped, so that the
  /// sequence has no hidden state.
  public mutating func nextGaussian() -> Double {
    while true {
      let x = 2 * nextUnit() - 1
      let y = 2 * nextUnit() - 1
      let square = x * x + y * y
      if square < 1, square > 0 {
        return x * (-2 * SeededGenerator.naturalLogarithm(square) / square).squareRoot()
      }
    }
  }

  /// The natural logarithm of a positive number, relative error below 1e-14.
  ///
  /// ln(m 2^e) = e ln 2 + 2 artanh((m - 1) / (m + 1)) with m near 1: basic operations only, hence the same everywhere.
  static func naturalLogarithm(_ value: Double) -> Double {
    var exponent = Double(value.exponent)
    var mantissa = value.significand
    if mantissa > 1.414_213_562_373_095_1 {
      mantissa /= 2
      exponent += 1
    }
    let ratio = (mantissa - 1) / (mantissa + 1)
    let square = ratio * ratio
    var sum = 0.0
    for odd in stride(from: 21, through: 1, by: -2) {
      sum = sum * square + 1 / Double(odd)
    }
    return exponent * 0.693_147_180_559_945_3 + 2 * ratio * sum
  }

  private static func splitMix(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
