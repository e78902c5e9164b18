import WaybenchCore

/// The weights of one objective as factors of time and length.
struct WeightModel: Sendable {
  /// Per millisecond on an edge.
  private(set) var perMillisecond = 0.0
  /// Per millimetre of an edge.
  private(set) var perMillimeter = 0.0
  /// Per millimetre of an edge with a toll, on top.
  private(set) var tollPerMillimeter = 0.0
  /// Per millisecond that a turn takes.
  private(set) var perTurnMillisecond = 0.0
  /// Per millisecond that turning round takes.
  private(set) var perUTurnMillisecond = 0.0
  /// What entering a restricted road weighs.
  private(set) var restrictedEntry = 0.0
  /// What entering something avoided weighs.
  private(set) var avoidedEntry = 0.0
  private(set) var unitsPerWeight = 0.0
  private(set) var fuel: FuelModel?

  /// The speed at which time is exchanged for length: 50 km/h, in millimetres per millisecond.
  static let exchangeSpeed = 50 / 3.6

  init(_ preferences: RoutePreferences) {
    switch preferences.objective {
    case .fastest:
      unitsPerWeight = 0.001
      perMillisecond = 1
      perTurnMillisecond = 1
      perUTurnMillisecond = 1
    case .shortest:
      unitsPerWeight = 0.01
      perMillimeter = 0.1
      perUTurnMillisecond = Self.exchangeSpeed * perMillimeter
    case .fuelEfficient:
      unitsPerWeight = FuelModel.litersPerWeight
      fuel = FuelModel()
      perTurnMillisecond = FuelModel.idleLitersPerSecond / 1000 / FuelModel.litersPerWeight
      perUTurnMillisecond = perTurnMillisecond
    case .cheapest:
      setRates(preferences.costs)
    }
    let perPenaltySecond: Double
    if fuel != nil {
      perPenaltySecond =
        FuelModel.liters(meters: Self.exchangeSpeed, seconds: 1) / FuelModel.litersPerWeight
    } else {
      perPenaltySecond = 1000 * (perMillisecond + perMillimeter * Self.exchangeSpeed)
    }
    restrictedEntry = EdgeWeights.restrictedEntrySeconds * perPenaltySecond
    avoidedEntry = EdgeWeights.avoidedEntrySeconds * perPenaltySecond
  }

  private mutating func setRates(_ rates: RoutePreferences.CostRates) {
    func usable(_ rate: Double) -> Double { rate > 0 && rate.isFinite ? rate : 0 }
    let perMinute = usable(rates.perMinute)
    let perKilometer = usable(rates.perKilometer)
    let toll = usable(rates.tollPerKilometer)
    // 10,000 km at 60 km/h.
    let costOfLongestWay = 10_000 * (perMinute + perKilometer + toll)
    guard costOfLongestWay > 0, costOfLongestWay.isFinite else {
      perMillisecond = 1
      perTurnMillisecond = 1
      perUTurnMillisecond = 1
      return
    }
    var weightsPerUnit = 100_000.0
    let most = Double(1 << 30)
    while costOfLongestWay * weightsPerUnit >= most { weightsPerUnit /= 10 }
    while costOfLongestWay * weightsPerUnit * 10 < most { weightsPerUnit *= 10 }
    unitsPerWeight = 1 / weightsPerUnit
    perMillisecond = perMinute / 60_000 * weightsPerUnit
    perMillimeter = perKilometer / 1e6 * weightsPerUnit
    tollPerMillimeter = toll / 1e6 * weightsPerUnit
    perTurnMillisecond = perMillisecond
    perUTurnMillisecond = perMillisecond
  }

  /// The weight of an edge that takes a time.
  func edgeWeight(_ edge: EdgeRecord, _ milliseconds: UInt32, isAvoided: Bool) -> Int32 {
    let length = Double(edge.lengthMillimeters)
    var weight = Double(milliseconds) * perMillisecond + length * perMillimeter
    if edge.flags.contains(.toll) { weight += length * tollPerMillimeter }
    if fuel != nil { weight += FuelModel.edgeWeight(edge, milliseconds) }
    if isAvoided { weight *= EdgeWeights.avoidedFactor }
    // Never below 0: half more, cut off, is the nearest.
    return Int32(max(1, min(Double(EdgeWeights.greatest), weight + 0.5)))
  }
}
