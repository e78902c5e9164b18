import WaybenchCore

extension TrafficState {
  /// What came of a feed.
  public struct FeedResult: Sendable, Hashable {
    /// The edges whose current time changed, ascending.
    public var changedEdges: [Int] = []
    /// How many rows spoke of a road of the network.
    public var appliedRows = 0
    /// Rows of ways that the network does not have, or not in that direction.
    public var unknownWays = Unknown()
    /// Rows of nodes that no edge of the network joins in that order.
    public var unknownNodes = Unknown()
    /// Rows of edges with a number that the network does not have.
    public var unknownEdges = Unknown()

    /// Rows that speak of nothing in the network.
    public struct Unknown: Sendable, Hashable {
      /// How many.
      public var count = 0
      /// The line of the first of them; 0 when there is none.
      public var firstLine = 0

      /// Makes a count; none without arguments.
      public init(count: Int = 0, firstLine: Int = 0) {
        self.count = count
        self.firstLine = firstLine
      }

      fileprivate mutating func add(_ line: Int) {
        count += 1
        if firstLine == 0 { firstLine = line }
      }
    }

    /// Unknown rows of any kind.
    public var unknownCount: Int { unknownWays.count + unknownNodes.count + unknownEdges.count }

    /// What was unknown, in one line; empty when nothing was.
    public var unknownText: String {
      [("way", unknownWays), ("node pair", unknownNodes), ("edge", unknownEdges)]
        .filter { $0.1.count > 0 }
        .map { "\($0.1.count) unknown \($0.0)\($0.1.count == 1 ? "" : "s"), first in line \($0.1.firstLine)" }
        .joined(separator: "; ")
    }
  }

  /// Takes over the rows of a feed.
  ///
  /// Two nodes on one edge need not be its ends: the edge then takes the time of the stretch between them at the given
  /// speed and of the rest as the rows before left it in this feed, free without; a closed stretch closes the edge.
  /// Where several roads join the two nodes, the row speaks of those with the fewest nodes between. O(network), and
  /// O(log network) per row.
  public mutating func apply(_ feed: TrafficFeed, source: String = "") -> FeedResult {
    var result = FeedResult()
    let places = FeedPlaces(network: network, feed: feed)
    var partial = PartialEdges(network: network)
    var before: [Int: UInt32?] = [:]
    func remember(_ edge: Int, _ state: TrafficState) {
      if before[edge] == nil { before[edge] = .some(state.currentMilliseconds(ofEdge: edge)) }
    }
    for row in feed.rows {
      switch row.road {
      case .way(let way, let forward, let backward):
        let edges = places.edges(ofWay: way, forward: forward, backward: backward)
        if edges.isEmpty { result.unknownWays.add(row.line) } else { result.appliedRows += 1 }
        for edge in edges {
          remember(edge, self)
          partial.forget(edge)
          put(edge, row.condition, row.until, source)
        }
      case .edge(let edge):
        guard edge >= 0, edge < network.edgeCount else {
          result.unknownEdges.add(row.line)
          continue
        }
        result.appliedRows += 1
        remember(edge, self)
        partial.forget(edge)
        put(edge, row.condition, row.until, source)
      case .nodes(let from, let to):
        let stretches = places.stretches(from: from, to: to)
        if stretches.isEmpty { result.unknownNodes.add(row.line) } else { result.appliedRows += 1 }
        for stretch in stretches {
          remember(stretch.edge, self)
          let (condition, until) = partial.add(stretch, row.condition, row.until)
          put(stretch.edge, condition, until, source)
        }
      }
    }
    result.changedEdges = before.filter { $0.value != currentMilliseconds(ofEdge: $0.key) }.map(\.key).sorted()
    return result
  }

  private mutating func put(_ edge: Int, _ condition: Condition, _ until: Int64?, _ source: String) {
    switch condition {
    case .speed(let speed): set(edge: edge, speedKilometersPerHour: speed, until: until, source: source)
    case .closed: close(edge: edge, until: until, source: source)
    }
  }
}

/// A run of segments of an edge, numbered along its link.
private struct EdgeStretch {
  var edge: Int
  var segments: Range<Int>
}

/// Edges of which rows spoke in part.
private struct PartialEdges {
  let network: RoadNetwork
  private var known: [Int: Segments] = [:]

  init(network: RoadNetwork) { self.network = network }

  private struct Segments {
    var meters: [Double]
    /// Metres per second; 0 where closed, NaN where nothing is known.
    var speeds: [Double]
    var until: Int64?
  }

  mutating func forget(_ edge: Int) { known[edge] = nil }

  /// The condition of the whole edge after a row about a stretch of it.
  mutating func add(
    _ stretch: EdgeStretch, _ condition: TrafficState.Condition, _ until: Int64?
  ) -> (TrafficState.Condition, Int64?) {
    let record = network.edges[stretch.edge]
    let first = Int(network.linkFirstVertex[record.link])
    let count = Int(network.linkFirstVertex[record.link + 1]) - first - 1
    if stretch.segments.count == count {
      known[stretch.edge] = nil
      return (condition, until)
    }
    var segments =
      known[stretch.edge]
      ?? Segments(
        meters: (first..<(first + count)).map {
          Geodesic.distanceMeters(network.vertices[$0], network.vertices[$0 + 1])
        }, speeds: [Double](repeating: .nan, count: count), until: nil)
    segments.until = [segments.until, until].compactMap { $0 }.min()
    var speed = 0.0
    if case .speed(let kilometersPerHour) = condition {
      speed = max(TrafficState.slowestKilometersPerHour, kilometersPerHour) / 3.6
    }
    for segment in stretch.segments { segments.speeds[segment] = speed }
    known[stretch.edge] = segments
    if segments.speeds.contains(0) { return (.closed, segments.until) }
    let free = network.edge(stretch.edge).freeFlowMetersPerSecond
    var meters = 0.0
    var seconds = 0.0
    for (length, speed) in zip(segments.meters, segments.speeds) {
      meters += length
      seconds += length / (speed.isNaN ? free : speed)
    }
    return (.speed(kilometersPerHour: seconds > 0 ? meters / seconds * 3.6 : free * 3.6), segments.until)
  }
}

/// Where the ways and nodes of a feed are in the network.
private struct FeedPlaces {
  private let network: RoadNetwork
  private var edgesOfWay: [Int64: [Int]] = [:]
  private var verticesOfNode: [Int64: [UInt32]] = [:]

  /// Passes over the network once for the ways and once for the nodes, if there are any.
  init(network: RoadNetwork, feed: TrafficFeed) {
    self.network = network
    for row in feed.rows {
      switch row.road {
      case .way(let way, _, _): edgesOfWay[way] = []
      case .nodes(let from, let to):
        verticesOfNode[from] = []
        verticesOfNode[to] = []
      case .edge: break
      }
    }
    let ways = IdentityFilter(edgesOfWay.keys)
    for edge in 0..<(edgesOfWay.isEmpty ? 0 : network.edgeCount) {
      let way = network.edges[edge].wayID
      if ways.mayHold(way) { edgesOfWay[way]?.append(edge) }
    }
    let nodes = IdentityFilter(verticesOfNode.keys)
    for vertex in 0..<(verticesOfNode.isEmpty ? 0 : network.vertexNodes.count) {
      let node = network.vertexNodes[vertex]
      if nodes.mayHold(node) { verticesOfNode[node]?.append(UInt32(vertex)) }
    }
  }

  func edges(ofWay way: Int64, forward: Bool, backward: Bool) -> [Int] {
    (edgesOfWay[way] ?? []).filter { network.edges[$0].flags.contains(.reversed) ? backward : forward }
  }

  func stretches(from: Int64, to: Int64) -> [EdgeStretch] {
    var found: [EdgeStretch] = []
    for start in verticesOfNode[from] ?? [] {
      let link = network.link(ofVertex: start)
      let first = network.linkFirstVertex[link]
      for end in verticesOfNode[to] ?? [] where end != start && network.link(ofVertex: end) == link {
        let pair = network.linkEdges[link]
        let edge = start < end ? pair.along : pair.against
        if edge == EdgeRecord.none { continue }
        let segments = Int(min(start, end) - first)..<Int(max(start, end) - first)
        found.append(EdgeStretch(edge: Int(edge), segments: segments))
      }
    }
    let least = found.map(\.segments.count).min() ?? 0
    return found.filter { $0.segments.count == least }.sorted { $0.edge < $1.edge }
  }
}

/// Tells most identities that are not in a set apart from those that are, without hashing: a bit for the low digits.
private struct IdentityFilter {
  private var bits: [UInt64]
  private let mask: UInt64

  /// - Complexity: eight bits or more per identity.
  init(_ identities: some Collection<Int64>) {
    var words = 1
    while words * 8 < identities.count { words *= 2 }
    bits = [UInt64](repeating: 0, count: words)
    mask = UInt64(words * 64 - 1)
    for identity in identities {
      let place = UInt64(bitPattern: identity) & mask
      bits[Int(place >> 6)] |= 1 << (place & 63)
    }
  }

  func mayHold(_ identity: Int64) -> Bool {
    let place = UInt64(bitPattern: identity) & mask
    return bits[Int(place >> 6)] & 1 << (place & 63) != 0
  }
}
