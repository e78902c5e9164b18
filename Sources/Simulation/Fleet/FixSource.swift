public import WaybenchCore

/// Where the fixes of a drive come from: a recording, or a simulated car and receiver.
public protocol FixSource {
  /// When the next moment is, nanoseconds; `nil` after the last. Never falls.
  var nextDueNanoseconds: Int64? { get }
  /// The moment after the next, as far as it is known.
  var followingDueNanoseconds: Int64? { get }
  /// Takes the next moment; `nil` when the receiver has no fix at it.
  mutating func next() -> Fix?
  /// Another route is in force: a driver who obeys follows it.
  mutating func adopt(_ route: Route)
}

/// A recorded trace. Fixes keep their own times; one whose time steps back is due with the one before.
public struct RecordedFixes: FixSource, Sendable {
  private let fixes: [Fix]
  private var index = 0
  private var due = Int64.min

  /// Makes a source of fixes in the order in which they were taken.
  public init(_ fixes: [Fix]) {
    self.fixes = fixes
    if let first = fixes.first { due = first.timeNanoseconds }
  }

  /// When the next moment is.
  public var nextDueNanoseconds: Int64? { index < fixes.count ? due : nil }

  /// The moment after the next.
  public var followingDueNanoseconds: Int64? {
    index + 1 < fixes.count ? max(due, fixes[index + 1].timeNanoseconds) : nil
  }

  /// Takes the next moment.
  public mutating func next() -> Fix? {
    guard index < fixes.count else { return nil }
    let fix = fixes[index]
    index += 1
    if index < fixes.count { due = max(due, fixes[index].timeNanoseconds) }
    return fix
  }

  /// A recording goes its own way.
  public mutating func adopt(_ route: Route) {}
}

/// A simulated car with a receiver, and the truth of where it was.
public struct SimulatedFixes: FixSource, Sendable {
  /// The truth at each moment so far, in order.
  public private(set) var truth: [TruthSample] = []
  /// The fixes that the receiver gave so far, in order.
  public private(set) var fixes: [Fix] = []
  private var sampler: DriveSampler
  private var receiver: GNSSErrorModel
  private let pathOptions: DrivePath.RouteOptions
  private let obeysReroutes: Bool

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - sampler: the driver and when the receiver reports.
  ///   - receiver: its errors.
  ///   - pathOptions: how a new route becomes a path when the driver adopts it.
  ///   - obeysReroutes: whether the driver follows a new route.
  public init(
    sampler: DriveSampler, receiver: GNSSErrorModel, pathOptions: DrivePath.RouteOptions, obeysReroutes: Bool = true
  ) {
    self.sampler = sampler
    self.receiver = receiver
    self.pathOptions = pathOptions
    self.obeysReroutes = obeysReroutes
  }

  /// When the next moment is.
  public var nextDueNanoseconds: Int64? { sampler.nextDueNanoseconds }
  /// The moment after the next.
  public var followingDueNanoseconds: Int64? { sampler.followingDueNanoseconds }

  /// Takes the next moment.
  public mutating func next() -> Fix? {
    guard let sample = sampler.next() else { return nil }
    truth.append(sample)
    guard let fix = receiver.observe(sample, inTunnel: sampler.isInTunnel) else { return nil }
    fixes.append(fix)
    return fix
  }

  /// From where the car is, along the new route.
  public mutating func adopt(_ route: Route) {
    guard obeysReroutes, let now = truth.last else { return }
    let nearest = route.polyline.nearest(to: now.coordinate)
    guard
      let path = DrivePath(
        route: route, fromChainageMeters: nearest.chainageMeters, startingAt: now.coordinate, options: pathOptions)
    else { return }
    sampler.replacePath(path, atChainageMeters: 0)
  }
}
