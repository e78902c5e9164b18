import WaybenchCore

/// One town of a synthetic country: an old centre, rings, radial roads, a river, and quarters between them.
///
/// Built in the order of its importance: main roads first, then what belongs to them (ramps, bridges, tunnels),
/// then the quarters, which keep clear of everything that is there already. Coordinates are metres from its middle.
struct Borough {
  /// How large a borough is and what surrounds it.
  struct Plan {
    /// Middle rings between the old town and the outer ring.
    var middleRings: Int
    let radials = 8
    /// Whether motorway and main roads go on to other boroughs.
    var hasEast = false
    var hasWest = false
    /// Directed edges to aim for.
    var budget: Int
    var index: Int

    /// Metres from the middle to the ring round the old town.
    var oldTownRadius: Double { middleRings == 1 ? 185 : 230 }
    /// Metres from the middle to a middle ring, 1 ... `middleRings`.
    func ringRadius(_ ring: Int) -> Double {
      ring == 0 ? oldTownRadius : oldTownRadius + (middleRings == 1 ? 375 : 470) * Double(ring)
    }
    /// Metres from the middle to the outer ring road.
    var outerRadius: Double { ringRadius(middleRings) + (middleRings == 1 ? 410 : 480) }
    /// Metres from the middle to the country lane that joins all radials outside.
    var countryRadius: Double { outerRadius + 560 }
    /// Metres between the middles of two neighbours.
    var pitch: Double { 2 * countryRadius + 620 }
  }

  /// A pair of lanes or a node at the edge of a borough, for the roads between boroughs.
  struct Gate {
    var outbound: Int32
    var inbound: Int32
    var direction: TownPoint
  }

  let plan: Plan
  let canvas: TownCanvas
  let origin: TownPoint
  let firstNode: Int
  let firstWay: Int
  let firstEdge: Int
  let firstLandmark: Int
  var random: SeededGenerator
  var hash: SegmentHash
  var strands: [TownStrand] = []
  /// Unit vectors of the radial roads, counter-clockwise from about east.
  var spokes: [TownPoint] = []
  /// Their angles, radians.
  var angles: [Double] = []
  /// For each ring, the country lane last, its radius at each radial road over the ring's usual radius.
  var swellings: [[Double]] = []
  /// Strands of each radial road: outbound (or the only one) and inbound.
  var radialStrands: [(outbound: Int, inbound: Int)] = []
  /// The ring round the old town and the middle rings.
  var ringStrands: [Int] = []
  /// The outer ring's carriageways: counter-clockwise outside, clockwise inside.
  var outerRing = (counterClockwise: -1, clockwise: -1)
  var countryLane = -1
  var river = TownRiver()
  var eastGate: Gate?
  var westGate: Gate?
  /// Where each radial road meets the country lane, -1 for the motorway that passes below it.
  var laneNodes: [Int32] = []
  var bans: [PlannedRestriction] = []
  /// Whether a drive behind a gate exists already.
  var hasPrivateDrive = false
  /// Nodes at which lanes of radial roads cross rings.
  var crossings: [(lane: Int, ring: Int, node: Int32)] = []

  /// Half the distance of the carriageways of a dual road, metres.
  static let halfMedian = 6.75

  init(_ plan: Plan, canvas: TownCanvas, origin: TownPoint, seed: UInt64) {
    self.plan = plan
    self.canvas = canvas
    self.origin = origin
    firstNode = canvas.points.count
    firstWay = canvas.source.ways.count
    firstEdge = canvas.directedEdges
    firstLandmark = canvas.landmarks.count
    random = SeededGenerator(seed: seed, stream: UInt64(plan.index) &+ 1)
    hash = SegmentHash(half: plan.countryRadius + 300)
  }

  /// Builds everything inside the borough.
  mutating func build() {
    layOut()
    buildRings()
    buildRadials()
    crossRoads()
    buildInterchanges()
    buildTunnels()
    buildFerry()
    buildFrontageRoad()
    buildMedianOpenings()
    markBridges()
    hashStrands()
    buildOldCentre()
    buildTracks()
    fillQuarters()
    for strand in strands { strand.draw(on: canvas, origin: origin) }
    repairOneWayStreets()
    resolveRestrictions()
  }

  /// Chooses the directions of the radial roads, the shapes of the rings, and a river that leaves their junctions
  /// alone.
  private mutating func layOut() {
    let count = plan.radials
    let sector = 2 * Double.pi / Double(count)
    var best = -Double.infinity
    var chosen = (angles: angles, swellings: swellings, river: river)
    for _ in 0..<300 where best < 1 {
      let turn = (random.nextUnit() - 0.5) * 0.16
      angles = (0..<count).map { turn + sector * (Double($0) + (random.nextUnit() - 0.5) * 0.12) }
      spokes = angles.map { TownPoint(angle: $0) }
      swellings = (0...plan.middleRings + 1).map { ring in
        (0..<count).map { _ in ring == 0 ? 1 : 1 + (random.nextUnit() - 0.5) * (ring > plan.middleRings ? 0.06 : 0.12) }
      }
      // The river passes the old town between two single radial roads.
      let left = 1 + random.nextIndex(below: count / 2 - 2) + (random.nextChance(0.5) ? count / 2 : 0)
      river = TownRiver(
        normal: (spokes[left] + spokes[left + 1]).unit,
        distance: plan.oldTownRadius + 135 + random.nextUnit() * 20, amplitude: 12 + random.nextUnit() * 25,
        waveLength: 700 + random.nextUnit() * 600, phase: random.nextUnit() * 6,
        bends: (random.nextUnit() * 8e-4, random.nextUnit() * 8e-4), leftSpoke: left)
      let clearance = riverClearance
      if clearance > best { (best, chosen) = (clearance, (angles, swellings, river)) }
    }
    (angles, swellings, river) = chosen
    spokes = angles.map { TownPoint(angle: $0) }
  }

  /// How far the river stays away from all places where main roads meet, as a share of what is wanted: 1 is enough.
  private var riverClearance: Double {
    var least = Double.infinity
    func demand(_ p: TownPoint, _ meters: Double) {
      least = min(least, river.distance(to: p).magnitude / meters)
    }
    for (index, spoke) in spokes.enumerated() {
      for reach in [-300.0, -150, 0, 150, 300] {
        demand(spoke * plan.outerRadius + spoke.left * reach, 100)
        demand(spoke * (plan.outerRadius + reach), index == 0 ? 60 : 100)
      }
      demand(spoke * countryRadius(index), 80)
      for ring in 0...plan.middleRings { demand(spoke * ringRadius(ring, index), 95) }
    }
    return least
  }

  /// Metres from the middle to a ring, where a radial road crosses it.
  func ringRadius(_ ring: Int, _ spoke: Int) -> Double { plan.ringRadius(ring) * swellings[ring][spoke] }

  /// Metres from the middle to the country lane, where a radial road meets it.
  func countryRadius(_ spoke: Int) -> Double { plan.countryRadius * swellings[plan.middleRings + 1][spoke] }

  /// Adds a strand.
  mutating func add(_ strand: TownStrand) -> Int {
    strands.append(strand)
    return strands.count - 1
  }

  /// Makes two strands the carriageways of one road.
  mutating func pair(_ first: Int, _ second: Int) {
    strands[first].sibling = second
    strands[second].sibling = first
  }

  /// Places a node on a strand, regardless of what is near.
  @discardableResult
  mutating func place(_ strand: Int, at along: Double, legs: Int = -1, node: Int32? = nil) -> Int32 {
    let held = min(strands[strand].length, max(0, along))
    if node == nil,
      let near = strands[strand].events.first(where: { ($0.along - held).magnitude < 1 })
    {
      return near.node
    }
    let made = node ?? canvas.node(at: origin + strands[strand].point(at: held))
    strands[strand].events.append(TownStrand.Event(along: held, node: made, legs: legs))
    return made
  }

  /// Enters all surface strands into the hash.
  private mutating func hashStrands() {
    for (index, strand) in strands.enumerated() {
      for i in strand.line.indices.dropLast() {
        let middle = (strand.along[i] + strand.along[i + 1]) / 2
        let isBuried = strand.spans.contains {
          $0.flags.contains(.tunnel) && $0.from < middle && middle < $0.to
        }
        if isBuried { continue }
        hash.insert(
          strand.line[i], strand.line[i + 1], strand: strand.isOpen ? Int32(index) : -1, start: strand.along[i])
      }
    }
  }

  /// Puts bridges wherever a surface strand crosses the river.
  private mutating func markBridges() {
    for index in strands.indices where strands[index].style.roadClass != .ferry {
      let strand = strands[index]
      var start: Double?
      for step in 0...Int(strand.length / 4) {
        let along = Double(step) * 4
        let isWet =
          river.distance(to: strand.point(at: along)).magnitude < TownRiver.halfWidth
          && !strand.spans.contains { $0.flags.contains(.tunnel) && $0.from <= along && along <= $0.to }
        if isWet, start == nil { start = along }
        if !isWet, let from = start {
          strands[index].spans.append(.init(from: from - 8, to: along + 8, flags: .bridge, layer: 1))
          strands[index].guarded.append((from - 25)...(along + 25))
          start = nil
        }
      }
    }
  }
}

/// A meandering band of water that only bridges, tunnels and ferries cross.
struct TownRiver {
  var normal = TownPoint(0, 1)
  var distance = 0.0
  var amplitude = 0.0
  var waveLength = 1000.0
  var phase = 0.0
  /// How strongly it bends away from the town on either side, 1/m.
  var bends = (left: 0.0, right: 0.0)
  /// The radial road clockwise of where the river passes the old town; the river lies between it and the next.
  var leftSpoke = 0

  /// Metres from the middle of the river to its bank.
  static let halfWidth = 36.0

  /// Metres from the middle of the river, negative on the old town's side.
  func distance(to p: TownPoint) -> Double {
    let along = normal.left.dot(p)
    let wave = amplitude * townSineCosine(2 * Double.pi * along / waveLength + phase).sine
    let bend = (along > 0 ? bends.left : bends.right) * along * along / (1 + along.magnitude / 900)
    return normal.dot(p) - distance - wave - bend
  }

  /// Whether a straight street stays on one bank.
  func isDry(_ a: TownPoint, _ b: TownPoint) -> Bool {
    let first = distance(to: a)
    let second = distance(to: b)
    let margin = Self.halfWidth + 12
    return (first > margin && second > margin) || (first < -margin && second < -margin)
  }
}
