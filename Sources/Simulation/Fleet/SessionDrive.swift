public import Measurement
public import Navigation
public import WaybenchCore

/// What a session is run with.
public struct SessionOptions: Sendable {
  /// The settings of the navigator.
  public var navigation = NavigationOptions()
  /// Simulated time from a request for a route to its answer, nanoseconds. The search itself is timed apart.
  public var answerDelayNanoseconds: Int64 = 200_000_000
  /// Whether the log has a line for every fix.
  public var logsSnapped = false
  /// Whether each stage is timed (two readings of the clock each).
  public var measuresStages = true

  /// The defaults.
  public init() {}
}

/// One drive: a source of fixes, a navigator, somebody who answers for routes, and the log of what happened.
///
/// Every input has a due time that follows from the trace alone, so the log is the same at every rate.
public final class SessionDrive<Source: FixSource & Sendable>: ScheduledDrive {
  /// The drive's name.
  public let name: String
  /// The source of fixes; a simulated one holds the truth.
  public private(set) var source: Source
  /// The log of events.
  public private(set) var log: EventLog
  /// All events, in order, without their text.
  public private(set) var events: [NavigationEvent] = []
  /// How long the navigator took for each fix.
  public private(set) var navigatorLatency = LatencyHistogram()
  /// How long each search for a route took.
  public private(set) var searchLatency = LatencyHistogram()
  /// How many fixes were fed.
  public private(set) var fixCount = 0
  /// The routes that were in force, in order.
  public private(set) var routes: [Route]

  private var lastFix: Int64?
  private var navigator: Navigator
  private var buffer = EventBuffer()
  private var provider: (any RouteProvider)?
  private let options: SessionOptions
  private var pending: (due: Int64, answer: RouteAnswer)?
  private var nextTick: Int64?
  /// The latest moment dealt with: a fix whose time steps back does not take the drive back.
  private var now = Int64.min
  private static var tickNanoseconds: Int64 { 1_000_000_000 }

  /// Makes a drive.
  ///
  /// - Parameters:
  ///   - route: the plan, followed from the first moment on.
  ///   - provider: answers requests for routes; `nil` leaves them unanswered as failures.
  init(name: String, source: Source, route: Route, provider: (any RouteProvider & Sendable)?, options: SessionOptions) {
    self.name = name
    self.source = source
    self.provider = provider
    self.options = options
    routes = [route]
    log = EventLog(drive: name, includesSnapped: options.logsSnapped)
    navigator = Navigator(options: options.navigation)
    if let start = source.nextDueNanoseconds {
      take(.start(route, timeNanoseconds: start))
    }
  }

  /// The earliest of the next fix, the next tick and the answer under way.
  public var nextDueNanoseconds: Int64? {
    guard let next = source.nextDueNanoseconds else { return pending?.due }
    var due = next
    if let pending { due = min(due, pending.due) }
    if let nextTick { due = min(due, nextTick) }
    return due
  }

  /// When the fix after the next is due.
  public var followingDueNanoseconds: Int64? { source.followingDueNanoseconds }

  /// Takes everything that is due: an answer first, then fixes in their order, then the tick.
  public func fire(dueNanoseconds due: Int64, latenessNanoseconds: Int64) {
    now = max(now, due)
    if let answered = pending, answered.due <= due {
      pending = nil
      take(.routeAnswer(answered.answer))
    }
    while let next = source.nextDueNanoseconds, next <= due {
      guard let fix = source.next() else { continue }
      feed(fix)
    }
    if let tick = nextTick, tick <= due {
      take(.tick(timeNanoseconds: tick))
      nextTick = tickAfter(tick)
    }
  }

  /// Leaves out the fixes that are due.
  public func skip(dueNanoseconds due: Int64) {
    now = max(now, due)
    while let next = source.nextDueNanoseconds, next <= due { _ = source.next() }
    if let answered = pending, answered.due <= due {
      pending = nil
      take(.routeAnswer(answered.answer))
    }
    if let tick = nextTick, tick <= due { nextTick = tickAfter(due) }
  }

  private func feed(_ fix: Fix) {
    fixCount += 1
    lastFix = now
    nextTick = now &+ Int64(options.navigation.estimationAfterSeconds * 1e9)
    let start = options.measuresStages ? MonotonicClock.nowNanoseconds() : 0
    buffer.removeAll()
    navigator.handle(.fix(fix), into: &buffer)
    if options.measuresStages { navigatorLatency.record(MonotonicClock.nowNanoseconds() - start) }
    deliver()
  }

  /// The next moment at which time is told to go on without a fix; `nil` when estimation has ended.
  private func tickAfter(_ tick: Int64) -> Int64? {
    guard let lastFix else { return nil }
    let next = tick &+ Self.tickNanoseconds
    let limit = lastFix &+ Int64(options.navigation.longestEstimationSeconds * 1e9)
    return next <= limit ? next : nil
  }

  private func take(_ input: NavigationInput) {
    buffer.removeAll()
    navigator.handle(input, into: &buffer)
    deliver()
  }

  private func deliver() {
    for event in buffer.events {
      if case .routeChanged = event.payload, let route = navigator.route {
        routes.append(route)
        source.adopt(route)
      }
      events.append(event)
      log.append(event, names: navigator.route?.names ?? [])
      if case .rerouteRequested(let request) = event.payload { answer(request, event.timeNanoseconds) }
      if case .rerouteDropped = event.payload { pending = nil }
    }
  }

  /// Searches at once, so that the answer depends on the question alone, and hands it over after the delay.
  private func answer(_ request: NavigationEvent.RerouteRequest, _ time: Int64) {
    let start = MonotonicClock.nowNanoseconds()
    let result = search(request)
    searchLatency.record(MonotonicClock.nowNanoseconds() - start)
    let due = max(now, time) &+ max(1, options.answerDelayNanoseconds)
    pending = (due, RouteAnswer(requestID: request.id, timeNanoseconds: due, result: result))
  }

  private func search(_ request: NavigationEvent.RerouteRequest) -> Result<Route, RouteFailure> {
    guard let route = navigator.route, provider != nil else { return .failure(.unavailable) }
    let open = route.legs.dropFirst(Int(request.firstOpenLeg)).map { leg in
      RouteRequest.Waypoint(coordinate: route.polyline.coordinate(atChainageMeters: leg.endChainageMeters))
    }
    // The road that the car is on runs its way and is near; only where there is none, any road will do.
    let starts = [
      RouteRequest.Waypoint(
        coordinate: request.coordinate, bearingDegrees: request.courseDegrees, bearingToleranceDegrees: 60,
        radiusMeters: min(1000, max(50, 3 * request.accuracyMeters))),
      RouteRequest.Waypoint(coordinate: request.coordinate),
    ]
    var failure = RouteFailure.noRoute(fromWaypoint: 0)
    for start in starts {
      do {
        if let found = try provider?.routes(for: RouteRequest(waypoints: [start] + open)).first {
          return .success(found)
        }
      } catch {
        failure = error
      }
    }
    return .failure(failure)
  }
}
