/// A segment of a route in a frame, with what a score needs worked out once.
struct PlaneSegment: Sendable, BitwiseCopyable {
  var x = 0.0
  var y = 0.0
  var dx = 0.0
  var dy = 0.0
  /// 1 over the square of the length; 0 for a segment without length.
  var inverseSquare = 0.0
  var startMeters = 0.0
  var lengthMeters = 0.0

  init() {}

  init(from: PlanePoint, to: PlanePoint, startMeters: Double, lengthMeters: Double) {
    x = from.x
    y = from.y
    dx = to.x - from.x
    dy = to.y - from.y
    let square = dx * dx + dy * dy
    inverseSquare = square > 0 ? 1 / square : 0
    self.startMeters = startMeters
    self.lengthMeters = lengthMeters
  }
}

/// The least cost over the segments of a window: distance, progress and course together.
struct WindowScore {
  let point: PlanePoint
  let low: Double
  let high: Double
  let expected: Double
  /// What a segment that does not agree with the course costs more, metres.
  let penalty: Double
  /// The direction of travel as a unit vector; 0 when it is not known.
  let east: Double
  let north: Double
  private(set) var bestSegment = -1
  private(set) var leastSquare = Double.infinity
  private var bestCost = Double.infinity
  private var bestCostSquare = Double.infinity

  init(
    point: PlanePoint, low: Double, high: Double, expected: Double, penalty: Double, east: Double, north: Double
  ) {
    self.point = point
    self.low = low
    self.high = high
    self.expected = expected
    self.penalty = penalty
    self.east = east
    self.north = north
  }

  @inline(__always)
  mutating func consider(_ segment: PlaneSegment, _ index: Int) {
    let px = point.x - segment.x
    let py = point.y - segment.y
    let share = (px * segment.dx + py * segment.dy) * segment.inverseSquare
    let positive = share > 0 ? share : 0
    let fraction = positive < 1 ? positive : 1
    let ex = px - fraction * segment.dx
    let ey = py - fraction * segment.dy
    let square = ex * ex + ey * ey
    // A distance that alone costs more is neither the best place nor the least distance: most segments end here.
    guard square < bestCostSquare else { return }
    let chainage = segment.startMeters + fraction * segment.lengthMeters
    guard chainage >= low, chainage <= high else { return }
    leastSquare = square < leastSquare ? square : leastSquare
    var cost = square.squareRoot() + 0.05 * (chainage - expected).magnitude
    let along = segment.dx * east + segment.dy * north
    if penalty > 0, !(along > 0 && along * along * segment.inverseSquare >= RouteSnapper.courseCosineSquare) {
      cost += penalty
    }
    if cost < bestCost {
      bestCost = cost
      bestCostSquare = cost * cost
      bestSegment = index
    }
  }
}
