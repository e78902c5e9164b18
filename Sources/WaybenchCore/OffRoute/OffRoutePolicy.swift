/// By which rule a route counts as left.
public enum OffRoutePolicy: Sendable, Hashable {
  /// The sequential test of `OffRouteDetector`, with the least number of fixes of full evidence that an alarm takes.
  case statistical(delayFixes: Int)
  /// A plain distance: left when `confirmingFixes` in a row lie beyond `enterMeters`, regained at `leaveMeters`.
  case threshold(enterMeters: Double, leaveMeters: Double, confirmingFixes: Int)

  /// The policy that is used where none is named: four fixes, which measured 0.06 false reroutes per hour at a
  /// standard deviation of 4 m.
  public static let standard = OffRoutePolicy.statistical(delayFixes: 4)

  /// False reroutes per hour that the statistical policy was measured to have at 1 Hz and a standard deviation of
  /// 4 m, by its delay in fixes.
  public static let measuredFalseReroutesPerHour: [(delayFixes: Int, perHour: Double)] = [
    (2, 0.27), (3, 0.096), (4, 0.060), (5, 0.034), (7, 0.020),
  ]

  /// The statistical policy that keeps two bounds.
  ///
  /// - Parameters:
  ///   - falseReroutesPerHour: at most so many alarms per hour of driving on the route.
  ///   - delayFixes: at most so many fixes of full evidence until the alarm.
  /// - Throws: `UnattainableBounds` when no delay within the bound has so few false alarms.
  public static func statistical(
    falseReroutesPerHour: Double, delayFixes: Int
  ) throws(UnattainableBounds) -> OffRoutePolicy {
    for (delay, rate) in measuredFalseReroutesPerHour where rate <= falseReroutesPerHour {
      if delay <= delayFixes { return .statistical(delayFixes: delay) }
      throw UnattainableBounds(
        falseReroutesPerHour: falseReroutesPerHour, delayFixes: delayFixes, leastDelayFixes: delay)
    }
    throw UnattainableBounds(
      falseReroutesPerHour: falseReroutesPerHour, delayFixes: delayFixes, leastDelayFixes: nil)
  }

  /// Two bounds that no setting of the detector keeps together.
  public struct UnattainableBounds: Error, Hashable, Sendable {
    /// The bound on false reroutes.
    public let falseReroutesPerHour: Double
    /// The bound on the delay.
    public let delayFixes: Int
    /// The least delay that keeps the first bound; `nil` when none does.
    public let leastDelayFixes: Int?
  }
}
