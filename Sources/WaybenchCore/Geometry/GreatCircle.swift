import Glibc

extension Geodesic {
  /// The great circle of the geodetic normals of two coordinates, for many points on it.
  struct GreatCircle {
    private let a: Coordinate
    private let b: Coordinate
    private let normalA: (Double, Double, Double)
    private let normalB: (Double, Double, Double)
    private let sine: Double
    fileprivate let angle: Double

    init(from a: Coordinate, to b: Coordinate) {
      self.a = a
      self.b = b
      normalA = Geodesic.normal(a)
      normalB = Geodesic.normal(b)
      let (ax, ay, az) = normalA
      let (bx, by, bz) = normalB
      let crossX = ay * bz - az * by
      let crossY = az * bx - ax * bz
      let crossZ = ax * by - ay * bx
      sine = (crossX * crossX + crossY * crossY + crossZ * crossZ).squareRoot()
      angle = atan2(sine, ax * bx + ay * by + az * bz)
    }

    /// - Parameter fraction: 0 gives the start, 1 the end.
    func coordinate(atFraction fraction: Double) -> Coordinate {
      guard let normal = normal(atFraction: fraction) else { return fraction < 0.5 ? a : b }
      return normal.coordinate(latitude: normal.latitude, longitude: normal.longitude)
    }

    /// The normal at a fraction of the way; `nil` where the ends are one or opposite.
    fileprivate func normal(atFraction fraction: Double) -> Normal? {
      if sine < 1e-12 { return nil }
      let weightA = sin((1 - fraction) * angle) / sine
      let weightB = sin(fraction * angle) / sine
      return Normal(
        x: normalA.0 * weightA + normalB.0 * weightB, y: normalA.1 * weightA + normalB.1 * weightB,
        z: normalA.2 * weightA + normalB.2 * weightB)
    }

    /// The direction of the way at a fraction of it: the change of the normal with the angle.
    fileprivate func direction(atFraction fraction: Double) -> Normal {
      let weightA = -cos((1 - fraction) * angle) / sine
      let weightB = cos(fraction * angle) / sine
      return Normal(
        x: normalA.0 * weightA + normalB.0 * weightB, y: normalA.1 * weightA + normalB.1 * weightB,
        z: normalA.2 * weightA + normalB.2 * weightB)
    }
  }
}

/// A vector along the normal of a place on the ellipsoid.
private struct Normal {
  let x: Double
  let y: Double
  let z: Double
  /// The length of the part in the plane of the equator.
  let across: Double

  init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
    across = (x * x + y * y).squareRoot()
  }

  /// Radians north.
  var latitude: Double { atan2(z, across) }
  /// Radians east.
  var longitude: Double { atan2(y, x) }

  func coordinate(latitude: Double, longitude: Double) -> Coordinate {
    let degrees = 180 / Double.pi
    return Coordinate(clampingLatitude: latitude * degrees, longitude: longitude * degrees)
  }
}

/// Finds one place after the other on a great circle. Only every some kilometres it takes sines and arcus tangents; for
/// the places between these, the angles from there are small and their series short.
struct GreatCircleWalk {
  private let circle: Geodesic.GreatCircle
  private var anchor: Anchor?

  private struct Anchor {
    let fraction: Double
    let normal: Normal
    let direction: Normal
    let latitude: Double
    let longitude: Double
  }

  init(_ circle: Geodesic.GreatCircle) { self.circle = circle }

  /// - Parameter fraction: 0 gives the start, 1 the end.
  mutating func coordinate(atFraction fraction: Double) -> Coordinate {
    if let anchor, let coordinate = coordinate(atFraction: fraction, from: anchor) { return coordinate }
    guard let normal = circle.normal(atFraction: fraction) else { return circle.coordinate(atFraction: fraction) }
    let (latitude, longitude) = (normal.latitude, normal.longitude)
    anchor = Anchor(
      fraction: fraction, normal: normal, direction: circle.direction(atFraction: fraction), latitude: latitude,
      longitude: longitude)
    return normal.coordinate(latitude: latitude, longitude: longitude)
  }

  /// Up to this angle the first terms that the series leave out are below 1e-19.
  private static let reach = 0.002

  /// `nil` where the place lies too far from the anchor, or the pole too near.
  private func coordinate(atFraction fraction: Double, from anchor: Anchor) -> Coordinate? {
    let angle = (fraction - anchor.fraction) * circle.angle
    guard angle.magnitude < Self.reach else { return nil }
    let square = angle * angle
    let sine = angle * (1 - square * (1 / 6.0 - square * (1 / 120.0)))
    let cosine = 1 - square * (0.5 - square * (1 / 24.0 - square * (1 / 720.0)))
    let (from, along) = (anchor.normal, anchor.direction)
    let normal = Normal(
      x: from.x * cosine + along.x * sine, y: from.y * cosine + along.y * sine, z: from.z * cosine + along.z * sine)
    let north = (normal.z * from.across - normal.across * from.z) / (normal.across * from.across + normal.z * from.z)
    let east = (normal.y * from.x - normal.x * from.y) / (normal.x * from.x + normal.y * from.y)
    guard north.magnitude < Self.reach, east.magnitude < Self.reach else { return nil }
    return normal.coordinate(
      latitude: anchor.latitude + Self.arcusTangent(north), longitude: anchor.longitude + Self.arcusTangent(east))
  }

  /// The arcus tangent of a small number.
  private static func arcusTangent(_ x: Double) -> Double {
    let square = x * x
    return x * (1 - square * (1 / 3.0 - square * (1 / 5.0)))
  }
}
