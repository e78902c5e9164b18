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
      maneuvers: planned.maneuvers.map { item in
        var maneuver = Maneuver(type: item.type, modifier: item.modifier)
        maneuver.exit = UInt8(clamping: item.exit ?? 0)
        return LineManeuver(vertex: item.vertex, maneuver: maneuver, name: item.name ?? "")
      },
      waypoints: planned.waypoints.filter { !$0.isSilent }.map(\.vertex), speedMetersPerSecond: speedMetersPerSecond)
  }
}
