import RoadNetwork
import TestSupport
import Testing
import WaybenchCore

@Suite("Field cases: matching a trace to roads")
struct MatchingCases {
  @Test("S01 two parallel roads, positions drift to the wrong one")
  func parallelRoads() throws {
    var plane = PlaneNetwork()
    plane.road("A", from: "a0", to: "a1", [(0, 0), (2000, 0)], roadClass: .primary, kilometersPerHour: 80)
    plane.road("B", from: "b0", to: "b1", [(0, 22), (2000, 22)], roadClass: .service, kilometersPerHour: 30)
    plane.road("W", from: "a0", to: "b0", [(0, 0), (0, 22)], roadClass: .service, kilometersPerHour: 30)
    plane.road("E", from: "a1", to: "b1", [(2000, 0), (2000, 22)], roadClass: .service, kilometersPerHour: 30)
    let network = try plane.build()
    let fixes = (0..<46).map { row in
      Plane.fix(
        2 * Double(row), 100 + 40 * Double(row),
        (15...25).contains(row) ? 15 + sine(Double(row)) : 3 * sine(Double(row)),
        accuracy: 15)
    }
    let result = match(fixes, network)
    #expect(result.fixes.allSatisfy { fix in fix.place.map { network.edge($0.edge).name } == "A" })
    #expect(result.pieces.count == 1 && result.pieces.first?.edges.count == 1)
    #expect(abs(result.lengthMeters - 1800) < 9)
  }

  @Test("S03 one backward step does not make the match double back")
  func backwardStep() throws {
    var plane = PlaneNetwork()
    plane.road("E", from: "a", to: "b", [(0, 0), (1000, 0)])
    let network = try plane.build()
    var xs = (0..<17).map { 100 + 37.5 * Double($0) }
    xs[5] = xs[4] - 8
    let result = match(xs.enumerated().map { Plane.fix(3 * Double($0), $1, 1, accuracy: 5) }, network)
    #expect((600.0...616.0).contains(result.lengthMeters))
    #expect(result.pieces.map(\.edges.count) == [1])
    #expect(result.matchedCount == 17)
  }

  @Test("S04 a sparse but clean trace is one piece")
  func sparse() throws {
    var plane = PlaneNetwork()
    let points = (0...600).map { index -> (Double, Double) in
      let along = 12 * Double(index)
      return (along, 250 * sine(along / 500))
    }
    plane.road("R", from: "a", to: "b", points, kilometersPerHour: 90)
    let network = try plane.build()
    let fixes = [(0, 60), (120, 290), (240, 520)].map { time, index in
      Plane.fix(Double(time), points[index].0, points[index].1)
    }
    let result = match(fixes, network)
    #expect(result.pieces.count == 1)
    #expect(result.matchedCount == 3)
  }

  @Test("S05 standing still does not split the trace")
  func standingStill() throws {
    var plane = PlaneNetwork()
    plane.road("R", from: "a", to: "b", [(0, 0), (3000, 0)])
    let network = try plane.build()
    var fixes = (0..<10).map { Plane.fix(20 * Double($0), 133.3 * Double($0), 0) }
    fixes += (1...19).map { Plane.fix(180 + 20 * Double($0), 1200, 0) }
    fixes += (1...10).map { Plane.fix(560 + 20 * Double($0), 1200 + 80 * Double($0), 0) }
    let result = match(fixes, network)
    #expect(result.pieces.count == 1)
    #expect(result.matchedCount == 39)
    #expect(abs(result.lengthMeters - 2000) < 10)
  }

  @Test("S06 one wild fix leaves no hole")
  func wildFix() throws {
    var plane = PlaneNetwork()
    plane.road("R", from: "a", to: "b", [(0, 0), (1500, 0), (3200, 0)])
    let network = try plane.build()
    let fixes = (0..<40).map { Plane.fix(5 * Double($0), 50 + 75 * Double($0), $0 == 19 ? 190 : 1, accuracy: 5) }
    let result = match(fixes, network)
    #expect(result.fixes[19].place == nil && result.fixes[19].reason == .tooFar)
    #expect(result.matchedCount == 39)
    #expect(result.pieces.count == 1)
    #expect(abs(result.lengthMeters - 2925) < 15)
    for piece in result.pieces {
      for coordinate in network.shape(of: piece) { #expect(abs(Plane.point(coordinate).y) < 1) }
    }
  }

  @Test("S07 round the block is not matched as standing still")
  func roundTheBlock() throws {
    var plane = PlaneNetwork()
    plane.road("E1", from: "a", to: "b", [(0, 0), (200, 0)])
    plane.road("E2", from: "b", to: "c", [(200, 0), (200, 200)])
    plane.road("E3", from: "c", to: "d", [(200, 200), (0, 200)])
    plane.road("E4", from: "d", to: "a", [(0, 200), (0, 0)])
    plane.road("Sa", from: "a", to: "sa", [(0, 0), (-50, -50)])
    plane.road("Sb", from: "b", to: "sb", [(200, 0), (250, -50)])
    plane.road("Sc", from: "c", to: "sc", [(200, 200), (250, 250)])
    plane.road("Sd", from: "d", to: "sd", [(0, 200), (-50, 250)])
    let network = try plane.build()
    let fixes = (0...40).map { row -> Fix in
      let along = (100 + 20 * Double(row)).truncatingRemainder(dividingBy: 800)
      let (x, y) =
        along < 200
        ? (along, 0) : along < 400 ? (200, along - 200) : along < 600 ? (600 - along, 200) : (0, 800 - along)
      return Plane.fix(2 * Double(row), x + sine(Double(row)), y + cosine(Double(row)), accuracy: 5)
    }
    let result = match(fixes, network)
    #expect(result.pieces.count == 1)
    #expect(result.pieces.first?.edges.map { network.edge($0).name } == ["E1", "E2", "E3", "E4", "E1"])
    #expect(abs(result.lengthMeters - 800) < 4)
  }

  @Test("S08 the match does not run past both ends of the trace")
  func partialEdges() throws {
    var plane = PlaneNetwork()
    plane.road("E1", from: "a", to: "b", [(0, 0), (400, 0)])
    plane.road("E2", from: "b", to: "c", [(400, 0), (800, 0)])
    plane.road("E3", from: "c", to: "d", [(800, 0), (1200, 0)])
    let network = try plane.build()
    let result = match((0...32).map { Plane.fix(2 * Double($0), 150 + 25 * Double($0), 2, accuracy: 5) }, network)
    let piece = try #require(result.pieces.first)
    #expect(result.pieces.count == 1)
    #expect(abs(piece.lengthMeters - 800) < 4)
    #expect(abs(piece.startOffsetMeters - 150) < 3 && abs(piece.endOffsetMeters - 150) < 3)
    let shape = network.shape(of: piece).map(Plane.point)
    #expect(abs((shape.first?.x ?? 0) - 150) < 5 && abs((shape.last?.x ?? 0) - 950) < 5)
  }

  @Test("S09 a private road behind a gate: driven is matched, planned is avoided")
  func privateRoad() throws {
    var plane = PlaneNetwork()
    plane.road("M1", from: "m0", to: "g", [(0, 0), (500, 0)], roadClass: .secondary)
    plane.road("M2", from: "g", to: "m2", [(500, 0), (1000, 0)], roadClass: .secondary)
    plane.road(
      "P1", from: "g", to: "gate", [(500, 0), (500, 20)], roadClass: .service, access: .restricted,
      kilometersPerHour: 20)
    plane.road(
      "P2", from: "gate", to: "n0", [(500, 20), (500, 300)], roadClass: .service, access: .restricted,
      kilometersPerHour: 20)
    plane.road("N1", from: "n0", to: "n2", [(500, 300), (1000, 300)])
    plane.road("K", from: "m2", to: "n2", [(1000, 0), (1000, 300)])
    plane.road("N0", from: "n0", to: "nw", [(500, 300), (700, 400)])
    plane.mark("gate", .restricted)
    let network = try plane.build()
    var fixes = (0..<13).map { Plane.fix(2 * Double($0), 200 + 25 * Double($0), 2, accuracy: 5) }
    fixes += (1...10).map { Plane.fix(24 + 2 * Double($0), 501, 25 * Double($0), accuracy: 5) }
    let result = match(fixes, network)
    #expect(result.pieces.count == 1)
    #expect(abs(result.lengthMeters - 550) < 5)
    #expect(result.pieces.first?.edges.map { network.edge($0).name } == ["M1", "P1", "P2"])
    #expect(result.pieces.first?.edges.map { network.edge($0).flags.contains(.restricted) } == [false, true, true])

    var router = NetworkRouter(network: network)
    let request = RouteRequest(waypoints: [
      .init(coordinate: Plane.coordinate(200, 0)), .init(coordinate: Plane.coordinate(600, 300)),
    ])
    let route = try router.routes(for: request)[0]
    #expect(abs(route.lengthMeters - 1500) < 8)
  }

  @Test("S32 nothing to divide by: one fix, five equal fixes, no fix")
  func nothingToDivideBy() throws {
    var plane = PlaneNetwork()
    plane.road("R", from: "a", to: "b", [(0, 0), (500, 0)])
    let network = try plane.build()
    let one = match([Plane.fix(0, 100, 3)], network)
    #expect(one.matchedCount == 1 && one.lengthMeters == 0 && one.pieces.count == 1)
    let five = match((0..<5).map { Plane.fix(10 * Double($0), 100, 3) }, network)
    #expect(five.matchedCount == 5 && five.lengthMeters == 0)
    #expect(match([], network).fixes.isEmpty)
  }

  @Test("S31 roads split at the 180th meridian are matched in one piece")
  func antimeridian() throws {
    func road(_ name: String, _ from: String, _ to: String, _ line: String) -> String {
      "{\"type\":\"Feature\",\"properties\":{\"edge\":\"\(name)\",\"from\":\"\(from)\",\"to\":\"\(to)\",\"oneway\":false,"
        + "\"class\":\"residential\",\"access\":\"yes\",\"kmh\":50},"
        + "\"geometry\":{\"type\":\"LineString\",\"coordinates\":\(line)}}"
    }
    let features = [
      road("W", "w0", "pos180", "[[179.99,0],[180,0]]"), road("E", "neg180", "e1", "[[-180,0],[-179.99,0]]"),
    ].joined(separator: ",")
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\(features)]}"
    let network = try RoadNetworkBuilder.build(GeoJSONRoads.parse(Array(text.utf8)))
    let fixes = [179.995, 179.998, -179.999, -179.996].enumerated().map { index, longitude in
      Fix(
        timeNanoseconds: Int64(index) * 20_000_000_000,
        coordinate: Coordinate(clampingLatitude: 0, longitude: longitude))
    }
    let result = match(fixes, network)
    #expect(result.pieces.count == 1)
    #expect(result.pieces.first?.edges.map { network.edge($0).name } == ["W", "E"])
    #expect(abs(result.lengthMeters - 1000.8) < 5)
  }

  private func match(_ fixes: [Fix], _ network: RoadNetwork) -> MatchResult {
    var matcher = NetworkMatcher(network: network)
    return matcher.match(fixes)
  }
}
