/// One position sample of a receiver.
///
/// What the receiver did not report is NaN, never 0 or -1.
public struct Fix: Sendable, BitwiseCopyable {
  /// Nanoseconds since 1970-01-01T00:00:00Z, or since the start of a trace that has no times.
  public var timeNanoseconds: Int64
  /// The position.
  public var coordinate: Coordinate
  /// Radius of the 68 % circle, metres, above 0; NaN when unknown.
  public var horizontalAccuracyMeters: Double
  /// Direction of travel, degrees clockwise from north in 0 ..< 360; NaN when unknown.
  public var courseDegrees: Double
  /// Metres per second, 0 or more; NaN when unknown.
  public var speedMetersPerSecond: Double

  /// Makes a fix; what is left out is unknown.
  @inlinable
  public init(
    timeNanoseconds: Int64, coordinate: Coordinate, horizontalAccuracyMeters: Double = .nan,
    courseDegrees: Double = .nan, speedMetersPerSecond: Double = .nan
  ) {
    self.timeNanoseconds = timeNanoseconds
    self.coordinate = coordinate
    self.horizontalAccuracyMeters = horizontalAccuracyMeters
    self.courseDegrees = courseDegrees
    self.speedMetersPerSecond = speedMetersPerSecond
  }
}
