import Dispatch
import Measurement

/// The drives of one serial queue.
///
/// Unchecked: everything that varies is touched on `queue` only, or before `start` and after the group is left.
final class Shard<Drive: ScheduledDrive>: @unchecked Sendable {
  /// A timer is never armed further ahead, which keeps deadlines far from overflowing; it then finds nothing due and is
  /// armed again.
  private static var longestWaitNanoseconds: Int64 { 3_600_000_000_000 }

  private let queue: DispatchQueue
  private let timer: any DispatchSourceTimer
  private let clock: SimulationClock
  private let policy: OverloadPolicy
  private let group: DispatchGroup

  private let drives: [Drive]
  private var heap: EventHeap
  private var statistics = SchedulerStatistics()
  private var map: RateMap
  private var mapChangeCount: Int
  private var isDone = false

  init(number: Int, drives: [Drive], clock: SimulationClock, policy: OverloadPolicy, group: DispatchGroup) {
    queue = DispatchQueue(label: "waybench.shard.\(number)", qos: .userInteractive)
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    self.clock = clock
    self.policy = policy
    self.group = group
    self.drives = drives
    heap = EventHeap(
      drives.enumerated().compactMap { index, drive in
        drive.nextDueNanoseconds.map { DueEvent(dueNanoseconds: $0, sequence: index) }
      })
    mapChangeCount = clock.changeCount
    map = clock.map
  }

  func start() {
    group.enter()
    timer.setEventHandler { @Sendable [weak self] in self?.drain() }
    timer.schedule(deadline: .distantFuture)
    timer.activate()
    wake()
  }

  /// Looks at the clock anew, after it was changed.
  func wake() {
    queue.async { @Sendable [self] in drain() }
  }

  /// The drives and the statistics, after the group was left.
  func takeResult() -> (drives: [Drive], statistics: SchedulerStatistics) {
    (drives, statistics)
  }

  /// Deals with everything that is due, then arms the timer.
  private func drain() {
    if isDone { return }
    var now = MonotonicClock.nowNanoseconds()
    var handled = 0
    while let event = heap.first {
      refreshMap()
      guard let due = map.monotonicNanoseconds(forSimulatedNanoseconds: event.dueNanoseconds) else {
        return timer.schedule(deadline: .distantFuture)
      }
      if due > now {
        now = MonotonicClock.nowNanoseconds()
        if due > now { return arm(due, now) }
      }
      if handled % 64 == 0 {
        let backlog = heap.count(dueBy: map.simulatedNanoseconds(atMonotonicNanoseconds: now))
        statistics.peakBacklogCount = max(statistics.peakBacklogCount, backlog)
      }
      handled += 1
      now = handle(event, due, now)
    }
    isDone = true
    timer.cancel()
    group.leave()
  }

  /// Fires or leaves out one moment; returns the time afterwards.
  private func handle(_ event: DueEvent, _ due: Int64, _ now: Int64) -> Int64 {
    let drive = drives[event.sequence]
    let following = drive.followingDueNanoseconds
    let followingDue = following.flatMap { map.monotonicNanoseconds(forSimulatedNanoseconds: $0) }
    let verdict = policy.verdict(
      latenessNanoseconds: now - due, isFollowingDue: followingDue.map { $0 <= now } ?? false,
      isLast: following == nil)
    var end = now
    switch verdict {
    case .fire:
      drive.fire(dueNanoseconds: event.dueNanoseconds, latenessNanoseconds: now - due)
      end = MonotonicClock.nowNanoseconds()
      statistics.firedCount += 1
      statistics.lateness.record(now - due)
      statistics.processing.record(end - now)
      statistics.dueToEnd.record(end - due)
    case .coalesce:
      drive.skip(dueNanoseconds: event.dueNanoseconds)
      statistics.coalescedCount += 1
    case .drop:
      drive.skip(dueNanoseconds: event.dueNanoseconds)
      statistics.droppedCount += 1
    }
    heap.advance(drive.nextDueNanoseconds, after: event)
    return end
  }

  private func refreshMap() {
    let count = clock.changeCount
    if count == mapChangeCount { return }
    map = clock.map
    mapChangeCount = count
  }

  private func arm(_ due: Int64, _ now: Int64) {
    let deadline = min(due, now + Self.longestWaitNanoseconds)
    timer.schedule(
      deadline: DispatchTime(uptimeNanoseconds: UInt64(max(0, deadline))), repeating: .never, leeway: .nanoseconds(0))
  }
}
