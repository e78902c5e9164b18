import GeometryGEOS
import RoadNetwork
import TestSupport
import Testing
import WaybenchCore

@Suite("What routes keep away from")
struct ObjectiveAvoidanceTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var avoid: RouteAvoidances
    var roadClass = RoadClass.primary
    var flags: RoadSource.WayFlags = []
    var area: [(Double, Double)] = []
    var testDescription: String { "\(avoid.rawValue) \(roadClass) \(flags.rawValue) \(area.count)" }
  }

  static let kinds = [
    Kind(avoid: .tolls, flags: .toll), Kind(avoid: .ferries, roadClass: .ferry, flags: .ferry),
    Kind(avoid: .tunnels, flags: .tunnel), Kind(avoid: .highways, roadClass: .motorway),
    Kind(avoid: .highways, roadClass: .motorwayLink),
    Kind(avoid: [], area: [(900, -50), (1_100, -50), (1_100, 50), (900, 50)]),
  ]

  private func preferences(_ kind: Kind, _ objective: RouteObjective = .fastest) -> RoutePreferences {
    RoutePreferences(
      objective: objective, avoid: kind.avoid,
      avoidAreas: kind.area.isEmpty ? [] : [kind.area.map { Plane.coordinate($0.0, $0.1) }])
  }

  @Test("is left out where another way is within an hour", arguments: kinds)
  func leftOut(kind: Kind) throws {
    for objective in [.fastest, .shortest, .cheapest] as [RouteObjective] {
      let ways = try TwoWays(roundKilometers: 40, roadClass: kind.roadClass, flags: kind.flags)
      #expect(try ways.takesDirect(RoutePreferences(objective: objective)), "not avoided, \(objective)")
      #expect(try !ways.takesDirect(preferences(kind, objective)), "\(objective)")
    }
    let ways = try TwoWays(roundKilometers: 6, roadClass: kind.roadClass, flags: kind.flags)
    #expect(try !ways.takesDirect(preferences(kind, .fuelEfficient)))
  }

  @Test("is used where every other way is more than an hour longer", arguments: kinds)
  func used(kind: Kind) throws {
    for objective in RouteObjective.allCases {
      let ways = try TwoWays(roundKilometers: 120, roadClass: kind.roadClass, flags: kind.flags)
      #expect(try ways.takesDirect(preferences(kind, objective)), "\(objective)")
      let only = try TwoWays(roundKilometers: nil, roadClass: kind.roadClass, flags: kind.flags)
      #expect(try only.takesDirect(preferences(kind, objective)), "\(objective)")
    }
  }

  @Test("a trunk road is no highway, an edge avoided for two reasons weighs no more")
  func exactly() throws {
    let trunk = try TwoWays(roadClass: .trunk)
    #expect(try trunk.takesDirect(RoutePreferences(avoid: .highways)))
    let both = try TwoWays(roadClass: .motorway, flags: .toll)
    let once = try EdgeWeights(network: both.network, preferences: RoutePreferences(avoid: .highways))
    let twice = try EdgeWeights(network: both.network, preferences: RoutePreferences(avoid: [.highways, .tolls]))
    let never = try EdgeWeights(network: both.network)
    #expect(once.edges == twice.edges && once.turns == twice.turns)
    let tenfold = Double(once.edges[both.direct]) / Double(never.edges[both.direct])
    #expect(abs(tenfold - 10) < 0.001)
    let entry = try once.weight(of: [both.start, both.direct]) - Int(once.edges[both.start] + once.edges[both.direct])
    #expect(entry == 3_600_000)
    #expect(try once.weight(of: [both.direct, both.goal]) == Int(once.edges[both.direct] + once.edges[both.goal]))
  }

  // MARK: - Areas

  private func avoided(_ network: RoadNetwork, _ rings: [[Coordinate]]) throws -> Set<Int> {
    let plain = try EdgeWeights(network: network)
    let weights = try EdgeWeights(network: network, preferences: RoutePreferences(avoidAreas: rings))
    return Set((0..<network.edgeCount).filter { weights.edges[$0] > plain.edges[$0] * 5 })
  }

  @Test("an area holds what GEOS says of every single shape", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func agreesWithGEOS(seed: UInt64) throws {
    // The last towns lie over the antimeridian.
    let center = seed > 4 ? Coordinate(latitude: -17, longitude: 180) : nil
    let network = try TestTown.network(4_000, seed: seed, center: center)
    var random = SeededGenerator(seed: seed)
    let origin = network.coordinate(ofJunction: random.nextIndex(below: network.junctionCount))
    let frame = LocalFrame(origin: origin)
    for count in [3, 5, 30] {
      // A star around the origin never crosses itself.
      let ring = (0..<count).map { index in
        let angle = Double(index) / Double(count) * 2 * .pi
        let radius = 150 + 900 * random.nextUnit()
        return frame.unproject(PlanePoint(x: radius * cosine(angle), y: radius * sine(angle)))
      }
      let context = try GEOSContext()
      func plane(_ place: Coordinate) -> PlanePoint {
        PlanePoint(
          x: Double(longitudeDifferenceE7(from: origin.longitudeE7, to: place.longitudeE7)), y: Double(place.latitudeE7)
        )
      }
      let polygon = try context.polygon(ring.map(plane))
      var expected: Set<Int> = []
      for edge in 0..<network.edgeCount
      where try polygon.intersects(context.lineString(network.shape(ofEdge: edge).map(plane))) {
        expected.insert(edge)
      }
      #expect(try avoided(network, [ring]) == expected, "seed \(seed), \(count) points")
      #expect(!expected.isEmpty && expected.count < network.edgeCount)
    }
  }

  @Test("a large area takes everything, one elsewhere nothing, several add up")
  func several() throws {
    let network = try TestTown.network(2_000, seed: 9)
    let places = (0..<network.junctionCount).map { network.coordinate(ofJunction: $0) }
    func box(_ south: Double, _ west: Double, _ north: Double, _ east: Double) throws -> [Coordinate] {
      try [(south, west), (south, east), (north, east), (north, west), (south, west)]
        .map { try #require(Coordinate(latitude: $0.0, longitude: $0.1)) }
    }
    let (south, north) = (places.map(\.latitude).min() ?? 0, places.map(\.latitude).max() ?? 0)
    let (west, east) = (places.map(\.longitude).min() ?? 0, places.map(\.longitude).max() ?? 0)
    let middle = (west + east) / 2
    let all = try box(south - 0.1, west - 0.1, north + 0.1, east + 0.1)
    #expect(try avoided(network, [all]).count == network.edgeCount)
    #expect(try avoided(network, [box(south - 2, west, south - 1, east)]).isEmpty)
    let left = try box(south - 0.1, west - 0.1, north + 0.1, middle)
    let right = try box(south - 0.1, middle, north + 0.1, east + 0.1)
    #expect(try avoided(network, [left, right]).count == network.edgeCount)
    let parts = try (avoided(network, [left]), avoided(network, [right]))
    #expect(parts.0.count < network.edgeCount && parts.0.union(parts.1).count == network.edgeCount)
  }

  @Test("a ring that is no area is refused, and told where")
  func refused() throws {
    let network = try crossing().build()
    func error(_ rings: [[Coordinate]]) throws -> AvoidAreaError {
      try #require(throws: AvoidAreaError.self) {
        try EdgeWeights(network: network, preferences: RoutePreferences(avoidAreas: rings))
      }
    }
    let good = [(0.0, 0.0), (50, 0), (0, 50)].map { Plane.coordinate($0.0, $0.1) }
    let bow = [(0.0, 0.0), (100, 100), (100, 0), (0, 100)].map { Plane.coordinate($0.0, $0.1) }
    let crossed = try error([good, bow])
    #expect(crossed.ring == 1 && crossed.reason == .notSimple("Self-intersection"))
    let place = try #require(crossed.place)
    #expect(Geodesic.distanceMeters(place, Plane.coordinate(50, 50)) < 0.1)
    #expect(crossed.description.hasPrefix("avoided area 2: Self-intersection; expected"))
    #expect(crossed.description.contains("at latitude 40.0"))
    let two = try error([[good[0], good[1], good[0], good[1]]])
    #expect(two.ring == 0 && two.reason == .tooFewPoints(found: 2))
    #expect(try error([[]]).reason == .tooFewPoints(found: 0))
    let line = [(0.0, 0.0), (50, 0), (100, 0)].map { Plane.coordinate($0.0, $0.1) }
    #expect(try error([line]).ring == 0)
    let pole = [0.0, 90, 180, -90].map { Coordinate(clampingLatitude: 80, longitude: $0) }
    #expect(try error([pole]).reason == .tooWide)
    let wide = [(0.0, -100.0), (10, 0), (0, 100), (-10, 0)].map { Coordinate(clampingLatitude: $0.0, longitude: $0.1) }
    #expect(try error([wide]).reason == .tooWide)
  }
}
