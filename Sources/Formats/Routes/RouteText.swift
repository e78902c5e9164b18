public import WaybenchCore

/// Writes routes: OSRM v5 and Google Routes API JSON, GeoJSON, GPX, encoded polylines, text for people.
///
/// `RouteFileReader` reads all but the last. GeoJSON with this project's properties loses nothing but the edges of the
/// network; OSRM rounds lengths and times to 0.1; Google has no lanes, signs and names apart from its sentences; GPX
/// keeps the maneuvers with the names of their roads; polylines keep the line.
public enum RouteText {
  /// The forms in which a route is written.
  public enum Format: String, Sendable, CaseIterable {
    /// The answer of the OSRM HTTP API's route service.
    case osrm
    /// The answer of the Google Routes API (computeRoutes, v2).
    case google
    /// A feature collection: the line, and a point per maneuver and waypoint, as `RouteFileReader` reads them.
    case geojson
    /// A GPX 1.1 `rte`.
    case gpx
    /// The encoded polyline alone, with 6 decimals.
    case polyline
    /// The encoded polyline alone, with 5 decimals.
    case polyline5
    /// The encoded polyline alone, with 6 decimals, as `polyline`.
    case polyline6
    /// A table of steps.
    case text
  }

  /// How lines stand in JSON answers. The raw values are those of OSRM's option `geometries`.
  public enum Geometries: String, Sendable, CaseIterable {
    /// Coordinates with 7 decimals: no precision has to be known.
    case geojson
    /// Encoded with 5 decimals.
    case polyline
    /// Encoded with 6 decimals.
    case polyline6
  }

  /// The text of alternative routes between the same waypoints; all formats hold several. Empty for no routes.
  ///
  /// - Parameters:
  ///   - geometries: of `osrm` and `google`; `nil` is the format's own way: GeoJSON for OSRM, where no precision has to
  ///     be known, and 5 decimals for Google, whose encoded polylines never have 6: `polyline6` writes 5 there.
  public static func text(_ routes: [Route], format: Format, geometries: Geometries? = nil) -> String {
    guard !routes.isEmpty else { return "" }
    switch format {
    case .osrm: return OSRMRouteText(geometries: geometries ?? .geojson).text(routes)
    case .google: return GoogleRouteText(geometries: geometries ?? .polyline).text(routes)
    case .geojson: return GeoJSONRouteText.text(routes)
    case .gpx: return GPXRouteText.text(routes)
    case .polyline, .polyline6: return polylines(routes, .decimals6)
    case .polyline5: return polylines(routes, .decimals5)
    case .text: return RouteTable.text(routes)
    }
  }

  /// The answer of the OSRM HTTP API when there is no route.
  public static func osrmFailure(code: String, message: String) -> String {
    var json = JSONText()
    json.beginObject()
    json.key("code")
    json.value(code)
    json.key("message")
    json.value(message)
    json.endObject()
    json.newline()
    return json.string
  }

  private static func polylines(_ routes: [Route], _ precision: EncodedPolyline.Precision) -> String {
    routes.map { EncodedPolyline.encode($0.coordinates, precision: precision) + "\n" }.joined()
  }
}

extension Route {
  /// The coordinates of the route's line.
  public var coordinates: [Coordinate] { polyline.vertices.map(\.coordinate) }

  /// Whether traffic keeps to the left on a step.
  func drivesOnLeft(step: RouteStep) -> Bool {
    step.drivesOnLeft
      || edges.last { $0.startChainageMeters <= step.startChainageMeters }?.attributes.contains(.drivesOnLeft) ?? false
  }

  /// The vertex nearest to a distance along the route.
  func vertex(atChainageMeters chainage: Double) -> Int {
    let segment = polyline.segment(atChainageMeters: chainage)
    let before = polyline.vertices[segment].chainageMeters
    let after = polyline.vertices[segment + 1].chainageMeters
    return after - chainage < chainage - before ? segment + 1 : segment
  }

  /// The steps of a leg as indices; those that are not there are left out.
  func stepIndices(of leg: RouteLeg) -> Range<Int> {
    let first = max(0, min(leg.firstStep, steps.count))
    return first..<max(first, min(leg.firstStep + leg.stepCount, steps.count))
  }

  /// The lanes of a run; empty where the route does not hold them.
  func lanes(_ run: Run) -> ArraySlice<RouteLane> {
    run.first >= 0 && run.count >= 0 && run.range.upperBound <= lanes.count ? lanes[run.range] : []
  }

  /// The lanes before a step's maneuver.
  func lanes(of step: RouteStep) -> ArraySlice<RouteLane> {
    let own = lanes(step.lanes)
    return own.isEmpty ? intersections(of: step).first.map { lanes($0.lanes) } ?? [] : own
  }

  /// The intersections of a step.
  func intersections(of step: RouteStep) -> ArraySlice<RouteIntersection> {
    let run = step.intersections
    return run.first >= 0 && run.count >= 0 && run.range.upperBound <= intersections.count
      ? intersections[run.range] : []
  }

  /// The two longest named roads of some steps in the order of the route: a short description.
  func summary(_ indices: Range<Int>) -> String {
    let named = steps[indices].filter { $0.name != 0 || $0.reference != 0 }
      .sorted { ($0.lengthMeters, -$0.startChainageMeters) > ($1.lengthMeters, -$1.startChainageMeters) }.prefix(2)
    return named.sorted { $0.startChainageMeters < $1.startChainageMeters }
      .map { name($0.name != 0 ? $0.name : $0.reference) }.joined(separator: ", ")
  }

  /// The direction before or after a step's maneuver, whole degrees: as told, otherwise that of the line.
  ///
  /// - Parameter isAfter: 0 before the first step of the route.
  func bearingDegrees(step: RouteStep, isAfter: Bool) -> Int {
    let told = isAfter ? step.bearingAfterDegrees : step.bearingBeforeDegrees
    if told >= 0 { return Int(told) }
    let chainage = step.startChainageMeters
    if !isAfter, chainage <= 0 { return 0 }
    let segment = polyline.segment(atChainageMeters: isAfter ? chainage : max(0, chainage - 0.01))
    let course = polyline.courseDegrees(segment: segment)
    return course.isNaN ? 0 : Int(course.rounded()) % 360
  }
}
