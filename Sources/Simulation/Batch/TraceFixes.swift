public import Formats
public import WaybenchCore

/// The fixes of a trace, segment by segment, each with a time.
public struct TraceFixes: Sendable {
  /// The segments that have at least one fix.
  public var segments: [[Fix]]
  /// Whether the file told the time of every fix.
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
    var hasTimes = true
    var clock: Int64 = 0
    var previous: Coordinate?
    segments = document.tracks.flatMap(\.segments).filter { !$0.isEmpty }.map { points in
      points.map { point in
        if let time = point.timeNanoseconds {
          clock = time
        } else {
          hasTimes = false
          if let previous { clock &+= Self.step(missingTimes, from: previous, to: point.coordinate) }
        }
        previous = point.coordinate
        return point.fix(defaultTime: clock)
      }
    }
    self.hasTimes = hasTimes
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
