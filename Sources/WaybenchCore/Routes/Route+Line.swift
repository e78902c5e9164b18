extension Route {
  /// A maneuver of a route that is given as a line.
  public struct LineManeuver: Sendable {
    /// The coordinate of the line at which it is done.
    public var vertex: Int
    /// What is done.
    public var maneuver: Maneuver
    /// The name of the road after it.
    public var name: String

    /// Makes a maneuver.
    public init(vertex: Int, maneuver: Maneuver, name: String = "") {
      self.vertex = vertex
      self.maneuver = maneuver
      self.name = name
    }
  }

  /// Makes a route from a line with maneuvers and waypoints at some of its coordinates.
  ///
  /// A departure at the line's start and an arrival at its end are added where they are missing.
  ///
  /// - Parameters:
  ///   - line: the coordinates in order; `nil` is returned when there are none.
  ///   - maneuvers: in any order; those at a coordinate that the line does not have are left out.
  ///   - waypoints: coordinates of the line, besides its ends, where a leg ends.
  ///   - speedMetersPerSecond: the expected speed; NaN leaves the times unknown.
  /// - Complexity: O(line + maneuvers log maneuvers).
  public init?(
    line: [Coordinate], maneuvers: [LineManeuver] = [], waypoints: [Int] = [], speedMetersPerSecond: Double = .nan
  ) {
    guard let polyline = RoutePolyline(line) else { return nil }
    let chainages = polyline.inputChainagesMeters
    let last = chainages.count - 1
    var ordered = maneuvers.filter { $0.vertex >= 0 && $0.vertex <= last }
      .enumerated().sorted { ($0.element.vertex, $0.offset) < ($1.element.vertex, $1.offset) }.map(\.element)
    if ordered.first?.vertex != 0 { ordered.insert(LineManeuver(vertex: 0, maneuver: Maneuver(.depart)), at: 0) }
    if ordered.last?.maneuver.kind != .arrive || ordered.last?.vertex != last {
      ordered.append(LineManeuver(vertex: last, maneuver: Maneuver(.arrive)))
    }
    var names = [""]
    var steps: [RouteStep] = []
    for (index, item) in ordered.enumerated() {
      let start = chainages[item.vertex]
      let end = index + 1 < ordered.count ? chainages[ordered[index + 1].vertex] : start
      if !item.name.isEmpty, names.last != item.name { names.append(item.name) }
      steps.append(
        RouteStep(
          maneuver: item.maneuver, startChainageMeters: start, endChainageMeters: end,
          durationSeconds: (end - start) / speedMetersPerSecond,
          name: item.name.isEmpty ? 0 : Int32(clamping: names.count - 1)))
    }
    let ends = waypoints.filter { $0 > 0 && $0 < last }.sorted().map { chainages[$0] } + [polyline.lengthMeters]
    var legs: [RouteLeg] = []
    var firstStep = 0
    for end in ends {
      let isLast = legs.count == ends.count - 1
      var stop = firstStep
      while stop < steps.count, isLast || steps[stop].startChainageMeters < end { stop += 1 }
      // The arrival at a waypoint belongs to the leg that it ends.
      while !isLast, stop < steps.count, steps[stop].startChainageMeters <= end,
        steps[stop].maneuver.kind == .arrive || steps[stop].maneuver.kind == .via
      {
        stop += 1
      }
      legs.append(
        RouteLeg(
          startChainageMeters: legs.last?.endChainageMeters ?? 0, endChainageMeters: end, firstStep: firstStep,
          stepCount: stop - firstStep))
      firstStep = stop
    }
    self.init(
      polyline: polyline, legs: legs, steps: steps, names: names,
      durationSeconds: polyline.lengthMeters / speedMetersPerSecond)
  }
}
