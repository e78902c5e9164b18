import WaybenchCore

/// How the streets of a quarter are signed.
struct TownProfile {
  var limit: UInt8 = 30
  /// The share of streets that are one-way, beside those of the pattern.
  var oneWayShare = 0.0
  var livingStreetShare = 0.0
  /// Streets longer than this collect traffic: tertiary, 50 km/h.
  var collectorMeters = 650.0
}

extension Borough {
  /// The crooked middle of the town.
  mutating func buildOldCentre() {
    let sector = TownSector(
      u: spokes[0], v: spokes[1], inner: 0, outer: plan.oldTownRadius - 32, index: 0)
    var net = scatteredNet(sector, spacing: 44, dropped: 0.12, kind: .street, limit: 90)
    connect(&net, spacing: 85, radius: 70)
    let profile = TownProfile(limit: 30, oneWayShare: 0.45, livingStreetShare: 0.3, collectorMeters: 5000)
    draw(&net, profile)
    let inner = net.points.indices.filter { net.globals[$0] >= 0 && net.degrees[$0] > 1 }
    if let node = inner.min(by: { net.points[$0].length < net.points[$1].length }) {
      canvas.landmark("old centre", net.globals[node], "narrow one-way streets")
    }
  }

  /// Unpaved tracks outside the outer ring.
  mutating func buildTracks() {
    let index = spokes.count / 2 + 1
    let sector = TownSector(
      u: spokes[index], v: spokes[(index + 1) % spokes.count], inner: plan.outerRadius + 120,
      outer: plan.countryRadius - 30, index: index)
    var net = scatteredNet(sector, spacing: 120, dropped: 0.3, kind: .track, limit: 14, clearance: 40)
    connect(&net, spacing: 200, radius: 190)
    draw(&net, TownProfile())
    if let edge = net.edges.first {
      canvas.landmark("unpaved tracks", net.globals[edge.a], "tracks outside the ring road")
    }
  }

  private func remainingBudget() -> Int {
    let strandEdges = strands.reduce(0) { $0 + $1.pieceCount * $1.style.directions }
    return plan.budget - (canvas.directedEdges - firstEdge) - strandEdges
  }

  /// Fills quarter after quarter, from the old town outwards, until the budget is spent.
  mutating func fillQuarters() {
    var sectors: [TownSector] = []
    for band in 1...plan.middleRings + 2 {
      let isOutside = band == plan.middleRings + 2
      let inner = isOutside ? plan.outerRadius + 90 : plan.ringRadius(band - 1)
      let outer =
        isOutside
        ? plan.countryRadius - 25
        : (band > plan.middleRings ? plan.outerRadius - 30 : plan.ringRadius(band))
      var ring = spokes.indices.map {
        TownSector(
          u: spokes[$0], v: spokes[($0 + 1) % spokes.count], inner: inner, outer: outer, index: $0)
      }
      if isOutside { ring.removeAll { $0.index == spokes.count / 2 + 1 } }
      ring.shuffle(using: &random)
      sectors += ring
    }
    var hasDeadEnd = false
    for sector in sectors {
      let left = remainingBudget()
      if left < 30 { break }
      let net = fill(sector, limit: max(4, Int(Double(left) / 4.3)))
      if !hasDeadEnd, let tip = net.edges.first(where: { isDeadEnd($0, net) }) {
        canvas.landmark("dead end", net.globals[tip.b], "end of a cul-de-sac")
        hasDeadEnd = true
      }
    }
  }

  /// Whether an edge is a public street that ends nowhere; what joins a main road ends at a node of that.
  private func isDeadEnd(_ edge: TownNet.Edge, _ net: TownNet) -> Bool {
    let end = net.globals[edge.b]
    return edge.kind == .street && net.degrees[edge.b] == 1 && end >= 0
      && !strands.contains { strand in strand.events.contains { $0.node == end } }
  }

  /// Fills one sector with a pattern chosen at random.
  private mutating func fill(_ sector: TownSector, limit: Int) -> TownNet {
    let isVillage = sector.inner > plan.outerRadius
    let choice = isVillage ? 0.95 : random.nextUnit()
    var net: TownNet
    var profile = TownProfile(limit: random.nextChance(0.6) ? 30 : 50)
    if choice < 0.42 {
      let isOneWay = random.nextChance(0.45)
      let spacing = (72 + random.nextUnit() * 22, 66 + random.nextUnit() * 48)
      net = latticeNet(
        sector, spacing: spacing, jitter: 1.5 + random.nextUnit() * 4, dropped: 0.05, isOneWay: isOneWay,
        limit: limit)
      connect(&net, spacing: 150, radius: 105)
      decorate(&net, crescents: 0, deadEnds: 0.05, drives: 0.12)
    } else if choice < 0.74 {
      net = latticeNet(
        sector, spacing: (165, 128), jitter: 12, dropped: 0.1, isOneWay: false, limit: max(4, limit / 3))
      connect(&net, spacing: 190, radius: 140)
      decorate(&net, crescents: 0.45, deadEnds: 0.75, drives: 0.5)
      profile.limit = 30
    } else {
      net = scatteredNet(
        sector, spacing: isVillage ? 74 : 66, dropped: 0.2, kind: .street, limit: isVillage ? min(limit, 34) : limit)
      connect(&net, spacing: 165, radius: 110)
      decorate(&net, crescents: 0.1, deadEnds: 0.3, drives: 0.3)
    }
    draw(&net, profile)
    return net
  }

  /// Joins the parts of a net to the main roads around it, and drops parts that nothing reaches.
  mutating func connect(_ net: inout TownNet, spacing: Double, radius: Double) {
    let component = net.components()
    var candidates: [(node: Int, distance: Double)] = []
    for node in net.points.indices where net.degrees[node] > 0 && net.degrees[node] < 4 {
      if let hit = hash.nearestStrand(net.points[node], radius: radius) {
        candidates.append((node, hit.distance))
      }
    }
    candidates.sort { ($0.distance, $0.node) < ($1.distance, $1.node) }
    var used: [TownPoint] = []
    var reached = [Bool](repeating: false, count: net.points.count)
    for isLenient in [false, true] {
      for candidate in candidates {
        let part = component[candidate.node]
        if isLenient, reached[part] { continue }
        let p = net.points[candidate.node]
        if used.contains(where: { ($0 - p).length < (isLenient ? 40 : spacing) }) { continue }
        if join(&net, candidate.node, radius: radius) {
          used.append(p)
          reached[part] = true
        }
      }
    }
    net.keepEdges { $0.a < component.count && reached[component[$0.a]] }
  }

  /// Joins one node of a net to the nearest main road by a straight street with a stop sign; false when in the way.
  private mutating func join(_ net: inout TownNet, _ node: Int, radius: Double) -> Bool {
    let p = net.points[node]
    guard let hit = hash.nearestStrand(p, radius: radius) else { return false }
    let strand = strands[hit.strand]
    if strand.isGuarded(hit.along) || hit.along < 20 || hit.along > strand.length - 20 { return false }
    let near = strand.events.min { ($0.along - hit.along).magnitude < ($1.along - hit.along).magnitude }
    var along = hit.along
    var existing: Int32?
    if let near, (near.along - along).magnitude < 45 {
      if near.legs < 0 || near.legs > 1 || (near.along - along).magnitude > 24 { return false }
      along = near.along
      existing = near.node
    }
    let q = strand.point(at: along)
    let length = (q - p).length
    let isSteep = (q - p).unit.dot(strand.direction(at: along)).magnitude > 0.6
    if length < 14 || isSteep || !river.isDry(p, q) { return false }
    if let existing, !canLeave(existing, toward: p) { return false }
    if !hash.isFree(p, q, clearance: 10, strand: Int32(hit.strand)) { return false }
    let stop = q + (p - q).unit * 8
    let isSignalled = strand.style.roadClass.rawValue <= RoadClass.secondary.rawValue && random.nextChance(0.3)
    let global = existing ?? place(hit.strand, at: along, legs: 0)
    if let index = strands[hit.strand].events.firstIndex(where: { $0.node == global }) {
      strands[hit.strand].events[index].legs += 1
    }
    openMedian(hit.strand, along: along, node: global, signals: isSignalled)
    if isSignalled { canvas.mark(global, .trafficSignals) }
    let end = net.addNode(q, global: global)
    let kind = net.edges.first { $0.a == node || $0.b == node }?.kind ?? .street
    net.addEdge(
      .init(a: node, b: end, shape: [stop], kind: kind, shapeFlags: isSignalled ? [] : .stopSign))
    hash.insert(p, q)
    return true
  }

  /// Whether no street leaves a junction in about the same direction.
  private func canLeave(_ node: Int32, toward p: TownPoint) -> Bool {
    let q = canvas.point(node) - origin
    let probe = q + (p - q).unit * 12
    return hash.isFree(probe, clearance: 7)
  }

  /// Opens the median of a dual carriageway at a junction, mostly.
  private mutating func openMedian(_ strand: Int, along: Double, node: Int32, signals: Bool) {
    let sibling = strands[strand].sibling
    if sibling < 0 || !random.nextChance(0.6) { return }
    let there = strands[sibling].place(nearest: strands[strand].point(at: along))
    if strands[sibling].isGuarded(there) { return }
    if strands[sibling].events.contains(where: { ($0.along - there).magnitude < 40 }) { return }
    let far = place(sibling, at: there, legs: 0)
    canvas.addWay([node, far], TownStyle(.residential))
    if signals { canvas.mark(far, .trafficSignals) }
  }
}
