public import Measurement

/// What a scheduler did, and how late.
public struct SchedulerStatistics: Sendable {
  /// From the due moment to the start of `fire`, monotonic nanoseconds.
  public var lateness = LatencyHistogram()
  /// From the start of `fire` to its end.
  public var processing = LatencyHistogram()
  /// From the due moment to the end of `fire`: a stall is charged to every moment that it delayed.
  public var dueToEnd = LatencyHistogram()
  /// Moments that were dealt with.
  public var firedCount = 0
  /// Moments that were left out because a newer one of the drive was due.
  public var coalescedCount = 0
  /// Moments that were left out because they were too late.
  public var droppedCount = 0
  /// Most drives of one shard that had something due at the same time (looked at whenever a timer fires and every
  /// 64 moments of a backlog).
  public var peakBacklogCount = 0

  /// Nothing done.
  public init() {}

  /// Adds what another shard did.
  public mutating func merge(_ other: SchedulerStatistics) {
    lateness.merge(other.lateness)
    processing.merge(other.processing)
    dueToEnd.merge(other.dueToEnd)
    firedCount += other.firedCount
    coalescedCount += other.coalescedCount
    droppedCount += other.droppedCount
    peakBacklogCount = max(peakBacklogCount, other.peakBacklogCount)
  }
}
