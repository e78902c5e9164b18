/// A point or vector on the drawing board of a synthetic town, metres.
///
/// Only basic operations and square roots: no mathematics library, so the same town on every machine.
struct TownPoint: Equatable, Sendable, BitwiseCopyable {
  var x: Double
  var y: Double

  init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The unit vector of an angle counter-clockwise from x.
  init(angle: Double) {
    let (sine, cosine) = townSineCosine(angle)
    self.init(cosine, sine)
  }

  static func + (a: TownPoint, b: TownPoint) -> TownPoint { TownPoint(a.x + b.x, a.y + b.y) }
  static func - (a: TownPoint, b: TownPoint) -> TownPoint { TownPoint(a.x - b.x, a.y - b.y) }
  static func * (a: TownPoint, k: Double) -> TownPoint { TownPoint(a.x * k, a.y * k) }
  static prefix func - (a: TownPoint) -> TownPoint { TownPoint(-a.x, -a.y) }

  func dot(_ b: TownPoint) -> Double { x * b.x + y * b.y }
  func cross(_ b: TownPoint) -> Double { x * b.y - y * b.x }
  var length: Double { (x * x + y * y).squareRoot() }
  /// The vector of length 1 in this direction; the null vector stays.
  var unit: TownPoint {
    let length = self.length
    return length > 0 ? self * (1 / length) : self
  }
  /// This vector turned by 90 degrees counter-clockwise.
  var left: TownPoint { TownPoint(-y, x) }
  /// This vector turned by 90 degrees clockwise.
  var right: TownPoint { TownPoint(y, -x) }

  /// The nearest point of a segment, as a fraction of it in 0 ... 1.
  func fraction(onSegment a: TownPoint, _ b: TownPoint) -> Double {
    let d = b - a
    let square = d.dot(d)
    return square > 0 ? min(1, max(0, (self - a).dot(d) / square)) : 0
  }

  /// The distance to a segment.
  func distance(toSegment a: TownPoint, _ b: TownPoint) -> Double {
    (a + (b - a) * fraction(onSegment: a, b) - self).length
  }
}

/// Sine and cosine by Taylor's series after reduction to an eighth of a turn; error below 1e-13 for |angle| < 1e6.
func townSineCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
  let quarter = (angle / (Double.pi / 2)).rounded()
  let rest = angle - quarter * (Double.pi / 2)
  let square = rest * rest
  var sine = 1.0
  var cosine = 1.0
  for k in stride(from: 15, through: 3, by: -2) { sine = 1 - square / Double(k * (k - 1)) * sine }
  for k in stride(from: 16, through: 2, by: -2) { cosine = 1 - square / Double(k * (k - 1)) * cosine }
  sine *= rest
  switch Int(quarter) & 3 {
  case 0: return (sine, cosine)
  case 1: return (cosine, -sine)
  case 2: return (-sine, -cosine)
  default: return (-cosine, sine)
  }
}

/// Where two segments cross, as fractions of each; `nil` when they do not (touching ends count as crossing).
func townCrossing(
  _ a: TownPoint, _ b: TownPoint, _ c: TownPoint, _ d: TownPoint
) -> (first: Double, second: Double)? {
  let u = b - a
  let v = d - c
  let denominator = u.cross(v)
  if denominator.magnitude < 1e-12 { return nil }
  let first = (c - a).cross(v) / denominator
  let second = (c - a).cross(u) / denominator
  // Lines that cross at a vertex must not slip through between its two segments by a rounding error.
  let ends = -1e-9...1 + 1e-9
  return ends.contains(first) && ends.contains(second) ? (first, second) : nil
}

/// The least distance of two segments; 0 when they cross.
func townDistance(_ a: TownPoint, _ b: TownPoint, _ c: TownPoint, _ d: TownPoint) -> Double {
  if townCrossing(a, b, c, d) != nil { return 0 }
  return min(
    a.distance(toSegment: c, d), b.distance(toSegment: c, d), c.distance(toSegment: a, b),
    d.distance(toSegment: a, b))
}

/// Smooth lines of the drawing board.
enum TownCurve {
  /// A cubic Bézier curve with points about `step` metres apart.
  static func bezier(
    _ p0: TownPoint, _ p1: TownPoint, _ p2: TownPoint, _ p3: TownPoint, step: Double
  ) -> [TownPoint] {
    let estimate = ((p1 - p0).length + (p2 - p1).length + (p3 - p2).length + (p3 - p0).length) / 2
    let count = max(2, Int((estimate / step).rounded(.up)))
    return (0...count).map { index in
      if index == count { return p3 }
      let t = Double(index) / Double(count)
      let r = 1 - t
      return p0 * (r * r * r) + p1 * (3 * r * r * t) + p2 * (3 * r * t * t) + p3 * (t * t * t)
    }
  }

  /// A curve that leaves `from` and reaches `to` in the given directions.
  static func between(
    _ from: TownPoint, _ fromDirection: TownPoint, _ to: TownPoint, _ toDirection: TownPoint, step: Double
  ) -> [TownPoint] {
    let reach = (to - from).length * 0.38
    return bezier(from, from + fromDirection * reach, to - toDirection * reach, to, step: step)
  }

  /// An arc round `center` from one angle to another.
  static func arc(
    center: TownPoint, radius: Double, from: Double, to: Double, step: Double
  ) -> [TownPoint] {
    let count = max(2, Int(((to - from).magnitude * radius / step).rounded(.up)))
    return (0...count).map { center + TownPoint(angle: from + (to - from) * Double($0) / Double(count)) * radius }
  }

  /// A straight line with points at most `step` metres apart.
  static func line(_ from: TownPoint, _ to: TownPoint, step: Double) -> [TownPoint] {
    let count = max(1, Int(((to - from).length / step).rounded(.up)))
    return (0...count).map { $0 == count ? to : from + (to - from) * (Double($0) / Double(count)) }
  }

  /// The line `distance` metres to the right of an open line (to the left when negative).
  static func offset(_ line: [TownPoint], right distance: Double) -> [TownPoint] {
    line.indices.map { index in
      let before = line[max(0, index - 1)]
      let after = line[min(line.count - 1, index + 1)]
      return line[index] + (after - before).unit.right * distance
    }
  }
}
