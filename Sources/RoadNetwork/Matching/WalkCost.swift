import Glibc
import WaybenchCore

/// What a walk costs, in nats: lengths, turns, emissions, backward steps. The constants were measured on drives with
/// known truth at 1 to 30 s.
struct WalkCost: Sendable {
  let radius: Double
  private let perMeterBase: Double
  private let leastPerMeter: Double
  private let emissionScale: Double
  private let slack: Double
  private let turnMeters = 25.0
  private let uTurnNats = 5.0
  private static let tail = 10.0

  init(meanGapSeconds: Double, sigma: Double, weight: Double) {
    let share = min(1, max(0, (meanGapSeconds - 3) / 7))
    perMeterBase = 0.05 - 0.02 * share
    leastPerMeter = perMeterBase / 1.5
    emissionScale = weight / (2 * sigma * sigma)
    slack = 3 * sigma
    radius = max(NetworkMatcher.leastRadiusMeters, 4 * sigma)
  }

  /// The price of a metre of a road of a weight.
  @inline(__always)
  func perMeter(weight: Double) -> Double { perMeterBase * weight }

  /// How a metre of a road weighs: faster roads are likelier. 1 / 1.5 ... 1.5.
  static func lengthWeight(_ edge: EdgeRecord) -> Double {
    let speed = Double(edge.lengthMillimeters) / Double(max(1, edge.travelMilliseconds))
    return min(1.5, max(1 / 1.5, pow(12 / max(speed, 0.1), 0.75)))
  }

  /// The price of a distance from an edge: gaussian near 0 with a heavy tail.
  func emission(distance: Double) -> Double {
    Self.tail * log(1 + distance * distance * emissionScale / Self.tail)
  }

  /// The price of going back on an edge beyond what an honest error explains.
  func backStep(meters: Double) -> Double {
    meters > slack ? emission(distance: meters - slack) : 0
  }

  func turn(from: EdgeRecord, to: EdgeRecord, isRound: Bool) -> Double {
    if isRound { return uTurnNats }
    let angle = (Double(to.startCourse) - Double(from.endCourse)) * (.pi / 18_000)
    return turnMeters * perMeterBase * (1 - cos(angle)) / 2
  }

  /// The least that remains to be paid from a junction at a distance from the fix: the way there and its emission.
  func potential(_ distance: Double) -> Double {
    max(0, leastPerMeter * distance - leastPerMeter * leastPerMeter / (4 * emissionScale))
  }
}

/// The edges to leave next, cheapest first: a binary heap that keeps its room.
struct ExitQueue: Sendable {
  private struct Entry: BitwiseCopyable {
    var key: Double
    var exitCost: Double
    var edge: Int32
  }
  private var entries: [Entry] = []

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  mutating func push(key: Double, exitCost: Double, edge: Int32) {
    let entry = Entry(key: key, exitCost: exitCost, edge: edge)
    entries.append(entry)
    var child = entries.count - 1
    while child > 0 {
      let above = (child - 1) / 2
      if Self.precedes(entries[above], entry) { break }
      entries[child] = entries[above]
      child = above
    }
    entries[child] = entry
  }

  mutating func pop() -> (key: Double, exitCost: Double, edge: Int32)? {
    guard let top = entries.first, let last = entries.popLast() else { return nil }
    if !entries.isEmpty {
      var hole = 0
      while true {
        var child = 2 * hole + 1
        if child >= entries.count { break }
        if child + 1 < entries.count, Self.precedes(entries[child + 1], entries[child]) { child += 1 }
        if Self.precedes(last, entries[child]) { break }
        entries[hole] = entries[child]
        hole = child
      }
      entries[hole] = last
    }
    return (top.key, top.exitCost, top.edge)
  }

  private static func precedes(_ a: Entry, _ b: Entry) -> Bool {
    a.key != b.key ? a.key < b.key : a.edge <= b.edge
  }
}

extension NetworkMatcher {
  static func sigma(of fixes: [Fix], _ options: MatchOptions) -> Double {
    if options.sigmaMeters > 0 { return min(100, max(1, options.sigmaMeters)) }
    let accuracies = fixes.map(\.horizontalAccuracyMeters).filter { $0 > 0 }.sorted()
    // The radius of the 68 % circle is up to 1.5 standard deviations of an axis. Too large a value costs little, too
    // small a value breaks matches: it is taken as it is.
    guard !accuracies.isEmpty else { return 5 }
    return min(50, max(3, accuracies[accuracies.count / 2]))
  }

  static func meanGap(of fixes: [Fix]) -> Double {
    guard let first = fixes.first, let last = fixes.last, fixes.count > 1 else { return 1 }
    return max(0, Double(last.timeNanoseconds &- first.timeNanoseconds) * 1e-9) / Double(fixes.count - 1)
  }

  /// The weight of one fix's emission: less than 1 where dense fixes share their error, as seen in second differences.
  static func emissionWeight(of fixes: [Fix], sigma: Double) -> Double {
    let gap = meanGap(of: fixes)
    guard gap > 0, gap <= 3, fixes.count >= 8 else { return 1 }
    var squares: [Double] = []
    for index in 1..<(fixes.count - 1) {
      let frame = LocalFrame(origin: fixes[index].coordinate)
      let a = frame.project(fixes[index - 1].coordinate)
      let b = frame.project(fixes[index + 1].coordinate)
      squares.append((a.x + b.x) * (a.x + b.x))
      squares.append((a.y + b.y) * (a.y + b.y))
    }
    squares.sort()
    let whiteVariance = squares[squares.count / 2] / (0.455 * 6)
    let correlation = 1 - whiteVariance / (sigma * sigma)
    return correlation < 0.25 ? 1 : 1 / (1 + 2 * correlation * 3 / gap)
  }
}
