import WaybenchCore

/// A simulated car on its path: place, speed and time.
///
/// A value. The motion is a chain of segments of constant acceleration, each at most `stepNanoseconds` long while the
/// car moves, whose borders depend on the path and the options alone; between borders it is evaluated exactly. So it
/// makes no difference in how many steps a caller advances. Advancing allocates nothing.
///
/// In the natural profile, the acceleration of each segment is the highest that keeps jerk and acceleration bounded
/// and from which the driver can still brake comfortably for every limit, bend and stop ahead. The bounds are given up
/// only to stop in time after `replacePath`. The last 25 cm before a stop is one constant deceleration.
public struct Driver: Sendable {
  /// The length of a segment of a moving car, nanoseconds.
  public static let stepNanoseconds: Int64 = 100_000_000

  /// The path that is driven.
  public private(set) var path: DrivePath
  /// What kind of driver this is.
  public let options: Options
  /// The driver's time.
  public private(set) var nowNanoseconds: Int64
  /// When the car comes to rest at the path's end: known from the beginning of the last segment on, until then `nil`.
  public private(set) var arrivalNanoseconds: Int64?
  /// Stops that were overrun because a new path showed them too late.
  public private(set) var overrunStopCount = 0

  var envelope: SpeedEnvelope
  private var segment: Segment
  private var nextStop = 0
  private var piece = 0

  /// A stretch of time with constant acceleration.
  private struct Segment: Sendable {
    enum End: Sendable { case moving, resting(chainageMeters: Double), dwelling, finished }
    var startNanoseconds: Int64
    var endNanoseconds: Int64
    var chainageMeters: Double
    var speed: Double
    var acceleration: Double
    var end: End

    func state(atNanoseconds time: Int64) -> MotionState {
      let elapsed = Double(time - startNanoseconds) * 1e-9
      var chainage = chainageMeters + (speed + acceleration * elapsed / 2) * elapsed
      if case .resting(let target) = end { chainage = min(chainage, target) }
      return MotionState(
        chainage: chainage, speed: max(0, speed + acceleration * elapsed), acceleration: acceleration)
    }
  }

  /// Puts a car at rest on a path (in the constant profile: at its speed).
  ///
  /// - Parameters:
  ///   - startNanoseconds: the time at which it sets out.
  /// - Complexity: O(points + length / 5 m); allocates the grid of speeds.
  public init(path: DrivePath, options: Options = Options(), startNanoseconds: Int64) {
    if case .constant(let speed) = options.profile { precondition(speed > 0, "constant speed: above 0") }
    self.path = path
    self.options = options
    nowNanoseconds = startNanoseconds
    piece = path.piece(at: 0)
    envelope = SpeedEnvelope(path, options)
    segment = Segment(
      startNanoseconds: startNanoseconds, endNanoseconds: startNanoseconds, chainageMeters: 0, speed: 0,
      acceleration: 0, end: .moving)
    settle(MotionState(chainage: 0, speed: 0, acceleration: 0))
  }

  /// Whether the car has come to rest at the end of its path.
  public var isFinished: Bool { arrivalNanoseconds.map { $0 <= nowNanoseconds } ?? false }
  /// Metres from the start of the path, now.
  public var chainageMeters: Double { segment.state(atNanoseconds: nowNanoseconds).chainage }
  /// Metres per second, now; the speed with which a car arrives at constant speed is 0 from the arrival on.
  public var speedMetersPerSecond: Double { segment.state(atNanoseconds: nowNanoseconds).speed }
  /// Metres per second squared, now.
  public var accelerationMetersPerSecondSquared: Double { segment.acceleration }
  /// Whether the car is in a tunnel, now.
  public var isInTunnel: Bool { path.isInTunnel(atChainageMeters: chainageMeters) }

  /// Drives on until the given time; an earlier time than now changes nothing. O(time / 0.1 s).
  public mutating func advance(toNanoseconds time: Int64) {
    if time <= nowNanoseconds { return }
    while segment.endNanoseconds <= time {
      if case .finished = segment.end { break }
      finishSegment()
    }
    nowNanoseconds = time
  }

  /// Where the car is now. Amortised O(1).
  public mutating func sample() -> TruthSample {
    let state = segment.state(atNanoseconds: nowNanoseconds)
    piece = path.piece(at: state.chainage, near: piece)
    let course = path.course(at: state.chainage, piece: piece)
    var coordinate = path.coordinate(at: state.chainage, piece: piece)
    if options.laneOffsetMeters != 0 {
      coordinate = Geodesic.destination(
        from: coordinate, courseDegrees: course + 90, distanceMeters: options.laneOffsetMeters)
    }
    return TruthSample(
      timeNanoseconds: nowNanoseconds, coordinate: coordinate, courseDegrees: course,
      speedMetersPerSecond: state.speed, chainageMeters: state.chainage)
  }

  /// Goes over to another path at this moment, with the speed and the acceleration of the old one.
  ///
  /// For a reroute that is adopted or a turn that is missed. Stops behind the chainage do not count. The caller sees to
  /// it that the place is the same.
  ///
  /// - Parameter chainageMeters: where on the new path the car is now, held to the path.
  /// - Complexity: O(points + length / 5 m); allocates the grid of speeds.
  public mutating func replacePath(_ path: DrivePath, atChainageMeters chainageMeters: Double) {
    var state = segment.state(atNanoseconds: nowNanoseconds)
    state.chainage = min(path.lengthMeters, max(0, chainageMeters))
    self.path = path
    envelope = SpeedEnvelope(path, options)
    piece = path.piece(at: state.chainage)
    nextStop = path.stops.firstIndex { $0.chainageMeters >= state.chainage } ?? path.stops.count
    arrivalNanoseconds = nil
    segment.endNanoseconds = nowNanoseconds
    settle(state)
  }

  /// The chainage at which the car next comes to rest.
  private var targetMeters: Double {
    nextStop < path.stops.count ? path.stops[nextStop].chainageMeters : path.lengthMeters
  }

  private mutating func finishSegment() {
    var state = segment.state(atNanoseconds: segment.endNanoseconds)
    switch segment.end {
    case .finished: return
    case .moving: settle(state)
    case .dwelling:
      nextStop += 1
      settle(state)
    case .resting(let target):
      state = MotionState(chainage: target, speed: 0, acceleration: 0)
      rest(state)
    }
  }

  /// Stands at a stop or, at the path's end, for good.
  private mutating func rest(_ state: MotionState) {
    let start = segment.endNanoseconds
    let isStop = nextStop < path.stops.count
    if !isStop { arrivalNanoseconds = start }
    segment = Segment(
      startNanoseconds: start,
      endNanoseconds: isStop ? saturatingSum(start, path.stops[nextStop].dwellNanoseconds) : .max,
      chainageMeters: state.chainage, speed: 0, acceleration: 0, end: isStop ? .dwelling : .finished)
  }

  /// Decides on the segment that follows the present one.
  private mutating func settle(_ state: MotionState) {
    if case .constant(let speed) = options.profile {
      let distance = targetMeters - state.chainage
      if distance <= 0 { return rest(state) }
      return begin(
        state, speed: speed, acceleration: 0, seconds: distance / speed, end: .resting(chainageMeters: targetMeters))
    }
    while true {
      let distance = targetMeters - state.chainage
      if distance <= 0.01, state.speed < 0.2 {
        return rest(MotionState(chainage: targetMeters, speed: 0, acceleration: 0))
      }
      let needed = state.speed * state.speed / (2 * max(distance, 0.001))
      if needed > options.emergencyDecelerationMetersPerSecondSquared, nextStop < path.stops.count {
        overrunStopCount += 1
        nextStop += 1
        continue
      }
      let comfortable = options.comfortableDecelerationMetersPerSecondSquared
      let isLast = distance <= 0.25 && needed >= 0.3 && needed <= comfortable
      if isLast || needed > options.maximumDecelerationMetersPerSecondSquared || distance <= 0 {
        return brakeToRest(state, distance)
      }
      return move(state, distance)
    }
  }

  /// Brakes evenly so that the car stands exactly at the target.
  private mutating func brakeToRest(_ state: MotionState, _ distance: Double) {
    let way = max(distance, 0.001)
    begin(
      state, speed: state.speed, acceleration: -state.speed * state.speed / (2 * way),
      seconds: 2 * way / state.speed, end: .resting(chainageMeters: targetMeters))
  }

  private mutating func move(_ state: MotionState, _ distance: Double) {
    let step = Double(Self.stepNanoseconds) * 1e-9
    let planner = MotionPlanner(options: options, envelope: envelope, targetMeters: targetMeters, stepSeconds: step)
    let acceleration = max(planner.acceleration(from: state), -state.speed / step)
    let way = (state.speed + acceleration * step / 2) * step
    if way >= distance { return brakeToRest(state, distance) }
    begin(state, speed: state.speed, acceleration: acceleration, seconds: step, end: .moving)
  }

  private mutating func begin(
    _ state: MotionState, speed: Double, acceleration: Double, seconds: Double, end: Segment.End
  ) {
    let start = segment.endNanoseconds
    // A drive of more than three years is as good as an endless one.
    let nanoseconds = Int64(min(1e17, (seconds * 1e9).rounded(.up)))
    segment = Segment(
      startNanoseconds: start, endNanoseconds: saturatingSum(start, max(1, nanoseconds)),
      chainageMeters: state.chainage, speed: speed, acceleration: acceleration, end: end)
    if case .resting = end, nextStop == path.stops.count { arrivalNanoseconds = segment.endNanoseconds }
  }
}

/// The sum of two times, held to what can be expressed.
func saturatingSum(_ a: Int64, _ b: Int64) -> Int64 {
  let (sum, overflow) = a.addingReportingOverflow(b)
  return overflow ? (b > 0 ? .max : .min) : sum
}
