internal import Glibc
import WaybenchCore

/// The order in which a hierarchy contracts edges: nested dissection of the junctions by small edge cuts, down to
/// single junctions.
///
/// Every cell is cut in two by inertial flow (A. Schild, C. Sommer: On Balanced Separators in Road Networks, 2015): the
/// junctions are sorted along a direction, the first and the last 30 % are tied to source and sink, and a maximum flow
/// (E. Dinic, 1970) gives the smallest cut between them. Four directions are tried. The order is: the edges inside the
/// one half, those inside the other, then the cut: all cut edges of the one sense, then those of the other, as between
/// two edges of one sense no short cut can arise before one of the other sense is contracted.
struct JunctionDissection {
  /// A directed graph with places.
  struct Graph: Sendable {
    /// Metres or any other unit, the same on both axes.
    var x: [Float]
    var y: [Float]
    var tails: [UInt32]
    var heads: [UInt32]
    /// The first edge of each junction; the edges are sorted by tail.
    var firstEdge: [UInt32]
  }

  let graph: Graph
  /// The neighbours of each junction, whatever the direction, in ascending order, without itself.
  let firstNeighbor: [UInt32]
  let neighbors: [UInt32]
  /// How many directed edges join a junction and a neighbour: all of them become states of the separator.
  let capacities: [Int32]

  /// The edges of a graph in the order of contraction. O(n log n) in the junctions while cuts stay small.
  static func edgeOrder(of graph: Graph, threads: Int = Threads.count) -> [UInt32] {
    JunctionDissection(graph).order(threads: threads)
  }

  private init(_ graph: Graph) {
    self.graph = graph
    let count = graph.x.count
    var pairs: [UInt64] = []
    pairs.reserveCapacity(2 * graph.tails.count)
    for edge in graph.tails.indices where graph.tails[edge] != graph.heads[edge] {
      pairs.append(UInt64(graph.tails[edge]) << 32 | UInt64(graph.heads[edge]))
      pairs.append(UInt64(graph.heads[edge]) << 32 | UInt64(graph.tails[edge]))
    }
    pairs.sort()
    var first = [UInt32](repeating: 0, count: count + 1)
    var neighbors: [UInt32] = []
    var capacities: [Int32] = []
    var index = 0
    while index < pairs.count {
      var end = index
      while end < pairs.count, pairs[end] == pairs[index] { end += 1 }
      first[Int(pairs[index] >> 32) + 1] += 1
      neighbors.append(UInt32(truncatingIfNeeded: pairs[index]))
      capacities.append(Int32(clamping: end - index))
      index = end
    }
    for junction in 0..<count { first[junction + 1] += first[junction] }
    firstNeighbor = first
    self.neighbors = neighbors
    self.capacities = capacities
  }

  private func order(threads: Int) -> [UInt32] {
    let members = SlabOwner((0..<UInt32(clamping: graph.x.count)).map { $0 })
    let output = SlabOwner(repeating: UInt32.max, count: graph.tails.count)
    dissect(0..<graph.x.count, output: 0, members.slab, output.slab, CellSplitter(self), threads: threads)
    return output.slab.array
  }

  /// Orders the edges inside a cell, which is a range of `members`, and puts them into `output` from a place on.
  private func dissect(
    _ range: Range<Int>, output start: Int, _ members: Slab<UInt32>, _ output: Slab<UInt32>, _ splitter: CellSplitter,
    threads: Int
  ) {
    if range.isEmpty { return }
    if range.count == 1 {
      let junction = members[range.lowerBound]
      var place = start
      for edge in edges(leaving: junction) where graph.heads[edge] == junction {
        output[place] = UInt32(edge)
        place += 1
      }
      return
    }
    let middle = splitter.split(range, members)
    let second = splitter.placeCut(range, middle, members, output: start, output)
    let (lower, upper) = (range.lowerBound..<middle, middle..<range.upperBound)
    if threads > 1, range.count > 1_000 {
      Threads.run(2) { half in
        if half == 0 {
          dissect(lower, output: start, members, output, splitter, threads: threads / 2)
        } else {
          dissect(upper, output: second, members, output, CellSplitter(self), threads: threads - threads / 2)
        }
      }
    } else {
      dissect(lower, output: start, members, output, splitter, threads: 1)
      dissect(upper, output: second, members, output, splitter, threads: 1)
    }
  }

  func edges(leaving junction: UInt32) -> Range<Int> {
    Int(graph.firstEdge[Int(junction)])..<Int(graph.firstEdge[Int(junction) + 1])
  }
}

extension JunctionDissection.Graph {
  /// A graph of junctions on the plane: east and north in 1e-7 degrees of latitude, seen from the first junction.
  init(junctions: [JunctionRecord], tails: [UInt32], heads: [UInt32], firstEdge: [UInt32]) {
    let origin = junctions.first ?? JunctionRecord()
    let scale = cos(Double(origin.latitudeE7) * 1e-7 * .pi / 180)
    self.init(
      x: junctions.map { Float(Double(longitudeDifferenceE7(from: origin.longitudeE7, to: $0.longitudeE7)) * scale) },
      y: junctions.map { Float(Int64($0.latitudeE7) - Int64(origin.latitudeE7)) }, tails: tails, heads: heads,
      firstEdge: firstEdge)
  }
}

extension RoadNetwork {
  /// The edges in the order in which the hierarchy contracts them, worked out anew: what building a network spends most
  /// of its time on. O(n log n) while cuts stay small.
  public func contractionOrder() -> [UInt32] {
    JunctionDissection.edgeOrder(
      of: JunctionDissection.Graph(
        junctions: (0..<junctions.count).map { junctions[$0] }, tails: (0..<edges.count).map { edges[$0].tail },
        heads: (0..<edges.count).map { edges[$0].head }, firstEdge: (0..<firstEdge.count).map { firstEdge[$0] }))
  }

  /// The one or two edges of a link.
  public func edges(ofLink link: Int) -> [Int] {
    [linkEdges[link].along, linkEdges[link].against].filter { $0 != EdgeRecord.none }.map { Int($0) }
  }
}
