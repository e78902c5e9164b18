/// A legal turn and the edge that it leaves.
struct LegalTurn {
  var turn: UInt32
  var from: UInt32
}

extension RoadNetwork {
  /// Adds the turns that leave or enter any state of an edge.
  func addTurns(around edge: UInt32, to turns: inout [LegalTurn]) {
    visitStates(ofEdge: Int(edge)) { state in
      for turn in firstTurn[state]..<firstTurn[state + 1] {
        turns.append(LegalTurn(turn: turn, from: edge))
      }
    }
    let tail = edges[edge].tail
    for position in firstIncoming[tail]..<firstIncoming[tail + 1] {
      let from = incomingEdges[position]
      visitStates(ofEdge: Int(from)) { state in
        for turn in firstTurn[state]..<firstTurn[state + 1]
        where stateEdge[self.turns[turn].target] == edge {
          turns.append(LegalTurn(turn: turn, from: from))
        }
      }
    }
  }
}
