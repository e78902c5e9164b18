/// A main road, one carriageway or one ramp while its junctions are still being placed.
struct TownStrand {
  /// A node at a place of the strand.
  struct Event {
    var along: Double
    var node: Int32
    /// How many side streets ended here; -1 where none may join.
    var legs: Int
  }

  /// A stretch with properties of its own.
  struct Span {
    var from: Double
    var to: Double
    var flags: RoadSource.WayFlags = []
    var layer: Int8 = 0
    var style: TownStyle?
  }

  var line: [TownPoint]
  private(set) var along: [Double]
  var style: TownStyle
  /// The other carriageway, -1 when there is none.
  var sibling = -1
  var isClosed = false
  /// Whether local streets may join.
  var isOpen = true
  var events: [Event] = []
  var spans: [Span] = []
  /// Stretches that a roundabout replaces.
  var gaps: [ClosedRange<Double>] = []
  /// Stretches that no local street may join.
  var guarded: [ClosedRange<Double>] = []

  init(_ line: [TownPoint], _ style: TownStyle) {
    self.line = line
    self.style = style
    along = [0]
    for index in line.indices.dropFirst() {
      along.append((along.last ?? 0) + (line[index] - line[index - 1]).length)
    }
  }

  var length: Double { along.last ?? 0 }

  /// How many pieces between junctions the strand will have.
  var pieceCount: Int {
    let limits = 1...max(1, length - 1)
    let joints = events.count { limits.contains($0.along) }
    // The seams of spans are ends of ways, and as such junctions.
    let seams = spans.reduce(0) { $0 + (limits.contains($1.from) ? 1 : 0) + (limits.contains($1.to) ? 1 : 0) }
    return joints + seams + 1 - gaps.count
  }

  /// The point at a place.
  func point(at place: Double) -> TownPoint {
    let index = segment(at: place)
    let span = along[index + 1] - along[index]
    let fraction = span > 0 ? min(1, max(0, (place - along[index]) / span)) : 0
    return line[index] + (line[index + 1] - line[index]) * fraction
  }

  /// The unit vector along the strand at a place.
  func direction(at place: Double) -> TownPoint {
    let index = segment(at: place)
    return (line[index + 1] - line[index]).unit
  }

  private func segment(at place: Double) -> Int {
    var low = 0
    var high = line.count - 2
    while low < high {
      let middle = (low + high + 1) / 2
      if along[middle] <= place { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The place nearest to a point.
  func place(nearest point: TownPoint) -> Double {
    var best = Double.infinity
    var place = 0.0
    for index in line.indices.dropLast() {
      let fraction = point.fraction(onSegment: line[index], line[index + 1])
      let distance = (line[index] + (line[index + 1] - line[index]) * fraction - point).length
      if distance < best {
        best = distance
        place = along[index] + fraction * (along[index + 1] - along[index])
      }
    }
    return place
  }

  /// All places where this strand and another cross, as places of each.
  func crossings(_ other: TownStrand) -> [(own: Double, other: Double)] {
    var found: [(own: Double, other: Double)] = []
    for i in line.indices.dropLast() {
      let middle = (line[i] + line[i + 1]) * 0.5
      let reach = (along[i + 1] - along[i]) / 2
      for j in other.line.indices.dropLast() {
        let length = other.along[j + 1] - other.along[j]
        let d = other.line[j] - middle
        if d.dot(d) > (reach + length) * (reach + length) { continue }
        if let hit = townCrossing(line[i], line[i + 1], other.line[j], other.line[j + 1]) {
          let place = (along[i] + hit.first * reach * 2, other.along[j] + hit.second * length)
          if found.last.map({ ($0.own - place.0).magnitude > 0.5 }) ?? true { found.append(place) }
        }
      }
    }
    return found
  }

  mutating func guardPlace(_ place: Double, _ margin: Double) {
    guarded.append((place - margin)...(place + margin))
  }

  func isGuarded(_ place: Double) -> Bool {
    guarded.contains { $0.contains(place) } || gaps.contains { $0.contains(place) }
  }

  /// Draws the strand: one way for each run of equal properties.
  func draw(on canvas: TownCanvas, origin: TownPoint) {
    let stops = stopNodes(on: canvas, origin: origin)
    var nodes: [Int32] = []
    var current = style
    var vertex = 0
    for index in stops.indices.dropLast() {
      let (from, to) = (stops[index], stops[index + 1])
      let middle = (from.along + to.along) / 2
      let isGap = gaps.contains { $0.contains(middle) }
      let properties = self.properties(at: middle)
      if isGap || (properties != current && !nodes.isEmpty) {
        if nodes.count > 1 { canvas.addWay(nodes, current) }
        nodes = []
      }
      if isGap { continue }
      current = properties
      if nodes.isEmpty { nodes = [from.node] }
      while vertex < along.count, along[vertex] <= from.along + 2.5 { vertex += 1 }
      while vertex < along.count, along[vertex] < to.along - 2.5 {
        nodes.append(canvas.node(at: origin + line[vertex]))
        vertex += 1
      }
      nodes.append(to.node)
    }
    if nodes.count > 1 { canvas.addWay(nodes, current) }
  }

  private func properties(at place: Double) -> TownStyle {
    var result = style
    for span in spans where span.from < place && place < span.to {
      if let other = span.style { result = other }
      result.flags.formUnion(span.flags)
      if span.layer != 0 { result.layer = span.layer }
    }
    return result
  }

  /// All nodes at which ways may begin or end, in order and without repetition.
  private func stopNodes(on canvas: TownCanvas, origin: TownPoint) -> [Event] {
    var stops = events
    func add(_ place: Double) {
      let held = min(length, max(0, place))
      if stops.contains(where: { ($0.along - held).magnitude < 1 }) { return }
      stops.append(Event(along: held, node: canvas.node(at: origin + point(at: held)), legs: -1))
    }
    add(0)
    if isClosed, let first = stops.min(by: { $0.along < $1.along }) {
      stops.append(Event(along: length, node: first.node, legs: -1))
    } else {
      add(length)
    }
    for span in spans {
      add(span.from)
      add(span.to)
    }
    stops.sort { ($0.along, $0.node) < ($1.along, $1.node) }
    var unique: [Event] = []
    for stop in stops where unique.last?.node != stop.node || stop.along - (unique.last?.along ?? 0) > 1 {
      unique.append(stop)
    }
    return unique
  }
}
