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
    /// The coordinate in the frame in use.
    var point: PlanePoint
    var timeNanoseconds: Int64
  }

  /// The last fixes, the newest at `newest`.
  private var ring: InlineArray<8, Past>
  private var newest = 0
  private(set) var count = 0
  private var growth = ErrorGrowth()

  init() {
    ring = InlineArray(
      repeating: Past(
        coordinate: Coordinate(uncheckedLatitudeE7: 0, longitudeE7: 0), point: PlanePoint(x: 0, y: 0),
        timeNanoseconds: .min))
  }

  /// The frame in use has changed.
  mutating func move(to frame: LocalFrame) {
    for back in 0..<count {
      let index = (newest - back) & 7
      ring[index].point = frame.project(ring[index].coordinate)
    }
  }

  mutating func reset() { count = 0 }

  /// Takes a fix and tells the motion at it.
  ///
  /// - Parameters:
  ///   - point: the fix in the frame in use.
  ///   - sigma: standard deviation of the position, metres.
  mutating func update(_ fix: Fix, point: PlanePoint, sigma: Double) -> Motion {
    var motion = Motion()
    let reportedSpeed = fix.speedMetersPerSecond
    motion.isSpeedReported = reportedSpeed == reportedSpeed
    motion.speedMetersPerSecond = reportedSpeed
    if count > 0 {
      let last = ring[newest]
      motion.intervalSeconds = seconds(from: last.timeNanoseconds, to: fix.timeNanoseconds)
      motion.displacementMeters = last.point.distance(to: point)
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
        crossCheck(&motion, fix, point, sigma)
      } else if motion.isMoving {
        derive(&motion, fix, point, sigma)
      }
    } else {
      derive(&motion, fix, point, sigma)
    }
    remember(fix, point)
    return motion
  }

  private mutating func remember(_ fix: Fix, _ point: PlanePoint) {
    let past = Past(coordinate: fix.coordinate, point: point, timeNanoseconds: fix.timeNanoseconds)
    if count > 0, fix.timeNanoseconds == ring[newest].timeNanoseconds {
      // Time stands still: the newest position replaces the last and takes no room of its own.
      ring[newest] = past
      return
    }
    // Time steps back: what came after is no past.
    if count > 0, fix.timeNanoseconds < ring[newest].timeNanoseconds { count = 0 }
    newest = (newest + 1) & 7
    ring[newest] = past
    count = min(count + 1, 6)
  }

  /// The direction from a baseline over the last fixes.
  private mutating func derive(_ motion: inout Motion, _ fix: Fix, _ point: PlanePoint, _ sigma: Double) {
    for back in 1...5 where back <= count {
      let past = ring[(newest - back + 1) & 7]
      let time = seconds(from: past.timeNanoseconds, to: fix.timeNanoseconds)
      if time > 20 || (back > 2 && time > 5.5) { break }
      if time <= 0 || (back == 1 && time < 2) { continue }
      let dx = point.x - past.point.x
      let dy = point.y - past.point.y
      let square = dx * dx + dy * dy
      // The error grows by its white part at least: most baselines are too short whatever their exact bound.
      let slowest = Self.movingMetersPerSecond * time
      guard square > slowest * slowest, square > 9 * 2 * ErrorGrowth.whiteShare * sigma * sigma else { continue }
      let length = square.squareRoot()
      let error = growth.meters(sigma: sigma, seconds: time)
      guard length > 3 * error else { continue }
      if back > 1 {
        let middle = ring[(newest - back / 2 + 1) & 7].point
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
  private mutating func crossCheck(_ motion: inout Motion, _ fix: Fix, _ point: PlanePoint, _ sigma: Double) {
    for back in 1...4 where back <= count {
      let past = ring[(newest - back + 1) & 7]
      let time = seconds(from: past.timeNanoseconds, to: fix.timeNanoseconds)
      if time > 10 { break }
      if time <= 0 || (back == 1 && time < 2) { continue }
      let dx = point.x - past.point.x
      let dy = point.y - past.point.y
      let length = (dx * dx + dy * dy).squareRoot()
      let error = growth.meters(sigma: sigma, seconds: time)
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
}
