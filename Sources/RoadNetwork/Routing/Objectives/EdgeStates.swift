/// The states of each edge: the one of its own number, and those that remember a restriction over ways.
struct EdgeStates: Sendable {
  private let network: RoadNetwork
  /// The further states, by edge.
  private let further: [(edge: UInt32, state: UInt32)]

  /// O(states - edges), which are few.
  init(network: RoadNetwork) {
    self.network = network
    further = (network.edgeCount..<network.stateCount).map { (network.stateEdge[$0], UInt32($0)) }.sorted { $0 < $1 }
  }

  /// A legal turn and the edge that it leaves.
  struct Turn {
    var turn: UInt32
    var from: UInt32
  }

  /// Adds the turns that leave or enter any state of an edge.
  func addTurns(around edge: UInt32, to turns: inout [Turn]) {
    visitStates(of: edge) { state in
      for turn in network.firstTurn[state]..<network.firstTurn[state + 1] {
        turns.append(Turn(turn: turn, from: edge))
      }
    }
    let tail = network.edges[edge].tail
    for position in network.firstIncoming[tail]..<network.firstIncoming[tail + 1] {
      let from = network.incomingEdges[position]
      visitStates(of: from) { state in
        for turn in network.firstTurn[state]..<network.firstTurn[state + 1]
        where network.stateEdge[network.turns[turn].target] == edge {
          turns.append(Turn(turn: turn, from: from))
        }
      }
    }
  }

  private func visitStates(of edge: UInt32, _ visit: (_ state: UInt32) -> Void) {
    visit(edge)
    var low = 0
    var high = further.count
    while low < high {
      let middle = (low + high) / 2
      if further[middle].edge < edge { low = middle + 1 } else { high = middle }
    }
    while low < further.count, further[low].edge == edge {
      visit(further[low].state)
      low += 1
    }
  }
}
