/// The moments at which a receiver reports: evenly spaced without rounding that adds up.
///
/// Moment k lies `k * period / count` after the start, rounded to the nearest nanosecond, so a rate such as 60 in a
/// second, which is no whole number of nanoseconds, does not drift.
public struct SampleSchedule: Hashable, Sendable {
  /// The moment of sample 0, nanoseconds.
  public let startNanoseconds: Int64
  /// Samples in a period.
  public let countPerPeriod: Int64
  /// The period, nanoseconds.
  public let periodNanoseconds: Int64

  /// A schedule of some samples in each period.
  ///
  /// - Parameters:
  ///   - count: 1 ... 1000.
  ///   - periodNanoseconds: 1 ... 10^15 (11 days).
  public init(startNanoseconds: Int64, count: Int64, periodNanoseconds: Int64) {
    precondition((1...1000).contains(count), "samples per period: 1 ... 1000")
    precondition((1...1_000_000_000_000_000).contains(periodNanoseconds), "period: 1 ns ... 11 days")
    self.startNanoseconds = startNanoseconds
    self.countPerPeriod = count
    self.periodNanoseconds = periodNanoseconds
  }

  /// A schedule of some samples a second.
  public init(startNanoseconds: Int64, perSecond count: Int64) {
    self.init(startNanoseconds: startNanoseconds, count: count, periodNanoseconds: 1_000_000_000)
  }

  /// The moment of a sample, nanoseconds, held to what can be expressed.
  public func dueNanoseconds(_ index: Int64) -> Int64 {
    let (periods, rest) = index.quotientAndRemainder(dividingBy: countPerPeriod)
    let (whole, overflow) = periods.multipliedReportingOverflow(by: periodNanoseconds)
    if overflow { return index > 0 ? .max : .min }
    let part = (rest * periodNanoseconds + countPerPeriod / 2) / countPerPeriod
    return saturatingSum(startNanoseconds, saturatingSum(whole, part))
  }
}

/// A driver that is looked at on a schedule, and once more at the moment when it arrives.
///
/// The last sample is the arrival itself, at the very end of the path, whether or not the schedule has a moment there;
/// a moment less than 1 ms before it is left out.
/// The sampler knows the next moment beforehand, as a scheduler needs: it looks ahead with a copy of the driver, which
/// allocates nothing.
public struct DriveSampler: Sendable {
  /// The driver as it was at the last sample (at first: as it was given).
  public private(set) var driver: Driver
  /// When samples are taken.
  public let schedule: SampleSchedule
  /// The moment of the next sample, `nil` after the last.
  public private(set) var nextDueNanoseconds: Int64?
  /// A moment of the schedule that is followed by the arrival within this time waits for it.
  private static let arrivalNanoseconds: Int64 = 1_000_000
  private var ahead: Driver
  private var index: Int64 = 0

  /// Begins before sample 0. The schedule should not start before the driver does.
  public init(driver: Driver, schedule: SampleSchedule) {
    self.driver = driver
    self.schedule = schedule
    ahead = driver
    lookAhead()
  }

  /// The moment after the next, as the schedule has it; `nil` when the next sample is the last.
  public var followingDueNanoseconds: Int64? {
    ahead.isFinished ? nil : schedule.dueNanoseconds(index + 1)
  }

  /// Whether the car was in a tunnel at the last sample.
  public var isInTunnel: Bool { driver.isInTunnel }

  /// The next sample; `nil` after the arrival.
  public mutating func next() -> TruthSample? {
    guard nextDueNanoseconds != nil else { return nil }
    driver = ahead
    let sample = driver.sample()
    if driver.isFinished {
      nextDueNanoseconds = nil
    } else {
      index += 1
      lookAhead()
    }
    return sample
  }

  /// Goes over to another path at the moment of the last sample; see `Driver.replacePath`. After an arrival, sampling
  /// goes on with the next moment of the schedule.
  public mutating func replacePath(_ path: DrivePath, atChainageMeters chainageMeters: Double) {
    driver.replacePath(path, atChainageMeters: chainageMeters)
    if nextDueNanoseconds == nil, schedule.dueNanoseconds(index) <= driver.nowNanoseconds { index += 1 }
    lookAhead()
  }

  private mutating func lookAhead() {
    let due = schedule.dueNanoseconds(index)
    ahead = driver
    ahead.advance(toNanoseconds: due)
    if let arrival = ahead.arrivalNanoseconds, arrival > driver.nowNanoseconds,
      arrival < saturatingSum(due, Self.arrivalNanoseconds)
    {
      ahead = driver
      ahead.advance(toNanoseconds: arrival)
      nextDueNanoseconds = arrival
    } else {
      nextDueNanoseconds = due
    }
  }
}
