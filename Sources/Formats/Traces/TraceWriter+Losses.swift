import WaybenchCore

extension TraceWriter {
  /// What writing a document in a format would lose, one clause for each kind of loss with its count; empty when
  /// reading the file gives the same tracks, routes and waypoints again.
  ///
  /// Every format rounds heights, speeds, courses and accuracies to 3 decimals; that is not called a loss. O(points).
  public static func losses(of document: TraceDocument, format: TraceFormat) -> [String] {
    var losses = LossList()
    switch format {
    case .gpx: gpxLosses(document, &losses)
    case .nmea: nmeaLosses(document, &losses)
    case .geojson: geoJSONLosses(document, &losses)
    case .csv: csvLosses(document, &losses)
    }
    return losses.clauses
  }

  private static let startsIn1970 = "times count from the start of the trace; they are written as if it began in 1970"

  private static func gpxLosses(_ document: TraceDocument, _ losses: inout LossList) {
    if document.hasRelativeTimes { losses.clauses.append(startsIn1970) }
    let shaped = document.routes.filter { $0.shape.count != $0.points.count }
    addRouteLosses(shaped, &losses)
  }

  private static func geoJSONLosses(_ document: TraceDocument, _ losses: inout LossList) {
    addRouteLosses(document.routes, &losses)
  }

  /// Only the shape of these routes is written.
  private static func addRouteLosses(_ routes: [TraceDocument.Route], _ losses: inout LossList) {
    var richCount = 0
    for route in routes {
      for (point, text) in zip(route.points, route.pointTexts)
      where text != RoutePointText() || point != TracePoint(coordinate: point.coordinate) { richCount += 1 }
    }
    losses.add(richCount, "route point keeps only its position", "route points keep only their positions")
    losses.add(
      routes.count { $0.shape.count != $0.points.count }, "route has every vertex turned into a route point",
      "routes have every vertex turned into a route point")
  }

  private static func csvLosses(_ document: TraceDocument, _ losses: inout LossList) {
    let count = document.tracks.count
    if count > 1 { losses.clauses.append("\(count) tracks are joined to one; segments stay apart") }
    addTrackPointsOnly(document, &losses)
  }

  private static func nmeaLosses(_ document: TraceDocument, _ losses: inout LossList) {
    var untimed = 0
    var merged = 0
    var rounded = 0
    var misdated = 0
    var lastTimeOfDay: Int64?
    for segment in document.tracks.lazy.flatMap(\.segments) {
      for point in segment {
        guard let time = point.timeNanoseconds else {
          untimed += 1
          continue
        }
        let (milliseconds, rest) = TimeText.floorDivide(time &+ 500_000, 1_000_000)
        let (days, timeOfDay) = TimeText.floorDivide(milliseconds, 86_400_000)
        if rest != 500_000 { rounded += 1 }
        if timeOfDay == lastTimeOfDay { merged += 1 }
        lastTimeOfDay = timeOfDay
        if !(1980...2079).contains(TimeText.date(days: days).year) { misdated += 1 }
      }
    }
    losses.add(untimed, "point without a time is not written", "points without a time are not written")
    losses.add(
      merged, "point is merged with the one before, whose time of day it has",
      "points are merged with the one before, whose time of day they have")
    losses.add(rounded, "time is rounded to milliseconds", "times are rounded to milliseconds")
    if document.hasRelativeTimes {
      losses.clauses.append(startsIn1970)
    } else {
      losses.add(
        misdated, "date lies outside of 1980 to 2079 and is ambiguous with two digits of the year",
        "dates lie outside of 1980 to 2079 and are ambiguous with two digits of the year")
    }
    let segmentCount = document.tracks.reduce(0) { $0 + $1.segments.count }
    if segmentCount > 1 { losses.clauses.append("\(segmentCount) segments are joined") }
    addTrackPointsOnly(document, &losses)
  }

  /// What formats lose that hold nothing but the points of tracks.
  private static func addTrackPointsOnly(_ document: TraceDocument, _ losses: inout LossList) {
    losses.add(
      document.tracks.count { $0.name != nil }, "name of a track is not written", "names of tracks are not written")
    losses.add(document.waypoints.count, "waypoint is not written", "waypoints are not written")
    losses.add(document.routes.count, "route is not written", "routes are not written")
  }
}

/// Clauses that begin with a count.
private struct LossList {
  var clauses: [String] = []

  mutating func add(_ count: Int, _ one: String, _ many: String) {
    if count > 0 { clauses.append("\(count) \(count == 1 ? one : many)") }
  }
}
