import Glibc

extension Geodesic {
  /// The great circle of the geodetic normals of two coordinates, for many points on it.
  struct GreatCircle {
    private let a: Coordinate
    private let b: Coordinate
    private let normalA: (Double, Double, Double)
    private let normalB: (Double, Double, Double)
    private let sine: Double
    private let angle: Double

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

/// Finds one place after the other on a great circle. Only every some kilometres it takes two arcus tangents; for the
/// places between these, the angle from there is small and its series short.
struct GreatCircleWalk {
  private let circle: Geodesic.GreatCircle
  private var anchor: (normal: Normal, latitude: Double, longitude: Double)?

  init(_ circle: Geodesic.GreatCircle) { self.circle = circle }

  /// - Parameter fraction: 0 gives the start, 1 the end.
  mutating func coordinate(atFraction fraction: Double) -> Coordinate {
    guard let normal = circle.normal(atFraction: fraction) else { return circle.coordinate(atFraction: fraction) }
    if let (first, latitude, longitude) = anchor {
      let north =
        (normal.z * first.across - normal.across * first.z) / (normal.across * first.across + normal.z * first.z)
      let east = (normal.y * first.x - normal.x * first.y) / (normal.x * first.x + normal.y * first.y)
      if north.magnitude < Self.reach, east.magnitude < Self.reach {
        return normal.coordinate(
          latitude: latitude + Self.arcusTangent(north), longitude: longitude + Self.arcusTangent(east))
      }
    }
    let (latitude, longitude) = (normal.latitude, normal.longitude)
    anchor = (normal, latitude, longitude)
    return normal.coordinate(latitude: latitude, longitude: longitude)
  }

  /// Up to this tangent the first term that the series leaves out is below 1e-19.
  private static let reach = 0.002

  /// The arcus tangent of a small number.
  private static func arcusTangent(_ x: Double) -> Double {
    let square = x * x
    return x * (1 - square * (1 / 3.0 - square * (1 / 5.0)))
  }
}
