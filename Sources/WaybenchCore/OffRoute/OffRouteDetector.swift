import Glibc

/// Decides whether a route has been left: a cumulative sum of bounded evidence.
///
/// Two channels speak: the course against the parts of the route within reach, and the outward innovation of an offset
/// filter that knows that GNSS errors are correlated. Because the evidence of one fix is bounded, neither an outlier
/// nor a frozen course can convict alone. Two chains stand beside it, for driving backwards and for being far away.
/// A receiver that stands still proves nothing.
public struct OffRouteDetector: Sendable {
  /// The rule in force.
  public let policy: OffRoutePolicy
  private let polyline: RoutePolyline
  private let threshold: Double
  private let bound: Double
  private let wrongWayBound: Double
  private let delayFixes: Int

  private var frame: LocalFrame
  private var filter = OffsetFilter()
  private var growth = ErrorGrowth()
  private var evidence = 0.0
  private var wrongWayEvidence = 0.0
  private var reverseMeters = 0.0
  private var farFixes = 0
  private var farSeconds = 0.0
  private var isTeleported = false
  private var stepRate = 8.0
  private var heldOffset = 0.0
  private var smallestOffset = Double.infinity
  private var joinedFixes = 0
  private var isJoined = false
  private var goodFixes = 0
  private var goodMeters = 0.0
  private var confirmingFixes = 0
  private var departureChainage = Double.nan
  private var departureTime: Int64 = 0
  private var fixesSinceDeparture = 0
  private var chainages = InlineArray<8, Double>(repeating: .nan)
  private var fixCount = 0
  private(set) var cause: OffRouteCause?

  private static let degree = Double.pi / 180
  private static let laneMeters = 2.0
  private static let gapSeconds = 30.0

  /// Makes a detector for a route's line.
  public init(polyline: RoutePolyline, policy: OffRoutePolicy = .standard) {
    self.polyline = polyline
    self.policy = policy
    if case .statistical(let delay) = policy { delayFixes = min(20, max(1, delay)) } else { delayFixes = 4 }
    threshold = 9
    // Beyond ln(0.9 / 0.01) the evidence of the course never reaches its bound.
    bound = min(4.4, threshold / (Double(delayFixes) - 0.5))
    wrongWayBound = delayFixes <= 2 ? threshold / 2 : (delayFixes >= 5 ? bound : threshold / 3)
    frame = LocalFrame(origin: polyline.vertices[0].coordinate)
  }

  /// Judges the next fix, which `position` has placed on the route.
  ///
  /// - Complexity: O(parts of the route near the fix). No allocation.
  public mutating func assess(_ fix: Fix, at position: SnappedPosition) -> OffRouteAssessment {
    let interval = position.motion.intervalSeconds
    let isUsable = fixCount == 0 || interval > 0
    guard isUsable else { return assessment(position, phi: .nan, from: cause) }
    let before = cause
    var phi = Double.nan
    switch policy {
    case .threshold(let enter, let leave, let fixes):
      applyThreshold(position, fix, enter: enter, leave: leave, fixes: fixes)
    case .statistical:
      phi = residual(fix, position)
      applyEvidence(fix, position, phi: phi, seconds: fixCount == 0 ? 1 : interval)
    }
    chainages[fixCount & 7] = position.chainageMeters
    fixCount += 1
    return assessment(position, phi: phi, from: before)
  }

  private func assessment(
    _ position: SnappedPosition, phi: Double, from before: OffRouteCause?
  ) -> OffRouteAssessment {
    var result = OffRouteAssessment(state: state(position), cause: cause)
    result.hasLeft = before == nil && cause != nil
    result.hasReturned = before != nil && cause == nil
    result.evidenceNats = evidence
    result.wrongWayEvidenceNats = wrongWayEvidence
    result.thresholdNats = threshold
    result.offsetDeviations = deviations(position)
    result.courseResidualDegrees = phi / Self.degree
    if fixesSinceDeparture > 0 {
      result.departureChainageMeters = departureChainage
      result.departureTimeNanoseconds = departureTime
      result.fixesSinceDeparture = fixesSinceDeparture
    }
    return result
  }

  private func state(_ position: SnappedPosition) -> RouteState {
    if let cause { return cause == .wrongWay ? .wrongWay : .offRoute }
    if !isJoined { return .headingForRoute }
    if max(evidence, wrongWayEvidence) > threshold / 3 || position.sigmaMeters > 15 { return .uncertain }
    return .onRoute
  }

  private func deviations(_ position: SnappedPosition) -> Double {
    max(0, position.offsetMeters.magnitude - Self.laneMeters) / position.sigmaMeters
  }

  // MARK: - The plain rule

  private mutating func applyThreshold(
    _ position: SnappedPosition, _ fix: Fix, enter: Double, leave: Double, fixes: Int
  ) {
    let distance = position.fits ? position.distanceMeters : position.nearestDistanceMeters
    let fixes = max(1, fixes)
    if distance <= leave { isJoined = true }
    if cause == nil {
      confirmingFixes = distance > enter ? confirmingFixes + 1 : 0
      if confirmingFixes == 1 { noteDeparture(fix, position) }
      fixesSinceDeparture = confirmingFixes
      if confirmingFixes >= fixes, isJoined {
        cause = .beyondThreshold
        confirmingFixes = 0
      }
    } else {
      confirmingFixes = distance <= leave ? confirmingFixes + 1 : 0
      if confirmingFixes >= fixes {
        cause = nil
        confirmingFixes = 0
        fixesSinceDeparture = 0
      }
    }
  }

  private mutating func noteDeparture(_ fix: Fix, _ position: SnappedPosition) {
    departureChainage = position.chainageMeters
    departureTime = fix.timeNanoseconds
    fixesSinceDeparture = 0
  }

  // MARK: - Course against the route

  /// The smallest angle between the course and any part of the route within reach, radians; NaN without a course.
  private mutating func residual(_ fix: Fix, _ position: SnappedPosition) -> Double {
    let motion = position.motion
    defer {
      let seconds = motion.intervalSeconds > 0 ? min(motion.intervalSeconds, 5) : 1
      heldOffset += (position.offsetMeters.magnitude - heldOffset) * (1 - exp(-seconds / 8))
    }
    guard motion.hasCourse else { return .nan }
    var point = frame.project(fix.coordinate)
    if point.x.magnitude > 250 || point.y.magnitude > 250 {
      frame = LocalFrame(origin: fix.coordinate)
      point = PlanePoint(x: 0, y: 0)
    }
    var best = bestCosines(point, position)
    if motion.baselineFixes > 0, position.fits, fixCount >= motion.baselineFixes {
      let start = chainages[(fixCount - motion.baselineFixes) & 7]
      if position.chainageMeters - start > 15 {
        let a = frame.project(polyline.coordinate(atChainageMeters: start))
        let b = frame.project(
          polyline.coordinate(segment: position.segment, chainageMeters: position.chainageMeters))
        let length = a.distance(to: b)
        if length > 10 {
          best.course = max(
            best.course, ((b.x - a.x) * motion.east + (b.y - a.y) * motion.north) / length)
        }
      }
    }
    return acos(max(-1, min(1, max(best.course, best.contradicting))))
  }

  /// The greatest cosines of the course, and of the course that contradicts it, over the parts within reach.
  private func bestCosines(
    _ point: PlanePoint, _ position: SnappedPosition
  ) -> (course: Double, contradicting: Double) {
    let motion = position.motion
    let sigma = position.sigmaMeters
    let reach = position.nearestDistanceMeters + 10 + 3 * sigma + 1.5 * heldOffset
    let overrun = 6 + sigma + heldOffset
    let behind = position.fits ? position.chainageMeters - 150 : -.infinity
    var best = (course: -2.0, contradicting: -2.0)
    var nearest = RoutePolyline.Foot()
    var radius = reach
    polyline.index.search(point: point, frame: frame, radius: &radius) { segments, radius in
      for segment in segments {
        let foot = polyline.foot(of: point, segment: segment, in: frame)
        guard foot.distanceMeters <= radius else { continue }
        if foot.distanceMeters < nearest.distanceMeters { nearest = foot }
        guard foot.chainageMeters >= behind, foot.overrunMeters <= overrun else { continue }
        let cosines = Self.cosines(foot, motion)
        best.course = max(best.course, cosines.course)
        best.contradicting = max(best.contradicting, cosines.contradicting)
      }
    }
    if best.course >= -1.5 { return best }
    if nearest.segment < 0 || position.fits {
      nearest = polyline.foot(of: point, segment: position.segment, in: frame)
    }
    return Self.cosines(nearest, motion)
  }

  @inline(__always)
  private static func cosines(
    _ foot: RoutePolyline.Foot, _ motion: Motion
  ) -> (course: Double, contradicting: Double) {
    let length = (foot.directionX * foot.directionX + foot.directionY * foot.directionY).squareRoot()
    guard length > 0 else { return (-2, -2) }
    let contradicting =
      motion.contradictingEast == motion.contradictingEast
      ? (foot.directionX * motion.contradictingEast + foot.directionY * motion.contradictingNorth) / length : -2
    return ((foot.directionX * motion.east + foot.directionY * motion.north) / length, contradicting)
  }

  // MARK: - Evidence

  private mutating func applyEvidence(
    _ fix: Fix, _ position: SnappedPosition, phi: Double, seconds: Double
  ) {
    let motion = position.motion
    let sigma = position.sigmaMeters
    if seconds > Self.gapSeconds {
      filter.reset()
      evidence *= 0.5
      wrongWayEvidence = 0
    }
    let prediction = filter.predict(sigma: sigma, seconds: seconds)
    var offset = position.offsetMeters
    if position.isAtVertex, (-offset - prediction.mean).magnitude < (offset - prediction.mean).magnitude {
      offset = -offset
    }
    let innovation = offset - prediction.mean
    let deviation = prediction.variance.squareRoot()
    noteTeleport(position, seconds: seconds)
    let positionEvidence = positionEvidence(ratio: innovation / deviation, isLeft: offset > 0)
    if motion.isMoving { filter.update(innovation: innovation, variance: prediction.variance) }
    let z = deviations(position)

    if motion.isMoving {
      let course = courseEvidence(phi: phi, deviation: motion.courseDeviationRadians)
      let overlap = motion.isCourseDerived && seconds < 2.5 ? 0.7 : 1.0
      var gain = min(bound, max(-0.75 * bound, positionEvidence + course.leaving))
      if gain > 0 { gain *= overlap }
      if z < 0.5, gain > 0 { gain = 0 }
      evidence = min(threshold + bound, max(0, evidence + gain))
      accumulateWrongWay(
        course.wrongWay > 0 ? course.wrongWay * overlap : course.wrongWay, phi: phi, motion: motion, seconds: seconds)
      accumulateFar(position, seconds: seconds, z: z)
      noteEvidence(fix, position)
    } else if cause == nil {
      let forgetting = exp(-seconds / 20)
      evidence *= forgetting
      wrongWayEvidence *= forgetting
    }
    noteJoining(position, phi: phi, z: z)
    guard motion.isMoving else { return }
    let inward = innovation * (offset > 0 ? 1 : -1) < -0.5 * deviation
    decide(position, phi: phi, z: z, isInward: inward)
  }

  /// The density ratio of a drifting offset to the one expected on the route; it supports, it does not convict.
  private func positionEvidence(ratio: Double, isLeft: Bool) -> Double {
    let isOutward = isLeft ? ratio > 0 : ratio < 0
    let onRoute = 0.95 * exp(-0.5 * ratio * ratio) + 0.015
    let leaving = isOutward ? 0.5 * exp(-ratio * ratio / 32) : 0.05
    return min(0.5 * bound, max(-0.15 * bound, log(leaving / onRoute)))
  }

  private func courseEvidence(phi: Double, deviation: Double) -> (leaving: Double, wrongWay: Double) {
    guard phi == phi else { return (0, 0) }
    let root = (2 * Double.pi).squareRoot()
    let flat = 1 / (2 * Double.pi)
    let ahead = exp(-0.5 * (phi / deviation) * (phi / deviation)) / (deviation * root)
    let onRoute = 0.99 * ahead + 0.01 * flat
    let offRoute = 0.1 * ahead + 0.9 * flat
    let wide = 1.5 * deviation
    let back = (.pi - phi) / wide
    let reverse = 0.9 * exp(-0.5 * back * back) / (wide * root) + 0.1 * flat
    return (
      min(bound, max(-0.75 * bound, log(offRoute / onRoute))),
      min(wrongWayBound, max(-wrongWayBound, log(reverse / onRoute)))
    )
  }

  private mutating func accumulateWrongWay(_ gain: Double, phi: Double, motion: Motion, seconds: Double) {
    wrongWayEvidence = min(threshold + bound, max(0, wrongWayEvidence + gain))
    if phi > 120 * Self.degree {
      reverseMeters +=
        motion.isSpeedReported ? motion.speedMetersPerSecond * seconds : motion.displacementMeters
    } else if phi < 60 * Self.degree {
      reverseMeters = 0
      wrongWayEvidence = min(wrongWayEvidence, threshold / 2)
    }
  }

  private mutating func accumulateFar(_ position: SnappedPosition, seconds: Double, z: Double) {
    if position.offsetMeters.magnitude > max(80, 8 * position.sigmaMeters) {
      farFixes += 1
      farSeconds += min(seconds, 10)
    } else {
      farFixes = 0
      farSeconds = 0
    }
    if z < 2 { isTeleported = false }
  }

  /// A step that no car drives means that the offset was not driven to either: "far" then needs more time.
  private mutating func noteTeleport(_ position: SnappedPosition, seconds: Double) {
    let motion = position.motion
    if fixCount > 0 {
      let moved = growth.meters(sigma: position.sigmaMeters, seconds: seconds)
      let driven =
        motion.isSpeedReported
        ? 1.3 * motion.speedMetersPerSecond * seconds : max(8, 1.5 * stepRate) * seconds
      if motion.displacementMeters > driven + 5 * moved { isTeleported = true }
    }
    stepRate = 0.7 * stepRate + 0.3 * motion.displacementMeters / seconds
  }

  private mutating func noteEvidence(_ fix: Fix, _ position: SnappedPosition) {
    if evidence > 0 || wrongWayEvidence > 0 || farFixes > 0 {
      if fixesSinceDeparture == 0 { noteDeparture(fix, position) }
      fixesSinceDeparture += 1
    } else if cause == nil {
      fixesSinceDeparture = 0
    }
  }

  private mutating func noteJoining(_ position: SnappedPosition, phi: Double, z: Double) {
    smallestOffset = min(smallestOffset, position.offsetMeters.magnitude)
    guard position.motion.isMoving else { return }
    let isAlong = phi < 60 * Self.degree || phi > 120 * Self.degree
    joinedFixes = z < 1.5 && isAlong ? joinedFixes + 1 : 0
    if joinedFixes >= 2 { isJoined = true }
  }

  // MARK: - Decision

  private mutating func decide(_ position: SnappedPosition, phi: Double, z: Double, isInward: Bool) {
    if cause == nil {
      let sigma = position.sigmaMeters
      let remaining = polyline.lengthMeters - position.chainageMeters
      guard remaining > 50 + 2 * sigma else { return }
      var isLeaving = evidence > threshold && z > 1.5 && !isInward
      var isFar = farFixes >= 3 && farSeconds >= (isTeleported ? 30 : 6)
      if !isJoined {
        isLeaving = isLeaving && position.offsetMeters.magnitude > smallestOffset + max(50, 4 * sigma)
        isFar = false
      }
      let floor = position.motion.isCourseDerived ? 19.0 : 12.0
      let isWrongWay = wrongWayEvidence > threshold && reverseMeters > max(floor, 2 * sigma)
      if isLeaving {
        cause = .leaving
      } else if isWrongWay {
        cause = .wrongWay
      } else if isFar {
        cause = .far
      }
      goodFixes = 0
      goodMeters = 0
      return
    }
    if evidence <= 0, wrongWayEvidence <= 0, farFixes == 0, z < 1.5, !(phi > 45 * Self.degree) {
      goodFixes += 1
      goodMeters += position.motion.displacementMeters
    } else {
      goodFixes = 0
      goodMeters = 0
    }
    if goodFixes >= 3, goodMeters >= 40 {
      cause = nil
      fixesSinceDeparture = 0
      isJoined = true
    }
  }
}
