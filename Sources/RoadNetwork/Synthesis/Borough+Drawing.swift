import WaybenchCore

/// A turn restriction whose ways do not exist yet: the ways are named by the directions in which they leave the via.
struct PlannedRestriction {
  /// One node, or the two ends of a via way.
  var via: [Int32]
  var from: TownPoint
  var to: TownPoint
  var isOnly = false
  var isUTurn = false
}

extension Borough {
  /// Draws the streets of a quarter as ways.
  mutating func draw(_ net: inout TownNet, _ profile: TownProfile) {
    for street in net.streets() {
      var nodes: [Int32] = []
      var length = 0.0
      for (index, isForward) in street {
        let edge = net.edges[index]
        for end in [edge.a, edge.b] where net.globals[end] < 0 {
          net.globals[end] = canvas.node(at: origin + net.points[end])
        }
        var shape: [Int32] = []
        for (offset, point) in edge.shape.enumerated() {
          shape.append(canvas.node(at: origin + point, flags: offset == 0 ? edge.shapeFlags : []))
        }
        let ends = [net.globals[edge.a]] + shape + [net.globals[edge.b]]
        nodes += (isForward ? ends : ends.reversed()).dropFirst(nodes.isEmpty ? 0 : 1)
        length += (net.points[edge.a] - net.points[edge.b]).length
      }
      let first = net.edges[street[0].edge]
      var style = self.style(first.kind, length: length, profile, pieces: street.count)
      let oneWay = street[0].isForward ? first.oneWay : -first.oneWay
      if oneWay != 0 { style.isOneWay = true }
      if oneWay < 0 { nodes.reverse() }
      canvas.addWay(nodes, style)
      if first.kind == .privateService { markPrivateDrive(nodes) }
    }
  }

  /// Names the borough's first private drive, which leads from the street past the gate to its end.
  private func markPrivateDrive(_ nodes: [Int32]) {
    guard let gate = nodes.first(where: { canvas.isMarked($0, .restricted) }), let end = nodes.last,
      !canvas.landmarks[firstLandmark...].contains(where: { $0.name == "private gate" })
    else { return }
    canvas.landmark("private gate", gate, "on a drive for residents only")
    canvas.landmark("private drive end", end, "behind the gate")
  }

  /// Class, limit and name of one local street.
  private mutating func style(
    _ kind: TownNet.Kind, length: Double, _ profile: TownProfile, pieces: Int
  ) -> TownStyle {
    switch kind {
    case .track:
      var style = TownStyle(.track)
      style.flags.insert(.unpaved)
      return style
    case .service: return TownStyle(.service)
    case .privateService:
      var style = TownStyle(.service)
      style.access = .restricted
      return style
    case .street:
      if length > profile.collectorMeters { return TownStyle(.tertiary, name: canvas.name(.street)) }
      let isLiving = length < 160 && random.nextChance(profile.livingStreetShare)
      var style = TownStyle(isLiving ? .livingStreet : .residential, name: canvas.name(length < 200 ? .lane : .street))
      if !isLiving {
        style.limit = profile.limit
        style.freeFlow = profile.limit > 30 ? 36 : 26
      }
      style.isOneWay = pieces > 1 && random.nextChance(profile.oneWayShare)
      if random.nextChance(0.5) && style.isOneWay { style.freeFlow *= 0.9 }
      return style
    }
  }

  /// Plans the turn restrictions of the main roads.
  mutating func planRestrictions() {
    let ring = ringStrands[0]
    func node(_ radial: Int, _ ring: Int, isInbound: Bool = false) -> Int32? {
      let lanes = radialStrands[radial]
      return crossings.first { $0.ring == ring && $0.lane == (isInbound ? lanes.inbound : lanes.outbound) }?.node
    }
    // Around the old town: three T-junctions with lights.
    let (u, v, w) = (spokes[1], spokes[2], spokes[spokes.count - 1])
    if let via = node(1, 0) { bans.append(.init(via: [via], from: u.left, to: u)) }
    if let via = node(2, 0) { bans.append(.init(via: [via], from: v.left, to: v.left, isUTurn: true)) }
    if let via = node(spokes.count - 1, 0) {
      bans.append(.init(via: [via], from: w.right, to: w.left, isOnly: true))
    }
    // No turning round across the western dual carriageway at the first middle ring.
    let west = spokes.count / 2
    if let first = node(west, 1), let second = node(west, 1, isInbound: true) {
      bans.append(.init(via: [first, second], from: -spokes[west], to: -spokes[west], isUTurn: true))
      canvas.landmark("no U-turn", first, "ban over a via way across the dual carriageway")
    }
    if let via = node(1, 0) { canvas.landmark("no left turn", via, "from the old town's ring, clockwise") }
    if strands[ring].isClosed { for ban in bans { ban.via.forEach(canvas.split) } }
  }

  /// Finds the ways of the planned restrictions among the drawn ones.
  func resolveRestrictions() {
    let ways = canvas.source.ways
    func leaving(_ node: Int32, _ direction: TownPoint, arrives: Bool) -> Int64? {
      var best = 0.7
      var found: Int64?
      for way in ways[firstWay...] {
        let nodes = canvas.source.wayNodes[way.nodeRange]
        guard let first = nodes.first, let last = nodes.last else { continue }
        for isStart in [true, false] where (isStart ? first : last) == node {
          if way.backward == .none, isStart == arrives { continue }
          let next = isStart ? nodes[nodes.startIndex + 1] : nodes[nodes.endIndex - 2]
          let match = (canvas.point(next) - canvas.point(node)).unit.dot(direction)
          if match > best { (best, found) = (match, way.id) }
        }
      }
      return found
    }
    for ban in bans {
      guard let first = ban.via.first, let last = ban.via.last,
        let from = leaving(first, ban.from, arrives: true), let to = leaving(last, ban.to, arrives: false)
      else { continue }
      var via = RoadSource.Via.node(Int64(first) + 1)
      if first != last {
        let direction = (canvas.point(last) - canvas.point(first)).unit
        guard let between = leaving(first, direction, arrives: false) else { continue }
        via = .ways([between])
      }
      canvas.addRestriction(
        .init(fromWays: [from], via: via, toWays: [to], isOnly: ban.isOnly, isUTurn: ban.isUTurn))
    }
  }
}
