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
  /// The square of cos 75 degrees: beyond that a segment does not agree with the course.
  static let courseCosineSquare = 0.06698729810778066

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
  private var growth = ErrorGrowth()
  /// Segments in the frame in use, by the low bits of their number; those of `planeRange` are valid.
  private var plane: [PlaneSegment]
  private var planeRange = 0..<0
  private static let planeMask = 127

  /// Makes a snapper that stands nowhere yet.
  public init(polyline: RoutePolyline) {
    self.polyline = polyline
    frame = LocalFrame(origin: polyline.vertices[0].coordinate)
    plane = [PlaneSegment](repeating: PlaneSegment(), count: Self.planeMask + 1)
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
      planeRange = 0..<0
      motionEstimator.move(to: frame)
    }
    let accuracy = fix.horizontalAccuracyMeters > 0 ? fix.horizontalAccuracyMeters : Self.missingAccuracyMeters
    let sigma = min(30, max(4, scale * accuracy))
    let motion = motionEstimator.update(fix, point: point, sigma: sigma)
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
  ///
  /// From the current segment outwards: the best is found at once, and the rest is passed without a root.
  @inline(__always)
  private mutating func bestInWindow(
    _ point: PlanePoint, _ motion: Motion, _ sigma: Double, low: Double, high: Double, expected: Double
  ) -> Window {
    var score = WindowScore(
      point: point, low: low, high: high, expected: expected, penalty: motion.hasCourse ? 10 + 2 * sigma : 0,
      east: motion.hasCourse ? motion.east : 0, north: motion.hasCourse ? motion.north : 0)
    let last = polyline.vertices.count - 2
    var index = segment
    while index <= last {
      let item = planeSegment(index)
      if item.startMeters > high { break }
      score.consider(item, index)
      index += 1
    }
    index = segment - 1
    while index >= 0 {
      let item = planeSegment(index)
      if item.startMeters + item.lengthMeters < low { break }
      score.consider(item, index)
      index -= 1
    }
    guard score.bestSegment >= 0 else { return Window() }
    return Window(
      best: polyline.foot(of: point, segment: score.bestSegment, in: frame),
      leastDistance: score.leastSquare.squareRoot())
  }

  /// A segment in the frame in use, projected when it is first asked for.
  @inline(__always)
  private mutating func planeSegment(_ index: Int) -> PlaneSegment {
    if planeRange.contains(index) { return plane[index & Self.planeMask] }
    return projectSegment(index)
  }

  @inline(never)
  private mutating func projectSegment(_ index: Int) -> PlaneSegment {
    let from = polyline.vertices[index]
    let to = polyline.vertices[index + 1]
    let projected = PlaneSegment(
      from: frame.project(from.coordinate), to: frame.project(to.coordinate), startMeters: from.chainageMeters,
      lengthMeters: to.chainageMeters - from.chainageMeters)
    plane[index & Self.planeMask] = projected
    if index == planeRange.upperBound, !planeRange.isEmpty {
      planeRange = max(planeRange.lowerBound, index - Self.planeMask)..<(index + 1)
    } else if index == planeRange.lowerBound - 1 {
      planeRange = index..<min(planeRange.upperBound, index + Self.planeMask + 1)
    } else {
      planeRange = index..<(index + 1)
    }
    return projected
  }

  /// Whether a segment runs within 75 degrees of a direction.
  ///
  /// - Parameter along: the segment's vector times the unit vector of the direction.
  @inline(__always)
  private static func agrees(_ along: Double, lengthSquare: Double) -> Bool {
    along > 0 && along * along >= courseCosineSquare * lengthSquare
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
        let along = foot.directionX * motion.east + foot.directionY * motion.north
        let lengthSquare = foot.directionX * foot.directionX + foot.directionY * foot.directionY
        if motion.hasCourse, !Self.agrees(along, lengthSquare: lengthSquare) {
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
    let expected = growth.meters(sigma: position.sigmaMeters, seconds: motion.intervalSeconds)
    let step = (position.offsetMeters - previousOffset).magnitude
    guard step < 6 * expected else { return }
    // e^0.03 once the rate has settled.
    let factor = scaleCount < 30 ? exp(1 / Double(4 + scaleCount)) : 1.030454533953517
    scaleCount += 1
    scale = min(3, max(0.4, step > 0.6745 * expected ? scale * factor : scale / factor))
  }
}
