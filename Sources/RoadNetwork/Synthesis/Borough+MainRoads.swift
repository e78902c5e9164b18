import WaybenchCore

extension Borough {
  /// A number for road references that differs between boroughs.
  private func reference(_ letter: String, _ number: Int) -> Int32 {
    canvas.text("\(letter) \(plan.index * 10 + number)")
  }

  /// The ring round the old town, the middle rings, the outer ring's carriageways and the country lane.
  mutating func buildRings() {
    for ring in 0...plan.middleRings {
      let style = TownStyle(ring == 0 ? .secondary : .tertiary, name: canvas.name(.avenue))
      var strand = TownStrand(roundLine { ringRadius(ring, $0) }, style)
      strand.isClosed = true
      ringStrands.append(add(strand))
    }
    let base = TownStyle(.trunk, isOneWay: true, name: canvas.name(.avenue), reference: reference("R", 1))
    let middle = outerRingLine()
    let closed = Array(middle.dropLast())
    func side(_ distance: Double) -> [TownPoint] {
      closed.indices.map { index in
        let before = closed[(index + closed.count - 1) % closed.count]
        let after = closed[(index + 1) % closed.count]
        return closed[index] + (after - before).unit.right * distance
      }
    }
    let outside = side(Self.halfMedian)
    let inside = side(-Self.halfMedian)
    var outer = TownStrand(outside + [outside[0]], base)
    var inner = TownStrand(Array((inside + [inside[0]]).reversed()), base)
    (outer.isClosed, outer.isOpen) = (true, false)
    (inner.isClosed, inner.isOpen) = (true, false)
    outerRing = (add(outer), add(inner))
    pair(outerRing.counterClockwise, outerRing.clockwise)
    var lane = TownStrand(roundLine { countryRadius($0) }, TownStyle(.unclassified, name: canvas.name(.country)))
    lane.isClosed = true
    countryLane = add(lane)
  }

  /// A closed line round the middle, counter-clockwise, that crosses each radial road squarely at a radius of its own.
  private func roundLine(_ radius: (Int) -> Double) -> [TownPoint] {
    var line: [TownPoint] = []
    let count = spokes.count
    for index in 0..<count {
      let next = (index + 1) % count
      let gap = angles[next] - angles[index] + (next == 0 ? 2 * Double.pi : 0)
      let (first, second) = (radius(index), radius(next))
      // An even number, so that the line can start half way between two radial roads.
      let steps = Int((gap * max(first, second) / 48).rounded(.up)) * 2
      for step in 0..<steps {
        let share = Double(step) / Double(steps)
        let weight = (1 - townSineCosine(Double.pi * share).cosine) / 2
        line.append(
          TownPoint(angle: angles[index] + gap * share) * (first + (second - first) * weight))
      }
      if index == 0 { line.removeFirst(steps / 2) }
      if index == count - 1 {
        let half = Int(((angles[1] - angles[0]) * max(radius(0), radius(1)) / 48).rounded(.up))
        for step in 0...half {
          let share = Double(step) / Double(half * 2)
          let weight = (1 - townSineCosine(Double.pi * share).cosine) / 2
          line.append(
            TownPoint(angle: angles[0] + (angles[1] - angles[0]) * share)
              * (radius(0) + (radius(1) - radius(0)) * weight))
        }
      }
    }
    if let first = line.first { line[line.count - 1] = first }
    return line
  }

  /// A polygon with a straight side across each radial road and round corners between them, counter-clockwise.
  private func outerRingLine() -> [TownPoint] {
    let radius = plan.outerRadius
    var line: [TownPoint] = []
    var firstCorner = 0
    for (index, spoke) in spokes.enumerated() {
      let following = spokes[(index + 1) % spokes.count]
      let bisector = (spoke + following).unit
      let corner = bisector * (radius / bisector.dot(spoke))
      let straight = max(315, (corner - spoke * radius).length * 0.62)
      let previous = (spokes[(index + spokes.count - 1) % spokes.count] + spoke).unit
      let straightBefore = max(315, (previous * (radius / previous.dot(spoke)) - spoke * radius).length * 0.62)
      let from = spoke * radius + spoke.left * straight
      let to = following * radius + following.right * straight
      line += TownCurve.line(spoke * radius + spoke.right * straightBefore, from, step: 40).dropLast()
      let reach = (corner - from).length * 0.56
      let bend = TownCurve.bezier(
        from, from + spoke.left * reach, to + following.right * reach, to, step: 22)
      if index == 0 { firstCorner = line.count + bend.count / 2 }
      line += bend.dropLast()
    }
    // The line starts in a corner, away from all ramps.
    let turned = Array(line[firstCorner...] + line[..<firstCorner])
    return turned + [turned[0]]
  }

  /// The radial roads from the old town's ring to the country lane and beyond.
  mutating func buildRadials() {
    let west = spokes.count / 2
    for (index, spoke) in spokes.enumerated() {
      let start = plan.oldTownRadius
      let isDual = index == 0 || index == west
      let goesOn = (index == 0 && plan.hasEast) || (index == west && plan.hasWest)
      let end = countryRadius(index) + (goesOn ? 60 : 0)
      let name = canvas.name(isDual ? .avenue : .street)
      guard isDual else {
        var style = TownStyle(.secondary, name: name, reference: reference("S", index))
        style.freeFlow = 44
        let strand = add(TownStrand(TownCurve.line(spoke * start, spoke * end, step: 42), style))
        limitOutside(strand, spoke: spoke, limit: 80, freeFlow: 72)
        radialStrands.append((strand, -1))
        continue
      }
      let style = TownStyle(
        .primary, isOneWay: true, name: name, reference: reference("P", index == 0 ? 1 : 2))
      let half = Self.halfMedian
      // The ends lie on the circles' chords: start just short, so that the crossing is found.
      let first = (start * start - half * half).squareRoot() - 1
      let last = (end * end - half * half).squareRoot() + 1
      func side(_ lateral: TownPoint) -> [TownPoint] {
        TownCurve.line(spoke * first + lateral, spoke * last + lateral, step: 42)
      }
      let out = add(TownStrand(side(spoke.right * half), style))
      let inbound = add(TownStrand(side(spoke.left * half).reversed(), style))
      pair(out, inbound)
      radialStrands.append((out, inbound))
      let motorway = index == 0 ? reference("M", 1) : 0
      for strand in [out, inbound] {
        if index == 0 {
          buildMotorway(strand, spoke: spoke, reference: motorway)
        } else {
          limitOutside(strand, spoke: spoke, limit: 80, freeFlow: 76)
        }
      }
    }
  }

  /// A higher limit outside the built-up area.
  private mutating func limitOutside(_ strand: Int, spoke: TownPoint, limit: UInt8, freeFlow: Double) {
    var style = strands[strand].style
    style.limit = limit
    style.freeFlow = freeFlow
    let border = strands[strand].place(nearest: spoke * (plan.outerRadius + 90))
    addOutside(strand, border: border, spoke: spoke, style)
  }

  /// Gives the part of a radial strand outside a place another style.
  private mutating func addOutside(_ strand: Int, border: Double, spoke: TownPoint, _ style: TownStyle) {
    let isOutbound = strands[strand].direction(at: border).dot(spoke) > 0
    strands[strand].spans.append(
      isOutbound
        ? .init(from: border, to: strands[strand].length, style: style)
        : .init(from: 0, to: border, style: style))
  }

  /// Turns the eastern radial road into a motorway from before the interchange on, with a toll further out.
  private mutating func buildMotorway(_ strand: Int, spoke: TownPoint, reference: Int32) {
    var style = TownStyle(
      .motorway, isOneWay: true, name: strands[strand].style.name, reference: reference)
    let border = strands[strand].place(nearest: spoke * (plan.outerRadius - 305))
    addOutside(strand, border: border, spoke: spoke, style)
    style.flags.insert(.toll)
    let booth = strands[strand].place(nearest: spoke * (plan.outerRadius + 345))
    addOutside(strand, border: booth, spoke: spoke, style)
    let node = place(strand, at: booth)
    canvas.mark(node, .tollBooth)
    if strand == radialStrands.last?.outbound { canvas.landmark("toll booth", node, "outbound, toll beyond") }
  }

  /// Makes the junctions of radial roads with the rings and the country lane.
  mutating func crossRoads() {
    var roundabouts = 0
    for (radial, spoke) in spokes.enumerated() {
      let lanes = radialStrands[radial]
      for (ring, strand) in ringStrands.enumerated() {
        let isSingle = lanes.inbound < 0
        if isSingle, ring > 0, roundabouts == 0 || random.nextChance(0.3) {
          buildRoundabout(radial: radial, ring: strand, number: roundabouts)
          roundabouts += 1
          continue
        }
        for lane in [lanes.outbound, lanes.inbound] where lane >= 0 {
          let node = join(lane, strand, spoke: spoke, radius: ringRadius(ring, radial), signals: true)
          crossings.append((lane, ring, node))
        }
      }
      let bridges = radial == 0 && plan.hasEast
      for lane in [lanes.outbound, lanes.inbound] where lane >= 0 {
        if bridges {
          bridgeOver(countryLane, lane)
        } else {
          let node = join(
            lane, countryLane, spoke: spoke, radius: countryRadius(radial), signals: false)
          canvas.mark(node, .stopSign)
          if laneNodes.count == radial { laneNodes.append(node) }
        }
      }
      if bridges { laneNodes.append(-1) }
    }
    openGates()
    planRestrictions()
  }

  /// The open ends of the motorway in the east and of its continuation in the west.
  private mutating func openGates() {
    let west = spokes.count / 2
    func gate(_ radial: Int) -> Gate {
      let lanes = radialStrands[radial]
      return Gate(
        outbound: place(lanes.outbound, at: strands[lanes.outbound].length),
        inbound: place(lanes.inbound, at: 0), direction: spokes[radial])
    }
    if plan.hasEast { eastGate = gate(0) }
    if plan.hasWest { westGate = gate(west) }
  }

  /// One node where two strands meet, and nothing else near it.
  @discardableResult
  private mutating func join(
    _ first: Int, _ second: Int, spoke: TownPoint, radius: Double, signals: Bool
  ) -> Int32 {
    let hits = strands[first].crossings(strands[second])
    var own = strands[first].place(nearest: spoke * radius)
    var other = strands[second].place(nearest: strands[first].point(at: own))
    let near = hits.min { ($0.own - own).magnitude < ($1.own - own).magnitude }
    if let near { (own, other) = (near.own, near.other) }
    // A radial road that ends on the ring ends in the very node.
    if own < 30 { own = 0 }
    if own > strands[first].length - 30 { own = strands[first].length }
    let node = canvas.node(at: origin + strands[second].point(at: other))
    place(first, at: own, node: node)
    place(second, at: other, node: node)
    strands[first].guardPlace(own, 45)
    strands[second].guardPlace(other, 45)
    if signals { canvas.mark(node, .trafficSignals) }
    return node
  }

  /// Lets one strand pass over another on a bridge.
  mutating func bridgeOver(_ upper: Int, _ lower: Int) {
    for hit in strands[upper].crossings(strands[lower]) {
      strands[upper].spans.append(.init(from: hit.own - 24, to: hit.own + 24, flags: .bridge, layer: 1))
      strands[upper].guardPlace(hit.own, 45)
      strands[lower].guardPlace(hit.other, 45)
    }
  }

  /// Replaces a crossing of two single roads by a roundabout: one-way, counter-clockwise.
  private mutating func buildRoundabout(radial: Int, ring: Int, number: Int) {
    let lane = radialStrands[radial].outbound
    guard let hit = strands[lane].crossings(strands[ring]).first else { return }
    let center = strands[lane].point(at: hit.own)
    let radius = 15 + random.nextUnit() * 5
    var entries: [TownPoint] = []
    var corners: [Int32] = []
    // Outward, counter-clockwise, inward, clockwise: a quarter turn to the left each.
    for (strand, place) in [
      (lane, hit.own + radius), (ring, hit.other + radius), (lane, hit.own - radius), (ring, hit.other - radius),
    ] {
      let direction = (strands[strand].point(at: place) - center).unit
      entries.append(direction)
      let node = canvas.node(at: origin + center + direction * radius)
      corners.append(node)
      self.place(strand, at: place, node: node)
    }
    for (strand, place) in [(lane, hit.own), (ring, hit.other)] {
      strands[strand].gaps.append((place - radius)...(place + radius))
      strands[strand].guardPlace(place, 60)
    }
    var nodes = [corners[0]]
    for quarter in 0..<4 {
      let from = entries[quarter]
      let to = entries[(quarter + 1) % 4]
      for third in 1...3 {
        let weight = Double(third) / 4
        let direction = (from * (1 - weight) + to * weight).unit
        nodes.append(canvas.node(at: origin + center + direction * radius))
      }
      nodes.append(corners[(quarter + 1) % 4])
    }
    var style = strands[ring].style
    style.isOneWay = true
    style.flags.insert(.roundabout)
    (style.limit, style.freeFlow) = (30, 24)
    canvas.addWay(nodes, style)
    for index in nodes.indices.dropFirst() {
      hash.insert(canvas.point(nodes[index - 1]) - origin, canvas.point(nodes[index]) - origin)
    }
    if number == 0 { canvas.landmark("roundabout", corners[2], "its entry from the old centre") }
  }
}
