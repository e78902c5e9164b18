import WaybenchCore

/// Reads traces from GeoJSON: lines are tracks, points with a time (or `kind: fix`) are the fixes of one track, other
/// points are waypoints. Where `track_index` or `segment_index` of a fix changes, another track or segment begins.
///
/// Times of a line stand in `coordTimes`, `times` or `coordinateProperties.times`; the third number of a position is
/// its elevation. Features with `kind: route` are routes.
struct GeoJSONTraceReader<Handler: TraceHandler> {
  var sink: TraceSink<Handler>
  private let path: String
  private let options: TraceOptions
  private var hasRelativeTimes = false
  /// Where the last fix that stands as a point belongs; `nil` when the next one opens a track.
  private var lastFix: (track: Int?, segment: Int?)?

  init(path: String, sink: TraceSink<Handler>, options: TraceOptions) {
    self.path = path
    self.sink = sink
    self.options = options
  }

  /// Reads the whole file.
  mutating func read(_ input: ByteInput) throws(TraceError) {
    let bytes: [UInt8]
    do { bytes = try input.readAll() } catch { throw TraceError(error) }
    var walker = GeoJSONWalker(bytes)
    var featureCount = 0
    do {
      try walker.walk { feature in
        featureCount += 1
        take(feature)
      }
    } catch {
      let isGeoJSON = walker.hasGeoJSONType
      let message = error.isCut ? "the file is cut: \(error.message)" : error.message
      let kind: TraceError.Kind = error.isCut && isGeoJSON ? .cut : .malformed
      guard isGeoJSON, featureCount > 0, options.strictness != .strict else {
        throw TraceError(kind: kind, path: path, line: error.line, message: message)
      }
      sink.diagnose(.error, line: Int32(truncatingIfNeeded: error.line), message)
    }
    guard walker.hasGeoJSONType else {
      throw TraceError(
        kind: .malformed, path: path, line: 1,
        message: "no \"type\" of GeoJSON; expected a FeatureCollection, a Feature or a geometry")
    }
    sink.finish()
  }

  private mutating func take(_ feature: GeoJSONFeature) {
    for fault in feature.faults {
      sink.diagnose(.warning, line: fault.line, "point rejected: \(fault.reason)")
    }
    switch feature.geometry {
    case .point:
      guard let position = feature.lines.first?.first else { return }
      takePoint(position, feature)
    case .line, .lines:
      if feature.kind == "route" { takeRoute(feature) } else { takeTrack(feature) }
    case .other(let type):
      sink.diagnose(.note, line: feature.line, "geometry \"\(type)\" left out; expected lines and points")
    case .none: break
    }
  }

  private mutating func takePoint(_ position: GeoJSONPosition, _ feature: GeoJSONFeature) {
    var point = TracePoint(coordinate: position.coordinate, elevationMeters: position.elevation, line: position.line)
    point.setSpeed(feature.speed)
    point.setCourse(feature.course)
    point.setAccuracy(feature.accuracy)
    point.setDilution(feature.dilution)
    point.timeNanoseconds = feature.time ?? feature.relativeTime
    let isFix = feature.kind == "fix" || (feature.kind == nil && point.timeNanoseconds != nil)
    guard isFix else { return sink.handler.waypoint(point, name: feature.name) }
    if feature.time == nil && feature.relativeTime != nil { noteRelativeTimes() }
    if let lastFix, lastFix.track == feature.trackIndex {
      if lastFix.segment != feature.segmentIndex { sink.endSegment() }
    } else {
      sink.endTrack()
      if feature.kind == "fix" { sink.setTrack(name: feature.name) }
    }
    lastFix = (feature.trackIndex, feature.segmentIndex)
    sink.point(point)
  }

  private mutating func takeTrack(_ feature: GeoJSONFeature) {
    lastFix = nil
    sink.endTrack()
    sink.setTrack(name: feature.name)
    if feature.times.isEmpty && !feature.relativeTimes.isEmpty { noteRelativeTimes() }
    let times = feature.times.isEmpty ? feature.relativeTimes : feature.times
    let count = feature.positionCount
    let areTimesUsable = times.count == count
    if !times.isEmpty && !areTimesUsable {
      sink.diagnose(.warning, line: feature.line, "\(times.count) times for \(count) positions; times left out")
    }
    for line in feature.lines {
      for position in line {
        var point = TracePoint(
          coordinate: position.coordinate, elevationMeters: position.elevation, line: position.line)
        if areTimesUsable { point.timeNanoseconds = times[position.index] }
        sink.point(point)
      }
      sink.endSegment()
    }
    sink.endTrack(reportsEmpty: true)
  }

  private mutating func takeRoute(_ feature: GeoJSONFeature) {
    sink.handler.beginRoute(name: feature.name)
    for position in feature.lines.joined() {
      sink.handler.routePoint(
        TracePoint(coordinate: position.coordinate, elevationMeters: position.elevation, line: position.line),
        name: nil)
    }
    sink.handler.endRoute()
  }

  private mutating func noteRelativeTimes() {
    guard !hasRelativeTimes else { return }
    hasRelativeTimes = true
    sink.handler.timesAreRelative()
  }
}
