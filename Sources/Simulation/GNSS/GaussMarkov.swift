import Glibc
import WaybenchCore

/// A pair of errors, metres east and north.
struct AxisPair: Sendable, BitwiseCopyable {
  var east = 0.0
  var north = 0.0
}

func logarithm(_ x: Double) -> Double { log(x) }

/// A stationary Gauss-Markov process of unit variance on both axes, in its exact discrete form: over dt seconds,
/// x' = a x + sqrt(1 - a^2) w with a = exp(-dt / tau). Its statistics are the same at every rate and for uneven gaps.
struct GaussMarkov: Sendable {
  private var value: AxisPair
  private var generator: SeededGenerator
  private let correlationSeconds: Double
  private var lastGapSeconds = -1.0
  private var carry = 0.0
  private var drive = 1.0

  /// Starts in the stationary distribution.
  init(correlationSeconds: Double, generator: SeededGenerator) {
    self.correlationSeconds = correlationSeconds
    self.generator = generator
    value = self.generator.nextPair()
  }

  mutating func advance(seconds: Double) -> AxisPair {
    if seconds <= 0 { return value }
    if seconds != lastGapSeconds {
      lastGapSeconds = seconds
      carry = exp(-seconds / correlationSeconds)
      // 1 - a^2 without cancellation when the gap is short.
      drive = (-expm1(-2 * seconds / correlationSeconds)).squareRoot()
    }
    let noise = generator.nextPair()
    value.east = carry * value.east + drive * noise.east
    value.north = carry * value.north + drive * noise.north
    return value
  }
}

extension SeededGenerator {
  /// Two independent standard normal numbers.
  mutating func nextPair() -> AxisPair {
    let east = nextGaussian()
    return AxisPair(east: east, north: nextGaussian())
  }
}

/// Jumps that come and go at constant hazards, in exact discrete form: a chain of two states observed at uneven times,
/// with a new jump whenever the old one ended in between.
struct MultipathJumps: Sendable {
  private let options: GNSSErrorOptions.Multipath
  private var generator: SeededGenerator
  private var jump: AxisPair?

  init(_ options: GNSSErrorOptions.Multipath, generator: SeededGenerator) {
    self.options = options
    self.generator = generator
    let rate = options.entriesPerSecond + options.exitsPerSecond
    enter(rate > 0 && self.generator.nextUnit() < options.entriesPerSecond / rate)
  }

  mutating func advance(seconds: Double) -> AxisPair {
    if seconds <= 0 { return jump ?? AxisPair() }
    let rate = options.entriesPerSecond + options.exitsPerSecond
    let long = rate > 0 ? options.entriesPerSecond / rate : 0
    let memory = exp(-rate * seconds)
    let chance = generator.nextUnit()
    if jump != nil {
      if chance >= exp(-options.exitsPerSecond * seconds) { enter(chance < long + (1 - long) * memory) }
    } else {
      enter(chance < long * (1 - memory))
    }
    return jump ?? AxisPair()
  }

  private mutating func enter(_ enters: Bool) {
    guard enters else {
      jump = nil
      return
    }
    let noise = generator.nextPair()
    jump = AxisPair(east: noise.east * options.sigmaMeters, north: noise.north * options.sigmaMeters)
  }
}
