public import WaybenchCore

/// A navigation session without anything around it: a value with one door, `handle`.
///
/// It reads no clock, no file and no random source. What it needs from outside, a route, it asks for by an event and
/// gets back as a later input. So the same inputs give the same events, on any run and any thread.
public struct Navigator: Sendable {
  /// What the session is doing.
  public enum Phase: UInt8, Sendable, BitwiseCopyable {
    /// No route is in force.
    case idle
    /// A route is followed.
    case guiding
    /// The destination was reached.
    case arrived
  }

  /// The settings.
  public let options: NavigationOptions
  /// What the session is doing.
  public private(set) var phase = Phase.idle
  /// The route in force.
  public private(set) var route: Route?
  /// How many routes have been in force before this one.
  public private(set) var routeIndex: Int32 = 0

  private var snapper: RouteSnapper?
  private var detector: OffRouteDetector?
  private var reroutePolicy: ReroutePolicy
  private var state = RouteState.headingForRoute
  private var legIndex = 0
  private var stepIndex = -1
  /// Whether the end of the leg was reached and guidance does not go on by itself.
  private var isWaitingAtWaypoint = false
  /// Expected seconds from the end of each step to the end of the route.
  private var secondsAfterStep: [Double] = []
  private var lastFixNanoseconds: Int64?
  private var lastChainage = 0.0
  private var lastSpeed = 0.0
  /// The usual time between fixes, seconds.
  private var intervalSeconds = 0.0
  private var isEstimating = false
  private var estimatedChainage = 0.0

  /// Makes an idle session.
  public init(options: NavigationOptions = NavigationOptions()) {
    self.options = options
    reroutePolicy = ReroutePolicy(options: options.reroute)
  }

  /// Takes an input and appends what happened.
  ///
  /// - Complexity: a fix costs a snap and a judgement of the parts of the route near it; no allocation.
  public mutating func handle(_ input: NavigationInput, into events: inout EventBuffer) {
    switch input {
    case .start(let route, let time):
      dropRequest(time, into: &events)
      routeIndex = 0
      reroutePolicy.reset()
      lastFixNanoseconds = nil
      follow(route)
      emit(.started(figures), time, &events)
    case .fix(let fix):
      handle(fix, into: &events)
    case .tick(let time):
      estimate(atNanoseconds: time, into: &events)
    case .routeAnswer(let answer):
      handle(answer, into: &events)
    case .continueToNextWaypoint:
      guard isWaitingAtWaypoint, let route, legIndex + 1 < route.legs.count else { return }
      isWaitingAtWaypoint = false
      legIndex += 1
      snapper?.limitMeters = route.legs[legIndex].endChainageMeters
    case .stop(let time):
      if state != .headingForRoute, phase == .guiding {
        emit(.stateChanged(from: state, to: .headingForRoute), time, &events)
      }
      dropRequest(time, into: &events)
      phase = .idle
      route = nil
      snapper = nil
      detector = nil
    }
  }

  // MARK: - Routes

  private mutating func follow(_ route: Route) {
    self.route = route
    var snapper = RouteSnapper(polyline: route.polyline)
    legIndex = 0
    snapper.limitMeters = route.legs.first?.endChainageMeters ?? .infinity
    self.snapper = snapper
    detector = OffRouteDetector(polyline: route.polyline, policy: options.offRoutePolicy)
    phase = .guiding
    state = .headingForRoute
    stepIndex = -1
    isEstimating = false
    isWaitingAtWaypoint = false
    lastChainage = 0
    secondsAfterStep = [Double](repeating: 0, count: route.steps.count)
    var total = 0.0
    for index in route.steps.indices.reversed() {
      secondsAfterStep[index] = total
      total += route.steps[index].durationSeconds
    }
  }

  private var figures: NavigationEvent.RouteFigures {
    NavigationEvent.RouteFigures(
      routeIndex: routeIndex, lengthMeters: route?.lengthMeters ?? 0,
      durationSeconds: route?.durationSeconds ?? .nan,
      legCount: Int32(clamping: route?.legs.count ?? 0), stepCount: Int32(clamping: route?.steps.count ?? 0))
  }

  private mutating func handle(_ answer: RouteAnswer, into events: inout EventBuffer) {
    guard reroutePolicy.acceptsAnswer(to: answer.requestID) else { return }
    switch answer.result {
    case .success(let route):
      routeIndex &+= 1
      follow(route)
      emit(.routeChanged(figures), answer.timeNanoseconds, &events)
    case .failure(let failure):
      let reason: RerouteFailureReason
      switch failure {
      case .noRoute: reason = .noRoute
      case .noSegment: reason = .noSegment
      case .invalidQuery, .noWaypoints, .duplicateWaypoints, .locationUnavailable, .travelModeUnsupported:
        reason = .invalidQuery
      case .unavailable, .canceled, .network, .quotaExceeded, .notAuthorized: reason = .unavailable
      }
      emit(.rerouteFailed(id: answer.requestID, reason: reason), answer.timeNanoseconds, &events)
    }
  }

  // MARK: - Fixes

  private mutating func handle(_ fix: Fix, into events: inout EventBuffer) {
    guard let route, phase != .idle else {
      emit(.fixRejected(.noRoute), fix.timeNanoseconds, &events)
      return
    }
    if let last = lastFixNanoseconds, fix.timeNanoseconds < last {
      emit(.fixRejected(.timeStepsBack), fix.timeNanoseconds, &events)
      return
    }
    if phase == .arrived {
      handleAfterArrival(fix, route, into: &events)
      return
    }
    let isEstimatedBefore = isEstimating
    guard let position = snapper?.snap(fix), let assessment = detector?.assess(fix, at: position) else { return }
    noteRegainedSignal(fix, position, into: &events)
    if !isEstimatedBefore, position.motion.intervalSeconds > 0 { intervalSeconds = position.motion.intervalSeconds }
    lastFixNanoseconds = fix.timeNanoseconds
    lastChainage = position.chainageMeters
    let speed = position.motion.speedMetersPerSecond
    lastSpeed = speed.isFinite && position.motion.isMoving ? speed : 0

    change(to: assessment.state, fix.timeNanoseconds, into: &events)
    advanceStep(position, fix.timeNanoseconds, route, into: &events)
    let progress = progress(position, route)
    emit(.snapped(progress), fix.timeNanoseconds, &events)
    if assessment.hasLeft { emit(.offRoute(departure(fix, position, assessment)), fix.timeNanoseconds, &events) }
    if assessment.hasReturned { handleReturn(position, fix.timeNanoseconds, into: &events) }
    if assessment.cause == nil {
      if assessment.state == .onRoute { reroutePolicy.follow(meters: position.advanceMeters) }
      reachWaypoints(position, fix.timeNanoseconds, route, into: &events)
    } else if phase == .guiding {
      requestRoute(fix, position.motion, into: &events)
    }
  }

  private mutating func handleReturn(
    _ position: SnappedPosition, _ time: Int64, into events: inout EventBuffer
  ) {
    emit(.backOnRoute(chainageMeters: position.chainageMeters), time, &events)
    dropRequest(time, into: &events)
  }

  private mutating func dropRequest(_ time: Int64, into events: inout EventBuffer) {
    if let dropped = reroutePolicy.cancel() { emit(.rerouteDropped(id: dropped.id), time, &events) }
  }

  private mutating func requestRoute(_ fix: Fix, _ motion: Motion, into events: inout EventBuffer) {
    guard let request = reroutePolicy.request(atNanoseconds: fix.timeNanoseconds) else { return }
    emit(
      .rerouteRequested(
        NavigationEvent.RerouteRequest(
          id: request.id, coordinate: fix.coordinate, courseDegrees: motion.courseDegrees,
          firstOpenLeg: Int32(clamping: legIndex),
          accuracyMeters: fix.horizontalAccuracyMeters.isFinite
            ? fix.horizontalAccuracyMeters : RouteSnapper.missingAccuracyMeters)),
      fix.timeNanoseconds, &events)
  }

  private func departure(
    _ fix: Fix, _ position: SnappedPosition, _ assessment: OffRouteAssessment
  ) -> NavigationEvent.Departure {
    NavigationEvent.Departure(
      cause: assessment.cause ?? .leaving, distanceMeters: position.nearestDistanceMeters,
      courseResidualDegrees: assessment.courseResidualDegrees,
      evidenceNats: max(assessment.evidenceNats, assessment.wrongWayEvidenceNats),
      departureChainageMeters: assessment.departureChainageMeters,
      secondsSinceDeparture: assessment.fixesSinceDeparture > 0
        ? Double(fix.timeNanoseconds &- assessment.departureTimeNanoseconds) * 1e-9 : 0)
  }

  private mutating func change(to next: RouteState, _ time: Int64, into events: inout EventBuffer) {
    guard next != state else { return }
    emit(.stateChanged(from: state, to: next), time, &events)
    state = next
  }

  // MARK: - Steps, waypoints, arrival

  private mutating func advanceStep(
    _ position: SnappedPosition, _ time: Int64, _ route: Route, into events: inout EventBuffer
  ) {
    guard !route.steps.isEmpty, position.fits, state != .offRoute, state != .wrongWay else { return }
    let next = route.stepIndex(atChainageMeters: position.chainageMeters)
    guard next > stepIndex || position.method == .reacquired && next != stepIndex else { return }
    if position.method != .tracked, next > stepIndex + 1 {
      emit(.stepsSkipped(from: Int32(clamping: stepIndex + 1), to: Int32(clamping: next)), time, &events)
    }
    stepIndex = next
    announceStep(time, route, into: &events)
  }

  private func announceStep(_ time: Int64, _ route: Route, into events: inout EventBuffer) {
    let step = route.steps[stepIndex]
    emit(
      .stepAdvanced(
        NavigationEvent.StepChange(
          stepIndex: Int32(clamping: stepIndex), maneuver: step.maneuver, name: step.name,
          lengthMeters: step.lengthMeters)), time, &events)
  }

  private mutating func reachWaypoints(
    _ position: SnappedPosition, _ time: Int64, _ route: Route, into events: inout EventBuffer
  ) {
    guard position.fits, position.distanceMeters <= max(options.arrivalRadiusMeters, 3 * position.sigmaMeters) else {
      return
    }
    while legIndex < route.legs.count,
      position.chainageMeters >= route.legs[legIndex].endChainageMeters - options.arrivalRadiusMeters
    {
      if legIndex == route.legs.count - 1 {
        let end = route.polyline.vertices[route.polyline.segmentCount].coordinate
        let place = route.polyline.coordinate(
          segment: position.segment, chainageMeters: position.chainageMeters)
        emit(
          .arrived(
            chainageMeters: position.chainageMeters, distanceMeters: Geodesic.distanceMeters(place, end)),
          time, &events)
        phase = .arrived
        isEstimating = false
        return
      }
      if isWaitingAtWaypoint { return }
      emit(
        .waypointReached(index: Int32(clamping: legIndex), chainageMeters: position.chainageMeters), time, &events)
      isWaitingAtWaypoint = !options.advancesAtWaypoints
      if isWaitingAtWaypoint { return }
      legIndex += 1
      snapper?.limitMeters = route.legs[legIndex].endChainageMeters
    }
  }

  /// After arrival nothing is judged. With `guidesAfterArrival` a driver who leaves the zone is guided back.
  private mutating func handleAfterArrival(_ fix: Fix, _ route: Route, into events: inout EventBuffer) {
    lastFixNanoseconds = fix.timeNanoseconds
    guard options.guidesAfterArrival, reroutePolicy.pending == nil, let position = snapper?.snap(fix) else { return }
    let end = route.polyline.vertices[route.polyline.segmentCount].coordinate
    guard Geodesic.distanceMeters(fix.coordinate, end) > 50 + 2 * position.sigmaMeters + options.arrivalRadiusMeters
    else { return }
    legIndex = max(0, route.legs.count - 1)
    requestRoute(fix, position.motion, into: &events)
  }

  private func progress(_ position: SnappedPosition, _ route: Route) -> NavigationEvent.Progress {
    progress(
      segment: position.segment, chainage: position.chainageMeters, distance: position.distanceMeters,
      course: position.courseDegrees, route: route, isEstimated: false)
  }

  private func progress(
    segment: Int, chainage: Double, distance: Double, course: Double, route: Route, isEstimated: Bool
  ) -> NavigationEvent.Progress {
    let remaining = max(0, route.lengthMeters - chainage)
    var seconds = Double.nan
    var toManeuver = remaining
    if stepIndex >= 0, stepIndex < route.steps.count {
      let step = route.steps[stepIndex]
      toManeuver = max(0, step.endChainageMeters - chainage)
      let share = step.lengthMeters > 0 ? min(1, toManeuver / step.lengthMeters) : 0
      seconds = secondsAfterStep[stepIndex] + step.durationSeconds * share
    }
    return NavigationEvent.Progress(
      coordinate: route.polyline.coordinate(segment: segment, chainageMeters: chainage), courseDegrees: course,
      chainageMeters: chainage, distanceMeters: distance, remainingMeters: remaining, remainingSeconds: seconds,
      stepIndex: Int32(clamping: stepIndex), metersToManeuver: toManeuver, state: state, isEstimated: isEstimated)
  }

  // MARK: - Estimation without fixes

  /// Goes on along the route at the last speed while no fix arrives, up to a limit and never past the next waypoint.
  private mutating func estimate(atNanoseconds time: Int64, into events: inout EventBuffer) {
    guard phase == .guiding, let route, let last = lastFixNanoseconds, state == .onRoute || state == .uncertain
    else { return }
    let elapsed = Double(time &- last) * 1e-9
    guard elapsed >= max(options.estimationAfterSeconds, 2 * intervalSeconds),
      elapsed <= options.longestEstimationSeconds, lastSpeed > 0
    else { return }
    if !isEstimating {
      isEstimating = true
      emit(.signalLost(secondsSinceFix: elapsed), time, &events)
    }
    let limit = legIndex < route.legs.count ? route.legs[legIndex].endChainageMeters : route.lengthMeters
    let chainage = min(limit, lastChainage + lastSpeed * elapsed)
    estimatedChainage = chainage
    let segment = route.polyline.segment(atChainageMeters: chainage)
    if !route.steps.isEmpty {
      let next = route.stepIndex(atChainageMeters: chainage)
      if next > stepIndex {
        stepIndex = next
        announceStep(time, route, into: &events)
      }
    }
    emit(
      .snapped(
        progress(
          segment: segment, chainage: chainage, distance: .nan,
          course: route.polyline.courseDegrees(segment: segment), route: route, isEstimated: true)), time, &events)
  }

  private mutating func noteRegainedSignal(
    _ fix: Fix, _ position: SnappedPosition, into events: inout EventBuffer
  ) {
    guard isEstimating else { return }
    isEstimating = false
    emit(
      .signalRegained(correctionMeters: position.chainageMeters - estimatedChainage), fix.timeNanoseconds, &events)
  }

  private func emit(_ payload: NavigationEvent.Payload, _ time: Int64, _ events: inout EventBuffer) {
    events.append(NavigationEvent(timeNanoseconds: time, payload: payload))
  }
}
