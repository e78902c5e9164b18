/// Stands between "the route has been left" and "search a new one".
///
/// One request at a time; a minimum spacing that grows while new routes do not help, so that a car in a yard does not
/// ask each second; nothing shortly before arrival.
public struct ReroutePolicy: Sendable {
  /// What the policy is told.
  public struct Options: Sendable, Hashable {
    /// Least time between two requests, seconds.
    public var spacingSeconds = 5.0
    /// By how much the spacing grows with every request that did not bring the car onto a route.
    public var backOffFactor = 2.0
    /// The spacing grows no further than this, seconds.
    public var longestSpacingSeconds = 120.0
    /// So far a car must have followed a new route before the spacing returns to its least, metres.
    public var followedMeters = 100.0
    /// A request that has not been answered for so long is given up, seconds.
    public var answerTimeoutSeconds = 60.0

    /// The defaults.
    public init() {}
  }

  /// A question under way.
  public struct Request: Sendable, BitwiseCopyable {
    /// Counts the requests of a session, from 1.
    public var id: Int32
    /// When it was made.
    public var timeNanoseconds: Int64
  }

  private let options: Options
  private var spacingSeconds: Double
  private var lastRequestNanoseconds: Int64?
  private var requestCount: Int32 = 0
  private var followedMeters = 0.0
  /// The request that waits for its answer.
  public private(set) var pending: Request?

  /// Makes a policy.
  public init(options: Options = Options()) {
    self.options = options
    spacingSeconds = options.spacingSeconds
  }

  /// Asks for a new route at a time; `nil` when it is too early or a request is under way.
  public mutating func request(atNanoseconds now: Int64) -> Request? {
    if let pending {
      guard Self.seconds(from: pending.timeNanoseconds, to: now) > options.answerTimeoutSeconds else { return nil }
      self.pending = nil
    }
    if let last = lastRequestNanoseconds {
      let elapsed = Self.seconds(from: last, to: now)
      if elapsed >= 0, elapsed < spacingSeconds { return nil }
      // Gaps never shrink, whatever the options say; a comparison with NaN changes nothing.
      let grown = min(options.longestSpacingSeconds, spacingSeconds * options.backOffFactor)
      if grown > spacingSeconds { spacingSeconds = grown }
    }
    requestCount &+= 1
    let request = Request(id: requestCount, timeNanoseconds: now)
    pending = request
    lastRequestNanoseconds = now
    followedMeters = 0
    return request
  }

  /// Takes an answer; `false` when it belongs to no request under way and must be dropped.
  public mutating func acceptsAnswer(to id: Int32) -> Bool {
    guard pending?.id == id else { return false }
    pending = nil
    return true
  }

  /// The car is back on its route: a request under way is no longer wanted. Returns the one that was dropped.
  public mutating func cancel() -> Request? {
    defer { pending = nil }
    return pending
  }

  /// The car has followed its route for some metres: after enough of them the spacing returns to its least.
  public mutating func follow(meters: Double) {
    guard meters > 0, spacingSeconds > options.spacingSeconds else { return }
    followedMeters += meters
    if followedMeters >= options.followedMeters { spacingSeconds = options.spacingSeconds }
  }

  /// A new drive: a request under way is no longer wanted, and the next one need not wait. Requests are counted on, so
  /// that an answer to an old one is never taken for the answer to a new one.
  public mutating func reset() {
    pending = nil
    lastRequestNanoseconds = nil
    spacingSeconds = options.spacingSeconds
    followedMeters = 0
  }

  private static func seconds(from: Int64, to: Int64) -> Double {
    let (difference, overflow) = to.subtractingReportingOverflow(from)
    return overflow ? .infinity : Double(difference) * 1e-9
  }
}
