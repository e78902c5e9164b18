import Glibc

/// How a receiver moves, from what it reports or else from where it was.
public struct Motion: Sendable, BitwiseCopyable {
  /// Seconds since the fix before; NaN for the first.
  public var intervalSeconds = Double.nan
  /// Metres from the fix before; 0 for the first.
  public var displacementMeters = 0.0
  /// The direction of travel as a unit vector east and north; both NaN when it is not known.
  public var east = Double.nan
  /// See `east`.
  public var north = Double.nan
  /// Standard deviation of the direction, radians.
  public var courseDeviationRadians = Double.nan
  /// A second direction (unit vector) that disagrees with the reported one, from the positions; NaN when none does.
  public var contradictingEast = Double.nan
  /// See `contradictingEast`.
  public var contradictingNorth = Double.nan
  /// Metres per second, reported or from the positions; NaN when not known.
  public var speedMetersPerSecond = Double.nan
  /// Whether the speed was reported.
  public var isSpeedReported = false
  /// Whether the direction comes from the positions.
  public var isCourseDerived = false
  /// How many fixes ago the position is that the direction was derived from; 0 when it was not.
  public var baselineFixes = 0
  /// Whether the receiver moves. A receiver that stands still proves nothing.
  public var isMoving = false

  /// Whether the direction of travel is known.
  @inlinable public var hasCourse: Bool { east == east }
  /// The direction of travel, degrees clockwise from north; NaN when it is not known.
  public var courseDegrees: Double { hasCourse ? WaybenchCore.courseDegrees(east: east, north: north) : .nan }
}

/// Judges the motion of a receiver from its last six fixes.
///
/// A reported course counts from 1.5 m/s on. Without one the direction is taken from the shortest baseline over the
/// last fixes that is longer than three times what an honest error moves in that time, with a middle fix on the way,
/// so that the noise of a parked car does not look like travel.
struct MotionEstimator: Sendable {
  /// From this speed on a receiver counts as moving, metres per second.
  static let movingMetersPerSecond = 1.5
  private static let courseFloorRadians = 10 * Double.pi / 180

  private struct Past: BitwiseCopyable {
    var coordinate: Coordinate
    var timeNanoseconds: Int64
  }

  /// The last fixes, the newest at `newest`.
  private var ring: InlineArray<8, Past>
  private var newest = 0
  private(set) var count = 0

  init() {
    ring = InlineArray(
      repeating: Past(
        coordinate: Coordinate(uncheckedLatitudeE7: 0, longitudeE7: 0), timeNanoseconds: .min))
  }

  mutating func reset() { count = 0 }

  /// Takes a fix and tells the motion at it.
  ///
  /// - Parameters:
  ///   - point: the fix in `frame`.
  ///   - sigma: standard deviation of the position, metres.
  mutating func update(_ fix: Fix, point: PlanePoint, frame: LocalFrame, sigma: Double) -> Motion {
    var motion = Motion()
    let reportedSpeed = fix.speedMetersPerSecond
    motion.isSpeedReported = reportedSpeed == reportedSpeed
    motion.speedMetersPerSecond = reportedSpeed
    if count > 0 {
      let last = ring[newest]
      motion.intervalSeconds = seconds(from: last.timeNanoseconds, to: fix.timeNanoseconds)
      motion.displacementMeters = frame.project(last.coordinate).distance(to: point)
      if !motion.isSpeedReported, motion.intervalSeconds > 0 {
        motion.speedMetersPerSecond = motion.displacementMeters / motion.intervalSeconds
      }
    }
    if motion.isSpeedReported {
      motion.isMoving = reportedSpeed >= Self.movingMetersPerSecond
      if motion.isMoving, fix.courseDegrees == fix.courseDegrees {
        let radians = fix.courseDegrees * (.pi / 180)
        motion.east = sin(radians)
        motion.north = cos(radians)
        motion.courseDeviationRadians = hypot(0.1 * sigma / reportedSpeed, Self.courseFloorRadians)
        crossCheck(&motion, fix, point, frame, sigma)
      } else if motion.isMoving {
        derive(&motion, fix, point, frame, sigma)
      }
    } else {
      derive(&motion, fix, point, frame, sigma)
    }
    remember(fix)
    return motion
  }

  private mutating func remember(_ fix: Fix) {
    if count > 0, fix.timeNanoseconds <= ring[newest].timeNanoseconds {
      // Time stands still or steps back: the newest position replaces the last, the past stays in order.
      if fix.timeNanoseconds < ring[newest].timeNanoseconds { count = 0 }
    }
    newest = (newest + 1) & 7
    ring[newest] = Past(coordinate: fix.coordinate, timeNanoseconds: fix.timeNanoseconds)
    count = min(count + 1, 6)
  }

  /// The direction from a baseline over the last fixes.
  private func derive(
    _ motion: inout Motion, _ fix: Fix, _ point: PlanePoint, _ frame: LocalFrame, _ sigma: Double
  ) {
    for back in 1...5 where back <= count {
      let past = ring[(newest - back + 1) & 7]
      let time = seconds(from: past.timeNanoseconds, to: fix.timeNanoseconds)
      if time > 20 || (back > 2 && time > 5.5) { break }
      if time <= 0 || (back == 1 && time < 2) { continue }
      let start = frame.project(past.coordinate)
      let dx = point.x - start.x
      let dy = point.y - start.y
      let length = (dx * dx + dy * dy).squareRoot()
      let error = Self.errorGrowthMeters(sigma: sigma, seconds: time)
      guard length > 3 * error, length / time > Self.movingMetersPerSecond else { continue }
      if back > 1 {
        let middle = frame.project(ring[(newest - back / 2 + 1) & 7].coordinate)
        let along = ((point.x - middle.x) * dx + (point.y - middle.y) * dy) / (length * length)
        guard along > 0.25, along < 0.8 else { continue }
      }
      motion.east = dx / length
      motion.north = dy / length
      motion.courseDeviationRadians =
        hypot(atan2(error, length), Self.courseFloorRadians) * Double(back).squareRoot()
      motion.isCourseDerived = true
      motion.baselineFixes = back
      motion.isMoving = true
      if !motion.isSpeedReported { motion.speedMetersPerSecond = length / time }
      return
    }
  }

  /// A frozen or late reported course must not convict alone: the positions are asked too.
  private func crossCheck(
    _ motion: inout Motion, _ fix: Fix, _ point: PlanePoint, _ frame: LocalFrame, _ sigma: Double
  ) {
    for back in 1...4 where back <= count {
      let past = ring[(newest - back + 1) & 7]
      let time = seconds(from: past.timeNanoseconds, to: fix.timeNanoseconds)
      if time > 10 { break }
      if time <= 0 || (back == 1 && time < 2) { continue }
      let start = frame.project(past.coordinate)
      let dx = point.x - start.x
      let dy = point.y - start.y
      let length = (dx * dx + dy * dy).squareRoot()
      let error = Self.errorGrowthMeters(sigma: sigma, seconds: time)
      guard length > 2 * error else { continue }
      let deviation = hypot(atan2(error, length), Self.courseFloorRadians) * Double(back).squareRoot()
      let cosine = (dx * motion.east + dy * motion.north) / length
      if acos(max(-1, min(1, cosine))) > 1.5 * hypot(deviation, motion.courseDeviationRadians) {
        motion.contradictingEast = dx / length
        motion.contradictingNorth = dy / length
      }
      return
    }
  }

  private func seconds(from: Int64, to: Int64) -> Double {
    let (difference, overflow) = to.subtractingReportingOverflow(from)
    return overflow ? .nan : Double(difference) * 1e-9
  }

  /// What an honest position error moves in a time, metres: white, fast (18 s) and slow (900 s) parts of the error
  /// as measured on floating-car data.
  static func errorGrowthMeters(sigma: Double, seconds: Double) -> Double {
    let share = 0.59 * (1 - exp(-seconds / 18)) + 0.28 * (1 - exp(-seconds / 900)) + 0.13
    return sigma * (2 * share).squareRoot()
  }
}
