import Glibc
import WaybenchCore

/// What the classification of turns reads of a graph that was just built.
struct ManeuverGraph: TextBytes {
  let edges: [EdgeRecord]
  let junctions: [JunctionRecord]
  let firstEdge: [UInt32]
  let firstIncoming: [UInt32]
  let incomingEdges: [UInt32]
  let signs: SignTable
  /// Per link, the direction in which a driver sees it from its first and from its last vertex.
  private(set) var seenFromFirst: [Float] = []
  private(set) var seenFromLast: [Float] = []
  private(set) var isCircular: [Bool] = []
  private let textOffsets: [UInt32]
  private let textBytes: [UInt8]

  /// Half the width of a lane is how far a road may stray and still be straight, metres.
  static let laneWidthMeters = 3.25

  init(
    _ graph: GraphDraft, signs: SignTable, firstIncoming: [UInt32], incomingEdges: [UInt32], textOffsets: [UInt32],
    textBytes: [UInt8]
  ) {
    edges = graph.edges
    junctions = graph.junctions
    firstEdge = graph.firstEdge
    self.firstIncoming = firstIncoming
    self.incomingEdges = incomingEdges
    self.signs = signs
    self.textOffsets = textOffsets
    self.textBytes = textBytes
    let linkCount = graph.linkFirstVertex.count - 1
    isCircular = (0..<linkCount).map { graph.source.ways[Int(graph.linkWay[$0])].flags.contains(.circular) }
    var edgeOfLink = [Int32](repeating: -1, count: linkCount)
    for (index, edge) in graph.edges.enumerated() { edgeOfLink[Int(edge.link)] = Int32(index) }
    seenFromFirst.reserveCapacity(linkCount)
    seenFromLast.reserveCapacity(linkCount)
    var shape = PerceivedShape()
    for link in 0..<linkCount {
      let edge = edgeOfLink[link]
      guard edge >= 0 else {
        seenFromFirst.append(0)
        seenFromLast.append(0)
        continue
      }
      let range = Int(graph.linkFirstVertex[link])..<Int(graph.linkFirstVertex[link + 1])
      let record = graph.edges[Int(edge)]
      let roadClass = RoadClass(rawValue: record.roadClass) ?? .service
      let lanes = Double(max(2, signs.records[Int(signs.edgeSigns[Int(edge)])].laneCount))
      let way = PerceivedShape.Kind(roadClass, lanes: lanes, isRing: record.flags.contains(.roundabout))
      seenFromFirst.append(Float(shape.bearing(graph.vertices, range, fromLast: false, way)))
      seenFromLast.append(Float(shape.bearing(graph.vertices, range, fromLast: true, way)))
    }
  }

  func range(ofText text: UInt32) -> Range<Int> { Int(textOffsets[Int(text)])..<Int(textOffsets[Int(text) + 1]) }
  func byte(at index: Int) -> UInt8 { textBytes[index] }

  func outgoing(_ junction: Int) -> Range<Int> { Int(firstEdge[junction])..<Int(firstEdge[junction + 1]) }
  func incoming(_ junction: Int) -> ArraySlice<UInt32> {
    incomingEdges[Int(firstIncoming[junction])..<Int(firstIncoming[junction + 1])]
  }

  /// The direction in which an edge is seen from its tail, degrees.
  func bearing(fromTailOf edge: Int) -> Float {
    let record = edges[edge]
    return record.flags.contains(.reversed) ? seenFromLast[Int(record.link)] : seenFromFirst[Int(record.link)]
  }

  /// The direction in which an edge is seen from its head, against its traffic, degrees.
  func bearing(fromHeadOf edge: Int) -> Float {
    let record = edges[edge]
    return record.flags.contains(.reversed) ? seenFromFirst[Int(record.link)] : seenFromLast[Int(record.link)]
  }

  func texts(_ edge: Int) -> RoadTexts {
    let record = edges[edge]
    let sign = signs.records[Int(signs.edgeSigns[edge])]
    return RoadTexts(
      name: record.name, reference: record.reference, pronunciation: sign.pronunciation, exits: sign.exits)
  }

  func announces(from: Int, to: Int) -> Bool { NameRules.announces(from: texts(from), to: texts(to), self) }

  func traits(_ edge: Int) -> ClassTraits { ClassTraits(RoadClass(rawValue: edges[edge].roadClass) ?? .service) }
}

/// Finds the direction in which a road leaves a junction as a driver sees it: not the first metre, which map makers
/// bend to meet the junction, but the course of the road behind.
struct PerceivedShape {
  /// What about a road decides how far one looks.
  struct Kind {
    let reachMeters: Double
    let isRing: Bool
    let isIgnorable: Bool

    /// Wider junctions are looked through farther: the factors are OSRM's.
    init(_ roadClass: RoadClass, lanes: Double, isRing: Bool) {
      let factor: Double
      switch roadClass {
      case .motorway, .motorwayLink, .trunkLink: factor = 2.5
      case .trunk: factor = 2
      case .primary, .primaryLink: factor = 1.5
      default: factor = 1
      }
      reachMeters = factor * lanes * ManeuverGraph.laneWidthMeters
      self.isRing = isRing
      isIgnorable = ClassTraits(roadClass).isIgnorable
    }
  }

  private var points: [PlanePoint] = []
  private var chainages: [Double] = []

  /// The direction of a road from one of its ends, degrees clockwise from north.
  mutating func bearing(
    _ vertices: [Coordinate], _ range: Range<Int>, fromLast: Bool, _ kind: Kind
  ) -> Double {
    let limit = 40 + kind.reachMeters
    fill(vertices, range, fromLast: fromLast, limit: limit)
    let total = chainages[chainages.count - 1]
    if points.count == 2 { return Self.degrees(points[1]) }
    if kind.isRing { return Self.degrees(at(2)) }
    if kind.isIgnorable { return Self.degrees(at(10)) }
    if chainages[1] > kind.reachMeters + 10 { return Self.degrees(points[1]) }
    if total <= 2 { return Self.degrees(points[points.count - 1]) }
    let width = ManeuverGraph.laneWidthMeters
    if deviation(upTo: points.count) < width / 2 {
      let end = points[points.count - 1]
      return Self.degrees(end.x == 0 && end.y == 0 ? at(2) : end)
    }
    // A start that is straight for long enough is the road.
    var straight = 2
    while straight < points.count, deviation(upTo: straight + 1) < width / 4 { straight += 1 }
    if chainages[straight - 1] >= kind.reachMeters + 10 { return Self.degrees(at(5)) }
    if let line = regression() { return line }
    // A road that shifts aside at the junction is seen behind the shift.
    let skip = 0.64 * kind.reachMeters
    if total - skip > 16, let line = regression(from: skip) { return line }
    return Self.degrees(at(10))
  }

  /// The length of a degree of longitude as a share of that of a degree of latitude.
  static func narrowing(latitudeE7: Int32) -> Double { cos(Double(latitudeE7) * 1e-7 * .pi / 180) }

  private mutating func fill(_ vertices: [Coordinate], _ range: Range<Int>, fromLast: Bool, limit: Double) {
    points.removeAll(keepingCapacity: true)
    chainages.removeAll(keepingCapacity: true)
    let origin = vertices[fromLast ? range.upperBound - 1 : range.lowerBound]
    let scale = 0.011131949
    let narrowing = scale * Self.narrowing(latitudeE7: origin.latitudeE7)
    for offset in 0..<range.count {
      let vertex = vertices[fromLast ? range.upperBound - 1 - offset : range.lowerBound + offset]
      var east = Int64(vertex.longitudeE7) - Int64(origin.longitudeE7)
      if east > 1_800_000_000 { east -= 3_600_000_000 } else if east < -1_800_000_000 { east += 3_600_000_000 }
      let point = PlanePoint(
        x: Double(east) * narrowing, y: Double(Int64(vertex.latitudeE7) - Int64(origin.latitudeE7)) * scale)
      let chainage = chainages.isEmpty ? 0 : chainages[offset - 1] + point.distance(to: points[offset - 1])
      if chainage > limit, offset > 1 {
        // The line ends where it is no longer looked at.
        let share = (limit - chainages[offset - 1]) / (chainage - chainages[offset - 1])
        let last = points[offset - 1]
        points.append(PlanePoint(x: last.x + share * (point.x - last.x), y: last.y + share * (point.y - last.y)))
        chainages.append(limit)
        return
      }
      points.append(point)
      chainages.append(chainage)
    }
  }

  private func at(_ distance: Double) -> PlanePoint {
    var index = 1
    while index < points.count - 1, chainages[index] < distance { index += 1 }
    let length = chainages[index] - chainages[index - 1]
    let share = length > 0 ? min(1, (distance - chainages[index - 1]) / length) : 1
    let a = points[index - 1]
    let b = points[index]
    return PlanePoint(x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y))
  }

  static func degrees(_ point: PlanePoint) -> Double {
    let angle = atan2(point.x, point.y) * 180 / .pi
    return angle < 0 ? angle + 360 : angle
  }

  /// The largest distance of the first points from the line between the ends of their run.
  private func deviation(upTo count: Int) -> Double {
    let end = points[count - 1]
    let length = (end.x * end.x + end.y * end.y).squareRoot()
    guard length > 0 else { return .infinity }
    var largest = 0.0
    for point in points[..<count] { largest = max(largest, abs(point.x * end.y - point.y * end.x) / length) }
    return largest
  }

  /// The direction of the straight line through the points from a distance on; `nil` when they do not lie on one.
  private func regression(from start: Double = 0) -> Double? {
    let first = at(start)
    var count = 0.0
    var mean = PlanePoint(x: 0, y: 0)
    var last = first
    for index in points.indices where chainages[index] >= start {
      count += 1
      mean = PlanePoint(x: mean.x + points[index].x, y: mean.y + points[index].y)
      last = points[index]
    }
    guard count >= 2 else { return nil }
    mean = PlanePoint(x: mean.x / count, y: mean.y / count)
    var xx = 0.0
    var xy = 0.0
    var yy = 0.0
    for index in points.indices where chainages[index] >= start {
      let dx = points[index].x - mean.x
      let dy = points[index].y - mean.y
      xx += dx * dx
      xy += dx * dy
      yy += dy * dy
    }
    // The main axis of the points, turned to point away from the junction.
    let angle = 0.5 * atan2(2 * xy, xx - yy)
    var axis = PlanePoint(x: cos(angle), y: sin(angle))
    if axis.x * (last.x - first.x) + axis.y * (last.y - first.y) < 0 { axis = PlanePoint(x: -axis.x, y: -axis.y) }
    let tolerance = ManeuverGraph.laneWidthMeters * (start > 0 ? 0.5 : 0.35)
    for index in points.indices where chainages[index] >= start {
      let dx = points[index].x - mean.x
      let dy = points[index].y - mean.y
      if abs(dx * axis.y - dy * axis.x) > tolerance { return nil }
    }
    return Self.degrees(axis)
  }
}
