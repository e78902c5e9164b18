import RoadNetwork
import WaybenchCore

/// A road source with what its tests ask for: which nodes are junctions, and the pieces between them.
struct SourceChecks {
  struct Piece {
    var from: Int
    var to: Int
    var way: Int
    var lengthMeters: Double
  }

  let source: RoadSource
  /// How many ways pass a node; a way's end counts twice.
  private(set) var uses: [Int]
  /// One for each two junctions that follow each other on a way, in the way's order.
  private(set) var pieces: [Piece] = []

  init(_ source: RoadSource) {
    self.source = source
    uses = [Int](repeating: 0, count: source.nodes.count)
    for way in source.ways {
      let nodes = source.wayNodes[way.nodeRange]
      for (offset, node) in nodes.enumerated() {
        uses[Int(node)] += offset == 0 || offset == nodes.count - 1 ? 2 : 1
      }
    }
    for (index, way) in source.ways.enumerated() {
      let nodes = source.wayNodes[way.nodeRange].map { Int($0) }
      var from = nodes[0]
      var length = 0.0
      for (a, b) in zip(nodes, nodes.dropFirst()) {
        length += Geodesic.shortDistanceMeters(source.nodes[a].coordinate, source.nodes[b].coordinate)
        if uses[b] > 1 {
          pieces.append(Piece(from: from, to: b, way: index, lengthMeters: length))
          (from, length) = (b, 0)
        }
      }
    }
  }

  /// Pieces times the directions that somebody may drive.
  var directedEdgeCount: Int {
    pieces.reduce(0) {
      let way = source.ways[$1.way]
      return $0 + (way.forward == .none ? 0 : 1) + (way.backward == .none ? 0 : 1)
    }
  }

  /// The share of the directions open to every car whose both ends reach, and are reached from, most of the town.
  var stronglyConnectedShare: Double {
    var edges: [(from: Int, to: Int)] = []
    for piece in pieces {
      if source.ways[piece.way].forward == .allowed { edges.append((piece.from, piece.to)) }
      if source.ways[piece.way].backward == .allowed { edges.append((piece.to, piece.from)) }
    }
    guard let busiest = uses.indices.filter({ uses[$0] > 4 }).first else { return 0 }
    let forward = reached(from: busiest, edges)
    let backward = reached(from: busiest, edges.map { ($0.to, $0.from) })
    let inside = edges.filter { forward[$0.from] && forward[$0.to] && backward[$0.from] && backward[$0.to] }
    return Double(inside.count) / Double(edges.count)
  }

  private func reached(from start: Int, _ edges: [(from: Int, to: Int)]) -> [Bool] {
    var heads = [[Int]](repeating: [], count: source.nodes.count)
    for edge in edges { heads[edge.from].append(edge.to) }
    var isReached = [Bool](repeating: false, count: heads.count)
    isReached[start] = true
    var stack = [start]
    while let node = stack.popLast() {
      for next in heads[node] where !isReached[next] {
        isReached[next] = true
        stack.append(next)
      }
    }
    return isReached
  }

  /// Pairs of segments of the same layer that meet without sharing a node, as way ids; exact in whole coordinates.
  var unjoinedCrossings: [(Int64, Int64)] {
    var segments: [(a: Int, b: Int, way: Int)] = []
    var cells: [SIMD2<Int32>: [Int]] = [:]
    let size: Int32 = 6000
    for (index, way) in source.ways.enumerated() {
      let nodes = source.wayNodes[way.nodeRange].map { Int($0) }
      for (a, b) in zip(nodes, nodes.dropFirst()) {
        let (p, q) = (source.nodes[a].coordinate, source.nodes[b].coordinate)
        let x = (min(p.longitudeE7, q.longitudeE7) / size)...(max(p.longitudeE7, q.longitudeE7) / size)
        let y = (min(p.latitudeE7, q.latitudeE7) / size)...(max(p.latitudeE7, q.latitudeE7) / size)
        for column in x { for row in y { cells[SIMD2(column, row), default: []].append(segments.count) } }
        segments.append((a, b, index))
      }
    }
    var found: [(Int64, Int64)] = []
    for cell in cells.values {
      for (offset, first) in cell.enumerated() {
        for second in cell[..<offset] where meet(segments[first], segments[second]) {
          found.append((source.ways[segments[first].way].id, source.ways[segments[second].way].id))
        }
      }
    }
    return found
  }

  private func meet(_ one: (a: Int, b: Int, way: Int), _ two: (a: Int, b: Int, way: Int)) -> Bool {
    if source.ways[one.way].layer != source.ways[two.way].layer { return false }
    if one.a == two.a || one.a == two.b || one.b == two.a || one.b == two.b {
      // Segments with a common node may only lie on each other by mistake.
      return (one.a == two.a && one.b == two.b) || (one.a == two.b && one.b == two.a)
    }
    let (a, b, c, d) = (one.a, one.b, two.a, two.b)
    if !boxesTouch(one.a, one.b, two.a, two.b) { return false }
    return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0
  }

  /// Whether the boxes round two segments have a point in common: keeps apart pieces of one straight line.
  private func boxesTouch(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Bool {
    let (p, q, r, s) = (
      source.nodes[a].coordinate, source.nodes[b].coordinate, source.nodes[c].coordinate, source.nodes[d].coordinate
    )
    return max(p.longitudeE7, q.longitudeE7) >= min(r.longitudeE7, s.longitudeE7)
      && max(r.longitudeE7, s.longitudeE7) >= min(p.longitudeE7, q.longitudeE7)
      && max(p.latitudeE7, q.latitudeE7) >= min(r.latitudeE7, s.latitudeE7)
      && max(r.latitudeE7, s.latitudeE7) >= min(p.latitudeE7, q.latitudeE7)
  }

  /// 1 when `c` lies left of the line from `a` to `b`, -1 when right, 0 when on it.
  private func side(_ a: Int, _ b: Int, _ c: Int) -> Int64 {
    let (p, q, r) = (source.nodes[a].coordinate, source.nodes[b].coordinate, source.nodes[c].coordinate)
    let first = Int64(q.longitudeE7 - p.longitudeE7) * Int64(r.latitudeE7 - p.latitudeE7)
    let second = Int64(q.latitudeE7 - p.latitudeE7) * Int64(r.longitudeE7 - p.longitudeE7)
    return (first - second).signum()
  }

  /// FNV-1a over everything that a graph is built from.
  var fingerprint: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ value: Int64) { hash = (hash ^ UInt64(bitPattern: value)) &* 0x100_0000_01B3 }
    for node in source.nodes {
      add(Int64(node.coordinate.latitudeE7))
      add(Int64(node.coordinate.longitudeE7))
      add(Int64(node.flags.rawValue))
    }
    for way in source.ways {
      for value in [
        Int64(way.nodeRange.count), Int64(way.roadClass.rawValue), Int64(way.forward.rawValue),
        Int64(way.backward.rawValue), Int64(way.forwardLimitKilometersPerHour), Int64(way.flags.rawValue),
        Int64(way.layer), Int64(way.freeFlowKilometersPerHour * 1000),
      ] {
        add(value)
      }
      for letter in source.names[Int(way.name)].utf8 { add(Int64(letter)) }
    }
    for node in source.wayNodes { add(Int64(node)) }
    for restriction in source.restrictions { restriction.fromWays.forEach(add) }
    return hash
  }
}
