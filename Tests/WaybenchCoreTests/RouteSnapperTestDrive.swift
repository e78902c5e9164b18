import Glibc
import TestSupport
import WaybenchCore

/// A path in local metres: a route's line and the truth of a drive at once.
struct TestPath: Sendable {
  let points: [PlanePoint]
  let lengths: [Double]
  var meters: Double { lengths[lengths.count - 1] }

  init(_ points: [(Double, Double)]) {
    self.points = points.map { PlanePoint(x: $0.0, y: $0.1) }
    var lengths = [0.0]
    for (a, b) in zip(self.points, self.points.dropFirst()) {
      lengths.append(lengths[lengths.count - 1] + a.distance(to: b))
    }
    self.lengths = lengths
  }

  /// The place and the direction so many metres along.
  func place(_ meters: Double) -> (x: Double, y: Double, courseDegrees: Double) {
    var index = 0
    while index < points.count - 2, lengths[index + 1] <= meters { index += 1 }
    let (a, b) = (points[index], points[index + 1])
    let share = (meters - lengths[index]) / (lengths[index + 1] - lengths[index])
    return (
      a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), courseDegrees(east: b.x - a.x, north: b.y - a.y)
    )
  }

  var polyline: RoutePolyline? { RoutePolyline(points.map { Plane.coordinate($0.x, $0.y) }) }

  /// The same distance along the polyline that was made of the path, whose metres are those of the ellipsoid.
  func chainage(_ meters: Double, on polyline: RoutePolyline) -> Double {
    var index = 0
    while index < points.count - 2, lengths[index + 1] <= meters { index += 1 }
    let share = (meters - lengths[index]) / (lengths[index + 1] - lengths[index])
    let (a, b) = (polyline.inputChainagesMeters[index], polyline.inputChainagesMeters[index + 1])
    return a + share * (b - a)
  }

  static let straight = TestPath([(0, 0), (6_000, 0)])
  static let outAndBack = TestPath([(0, 0), (1_500, 0), (0, 0)])
  /// Three loops on one point, each crossing the last.
  static let figureEight = TestPath(
    (0...96).map { step in
      let angle = Double(step) / 48 * 2 * Double.pi
      return (500 * sin(angle), 250 * sin(2 * angle))
    })
  /// A coil whose turns lie 40 m apart.
  static let spiral = TestPath(
    (0...240).map { step in
      let angle = Double(step) / 30 * 2 * Double.pi
      let radius = 60 + 40 * angle / (2 * Double.pi)
      return (radius * cos(angle), radius * sin(angle))
    })
  /// To a place and back, on to another and back by the same roads, then home along a road beside the first.
  static let legs = TestPath([
    (0, 0), (800, 0), (800, 500), (800, 0), (0, 0), (0, -700), (900, -700), (0, -700), (0, -30), (1_200, -30),
  ])
  /// Gentle bends, never near itself.
  static let winding = TestPath((0...300).map { (Double($0) * 20, 150 * sin(Double($0) / 15)) })
}

/// Errors of a receiver: a fast part (18 s), a slow part (900 s) and white noise, per axis.
struct CorrelatedNoise {
  private var random: SeededGenerator
  private let sigma: Double
  private var fast = (x: 0.0, y: 0.0)
  private var slow = (x: 0.0, y: 0.0)

  init(sigma: Double, seed: UInt64) {
    self.sigma = sigma
    random = SeededGenerator(seed: seed, stream: 77)
    fast = (draw(0.59), draw(0.59))
    slow = (draw(0.28), draw(0.28))
  }

  private mutating func draw(_ share: Double) -> Double { random.nextGaussian() * sigma * share.squareRoot() }

  mutating func next(seconds: Double) -> (x: Double, y: Double) {
    let (a, b) = (exp(-seconds / 18), exp(-seconds / 900))
    let (newFast, newSlow) = ((1 - a * a).squareRoot(), (1 - b * b).squareRoot())
    fast = (a * fast.x + newFast * draw(0.59), a * fast.y + newFast * draw(0.59))
    slow = (b * slow.x + newSlow * draw(0.28), b * slow.y + newSlow * draw(0.28))
    return (fast.x + slow.x + draw(0.13), fast.y + slow.y + draw(0.13))
  }
}

/// A drive along a path and what a receiver says of it.
struct TestDrive: Sendable {
  struct Reports: OptionSet, Sendable, CustomStringConvertible {
    let rawValue: Int
    static let motion = Reports(rawValue: 1)
    static let accuracy = Reports(rawValue: 2)
    static let all: Reports = [.motion, .accuracy]
    var description: String { ["positions", "course and speed", "accuracy", "everything"][rawValue] }
  }

  var fixes: [Fix] = []
  /// Metres along the path, a fix each.
  var truth: [Double] = []

  init(
    _ path: TestPath, speed: Double = 13, every seconds: Double = 1, sigma: Double = 4, seed: UInt64,
    reports: Reports = .all, start: Double = 0
  ) {
    var noise = CorrelatedNoise(sigma: sigma, seed: seed)
    var random = SeededGenerator(seed: seed, stream: 78)
    var time = 0.0
    var meters = start
    while meters <= path.meters {
      let place = path.place(meters)
      let error = noise.next(seconds: seconds)
      let course = place.courseDegrees + 2 * random.nextGaussian()
      fixes.append(
        Plane.fix(
          time, place.x + error.x, place.y + error.y, accuracy: reports.contains(.accuracy) ? sigma * 1.5 : .nan,
          speed: reports.contains(.motion) ? max(0, speed + 0.3 * random.nextGaussian()) : .nan,
          course: reports.contains(.motion) ? (course + 360).truncatingRemainder(dividingBy: 360) : .nan))
      truth.append(meters)
      time += seconds
      meters += speed * seconds
    }
  }
}
