public import WaybenchCore

extension Route {
  /// The route that a file plans; `nil` when its line has no coordinate.
  ///
  /// Waypoints that only shape the line end no leg.
  ///
  /// - Parameter speedMetersPerSecond: the expected speed; NaN leaves the times unknown.
  public init?(_ planned: PlannedLine, speedMetersPerSecond: Double = .nan) {
    self.init(
      line: planned.coordinates,
      maneuvers: planned.maneuvers.map {
        LineManeuver(
          vertex: $0.vertex, maneuver: Maneuver(type: $0.type, modifier: $0.modifier), name: $0.name ?? "")
      },
      waypoints: planned.waypoints.filter { !$0.isSilent }.map(\.vertex), speedMetersPerSecond: speedMetersPerSecond)
  }
}
