import WaybenchCore

/// A box on the Earth, degrees. `west` is greater than `east` when it lies across the antimeridian.
public struct TraceBounds: Sendable, Hashable {
  /// The least latitude, degrees north.
  public var south: Double
  /// The western edge, degrees east.
  public var west: Double
  /// The greatest latitude, degrees north.
  public var north: Double
  /// The eastern edge, degrees east.
  public var east: Double

  /// From west to east, degrees in 0 ... 360.
  public var widthDegrees: Double { east >= west ? east - west : east - west + 360 }
}

/// The box round positions, with the longitude counted on from point to point, the short way each time.
struct BoundsAccumulator: Sendable {
  private var south = Int32.max
  private var north = Int32.min
  private var west: Int64 = 0
  private var east: Int64 = 0
  private var lastLongitude: Int32 = 0
  private var unwrapped: Int64 = 0

  @inline(__always)
  mutating func add(_ coordinate: Coordinate) {
    if south > north {
      unwrapped = Int64(coordinate.longitudeE7)
      west = unwrapped
      east = unwrapped
    } else {
      unwrapped &+= longitudeDifferenceE7(from: lastLongitude, to: coordinate.longitudeE7)
      west = min(west, unwrapped)
      east = max(east, unwrapped)
    }
    lastLongitude = coordinate.longitudeE7
    south = min(south, coordinate.latitudeE7)
    north = max(north, coordinate.latitudeE7)
  }

  var bounds: TraceBounds? {
    guard south <= north else { return nil }
    var box = TraceBounds(south: Double(south) / 1e7, west: -180, north: Double(north) / 1e7, east: 180)
    if east - west < 3_600_000_000 {
      box.west = Self.degrees(west)
      box.east = Self.degrees(east)
    }
    return box
  }

  private static func degrees(_ unwrapped: Int64) -> Double {
    var rest = (unwrapped + 1_800_000_000) % 3_600_000_000
    if rest < 0 { rest += 3_600_000_000 }
    return Double(rest - 1_800_000_000) / 1e7
  }
}

/// How often which time lies between two points: 16 classes for each doubling, each remembering its last value, so
/// that the middle of a regular trace is exact.
struct IntervalHistogram: Sendable {
  private var counts = [Int](repeating: 0, count: 1024)
  private var values = [Int64](repeating: 0, count: 1024)
  private var total = 0
  private var least = Int64.max
  private var greatest: Int64 = 0

  /// - Parameter nanoseconds: above 0.
  @inline(__always)
  mutating func add(_ nanoseconds: Int64) {
    let exponent = 63 &- nanoseconds.leadingZeroBitCount
    let fraction = exponent >= 4 ? nanoseconds >> Int64(exponent &- 4) & 15 : nanoseconds & 15
    let index = (exponent &* 16 &+ Int(fraction)) & 1023
    counts[index] &+= 1
    values[index] = nanoseconds
    total &+= 1
    least = min(least, nanoseconds)
    greatest = max(greatest, nanoseconds)
  }

  var seconds: (min: Double, median: Double, max: Double)? {
    guard total > 0 else { return nil }
    var seen = 0
    for index in 0..<1024 {
      seen += counts[index]
      if seen * 2 >= total { return (Double(least) / 1e9, Double(values[index]) / 1e9, Double(greatest) / 1e9) }
    }
    return nil
  }
}

/// Tells moving from standing still, point by point in constant memory.
///
/// Points are gathered while they stay within a radius of their mean. When one leaves, the stay is judged: it was a
/// halt if it lasted long enough and the way within it wandered (a receiver's noise) or hardly existed; otherwise it
/// was travel. A straight way that is slow is travel too, except for hops below a crawl.
struct StandstillFilter: Sendable {
  /// How far the fixes of a parked car may lie from their mean, metres.
  static let radiusMeters = 15.0
  /// A stay shorter than this is not a halt, seconds.
  static let shortestStopSeconds = 20.0
  /// Ways within a stay up to this are no way at all, metres.
  static let negligibleMeters = 5.0
  /// Of a way that wanders, less than this part is progress.
  static let straightness = 0.5
  /// Below this speed a hop is standing, metres per second.
  static let crawlMetersPerSecond = 0.1

  private(set) var travelledMeters = 0.0
  private(set) var movingSeconds = 0.0
  private(set) var stopCount = 0
  private(set) var stoppedSeconds = 0.0
  private(set) var longestStopSeconds = 0.0

  private var first = Coordinate(clampingLatitude: 0, longitude: 0)
  private var last = Coordinate(clampingLatitude: 0, longitude: 0)
  private var count = 0
  /// Sums of differences to `first`, 1e-7 degrees.
  private var northSum = 0.0
  private var eastSum = 0.0
  private var wayMeters = 0.0
  private var staySeconds = 0.0
  private var standingSeconds = 0.0

  mutating func beginSegment(_ point: TracePoint, _ frame: LocalFrame) {
    begin(at: point.coordinate)
  }

  mutating func endSegment() {
    close()
    count = 0
  }

  /// - Parameters:
  ///   - hopMeters: from the point before.
  ///   - newSeconds: from the point before, as far as that time has not been counted already; 0 when unknown.
  @inline(__always)
  mutating func add(_ point: TracePoint, hopMeters: Double, newSeconds time: Double, _ frame: LocalFrame) {
    if hopMeters < 2 * Self.radiusMeters {
      let north = Double(Int64(point.coordinate.latitudeE7) &- Int64(first.latitudeE7))
      let east = Double(longitudeDifferenceE7(from: first.longitudeE7, to: point.coordinate.longitudeE7))
      let weight = 1 / Double(count)
      let y = (north - northSum * weight) * frame.metersPerLatitudeUnit
      let x = (east - eastSum * weight) * frame.metersPerLongitudeUnit
      if x * x + y * y <= Self.radiusMeters * Self.radiusMeters {
        count &+= 1
        northSum += north
        eastSum += east
        wayMeters += hopMeters
        staySeconds += time
        if hopMeters <= Self.crawlMetersPerSecond * time { standingSeconds += time }
        last = point.coordinate
        return
      }
    }
    close()
    travelledMeters += hopMeters
    movingSeconds += time
    begin(at: point.coordinate)
  }

  private mutating func begin(at coordinate: Coordinate) {
    first = coordinate
    last = coordinate
    count = 1
    northSum = 0
    eastSum = 0
    wayMeters = 0
    staySeconds = 0
    standingSeconds = 0
  }

  private mutating func close() {
    guard count > 1 else { return }
    var halt = 0.0
    if staySeconds >= Self.shortestStopSeconds {
      let progress = Geodesic.distanceMeters(first, last)
      if wayMeters <= Self.negligibleMeters || progress < Self.straightness * wayMeters {
        halt = staySeconds
        wayMeters = progress
      } else if standingSeconds >= Self.shortestStopSeconds {
        halt = standingSeconds
      }
    }
    travelledMeters += wayMeters
    movingSeconds += staySeconds - halt
    if halt > 0 {
      stopCount += 1
      stoppedSeconds += halt
      longestStopSeconds = max(longestStopSeconds, halt)
    }
  }
}
