/// Something that happens at moments of simulated time: as a rule a car whose receiver reports.
///
/// A scheduler is generic over the class, so nothing existential is crossed per fix. An object is used by one thread at
/// a time and needs no lock; it is handed to the scheduler for the run and handed back afterwards.
public protocol ScheduledDrive: AnyObject, SendableMetatype {
  /// When `fire` is wanted next, nanoseconds of simulated time; `nil`: the drive is over. Asked after each `fire` and
  /// each `skip`, and must be later than the moment that was dealt with.
  var nextDueNanoseconds: Int64? { get }

  /// The moment after the next as far as it is known; `nil`: the next may be the last, and is never left out.
  var followingDueNanoseconds: Int64? { get }

  /// Deals with the moment that `nextDueNanoseconds` told.
  ///
  /// - Parameters:
  ///   - dueNanoseconds: that moment, simulated time. The same in every kind of run.
  ///   - latenessNanoseconds: how long after it, in monotonic time, this call begins; 0 in virtual time.
  func fire(dueNanoseconds: Int64, latenessNanoseconds: Int64)

  /// Goes past the moment that `nextDueNanoseconds` told without dealing with it, because the run has fallen behind and
  /// its policy says so.
  func skip(dueNanoseconds: Int64)
}

/// What a scheduler does when it falls behind.
public enum OverloadPolicy: Hashable, Sendable {
  /// Everything is dealt with in order, however late.
  case catchUp
  /// A moment is left out when the following moment of the same drive is already due as well: the newest counts.
  case coalesce
  /// A moment that is later than this, in monotonic nanoseconds, is left out.
  case drop(latenessNanoseconds: Int64)
}

extension OverloadPolicy {
  /// What becomes of one moment.
  enum Verdict { case fire, coalesce, drop }

  /// Judges a moment. The last moment of a drive is never left out: arrivals must not be lost.
  func verdict(latenessNanoseconds lateness: Int64, isFollowingDue: Bool, isLast: Bool) -> Verdict {
    if isLast { return .fire }
    switch self {
    case .catchUp: return .fire
    case .coalesce: return isFollowingDue ? .coalesce : .fire
    case .drop(let limit): return lateness > limit ? .drop : .fire
    }
  }
}
