/// How a receiver stands to its route.
public enum RouteState: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// The route has not been joined yet.
  case headingForRoute
  /// The route explains the fixes.
  case onRoute
  /// The fixes speak against the route, but not enough.
  case uncertain
  /// The route has been left.
  case offRoute
  /// The route is driven backwards.
  case wrongWay
}

/// Why a route counts as left.
public enum OffRouteCause: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// Course and offset lead away from it.
  case leaving
  /// It is driven backwards.
  case wrongWay
  /// It is far away.
  case far
  /// It lies beyond a fixed distance (the threshold policy).
  case beyondThreshold
}

/// What a detector says of one fix.
public struct OffRouteAssessment: Sendable, BitwiseCopyable {
  /// How the receiver stands to the route.
  public var state: RouteState
  /// Why the route counts as left; `nil` while it does not.
  public var cause: OffRouteCause?
  /// Whether the route has come to count as left at this fix.
  public var hasLeft = false
  /// Whether the route has been regained at this fix.
  public var hasReturned = false
  /// Evidence for having left, nats; the alarm is at `thresholdNats`.
  public var evidenceNats = 0.0
  /// Evidence for driving backwards, nats.
  public var wrongWayEvidenceNats = 0.0
  /// Where the alarm is.
  public var thresholdNats = 0.0
  /// Distance from the route beyond the lane, in standard deviations.
  public var offsetDeviations = 0.0
  /// The angle between the course and the best fitting part of the route, degrees; NaN when there is no course.
  public var courseResidualDegrees = Double.nan
  /// Where on the route the evidence began: the likely place of departure, metres along it; NaN without evidence.
  public var departureChainageMeters = Double.nan
  /// When the evidence began; 0 without evidence.
  public var departureTimeNanoseconds: Int64 = 0
  /// The fixes since the evidence began.
  public var fixesSinceDeparture = 0
}
