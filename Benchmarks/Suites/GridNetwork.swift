public import RoadNetwork
import WaybenchCore

/// A plain grid of streets: the worst case of a hierarchy, as every cut through it is long. Real towns are not like it.
public enum GridNetwork {
  /// Builds a square grid of two-way streets, 100 m apart but for a little noise.
  ///
  /// - Parameters:
  ///   - directedEdges: about how many.
  ///   - seed: of the noise of places and speeds.
  public static func make(directedEdges: Int, seed: UInt64 = 1) throws -> RoadNetwork {
    // A grid of n x n junctions has 4 n (n - 1) directed edges.
    let side = max(2, Int((Double(directedEdges) / 4).squareRoot().rounded()) + 1)
    var random = SeededGenerator(seed: seed)
    var source = RoadSource()
    source.origin = "grid of \(side) x \(side), seed \(seed)"
    let frame = 100 / 111_195.0
    for row in 0..<side {
      for column in 0..<side {
        let north = (Double(row - side / 2) + 0.3 * (random.nextUnit() - 0.5)) * frame
        let east = (Double(column - side / 2) + 0.3 * (random.nextUnit() - 0.5)) * frame
        source.nodes.append(
          RoadSource.Node(
            id: Int64(row * side + column), coordinate: Coordinate(clampingLatitude: north, longitude: east - 20)))
      }
    }
    func way(_ a: Int, _ b: Int) {
      let first = source.wayNodes.count
      source.wayNodes += [Int32(a), Int32(b)]
      source.ways.append(
        RoadSource.Way(
          id: Int64(source.ways.count), nodeRange: first..<first + 2, roadClass: .residential,
          freeFlowKilometersPerHour: 25 + 25 * random.nextUnit()))
    }
    for row in 0..<side {
      for column in 0..<side {
        if column + 1 < side { way(row * side + column, row * side + column + 1) }
        if row + 1 < side { way(row * side + column, (row + 1) * side + column) }
      }
    }
    return try RoadNetworkBuilder.build(source)
  }
}
