import Glibc
import TestSupport
import Testing
import WaybenchCore

@Suite("RoutePolyline: chainage and places")
struct RoutePolylineTests {
  private static let oracle = GeodesicOracle()

  /// A walk of hops between two lengths from a start, its course wandering.
  static func walk(
    from start: Coordinate, hops: Int, meters: ClosedRange<Double>, _ random: inout SeededGenerator
  ) -> [Coordinate] {
    var line = [start]
    var course = random.nextDouble(in: 0...360)
    for _ in 0..<hops {
      course += random.nextDouble(in: -60...60)
      let length = random.nextDouble(in: meters)
      line.append(oracle.destination(from: line[line.count - 1], courseDegrees: course, distanceMeters: length))
    }
    return line
  }

  private static let starts: [Coordinate] = [
    Coordinate(clampingLatitude: 40, longitude: -20), Coordinate(clampingLatitude: 0, longitude: 179.99),
    Coordinate(clampingLatitude: -33, longitude: -179.999), Coordinate(clampingLatitude: 84.5, longitude: 20),
    Coordinate(clampingLatitude: -70, longitude: 3), Coordinate(clampingLatitude: 62, longitude: 179.9999),
  ]

  @Test("chainages are the sums of geodesics", arguments: [1, 2, 3] as [UInt64])
  func chainages(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for start in Self.starts {
      for meters in [0.5...30, 50...900, 1_000...20_000] as [ClosedRange<Double>] {
        let line = Self.walk(from: start, hops: 12, meters: meters, &random)
        let polyline = try #require(RoutePolyline(line))
        try #require(polyline.inputChainagesMeters.count == line.count)
        var sum = 0.0
        for index in line.indices.dropFirst() {
          sum += Self.oracle.distanceMeters(line[index - 1], line[index])
          #expect(
            abs(polyline.inputChainagesMeters[index] - sum) <= 1e-6 * sum + 0.002,
            "seed \(seed), \(start.latitude), vertex \(index): \(polyline.inputChainagesMeters[index]) for \(sum)")
        }
        var own = 0.0
        for (a, b) in zip(polyline.vertices, polyline.vertices.dropFirst()) {
          own += Self.oracle.distanceMeters(a.coordinate, b.coordinate)
          #expect(abs(b.chainageMeters - own) <= 1e-6 * own + 0.002, "seed \(seed)")
        }
        #expect(polyline.lengthMeters == polyline.inputChainagesMeters.last)
      }
    }
  }

  @Test("long segments are divided into pieces of at most 500 m on the geodesic", arguments: [4, 5] as [UInt64])
  func division(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<60 {
      let from = Coordinate(
        clampingLatitude: random.nextDouble(in: -84.9...84.9), longitude: random.nextDouble(in: -180...180))
      let length = round % 3 == 0 ? 10_000 : random.nextDouble(in: 501...10_000)
      let to = Self.oracle.destination(
        from: from, courseDegrees: random.nextDouble(in: 0...360), distanceMeters: length)
      guard abs(to.latitude) <= 85 else { continue }
      let polyline = try #require(RoutePolyline([from, to]))
      let whole = Self.oracle.inverse(from, to)
      for (a, b) in zip(polyline.vertices, polyline.vertices.dropFirst()) {
        let piece = Self.oracle.distanceMeters(a.coordinate, b.coordinate)
        #expect(piece <= RoutePolyline.longestSegmentMeters + 0.02, "seed \(seed), round \(round): \(piece) m")
      }
      for vertex in polyline.vertices.dropFirst().dropLast() {
        let way = Self.oracle.inverse(from, vertex.coordinate)
        let angle = (way.courseDegrees - whole.courseDegrees) * .pi / 180
        // A stored coordinate may itself lie 0.8 cm from the true place.
        #expect(abs(way.distanceMeters * sin(angle)) <= 0.02 + 0.008, "seed \(seed), round \(round)")
      }
      #expect(polyline.vertices.first?.coordinate == from && polyline.vertices.last?.coordinate == to)
    }
  }

  @Test("pieces stay within 500 m on segments of half a continent")
  func divisionOfVeryLongSegments() throws {
    for (a, b) in [(-60.0, 60.0), (0, 80), (30, 70), (-85, -10)] {
      let line = [
        Coordinate(clampingLatitude: a, longitude: 10), Coordinate(clampingLatitude: b, longitude: 10.5),
      ]
      let polyline = try #require(RoutePolyline(line))
      let longest =
        zip(polyline.vertices, polyline.vertices.dropFirst())
        .map { Self.oracle.distanceMeters($0.coordinate, $1.coordinate) }.max() ?? .infinity
      #expect(longest <= RoutePolyline.longestSegmentMeters + 0.02, "from \(a) to \(b): \(longest)")
      #expect(
        abs(polyline.lengthMeters / Self.oracle.distanceMeters(line[0], line[1]) - 1) < 1e-5, "from \(a) to \(b)")
    }
  }

  @Test("repeated vertices are dropped, their chainages kept")
  func repeated() throws {
    let (a, b, c) = (Plane.coordinate(0, 0), Plane.coordinate(100, 0), Plane.coordinate(100, 50))
    let polyline = try #require(RoutePolyline([a, a, b, b, b, c, c]))
    #expect(polyline.vertices.map(\.coordinate) == [a, b, c])
    let chainages = polyline.inputChainagesMeters
    #expect(chainages.count == 7)
    #expect(chainages[0] == 0 && chainages[1] == 0)
    #expect(chainages[2] == chainages[3] && chainages[3] == chainages[4] && chainages[2] > 99)
    #expect(chainages[5] == chainages[6] && chainages[6] == polyline.lengthMeters)
  }

  @Test("no coordinates make no line; one, or one many times, makes a line of no length")
  func degenerate() throws {
    #expect(RoutePolyline([]) == nil)
    let place = Plane.coordinate(3, 4)
    for count in [1, 2, 40] {
      let polyline = try #require(RoutePolyline([Coordinate](repeating: place, count: count)))
      #expect(polyline.vertices.map(\.coordinate) == [place, place])
      #expect(polyline.lengthMeters == 0 && polyline.segmentCount == 1)
      #expect(polyline.inputChainagesMeters == [Double](repeating: 0, count: count))
      for chainage in [-1.0, 0, 5, .infinity] {
        #expect(polyline.coordinate(atChainageMeters: chainage) == place)
        #expect(polyline.segment(atChainageMeters: chainage) == 0)
      }
      #expect(polyline.courseDegrees(segment: 0).isNaN)
      #expect(polyline.coordinates(fromMeters: 0, toMeters: 0) == [place])
      let found = polyline.nearest(to: Plane.coordinate(3, 104))
      #expect(found.segment == 0 && found.chainageMeters == 0 && abs(found.distanceMeters - 100) < 0.5)
    }
  }

  @Test("a line over the antimeridian is as long as it is")
  func antimeridian() throws {
    let west = try #require(Coordinate(latitude: 0, longitude: 179.995))
    let east = try #require(Coordinate(latitude: 0, longitude: -179.996))
    let polyline = try #require(RoutePolyline([west, east]))
    #expect(abs(polyline.lengthMeters - Self.oracle.distanceMeters(west, east)) < 0.01)
    let middle = polyline.coordinate(atChainageMeters: polyline.lengthMeters * 5 / 9)
    #expect(abs(longitudeDifferenceE7(from: middle.longitudeE7, to: -1_800_000_000)) <= 2)
    #expect(abs(polyline.courseDegrees(segment: 1) - 90) < 0.001)
  }

  @Test("places and parts agree with a slow walk", arguments: [6, 7] as [UInt64])
  func places(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for start in Self.starts {
      let polyline = try #require(RoutePolyline(Self.walk(from: start, hops: 25, meters: 2...1_500, &random)))
      let slow = SlowWalk(polyline)
      var chainages = polyline.vertices.map(\.chainageMeters) + [-3, polyline.lengthMeters + 3, -.infinity, .infinity]
      chainages += (0..<60).map { _ in random.nextDouble(in: 0...polyline.lengthMeters) }
      for chainage in chainages {
        #expect(polyline.segment(atChainageMeters: chainage) == slow.segment(chainage), "seed \(seed) at \(chainage)")
        let place = polyline.coordinate(atChainageMeters: chainage)
        // Between vertices degrees are interpolated: the way along the parallel lies this far from the geodesic.
        let bend = 500.0 * 500 * abs(tan(place.latitude * .pi / 180)) / (8 * 6.36e6)
        let error = Self.oracle.distanceMeters(place, slow.coordinate(chainage))
        #expect(error < 0.017 + 1.1 * bend, "seed \(seed) at \(chainage), \(place.latitude): \(error) m")
      }
      for _ in 0..<40 {
        let from = random.nextChance(0.2) ? polyline.vertices[7].chainageMeters : chainages[random.nextIndex(below: 30)]
        let to = from + random.nextDouble(in: 0...2_000)
        #expect(
          polyline.coordinates(fromMeters: from, toMeters: to) == slow.coordinates(from, to, polyline), "seed \(seed)")
      }
    }
  }

  /// The line again, one segment after the other, places by geodesics.
  private struct SlowWalk {
    let vertices: [RoutePolyline.Vertex]
    let oracle = GeodesicOracle()

    init(_ polyline: RoutePolyline) { vertices = polyline.vertices }

    func segment(_ chainage: Double) -> Int {
      var found = 0
      for index in 0..<(vertices.count - 1) where vertices[index].chainageMeters <= chainage { found = index }
      return found
    }

    func coordinate(_ chainage: Double) -> Coordinate {
      let index = segment(chainage)
      let (a, b) = (vertices[index], vertices[index + 1])
      if chainage <= a.chainageMeters { return a.coordinate }
      if chainage >= b.chainageMeters { return b.coordinate }
      return oracle.destination(
        from: a.coordinate, courseDegrees: oracle.inverse(a.coordinate, b.coordinate).courseDegrees,
        distanceMeters: chainage - a.chainageMeters)
    }

    func coordinates(_ from: Double, _ to: Double, _ polyline: RoutePolyline) -> [Coordinate] {
      var all = [polyline.coordinate(atChainageMeters: from)]
      all += vertices.filter { $0.chainageMeters > from && $0.chainageMeters < to }.map(\.coordinate)
      all.append(polyline.coordinate(atChainageMeters: to))
      return all.indices.filter { $0 == 0 || all[$0] != all[$0 - 1] }.map { all[$0] }
    }
  }
}
