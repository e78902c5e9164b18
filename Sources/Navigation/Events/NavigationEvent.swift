public import WaybenchCore

/// Something that happened in a session, with the time of the input that caused it.
public struct NavigationEvent: Sendable, BitwiseCopyable {
  /// Nanoseconds since 1970, or since the start of a trace without times.
  public var timeNanoseconds: Int64
  /// What happened.
  public var payload: Payload

  /// Makes an event.
  public init(timeNanoseconds: Int64, payload: Payload) {
    self.timeNanoseconds = timeNanoseconds
    self.payload = payload
  }

  /// What happened.
  public enum Payload: Sendable, BitwiseCopyable {
    /// Guidance has begun.
    case started(RouteFigures)
    /// A fix was placed on the route, or the place was estimated without one.
    case snapped(Progress)
    /// The relation to the route changed.
    case stateChanged(from: RouteState, to: RouteState)
    /// Steps before this one were not driven: the drive began, or went on, farther along.
    case stepsSkipped(from: Int32, to: Int32)
    /// Another step is current.
    case stepAdvanced(StepChange)
    /// The route was left.
    case offRoute(Departure)
    /// The route was regained.
    case backOnRoute(chainageMeters: Double)
    /// A new route is wanted.
    case rerouteRequested(RerouteRequest)
    /// A request is no longer wanted: the route was regained.
    case rerouteDropped(id: Int32)
    /// A request had no route for an answer.
    case rerouteFailed(id: Int32, reason: RerouteFailureReason)
    /// Another route is in force.
    case routeChanged(RouteFigures)
    /// No fix arrives; the place is estimated from now on.
    case signalLost(secondsSinceFix: Double)
    /// Fixes arrive again; how far the estimate was off along the route.
    case signalRegained(correctionMeters: Double)
    /// A waypoint on the way was reached.
    case waypointReached(index: Int32, chainageMeters: Double)
    /// The destination was reached.
    case arrived(chainageMeters: Double, distanceMeters: Double)
    /// A fix was not used.
    case fixRejected(FixRejection)
  }

  /// The figures of a route in force.
  public struct RouteFigures: Sendable, BitwiseCopyable {
    /// Counts the routes of a session, from 0.
    public var routeIndex: Int32
    /// Its length, metres.
    public var lengthMeters: Double
    /// Its expected time, seconds; NaN when unknown.
    public var durationSeconds: Double
    /// Its number of legs.
    public var legCount: Int32
    /// Its number of steps.
    public var stepCount: Int32
  }

  /// Where a session is.
  public struct Progress: Sendable, BitwiseCopyable {
    /// The place on the route.
    public var coordinate: Coordinate
    /// The direction of the route there, degrees clockwise from north; NaN on a route of no length.
    public var courseDegrees: Double
    /// Metres along the route.
    public var chainageMeters: Double
    /// Metres from the fix to the place; NaN for an estimate.
    public var distanceMeters: Double
    /// Metres to the final destination.
    public var remainingMeters: Double
    /// Expected time to the final destination, seconds; NaN when unknown.
    public var remainingSeconds: Double
    /// The current step.
    public var stepIndex: Int32
    /// Metres to the end of the current step, where the next maneuver is.
    public var metersToManeuver: Double
    /// The relation to the route.
    public var state: RouteState
    /// Whether the place was estimated without a fix.
    public var isEstimated: Bool
  }

  /// Another step is current.
  public struct StepChange: Sendable, BitwiseCopyable {
    /// The step, counted from 0.
    public var stepIndex: Int32
    /// What is done where it begins.
    public var maneuver: Maneuver
    /// The road's name, as an index of the route's names.
    public var name: Int32
    /// The step's length, metres.
    public var lengthMeters: Double
  }

  /// The route was left.
  public struct Departure: Sendable, BitwiseCopyable {
    /// Why it counts as left.
    public var cause: OffRouteCause
    /// Metres from the nearest part of the route.
    public var distanceMeters: Double
    /// The angle between the course and the route, degrees; NaN without a course.
    public var courseResidualDegrees: Double
    /// Evidence at the decision, nats.
    public var evidenceNats: Double
    /// Where on the route the evidence began, metres along it; NaN when not known.
    public var departureChainageMeters: Double
    /// Seconds since the evidence began.
    public var secondsSinceDeparture: Double
  }

  /// A new route is wanted.
  public struct RerouteRequest: Sendable, BitwiseCopyable {
    /// Counts the requests of a session, from 1.
    public var id: Int32
    /// From where.
    public var coordinate: Coordinate
    /// The direction of travel there, degrees clockwise from north; NaN when not known.
    public var courseDegrees: Double
    /// The first leg of the route in force whose destination has not been reached.
    public var firstOpenLeg: Int32
    /// Radius of the 68 % circle around `coordinate`, metres.
    public var accuracyMeters: Double
  }

  /// Why a fix was not used.
  public enum FixRejection: UInt8, Sendable, BitwiseCopyable {
    /// Its time is before that of the fix before.
    case timeStepsBack
    /// It arrived before a route was in force.
    case noRoute
  }
}

/// Why a request for a new route brought none.
public enum RerouteFailureReason: UInt8, Sendable, BitwiseCopyable {
  /// There is no way.
  case noRoute
  /// No road is near.
  case noSegment
  /// The question was wrong.
  case invalidQuery
  /// Nobody answers questions here.
  case unavailable
}

/// Events in the order in which they happened. Reused from input to input so that nothing is allocated.
public struct EventBuffer: Sendable {
  /// The events.
  public private(set) var events: [NavigationEvent]

  /// Makes an empty buffer.
  public init(capacity: Int = 32) {
    events = []
    events.reserveCapacity(capacity)
  }

  /// Adds an event.
  public mutating func append(_ event: NavigationEvent) { events.append(event) }

  /// Forgets all events and keeps the room.
  public mutating func removeAll() { events.removeAll(keepingCapacity: true) }
}
