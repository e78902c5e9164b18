import Simulation
import Testing
import WaybenchCore

@Suite struct GNSSTests {
  /// A car that goes north-east at 10 m/s, seen at even intervals.
  static func truth(_ index: Int, intervalSeconds: Double, speed: Double = 10) -> TruthSample {
    let start = plane([(0, 0)])[0]
    let place = Geodesic.destination(
      from: start, courseDegrees: 45, distanceMeters: speed * Double(index) * intervalSeconds)
    return TruthSample(
      timeNanoseconds: Int64(Double(index) * intervalSeconds * 1e9), coordinate: place, courseDegrees: 45,
      speedMetersPerSecond: speed, chainageMeters: 0)
  }

  /// Errors in metres east and north.
  static func errors(
    _ options: GNSSErrorOptions, seed: UInt64, count: Int, intervalSeconds: Double = 1
  ) -> [PlanePoint] {
    var model = GNSSErrorModel(options: options, seed: seed)
    return (0..<count).compactMap { index in
      let truth = truth(index, intervalSeconds: intervalSeconds)
      return model.observe(truth, inTunnel: false).map {
        LocalFrame(origin: truth.coordinate).project($0.coordinate)
      }
    }
  }

  static func rms(_ values: [Double]) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }

  static func correlation(_ values: [Double], lag: Int) -> Double {
    let products = zip(values, values.dropFirst(lag)).map { $0 * $1 }
    return products.reduce(0, +) / Double(products.count) / (rms(values) * rms(values))
  }

  static func bytes(_ fix: Fix?) -> [UInt64] {
    guard let fix else { return [0] }
    return [
      UInt64(bitPattern: fix.timeNanoseconds), UInt64(bitPattern: Int64(fix.coordinate.latitudeE7)),
      UInt64(bitPattern: Int64(fix.coordinate.longitudeE7)), fix.horizontalAccuracyMeters.bitPattern,
      fix.courseDegrees.bitPattern, fix.speedMetersPerSecond.bitPattern,
    ]
  }

  static func output(_ options: GNSSErrorOptions, seed: UInt64) -> [[UInt64]] {
    var model = GNSSErrorModel(options: options, seed: seed)
    return (0..<1000).map { bytes(model.observe(truth($0, intervalSeconds: 1), inTunnel: false)) }
  }

  @Test("S36 the deviation per axis is sigma", arguments: 1...8 as ClosedRange<UInt64>)
  func independentErrorsHaveTheirDeviation(seed: UInt64) {
    let errors = Self.errors(.white(sigmaMeters: 5), seed: seed, count: 1000)
    #expect(abs(Self.rms(errors.map(\.x)) - 5) < 0.5)
    #expect(abs(Self.rms(errors.map(\.y)) - 5) < 0.5)
    #expect(abs(Self.correlation(errors.map(\.x), lag: 1)) < 0.15)
  }

  /// One drive of 1,000 s holds few independent values of the slow process, so many drives are put together.
  @Test func theMixtureHasItsDeviationAndItsCorrelation() {
    let drives = (1...200).map { Self.errors(GNSSErrorOptions(sigmaMeters: 5), seed: $0, count: 1000) }
    for axis in [\PlanePoint.x, \PlanePoint.y] {
      let all = drives.map { $0.map { $0[keyPath: axis] } }
      #expect(abs(Self.rms(all.flatMap { $0 }) - 5) < 0.5)
      for lag in [1, 8, 25, 75] {
        let expected = 0.59 * Self.decay(Double(lag) / 18) + 0.28 * Self.decay(Double(lag) / 900)
        let found = all.map { drive in
          zip(drive, drive.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 } / Double(drive.count - lag)
        }
        #expect(abs(found.reduce(0, +) / Double(found.count) / 25 - expected) < 0.08, "lag \(lag)")
      }
    }
  }

  /// exp(-x), by its series.
  static func decay(_ x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    for index in 1..<80 {
      term *= x / Double(index)
      sum += term
    }
    return 1 / sum
  }

  @Test(arguments: [0.2, 0.5, 0.8], [1.0, 0.2])
  func theLagOneCorrelationIsAsAsked(asked: Double, intervalSeconds: Double) {
    let options = GNSSErrorOptions.correlated(
      sigmaMeters: 5, lagOneCorrelation: asked, intervalSeconds: intervalSeconds)
    for seed in 1...4 as ClosedRange<UInt64> {
      let errors = Self.errors(options, seed: seed, count: 5000, intervalSeconds: intervalSeconds)
      #expect(abs(Self.correlation(errors.map(\.x), lag: 1) - asked) < 0.05)
      #expect(abs(Self.rms(errors.map(\.y)) - 5) < 0.5)
    }
  }

  @Test("S36 noise must repeat: same seed, same bytes; another seed, others")
  func sameSeedSameBytesAnotherSeedOthers() {
    for options in [.white(sigmaMeters: 5), .open, .suburban, .urban, .canyon] as [GNSSErrorOptions] {
      let first = Self.output(options, seed: 1)
      #expect(first == Self.output(options, seed: 1))
      #expect(first != Self.output(options, seed: 2))
    }
  }

  @Test func reportedAccuracyMatchesSigmaOrLies() {
    var options = GNSSErrorOptions(sigmaMeters: 5)
    var model = GNSSErrorModel(options: options, seed: 1)
    var fix = model.observe(Self.truth(0, intervalSeconds: 1), inTunnel: false)
    #expect(fix?.horizontalAccuracyMeters == 5)
    options.accuracyFactor = 0.2
    model = GNSSErrorModel(options: options, seed: 1)
    fix = model.observe(Self.truth(0, intervalSeconds: 1), inTunnel: false)
    #expect(fix?.horizontalAccuracyMeters == 1)
    let radius = 5 * GNSSErrorOptions.circle68Factor
    let inside = Self.errors(.white(sigmaMeters: 5), seed: 3, count: 4000).count {
      $0.distance(to: PlanePoint(x: 0, y: 0)) < radius
    }
    #expect(abs(Double(inside) / 4000 - 0.68) < 0.03)
  }

  /// The deviation and the correlation over 20 s do not depend on the rate; nor does the share of time in a jump.
  @Test(arguments: [(0.2, 5.0), (1, 1), (5, 0.2), (10, 0.1)])
  func statisticsDoNotDependOnTheRate(hertz: Double, intervalSeconds: Double) {
    var options = GNSSErrorOptions(sigmaMeters: 5)
    options.fast = .init(share: 0.8, seconds: 18)
    options.slow.share = 0.2
    options.slow.seconds = 60
    let lag = Int(20 / intervalSeconds)
    let count = Int(10_000 / intervalSeconds)
    let errors = Self.errors(options, seed: 11, count: count, intervalSeconds: intervalSeconds)
    #expect(abs(Self.rms(errors.map(\.x)) - 5) < 0.5)
    let expected = 0.8 * Self.decay(20.0 / 18) + 0.2 * Self.decay(20.0 / 60)
    #expect(abs(Self.correlation(errors.map(\.x), lag: lag) - expected) < 0.1)

    options = .white(sigmaMeters: 0)
    options.multipath = .init(entriesPerSecond: 1.0 / 60, exitsPerSecond: 1.0 / 20, sigmaMeters: 20)
    let jumps = Self.errors(options, seed: 12, count: count, intervalSeconds: intervalSeconds).map(\.x)
    let share = Double(jumps.count { abs($0) > 0.02 }) / Double(count)
    #expect(abs(share - 0.25) < 0.05)
    // A jump is held for 20 s on average.
    let changes = zip(jumps, jumps.dropFirst()).count { abs($0 - $1) > 0.02 }
    let held = Double(changes) * 20 / 10_000
    if intervalSeconds <= 1 { #expect(abs(held - 0.5) < 0.1) }
  }

  @Test func oneEffectLeavesTheOthersUnchanged() {
    let plain = Self.output(GNSSErrorOptions(sigmaMeters: 5), seed: 4)
    var options = GNSSErrorOptions(sigmaMeters: 5)
    options.dropProbability = 0.3
    options.outages = [100_000_000_000..<200_000_000_000]
    options.accuracySpread = 0
    options.multipath = .init(entriesPerSecond: 1.0 / 60, exitsPerSecond: 1.0 / 20, sigmaMeters: 20)
    let spoiled = Self.output(options, seed: 4)
    var equal = 0
    for (index, (a, b)) in zip(plain, spoiled).enumerated() {
      if b == [0] { continue }
      #expect(a[3...] == b[3...], "accuracy, course and speed at \(index)")
      if a == b { equal += 1 }
    }
    #expect((100..<200).allSatisfy { spoiled[$0] == [0] })
    let lost = Double(spoiled.count { $0 == [0] } - 100) / 900
    #expect(abs(lost - 0.3) < 0.06)
    // In a jump for a quarter of the time, else the same place.
    #expect(abs(Double(equal) / Double(spoiled.count { $0 != [0] }) - 0.75) < 0.2)

    var faster = GNSSErrorOptions(sigmaMeters: 5)
    faster.velocitySigmaMetersPerSecond = 1
    for (a, b) in zip(plain, Self.output(faster, seed: 4)) { #expect(a[...3] == b[...3]) }
  }

  @Test func aTunnelTakesTheFixesAndTheFirstAfterwardsIsWorse() throws {
    var options = GNSSErrorOptions.white(sigmaMeters: 0.5)
    options.reacquisition = .init(
      delaySeconds: 2, driftMetersPerSecond: 0.5, longestDriftMeters: 40, decaySeconds: 6)
    var first: [Double] = []
    for seed in 1...100 as ClosedRange<UInt64> {
      var model = GNSSErrorModel(options: options, seed: seed)
      var fixes: [Int: Fix] = [:]
      for second in 0..<200 {
        let truth = Self.truth(second, intervalSeconds: 1)
        fixes[second] = model.observe(truth, inTunnel: (40..<80).contains(second))
      }
      #expect((40..<81).allSatisfy { fixes[$0] == nil })
      #expect((0..<40).allSatisfy { fixes[$0] != nil } && (81..<200).allSatisfy { fixes[$0] != nil })
      let back = try #require(fixes[81])
      first.append(
        LocalFrame(origin: Self.truth(81, intervalSeconds: 1).coordinate).project(back.coordinate).x)
      #expect(back.horizontalAccuracyMeters > 15)
      #expect(abs((fixes[199]?.horizontalAccuracyMeters ?? 0) - 0.5) < 1e-6)
    }
    // 41 s at 0.5 m/s.
    #expect(abs(Self.rms(first) - 20.5) < 5)
  }

  @Test func aPerfectReceiverTellsTheTruth() throws {
    var model = GNSSErrorModel(options: .none, seed: 1)
    for index in 0..<50 {
      let truth = Self.truth(index, intervalSeconds: 0.1, speed: index < 10 ? 0 : 10)
      let observed = model.observe(truth, inTunnel: false)
      let fix = try #require(observed)
      #expect(fix.coordinate == truth.coordinate)
      #expect(fix.courseDegrees == truth.courseDegrees)
      #expect(fix.speedMetersPerSecond == truth.speedMetersPerSecond)
      #expect(fix.horizontalAccuracyMeters > 0)
    }
  }

  @Test func theCourseIsUnknownBeforeTheFirstMotionAndFrozenAfterwards() {
    var model = GNSSErrorModel(options: .open, seed: 1)
    var last = Double.nan
    for index in 0..<60 {
      let speed = (20..<40).contains(index) ? 15.0 : 0.0
      let fix = model.observe(Self.truth(index, intervalSeconds: 1, speed: speed), inTunnel: false)
      guard let course = fix?.courseDegrees else { continue }
      switch index {
      case ..<20: #expect(course.isNaN)
      case 20..<40:
        #expect(abs(course - 45) < 3)
        last = course
      default: #expect(course == last)
      }
    }
  }

  /// The grid of a receiver that reports thousandths of a minute.
  @Test func positionsAreRoundedToTheGrid() {
    var options = GNSSErrorOptions.white(sigmaMeters: 3)
    options.quantizationE7 = 167
    var model = GNSSErrorModel(options: options, seed: 1)
    var places: Set<Int32> = []
    for index in 0..<200 {
      guard let fix = model.observe(Self.truth(index, intervalSeconds: 1, speed: 0), inTunnel: false) else { continue }
      #expect(fix.coordinate.latitudeE7 % 167 == 0)
      #expect(fix.coordinate.longitudeE7 % 167 == 0)
      places.insert(fix.coordinate.latitudeE7)
    }
    #expect((3...20).contains(places.count))
  }
}
