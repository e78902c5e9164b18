public import RoadNetwork

/// Adds up a path edge by edge.
public enum PathCheck {
  /// What is wrong with a path: a turn that is not legal from where it is taken, or a weight that is not the sum of its
  /// parts; `nil` when nothing is.
  public static func fault(_ path: NetworkPath, _ network: RoadNetwork, _ weights: EdgeWeights) -> String? {
    guard path.turns.count == path.edges.count - 1, let first = path.edges.first, let last = path.edges.last else {
      return "\(path.edges.count) edges and \(path.turns.count) turns"
    }
    var weight = 0
    var state = first
    for (turn, edge) in zip(path.turns, path.edges.dropFirst()) {
      guard network.turnRange(ofState: state).contains(Int(turn)) else {
        return "turn \(turn) is not from state \(state)"
      }
      state = network.state(afterTurn: Int(turn))
      guard network.edge(ofState: state) == edge else { return "turn \(turn) does not lead onto edge \(edge)" }
      weight += Int(weights.turns[Int(turn)]) + Int(weights.edges[edge])
    }
    let firstWeight = weights.edges[first]
    let lastWeight = weights.edges[last]
    if path.edges.count == 1 {
      weight = Int(
        EdgeWeights.partial(firstWeight, path.endFraction) - EdgeWeights.partial(firstWeight, path.startFraction))
    } else {
      weight += Int(firstWeight - EdgeWeights.partial(firstWeight, path.startFraction))
      weight -= Int(lastWeight - EdgeWeights.partial(lastWeight, path.endFraction))
    }
    return weight == path.weight ? nil : "the parts weigh \(weight), the path \(path.weight)"
  }
}
