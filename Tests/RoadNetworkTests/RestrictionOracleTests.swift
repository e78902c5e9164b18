import RoadNetwork
import TestSupport
import Testing
import WaybenchCore

/// A lattice of 4 by 3 crossings whose streets are ways of one edge each, with restrictions drawn at random, and the
/// slow way to say which turns are legal: look back along the whole walk.
private struct RestrictedLattice {
  struct Rule {
    var from: String
    var via: [String]
    var node: (Int, Int)?
    var to: String
    var isOnly: Bool
  }

  private(set) var network: RoadNetwork
  private(set) var rules: [Rule] = []
  private let blocked: (Int, Int)?

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var map = PlaneNetwork()
    var streets: [(name: String, a: (Int, Int), b: (Int, Int))] = []
    for x in 0..<4 {
      for y in 0..<3 {
        if x < 3 { streets.append(("h\(x)\(y)", (x, y), (x + 1, y))) }
        if y < 2 { streets.append(("v\(x)\(y)", (x, y), (x, y + 1))) }
      }
    }
    for street in streets {
      let turned = random.nextChance(0.5)
      let (a, b) = turned ? (street.b, street.a) : (street.a, street.b)
      map.road(
        street.name, from: Self.label(a), to: Self.label(b), [Self.point(a), Self.point(b)],
        oneway: random.nextChance(0.2))
    }
    func meeting(_ node: (Int, Int), but name: String) -> [(name: String, far: (Int, Int))] {
      streets.compactMap { street in
        if street.name == name { return nil }
        if street.a == node { return (street.name, street.b) }
        return street.b == node ? (street.name, street.a) : nil
      }
    }
    for _ in 0..<10 {
      let first = streets[random.nextIndex(below: streets.count)]
      var node = random.nextChance(0.5) ? first.a : first.b
      var last = first.name
      var via: [String] = []
      for _ in 0..<random.nextIndex(below: 3) {
        let next = meeting(node, but: last)
        let step = next[random.nextIndex(below: next.count)]
        if step.name == first.name || via.contains(step.name) { break }
        via.append(step.name)
        (last, node) = (step.name, step.far)
      }
      let ends = meeting(node, but: last)
      let to = ends[random.nextIndex(below: ends.count)].name
      if to == first.name || via.contains(to) { continue }
      let isOnly = random.nextChance(0.3)
      rules.append(Rule(from: first.name, via: via, node: via.isEmpty ? node : nil, to: to, isOnly: isOnly))
      if via.isEmpty {
        map.restrict(from: first.name, at: Self.label(node), to: to, isOnly: isOnly)
      } else {
        map.restrict(from: first.name, over: via, to: to, isOnly: isOnly)
      }
    }
    blocked = random.nextChance(0.5) ? (1, 1) : nil
    if let blocked { map.mark(Self.label(blocked), .blocked) }
    network = try map.build()
  }

  private static func label(_ node: (Int, Int)) -> String { "\(node.0),\(node.1)" }
  private static func point(_ node: (Int, Int)) -> (Double, Double) { (100 * Double(node.0), 100 * Double(node.1)) }

  private func lies(_ junction: Int, at node: (Int, Int)) -> Bool {
    let point = Self.point(node)
    return Geodesic.distanceMeters(network.coordinate(ofJunction: junction), Plane.coordinate(point.0, point.1)) < 1
  }

  /// The edges that may follow a walk.
  func legal(after walk: [Int]) -> Set<Int> {
    let last = network.edge(walk[walk.count - 1])
    let isBlocked = blocked.map { lies(last.head, at: $0) } ?? false
    let choices = isBlocked ? [] : network.edges(leavingJunction: last.head).filter { $0 != last.twin }
    let allowed = choices.filter { to in !rules.contains { forbids($0, walk, to, choices) } }
    if !allowed.isEmpty { return Set(allowed) }
    if let twin = last.twin { return [twin] }
    return Set(choices)
  }

  private func forbids(_ rule: Rule, _ walk: [Int], _ to: Int, _ choices: [Int]) -> Bool {
    let names = walk.suffix(rule.via.count + 1).map { network.edge($0).name }
    guard names == [rule.from] + rule.via, choices.contains(where: { network.edge($0).name == rule.to }) else {
      return false
    }
    if let node = rule.node, !lies(network.edge(walk[walk.count - 1]).head, at: node) { return false }
    return (network.edge(to).name == rule.to) != rule.isOnly
  }
}

@Suite("Turn restrictions against a look back along the whole walk")
struct RestrictionOracleTests {
  @Test("every walk of up to five streets goes on as the rules say", arguments: 1...60 as ClosedRange<UInt64>)
  func walks(seed: UInt64) throws {
    let lattice = try RestrictedLattice(seed: seed)
    #expect(lattice.network.invariantFault() == nil, "seed \(seed)")
    var walks = (0..<lattice.network.edgeCount).map { [$0] }
    for _ in 0..<4 {
      var longer: [[Int]] = []
      for walk in walks {
        let expected = lattice.legal(after: walk)
        let found = lattice.network.choices(after: walk)
        if found != expected {
          let names = walk.map { lattice.network.edge($0).name }
          Issue.record("seed \(seed), \(names): \(found ?? []) for \(expected), rules \(lattice.rules)")
          return
        }
        longer += expected.map { walk + [$0] }
      }
      walks = longer
    }
    #expect(walks.count > 20)
  }
}
