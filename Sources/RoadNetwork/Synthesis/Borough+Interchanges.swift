import WaybenchCore

extension Borough {
  /// All junctions of the outer ring: a cloverleaf with the motorway, diamonds with the other radial roads.
  mutating func buildInterchanges() {
    for radial in spokes.indices {
      let lanes = radialStrands[radial]
      for lane in [lanes.outbound, lanes.inbound] where lane >= 0 {
        bridgeOver(outerRing.counterClockwise, lane)
        bridgeOver(outerRing.clockwise, lane)
        let middle = strands[lane].place(nearest: spokes[radial] * plan.outerRadius)
        strands[lane].guardPlace(middle, radial == 0 ? 340 : 105)
      }
      if radial == 0 {
        buildCloverleaf()
      } else {
        buildDiamond(radial, isOutside: true)
        buildDiamond(radial, isOutside: false)
      }
    }
  }

  /// A one-way link between two strands.
  private mutating func addRamp(
    _ line: [TownPoint], _ roadClass: RoadClass, from: Int, to: Int, limit: UInt8
  ) -> (start: Int32, end: Int32) {
    var style = TownStyle(roadClass, isOneWay: true)
    style.limit = limit
    style.freeFlow = min(style.freeFlow, Double(limit) * 0.95)
    var ramp = TownStrand(line, style)
    ramp.isOpen = false
    let index = add(ramp)
    let first = line[0]
    let last = line[line.count - 1]
    let start = place(from, at: strands[from].place(nearest: first))
    let end = place(to, at: strands[to].place(nearest: last))
    place(index, at: 0, node: start)
    place(index, at: strands[index].length, node: end)
    return (start, end)
  }

  /// The ramps of one carriageway of the outer ring, with traffic lights on the radial road below.
  private mutating func buildDiamond(_ radial: Int, isOutside: Bool) {
    let lanes = radialStrands[radial]
    // In the frame of the carriageway: `ahead` is where it goes, `right` away from the other one.
    let spoke = spokes[radial]
    let right = isOutside ? spoke : -spoke
    let ahead = right.left
    let middle = spoke * plan.outerRadius
    let ring = isOutside ? outerRing.counterClockwise : outerRing.clockwise
    func point(_ along: Double, _ lateral: Double) -> TownPoint { middle + ahead * along + right * lateral }
    let isDual = lanes.inbound >= 0
    let half = isDual ? Self.halfMedian : 0
    let near = isOutside || !isDual ? lanes.outbound : lanes.inbound
    let far = !isDual ? near : (isOutside ? lanes.inbound : lanes.outbound)
    let height = 62.0
    let off = TownCurve.bezier(
      point(-235, Self.halfMedian), point(-150, Self.halfMedian + 6), point(-95, height), point(-half, height),
      step: 20)
    let on = TownCurve.bezier(
      point(half, height), point(95, height), point(150, Self.halfMedian + 6), point(235, Self.halfMedian),
      step: 20)
    let exit = addRamp(off, .trunkLink, from: ring, to: near, limit: 50)
    let entry = addRamp(on, .trunkLink, from: far, to: ring, limit: 50)
    canvas.mark(exit.end, .trafficSignals)
    canvas.mark(entry.start, .trafficSignals)
    if isDual {
      var style = TownStyle(.trunkLink, isOneWay: true)
      style.limit = 50
      canvas.addWay([exit.end, entry.start], style)
    }
    if radial == 1, isOutside {
      canvas.landmark("ramp from the ring road", exit.start, "start of an off-ramp of a diamond")
      canvas.landmark("ramp to the ring road", entry.start, "start of an on-ramp of a diamond")
    }
  }

  /// Four right-hand ramps and four loops between the motorway and the outer ring.
  private mutating func buildCloverleaf() {
    let middle = spokes[0] * plan.outerRadius
    // Strands by heading: outward, counter-clockwise, inward, clockwise; each a quarter turn left of the former.
    let lanes = [
      radialStrands[0].outbound, outerRing.counterClockwise, radialStrands[0].inbound, outerRing.clockwise,
    ]
    var ahead = spokes[0]
    let half = Self.halfMedian
    let reach = 300.0
    let radius = 40.0
    for k in 0..<4 {
      let right = ahead.right
      func curve(_ center: TownPoint, _ radius: Double, _ angle: Double, _ step: Double) -> [TownPoint] {
        let count = Int((angle * radius / step).rounded(.up))
        return (0...count).map {
          let (sine, cosine) = townSineCosine(angle * Double($0) / Double(count))
          return center + (ahead * sine - right * cosine) * radius
        }
      }
      let outer = curve(middle + (right - ahead) * reach, reach - half, Double.pi / 2, 24)
      let ramp = addRamp(outer, .motorwayLink, from: lanes[k], to: lanes[(k + 3) % 4], limit: 60)
      let loop = curve(middle + (right + ahead) * (radius + half), radius, Double.pi * 1.5, 11)
      let inner = addRamp(loop, .motorwayLink, from: lanes[k], to: lanes[(k + 1) % 4], limit: 40)
      if k == 2 {
        canvas.landmark("motorway exit", ramp.start, "inbound, right-hand ramp to the ring road")
        canvas.landmark("motorway loop", inner.start, "inbound, loop ramp to the ring road")
      }
      ahead = ahead.left
    }
  }
}
