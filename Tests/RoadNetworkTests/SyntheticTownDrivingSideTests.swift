import RoadNetwork
import Testing
import WaybenchCore

/// Which side traffic keeps to, where it can be seen from the geometry alone.
@Suite struct SyntheticTownDrivingSideTests {
  private static func points(_ way: RoadSource.Way, _ source: RoadSource) -> [PlanePoint] {
    let frame = LocalFrame(origin: Coordinate(clampingLatitude: 40, longitude: -20))
    return source.wayNodes[way.nodeRange].map { frame.project(source.nodes[Int($0)].coordinate) }
  }

  @Test(arguments: [false, true])
  func roundaboutsTurnAwayFromTheDrivingSide(drivesOnLeft: Bool) {
    let (source, _) = SyntheticTown.make(
      .init(seed: 3, targetDirectedEdges: 4000, drivesOnLeft: drivesOnLeft))
    #expect(source.drivesOnLeft == drivesOnLeft)
    let roundabouts = source.ways.filter { $0.flags.contains(.roundabout) }
    #expect(!roundabouts.isEmpty)
    for way in roundabouts {
      let line = Self.points(way, source)
      let area = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
      #expect((area > 0) != drivesOnLeft)
      #expect(way.backward == .none)
    }
  }

  /// Between dual carriageways of the same name, the other one lies on the left, 11 to 16 m away, and runs back.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func oncomingCarriagewayLiesOnTheLeft(seed: UInt64) {
    let (source, _) = SyntheticTown.make(.init(seed: seed, targetDirectedEdges: 3000))
    let classes: Set<RoadClass> = [.motorway, .trunk, .primary]
    let ways = source.ways.filter { classes.contains($0.roadClass) && $0.backward == .none }
    let lines = ways.map { Self.points($0, source) }
    var samples = 0
    for (index, way) in ways.enumerated() {
      for (a, b) in zip(lines[index], lines[index].dropFirst()) {
        let length = a.distance(to: b)
        if length < 15 { continue }
        let ahead = PlanePoint(x: (b.x - a.x) / length, y: (b.y - a.y) / length)
        let middle = PlanePoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
        var best = (distance: Double.infinity, left: 0.0, along: 0.0)
        for (other, line) in zip(ways, lines) where other.name == way.name && other.id != way.id {
          for (c, d) in zip(line, line.dropFirst()) {
            let span = c.distance(to: d)
            let t = ((middle.x - c.x) * (d.x - c.x) + (middle.y - c.y) * (d.y - c.y)) / (span * span)
            if t < 0 || t > 1 { continue }
            let foot = PlanePoint(x: c.x + t * (d.x - c.x), y: c.y + t * (d.y - c.y))
            let distance = foot.distance(to: middle)
            if distance < best.distance {
              let left = ahead.x * (foot.y - middle.y) - ahead.y * (foot.x - middle.x)
              best = (distance, left, (ahead.x * (d.x - c.x) + ahead.y * (d.y - c.y)) / span)
            }
          }
        }
        if best.distance > 40 { continue }
        samples += 1
        #expect(best.left > 11 && best.left < 16, "\(best) of way \(way.id)")
        #expect(best.along < -0.9)
      }
    }
    #expect(samples > 100)
  }
}
