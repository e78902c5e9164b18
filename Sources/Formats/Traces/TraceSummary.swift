import WaybenchCore

/// What a trace amounts to, gathered point by point in constant memory.
///
/// Lengths are sums inside segments; a pause between segments is never counted as driven.
public struct TraceSummary: TraceHandler, Sendable {
  /// The format of the file.
  public private(set) var format = TraceFormat.gpx
  /// Points of tracks.
  public private(set) var trackPointCount = 0
  /// Points of routes.
  public private(set) var routePointCount = 0
  /// Waypoints.
  public private(set) var waypointCount = 0
  /// Tracks.
  public private(set) var trackCount = 0
  /// Routes.
  public private(set) var routeCount = 0
  /// Segments with points.
  public private(set) var segmentCount = 0
  /// The sum of all hops inside segments, metres; standstill jitter is part of it.
  public private(set) var rawLengthMeters = 0.0
  /// Track points with a time.
  public private(set) var timedPointCount = 0
  /// The highest speed between two consecutive points, metres per second; `nil` when no pair has a positive time.
  public private(set) var maxSpeedMetersPerSecond: Double?
  /// The highest speed that the file reports, metres per second; `nil` when it reports none.
  public private(set) var maxReportedSpeedMetersPerSecond: Double?
  /// Consecutive points of a segment with the same time: no speed can be told for them.
  public private(set) var repeatedTimeCount = 0
  /// Points whose time is before that of the point before.
  public private(set) var backwardTimeCount = 0
  /// Whether times count from the start of the trace.
  public private(set) var hasRelativeTimes = false
  /// The first diagnostics, at most 1,000 and those of severity error.
  public private(set) var diagnostics: [TraceDiagnostic] = []

  var earliest = Int64.max
  var latest = Int64.min
  var trackBounds = BoundsAccumulator()
  var otherBounds = BoundsAccumulator()
  var intervals = IntervalHistogram()
  var standstill = StandstillFilter()
  private var frame = LocalFrame(origin: Coordinate(clampingLatitude: 0, longitude: 0))
  private var isAtSegmentStart = true
  private var last = TracePoint(coordinate: Coordinate(clampingLatitude: 0, longitude: 0))
  private var lastInFrame = PlanePoint(x: 0, y: 0)

  /// Makes an empty summary.
  public init() {}

  /// The first time; `nil` when the tracks have no times. Nanoseconds since 1970, or since the start if relative.
  public var startNanoseconds: Int64? { timedPointCount > 0 ? earliest : nil }
  /// The last time; `nil` when the tracks have no times. Nanoseconds since 1970, or since the start if relative.
  public var endNanoseconds: Int64? { timedPointCount > 0 ? latest : nil }
  /// From the first time to the last, seconds; `nil` when the tracks have no times.
  public var durationSeconds: Double? { timedPointCount > 0 ? Double(latest &- earliest) / 1e9 : nil }
  /// The way travelled, metres: hops without those of standing still.
  public var travelledLengthMeters: Double { standstill.travelledMeters }
  /// The time spent moving, seconds, at most the duration; `nil` when the tracks have no times.
  public var movingSeconds: Double? { timedPointCount > 0 ? standstill.movingSeconds : nil }
  /// Halts of at least `StandstillFilter.shortestStopSeconds`.
  public var stopCount: Int { standstill.stopCount }
  /// The time spent in those halts, seconds; `nil` when the tracks have no times.
  public var stoppedSeconds: Double? { timedPointCount > 0 ? standstill.stoppedSeconds : nil }
  /// The longest of those halts, seconds; `nil` when there was none.
  public var longestStopSeconds: Double? { stopCount > 0 ? standstill.longestStopSeconds : nil }
  /// The box round all track points, or, when there are none, round route points and waypoints; `nil` when empty.
  public var bounds: TraceBounds? { trackBounds.bounds ?? otherBounds.bounds }
  /// Time from point to point, seconds: least, middle (of the usual values, within 7 %) and greatest; `nil` without.
  public var samplingIntervalSeconds: (min: Double, median: Double, max: Double)? { intervals.seconds }

  /// Takes the format.
  public mutating func beginDocument(format: TraceFormat) { self.format = format }
  /// Notes that times are relative.
  public mutating func timesAreRelative() { hasRelativeTimes = true }
  /// Counts a track.
  public mutating func beginTrack(name: String?) { trackCount += 1 }
  /// Counts a segment.
  public mutating func beginSegment() {
    segmentCount += 1
    isAtSegmentStart = true
  }
  /// Closes the standstill that the segment ends with.
  public mutating func endSegment() { standstill.endSegment() }
  /// Counts a route.
  public mutating func beginRoute(name: String?) { routeCount += 1 }
  /// Counts a route point.
  public mutating func routePoint(_ point: TracePoint, name: String?) {
    routePointCount += 1
    otherBounds.add(point.coordinate)
  }
  /// Counts a waypoint.
  public mutating func waypoint(_ point: TracePoint, name: String?) {
    waypointCount += 1
    otherBounds.add(point.coordinate)
  }
  /// Keeps a diagnostic.
  public mutating func diagnostic(_ diagnostic: TraceDiagnostic) { diagnostics.append(diagnostic) }

  /// Adds a track point. Constant time, no allocation.
  public mutating func point(_ point: TracePoint) {
    trackPointCount &+= 1
    trackBounds.add(point.coordinate)
    let time = point.rawTimeNanoseconds
    let latestBefore = latest
    if time != TracePoint.unknownTime {
      timedPointCount &+= 1
      earliest = min(earliest, time)
      latest = max(latest, time)
    }
    if point.speedMetersPerSecond > (maxReportedSpeedMetersPerSecond ?? -1) {
      maxReportedSpeedMetersPerSecond = point.speedMetersPerSecond
    }
    if isAtSegmentStart {
      isAtSegmentStart = false
      recenter(on: point.coordinate)
      standstill.beginSegment(point, frame)
    } else {
      let hop = hopMeters(to: point.coordinate)
      let seconds = step(to: time)
      rawLengthMeters += hop
      if seconds > 0 {
        let speed = hop / seconds
        if speed > (maxSpeedMetersPerSecond ?? -1) { maxSpeedMetersPerSecond = speed }
      }
      // After a step back only what lies beyond the latest time so far is new time: no moment is counted twice.
      let newSeconds = seconds > 0 ? min(seconds, Double(max(0, time &- latestBefore)) * 1e-9) : 0
      standstill.add(point, hopMeters: hop, newSeconds: newSeconds, frame)
    }
    last = point
  }

  /// The distance from the last point, in a frame that is kept while the trace stays near its origin.
  @inline(__always)
  private mutating func hopMeters(to coordinate: Coordinate) -> Double {
    let here = frame.project(coordinate)
    if here.x.magnitude + here.y.magnitude < Self.frameReachMeters {
      let hop = here.distance(to: lastInFrame)
      lastInFrame = here
      return hop
    }
    let hop = Geodesic.distanceMeters(last.coordinate, coordinate)
    recenter(on: coordinate)
    return hop
  }

  /// Beyond this from its origin a frame is replaced; hops are then still right to 1 part in 100,000.
  private static let frameReachMeters = 1000.0

  private mutating func recenter(on coordinate: Coordinate) {
    frame = LocalFrame(origin: coordinate)
    lastInFrame = PlanePoint(x: 0, y: 0)
  }

  /// The time from the last point, seconds; NaN when one of the two has no time.
  @inline(__always)
  private mutating func step(to time: Int64) -> Double {
    guard time != TracePoint.unknownTime, last.rawTimeNanoseconds != TracePoint.unknownTime else { return .nan }
    let step = time &- last.rawTimeNanoseconds
    if step > 0 {
      intervals.add(step)
    } else if step == 0 {
      repeatedTimeCount += 1
    } else {
      backwardTimeCount += 1
    }
    return Double(step) * 1e-9
  }
}
