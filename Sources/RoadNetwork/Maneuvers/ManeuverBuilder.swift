import WaybenchCore

/// Turns the edges of a leg into the steps that a driver needs: what is obvious is not said.
///
/// The kinds and the angle bands are those of the OSRM HTTP API's step maneuvers.
struct ManeuverBuilder {
  let network: RoadNetwork

  /// The steps of a leg, from its departure to its arrival.
  func steps(of pieces: [RouteAssembly.Piece], names: inout RouteNames) -> [RouteStep] {
    guard let first = pieces.first, let last = pieces.last else { return [] }
    var steps = [step(at: first, Maneuver(.depart), &names)]
    var roundaboutExits: Int?
    for (before, piece) in zip(pieces, pieces.dropFirst()) {
      let from = network.edge(before.edge)
      let to = network.edge(piece.edge)
      if to.flags.contains(.roundabout) {
        if roundaboutExits == nil {
          roundaboutExits = 0
          close(&steps, at: piece)
          steps.append(step(at: piece, Maneuver(.roundabout), &names))
        }
        roundaboutExits = (roundaboutExits ?? 0) + exitsPassed(from: from, to: to)
      } else if let passed = roundaboutExits, from.flags.contains(.roundabout) {
        roundaboutExits = nil
        finishRoundabout(&steps, passed: passed, leaving: piece, &names)
        continue
      } else if let maneuver = maneuver(from: from, to: to) {
        close(&steps, at: piece)
        steps.append(step(at: piece, maneuver, &names))
      }
      steps[steps.count - 1].durationSeconds += piece.seconds
    }
    steps[0].durationSeconds += first.seconds
    steps[steps.count - 1].endChainageMeters = last.endMeters
    var arrival = step(at: last, Maneuver(.arrive), &names)
    arrival.startChainageMeters = last.endMeters
    arrival.endChainageMeters = last.endMeters
    steps.append(arrival)
    return steps
  }

  private func step(
    at piece: RouteAssembly.Piece, _ maneuver: Maneuver, _ names: inout RouteNames
  ) -> RouteStep {
    let record = network.edges[piece.edge]
    return RouteStep(
      maneuver: maneuver, startChainageMeters: piece.startMeters, endChainageMeters: piece.endMeters,
      durationSeconds: 0, name: names.index(of: record.name), reference: names.index(of: record.reference))
  }

  private func close(_ steps: inout [RouteStep], at piece: RouteAssembly.Piece) {
    steps[steps.count - 1].endChainageMeters = piece.startMeters
  }

  /// The way out of a roundabout stands in the step that enters it; the step then carries the name of the road left by.
  private func finishRoundabout(
    _ steps: inout [RouteStep], passed: Int, leaving piece: RouteAssembly.Piece, _ names: inout RouteNames
  ) {
    let record = network.edges[piece.edge]
    let index = steps.count - 1
    steps[index].maneuver.exit = UInt8(clamping: passed + 1)
    steps[index].name = names.index(of: record.name)
    steps[index].reference = names.index(of: record.reference)
    steps[index].durationSeconds += piece.seconds
  }

  /// The exits that lie at the junction from which the roundabout goes on.
  private func exitsPassed(from: RoadNetwork.Edge, to: RoadNetwork.Edge) -> Int {
    guard from.flags.contains(.roundabout) else { return 0 }
    return network.edges(leavingJunction: to.tail)
      .filter { !network.edge($0).flags.contains(.roundabout) }.isEmpty ? 0 : 1
  }

  /// What is said where one edge follows another; `nil` when nothing has to be.
  private func maneuver(from: RoadNetwork.Edge, to: RoadNetwork.Edge) -> Maneuver? {
    let angle = turnDegrees(from: from.endCourseDegrees, to: to.startCourseDegrees)
    let modifier = Maneuver.Modifier(turnDegrees: angle)
    if from.twin == to.index { return Maneuver(.continue, .uturn) }
    let others = network.edges(leavingJunction: to.tail)
      .filter { $0 != to.index && $0 != from.twin }.map { network.edge($0) }
    let changesName = !to.name.isEmpty && to.name != from.name
    let leavesRamp = from.roadClass.isLink && !to.roadClass.isLink && angle.magnitude < 60
    if others.isEmpty {
      if leavesRamp, isJoined(to, by: from) { return merge(turnDegrees: angle, to) }
      return changesName && !from.name.isEmpty ? Maneuver(.newName, modifier) : nil
    }
    if to.roadClass.isLink, !from.roadClass.isLink { return Maneuver(leavesMajor(from) ? .offRamp : .onRamp, modifier) }
    if leavesRamp { return merge(turnDegrees: angle, to) }
    let otherAngles = others.map { turnDegrees(from: from.endCourseDegrees, to: $0.startCourseDegrees) }
    if angle.magnitude < 40 {
      return straightManeuver(from, to, angle, others, otherAngles, changesName: changesName)
    }
    let roadEnds = !otherAngles.contains { $0.magnitude < 45 } && otherAngles.contains { $0 * angle < 0 }
    if roadEnds { return Maneuver(.endOfRoad, modifier) }
    return Maneuver(!changesName && to.name == from.name && !to.name.isEmpty ? .continue : .turn, modifier)
  }

  /// Whether traffic of another road is met where one edge leads to the next.
  private func isJoined(_ to: RoadNetwork.Edge, by from: RoadNetwork.Edge) -> Bool {
    (network.firstIncoming[to.tail]..<network.firstIncoming[to.tail + 1])
      .contains { Int(network.incomingEdges[$0]) != from.index && Int(network.incomingEdges[$0]) != to.twin }
  }

  /// Joining a road: the modifier names the side to move to, which is opposite to the bend at the join.
  private func merge(turnDegrees angle: Double, _ to: RoadNetwork.Edge) -> Maneuver {
    if angle.magnitude < 1 { return Maneuver(.merge, to.flags.contains(.drivesOnLeft) ? .slightRight : .slightLeft) }
    return Maneuver(.merge, angle > 0 ? .slightLeft : .slightRight)
  }

  private func leavesMajor(_ edge: RoadNetwork.Edge) -> Bool {
    edge.roadClass == .motorway || edge.roadClass == .trunk
  }

  /// Going on more or less straight: said only where another way is as obvious, or the road changes its name.
  private func straightManeuver(
    _ from: RoadNetwork.Edge, _ to: RoadNetwork.Edge, _ angle: Double, _ others: [RoadNetwork.Edge],
    _ otherAngles: [Double], changesName: Bool
  ) -> Maneuver? {
    for (other, otherAngle) in zip(others, otherAngles)
    where otherAngle.magnitude < 40 && other.roadClass.rawValue <= to.roadClass.rawValue + 1 {
      let isObvious =
        angle.magnitude + 15 < otherAngle.magnitude || !changesName && to.name == from.name && other.name != from.name
      if !isObvious { return Maneuver(.fork, angle >= otherAngle ? .slightRight : .slightLeft) }
    }
    if changesName, !from.name.isEmpty { return Maneuver(.newName, Maneuver.Modifier(turnDegrees: angle)) }
    return nil
  }
}
