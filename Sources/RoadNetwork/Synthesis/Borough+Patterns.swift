import WaybenchCore

/// A part of a borough between two radial roads and two rings.
struct TownSector {
  var u: TownPoint
  var v: TownPoint
  var inner: Double
  var outer: Double
  /// Which spoke bounds it on the right.
  var index: Int

  var middle: TownPoint { (u + v).unit }
  var center: TownPoint { middle * ((inner + outer) / 2) }

  func contains(_ p: TownPoint) -> Bool {
    let radius = p.length
    return radius > inner && radius < outer && u.cross(p) > 0 && p.cross(v) > 0
  }

  /// Half the side of a square round the centre that holds all of it.
  var reach: Double { max((u - v).length * outer * 0.5, (outer - inner) / 2) * 1.25 + 20 }
}

/// The street patterns of quarters. All keep clear of what the hash holds already, and enter themselves.
extension Borough {
  private func isBuildable(_ p: TownPoint, _ sector: TownSector, clearance: Double) -> Bool {
    sector.contains(p) && river.distance(to: p).magnitude > TownRiver.halfWidth + 14
      && hash.isFree(p, clearance: clearance)
  }

  /// Adds an edge when it is clear of everything; a bend is tried first.
  private mutating func addStreet(
    _ net: inout TownNet, _ a: Int, _ b: Int, bend: Double, kind: TownNet.Kind, oneWay: Int = 0
  ) {
    let (p, q) = (net.points[a], net.points[b])
    if !river.isDry(p, q) { return }
    let middle = (p + q) * 0.5 + (q - p).left * bend
    if bend != 0, hash.isFree(line: [p, middle, q], clearance: 10) {
      net.addEdge(.init(a: a, b: b, shape: [middle], kind: kind, oneWay: oneWay))
      hash.insert(line: [p, middle, q])
    } else if hash.isFree(p, q, clearance: 12) {
      net.addEdge(.init(a: a, b: b, kind: kind, oneWay: oneWay))
      hash.insert(p, q)
    }
  }

  /// A turned lattice of streets.
  ///
  /// - Parameters:
  ///   - spacing: metres between the lattice lines in both directions.
  ///   - limit: the most nodes; those nearest to the inner edge of the sector are taken.
  mutating func latticeNet(
    _ sector: TownSector, spacing: (Double, Double), jitter: Double, dropped: Double, isOneWay: Bool, limit: Int
  ) -> TownNet {
    var net = TownNet()
    let turn = TownPoint(angle: random.nextUnit() * Double.pi / 2)
    let columns = Int(sector.reach / spacing.0) * 2 + 1
    let rows = Int(sector.reach / spacing.1) * 2 + 1
    var candidates: [(cell: Int, point: TownPoint, distance: Double)] = []
    let entrance = sector.middle * sector.inner
    for row in 0..<rows {
      for column in 0..<columns {
        let x = (Double(column) - Double(columns) / 2) * spacing.0 + random.nextGaussian() * jitter
        let y = (Double(row) - Double(rows) / 2) * spacing.1 + random.nextGaussian() * jitter
        let p = sector.center + turn * x + turn.left * y
        if isBuildable(p, sector, clearance: 26) {
          candidates.append((row * columns + column, p, (p - entrance).length))
        }
      }
    }
    candidates.sort { ($0.distance, $0.cell) < ($1.distance, $1.cell) }
    var cells = [Int](repeating: -1, count: rows * columns)
    for candidate in candidates.prefix(limit) { cells[candidate.cell] = net.addNode(candidate.point) }
    for row in 0..<rows {
      for column in 0..<columns {
        let node = cells[row * columns + column]
        if node < 0 { continue }
        if column + 1 < columns, cells[row * columns + column + 1] >= 0, !random.nextChance(dropped) {
          addStreet(&net, node, cells[row * columns + column + 1], bend: 0, kind: .street)
        }
        if row + 1 < rows, cells[(row + 1) * columns + column] >= 0, !random.nextChance(dropped) {
          let oneWay = isOneWay ? (column % 2 == 0 ? 1 : -1) : 0
          addStreet(&net, node, cells[(row + 1) * columns + column], bend: 0, kind: .street, oneWay: oneWay)
        }
      }
    }
    return net
  }

  /// Crooked streets between scattered corners: the Gabriel graph of the corners, thinned.
  ///
  /// Two corners are joined when the circle over their line holds no third; no two such lines cross (Gabriel and
  /// Sokal, Systematic Zoology 18(3), 1969).
  mutating func scatteredNet(
    _ sector: TownSector, spacing: Double, dropped: Double, kind: TownNet.Kind, limit: Int, clearance: Double = 24
  ) -> TownNet {
    var net = TownNet()
    let isDisc = sector.inner <= 0
    let reach = isDisc ? sector.outer : sector.reach
    let entrance = sector.middle * sector.inner
    var found: [TownPoint] = []
    let attempts = Int(reach * reach * 4 / (spacing * spacing)) * 7
    for _ in 0..<attempts {
      let p =
        (isDisc ? TownPoint(0, 0) : sector.center)
        + TownPoint((random.nextUnit() * 2 - 1) * reach, (random.nextUnit() * 2 - 1) * reach)
      let isInside =
        isDisc ? p.length < sector.outer : isBuildable(p, sector, clearance: clearance)
      if isInside, found.allSatisfy({ ($0 - p).length > spacing }) { found.append(p) }
    }
    if found.count > limit {
      found.sort { ($0 - entrance).length < ($1 - entrance).length }
      found.removeLast(found.count - limit)
    }
    for p in found { _ = net.addNode(p) }
    for i in found.indices {
      for j in found.indices where j > i {
        let length = (found[i] - found[j]).length
        if length > spacing * 2.1 { continue }
        let middle = (found[i] + found[j]) * 0.5
        let isGabriel = found.indices.allSatisfy {
          $0 == i || $0 == j || (found[$0] - middle).length >= length / 2
        }
        if !isGabriel { continue }
        let isSpare = net.degrees[i] > 1 && net.degrees[j] > 1
        if isSpare, random.nextChance(dropped) { continue }
        addStreet(&net, i, j, bend: (random.nextUnit() - 0.5) * 0.2, kind: kind)
      }
    }
    return net
  }

  /// Adds crescents, dead ends and private drives to the straight streets of a net.
  mutating func decorate(_ net: inout TownNet, crescents: Double, deadEnds: Double, drives: Double) {
    for index in net.edges.indices {
      let edge = net.edges[index]
      let length = (net.points[edge.b] - net.points[edge.a]).length
      let isShared = net.globals[edge.a] >= 0 || net.globals[edge.b] >= 0
      if edge.kind != .street || !edge.shape.isEmpty || isShared || length < 66 { continue }
      let side = random.nextChance(0.5) ? 1.0 : -1.0
      if length > 105, edge.oneWay == 0, random.nextChance(crescents) {
        addCrescent(&net, index, length: length, side: side)
      } else if random.nextChance(deadEnds) {
        addSpur(&net, index, length: 34 + random.nextUnit() * 34, side: side, kind: .street)
      } else if random.nextChance(drives) {
        addSpur(
          &net, index, length: 26 + random.nextUnit() * 12, side: side,
          kind: random.nextChance(0.4) || !hasPrivateDrive ? .privateService : .service)
      }
    }
  }

  /// A street that leaves an edge at a right angle, bends twice and comes back to it.
  private mutating func addCrescent(_ net: inout TownNet, _ index: Int, length: Double, side: Double) {
    let edge = net.edges[index]
    let (p, q) = (net.points[edge.a], net.points[edge.b])
    let ahead = (q - p).unit
    let out = ahead.left * side
    let first = p + (q - p) * 0.24
    let second = p + (q - p) * 0.76
    let depth = 42 + random.nextUnit() * 18
    let radius = min(24, length * 0.2)
    var shape: [TownPoint] = []
    for step in 0...3 {
      let (sine, cosine) = townSineCosine(Double(step) * Double.pi / 6)
      shape.append(first + out * (depth - radius + sine * radius) + ahead * (radius - cosine * radius))
    }
    for step in (0...3).reversed() {
      let (sine, cosine) = townSineCosine(Double(step) * Double.pi / 6)
      shape.append(second + out * (depth - radius + sine * radius) - ahead * (radius - cosine * radius))
    }
    let line = [first] + shape + [second]
    let isDry = line.indices.dropFirst().allSatisfy { river.isDry(line[$0 - 1], line[$0]) }
    if !isDry || !hash.isFree(line: line, clearance: 13) { return }
    let nodes = net.split(index, at: [0.24, 0.76])
    net.addEdge(.init(a: nodes[0], b: nodes[1], shape: shape, kind: .street))
    hash.insert(line: line)
  }

  /// A dead end from the middle of an edge into its block; a private one has a gate.
  private mutating func addSpur(
    _ net: inout TownNet, _ index: Int, length: Double, side: Double, kind: TownNet.Kind
  ) {
    let edge = net.edges[index]
    let (p, q) = (net.points[edge.a], net.points[edge.b])
    let ahead = (q - p).unit
    let fraction = 0.4 + random.nextUnit() * 0.2
    let root = p + (q - p) * fraction
    let out = ahead.left * side
    let end = root + out * length + ahead * ((random.nextUnit() - 0.5) * length * 0.3)
    let middle = root + out * (length * 0.55)
    if !river.isDry(root, end) || !hash.isFree(end, clearance: 13)
      || !hash.isFree(line: [root, middle, end], clearance: 13)
    {
      return
    }
    let nodes = net.split(index, at: [fraction])
    let tip = net.addNode(end)
    net.addEdge(
      .init(
        a: nodes[0], b: tip, shape: [middle], kind: kind,
        shapeFlags: kind == .privateService ? .restricted : []))
    if kind == .privateService { hasPrivateDrive = true }
    hash.insert(line: [root, middle, end])
  }
}
