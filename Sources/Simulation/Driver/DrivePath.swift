public import WaybenchCore

/// The line that a simulated car drives along: a polyline with allowed speeds, stops and tunnels.
///
/// An immutable value of plain arrays; copying it copies references only. Points that repeat their predecessor are
/// left out and pieces longer than 500 m are divided, so the stored line may hold other points than were given; its
/// chainage is the same.
public struct DrivePath: Sendable {
  /// A place where the car comes to rest: a traffic light, a stop sign, a waypoint.
  public struct Stop: Hashable, Sendable, BitwiseCopyable {
    /// Metres from the start of the path.
    public var chainageMeters: Double
    /// How long the car stands, nanoseconds, 0 or more.
    public var dwellNanoseconds: Int64

    /// Makes a stop.
    public init(chainageMeters: Double, dwellNanoseconds: Int64) {
      self.chainageMeters = chainageMeters
      self.dwellNanoseconds = dwellNanoseconds
    }
  }

  /// Why a path cannot be made.
  public enum PathError: Error, Hashable, Sendable {
    /// Fewer than two points, or all points are one place.
    case noLength
    /// One allowed speed is needed for each piece between two given points.
    case speedLimitCount(expected: Int, found: Int)
    /// The allowed speed of this piece is not a number above 0.
    case invalidSpeedLimit(piece: Int)
    /// The stop of this index lies outside the path or has a negative dwell.
    case invalidStop(index: Int)
    /// The tunnel of this index is not a range of numbers.
    case invalidTunnel(index: Int)
  }

  /// The points of the line; no two neighbours are equal.
  public let coordinates: [Coordinate]
  /// Metres from the start to each point, growing.
  public let chainagesMeters: [Double]
  /// Allowed speed on the piece after each point but the last, metres per second.
  public let speedLimitsMetersPerSecond: [Double]
  /// The stops, in the order of the drive; none lies within 1 cm of the end, where the drive is over.
  public let stops: [Stop]
  /// The parts without sky, as chainages in metres, in order.
  public let tunnels: [Range<Double>]

  /// Direction of each piece, degrees.
  let coursesDegrees: [Double]
  /// The turn at each point, degrees, positive to the right; 0 at both ends.
  let turnsDegrees: [Double]
  /// The length of way over which a car takes the turn at each point, half before and half after it, metres.
  let turnLengthsMeters: [Double]
  /// For each piece, the first and last point whose turn reaches into it.
  let reachingTurns: [(first: Int32, last: Int32)]

  /// The length of the path, metres, above 0.
  public var lengthMeters: Double { chainagesMeters[chainagesMeters.count - 1] }

  /// Makes a path.
  ///
  /// - Parameters:
  ///   - coordinates: the line, two points or more.
  ///   - speedLimitsMetersPerSecond: the allowed speed of each piece: one fewer than there are points.
  ///   - stops: in any order; one at the very end of the path is left out, since the car comes to rest there anyway.
  ///   - tunnels: ranges of chainage, in any order.
  /// - Complexity: O(points + length / 500 m).
  public init(
    coordinates given: [Coordinate], speedLimitsMetersPerSecond limits: [Double], stops: [Stop] = [],
    tunnels: [Range<Double>] = []
  ) throws(PathError) {
    guard given.count >= 2 else { throw .noLength }
    guard limits.count == given.count - 1 else {
      throw .speedLimitCount(expected: given.count - 1, found: limits.count)
    }
    for (piece, limit) in limits.enumerated() where !(limit > 0 && limit.isFinite) {
      throw .invalidSpeedLimit(piece: piece)
    }
    let line = Polyline(given, limits)
    guard line.points.count >= 2, let length = line.chainages.last, length > 0 else { throw .noLength }
    for (index, stop) in stops.enumerated() {
      guard stop.chainageMeters >= 0, stop.chainageMeters <= length + 1, stop.dwellNanoseconds >= 0 else {
        throw .invalidStop(index: index)
      }
    }
    for (index, tunnel) in tunnels.enumerated() {
      guard tunnel.lowerBound.isFinite, tunnel.upperBound.isFinite else { throw .invalidTunnel(index: index) }
    }
    self.coordinates = line.points
    self.chainagesMeters = line.chainages
    self.speedLimitsMetersPerSecond = line.limits
    self.stops = stops.filter { $0.chainageMeters < length - 0.01 }.sorted { $0.chainageMeters < $1.chainageMeters }
    self.tunnels = tunnels.sorted { $0.lowerBound < $1.lowerBound }
    let turns = Turns(line)
    coursesDegrees = turns.courses
    turnsDegrees = turns.turns
    turnLengthsMeters = turns.lengths
    reachingTurns = turns.reaching
  }

  /// Makes a path with the same allowed speed everywhere.
  public init(
    coordinates: [Coordinate], speedLimitMetersPerSecond limit: Double, stops: [Stop] = [],
    tunnels: [Range<Double>] = []
  ) throws(PathError) {
    try self.init(
      coordinates: coordinates,
      speedLimitsMetersPerSecond: [Double](repeating: limit, count: max(0, coordinates.count - 1)), stops: stops,
      tunnels: tunnels)
  }
}

/// The given line without repeated points and with long pieces divided.
struct Polyline {
  /// Longest piece that is drawn as a straight line of latitude and longitude, metres: off the geodesic by under 1 cm
  /// in the middle latitudes.
  static let longestPieceMeters = 500.0

  private(set) var points: [Coordinate] = []
  private(set) var chainages: [Double] = []
  private(set) var limits: [Double] = []

  init(_ given: [Coordinate], _ givenLimits: [Double]) {
    points.reserveCapacity(given.count)
    chainages.reserveCapacity(given.count)
    limits.reserveCapacity(given.count)
    for (index, point) in given.enumerated() {
      guard let last = points.last else {
        points.append(point)
        chainages.append(0)
        continue
      }
      let distance = Geodesic.distanceMeters(last, point)
      let pieces = max(1, Int((distance / Self.longestPieceMeters).rounded(.up)))
      for piece in 1..<(pieces + 1) {
        let fraction = Double(piece) / Double(pieces)
        append(piece == pieces ? point : Geodesic.interpolate(last, point, fraction: fraction), givenLimits[index - 1])
      }
    }
  }

  private mutating func append(_ point: Coordinate, _ limit: Double) {
    let last = points[points.count - 1]
    if point == last { return }
    chainages.append(chainages[chainages.count - 1] + Geodesic.distanceMeters(last, point))
    points.append(point)
    limits.append(limit)
  }
}
