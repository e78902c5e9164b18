import Glibc
import Testing
import WaybenchCore

/// Lines of many shapes for tests of the index, and the slow way to find what is near.
struct RoutePolylineTestLine: Sendable, CustomTestStringConvertible {
  enum Shape: String, CaseIterable, Sendable {
    case straight
    case coiled
    case crossing
    case antimeridian
    case north
  }

  let shape: Shape
  let segments: Int
  let seed: UInt64

  var testDescription: String { "\(shape), \(segments) segments, seed \(seed)" }

  static let all: [Self] = Shape.allCases.flatMap { shape in
    [1, 2, 15, 16, 17, 257, 5_000].map { Self(shape: shape, segments: $0, seed: UInt64($0) * 7 + 1) }
  }

  private var origin: Coordinate {
    switch shape {
    case .antimeridian: Coordinate(clampingLatitude: -17, longitude: 179.999)
    case .north: Coordinate(clampingLatitude: 84, longitude: 33)
    default: Coordinate(clampingLatitude: 40, longitude: -20)
    }
  }

  /// The line: steps of 5 to 35 m.
  func coordinates() -> [Coordinate] {
    var random = SeededGenerator(seed: seed)
    var line = [origin]
    var course = random.nextDouble(in: 0...360)
    for index in 0..<segments {
      let step = random.nextDouble(in: 5...35)
      switch shape {
      case .straight: break
      case .coiled: course += 360 / (6 + Double(index) / 4)
      case .crossing, .antimeridian, .north: course += random.nextDouble(in: -70...70)
      }
      line.append(Geodesic.destination(from: line[index], courseDegrees: course, distanceMeters: step))
    }
    return line
  }

  /// Points beside the line and points about 5 km away from one of its vertices.
  func points(on line: [Coordinate], count: Int) -> [Coordinate] {
    var random = SeededGenerator(seed: seed, stream: 1)
    return (0..<count).map { index in
      let base = line[random.nextIndex(below: line.count)]
      if index == 0 { return base }
      let meters = index % 4 == 3 ? 5_000.0 : random.nextDouble(in: 0...60)
      return Geodesic.destination(
        from: base, courseDegrees: random.nextDouble(in: 0...360), distanceMeters: meters)
    }
  }

  /// The distance from the origin of a frame to a segment of a line, and how far along the segment the foot lies.
  static func distance(
    _ vertices: [RoutePolyline.Vertex], _ segment: Int, _ frame: LocalFrame
  ) -> (meters: Double, chainage: Double) {
    let (a, b) = (vertices[segment], vertices[segment + 1])
    let (from, to) = (frame.project(a.coordinate), frame.project(b.coordinate))
    let length = from.distance(to: to)
    if length == 0 { return (hypot(from.x, from.y), a.chainageMeters) }
    let (ux, uy) = ((to.x - from.x) / length, (to.y - from.y) / length)
    let along = min(length, max(0, -(from.x * ux + from.y * uy)))
    return (
      hypot(from.x + along * ux, from.y + along * uy),
      a.chainageMeters + (b.chainageMeters - a.chainageMeters) * along / length
    )
  }
}
