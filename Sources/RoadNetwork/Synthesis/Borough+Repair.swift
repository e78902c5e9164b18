import WaybenchCore

/// The directed pieces between junctions of some ways, and their strongly connected components.
struct TownPieces {
  /// Start and end node of each piece, and its way; a two-way piece appears twice.
  private(set) var pieces: [(from: Int, to: Int, way: Int)] = []
  private let nodeCount: Int

  /// The pieces that every car may drive of `ways`, between nodes of use 2; nodes are counted from `firstNode`.
  init(_ source: RoadSource, ways: Range<Int>, uses: [UInt8], firstNode: Int, nodeCount: Int) {
    self.nodeCount = nodeCount
    for index in ways {
      let way = source.ways[index]
      let nodes = source.wayNodes[way.nodeRange]
      var from = -1
      for node in nodes where uses[Int(node)] > 1 {
        let to = Int(node) - firstNode
        if from >= 0 {
          if way.forward == .allowed { pieces.append((from, to, index)) }
          if way.backward == .allowed { pieces.append((to, from, index)) }
        }
        from = to
      }
    }
  }

  /// The component of each node (Tarjan, SIAM Journal on Computing 1(2), 1972), without recursion.
  func components() -> [Int32] {
    var first = [Int32](repeating: 0, count: nodeCount + 1)
    for piece in pieces { first[piece.from + 1] += 1 }
    for node in 0..<nodeCount { first[node + 1] += first[node] }
    var fill = first
    var heads = [Int32](repeating: 0, count: pieces.count)
    for piece in pieces {
      heads[Int(fill[piece.from])] = Int32(piece.to)
      fill[piece.from] += 1
    }
    var order = [Int32](repeating: -1, count: nodeCount)
    var low = order
    var component = order
    var cursor = first
    var stack: [Int32] = []
    var path: [Int] = []
    var count: Int32 = 0
    var components: Int32 = 0
    for root in 0..<nodeCount where order[root] < 0 {
      path.append(root)
      while let node = path.last {
        if order[node] < 0 {
          order[node] = count
          low[node] = count
          count += 1
          stack.append(Int32(node))
        }
        if cursor[node] < first[node + 1] {
          let next = Int(heads[Int(cursor[node])])
          cursor[node] += 1
          if order[next] < 0 {
            path.append(next)
          } else if component[next] < 0 {
            low[node] = min(low[node], order[next])
          }
          continue
        }
        path.removeLast()
        if let parent = path.last { low[parent] = min(low[parent], low[node]) }
        if low[node] == order[node] {
          while let member = stack.popLast() {
            component[Int(member)] = components
            if Int(member) == node { break }
          }
          components += 1
        }
      }
    }
    return component
  }
}

extension Borough {
  /// Opens one-way streets that cut a part of the town off, so that every street can be reached and left.
  func repairOneWayStreets() {
    let pieces = TownPieces(
      canvas.source, ways: firstWay..<canvas.source.ways.count, uses: canvas.uses, firstNode: firstNode,
      nodeCount: canvas.points.count - firstNode)
    let component = pieces.components()
    var counts: [(way: Int, pieces: Int)] = []
    var isCut = false
    for piece in pieces.pieces {
      if counts.last?.way != piece.way {
        if isCut, let last = counts.last { open(last.way, pieces: last.pieces) }
        counts.append((piece.way, 0))
        isCut = false
      }
      counts[counts.count - 1].pieces += 1
      if component[piece.from] != component[piece.to] { isCut = true }
    }
    if isCut, let last = counts.last { open(last.way, pieces: last.pieces) }
  }

  private func open(_ way: Int, pieces: Int) {
    let roadClass = canvas.source.ways[way].roadClass
    let isLocal = roadClass == .residential || roadClass == .livingStreet || roadClass == .tertiary
    if isLocal, !canvas.source.ways[way].flags.contains(.roundabout), canvas.source.ways[way].backward == .none {
      canvas.openBothWays(way, pieces: pieces)
    }
  }
}
