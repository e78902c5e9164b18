import Glibc

/// A car's motion at a moment: metres, metres per second, metres per second squared.
struct MotionState: Sendable, BitwiseCopyable {
  var chainage: Double
  var speed: Double
  var acceleration: Double
}

/// Chooses the acceleration of the next step.
///
/// A choice is safe when a driver who, right after this step, lets go and brakes as jerk allows up to the comfortable
/// deceleration stays below the envelope and below the curve of a smooth stop. Full braking is always such a
/// continuation of a safe choice, so a drive that once was safe stays safe; the highest safe choice wins.
struct MotionPlanner {
  let options: Driver.Options
  let envelope: SpeedEnvelope
  let targetMeters: Double
  let stepSeconds: Double

  func acceleration(from state: MotionState) -> Double {
    let change = options.maximumJerkMetersPerSecondCubed * stepSeconds
    var high = min(state.acceleration + change, options.maximumAccelerationMetersPerSecondSquared)
    // After an emergency, the car comes back to ordinary braking at once.
    var low = max(state.acceleration - change, -options.maximumDecelerationMetersPerSecondSquared)
    low = min(low, high)
    if isSafe(high, state) { return high }
    if !isSafe(low, state) { return low }
    for _ in 0..<6 {
      let middle = (low + high) / 2
      if isSafe(middle, state) { low = middle } else { high = middle }
    }
    return low
  }

  private func isSafe(_ acceleration: Double, _ state: MotionState) -> Bool {
    let chainage = state.chainage + (state.speed + acceleration * stepSeconds / 2) * stepSeconds
    let speed = state.speed + acceleration * stepSeconds
    if !isAllowed(speed, chainage) { return false }
    let jerk = options.maximumJerkMetersPerSecondCubed
    let duration = (acceleration + options.comfortableDecelerationMetersPerSecondSquared) / jerk
    if duration <= 0 { return true }
    func isAllowedLater(_ time: Double) -> Bool {
      isAllowed(
        speed + (acceleration - jerk * time / 2) * time,
        chainage + (speed + (acceleration / 2 - jerk * time / 6) * time) * time)
    }
    if acceleration > 0, !isAllowedLater(acceleration / jerk) { return false }
    for eighth in 1..<9 where !isAllowedLater(duration * Double(eighth) / 8) { return false }
    return true
  }

  @inline(__always)
  private func isAllowed(_ speed: Double, _ chainage: Double) -> Bool {
    if speed <= 0 { return true }
    let square = speed * speed
    return square <= envelope.squaredSpeed(at: chainage) && isAbleToStop(square, targetMeters - chainage)
  }

  /// Whether the speed lies under the curve of a stop that brakes comfortably and lets go of the brake as jerk allows:
  /// under the constant jerk j, the last part is v = j t^2 / 2 over d = j t^3 / 6.
  @inline(__always)
  private func isAbleToStop(_ squaredSpeed: Double, _ distance: Double) -> Bool {
    if distance <= 0 { return false }
    let braking = options.comfortableDecelerationMetersPerSecondSquared
    let jerk = options.maximumJerkMetersPerSecondCubed
    let releaseMeters = braking * braking * braking / (6 * jerk * jerk)
    if distance >= releaseMeters {
      let releaseSpeed = braking * braking / (2 * jerk)
      return squaredSpeed <= releaseSpeed * releaseSpeed + 2 * braking * (distance - releaseMeters)
    }
    let root = cbrt(6 * distance / jerk)
    let speed = jerk / 2 * root * root
    return squaredSpeed <= speed * speed
  }
}
