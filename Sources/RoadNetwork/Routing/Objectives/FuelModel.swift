import Glibc
import WaybenchCore

/// The fuel of a mid-size car with a petrol engine and a manual gearbox.
///
/// L. Guzzella and A. Sciarretta, "Vehicle Propulsion Systems" (3rd edition, 2013): the forces on the car (rolling
/// resistance, air drag, acceleration) of chapter 2 and the Willans approximation of the engine of chapter 3, in which
/// the energy of the fuel is the work given off plus the engine's own friction, divided by a constant efficiency:
/// `energy * e = (F_roll + F_air) * d / eta + P_aux * t + p_me0 * V_d / 2 * revolutions`. The gear is the highest in
/// which the engine turns at least at `lowestRevolutionsPerSecond`. The constants are of the size that the book gives
/// for such a car; slopes and wind are not known and not reckoned with.
///
/// A ferry burns nothing of the car's, but its time weighs as much as that of an idling engine: else any ferry would be
/// worth any wait.
struct FuelModel: Sendable {
  static let massKilograms = 1_400.0
  static let gravityMetersPerSquareSecond = 9.81
  /// Rolling resistance as a share of the weight.
  static let rollingResistance = 0.011
  /// Drag coefficient 0.30 times frontal area 2.27 m2.
  static let dragAreaSquareMeters = 0.68
  static let airKilogramsPerCubicMeter = 1.2
  /// The share of the engine's work that reaches the wheels.
  static let drivelineEfficiency = 0.92
  /// What lights, fans, steering and the rest take from the engine.
  static let auxiliaryWatts = 600.0
  static let displacementCubicMeters = 1.6e-3
  /// The mean pressure that the engine needs to turn itself, p_me0.
  static let frictionPascals = 1.6e5
  /// The share of the fuel's energy that becomes work before friction, e.
  static let indicatedEfficiency = 0.38
  /// Petrol: 43.2 MJ/kg at 0.745 kg/l.
  static let joulesPerLiter = 32.2e6
  /// 1,600 revolutions per minute.
  static let lowestRevolutionsPerSecond = 1_600.0 / 60
  /// 800 revolutions per minute.
  static let idleRevolutionsPerSecond = 800.0 / 60
  /// 2,600 revolutions per minute at 100 km/h.
  static let topGearRevolutionsPerMeter = 1.56
  /// How hard a driver accelerates after a turn.
  static let accelerationMetersPerSquareSecond = 1.5
  /// How much force across a driver takes in a turn.
  static let lateralMetersPerSquareSecond = 2.5
  /// How far before the corner a turn begins.
  static let turnTangentMeters = 12.0
  /// The share of cars that a traffic light or a sign stops.
  static let shareStopped = 0.5

  /// 10 microlitres.
  static let litersPerWeight = 1e-5

  /// The energy that the fuel must bring per revolution for the engine to turn itself, and so on: the terms of the
  /// formula, joules of fuel.
  private static let joulesPerRevolution = frictionPascals * displacementCubicMeters / 2 / indicatedEfficiency
  private static let rollingJoulesPerMeter =
    massKilograms * gravityMetersPerSquareSecond * rollingResistance / drivelineEfficiency / indicatedEfficiency
  private static let dragJoulesPerMeterAndSquaredSpeed =
    airKilogramsPerCubicMeter * dragAreaSquareMeters / 2 / drivelineEfficiency / indicatedEfficiency
  private static let auxiliaryFuelWatts = auxiliaryWatts / indicatedEfficiency
  private static let weightPerJoule = 1 / joulesPerLiter / litersPerWeight

  /// What an idling engine burns: about 0.7 l per hour.
  static let idleLitersPerSecond =
    (joulesPerRevolution * idleRevolutionsPerSecond + auxiliaryFuelWatts) / joulesPerLiter

  /// The fuel for a stretch at a steady speed.
  static func liters(meters: Double, seconds: Double) -> Double {
    guard meters > 0, seconds > 0 else { return 0 }
    let speed = meters / seconds
    let revolutions = max(lowestRevolutionsPerSecond * seconds, topGearRevolutionsPerMeter * meters)
    let joules =
      meters * (rollingJoulesPerMeter + dragJoulesPerMeterAndSquaredSpeed * speed * speed)
      + seconds * auxiliaryFuelWatts + revolutions * joulesPerRevolution
    return joules / joulesPerLiter
  }

  /// The weight of an edge that takes a time.
  static func edgeWeight(_ edge: EdgeRecord, _ milliseconds: UInt32) -> Double {
    let seconds = Double(milliseconds) / 1000
    if edge.flags.contains(.ferry) { return seconds * idleLitersPerSecond / litersPerWeight }
    return liters(meters: Double(edge.lengthMillimeters) / 1000, seconds: seconds) / litersPerWeight
  }

  /// The square of an edge's speed, m2/s2: 0 on a ferry, infinite where less than 100 ms tell nothing of the speed.
  static func squaredSpeed(_ edge: EdgeRecord, _ milliseconds: UInt32) -> Float {
    if edge.flags.contains(.ferry) { return 0 }
    if milliseconds < 100 { return .infinity }
    let speed = Float(edge.lengthMillimeters) / Float(milliseconds)
    return speed * speed
  }

  /// The square of the speed in a turn, m2/s2, by its whole degrees: `a * r` with the radius of the arc that touches
  /// both roads at `turnTangentMeters` from the corner.
  private let squaredTurnSpeeds: [Float] = (0...180).map { degrees in
    let slope = tan(Double(degrees) * .pi / 360)
    return Float(lateralMetersPerSquareSecond * turnTangentMeters / max(1e-6, slope))
  }

  /// The weight of gaining speed again after a turn, where the road ahead is long enough to gain it.
  ///
  /// A car slows to the speed of the turn (not within 25 degrees or where only two streets meet, as for the time of
  /// turns), to nothing when it turns round, and half of the cars stop at a light or a sign.
  func turnWeight(
    from: EdgeRecord, _ squaredBefore: Float, to: EdgeRecord, _ squaredAfter: Float, isUTurn: Bool, isJoint: Bool
  ) -> Double {
    guard squaredAfter.isFinite else { return 0 }
    var slowest = min(squaredBefore, squaredAfter)
    if isUTurn {
      slowest = 0
    } else if !isJoint {
      let angle = turnDegrees(from: Double(from.endCourse) / 100, to: Double(to.startCourse) / 100).magnitude
      if angle > 25 { slowest = min(slowest, squaredTurnSpeeds[Int(min(180, angle))]) }
    }
    if !from.flags.isDisjoint(with: [.signals, .stopSign]) { slowest *= Float(1 - Self.shareStopped) }
    let length = Double(to.lengthMillimeters) / 1000
    let joulesPerKilogram = min(
      Double(squaredAfter - slowest) / 2, Self.accelerationMetersPerSquareSecond * length)
    return joulesPerKilogram * Self.massKilograms / Self.drivelineEfficiency / Self.indicatedEfficiency
      * Self.weightPerJoule
  }
}
