public import Formats
public import WaybenchCore

/// The fixes of a trace, segment by segment, each with a time.
public struct TraceFixes: Sendable {
  /// The segments that have at least one fix.
  public var segments: [[Fix]]
  /// Whether the file told times; those of single points without one are filled in between their neighbours.
  public var hasTimes: Bool

  /// How the time of a point without one is made up.
  public enum MissingTimes: Sendable, Hashable {
    /// So many seconds after the point before.
    case interval(seconds: Double)
    /// As long after the point before as the way takes at a speed, at least one second.
    case speed(metersPerSecond: Double)
  }

  /// Takes the fixes out of a document.
  ///
  /// - Parameter missingTimes: for points without a time.
  public init(_ document: TraceDocument, missingTimes: MissingTimes) {
    let points = document.tracks.flatMap(\.segments).filter { !$0.isEmpty }
    let all = points.flatMap { $0 }
    hasTimes = all.contains { $0.timeNanoseconds != nil }
    let times = hasTimes ? Self.filledTimes(all) : Self.inventedTimes(all, missingTimes)
    var next = 0
    segments = points.map { segment in
      segment.map { point in
        defer { next += 1 }
        return point.fix(defaultTime: times[next])
      }
    }
  }

  /// Times for the points without one: evenly between their neighbours, a second apart before the first and after the
  /// last known time.
  private static func filledTimes(_ points: [TracePoint]) -> [Int64] {
    var times = points.map(\.timeNanoseconds)
    let known = times.indices.filter { times[$0] != nil }
    guard let first = known.first, let last = known.last else { return times.map { $0 ?? 0 } }
    for index in 0..<first { times[index] = (times[first] ?? 0) &- Int64(first - index) &* 1_000_000_000 }
    for index in (last + 1)..<max(last + 1, times.count) {
      times[index] = (times[last] ?? 0) &+ Int64(index - last) &* 1_000_000_000
    }
    for (a, b) in zip(known, known.dropFirst()) where b > a + 1 {
      let start = times[a] ?? 0
      let step = ((times[b] ?? 0) &- start) / Int64(b - a)
      for index in (a + 1)..<b { times[index] = start &+ step &* Int64(index - a) }
    }
    return times.map { $0 ?? 0 }
  }

  private static func inventedTimes(_ points: [TracePoint], _ rule: MissingTimes) -> [Int64] {
    var clock: Int64 = 0
    var times: [Int64] = []
    for (index, point) in points.enumerated() {
      if index > 0 { clock &+= step(rule, from: points[index - 1].coordinate, to: point.coordinate) }
      times.append(clock)
    }
    return times
  }

  /// All fixes, one after the other.
  public var fixes: [Fix] { segments.flatMap { $0 } }

  private static func step(_ rule: MissingTimes, from: Coordinate, to: Coordinate) -> Int64 {
    switch rule {
    case .interval(let seconds): Int64(min(1e6, max(0.001, seconds)) * 1e9)
    case .speed(let speed): Int64(min(1e9, max(1, Geodesic.distanceMeters(from, to) / max(0.1, speed))) * 1e9)
    }
  }
}
