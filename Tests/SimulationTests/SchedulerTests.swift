import Measurement
import Simulation
import Synchronization
import Testing
import WaybenchCore

/// A drive that remembers what it was called with.
final class CountingDrive: ScheduledDrive {
  let schedule: SampleSchedule
  let count: Int64
  let busyNanoseconds: Int64
  private(set) var index: Int64 = 0
  private(set) var fired: [Int64] = []
  private(set) var skipped: [Int64] = []
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  private(set) var earliest: Int64 = 0

  init(number: Int, count: Int64, periodNanoseconds: Int64 = 100_000_000, busyNanoseconds: Int64 = 0) {
    schedule = SampleSchedule(
      startNanoseconds: 1_000_000_000_000 + Int64(number % 7) * 13_000_001, count: 1 + Int64(number % 3),
      periodNanoseconds: periodNanoseconds)
    self.count = count
    self.busyNanoseconds = busyNanoseconds
  }

  var nextDueNanoseconds: Int64? { index < count ? schedule.dueNanoseconds(index) : nil }
  var followingDueNanoseconds: Int64? { index + 1 < count ? schedule.dueNanoseconds(index + 1) : nil }

  func fire(dueNanoseconds: Int64, latenessNanoseconds: Int64) {
    fired.append(dueNanoseconds)
    earliest = min(earliest, latenessNanoseconds)
    for shift in stride(from: 0, to: 64, by: 8) {
      hash = (hash ^ UInt64(truncatingIfNeeded: dueNanoseconds >> Int64(shift)) & 0xFF) &* 0x100_0000_01B3
    }
    wait()
    index += 1
  }

  func skip(dueNanoseconds: Int64) {
    skipped.append(dueNanoseconds)
    index += 1
  }

  private func wait() {
    if busyNanoseconds == 0 { return }
    let clock = ContinuousClock()
    let end = clock.now + .nanoseconds(busyNanoseconds)
    while clock.now < end {}
  }
}

/// A car with a receiver, as a fleet has them.
final class ReceiverDrive: ScheduledDrive {
  private var sampler: DriveSampler
  private var receiver: GNSSErrorModel
  private(set) var fixes: [Fix] = []
  private(set) var chainages: [Double] = []

  init(path: DrivePath, metersPerSecond: Double, perSecond: Int64, seed: UInt64) {
    sampler = DriveSampler(
      driver: Driver(
        path: path, options: .init(profile: .constant(metersPerSecond: metersPerSecond)),
        startNanoseconds: 1_751_365_800_000_000_000),
      schedule: SampleSchedule(startNanoseconds: 1_751_365_800_000_000_000, perSecond: perSecond))
    receiver = GNSSErrorModel(options: .urban, seed: seed)
  }

  var nextDueNanoseconds: Int64? { sampler.nextDueNanoseconds }
  var followingDueNanoseconds: Int64? { sampler.followingDueNanoseconds }

  func fire(dueNanoseconds: Int64, latenessNanoseconds: Int64) {
    guard let truth = sampler.next() else { return }
    chainages.append(truth.chainageMeters)
    if let fix = receiver.observe(truth, inTunnel: sampler.isInTunnel) { fixes.append(fix) }
  }

  func skip(dueNanoseconds: Int64) { _ = sampler.next() }
}

@Suite(.serialized) struct SchedulerTests {
  static func drives(_ count: Int, _ events: Int64 = 60) -> [CountingDrive] {
    (0..<count).map { CountingDrive(number: $0, count: events + Int64($0 % 5)) }
  }

  @Test func virtualTimeRunsInTheOrderOfDueThenSequence() {
    final class Log { var entries: [(Int64, Int)] = [] }
    final class LoggingDrive: ScheduledDrive {
      let log: Log
      let number: Int
      var due: Int64
      init(_ log: Log, _ number: Int, _ due: Int64) { (self.log, self.number, self.due) = (log, number, due) }
      var nextDueNanoseconds: Int64? { due < 1000 ? due : nil }
      var followingDueNanoseconds: Int64? { nil }
      func fire(dueNanoseconds: Int64, latenessNanoseconds: Int64) {
        log.entries.append((dueNanoseconds, number))
        due += Int64(10 + number % 3)
      }
      func skip(dueNanoseconds: Int64) { due += 10 }
    }
    let log = Log()
    let drives = (0..<50).map { LoggingDrive(log, $0, Int64($0 * 7 % 31)) }
    var scheduler = VirtualScheduler(drives)
    scheduler.run(untilNanoseconds: 500)
    #expect(log.entries.allSatisfy { $0.0 <= 500 })
    #expect(scheduler.nowNanoseconds == 500)
    let statistics = scheduler.runUntilDone()
    #expect(log.entries.count == statistics.firedCount)
    #expect(log.entries.count > 4000)
    #expect(zip(log.entries, log.entries.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test(arguments: [1, 2, 3, 7], [1000.0, 50])
  func everySchedulerMakesTheSameCalls(shards: Int, rate: Double) {
    let expected = Self.drives(20)
    var virtual = VirtualScheduler(expected, measuresProcessing: true)
    let count = virtual.runUntilDone().firedCount
    let outcome = DispatchScheduler<CountingDrive>(rate: rate, shardCount: shards).runUntilDone(Self.drives(20))
    #expect(outcome.drives.map(\.hash) == expected.map(\.hash))
    #expect(outcome.drives.map(\.fired) == expected.map(\.fired))
    #expect(outcome.drives.allSatisfy { $0.skipped.isEmpty && $0.earliest == 0 })
    let statistics = outcome.statistics
    #expect(statistics.firedCount == count)
    #expect(statistics.lateness.count == Int64(count))
    #expect(statistics.processing.count == Int64(count))
    #expect(statistics.dueToEnd.count == Int64(count))
    #expect(statistics.coalescedCount == 0 && statistics.droppedCount == 0)
    #expect(statistics.peakBacklogCount >= 1)
  }

  @Test func noDrivesAndFinishedDrivesAreDoneAtOnce() {
    #expect(DispatchScheduler<CountingDrive>(rate: 1, shardCount: 2).runUntilDone([]).drives.isEmpty)
    let outcome = DispatchScheduler<CountingDrive>(rate: 1, shardCount: 2).runUntilDone([
      CountingDrive(number: 0, count: 0)
    ])
    #expect(outcome.statistics.firedCount == 0)
    #expect(outcome.drives.count == 1)
  }

  /// 600 m at 10 m/s, a fix a second; paused in simulated second 20.
  @Test("S34 pause and resume: a paused drive goes on where it stood") func aPausedDriveGoesOnWhereItStood()
    async throws
  {
    let path = try DrivePath(coordinates: plane([(0, 0), (600, 0)]), speedLimitMetersPerSecond: 50)
    let scheduler = DispatchScheduler<ReceiverDrive>(rate: 40, shardCount: 2)
    let start: Int64 = 1_751_365_800_000_000_000
    let halted = Mutex<(before: Int64, after: Int64)>((0, 0))
    let pauser = Task.detached {
      while scheduler.nowNanoseconds < start + 20_000_000_000 { try? await Task.sleep(for: .milliseconds(1)) }
      scheduler.pause()
      let before = scheduler.nowNanoseconds
      try? await Task.sleep(for: .milliseconds(300))
      let after = scheduler.nowNanoseconds
      halted.withLock { $0 = (before, after) }
      scheduler.resume()
    }
    let clock = ContinuousClock()
    let begin = clock.now
    let outcome = await run(scheduler) { [ReceiverDrive(path: path, metersPerSecond: 10, perSecond: 1, seed: 1)] }
    let elapsed = clock.now - begin
    await pauser.value
    let (before, after) = halted.withLock { $0 }
    #expect(before == after)
    #expect(outcome.chainages.count == 61)
    #expect(abs((outcome.chainages.last ?? 0) - 600) < 0.1)
    for (index, chainage) in outcome.chainages.enumerated() { #expect(abs(chainage - 10 * Double(index)) < 0.1) }
    // 60 s at 40 times the speed, and the pause.
    #expect(elapsed > .milliseconds(1795))
  }

  struct Summary: Sendable {
    var chainages: [Double]
    var stamps: [Int64]
  }

  /// Runs one drive on a thread that may block.
  func run(
    _ scheduler: DispatchScheduler<ReceiverDrive>, _ make: @escaping @Sendable () -> [ReceiverDrive]
  ) async -> Summary {
    await withCheckedContinuation { continuation in
      let thread = BlockingThread {
        let outcome = scheduler.runUntilDone(make())
        continuation.resume(
          returning: Summary(
            chainages: outcome.drives[0].chainages, stamps: outcome.drives[0].fixes.map(\.timeNanoseconds)))
      }
      thread.start()
    }
  }

  /// Ten times as fast, the samples and their stamps are the same.
  @Test("S35 time-scale drift: stamps do not depend on the rate") func stampsDoNotDependOnTheRate() throws {
    let path = try DrivePath(coordinates: plane([(0, 0), (100, 0), (100, 53.7)]), speedLimitMetersPerSecond: 50)
    func make() -> [ReceiverDrive] {
      (0..<3).map { ReceiverDrive(path: path, metersPerSecond: 13.9, perSecond: 60, seed: $0) }
    }
    let expected = make()
    var virtual = VirtualScheduler(expected)
    _ = virtual.runUntilDone()
    let outcome = DispatchScheduler<ReceiverDrive>(rate: 10, shardCount: 2).runUntilDone(make())
    for (found, right) in zip(outcome.drives, expected) {
      #expect(found.fixes.map { GNSSTests.bytes($0) } == right.fixes.map { GNSSTests.bytes($0) })
      #expect(found.chainages == right.chainages)
      #expect(found.chainages.count == 665)
      #expect(found.chainages.last == path.lengthMeters)
    }
  }

  /// A drive that needs 4 ms for each of its moments, which come every 2 ms.
  static func slowDrive() -> [CountingDrive] {
    [CountingDrive(number: 0, count: 100, periodNanoseconds: 20_000_000, busyNanoseconds: 4_000_000)]
  }

  @Test func aSlowDriveCatchesUp() {
    let outcome = DispatchScheduler<CountingDrive>(rate: 10, shardCount: 1).runUntilDone(Self.slowDrive())
    #expect(outcome.drives[0].fired.count == 100)
    #expect(outcome.statistics.dueToEnd.value(atPercentile: 100) > 150_000_000)
  }

  @Test func aSlowDriveCoalesces() {
    let outcome = DispatchScheduler<CountingDrive>(rate: 10, shardCount: 1, policy: .coalesce)
      .runUntilDone(Self.slowDrive())
    check(outcome, skippedCount: outcome.statistics.coalescedCount)
    #expect(outcome.statistics.droppedCount == 0)
  }

  @Test func aSlowDriveDrops() {
    let outcome = DispatchScheduler<CountingDrive>(
      rate: 10, shardCount: 1, policy: .drop(latenessNanoseconds: 3_000_000)
    ).runUntilDone(Self.slowDrive())
    check(outcome, skippedCount: outcome.statistics.droppedCount)
    #expect(outcome.statistics.coalescedCount == 0)
  }

  func check(_ outcome: DispatchScheduler<CountingDrive>.Outcome, skippedCount: Int) {
    let drive = outcome.drives[0]
    #expect(skippedCount == drive.skipped.count)
    #expect(outcome.statistics.firedCount == drive.fired.count)
    #expect(drive.skipped.count + drive.fired.count == 100)
    #expect(drive.skipped.count >= 30)
    #expect(drive.fired.last == drive.schedule.dueNanoseconds(99))
    #expect((drive.fired + drive.skipped).sorted() == (0..<100).map { drive.schedule.dueNanoseconds($0) })
    #expect(outcome.statistics.dueToEnd.count == Int64(drive.fired.count))
  }

  @Test func theRateCanBeChangedWhileItRuns() async {
    let scheduler = DispatchScheduler<ReceiverDrive>(rate: 0.1, shardCount: 1)
    let path = try? DrivePath(coordinates: plane([(0, 0), (600, 0)]), speedLimitMetersPerSecond: 50)
    let changer = Task.detached {
      // The first moments pass at a tenth of the speed, which would take ten minutes.
      while scheduler.nowNanoseconds < 1_751_365_800_005_000_000 { try? await Task.sleep(for: .milliseconds(1)) }
      scheduler.setRate(500)
    }
    guard let path else { return }
    let outcome = await run(scheduler) { [ReceiverDrive(path: path, metersPerSecond: 10, perSecond: 1, seed: 1)] }
    await changer.value
    #expect(outcome.chainages.count == 61)
  }
}
