public import WaybenchCore

/// How a car takes the corners of a polyline.
///
/// The turn at a point is spread evenly over a length of way around it: as long as an arc can be that leaves the
/// corner by no more than 2 m (an arc of length L that turns by A passes the corner at about L A / 8), but at least
/// 12 m and no longer than the pieces beside it allow. So neither the direction nor the curvature depends on how
/// densely a line was drawn: corners of a few degrees between long pieces are a wide bend, a right angle is a turn of
/// 8 m radius, and the zigzag of close points cancels.
struct Turns {
  static let shortestMeters = 12.0
  static let longestMeters = 100.0
  static let cornerCutMeters = 2.0

  private(set) var courses: [Double] = []
  private(set) var turns: [Double]
  private(set) var lengths: [Double]
  private(set) var reaching: [(first: Int32, last: Int32)]

  init(_ line: Polyline) {
    let pieces = line.points.count - 1
    courses.reserveCapacity(pieces)
    for piece in 0..<pieces {
      courses.append(Geodesic.courseDegrees(from: line.points[piece], to: line.points[piece + 1]))
    }
    turns = [Double](repeating: 0, count: pieces + 1)
    lengths = [Double](repeating: Self.shortestMeters, count: pieces + 1)
    reaching = [(first: Int32, last: Int32)](repeating: (Int32.max, -1), count: pieces)
    for point in 1..<max(1, pieces) {
      let turn = turnDegrees(from: courses[point - 1], to: courses[point])
      let beside = (line.chainages[point + 1] - line.chainages[point - 1]) / 2
      let arc = 8 * Self.cornerCutMeters / max(1e-6, abs(turn) * .pi / 180)
      // Among close points, a whole number of turns reaches each place, or their sum would ripple.
      let share = beside < Self.shortestMeters ? beside * (Self.shortestMeters / beside).rounded(.up) : beside
      let length = max(Self.shortestMeters, min(arc, share, Self.longestMeters))
      turns[point] = turn
      lengths[point] = length
      reach(point, line.chainages, from: line.chainages[point] - length / 2, to: line.chainages[point] + length / 2)
    }
  }

  private mutating func reach(_ point: Int, _ chainages: [Double], from: Double, to: Double) {
    var piece = point - 1
    while piece >= 0, chainages[piece + 1] > from {
      reaching[piece].last = Int32(point)
      reaching[piece].first = min(reaching[piece].first, Int32(point))
      piece -= 1
    }
    piece = point
    while piece < reaching.count, chainages[piece] < to {
      reaching[piece].last = max(reaching[piece].last, Int32(point))
      reaching[piece].first = min(reaching[piece].first, Int32(point))
      piece += 1
    }
  }
}

extension DrivePath {
  /// The place at a chainage, which is held to the path. O(log points).
  public func coordinate(atChainageMeters chainage: Double) -> Coordinate {
    coordinate(at: chainage, piece: piece(at: chainage))
  }

  /// The direction in which a car heads at a chainage, degrees in 0 ..< 360. O(log points).
  public func courseDegrees(atChainageMeters chainage: Double) -> Double {
    course(at: chainage, piece: piece(at: chainage))
  }

  /// Whether a chainage lies in a tunnel. O(tunnels).
  public func isInTunnel(atChainageMeters chainage: Double) -> Bool {
    for tunnel in tunnels where tunnel.lowerBound <= chainage {
      if chainage < tunnel.upperBound { return true }
    }
    return false
  }

  /// The piece that holds a chainage: the last that does not begin after it.
  func piece(at chainage: Double) -> Int {
    var low = 0
    var high = coursesDegrees.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if chainagesMeters[middle] <= chainage { low = middle } else { high = middle }
    }
    return low
  }

  /// The piece that holds a chainage, found by walking from a piece close by.
  func piece(at chainage: Double, near hint: Int) -> Int {
    var piece = hint
    while piece > 0, chainage < chainagesMeters[piece] { piece -= 1 }
    while piece < coursesDegrees.count - 1, chainage >= chainagesMeters[piece + 1] { piece += 1 }
    return piece
  }

  /// The place at a chainage of a piece.
  func coordinate(at chainage: Double, piece: Int) -> Coordinate {
    let from = coordinates[piece]
    let to = coordinates[piece + 1]
    let start = chainagesMeters[piece]
    let fraction = min(1, max(0, (chainage - start) / (chainagesMeters[piece + 1] - start)))
    let north = Double(Int64(to.latitudeE7) - Int64(from.latitudeE7))
    let east = Double(longitudeDifferenceE7(from: from.longitudeE7, to: to.longitudeE7))
    return Coordinate(
      clampingLatitude: (Double(from.latitudeE7) + fraction * north) / 1e7,
      longitude: (Double(from.longitudeE7) + fraction * east) / 1e7)
  }

  /// The direction at a chainage of a piece: that of the piece, but turning evenly around its corners.
  func course(at chainage: Double, piece: Int) -> Double {
    var course = coursesDegrees[piece]
    let (first, last) = reachingTurns[piece]
    var point = Int(first)
    while point <= Int(last) {
      let done = min(1, max(0, (chainage - chainagesMeters[point]) / turnLengthsMeters[point] + 0.5))
      course += turnsDegrees[point] * (point <= piece ? done - 1 : done)
      point += 1
    }
    course = course.truncatingRemainder(dividingBy: 360)
    if course < 0 { course += 360 }
    return course < 360 ? course : 0
  }
}
