import WaybenchCore

/// Finds the cheapest legal way between places: A* over the turn-expanded graph.
///
/// It owns its scratch, belongs to one thread, and allocates nothing per search besides its answer once its queue
/// has grown.
public struct PathSearch: Sendable {
  /// What it costs, beyond time, to drive into roads that only residents and callers may use: enough that they are
  /// never a short cut, finite so that a destination there is reached. Seconds.
  public static let restrictedEntrySeconds = 1_200.0

  private let network: RoadNetwork
  private var stamp: [UInt32]
  private var weight: [UInt32]
  private var parent: [UInt32]
  private var generation: UInt32 = 0
  private var heap: [UInt64] = []
  private let millisecondsPerMeter: Double
  /// How many states the last search settled.
  public private(set) var settledCount = 0

  private static let noParent = UInt32.max
  /// What a search aims at: the first target, and how much earlier than it another may be reached.
  private struct Goal {
    var coordinate: Coordinate
    var slackMilliseconds: Double
  }

  private static let restrictedEntryMilliseconds = UInt32(restrictedEntrySeconds * 1000)

  /// Makes a search over a network. O(states).
  public init(network: RoadNetwork) {
    self.network = network
    stamp = [UInt32](repeating: 0, count: network.stateCount)
    weight = [UInt32](repeating: 0, count: network.stateCount)
    parent = [UInt32](repeating: Self.noParent, count: network.stateCount)
    var fastest = 0.1
    for edge in 0..<network.edgeCount {
      let record = network.edges[edge]
      fastest = max(fastest, Double(record.lengthMillimeters) / Double(max(1, record.travelMilliseconds)))
    }
    millisecondsPerMeter = 1000 / fastest * 0.999
  }

  /// The cheapest way from one of some places to one of some others; `nil` when there is none.
  ///
  /// - Complexity: O(n log n) in the states nearer than the target.
  public mutating func path(from sources: [NetworkPlace], to targets: [NetworkPlace]) -> NetworkPath? {
    guard let goal = goal(of: targets) else { return nil }
    begin()
    var best = Best()
    for (index, source) in sources.enumerated() {
      considerDirect(source, index, targets, &best)
      let rest = Self.milliseconds(network.edges[source.edge].travelMilliseconds, 1 - source.fraction)
      reach(UInt32(source.edge), weight: rest, parent: Self.noParent, goal: goal)
    }
    while let (key, state) = pop() {
      if key >= best.weight { break }
      let reached = weight[Int(state)]
      // An entry that was improved after it was queued.
      if key > reached, key - reached > heuristic(state, goal) { continue }
      settledCount += 1
      let from = network.edges[network.stateEdge[state]]
      let isInside = from.flags.contains(.restricted)
      let isBehindBarrier = network.flags(ofJunction: Int(from.head)).contains(.restricted)
      for turn in network.firstTurn[state]..<network.firstTurn[state + 1] {
        let record = network.turns[turn]
        let edge = network.stateEdge[record.target]
        let to = network.edges[edge]
        var next = Self.sum(reached, record.milliseconds)
        if !isInside, to.flags.contains(.restricted) || isBehindBarrier && edge != from.twin {
          next &+= Self.restrictedEntryMilliseconds
        }
        for target in targets where target.edge == Int(edge) {
          let total = Self.sum(next, Self.milliseconds(to.travelMilliseconds, target.fraction))
          if total < best.weight {
            best = Best(weight: total, last: state, target: target, source: -1)
          }
        }
        reach(record.target, weight: Self.sum(next, to.travelMilliseconds), parent: state, goal: goal)
      }
    }
    return unpack(best, sources)
  }

  private func goal(of targets: [NetworkPlace]) -> Goal? {
    guard let first = targets.first else { return nil }
    let coordinate = network.coordinate(of: first)
    var spread = 0.0
    for other in targets.dropFirst() {
      spread = max(spread, Geodesic.distanceMeters(coordinate, network.coordinate(of: other)))
    }
    return Goal(coordinate: coordinate, slackMilliseconds: spread * millisecondsPerMeter)
  }

  private struct Best {
    var weight = UInt32.max
    /// The state before the target edge; `noParent` when source and target are one edge.
    var last = PathSearch.noParent
    var target = NetworkPlace(edge: 0, fraction: 0, distanceMeters: 0)
    var source = -1
  }

  private mutating func begin() {
    generation &+= 1
    if generation == 0 {
      for index in stamp.indices { stamp[index] = 0 }
      generation = 1
    }
    heap.removeAll(keepingCapacity: true)
    settledCount = 0
  }

  private func considerDirect(
    _ source: NetworkPlace, _ index: Int, _ targets: [NetworkPlace], _ best: inout Best
  ) {
    for target in targets where target.edge == source.edge && target.fraction >= source.fraction {
      let time = Self.milliseconds(
        network.edges[source.edge].travelMilliseconds, target.fraction - source.fraction)
      if time < best.weight { best = Best(weight: time, last: Self.noParent, target: target, source: index) }
    }
  }

  private static func milliseconds(_ whole: UInt32, _ share: Double) -> UInt32 {
    UInt32((Double(whole) * min(1, max(0, share))).rounded())
  }

  /// A sum that stays at the largest number: 49 days, which is no way at all.
  private static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
  }

  private mutating func reach(_ state: UInt32, weight newWeight: UInt32, parent from: UInt32, goal: Goal) {
    let index = Int(state)
    if stamp[index] == generation, weight[index] <= newWeight { return }
    stamp[index] = generation
    weight[index] = newWeight
    parent[index] = from
    push(Self.sum(newWeight, heuristic(state, goal)), state)
  }

  /// A lower bound of the time from a state to any target: the straight line at the network's highest speed.
  private func heuristic(_ state: UInt32, _ goal: Goal) -> UInt32 {
    let target = goal.coordinate
    let head = network.junctions[network.edges[network.stateEdge[state]].head]
    // The chord on a sphere smaller than the ellipsoid, with the scale of the latitude farther from the equator: never
    // above the true distance.
    let north = Self.chordLowerBound(Double(Int64(head.latitudeE7) - Int64(target.latitudeE7)))
    let latitude = max(abs(Double(head.latitudeE7)), abs(Double(target.latitudeE7))) * 1e-7
    let east =
      Self.chordLowerBound(Double(longitudeDifferenceE7(from: target.longitudeE7, to: head.longitudeE7)))
      * Self.cosineLowerBound(latitude)
    let distance = (north * north + east * east).squareRoot()
    return UInt32(min(4e8, max(0, distance * millisecondsPerMeter - goal.slackMilliseconds)))
  }

  /// Never above the chord of an angle in 1e-7 degrees, metres: sin x >= x - x^3 / 6.
  private static func chordLowerBound(_ units: Double) -> Double {
    let half = units * (.pi / 360e7)
    return units * 0.01105 * (1 - half * half / 6)
  }

  /// Never above the cosine of an angle in degrees, 0 ... 90: its series cut after a negative term.
  private static func cosineLowerBound(_ degrees: Double) -> Double {
    let square = degrees * degrees * (.pi / 180) * (.pi / 180)
    return max(0, 1 - square / 2 + square * square / 24 - square * square * square / 720)
  }

  private func unpack(_ best: Best, _ sources: [NetworkPlace]) -> NetworkPath? {
    guard best.weight != .max else { return nil }
    var states: [UInt32] = []
    var state = best.last
    while state != Self.noParent {
      states.append(state)
      state = parent[Int(state)]
    }
    states.reverse()
    var edges = states.map { Int(network.stateEdge[$0]) }
    var turns: [UInt32] = []
    for (from, to) in zip(states, states.dropFirst()) {
      for turn in network.firstTurn[from]..<network.firstTurn[from + 1] where network.turns[turn].target == to {
        turns.append(turn)
      }
    }
    if let last = states.last {
      var least = (milliseconds: UInt32.max, turn: NetworkPath.unknownTurn)
      for turn in network.firstTurn[last]..<network.firstTurn[last + 1]
      where Int(network.stateEdge[network.turns[turn].target]) == best.target.edge {
        if network.turns[turn].milliseconds < least.milliseconds { least = (network.turns[turn].milliseconds, turn) }
      }
      turns.append(least.turn)
    }
    edges.append(best.target.edge)
    // Of several starts on one edge the one nearest to its end is the best.
    let start =
      best.source >= 0
      ? sources[best.source].fraction : sources.filter { $0.edge == edges[0] }.map(\.fraction).max() ?? 0
    return NetworkPath(
      edges: edges, turns: turns, startFraction: start, endFraction: best.target.fraction,
      weightSeconds: Double(best.weight) / 1000)
  }

  // MARK: - Queue: a binary heap of key and state in one word

  private mutating func push(_ key: UInt32, _ state: UInt32) {
    let entry = UInt64(key) << 32 | UInt64(state)
    heap.append(entry)
    var child = heap.count - 1
    while child > 0 {
      let above = (child - 1) / 2
      if heap[above] <= entry { break }
      heap[child] = heap[above]
      child = above
    }
    heap[child] = entry
  }

  private mutating func pop() -> (key: UInt32, state: UInt32)? {
    guard let top = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty {
      var hole = 0
      while true {
        var child = 2 * hole + 1
        if child >= heap.count { break }
        if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
        if heap[child] >= last { break }
        heap[hole] = heap[child]
        hole = child
      }
      heap[hole] = last
    }
    return (UInt32(top >> 32), UInt32(truncatingIfNeeded: top))
  }
}
