import Simulation
import Testing
import WaybenchCore

/// 8,339.1 m: 3 km east, 2.3 km north, 3 km east.
let threeLegs = plane([(0, 0), (3000, 0), (3000, 2339.1), (6000, 2339.1)])

func coordinates(_ points: [(Double, Double)]) -> [Coordinate] {
  points.compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }
}

/// A line of points that are given in metres east and north of 40 degrees north, 20 degrees west.
func plane(_ points: [(Double, Double)]) -> [Coordinate] {
  coordinates([(40, -20)]).flatMap { origin in
    points.map { LocalFrame(origin: origin).unproject(PlanePoint(x: $0.0, y: $0.1)) }
  }
}

/// A drive through town with stops, bends and limits, made from a seed.
func townPath(seed: UInt64) throws -> DrivePath {
  var random = SeededGenerator(seed: seed, stream: 0)
  var points = [(0.0, 0.0)]
  var limits: [Double] = []
  var course = 0.0
  for _ in 0..<30 {
    let turns = [0, 3, -8, 25, -40, 90, -90, 130, -179]
    course += Double(turns[Int(random.next() % 9)]) * .pi / 180
    let length = 5 + 300 * random.nextUnit()
    guard let last = points.last else { continue }
    points.append((last.0 + length * Geometry.sine(course), last.1 + length * Geometry.cosine(course)))
    limits.append([8.3, 13.9, 19.4, 27.8][Int(random.next() % 4)])
  }
  let path = try DrivePath(coordinates: plane(points), speedLimitsMetersPerSecond: limits)
  let stops = (0..<6).map { _ in
    DrivePath.Stop(
      chainageMeters: random.nextUnit() * path.lengthMeters, dwellNanoseconds: Int64(random.nextUnit() * 20e9))
  }
  return try DrivePath(coordinates: plane(points), speedLimitsMetersPerSecond: limits, stops: stops)
}

/// Sine and cosine through the library under test's own plane, so that no mathematics module is needed here.
enum Geometry {
  static func sine(_ radians: Double) -> Double { unit(radians).x }
  static func cosine(_ radians: Double) -> Double { unit(radians).y }
  private static func unit(_ radians: Double) -> PlanePoint {
    guard let origin = Coordinate(latitude: 0, longitude: 0) else { return PlanePoint(x: 0, y: 0) }
    let point = LocalFrame(origin: origin)
      .project(Geodesic.destination(from: origin, courseDegrees: radians * 180 / .pi, distanceMeters: 1000))
    return PlanePoint(x: point.x / 1000, y: point.y / 1000)
  }
}

@Suite struct DriverTests {
  static let step: Int64 = 20_000_000

  /// Every state of a drive, 50 times a second.
  func states(_ driver: Driver, limit: Int = 400_000) -> [(
    time: Int64, chainage: Double, speed: Double, acceleration: Double
  )] {
    var driver = driver
    var result: [(Int64, Double, Double, Double)] = []
    let start = driver.nowNanoseconds
    while !driver.isFinished, result.count < limit {
      result.append(
        (
          driver.nowNanoseconds, driver.chainageMeters, driver.speedMetersPerSecond,
          driver.accelerationMetersPerSecondSquared
        ))
      driver.advance(toNanoseconds: start + Int64(result.count) * Self.step)
    }
    return result
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>) func aTownDriveKeepsItsBounds(seed: UInt64) throws {
    let path = try townPath(seed: seed)
    let driver = Driver(path: path, startNanoseconds: 0)
    let states = states(driver)
    try #require(states.count < 400_000, "the drive never ends")
    var worst = (speeding: 0.0, braking: 0.0, acceleration: 0.0, jerk: 0.0)
    for (before, now) in zip(states, states.dropFirst()) {
      #expect(now.chainage >= before.chainage)
      worst.acceleration = max(worst.acceleration, now.acceleration)
      worst.braking = min(worst.braking, now.acceleration)
      // The end of a stop and the start after it are the only steps without a bound.
      if before.speed > 0.9, now.speed > 0.9 {
        worst.jerk = max(worst.jerk, abs(now.acceleration - before.acceleration) / 0.1)
      }
      guard let piece = path.chainagesMeters.lastIndex(where: { $0 <= now.chainage }) else { continue }
      let limit = path.speedLimitsMetersPerSecond[min(piece, path.speedLimitsMetersPerSecond.count - 1)]
      worst.speeding = max(worst.speeding, now.speed - limit)
      #expect(now.speed - before.speed < 2.6 * 0.02 + 1e-9)
    }
    #expect(worst.speeding < 0.05)
    #expect(worst.acceleration <= 2.6 + 1e-9)
    #expect(worst.braking >= -3.4 - 1e-9)
    #expect(worst.jerk <= 2.0 + 1e-6)
    #expect(states.map(\.speed).max() ?? 0 > 7)
    for stop in path.stops {
      let standing = states.filter { abs($0.chainage - stop.chainageMeters) < 1e-6 && $0.speed == 0 }
      #expect(abs(Double(standing.count) * 0.02 - Double(stop.dwellNanoseconds) * 1e-9) < 0.05)
    }
  }

  @Test func stepsOfTheCallerMakeNoDifference() throws {
    let path = try townPath(seed: 5)
    var coarse = Driver(path: path, startNanoseconds: 7)
    var fine = coarse
    var random = SeededGenerator(seed: 9, stream: 1)
    for second in 1...200 {
      let time = 7 + Int64(second) * 1_000_000_000
      coarse.advance(toNanoseconds: time)
      while fine.nowNanoseconds < time {
        fine.advance(toNanoseconds: min(time, fine.nowNanoseconds + 1 + Int64(random.nextUnit() * 3e8)))
      }
      #expect(coarse.chainageMeters == fine.chainageMeters)
      #expect(coarse.speedMetersPerSecond == fine.speedMetersPerSecond)
      #expect(coarse.sample().coordinate == fine.sample().coordinate)
    }
    #expect(coarse.chainageMeters > 500)
  }

  @Test func anEmptyRoadIsDrivenAtItsLimitTimesTheFactor() throws {
    let path = try DrivePath(coordinates: plane([(0, 0), (2000, 0)]), speedLimitMetersPerSecond: 20)
    var options = Driver.Options()
    options.speedFactor = 1.1
    let fastest = states(Driver(path: path, options: options, startNanoseconds: 0)).map(\.speed).max() ?? 0
    #expect(abs(fastest - 22) < 0.05)
  }

  /// The speed in a bend must follow from the road, not from how many points draw it.
  @Test func aBendIsTakenAtOneSpeedHoweverDenselyItIsDrawn() throws {
    var slowest: [Double] = []
    for degreesPerPiece in [1.0, 2, 5, 10] {
      let radius = 120.0
      var points = [(-300.0, 0.0)]
      for index in 0...Int(90 / degreesPerPiece) {
        let angle = Double(index) * degreesPerPiece * .pi / 180
        points.append((radius * Geometry.sine(angle), radius * (1 - Geometry.cosine(angle))))
      }
      points.append((radius, radius + 300))
      let path = try DrivePath(coordinates: plane(points), speedLimitMetersPerSecond: 40)
      let inside = states(Driver(path: path, startNanoseconds: 0)).filter { (320...460).contains($0.chainage) }
      slowest.append(inside.map(\.speed).min() ?? 0)
    }
    for speed in slowest {
      // v^2 / 120 m = 1.8 m/s2.
      #expect(abs(speed - 14.7) < 0.7, "\(slowest)")
    }
  }

  @Test func aRightAngleIsTurnedSlowlyAndAGentleAngleIsNot() throws {
    func slowest(_ degrees: Double) throws -> Double {
      let angle = degrees * .pi / 180
      let points = [(0.0, 0.0), (0.0, 400.0), (400 * Geometry.sine(angle), 400 + 400 * Geometry.cosine(angle))]
      let path = try DrivePath(coordinates: plane(points), speedLimitMetersPerSecond: 14)
      return states(Driver(path: path, startNanoseconds: 0)).filter { (380...420).contains($0.chainage) }
        .map(\.speed).min() ?? 0
    }
    #expect(try (3.5...6).contains(slowest(90)))
    #expect(try (1.5...4.5).contains(slowest(180)))
    #expect(try slowest(8) > 13.5)
  }

  @Test("S35 the last metre: constant speed is exact for every sample and ends at the end")
  func constantSpeedIsExactForEverySampleAndEndsAtTheEnd() throws {
    let path = try DrivePath(coordinates: threeLegs, speedLimitMetersPerSecond: 5)
    #expect(abs(path.lengthMeters - 8339.1) < 0.05)
    let start: Int64 = 1_751_365_800_000_000_000
    let driver = Driver(
      path: path, options: Driver.Options(profile: .constant(metersPerSecond: 13.9)), startNanoseconds: start)
    var sampler = DriveSampler(driver: driver, schedule: SampleSchedule(startNanoseconds: start, perSecond: 60))
    var count = 0
    var last: TruthSample?
    while let due = sampler.nextDueNanoseconds, let sample = sampler.next() {
      #expect(sample.timeNanoseconds == due)
      if sampler.nextDueNanoseconds != nil {
        #expect(abs(Double(sample.timeNanoseconds - start) - Double(count) * 1e9 / 60) <= 1)
        #expect(abs(sample.chainageMeters - 13.9 * Double(sample.timeNanoseconds - start) * 1e-9) < 1e-6)
      }
      count += 1
      last = sample
    }
    let end = try #require(last)
    #expect(abs(Double(end.timeNanoseconds - start) * 1e-9 - 599.93) < 0.02)
    #expect(Geodesic.distanceMeters(end.coordinate, threeLegs[threeLegs.count - 1]) < 0.1)
    #expect(count == 35_998)
    #expect(sampler.next() == nil)
  }

  @Test func constantSpeedKeepsItsStops() throws {
    let path = try DrivePath(
      coordinates: plane([(0, 0), (0, 600)]), speedLimitMetersPerSecond: 5,
      stops: [.init(chainageMeters: 100, dwellNanoseconds: 7_000_000_000)])
    var driver = Driver(
      path: path, options: Driver.Options(profile: .constant(metersPerSecond: 10)), startNanoseconds: 0)
    driver.advance(toNanoseconds: 12_000_000_000)
    #expect(driver.chainageMeters == 100)
    driver.advance(toNanoseconds: 18_000_000_000)
    #expect(abs(driver.chainageMeters - 110) < 1e-6)
    driver.advance(toNanoseconds: 1_000_000_000_000)
    #expect(driver.isFinished)
    #expect(abs(Double(driver.arrivalNanoseconds ?? 0) * 1e-9 - 67) < 0.001)
  }

  @Test func aReplacedPathKeepsSpeedAndPlace() throws {
    let straight = try DrivePath(coordinates: plane([(0, 0), (0, 2000)]), speedLimitMetersPerSecond: 14)
    let side = try DrivePath(
      coordinates: plane([(0, 500), (0, 800), (900, 800)]), speedLimitMetersPerSecond: 14,
      stops: [
        .init(chainageMeters: 1, dwellNanoseconds: 1_000_000_000),
        .init(chainageMeters: 700, dwellNanoseconds: 3_000_000_000),
      ])
    var driver = Driver(path: straight, startNanoseconds: 0)
    while driver.chainageMeters < 600 { driver.advance(toNanoseconds: driver.nowNanoseconds + 70_000_000) }
    let before = driver.sample()
    driver.replacePath(side, atChainageMeters: driver.chainageMeters - 500)
    let after = driver.sample()
    #expect(after.speedMetersPerSecond == before.speedMetersPerSecond)
    #expect(Geodesic.distanceMeters(before.coordinate, after.coordinate) < 0.1)
    #expect(driver.arrivalNanoseconds == nil)
    driver.advance(toNanoseconds: driver.nowNanoseconds + 300_000_000_000)
    #expect(driver.isFinished)
    #expect(driver.overrunStopCount == 0)
    #expect(Geodesic.distanceMeters(driver.sample().coordinate, side.coordinates[side.coordinates.count - 1]) < 0.05)
  }

  @Test func aNewPathThatEndsAtTheBumperIsBrakedForOrItsStopIsOverrun() throws {
    let straight = try DrivePath(coordinates: plane([(0, 0), (0, 2000)]), speedLimitMetersPerSecond: 20)
    var driver = Driver(path: straight, startNanoseconds: 0)
    driver.advance(toNanoseconds: 30_000_000_000)
    let place = driver.chainageMeters
    #expect(driver.speedMetersPerSecond > 19)
    let stops: [DrivePath.Stop] = [
      .init(chainageMeters: place + 5, dwellNanoseconds: 1_000_000_000),
      .init(chainageMeters: place + 40, dwellNanoseconds: 1_000_000_000),
    ]
    driver.replacePath(
      try DrivePath(coordinates: plane([(0, 0), (0, 2000)]), speedLimitMetersPerSecond: 20, stops: stops),
      atChainageMeters: place)
    #expect(driver.overrunStopCount == 1)
    driver.advance(toNanoseconds: driver.nowNanoseconds + 4_500_000_000)
    #expect(driver.speedMetersPerSecond == 0)
    #expect(abs(driver.chainageMeters - place - 40) < 1e-6)
  }

  @Test func theCourseTurnsEvenlyAndTheLaneLiesToTheRight() throws {
    let path = try DrivePath(coordinates: plane([(0, 0), (0, 200), (200, 200)]), speedLimitMetersPerSecond: 10)
    #expect(path.courseDegrees(atChainageMeters: 100) == 0)
    #expect(abs(path.courseDegrees(atChainageMeters: 200) - 45) < 0.5)
    #expect(abs(path.courseDegrees(atChainageMeters: 300) - 90) < 0.1)
    var options = Driver.Options(profile: .constant(metersPerSecond: 10))
    options.laneOffsetMeters = 3
    var driver = Driver(path: path, options: options, startNanoseconds: 0)
    let frame = LocalFrame(origin: path.coordinates[0])
    var last = frame.project(driver.sample().coordinate)
    #expect(abs(last.x - 3) < 0.02)
    while !driver.isFinished {
      driver.advance(toNanoseconds: driver.nowNanoseconds + 20_000_000)
      let now = frame.project(driver.sample().coordinate)
      #expect(now.distance(to: last) < 0.35)
      last = now
    }
    #expect(abs(last.y - 197) < 0.1)
  }

  @Test func pathsAcrossTheAntimeridianAndWithRepeatedPointsAreWhole() throws {
    let line = coordinates([(10, 179.99), (10, 179.99), (10, -179.99), (10, -179.99), (10, -179.98)])
    let path = try DrivePath(coordinates: line, speedLimitsMetersPerSecond: [1, 20, 1, 20])
    #expect(abs(path.lengthMeters - 3 * 1096.5) < 2)
    #expect(path.speedLimitsMetersPerSecond.allSatisfy { $0 == 20 })
    #expect(abs(path.coordinate(atChainageMeters: path.lengthMeters / 3).longitude.magnitude - 180) < 1e-6)
  }

  @Test func badPathsAreRefused() {
    let line = plane([(0, 0), (0, 100)])
    #expect(throws: DrivePath.PathError.noLength) {
      try DrivePath(coordinates: [line[0], line[0]], speedLimitMetersPerSecond: 10)
    }
    #expect(throws: DrivePath.PathError.noLength) {
      try DrivePath(coordinates: [], speedLimitMetersPerSecond: 10)
    }
    #expect(throws: DrivePath.PathError.speedLimitCount(expected: 1, found: 2)) {
      try DrivePath(coordinates: line, speedLimitsMetersPerSecond: [1, 2])
    }
    for limit in [0, -1, Double.nan, .infinity] {
      #expect(throws: DrivePath.PathError.invalidSpeedLimit(piece: 0)) {
        try DrivePath(coordinates: line, speedLimitMetersPerSecond: limit)
      }
    }
    #expect(throws: DrivePath.PathError.invalidStop(index: 0)) {
      try DrivePath(
        coordinates: line, speedLimitMetersPerSecond: 10, stops: [.init(chainageMeters: 300, dwellNanoseconds: 0)])
    }
    #expect(throws: DrivePath.PathError.invalidTunnel(index: 0)) {
      try DrivePath(coordinates: line, speedLimitMetersPerSecond: 10, tunnels: [0..<Double.infinity])
    }
  }

  @Test func tunnelsAreKnownToTheDriver() throws {
    let path = try DrivePath(
      coordinates: plane([(0, 0), (0, 500)]), speedLimitMetersPerSecond: 10, tunnels: [300..<350, 100..<200])
    #expect(
      [50.0, 100, 199, 200, 320, 351].map { path.isInTunnel(atChainageMeters: $0) }
        == [false, true, true, false, true, false])
  }

  @Test func schedulesDoNotDrift() {
    let schedule = SampleSchedule(startNanoseconds: 5, perSecond: 60)
    #expect(schedule.dueNanoseconds(60 * 86_400 * 365) == 5 + 86_400 * 365 * 1_000_000_000)
    #expect(schedule.dueNanoseconds(1) == 5 + 16_666_667)
    #expect(schedule.dueNanoseconds(.max) == .max)
    #expect(
      SampleSchedule(startNanoseconds: 0, count: 1, periodNanoseconds: 5_000_000_000).dueNanoseconds(3)
        == 15_000_000_000)
  }

  @Test func samplingGoesOnAfterANewPath() throws {
    let short = try DrivePath(coordinates: plane([(0, 0), (0, 105)]), speedLimitMetersPerSecond: 10)
    let long = try DrivePath(coordinates: plane([(0, 0), (0, 205)]), speedLimitMetersPerSecond: 10)
    var sampler = DriveSampler(
      driver: Driver(path: short, options: .init(profile: .constant(metersPerSecond: 10)), startNanoseconds: 0),
      schedule: SampleSchedule(startNanoseconds: 0, perSecond: 1))
    var times: [Int64] = []
    while let sample = sampler.next() {
      times.append(sample.timeNanoseconds / 100_000_000)
      if times.count == 3 || times.count == 12 {
        sampler.replacePath(times.count == 3 ? short : long, atChainageMeters: sample.chainageMeters)
      }
    }
    #expect(
      times == [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 105, 110, 120, 130, 140, 150, 160, 170, 180, 190, 200, 205])
  }
}
