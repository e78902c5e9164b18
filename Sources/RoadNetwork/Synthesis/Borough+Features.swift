import WaybenchCore

extension Borough {
  /// Puts a node with a side street on a strand and keeps others away from it.
  private mutating func branch(_ strand: Int, at along: Double, margin: Double) -> Int32 {
    let node = place(strand, at: along)
    strands[strand].guardPlace(along, margin)
    return node
  }

  /// One tunnel under the old town, and one under the river that forks inside.
  mutating func buildTunnels() {
    buildOldTownTunnel()
    buildRiverTunnel()
  }

  private mutating func buildOldTownTunnel() {
    let radial = river.leftSpoke % 4 == 1 ? 3 : 1
    let opposite = (radial + spokes.count / 2) % spokes.count
    let (u, v) = (spokes[radial], spokes[opposite])
    let lane = radialStrands[radial].outbound
    let other = radialStrands[opposite].outbound
    let radius = plan.oldTownRadius
    let start = u * (radius + 230)
    let end = v * (radius + 230)
    let portal = u * (radius + 175) + u.left * 22
    let exit = v * (radius + 175) + v.right * 22
    let buried = TownCurve.between(portal, (portal - start).unit, exit, (end - exit).unit, step: 24)
    let name = canvas.text("Old Town Tunnel" + (plan.index == 0 ? "" : " \(plan.index + 1)"))
    var strand = TownStrand([start] + buried + [end], TownStyle(.secondary, name: name))
    strand.isOpen = false
    strand.spans.append(
      .init(from: strand.along[1], to: strand.along[strand.line.count - 2], flags: .tunnel, layer: -1))
    let index = add(strand)
    place(index, at: 0, node: branch(lane, at: 230, margin: 60))
    place(index, at: strand.length, node: branch(other, at: 230, margin: 60))
    let first = place(index, at: strand.along[1])
    let second = place(index, at: strand.along[strand.line.count - 2])
    canvas.landmark("tunnel entry", first, "under the old town")
    canvas.landmark("tunnel exit", second, "under the old town, the other end")
  }

  private mutating func buildRiverTunnel() {
    let first = river.leftSpoke
    let second = (first + 1) % spokes.count
    let (u, v) = (spokes[first], spokes[second])
    let radius = plan.oldTownRadius
    let ring = ringStrands[1]
    let start = u * (radius + 45)
    let portal = start + u * 48 + u.left * 20
    let (sine, cosine) = townSineCosine(-0.09)
    let middle = (u + v).unit
    let w = middle * cosine + middle.left * sine
    let end = strands[ring].point(at: strands[ring].place(nearest: w * plan.ringRadius(1)))
    let exit = end - w * 62
    let buried = TownCurve.between(portal, (portal - start).unit, exit, w, step: 18)
    let style = TownStyle(.tertiary, name: canvas.name(.street))
    var strand = TownStrand([start] + buried + [end], style)
    strand.isOpen = false
    strand.spans.append(
      .init(from: strand.along[1], to: strand.along[strand.line.count - 2], flags: .tunnel, layer: -2))
    let index = add(strand)
    place(index, at: 0, node: branch(radialStrands[first].outbound, at: 45, margin: 45))
    place(index, at: strand.length, node: branch(ring, at: strands[ring].place(nearest: end), margin: 50))
    let entry = place(index, at: strand.along[1])
    let out = place(index, at: strand.along[strand.line.count - 2])

    let forkPlace = strand.along[1] + (strand.length - strand.along[1]) * 0.4
    let fork = place(index, at: forkPlace)
    let branchRadius = ringRadius(1, second) - radius - (plan.middleRings == 1 ? 88 : 120)
    let branchEnd = v * (radius + branchRadius)
    let branchPortal = branchEnd - v * 48 + v.right * 20
    let branchLine = TownCurve.between(
      strand.point(at: forkPlace), strand.direction(at: forkPlace), branchPortal, (branchEnd - branchPortal).unit,
      step: 18)
    var side = TownStrand(branchLine + [branchEnd], TownStyle(.tertiary, name: canvas.name(.street)))
    side.isOpen = false
    side.spans.append(.init(from: 0, to: side.along[side.line.count - 2], flags: .tunnel, layer: -2))
    let sideIndex = add(side)
    place(sideIndex, at: 0, node: fork)
    place(
      sideIndex, at: side.length, node: branch(radialStrands[second].outbound, at: branchRadius, margin: 50))
    canvas.landmark("forked tunnel entry", entry, "under the river")
    canvas.landmark("tunnel fork", fork, "a branch to the left inside the tunnel")
    canvas.landmark("forked tunnel exit", out, "straight on")
    canvas.landmark("forked tunnel left exit", place(sideIndex, at: side.along[side.line.count - 2]), "left branch")
  }

  /// A ferry over the river, with a road to either pier.
  mutating func buildFerry() {
    let middle = (spokes[river.leftSpoke] + spokes[(river.leftSpoke + 1) % spokes.count]).unit
    let (sine, cosine) = townSineCosine(0.17)
    let w = middle * cosine + middle.left * sine
    func bank(_ offset: Double) -> TownPoint {
      var radius = plan.oldTownRadius
      while river.distance(to: w * radius) < offset, radius < plan.ringRadius(1) { radius += 2 }
      return w * radius
    }
    let nearPier = bank(-TownRiver.halfWidth - 4)
    let farPier = bank(TownRiver.halfWidth + 4)
    let name = canvas.name(.street)
    let ring = strands[ringStrands[1]]
    let ringPlace = ring.place(nearest: w * plan.ringRadius(1))
    let lines = [
      (TownCurve.line(w * plan.oldTownRadius, nearPier, step: 40), TownStyle(.residential, name: name)),
      (TownCurve.line(nearPier, farPier, step: 60), TownStyle(.ferry, name: canvas.name(.country))),
      (TownCurve.line(farPier, ring.point(at: ringPlace), step: 40), TownStyle(.residential, name: name)),
    ]
    let nodes = [
      branch(ringStrands[0], at: strands[ringStrands[0]].place(nearest: w * plan.oldTownRadius), margin: 40),
      canvas.node(at: origin + nearPier), canvas.node(at: origin + farPier),
      branch(ringStrands[1], at: ringPlace, margin: 40),
    ]
    for (index, (line, style)) in lines.enumerated() {
      var strand = TownStrand(line, style)
      if style.roadClass == .ferry {
        strand.style.flags.insert(.ferry)
        strand.isOpen = false
      }
      let made = add(strand)
      place(made, at: 0, node: nodes[index])
      place(made, at: strand.length, node: nodes[index + 1])
      strands[made].guardPlace(0, 25)
      strands[made].guardPlace(strand.length, 25)
    }
    canvas.landmark("ferry pier, old town side", nodes[1], "")
    canvas.landmark("ferry pier, far side", nodes[2], "")
  }

  /// A service road beside the western dual carriageway, joined at its ends only.
  mutating func buildFrontageRoad() {
    let west = spokes.count / 2
    let lane = radialStrands[west].outbound
    let u = spokes[west]
    let right = u.right
    let from = plan.oldTownRadius + 64
    let to = ringRadius(1, west) - 68
    func point(_ radius: Double, _ lateral: Double) -> TownPoint {
      u * radius + right * (Self.halfMedian + lateral)
    }
    let width = 18.5
    let line =
      [point(from, 0), point(from, 11), point(from + 2, 15.5), point(from + 6, width)]
      + TownCurve.line(point(from + 30, width), point(to - 30, width), step: 45)
      + [point(to - 6, width), point(to - 2, 15.5), point(to, 11), point(to, 0)]
    var strand = TownStrand(line, TownStyle(.service, name: canvas.name(.lane)))
    (strand.style.limit, strand.style.freeFlow) = (30, 27)
    strand.isOpen = false
    let index = add(strand)
    let start = place(lane, at: strands[lane].place(nearest: line[0]))
    let end = place(lane, at: strands[lane].place(nearest: line[line.count - 1]))
    place(index, at: 0, node: start)
    place(index, at: strand.length, node: end)
    let laneStart = strands[lane].place(nearest: line[0])
    strands[lane].guarded.append((laneStart - 30)...(laneStart + to - from + 30))
    canvas.landmark("frontage road, start", start, "leaves the dual carriageway to the right")
    canvas.landmark("frontage road, middle", place(index, at: strand.length / 2), "beside the dual carriageway")
    canvas.landmark("frontage road, end", end, "joins the dual carriageway again")
  }

  /// Openings for turning round in the dual carriageways, and slip roads for turning right at their crossings.
  mutating func buildMedianOpenings() {
    for radial in [0, spokes.count / 2] {
      let lanes = radialStrands[radial]
      let u = spokes[radial]
      for ring in 0..<plan.middleRings {
        let radius = ringRadius(ring, radial) * 0.42 + ringRadius(ring + 1, radial) * 0.58
        let nodes = [lanes.outbound, lanes.inbound].map {
          branch($0, at: strands[$0].place(nearest: u * radius), margin: 30)
        }
        canvas.addWay(nodes, TownStyle(.primaryLink))
        if ring == 0, radial > 0 { canvas.landmark("U-turn opening", nodes[1], "in the dual carriageway") }
      }
      for ring in 1...plan.middleRings {
        buildSlipRoad(from: lanes.inbound, to: ringStrands[ring])
      }
    }
  }

  /// A one-way link for turning right from one strand into another, which runs to the left and right of it.
  private mutating func buildSlipRoad(from lane: Int, to ring: Int) {
    guard let hit = strands[lane].crossings(strands[ring]).first else { return }
    let before = hit.own - 55
    let ahead = strands[lane].direction(at: hit.own)
    let corner = strands[lane].point(at: hit.own)
    let goesRight = strands[ring].direction(at: hit.other).dot(ahead.right) > 0
    let after = hit.other + (goesRight ? 55 : -55)
    let start = strands[lane].point(at: before)
    let end = strands[ring].point(at: after)
    let control = corner - ahead * 14 + ahead.right * 14
    let line = TownCurve.bezier(
      start, start + (control - start) * 0.7, end + (control - end) * 0.7, end, step: 13)
    var strand = TownStrand(line, TownStyle(.primaryLink, isOneWay: true))
    (strand.style.limit, strand.style.freeFlow) = (40, 36)
    strand.isOpen = false
    let index = add(strand)
    place(index, at: 0, node: branch(lane, at: before, margin: 40))
    place(index, at: strand.length, node: branch(ring, at: after, margin: 40))
  }
}
