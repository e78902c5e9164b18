public import WaybenchCore

/// What a navigator can be told.
public enum NavigationInput: Sendable {
  /// Follow this route from now on.
  case start(Route, timeNanoseconds: Int64)
  /// A position sample.
  case fix(Fix)
  /// Time goes on without a fix.
  case tick(timeNanoseconds: Int64)
  /// The answer to a request for a new route.
  case routeAnswer(RouteAnswer)
  /// Go on to the next leg after a waypoint, where the session does not by itself.
  case continueToNextWaypoint(timeNanoseconds: Int64)
  /// Stop guidance.
  case stop(timeNanoseconds: Int64)
}

/// The answer to a request for a new route.
public struct RouteAnswer: Sendable {
  /// The request's number.
  public var requestID: Int32
  /// When the answer arrived.
  public var timeNanoseconds: Int64
  /// The route, or why there is none.
  public var result: Result<Route, RouteFailure>

  /// Makes an answer.
  public init(requestID: Int32, timeNanoseconds: Int64, result: Result<Route, RouteFailure>) {
    self.requestID = requestID
    self.timeNanoseconds = timeNanoseconds
    self.result = result
  }
}

/// What a session is set to.
public struct NavigationOptions: Sendable, Hashable {
  /// The rule by which the route counts as left.
  public var offRoutePolicy = OffRoutePolicy.standard
  /// How requests for new routes are spaced.
  public var reroute = ReroutePolicy.Options()
  /// A destination counts as reached so many metres before it.
  public var arrivalRadiusMeters = 30.0
  /// Whether guidance goes on to the next leg by itself when a waypoint on the way is reached.
  public var advancesAtWaypoints = true
  /// Whether a driver who goes on after arrival is guided back.
  public var guidesAfterArrival = false
  /// After so many seconds without a fix, and twice the usual time between fixes, the place is estimated.
  public var estimationAfterSeconds = 2.0
  /// The estimate ends so many seconds after the last fix.
  public var longestEstimationSeconds = 60.0

  /// The defaults.
  public init() {}
}
