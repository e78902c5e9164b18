import Measurement

/// Runs drives in virtual time: a loop over discrete events on the calling thread, as fast as the machine can.
///
/// Events run in the order of their due times; those due together, in the order in which the drives were given. The
/// result depends on nothing else.
public struct VirtualScheduler<Drive: ScheduledDrive> {
  /// Simulated time: the due moment of the present or last event; `nil` before the first.
  public private(set) var nowNanoseconds: Int64?
  /// What was done so far. Lateness does not exist here, and its histograms stay empty.
  public private(set) var statistics = SchedulerStatistics()
  private let drives: [Drive]
  private let measuresProcessing: Bool
  private var heap: EventHeap

  /// Makes a run.
  ///
  /// - Parameter measuresProcessing: whether each `fire` is timed (two readings of the clock).
  public init(_ drives: [Drive], measuresProcessing: Bool = false) {
    self.drives = drives
    self.measuresProcessing = measuresProcessing
    heap = EventHeap(
      drives.enumerated().compactMap { index, drive in
        drive.nextDueNanoseconds.map { DueEvent(dueNanoseconds: $0, sequence: index) }
      })
  }

  /// Runs every event until all drives are over. O(events * log drives).
  public mutating func runUntilDone() -> SchedulerStatistics {
    run(untilNanoseconds: .max)
  }

  /// Runs every event that is due at or before a time; may be called again with a later one.
  @discardableResult
  public mutating func run(untilNanoseconds end: Int64) -> SchedulerStatistics {
    while let event = heap.first, event.dueNanoseconds <= end {
      nowNanoseconds = event.dueNanoseconds
      let drive = drives[event.sequence]
      let start = measuresProcessing ? MonotonicClock.nowNanoseconds() : 0
      drive.fire(dueNanoseconds: event.dueNanoseconds, latenessNanoseconds: 0)
      if measuresProcessing { statistics.processing.record(MonotonicClock.nowNanoseconds() - start) }
      statistics.firedCount += 1
      heap.advance(drive.nextDueNanoseconds, after: event)
    }
    return statistics
  }
}

extension EventHeap {
  /// Puts the drive of the top event to its next moment, or takes it out.
  mutating func advance(_ next: Int64?, after event: DueEvent) {
    guard let next else { return removeFirst() }
    precondition(next > event.dueNanoseconds, "a drive's next moment must be later than the one it dealt with")
    reschedule(dueNanoseconds: next)
  }
}
