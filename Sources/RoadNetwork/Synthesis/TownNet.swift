/// The streets of one quarter before they become ways: nodes, edges between them, and what each edge is.
struct TownNet {
  /// What an edge is.
  enum Kind {
    case street
    case service
    case privateService
    case track
  }

  struct Edge {
    var a: Int
    var b: Int
    /// Points between the ends.
    var shape: [TownPoint] = []
    var kind: Kind
    /// 1 when one-way from `a` to `b`, -1 when from `b` to `a`.
    var oneWay = 0
    /// Where the first shape point is a sign or a gate.
    var shapeFlags: RoadSource.NodeFlags = []
  }

  var points: [TownPoint] = []
  /// Nodes of the canvas, -1 until drawn.
  var globals: [Int32] = []
  var edges: [Edge] = []
  private(set) var degrees: [Int] = []

  mutating func addNode(_ point: TownPoint, global: Int32 = -1) -> Int {
    points.append(point)
    globals.append(global)
    degrees.append(0)
    return points.count - 1
  }

  mutating func addEdge(_ edge: Edge) {
    edges.append(edge)
    degrees[edge.a] += 1
    degrees[edge.b] += 1
  }

  /// Splits a straight edge at fractions in rising order; returns the new nodes.
  mutating func split(_ index: Int, at fractions: [Double]) -> [Int] {
    let edge = edges[index]
    var made: [Int] = []
    for fraction in fractions {
      made.append(addNode(points[edge.a] + (points[edge.b] - points[edge.a]) * fraction))
    }
    let chain = [edge.a] + made + [edge.b]
    edges[index].b = chain[1]
    degrees[chain[1]] += 1
    degrees[edge.b] -= 1
    for i in 1..<chain.count - 1 {
      addEdge(Edge(a: chain[i], b: chain[i + 1], kind: edge.kind, oneWay: edge.oneWay))
    }
    return made
  }

  /// For each node the number of its connected component: the least node of it.
  func components() -> [Int] {
    var parent = Array(points.indices)
    func root(_ start: Int) -> Int {
      var node = start
      while parent[node] != node {
        parent[node] = parent[parent[node]]
        node = parent[node]
      }
      return node
    }
    for edge in edges {
      let (a, b) = (root(edge.a), root(edge.b))
      if a != b { parent[max(a, b)] = min(a, b) }
    }
    return points.indices.map(root)
  }

  /// Keeps only the edges that satisfy a condition.
  mutating func keepEdges(_ condition: (Edge) -> Bool) {
    let kept = edges.filter(condition)
    edges = []
    degrees = [Int](repeating: 0, count: points.count)
    for edge in kept { addEdge(edge) }
  }

  /// Follows straight continuations: each street as edges in order with the direction in which each is passed.
  func streets() -> [[(edge: Int, isForward: Bool)]] {
    let partner = straightPartners()
    var isUsed = [Bool](repeating: false, count: edges.count)
    var result: [[(edge: Int, isForward: Bool)]] = []
    func follow(_ first: Int, isForward: Bool) {
      var street: [(edge: Int, isForward: Bool)] = []
      var edge = first
      var forward = isForward
      while !isUsed[edge] {
        isUsed[edge] = true
        street.append((edge, forward))
        let next = partner[edge * 2 + (forward ? 1 : 0)]
        if next < 0 { break }
        let node = forward ? edges[edge].b : edges[edge].a
        forward = edges[next].a == node
        edge = next
      }
      result.append(street)
    }
    for edge in edges.indices where !isUsed[edge] {
      if partner[edge * 2] < 0 {
        follow(edge, isForward: true)
      } else if partner[edge * 2 + 1] < 0 {
        follow(edge, isForward: false)
      }
    }
    for edge in edges.indices where !isUsed[edge] { follow(edge, isForward: true) }
    return result
  }

  /// For the start (2e) and the end (2e + 1) of each edge the edge that goes straight on, or -1.
  private func straightPartners() -> [Int] {
    var ends = [[Int]](repeating: [], count: points.count)
    for (index, edge) in edges.enumerated() {
      ends[edge.a].append(index * 2)
      if edge.a != edge.b { ends[edge.b].append(index * 2 + 1) }
    }
    var partner = [Int](repeating: -1, count: edges.count * 2)
    for incident in ends where incident.count > 1 {
      var pairs: [(turn: Double, first: Int, second: Int)] = []
      for i in incident.indices {
        for j in incident.indices where j > i {
          let (first, second) = (incident[i], incident[j])
          let turn = outward(first).dot(outward(second))
          if turn < -0.8, fits(first, second) { pairs.append((turn, first, second)) }
        }
      }
      pairs.sort { ($0.turn, $0.first) < ($1.turn, $1.first) }
      for pair in pairs where partner[pair.first] < 0 && partner[pair.second] < 0 {
        partner[pair.first] = pair.second / 2
        partner[pair.second] = pair.first / 2
      }
    }
    return partner
  }

  /// Whether two edges may be one street: the same kind, and one-way in the same sense.
  private func fits(_ first: Int, _ second: Int) -> Bool {
    let (one, two) = (edges[first / 2], edges[second / 2])
    if one.kind != two.kind || first / 2 == second / 2 { return false }
    let into = first % 2 == 1 ? one.oneWay : -one.oneWay
    let out = second % 2 == 0 ? two.oneWay : -two.oneWay
    return into == out
  }

  /// The direction in which an edge leaves one of its ends.
  private func outward(_ end: Int) -> TownPoint {
    let edge = edges[end / 2]
    if end % 2 == 0 { return ((edge.shape.first ?? points[edge.b]) - points[edge.a]).unit }
    return ((edge.shape.last ?? points[edge.a]) - points[edge.b]).unit
  }
}
