import RoadNetwork
import TestSupport
import Testing
import WaybenchCore

@Suite("Turn restrictions")
struct RestrictionTests {
  private static let middle = (0.0, 0.0)

  private func names(_ network: RoadNetwork, after walk: [Int]) -> Set<String>? {
    network.choices(after: walk).map { Set($0.map { network.edge($0).name }) }
  }

  @Test("a forbidden turn is not taken, all others are", arguments: ["N", "E", "S"])
  func forbidden(to: String) throws {
    var map = crossing()
    map.restrict(from: "W", at: "middle", to: to)
    let network = try map.build()
    #expect(names(network, after: [try network.edge("W", from: (-100, 0))]) == Set(["N", "E", "S"]).subtracting([to]))
    // The others are as free as before.
    #expect(names(network, after: [try network.edge("E", from: (100, 0))]) == ["W", "N", "S"])
  }

  @Test("a prescribed turn is the only one", arguments: ["N", "E", "S"])
  func prescribed(to: String) throws {
    var map = crossing()
    map.restrict(from: "W", at: "middle", to: to, isOnly: true)
    let network = try map.build()
    #expect(names(network, after: [try network.edge("W", from: (-100, 0))]) == [to])
    #expect(names(network, after: [try network.edge("S", from: (0, -100))]) == ["W", "N", "E"])
  }

  @Test("two bans at one node add up")
  func twoBans() throws {
    var map = crossing()
    map.restrict(from: "W", at: "middle", to: "N")
    map.restrict(from: "W", at: "middle", to: "S")
    let network = try map.build()
    #expect(names(network, after: [try network.edge("W", from: (-100, 0))]) == ["E"])
  }

  @Test("a ban that names roads that do not meet there means nothing")
  func senseless() throws {
    var map = crossing()
    map.road("far", from: "x", to: "y", [(500, 0), (600, 0)])
    map.restrict(from: "W", at: "middle", to: "far")
    map.restrict(from: "far", at: "middle", to: "E")
    map.restrict(from: "W", at: "nowhere", to: "E")
    map.restrict(from: "W", at: "middle", to: "far", isOnly: true)
    map.restrict(from: "W", over: ["far"], to: "E")
    let network = try map.build()
    #expect(names(network, after: [try network.edge("W", from: (-100, 0))]) == ["N", "E", "S"])
  }

  @Test("a ban on turning round leaves the way straight on, also where a road is not cut at the node")
  func noUTurn() throws {
    var map = PlaneNetwork()
    map.road("main", from: "a", to: "b", [(-100, 0), (0, 0), (100, 0)])
    map.road("side", from: "main#1", to: "c", [(0, 0), (0, 100)])
    map.restrict(from: "main", at: "main#1", to: "main", isUTurn: true)
    let network = try map.build()
    let west = try network.edge("main", from: (-100, 0))
    let on = try network.edges(named: "main").filter { network.edge($0).tail == network.edge(west).head }
    #expect(network.choices(after: [west])?.isSuperset(of: on.filter { $0 != network.edge(west).twin }) == true)
    #expect(network.choices(after: [west])?.count == 2)
  }

  @Test("at a dead end turning round is allowed whatever a ban says")
  func noUTurnAtADeadEnd() throws {
    var map = crossing()
    map.restrict(from: "E", at: "E", to: "E", isUTurn: true)
    let network = try map.build()
    let out = try network.edge("E", from: Self.middle)
    #expect(network.choices(after: [out]) == [try network.edge("E", from: (100, 0))])
  }

  @Test("bans that leave no way out: a two-way road turns round, on a one-way road they are dropped")
  func noWayOut() throws {
    for oneway in [false, true] {
      var map = crossing(oneway: oneway ? ["W"] : [])
      for to in ["N", "E", "S"] { map.restrict(from: "W", at: "middle", to: to) }
      let network = try map.build()
      let west = try network.edge("W", from: (-100, 0))
      #expect(names(network, after: [west]) == (oneway ? ["N", "E", "S"] : ["W"]))
    }
  }

  @Test("a one-way road to a blocked node leads nowhere")
  func noWayOutAtABarrier() throws {
    var map = crossing(oneway: ["W"])
    map.mark("middle", .blocked)
    let network = try map.build()
    #expect(network.choices(after: [try network.edge("W", from: (-100, 0))]) == [])
  }

  // MARK: - Over ways

  /// Two crossings 100 m apart, joined by "via": W and E on the line, N and S at the first, n and s at the second.
  private static func double() -> PlaneNetwork {
    var map = PlaneNetwork()
    map.road("via", from: "p", to: "q", [(0, 0), (100, 0)])
    map.road("W", from: "w", to: "p", [(-100, 0), (0, 0)])
    map.road("N", from: "N", to: "p", [(0, 100), (0, 0)])
    map.road("S", from: "S", to: "p", [(0, -100), (0, 0)])
    map.road("E", from: "q", to: "e", [(100, 0), (200, 0)])
    map.road("n", from: "q", to: "n", [(100, 0), (100, 100)])
    map.road("s", from: "q", to: "s", [(100, 0), (100, -100)])
    return map
  }

  @Test("a turn is forbidden only to who came from the named road")
  func overOneWay() throws {
    var map = Self.double()
    map.restrict(from: "S", over: ["via"], to: "s")
    let network = try map.build()
    let via = try network.edge("via", from: (0, 0))
    #expect(names(network, after: [try network.edge("S", from: (0, -100)), via]) == ["E", "n"])
    #expect(names(network, after: [try network.edge("W", from: (-100, 0)), via]) == ["E", "n", "s"])
    #expect(names(network, after: [via]) == ["E", "n", "s"])
    // The other direction is not meant.
    let back = try network.edge("via", from: (100, 0))
    #expect(names(network, after: [try network.edge("s", from: (100, -100)), back]) == ["W", "N", "S"])
  }

  @Test("a prescribed turn over a way")
  func onlyOverOneWay() throws {
    var map = Self.double()
    map.restrict(from: "S", over: ["via"], to: "E", isOnly: true)
    let network = try map.build()
    let via = try network.edge("via", from: (0, 0))
    #expect(names(network, after: [try network.edge("S", from: (0, -100)), via]) == ["E"])
    #expect(names(network, after: [try network.edge("N", from: (0, 100)), via]) == ["E", "n", "s"])
  }

  @Test("two restrictions over the same way keep apart who came from where, and add up for who came from one road")
  func twoOverTheSameWay() throws {
    var map = Self.double()
    map.restrict(from: "S", over: ["via"], to: "s")
    map.restrict(from: "N", over: ["via"], to: "n")
    map.restrict(from: "S", over: ["via"], to: "E")
    let network = try map.build()
    let via = try network.edge("via", from: (0, 0))
    #expect(names(network, after: [try network.edge("S", from: (0, -100)), via]) == ["n"])
    #expect(names(network, after: [try network.edge("N", from: (0, 100)), via]) == ["E", "s"])
    #expect(names(network, after: [try network.edge("W", from: (-100, 0)), via]) == ["E", "n", "s"])
    #expect(network.invariantFault() == nil)
  }

  @Test("a restriction over two ways holds for who drove both")
  func overTwoWays() throws {
    var map = Self.double()
    map.road("t", from: "e", to: "t", [(200, 0), (200, 100)])
    map.road("u", from: "e", to: "u", [(200, 0), (200, -100)])
    map.restrict(from: "W", over: ["via", "E"], to: "t")
    let network = try map.build()
    let via = try network.edge("via", from: (0, 0))
    let on = try network.edge("E", from: (100, 0))
    #expect(names(network, after: [try network.edge("W", from: (-100, 0)), via, on]) == ["u"])
    #expect(names(network, after: [try network.edge("S", from: (0, -100)), via, on]) == ["t", "u"])
    #expect(names(network, after: [try network.edge("n", from: (100, 100)), on]) == ["t", "u"])
  }

  @Test("a way that is cut by a side road is passed as a whole")
  func overAWayInPieces() throws {
    var map = PlaneNetwork()
    map.road("via", from: "p", to: "q", [(0, 0), (50, 0), (100, 0)])
    map.road("middle", from: "via#1", to: "m", [(50, 0), (50, 90)])
    map.road("W", from: "w", to: "p", [(-100, 0), (0, 0)])
    map.road("x", from: "x", to: "p", [(0, 80), (0, 0)])
    map.road("E", from: "q", to: "e", [(100, 0), (200, 0)])
    map.road("n", from: "q", to: "n", [(100, 0), (100, 100)])
    map.restrict(from: "W", over: ["via"], to: "n")
    let network = try map.build()
    let west = try network.edge("W", from: (-100, 0))
    let first = try network.edge("via", from: (0, 0))
    let second = try #require(
      network.choices(after: [first])?.first { network.edge($0).name == "via" })
    #expect(names(network, after: [west, first, second]) == ["E"])
    #expect(names(network, after: [west, first]) == ["via", "middle"])
    #expect(names(network, after: [try network.edge("x", from: (0, 80)), first, second]) == ["E", "n"])
    #expect(names(network, after: [try network.edge("middle", from: (50, 90)), second]) == ["E", "n"])
  }

  @Test("turning round over a link between carriageways is forbidden where it says so")
  func uTurnOverALink() throws {
    var map = PlaneNetwork()
    map.road("east", from: "a", to: "b", [(-100, 0), (0, 0)], oneway: true)
    map.road("east on", from: "b", to: "c", [(0, 0), (100, 0)], oneway: true)
    map.road("west", from: "d", to: "e", [(100, 12), (0, 12)], oneway: true)
    map.road("west on", from: "e", to: "f", [(0, 12), (-100, 12)], oneway: true)
    map.road("link", from: "b", to: "e", [(0, 0), (0, 12)])
    map.road("north", from: "e", to: "g", [(0, 12), (0, 100)])
    map.restrict(from: "east", over: ["link"], to: "west on")
    let network = try map.build()
    let walk = [try network.edge("east", from: (-100, 0)), try network.edge("link", from: (0, 0))]
    #expect(names(network, after: walk) == ["north"])
  }
}
