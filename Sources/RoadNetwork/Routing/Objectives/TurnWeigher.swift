import WaybenchCore

/// Weighs turns from what is known of the edges on either side.
struct TurnWeigher {
  private let network: RoadNetwork
  private let model: WeightModel
  private let zones: [EdgeZone]
  private let squaredSpeeds: [Float]

  init(network: RoadNetwork, model: WeightModel, zones: [EdgeZone], squaredSpeeds: [Float]) {
    self.network = network
    self.model = model
    self.zones = zones
    self.squaredSpeeds = squaredSpeeds
  }

  /// The weight of a legal turn from an edge, whose record is given.
  @inline(__always)
  func weight(of turn: UInt32, from: UInt32, _ record: EdgeRecord) -> Int32 {
    let legal = network.turns[turn]
    let to = network.stateEdge[legal.target]
    let isUTurn = to == record.twin
    var weight = Double(legal.milliseconds) * (isUTurn ? model.perUTurnMillisecond : model.perTurnMillisecond)
    let zone = zones[Int(from)]
    let next = zones[Int(to)]
    if !zone.contains(.restricted), next.contains(.restricted) || zone.contains(.barrierAhead) && !isUTurn {
      weight += model.restrictedEntry
    }
    if next.contains(.avoided), !zone.contains(.avoided) { weight += model.avoidedEntry }
    if !squaredSpeeds.isEmpty { weight += fuel(from: from, record, to: to, isUTurn: isUTurn) }
    return Int32(min(Double(EdgeWeights.greatest), weight.rounded()))
  }

  private func fuel(from: UInt32, _ record: EdgeRecord, to: UInt32, isUTurn: Bool) -> Double {
    guard let fuel = model.fuel else { return 0 }
    let streets =
      Int(network.firstEdge[record.head + 1] - network.firstEdge[record.head])
      + (record.twin == EdgeRecord.none ? 1 : 0)
    return fuel.turnWeight(
      from: record, squaredSpeeds[Int(from)], to: network.edges[to], squaredSpeeds[Int(to)], isUTurn: isUTurn,
      isJoint: streets <= 2)
  }
}
