/// The highest speed at each place of a path from which a driver can still keep every later limit.
///
/// Squares of speeds on an even grid of at most 5 m; between two grid points the square runs straight, which is
/// constant acceleration. Made in one pass over the path for the limits, one backward for braking and one forward for
/// accelerating. Stops are not part of it.
struct SpeedEnvelope: Sendable {
  static let gridMeters = 5.0
  /// Even the sharpest corner is taken at a walking pace, metres per second.
  static let slowestMetersPerSecond = 1.5

  let stepMeters: Double
  private let squares: [Float]

  /// The grid over a path for a driver. O(points + length / 5 m).
  init(_ path: DrivePath, _ options: Driver.Options) {
    let cells = max(1, Int((path.lengthMeters / Self.gridMeters).rounded(.up)))
    let step = path.lengthMeters / Double(cells)
    var squares = [Float](repeating: .greatestFiniteMagnitude, count: cells + 1)
    Self.applyLimits(path, options, step, &squares)
    Self.applyCurvature(path, options, step, &squares)
    Self.applyBraking(options, step, &squares)
    let accelerating = Float(2 * options.maximumAccelerationMetersPerSecondSquared * step)
    for node in 1..<(cells + 1) {
      squares[node] = min(squares[node], squares[node - 1] + accelerating)
    }
    stepMeters = step
    self.squares = squares
  }

  /// The square of the speed that is allowed at a chainage, which is held to the path.
  @inline(__always)
  func squaredSpeed(at chainage: Double) -> Double {
    let place = max(0, chainage / stepMeters)
    let node = min(squares.count - 2, Int(min(place, 1e9)))
    let fraction = min(1, place - Double(node))
    let from = Double(squares[node])
    return from + (Double(squares[node + 1]) - from) * fraction
  }

  /// Backwards from each limit: deceleration grows with the bounded jerk, so that whoever drives along the envelope
  /// has let go of the brake when the limit is reached.
  private static func applyBraking(_ options: Driver.Options, _ step: Double, _ squares: inout [Float]) {
    var deceleration = 0.0
    for node in stride(from: squares.count - 2, through: 0, by: -1) {
      let square = Double(squares[node + 1])
      let grown = min(
        options.comfortableDecelerationMetersPerSecondSquared,
        deceleration + options.maximumJerkMetersPerSecondCubed * step / square.squareRoot())
      let reachable = square + (deceleration + grown) * step
      if reachable < Double(squares[node]) {
        squares[node] = Float(reachable)
        deceleration = grown
      } else {
        deceleration = 0
      }
    }
  }

  /// A limit holds at every grid point beside a cell that it touches, so that no part of its piece is driven faster.
  private static func applyLimits(
    _ path: DrivePath, _ options: Driver.Options, _ step: Double, _ squares: inout [Float]
  ) {
    for (piece, limit) in path.speedLimitsMetersPerSecond.enumerated() {
      let speed = max(Self.slowestMetersPerSecond, limit * options.speedFactor)
      let first = min(squares.count - 1, Int((path.chainagesMeters[piece] / step).rounded(.down)))
      let last = min(squares.count - 1, Int((path.chainagesMeters[piece + 1] / step).rounded(.up)))
      for node in first..<(last + 1) { squares[node] = min(squares[node], Float(speed * speed)) }
    }
  }

  /// The curvature at a grid point is the sum of the turns that reach it, which cancels a zigzag, but no less than the
  /// sharpest of them, which does not let two opposite corners pass for a straight road.
  private static func applyCurvature(
    _ path: DrivePath, _ options: Driver.Options, _ step: Double, _ squares: inout [Float]
  ) {
    var sums = [Float](repeating: 0, count: squares.count)
    var peaks = [Float](repeating: 0, count: squares.count)
    for (point, turn) in path.turnsDegrees.enumerated() where turn != 0 {
      let length = path.turnLengthsMeters[point]
      let curvature = Float(turn * .pi / 180 / length)
      let first = max(0, Int(((path.chainagesMeters[point] - length / 2) / step).rounded(.up)))
      let last = min(squares.count - 1, Int(((path.chainagesMeters[point] + length / 2) / step).rounded(.down)))
      for node in first..<max(first, last + 1) {
        sums[node] += curvature
        peaks[node] = max(peaks[node], abs(curvature))
      }
    }
    for node in squares.indices {
      let curvature = Double(max(abs(sums[node]), peaks[node]))
      if curvature < 1e-5 { continue }
      let speed = max(
        Self.slowestMetersPerSecond,
        LateralComfort.speedMetersPerSecond(curvaturePerMeter: curvature, factor: options.lateralFactor))
      squares[node] = min(squares[node], Float(speed * speed))
    }
  }
}

/// The sideways acceleration that drivers accept, which falls with speed.
enum LateralComfort {
  /// Speed (m/s) and acceleration (m/s2). From 20 mph on: the side friction that roads are designed for (AASHTO, A
  /// Policy on Geometric Design of Highways and Streets), times 9.81; below, drawn on to the 3.2 m/s2 of a turn in
  /// town.
  private static let table: [(speed: Double, acceleration: Double)] = [
    (0, 3.2), (4.5, 3.2), (8.94, 2.65), (13.41, 1.96), (17.88, 1.57), (22.35, 1.37), (26.82, 1.18), (31.29, 0.98),
  ]

  /// The speed at which a bend is taken: v with v^2 * curvature = acceleration(v) * factor, metres per second.
  static func speedMetersPerSecond(curvaturePerMeter curvature: Double, factor: Double) -> Double {
    for index in 1..<table.count {
      let (low, high) = (table[index - 1], table[index])
      if high.speed * high.speed * curvature < high.acceleration * factor { continue }
      // v^2 k = (a + b v) f has one root between the two rows.
      let slope = (high.acceleration - low.acceleration) / (high.speed - low.speed) * factor
      let base = low.acceleration * factor - slope * low.speed
      return (slope + (slope * slope + 4 * curvature * base).squareRoot()) / (2 * curvature)
    }
    return (table[table.count - 1].acceleration * factor / curvature).squareRoot()
  }
}
