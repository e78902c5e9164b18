/// All surface road segments of one borough in square cells, to keep new streets clear of old ones.
struct SegmentHash {
  struct Segment {
    var a: TownPoint
    var b: TownPoint
    /// The strand that it belongs to, -1 for streets that nothing may join by position.
    var strand: Int32
    /// Metres from the strand's start to `a`.
    var start: Double
  }

  private(set) var segments: [Segment] = []
  private var heads: [Int32]
  private var entries: [(segment: Int32, next: Int32)] = []
  private let half: Double
  private let columns: Int
  private static let cell = 40.0

  /// An empty hash of the square from -half to half.
  init(half: Double) {
    self.half = half
    columns = Int((2 * half / Self.cell).rounded(.up)) + 1
    heads = [Int32](repeating: -1, count: columns * columns)
  }

  private func column(_ value: Double) -> Int {
    min(columns - 1, max(0, Int((value + half) / Self.cell)))
  }

  /// Calls `body` with each cell that a segment with a margin may touch.
  private func forEachCell(_ a: TownPoint, _ b: TownPoint, margin: Double, _ body: (Int) -> Void) {
    let x0 = column(min(a.x, b.x) - margin)
    let x1 = column(max(a.x, b.x) + margin)
    let y0 = column(min(a.y, b.y) - margin)
    let y1 = column(max(a.y, b.y) + margin)
    for y in y0...y1 {
      for x in x0...x1 { body(y * columns + x) }
    }
  }

  mutating func insert(_ a: TownPoint, _ b: TownPoint, strand: Int32 = -1, start: Double = 0) {
    let index = Int32(segments.count)
    segments.append(Segment(a: a, b: b, strand: strand, start: start))
    var cells: [Int] = []
    forEachCell(a, b, margin: 0) { cells.append($0) }
    for cell in cells {
      entries.append((index, heads[cell]))
      heads[cell] = Int32(entries.count - 1)
    }
  }

  mutating func insert(line: [TownPoint]) {
    for index in line.indices.dropFirst() { insert(line[index - 1], line[index]) }
  }

  /// Whether a new segment keeps `clearance` metres from all others.
  ///
  /// Segments that one of its ends lies on are its neighbours: from these it must lead away by more than 27 degrees.
  /// Segments of `strand` are passed over.
  func isFree(_ a: TownPoint, _ b: TownPoint, clearance: Double, strand: Int32 = -2) -> Bool {
    var free = true
    let least = 0.45 * (b - a).length
    forEachCell(a, b, margin: clearance) { cell in
      var entry = heads[cell]
      while free, entry >= 0 {
        let other = segments[Int(entries[Int(entry)].segment)]
        entry = entries[Int(entry)].next
        if other.strand == strand { continue }
        if a.distance(toSegment: other.a, other.b) < 0.6 {
          // When the other one starts here too, only the directions count; else the far end must be clear of it.
          if b.distance(toSegment: other.a, other.b) < min(least, clearance) { free = false }
          if other.a.distance(toSegment: a, b) > 0.6, other.b.distance(toSegment: a, b) > 0.6 { continue }
          let away = (other.a - a).length < (other.b - a).length ? other.b - a : other.a - a
          if away.unit.dot((b - a).unit) > 0.89 { free = false }
        } else if b.distance(toSegment: other.a, other.b) < 0.6 {
          if a.distance(toSegment: other.a, other.b) < min(least, clearance) { free = false }
          let away = (other.a - b).length < (other.b - b).length ? other.b - b : other.a - b
          if away.unit.dot((a - b).unit) > 0.89 { free = false }
        } else if townDistance(a, b, other.a, other.b) < clearance {
          free = false
        }
      }
    }
    return free
  }

  /// Whether all segments of a line are free; the ends may touch, the corners may not.
  func isFree(line: [TownPoint], clearance: Double, strand: Int32 = -2) -> Bool {
    // A corner that lay on a street would pass for one of its neighbours.
    line.dropFirst().dropLast().allSatisfy { isFree($0, clearance: min(clearance, 5)) }
      && line.indices.dropFirst().allSatisfy {
        isFree(line[$0 - 1], line[$0], clearance: clearance, strand: strand)
      }
  }

  /// Whether a point keeps `clearance` metres from all segments.
  func isFree(_ p: TownPoint, clearance: Double) -> Bool {
    var free = true
    forEachCell(p, p, margin: clearance) { cell in
      var entry = heads[cell]
      while free, entry >= 0 {
        let other = segments[Int(entries[Int(entry)].segment)]
        entry = entries[Int(entry)].next
        if p.distance(toSegment: other.a, other.b) < clearance { free = false }
      }
    }
    return free
  }

  /// The nearest segment of a strand within `radius`: which strand, metres along it, and how far.
  func nearestStrand(_ p: TownPoint, radius: Double) -> (strand: Int, along: Double, distance: Double)? {
    var best: (strand: Int, along: Double, distance: Double)?
    forEachCell(p, p, margin: radius) { cell in
      var entry = heads[cell]
      while entry >= 0 {
        let other = segments[Int(entries[Int(entry)].segment)]
        entry = entries[Int(entry)].next
        if other.strand < 0 { continue }
        let distance = p.distance(toSegment: other.a, other.b)
        if distance < best?.distance ?? radius {
          let along = other.start + (other.b - other.a).length * p.fraction(onSegment: other.a, other.b)
          best = (Int(other.strand), along, distance)
        }
      }
    }
    return best
  }
}
