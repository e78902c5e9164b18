import GeometryGEOS
import Glibc
import TestSupport
import Testing

@testable import RoadNetwork
@testable import WaybenchCore

@Suite("SegmentIndex against a full scan and GEOS")
struct SegmentIndexTests {
  struct Town: Sendable, CustomTestStringConvertible {
    let name: String
    let center: Coordinate
    let seed: UInt64
    var testDescription: String { "\(name), seed \(seed)" }

    static let all: [Town] = [
      ("in the ocean", 40.0, -20.0), ("over the antimeridian", 12, 180), ("just west of it", -35, 179.999),
      ("far north", 69, -179.995), ("on the equator", 0, 0),
    ].flatMap { name, latitude, longitude in
      [1, 2].map { Town(name: name, center: Coordinate(clampingLatitude: latitude, longitude: longitude), seed: $0) }
    }
  }

  /// Distance of every segment from the origin of a frame, by the vertex at which the segment begins.
  private func scan(_ network: RoadNetwork, _ frame: LocalFrame) -> [UInt32: Double] {
    var distances: [UInt32: Double] = [:]
    for link in 0..<network.linkCount {
      for vertex in network.linkFirstVertex[link]..<(network.linkFirstVertex[link + 1] - 1) {
        let (a, b) = (frame.project(network.vertices[vertex]), frame.project(network.vertices[vertex + 1]))
        let length = a.distance(to: b)
        var along = 0.0
        if length > 0 { along = min(1, max(0, -(a.x * (b.x - a.x) + a.y * (b.y - a.y)) / (length * length))) }
        distances[vertex] = hypot(a.x + along * (b.x - a.x), a.y + along * (b.y - a.y))
      }
    }
    return distances
  }

  private func points(_ network: RoadNetwork, seed: UInt64) -> [Coordinate] {
    var random = SeededGenerator(seed: seed, stream: 3)
    return (0..<12).map { index in
      let base = network.coordinate(ofJunction: random.nextIndex(below: network.junctionCount))
      return Geodesic.destination(
        from: base, courseDegrees: random.nextDouble(in: 0...360),
        distanceMeters: index % 4 == 0 ? 3_000 : random.nextDouble(in: 0...200))
    }
  }

  @Test("every segment within a radius is found, once, and no other", arguments: Town.all)
  func radius(town: Town) throws {
    let network = try TestTown.network(2_000, seed: town.seed, center: town.center)
    var query = SegmentQuery()
    for point in points(network, seed: town.seed) {
      let frame = LocalFrame(origin: point)
      let all = scan(network, frame)
      for radius in [0, 5, 20, 100, 500, 2_000] as [Double] {
        var found: [UInt32: Double] = [:]
        query.visit(network, near: frame, radiusMeters: radius) { hit in
          #expect(found.updateValue(hit.distanceMeters, forKey: hit.vertex) == nil, "\(town), \(point): twice")
          #expect(hit.fraction >= 0 && hit.fraction <= 1)
          #expect(hit.vertex >= network.linkFirstVertex[hit.link] && hit.vertex < network.linkFirstVertex[hit.link + 1])
        }
        let expected = all.filter { $0.value <= radius - 1e-9 }
        #expect(expected.allSatisfy { found[$0.key] != nil }, "\(town), \(point), \(radius) m: missed")
        #expect(
          found.allSatisfy { $0.value <= radius && abs($0.value - (all[$0.key] ?? -1)) < 1e-6 }, "\(town), \(point)")
      }
    }
  }

  @Test("the nearest segment is the one that GEOS finds", arguments: Town.all)
  func nearest(town: Town) throws {
    let network = try TestTown.network(1_000, seed: town.seed, center: town.center)
    let context = try GEOSContext()
    var query = SegmentQuery()
    for point in points(network, seed: town.seed + 10).prefix(4) {
      let frame = LocalFrame(origin: point)
      var lines: [Geometry] = []
      for link in 0..<network.linkCount {
        let range = network.linkFirstVertex[link]..<network.linkFirstVertex[link + 1]
        lines.append(try context.lineString(range.map { frame.project(network.vertices[$0]) }))
      }
      let tree = try GeometryTree(lines, context: context)
      let origin = try context.point(PlanePoint(x: 0, y: 0))
      let index = try #require(try tree.nearestIndex(to: origin))
      let distance = try lines[index].distance(to: origin)
      var least = Double.infinity
      query.visit(network, near: frame, radiusMeters: 20_000) { least = min(least, $0.distanceMeters) }
      #expect(abs(least - distance) < 1e-6, "\(town), \(point)")
      let places = network.nearestPlaces(to: point, radiusMeters: 20_000, using: &query)
      // An isolated road is passed over while there is another.
      #expect((places.first?.distanceMeters ?? -1) >= least - 1e-9, "\(town), \(point)")
    }
  }

  @Test("the nearest place is the nearest usable one, also by its direction", arguments: Town.all)
  func places(town: Town) throws {
    let network = try TestTown.network(1_000, seed: town.seed, center: town.center)
    var query = SegmentQuery()
    var random = SeededGenerator(seed: town.seed, stream: 4)
    for point in points(network, seed: town.seed + 20) {
      let frame = LocalFrame(origin: point)
      let distances = scan(network, frame)
      for bearing in [Double.nan, random.nextDouble(in: 0...360)] {
        var least = Double.infinity
        for edge in 0..<network.edgeCount where !network.edge(edge).flags.contains(.isolated) {
          let link = network.edge(edge).link
          for vertex in network.linkFirstVertex[link]..<(network.linkFirstVertex[link + 1] - 1) {
            let along = Geodesic.courseDegrees(from: network.vertices[vertex], to: network.vertices[vertex + 1])
            let course = network.edge(edge).flags.contains(.reversed) ? along + 180 : along
            if bearing.isNaN || angleBetweenDegrees(course, bearing) <= 45 {
              least = min(least, distances[vertex] ?? .infinity)
            }
          }
        }
        let found = network.nearestPlaces(
          to: point, bearingDegrees: bearing, toleranceDegrees: 45, radiusMeters: 8_000, using: &query)
        try #require(!found.isEmpty && found.count <= 2, "\(town), \(point)")
        for place in found {
          #expect(abs(place.distanceMeters - least) < 1e-6, "\(town), \(point), \(bearing)")
          // Where the place is said to be is as far away as is said.
          let away = Geodesic.distanceMeters(network.coordinate(of: place), point)
          #expect(abs(away - place.distanceMeters) < 0.03 + 1e-4 * away, "\(town), \(point): \(away)")
        }
      }
    }
  }

  @Test("a Hilbert key fills its square without a leap")
  func hilbert() {
    // A curve of order n visits cells of side 2^(32-n) in order: neighbours on it are neighbours on the ground.
    let side: UInt32 = 16
    let step = UInt32(1) << 28
    var cells: [(key: UInt64, x: Int, y: Int)] = []
    for x in 0..<side {
      for y in 0..<side { cells.append((HilbertCurve.key(x: x * step, y: y * step), Int(x), Int(y))) }
    }
    cells.sort { $0.key < $1.key }
    #expect(Set(cells.map(\.key)).count == 256)
    for (a, b) in zip(cells, cells.dropFirst()) { #expect(abs(a.x - b.x) + abs(a.y - b.y) == 1) }
  }
}
