import Dispatch
import Measurement
import Synchronization

/// Runs drives in step with the machine's monotonic clock, or a multiple of it, on Dispatch queues.
///
/// Each drive is pinned to a shard (its number modulo the shards). A shard is a serial queue with one timer that is
/// armed for the earliest due moment, strict and once, at an absolute deadline; when it fires, everything due is dealt
/// with and the timer is armed again. (A repeating timer would merge moments that were missed.) Every drive sees the
/// same calls with the same due times as under `VirtualScheduler`, unless the policy leaves moments out.
public final class DispatchScheduler<Drive: ScheduledDrive>: Sendable {
  /// The drives that were run, in the order in which they were given, and what was done.
  public struct Outcome {
    /// The drives.
    public var drives: [Drive]
    /// All shards together.
    public var statistics: SchedulerStatistics
  }

  /// How many shards there are.
  public let shardCount: Int
  /// What is done when a shard falls behind.
  public let policy: OverloadPolicy
  private let clock: SimulationClock
  private let shards = Mutex<[Shard<Drive>]>([])
  /// From the start of a run to its first moment, so that no shard begins late.
  private static var leadNanoseconds: Int64 { 5_000_000 }

  /// Makes a scheduler.
  ///
  /// - Parameters:
  ///   - rate: simulated per monotonic time, 0.1 ... 1000; 1 is real time.
  ///   - shardCount: 1 or more; as a rule, the number of cores.
  ///   - policy: what is done when a shard falls behind.
  public init(rate: Double, shardCount: Int, policy: OverloadPolicy = .catchUp) {
    precondition(shardCount >= 1, "shards: 1 or more")
    self.shardCount = shardCount
    self.policy = policy
    clock = SimulationClock(rate == 1 ? .realTime : .accelerated(factor: rate), startNanoseconds: 0)
  }

  /// The simulated time.
  public var nowNanoseconds: Int64 { clock.nowNanoseconds }
  /// Whether simulated time stands still.
  public var isPaused: Bool { clock.isPaused }

  /// Stops simulated time: a call that has just begun ends, no other begins. From any thread.
  public func pause() {
    clock.pause()
    wakeShards()
  }

  /// Lets simulated time go on from where it stood. From any thread.
  public func resume() {
    clock.resume()
    wakeShards()
  }

  /// Changes how fast simulated time runs, 0.1 ... 1000. From any thread.
  public func setRate(_ rate: Double) {
    clock.setRate(rate)
    wakeShards()
  }

  /// Runs the drives until all are over; blocks the calling thread, which must not be one of Dispatch's or of Swift's
  /// concurrency. A paused scheduler waits for `resume`.
  ///
  /// Simulated time starts at the earliest due moment of all drives. One run at a time.
  public func runUntilDone(_ drives: sending [Drive]) -> sending Outcome {
    let count = drives.count
    guard let start = drives.compactMap(\.nextDueNanoseconds).min() else {
      return Outcome(drives: drives, statistics: SchedulerStatistics())
    }
    clock.restart(
      atSimulatedNanoseconds: start, monotonicNanoseconds: MonotonicClock.nowNanoseconds() + Self.leadNanoseconds)
    var parts = [[Drive]](repeating: [], count: shardCount)
    for (index, drive) in drives.enumerated() { parts[index % shardCount].append(drive) }
    let group = DispatchGroup()
    let running = parts.enumerated().map { number, part in
      Shard(number: number, drives: part, clock: clock, policy: policy, group: group)
    }
    shards.withLock {
      precondition($0.isEmpty, "a scheduler makes one run at a time")
      $0 = running
    }
    for shard in running { shard.start() }
    group.wait()
    shards.withLock { $0 = [] }
    // All shards have left the group and touch no drive any more.
    var outcome = Outcome(drives: [], statistics: SchedulerStatistics())
    outcome.drives.reserveCapacity(count)
    let results = running.map { $0.takeResult() }
    for index in 0..<count { outcome.drives.append(results[index % shardCount].drives[index / shardCount]) }
    for result in results { outcome.statistics.merge(result.statistics) }
    nonisolated(unsafe) let result = outcome
    return unsafe result
  }

  private func wakeShards() {
    for shard in shards.withLock({ $0 }) { shard.wake() }
  }
}
