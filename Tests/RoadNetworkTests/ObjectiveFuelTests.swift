import RoadNetwork
import TestSupport
import Testing
import WaybenchCore

@Suite("Fuel")
struct ObjectiveFuelTests {
  private static let preferences = RoutePreferences(objective: .fuelEfficient)

  /// Litres per 100 km on a straight road at a steady speed.
  private static func consumption(_ kilometersPerHour: Double, flags: RoadSource.WayFlags = []) throws -> Double {
    var map = PlaneNetwork()
    map.road("road", from: "a", to: "b", [(0, 0), (10_000, 0)], kilometersPerHour: kilometersPerHour, flags: flags)
    let network = try map.build()
    let weights = try EdgeWeights(network: network, preferences: preferences)
    #expect(weights.name == "fuel" && weights.unit == "l")
    return Double(weights.edges[0]) * weights.unitsPerWeight / network.edge(0).lengthMeters * 100_000
  }

  @Test("a mid-size car burns least between 50 and 90 km/h, and 4 to 9 l/100 km from 40 to 120")
  func curve() throws {
    let speeds = Array(stride(from: 10.0, through: 160, by: 5))
    let liters = try speeds.map { try Self.consumption($0) }
    let least = try #require(liters.indices.min { liters[$0] < liters[$1] })
    #expect(speeds[least] >= 50 && speeds[least] <= 90, "least at \(speeds[least]) km/h")
    for (speed, amount) in zip(speeds, liters) where speed >= 40 && speed <= 120 {
      #expect(amount >= 4 && amount <= 9, "\(amount) l/100 km at \(speed) km/h")
    }
    // One valley, no second one.
    for index in liters.indices.dropFirst() {
      #expect((liters[index] < liters[index - 1]) == (index <= least), "at \(speeds[index]) km/h")
    }
  }

  @Test("10,000 km fit into the weights")
  func range() throws {
    let heaviest = try Self.consumption(160) * 10_000 / 100
    #expect(heaviest / 1e-5 < Double(1 << 30) && heaviest > 800)
  }

  @Test("a turn costs the speed that it takes, a light half a stop, straight on nothing")
  func turns() throws {
    func cost(signals: Bool, to name: String, _ kilometersPerHour: Double) throws -> Double {
      var map = PlaneNetwork()
      for (road, point) in [("W", (-900.0, 0.0)), ("E", (900, 0)), ("N", (0, 900)), ("S", (0, -900))] {
        map.road(road, from: road, to: "middle", [point, (0, 0)], kilometersPerHour: kilometersPerHour)
      }
      if signals { map.mark("middle", .trafficSignals) }
      let network = try map.build()
      let weights = try EdgeWeights(network: network, preferences: Self.preferences)
      let west = try network.edge("W", from: (-900, 0))
      let onward = try network.edge(name, from: (0, 0))
      let turn = try weights.weight(of: [west, onward]) - Int(weights.edges[west] + weights.edges[onward])
      return Double(turn) * weights.unitsPerWeight * 1000
    }
    let straight = try cost(signals: false, to: "E", 50)
    let right = try cost(signals: false, to: "S", 50)
    let fastRight = try cost(signals: false, to: "S", 100)
    let light = try cost(signals: true, to: "E", 50)
    #expect(straight == 0)
    // From 50 km/h to 20 and back: 1,400 kg * (13.9^2 - 5.5^2) / 2 = 114 kJ at the wheels, a third of that in fuel.
    #expect(right > 9 && right < 12, "\(right) ml")
    // Four times the energy at twice the speed.
    #expect(fastRight > 4 * right, "\(fastRight) ml")
    #expect(light > 5 && light < right, "\(light) ml")
  }

  @Test("a car does not gain more speed than the road is long enough for")
  func shortRoad() throws {
    var map = PlaneNetwork()
    map.road("W", from: "w", to: "m", [(-500, 0), (0, 0)])
    map.road("N", from: "m", to: "n", [(0, 0), (0, 10)])
    map.road("E", from: "m", to: "e", [(0, 0), (500, 0)])
    map.road("S", from: "m", to: "s", [(0, 0), (0, -500)])
    let network = try map.build()
    let weights = try EdgeWeights(network: network, preferences: Self.preferences)
    let west = try network.edge("W", from: (-500, 0))
    func turn(_ name: String) throws -> Int {
      let onward = try network.edge(name, from: (0, 0))
      return try weights.weight(of: [west, onward]) - Int(weights.edges[west] + weights.edges[onward])
    }
    #expect(try turn("N") * 3 < turn("S"))
  }

  @Test("a ferry's time weighs as an idling engine does")
  func ferry() throws {
    // 10 km at 20 km/h: half an hour at 0.6 to 0.8 l an hour.
    let liters = try Self.consumption(20, flags: .ferry) / 10
    #expect(liters > 0.3 && liters < 0.4)
  }

  @Test("a jam on the motorway makes the road beside it the thrifty one")
  func traffic() throws {
    let ways = try TwoWays(directKilometers: 10, roundKilometers: 12)
    #expect(try ways.takesDirect(Self.preferences))
    var traffic = TrafficState(network: ways.network)
    traffic.set(edge: ways.direct, speedKilometersPerHour: 12)
    #expect(try !ways.takesDirect(Self.preferences, traffic: traffic))
  }
}
