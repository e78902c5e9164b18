public import WaybenchCore

extension NetworkMatcher {
  /// Lays the fixes of a run on the walk that was found and adds the piece to the result.
  mutating func place(
    _ fixes: [Fix], _ range: ClosedRange<Int>, bestLabel: Int32, breakReason: MatchBreak?, _ result: inout MatchResult
  ) {
    var walk: [Label] = []
    var at = bestLabel
    while at >= 0 {
      walk.append(labels[Int(at)])
      at = labels[Int(at)].parent
    }
    walk.reverse()
    var starts: [Double] = []
    var length = 0.0
    for label in walk {
      starts.append(length)
      length += Double(network.edges[Int(label.edge)].lengthMillimeters) / 1000
    }
    let piece = result.pieces.count
    var current = 0
    var furthest = 0.0
    var placed: [(fix: Int, chainage: Double)] = []
    for index in range {
      while current + 1 < walk.count, Int(walk[current + 1].fix) <= index { current += 1 }
      let frame = LocalFrame(origin: fixes[index].coordinate)
      let (distance, offset) = network.project(frame, onEdge: Int(walk[current].edge))
      guard distance <= radius(for: fixes[index]) else {
        result.fixes[index] = MatchedFix(place: nil, reason: .tooFar)
        continue
      }
      // Dancing on the spot does not drive backwards.
      furthest = placed.isEmpty ? starts[current] + offset : max(furthest, starts[current] + offset)
      placed.append((index, furthest))
    }
    guard let first = placed.first, let last = placed.last else { return }
    let begin = edgeIndex(first.chainage, starts, atEnd: false)
    let end = max(begin, edgeIndex(last.chainage, starts, atEnd: true))
    for (index, chainage) in placed {
      var on = edgeIndex(chainage, starts, atEnd: false)
      on = min(end, max(begin, on))
      result.fixes[index] = matched(
        fixes[index], piece: piece, edge: Int(walk[on].edge), offset: chainage - starts[on])
    }
    result.pieces.append(
      MatchedPiece(
        edges: walk[begin...end].map { Int($0.edge) }, startOffsetMeters: first.chainage - starts[begin],
        endOffsetMeters: last.chainage - starts[end], lengthMeters: last.chainage - first.chainage,
        fixRange: first.fix...last.fix, breakReason: breakReason))
  }

  private func radius(for fix: Fix) -> Double {
    max(cost.radius, fix.horizontalAccuracyMeters > 0 ? 3 * fix.horizontalAccuracyMeters : 0)
  }

  /// The edge of the walk on which a chainage lies; at a boundary the earlier one where the walk ends.
  private func edgeIndex(_ chainage: Double, _ starts: [Double], atEnd: Bool) -> Int {
    var low = 0
    var high = starts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if atEnd ? starts[middle] < chainage : starts[middle] <= chainage { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func matched(_ fix: Fix, piece: Int, edge: Int, offset: Double) -> MatchedFix {
    let length = Double(network.edges[edge].lengthMillimeters) / 1000
    let held = min(length, max(0, offset))
    let coordinate = network.coordinate(
      of: NetworkPlace(edge: edge, fraction: length > 0 ? held / length : 0, distanceMeters: 0))
    return MatchedFix(
      place: MatchedFix.Place(
        piece: piece, edge: edge, offsetMeters: held, coordinate: coordinate,
        distanceMeters: Geodesic.distanceMeters(coordinate, fix.coordinate)), reason: nil)
  }
}

extension RoadNetwork {
  /// The nearest point of an edge to a frame's origin: distance and offset from the edge's tail, metres.
  func project(_ frame: LocalFrame, onEdge edge: Int) -> (distanceMeters: Double, offsetMeters: Double) {
    let record = edges[edge]
    let first = Int(linkFirstVertex[record.link])
    let end = Int(linkFirstVertex[record.link + 1])
    var bestSquare = Double.infinity
    var bestChainage = 0.0
    var chainage = 0.0
    var a = frame.project(vertices[first])
    for vertex in (first + 1)..<end {
      let b = frame.project(vertices[vertex])
      let dx = b.x - a.x
      let dy = b.y - a.y
      let square = dx * dx + dy * dy
      let length = square.squareRoot()
      let fraction = square > 0 ? min(1, max(0, -(a.x * dx + a.y * dy) / square)) : 0
      let ex = a.x + fraction * dx
      let ey = a.y + fraction * dy
      let distanceSquare = ex * ex + ey * ey
      if distanceSquare < bestSquare {
        bestSquare = distanceSquare
        bestChainage = chainage + fraction * length
      }
      chainage += length
      a = b
    }
    let length = Double(record.lengthMillimeters) / 1000
    // The frame stretches what is far away: keep proportions, not metres.
    let along = chainage > 0 ? bestChainage / chainage * length : 0
    return (bestSquare.squareRoot(), record.flags.contains(.reversed) ? length - along : along)
  }

  /// The geometry of a matched piece. O(vertices).
  public func shape(of piece: MatchedPiece) -> [Coordinate] {
    var result: [Coordinate] = []
    for (index, edge) in piece.edges.enumerated() {
      let length = max(0.001, Double(edges[edge].lengthMillimeters) / 1000)
      let from = index == 0 ? piece.startOffsetMeters / length : 0
      let to = index == piece.edges.count - 1 ? piece.endOffsetMeters / length : 1
      for coordinate in shape(ofEdge: edge, from: from, to: to) where coordinate != result.last {
        result.append(coordinate)
      }
    }
    return result
  }
}
