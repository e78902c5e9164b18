/// The traffic of now: the current speed of some edges, or that they are closed, each from a source and until a time.
///
/// An edge without an entry is free. A value: copies are independent. Nothing expires by itself: `expire` is told the
/// time.
public struct TrafficState: Sendable {
  /// The network that the edges belong to.
  public let network: RoadNetwork
  private var entries: [Int: Entry] = [:]
  private var sources: [String] = []
  /// No entry expires before this time.
  private var nextExpiry = Int64.max

  /// The slowest speed that is believed, km/h: a road that stands still is no closed road.
  public static let slowestKilometersPerHour = 1.0
  /// How much faster than free traffic may be where the legal limit is unknown or there is none.
  public static let greatestSpeedUp = 1.3

  private struct Entry {
    /// `closed` for a closed edge.
    var milliseconds: UInt32
    var source: Int
    /// `never` for an entry that stays.
    var until: Int64
  }

  private static let closed = UInt32.max
  private static let never = Int64.max

  /// What is known of the traffic on an edge.
  public enum Condition: Sendable, Hashable {
    /// It flows at this speed, km/h.
    case speed(kilometersPerHour: Double)
    /// Nobody may drive there.
    case closed
  }

  /// Makes the state of free roads.
  public init(network: RoadNetwork) { self.network = network }

  /// How many edges have an entry.
  public var count: Int { entries.count }
  /// The edges that have an entry, ascending. O(n log n).
  public var edges: [Int] { entries.keys.sorted() }

  /// Sets the current speed of an edge.
  ///
  /// A speed above that of the free road is believed up to the legal limit where it is known, up to 1.3 times the free
  /// speed where it is not; one below 1 km/h counts as 1 km/h.
  ///
  /// - Parameters:
  ///   - edge: an edge of the network.
  ///   - speed: km/h; NaN is ignored.
  ///   - until: nanoseconds since 1970 at which it stops being true; `nil` for never.
  ///   - source: who says so.
  /// - Returns: whether the edge's current time changed.
  @discardableResult
  public mutating func set(
    edge: Int, speedKilometersPerHour speed: Double, until: Int64? = nil, source: String = ""
  ) -> Bool {
    if speed.isNaN { return false }
    let held = max(Self.slowestKilometersPerHour, min(speed, greatestSpeed(ofEdge: edge)))
    // 1 km/h = 1 / 3.6 mm/ms
    let milliseconds = (Double(network.edges[edge].lengthMillimeters) * 3.6 / held).rounded()
    return put(edge, UInt32(max(1, min(Double(Self.closed - 1), milliseconds))), until, source)
  }

  /// Closes an edge.
  ///
  /// - Returns: whether it was open.
  @discardableResult
  public mutating func close(edge: Int, until: Int64? = nil, source: String = "") -> Bool {
    put(edge, Self.closed, until, source)
  }

  /// Makes an edge free again.
  ///
  /// - Returns: whether its current time changed.
  @discardableResult
  public mutating func clear(edge: Int) -> Bool {
    guard let entry = entries.removeValue(forKey: edge) else { return false }
    return entry.milliseconds != network.edges[edge].travelMilliseconds
  }

  /// Takes out what is no longer true.
  ///
  /// - Parameter now: nanoseconds since 1970; an entry ends when `until` is reached.
  /// - Returns: the edges whose current time changed, ascending. O(1) when nothing has expired, else O(n log n).
  public mutating func expire(now: Int64) -> [Int] {
    if now < nextExpiry { return [] }
    var ended: [Int] = []
    nextExpiry = Self.never
    for (edge, entry) in entries {
      if entry.until <= now, entry.until != Self.never {
        ended.append(edge)
      } else {
        nextExpiry = min(nextExpiry, entry.until)
      }
    }
    return ended.sorted().filter { clear(edge: $0) }
  }

  private mutating func put(_ edge: Int, _ milliseconds: UInt32, _ until: Int64?, _ source: String) -> Bool {
    let before = entries[edge]?.milliseconds ?? network.edges[edge].travelMilliseconds
    let number: Int
    if let known = sources.firstIndex(of: source) {
      number = known
    } else {
      number = sources.count
      sources.append(source)
    }
    let end = until ?? Self.never
    entries[edge] = Entry(milliseconds: milliseconds, source: number, until: end)
    nextExpiry = min(nextExpiry, end)
    return before != milliseconds
  }

  private func greatestSpeed(ofEdge edge: Int) -> Double {
    let road = network.edge(edge)
    let free = road.freeFlowMetersPerSecond * 3.6
    return max(free, road.limitKilometersPerHour.map(Double.init) ?? free * Self.greatestSpeedUp)
  }
}

// MARK: - Asking

extension TrafficState {
  /// The traffic on an edge; `nil` when it is free.
  public func condition(ofEdge edge: Int) -> Condition? {
    guard let entry = entries[edge] else { return nil }
    if entry.milliseconds == Self.closed { return .closed }
    let speed = Double(network.edges[edge].lengthMillimeters) * 3.6 / Double(entry.milliseconds)
    return .speed(kilometersPerHour: speed)
  }

  /// Who told of the traffic on an edge; `nil` when it is free.
  public func source(ofEdge edge: Int) -> String? { entries[edge].map { sources[$0.source] } }

  /// Until when the entry of an edge is true, nanoseconds since 1970; `nil` for ever, or when the edge is free.
  public func expiry(ofEdge edge: Int) -> Int64? {
    entries[edge].flatMap { $0.until == Self.never ? nil : $0.until }
  }

  /// The time that an edge takes now, milliseconds; `nil` when it is closed.
  public func currentMilliseconds(ofEdge edge: Int) -> UInt32? {
    guard let entry = entries[edge] else { return network.edges[edge].travelMilliseconds }
    return entry.milliseconds == Self.closed ? nil : entry.milliseconds
  }

  /// How much longer an edge takes now than when it is free, seconds: below 0 when it is faster, infinite when closed.
  public func delaySeconds(ofEdge edge: Int) -> Double {
    guard let now = currentMilliseconds(ofEdge: edge) else { return .infinity }
    return (Double(now) - Double(network.edges[edge].travelMilliseconds)) / 1000
  }
}
