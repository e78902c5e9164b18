extension Driver {
  /// How speed comes about.
  public enum Profile: Hashable, Sendable {
    /// A person at the wheel: limits, bends, acceleration, braking, jerk.
    case natural
    /// One speed from the first moment to the last, exactly; limits and bends do not count. Stops are kept, with
    /// neither braking nor accelerating.
    case constant(metersPerSecond: Double)
  }

  /// What kind of driver this is.
  public struct Options: Hashable, Sendable {
    /// How speed comes about.
    public var profile = Profile.natural
    /// Driven speed per allowed speed; people spread around 1 with a deviation of about 0.1 (SUMO's default).
    public var speedFactor = 1.0
    /// Strongest acceleration, m/s2 (SUMO's passenger car).
    public var maximumAccelerationMetersPerSecondSquared = 2.6
    /// Deceleration that is planned with, m/s2.
    public var comfortableDecelerationMetersPerSecondSquared = 2.5
    /// Strongest deceleration of an ordinary drive, m/s2 (AASHTO, stopping sight distance).
    public var maximumDecelerationMetersPerSecondSquared = 3.4
    /// Strongest deceleration when a new path leaves no other choice, m/s2 (SUMO).
    public var emergencyDecelerationMetersPerSecondSquared = 9.0
    /// Fastest change of acceleration, m/s3.
    public var maximumJerkMetersPerSecondCubed = 2.0
    /// Accepted sideways acceleration, as a multiple of what is usual.
    public var lateralFactor = 1.0
    /// How far to the right of the path the car drives, metres; below 0: to the left.
    public var laneOffsetMeters = 0.0

    /// An ordinary driver on the centre of the line.
    public init() {}

    /// A driver of the given profile.
    public init(profile: Profile) { self.profile = profile }
  }
}
