public import WaybenchCore

/// Where a simulated car really is at one moment, before any receiver has spoiled it.
public struct TruthSample: Sendable, BitwiseCopyable {
  /// Nanoseconds of the driver's time (since 1970 UTC when the drive was started at such a time).
  public var timeNanoseconds: Int64
  /// The car's place, including its offset from the path.
  public var coordinate: Coordinate
  /// The car's heading, degrees clockwise from north in 0 ..< 360; known even when the car stands.
  public var courseDegrees: Double
  /// Metres per second, 0 or more.
  public var speedMetersPerSecond: Double
  /// Metres from the start of the path that the driver follows at this moment.
  public var chainageMeters: Double

  /// Makes a sample from its parts.
  @inlinable
  public init(
    timeNanoseconds: Int64, coordinate: Coordinate, courseDegrees: Double, speedMetersPerSecond: Double,
    chainageMeters: Double
  ) {
    self.timeNanoseconds = timeNanoseconds
    self.coordinate = coordinate
    self.courseDegrees = courseDegrees
    self.speedMetersPerSecond = speedMetersPerSecond
    self.chainageMeters = chainageMeters
  }
}
