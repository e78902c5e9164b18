import Glibc

/// Where a fix lies on a route.
public struct SnappedPosition: Sendable, BitwiseCopyable {
  /// How the place was found.
  public enum Method: UInt8, Sendable, BitwiseCopyable {
    /// The first fix: over the whole route.
    case acquired
    /// Near the expected progress.
    case tracked
    /// Nothing near the expected progress fits; the progress of before is kept.
    case held
    /// After some fixes that did not fit: over the whole route again.
    case reacquired
  }

  /// How the place was found.
  public var method: Method
  /// The segment of the route's polyline.
  public var segment: Int
  /// Metres along the route to the place: the progress.
  public var chainageMeters: Double
  /// Change of the progress since the fix before, metres.
  public var advanceMeters: Double
  /// Metres from the fix to the place.
  public var distanceMeters: Double
  /// Metres from the fix to the nearest part of the route, however far along it.
  public var nearestDistanceMeters: Double
  /// Metres from the line, above 0 to its left: of the place, or of the nearest part of the route while `held`.
  public var offsetMeters: Double
  /// Whether the nearest point of the segment is one of its ends.
  public var isAtVertex: Bool
  /// The direction of the segment as a vector, metres.
  public var directionEast: Double
  /// See `directionEast`.
  public var directionNorth: Double
  /// The standard deviation that the fix was judged with, metres.
  public var sigmaMeters: Double
  /// How the receiver moves.
  public var motion: Motion

  /// Whether the route explains the fix where the progress is.
  public var fits: Bool { method != .held }
  /// The direction of the route at the place, degrees clockwise from north.
  public var courseDegrees: Double { WaybenchCore.courseDegrees(east: directionEast, north: directionNorth) }
}

/// Keeps a receiver's place on a route.
///
/// A window around the expected progress is scored by distance, progress and course together, so that a route that
/// crosses, loops or retraces itself keeps its leg. Only when the window has nothing plausible for several fixes is
/// the whole route searched, through the index. The cost of a fix does not depend on the route's length, and a fix
/// allocates nothing.
public struct RouteSnapper: Sendable {
  /// The route's line.
  public let polyline: RoutePolyline
  /// Progress beyond this place is not taken by reacquisition: the next waypoint must be reached first.
  public var limitMeters = Double.infinity
  /// The standard deviation that is taken where a fix reports no accuracy, metres.
  public static let missingAccuracyMeters = 6.0
  /// How many fixes in a row must not fit before the whole route is searched again.
  public static let misfitsBeforeReacquisition = 4
  /// cos 75 degrees: beyond that a segment does not agree with the course.
  private static let courseCosine = 0.25881904510252074

  private var motionEstimator = MotionEstimator()
  private var frame: LocalFrame
  private var segment = 0
  private var chainageMeters = 0.0
  private var hasPlace = false
  private var misfits = 0
  /// Ratio of the error seen to the accuracy reported, and how many fixes it was learnt from.
  private var scale = 1.0
  private var scaleCount = 0
  private var previousOffset = 0.0

  /// Makes a snapper that stands nowhere yet.
  public init(polyline: RoutePolyline) {
    self.polyline = polyline
    frame = LocalFrame(origin: polyline.vertices[0].coordinate)
  }

  /// Forgets the place and the past, for a new start on the same route.
  public mutating func reset() {
    motionEstimator.reset()
    hasPlace = false
    misfits = 0
    scale = 1
    scaleCount = 0
  }

  /// Takes the next fix and tells where it lies.
  ///
  /// - Complexity: O(segments in the window), independent of the route's length, while the route explains the fixes.
  ///   No allocation.
  public mutating func snap(_ fix: Fix) -> SnappedPosition {
    var point = frame.project(fix.coordinate)
    // The frame is exact for some hundred metres: move it along with the receiver.
    if point.x.magnitude > 250 || point.y.magnitude > 250 {
      frame = LocalFrame(origin: fix.coordinate)
      point = PlanePoint(x: 0, y: 0)
    }
    let accuracy = fix.horizontalAccuracyMeters > 0 ? fix.horizontalAccuracyMeters : Self.missingAccuracyMeters
    let sigma = min(30, max(4, scale * accuracy))
    let motion = motionEstimator.update(fix, point: point, frame: frame, sigma: sigma)
    let position = hasPlace ? track(point, motion, sigma) : acquire(point, motion, sigma, as: .acquired)
    learnScale(position)
    return position
  }

  // MARK: - Tracking

  private mutating func track(_ point: PlanePoint, _ motion: Motion, _ sigma: Double) -> SnappedPosition {
    let interval = motion.intervalSeconds > 0 ? motion.intervalSeconds : 0
    let speed = motion.speedMetersPerSecond == motion.speedMetersPerSecond ? motion.speedMetersPerSecond : 0
    let low = chainageMeters - 40 - 2 * sigma
    let high = chainageMeters + min(1.5 * speed * interval, 10_000) + 40 + 3 * sigma
    let expected = chainageMeters + (motion.isSpeedReported ? min(speed * interval, 10_000) : 0)
    let window = bestInWindow(point, motion, sigma, low: low, high: high, expected: expected)

    var nearestDistance = window.leastDistance
    var nearest = window.best
    if window.leastDistance > 10 + sigma || window.best.segment < 0 {
      let found = polyline.nearestFoot(to: point, in: frame, closerThanMeters: window.leastDistance)
      if found.segment >= 0 {
        nearest = found
        nearestDistance = found.distanceMeters
      }
    }
    if window.best.segment >= 0, window.leastDistance <= nearestDistance + 10 + sigma {
      misfits = 0
      return place(window.best, .tracked, motion, sigma, nearestDistance)
    }
    misfits += 1
    if misfits >= Self.misfitsBeforeReacquisition {
      let found = acquire(point, motion, sigma, as: .reacquired)
      if found.method == .reacquired { return found }
    }
    return hold(point, window.best, nearest, nearestDistance, motion, sigma)
  }

  private struct Window {
    var best = RoutePolyline.Foot()
    var leastDistance = Double.infinity
  }

  /// The foot of least cost whose chainage lies in a window around the progress.
  @inline(__always)
  private func bestInWindow(
    _ point: PlanePoint, _ motion: Motion, _ sigma: Double, low: Double, high: Double, expected: Double
  ) -> Window {
    let penalty = 10 + 2 * sigma
    var result = Window()
    var bestCost = Double.infinity
    var first = segment
    while first > 0, polyline.vertices[first].chainageMeters > low { first -= 1 }
    let last = polyline.segmentCount
    var from = polyline.vertices[first]
    var a = frame.project(from.coordinate)
    var index = first
    while index < last, from.chainageMeters <= high {
      let to = polyline.vertices[index + 1]
      let b = frame.project(to.coordinate)
      let foot = RoutePolyline.foot(
        of: point, segment: index, a: a, b: b, from.chainageMeters, to.chainageMeters)
      if foot.chainageMeters >= low, foot.chainageMeters <= high {
        if foot.distanceMeters < result.leastDistance { result.leastDistance = foot.distanceMeters }
        var cost = foot.distanceMeters + 0.05 * (foot.chainageMeters - expected).magnitude
        if cost < bestCost {
          if motion.hasCourse, !Self.agrees(foot, motion) { cost += penalty }
          if cost < bestCost {
            bestCost = cost
            result.best = foot
          }
        }
      }
      from = to
      a = b
      index += 1
    }
    return result
  }

  @inline(__always)
  private static func agrees(_ foot: RoutePolyline.Foot, _ motion: Motion) -> Bool {
    let dot = foot.directionX * motion.east + foot.directionY * motion.north
    let square = foot.directionX * foot.directionX + foot.directionY * foot.directionY
    return dot > 0 && dot * dot >= courseCosine * courseCosine * square
  }

  // MARK: - Acquisition

  /// Searches the whole route. The first fix prefers the route's beginning; later ones stay near the progress, keep
  /// to the course where it is known, and do not pass the next waypoint.
  private mutating func acquire(
    _ point: PlanePoint, _ motion: Motion, _ sigma: Double, as method: SnappedPosition.Method
  ) -> SnappedPosition {
    let nearest = polyline.nearestFoot(to: point, in: frame, closerThanMeters: .infinity)
    let reference = hasPlace ? chainageMeters : 0
    let penalty = 10 + 2 * sigma
    var best = RoutePolyline.Foot()
    var bestCost = Double.infinity
    var radius = nearest.distanceMeters + 10 + 2 * sigma
    let isFirst = method == .acquired
    polyline.index.search(point: point, frame: frame, radius: &radius) { segments, radius in
      for segment in segments {
        let foot = polyline.foot(of: point, segment: segment, in: frame)
        guard foot.distanceMeters <= radius, isFirst || foot.chainageMeters <= limitMeters else { continue }
        var cost = foot.distanceMeters + min(20, 0.02 * (foot.chainageMeters - reference).magnitude)
        if motion.hasCourse, !Self.agrees(foot, motion) {
          if !isFirst { continue }
          cost += penalty
        }
        if cost < bestCost {
          bestCost = cost
          best = foot
        }
      }
    }
    if best.segment < 0 {
      if !isFirst { return hold(point, best, nearest, nearest.distanceMeters, motion, sigma) }
      best = nearest.segment >= 0 ? nearest : polyline.foot(of: point, segment: 0, in: frame)
    }
    misfits = 0
    hasPlace = true
    if isFirst { chainageMeters = best.chainageMeters }
    return place(best, method, motion, sigma, min(nearest.distanceMeters, best.distanceMeters))
  }

  // MARK: - Answers

  private mutating func place(
    _ foot: RoutePolyline.Foot, _ method: SnappedPosition.Method, _ motion: Motion, _ sigma: Double,
    _ nearestDistance: Double
  ) -> SnappedPosition {
    let advance = foot.chainageMeters - chainageMeters
    segment = foot.segment
    chainageMeters = foot.chainageMeters
    return SnappedPosition(
      method: method, segment: foot.segment, chainageMeters: foot.chainageMeters, advanceMeters: advance,
      distanceMeters: foot.distanceMeters, nearestDistanceMeters: nearestDistance,
      offsetMeters: foot.signedDistanceMeters, isAtVertex: foot.overrunMeters > 0.5,
      directionEast: foot.directionX, directionNorth: foot.directionY, sigmaMeters: sigma, motion: motion)
  }

  /// The progress stays; the offset that the detector sees is that of the nearest part of the route.
  private func hold(
    _ point: PlanePoint, _ inWindow: RoutePolyline.Foot, _ nearest: RoutePolyline.Foot, _ nearestDistance: Double,
    _ motion: Motion, _ sigma: Double
  ) -> SnappedPosition {
    let foot = inWindow.segment >= 0 ? inWindow : polyline.foot(of: point, segment: segment, in: frame)
    return SnappedPosition(
      method: .held, segment: segment, chainageMeters: chainageMeters, advanceMeters: 0,
      distanceMeters: foot.distanceMeters, nearestDistanceMeters: nearestDistance,
      offsetMeters: nearest.signedDistanceMeters, isAtVertex: nearest.overrunMeters > 0.5,
      directionEast: foot.directionX, directionNorth: foot.directionY, sigmaMeters: sigma, motion: motion)
  }

  /// Tracks the ratio of the error that is seen to the accuracy that is reported, by the median of the offset's steps.
  private mutating func learnScale(_ position: SnappedPosition) {
    defer { previousOffset = position.offsetMeters }
    let motion = position.motion
    guard motion.isMoving, position.fits, !position.isAtVertex, motion.intervalSeconds > 0, motion.intervalSeconds < 20,
      scaleCount > 0 || position.method == .tracked
    else { return }
    let expected = MotionEstimator.errorGrowthMeters(
      sigma: position.sigmaMeters, seconds: motion.intervalSeconds)
    let step = (position.offsetMeters - previousOffset).magnitude
    guard step < 6 * expected else { return }
    let rate = max(0.03, 1 / Double(4 + scaleCount))
    scaleCount += 1
    scale = min(3, max(0.4, scale * exp(step > 0.6745 * expected ? rate : -rate)))
  }
}
