import GeometryGEOS
import WaybenchCore

/// Finds the edges whose shape has a point in common with an area.
///
/// The plane is that of longitude and latitude in 1e-7 degrees, so that coordinates are whole numbers; sides of areas
/// and roads are straight in it. Longitudes count from the middle of each area: the antimeridian is no border.
enum AvoidedAreas {
  /// The edges in any of the areas, ascending. O(log n) and the segments near the outlines.
  static func edges(of network: RoadNetwork, in rings: [[Coordinate]]) throws(AvoidAreaError) -> [Int] {
    if rings.isEmpty { return [] }
    var isInside = [Bool](repeating: false, count: network.linkCount)
    for (index, ring) in rings.enumerated() {
      do {
        let area = try Area(ring, index: index)
        try area.mark(&isInside, network)
      } catch let error as AvoidAreaError {
        throw error
      } catch {
        throw AvoidAreaError(ring: index, reason: .failed("\(error)"), place: nil)
      }
    }
    return (0..<network.edgeCount).filter { isInside[Int(network.edges[$0].link)] }
  }

  private struct Area {
    let context: GEOSContext
    let prepared: PreparedGeometry
    let middle: Int32
    let bounds: Geometry.Bounds

    init(_ ring: [Coordinate], index: Int) throws {
      let different = Set(ring).count
      guard let first = ring.first, different >= 3 else {
        throw AvoidAreaError(ring: index, reason: .tooFewPoints(found: different), place: ring.first)
      }
      // Each point is the short way round from the one before; back at the first the sum must be nothing.
      var east: Int64 = 0
      var shifts: [Int64] = [0]
      for (a, b) in zip(ring, ring.dropFirst()) {
        east += longitudeDifferenceE7(from: a.longitudeE7, to: b.longitudeE7)
        shifts.append(east)
      }
      let back = longitudeDifferenceE7(from: ring[ring.count - 1].longitudeE7, to: first.longitudeE7)
      let (west, most) = (shifts.min() ?? 0, shifts.max() ?? 0)
      guard east + back == 0, most - west < 1_800_000_000 else {
        throw AvoidAreaError(ring: index, reason: .tooWide, place: nil)
      }
      let offset = (west + most) / 2
      let middle = Coordinate(clampingLatitude: 0, longitude: Double(Int64(first.longitudeE7) + offset) / 1e7)
      self.middle = middle.longitudeE7
      let points = zip(ring, shifts).map { PlanePoint(x: Double($1 - offset), y: Double($0.latitudeE7)) }
      context = try GEOSContext()
      let polygon = try context.polygon(points)
      if case .invalid(let words, let point) = try polygon.validity() {
        let place = point.map {
          Coordinate(clampingLatitude: $0.y / 1e7, longitude: (Double(middle.longitudeE7) + $0.x) / 1e7)
        }
        throw AvoidAreaError(ring: index, reason: .notSimple(words), place: place)
      }
      prepared = try PreparedGeometry(polygon)
      bounds = polygon.bounds ?? .init(minimum: points[0], maximum: points[0])
    }

    private func east(_ longitudeE7: Int32) -> Double {
      Double(longitudeDifferenceE7(from: middle, to: longitudeE7))
    }

    /// Goes down the network's index: boxes beside the area are left out, boxes inside it are taken whole.
    func mark(_ isInside: inout [Bool], _ network: RoadNetwork) throws {
      let levels = network.indexLevels
      var open: [(level: Int, box: UInt32, isContained: Bool)] = []
      let top = levels.count - 2
      for box in levels[top]..<levels[top + 1] { open.append((top, box, false)) }
      let fanOut = UInt32(SegmentIndexBuilder.fanOut)
      while let (level, box, isKnown) = open.popLast() {
        var isContained = isKnown
        if !isContained {
          switch try relation(to: network.indexBoxes[box]) {
          case .outside: continue
          case .inside: isContained = true
          case .unclear: break
          }
        }
        let first = (box - levels[level]) * fanOut
        if level > 0 {
          let below = levels[level - 1]
          for child in (below + first)..<min(below + first + fanOut, levels[level]) {
            open.append((level - 1, child, isContained))
          }
          continue
        }
        for position in first..<min(first + fanOut, UInt32(network.indexItems.count)) {
          let item = network.indexItems[position]
          if isInside[Int(item.link)] { continue }
          isInside[Int(item.link)] = try isContained || meets(network, item.vertex)
        }
      }
    }

    private enum Relation { case outside, inside, unclear }

    private func relation(to box: IndexBox) throws -> Relation {
      let (south, north) = (Double(box.south), Double(box.north))
      if north < bounds.minimum.y || south > bounds.maximum.y { return .outside }
      let west = east(box.west)
      let width = Double(box.width)
      // A box that reaches beyond 180 degrees from the middle may meet the area on its other side.
      if west + width > 1.8e9 {
        return west + width - 3.6e9 < bounds.minimum.x && west > bounds.maximum.x ? .outside : .unclear
      }
      if west + width < bounds.minimum.x || west > bounds.maximum.x { return .outside }
      if box.width == 0 || box.south == box.north { return .unclear }
      let corners = [
        PlanePoint(x: west, y: south), PlanePoint(x: west + width, y: south), PlanePoint(x: west + width, y: north),
        PlanePoint(x: west, y: north),
      ]
      let rectangle = try context.polygon(corners)
      if try prepared.contains(rectangle) { return .inside }
      return try prepared.intersects(rectangle) ? .unclear : .outside
    }

    /// Whether a segment has a point in common with the area.
    private func meets(_ network: RoadNetwork, _ vertex: UInt32) throws -> Bool {
      let (a, b) = (network.vertices[vertex], network.vertices[vertex + 1])
      let start = east(a.longitudeE7)
      let end = start + Double(longitudeDifferenceE7(from: a.longitudeE7, to: b.longitudeE7))
      let (south, north) = (Double(min(a.latitudeE7, b.latitudeE7)), Double(max(a.latitudeE7, b.latitudeE7)))
      if north < bounds.minimum.y || south > bounds.maximum.y || max(start, end) < bounds.minimum.x
        || min(start, end) > bounds.maximum.x
      {
        return false
      }
      let line = try context.lineString([
        PlanePoint(x: start, y: Double(a.latitudeE7)), PlanePoint(x: end, y: Double(b.latitudeE7)),
      ])
      return try prepared.intersects(line)
    }
  }
}
