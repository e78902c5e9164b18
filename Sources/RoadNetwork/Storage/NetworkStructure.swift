import Synchronization
import WaybenchCore

/// Checks the arrays of an image against each other before anything trusts them.
struct NetworkStructure: Sendable {
  /// A number that points nowhere, or arrays that do not fit each other.
  struct Fault: Sendable {
    var section: NetworkImage.Section
    var message: String
  }

  let image: NetworkImage
  private let junctions: Column<JunctionRecord>
  private let firstEdge: Column<UInt32>
  private let edges: Column<EdgeRecord>
  private let linkFirstVertex: Column<UInt32>
  private let vertices: Column<Coordinate>

  init(_ image: NetworkImage) {
    self.image = image
    junctions = image.column(.junctions)
    firstEdge = image.column(.junctionFirstEdge)
    edges = image.column(.edges)
    linkFirstVertex = image.column(.linkFirstVertex)
    vertices = image.column(.vertices)
  }

  /// The first fault; `nil` when there is none. O(n), shared by the processors.
  var fault: Fault? {
    // What the other checks take for granted goes first.
    if let fault = strideFault ?? modeFault ?? graphFault ?? hierarchyFault { return fault }
    var checks: [@Sendable (NetworkStructure) -> Fault?] = [
      { $0.turnFault }, { $0.edgeFault }, { $0.placeFault }, { $0.instructionFault },
      { $0.treeFault }, { $0.incomingFault }, { $0.textFault ?? $0.signFault }, { $0.indexFault }, { $0.chargeFault },
    ]
    // The arcs are most of a file: in pieces, so that no thread waits for another at the end.
    let states = image.byteCount(of: .stateEdge) / 4
    let pieces = 8
    for piece in 0..<pieces {
      let ranks = states * piece / pieces..<states * (piece + 1) / pieces
      checks.append {
        $0.arcFault(.hierarchyOutFirst, .hierarchyOutDepth, .metricOutWeight, .metricOutMiddle, ranks: ranks)
      }
      checks.append {
        $0.arcFault(.hierarchyInFirst, .hierarchyInDepth, .metricInWeight, .metricInMiddle, ranks: ranks)
      }
    }
    let all = checks
    let found = FaultList()
    let structure = self
    let isSmall = image.byteCount < NetworkImage.bytesWorthThreads
    Threads.share(all.count, among: isSmall ? 1 : Threads.count) { check, _ in
      if let fault = all[check](structure) { found.add(fault, number: check) }
    }
    return found.first
  }

  /// The faults that several threads find; the one of the first check counts, so that an answer is the same each time.
  private final class FaultList: Sendable {
    private let faults = Mutex<[(number: Int, fault: Fault)]>([])
    func add(_ fault: Fault, number: Int) { faults.withLock { $0.append((number, fault)) } }
    var first: Fault? { faults.withLock { $0.min { $0.number < $1.number }?.fault } }
  }

  private var strideFault: Fault? {
    let strides: [(NetworkImage.Section, Int)] = [
      (.junctions, MemoryLayout<JunctionRecord>.stride), (.junctionFirstEdge, 4),
      (.edges, MemoryLayout<EdgeRecord>.stride), (.linkFirstVertex, 4),
      (.linkEdges, MemoryLayout<LinkEdges>.stride), (.vertices, MemoryLayout<Coordinate>.stride),
      (.stateEdge, 4), (.stateFirstTurn, 4), (.turns, MemoryLayout<TurnRecord>.stride), (.firstIncoming, 4),
      (.incomingEdges, 4), (.textOffsets, 4), (.indexLevels, 4), (.indexBoxes, MemoryLayout<IndexBox>.stride),
      (.indexItems, MemoryLayout<IndexItem>.stride), (.vertexNodes, 8), (.hierarchyOutDepth, 2), (.hierarchyInDepth, 2),
      (.metricOutWeight, 4), (.metricInWeight, 4), (.metricOutMiddle, MemoryLayout<RouteMetric.Middle>.stride),
      (.metricInMiddle, MemoryLayout<RouteMetric.Middle>.stride), (.edgeSigns, 4),
      (.signRecords, MemoryLayout<SignRecord>.stride), (.laneArrows, 2),
      (.turnInstructions, MemoryLayout<TurnInstruction>.stride), (.edgeCharges, MemoryLayout<EdgeCharge>.stride),
    ]
    for (section, stride) in strides where !image.byteCount(of: section).isMultiple(of: stride) {
      return Fault(section: section, message: "its length is no multiple of \(stride)")
    }
    return nil
  }

  private var modeFault: Fault? {
    let modes: Column<UInt8> = image.column(.mode)
    guard modes.count == 1, TravelMode(rawValue: modes[0]) != nil else {
      return Fault(section: .mode, message: "is no mode of travel")
    }
    return nil
  }

  private var chargeFault: Fault? {
    let charges: Column<EdgeCharge> = image.column(.edgeCharges)
    guard charges.count == 0 || charges.count == edges.count else {
      return Fault(section: .edgeCharges, message: "has \(charges.count) records for \(edges.count) edges")
    }
    for index in 0..<charges.count {
      let charge = charges[index]
      guard charge.country == 0 || CountryCode(packed: charge.country) != nil, charge.flags <= EdgeCharge.vignette
      else { return Fault(section: .edgeCharges, message: "edge \(index) lies in no country") }
    }
    return nil
  }

  private var placeFault: Fault? {
    func isPlace(_ latitude: Int32, _ longitude: Int32) -> Bool {
      latitude.magnitude <= 900_000_000 && longitude >= -1_800_000_000 && longitude < 1_800_000_000
    }
    for index in 0..<junctions.count where !isPlace(junctions[index].latitudeE7, junctions[index].longitudeE7) {
      return Fault(section: .junctions, message: "junction \(index) is no place")
    }
    for index in 0..<vertices.count where !isPlace(vertices[index].latitudeE7, vertices[index].longitudeE7) {
      return Fault(section: .vertices, message: "vertex \(index) is no place")
    }
    return nil
  }

  /// Whether a column tells where groups begin: from 0 in rising order to the number of things.
  func isStarts(_ starts: Column<UInt32>, groups: Int, total: Int, least: Int = 0) -> Bool {
    guard starts.count == groups + 1, starts[0] == 0, Int(starts[groups]) == total else { return false }
    let (starts, step) = (starts.slab, UInt32(least))
    var isRising = true
    for group in 0..<groups {
      // The last is in reach of 32 bits, so that a sum that wraps is a fall before it.
      let end = starts[group] &+ step
      isRising = isRising && end >= starts[group] && end <= starts[group + 1]
    }
    return isRising
  }

  private var linkCount: Int { max(0, linkFirstVertex.count - 1) }

  private var graphFault: Fault? {
    if !isStarts(firstEdge, groups: junctions.count, total: edges.count) {
      return Fault(section: .junctionFirstEdge, message: "the edges of the junctions are out of order")
    }
    if !isStarts(linkFirstVertex, groups: linkCount, total: vertices.count, least: 2) {
      return Fault(section: .linkFirstVertex, message: "the vertices of the links are out of order")
    }
    if image.column(.vertexNodes, of: Int64.self).count != vertices.count {
      return Fault(section: .vertexNodes, message: "not one node per vertex")
    }
    return nil
  }

  /// Whether every edge leaves the junction among whose edges it stands, and its link names it and its twin. O(edges).
  private var edgeFault: Fault? {
    // Slabs: every number is compared with a count before it is used.
    let (edges, firstEdge) = (edges.slab, firstEdge.slab)
    let links = image.column(.linkEdges, of: LinkEdges.self).slab
    guard links.count == linkCount else {
      return Fault(section: .linkEdges, message: "the edges of \(links.count) links; expected \(linkCount)")
    }
    let (junctions, linkCount) = (UInt32(clamping: junctions.count), UInt32(clamping: links.count))
    for index in 0..<edges.count {
      let edge = edges[index]
      let number = UInt32(truncatingIfNeeded: index)
      guard edge.tail < junctions, edge.head < junctions, edge.link < linkCount, number >= firstEdge[edge.tail],
        number < firstEdge[edge.tail + 1]
      else { return Fault(section: .edges, message: "edge \(index) points nowhere") }
      let pair = links[edge.link]
      let isReversed = edge.flags.contains(.reversed)
      guard (isReversed ? pair.against : pair.along) == number else {
        return Fault(section: .linkEdges, message: "link \(edge.link) has another edge than \(index)")
      }
      let twin = isReversed ? pair.along : pair.against
      // It is the twin of its twin as both stand in one link, and it begins where this edge ends as it stands there.
      guard edge.twin == twin,
        twin == EdgeRecord.none || twin >= firstEdge[edge.head] && twin < firstEdge[edge.head + 1]
      else { return Fault(section: .edges, message: "the twin of edge \(index) is not its twin") }
    }
    var named = 0
    for link in 0..<links.count {
      named += (links[link].along == EdgeRecord.none ? 0 : 1) + (links[link].against == EdgeRecord.none ? 0 : 1)
    }
    return named == edges.count ? nil : Fault(section: .linkEdges, message: "\(named) edges; expected \(edges.count)")
  }

  private var turnFault: Fault? {
    let stateEdge: Slab<UInt32> = image.column(.stateEdge).slab
    let firstTurn: Column<UInt32> = image.column(.stateFirstTurn)
    let turns: Slab<TurnRecord> = image.column(.turns).slab
    let edges = edges.slab
    guard stateEdge.count >= edges.count else { return Fault(section: .stateEdge, message: "fewer states than edges") }
    for state in 0..<stateEdge.count {
      guard state < edges.count ? Int(stateEdge[state]) == state : Int(stateEdge[state]) < edges.count else {
        return Fault(section: .stateEdge, message: "state \(state) has no edge")
      }
    }
    guard isStarts(firstTurn, groups: stateEdge.count, total: turns.count) else {
      return Fault(section: .stateFirstTurn, message: "the turns of the states are out of order")
    }
    let (starts, firstEdge) = (firstTurn.slab, firstEdge.slab)
    let (edgeCount, junctions) = (UInt32(clamping: edges.count), UInt32(clamping: junctions.count))
    for state in 0..<stateEdge.count {
      let head = edges[stateEdge[state]].head
      guard head < junctions else { return Fault(section: .edges, message: "the edge of state \(state) ends nowhere") }
      // The edges from the junction are those that may follow.
      let (first, end) = (firstEdge[head], firstEdge[head + 1])
      for turn in starts[state]..<starts[state + 1] {
        let target = turns[turn].target
        guard target < stateEdge.count else {
          return Fault(section: .turns, message: "turn \(turn) leads nowhere")
        }
        let edge = target < edgeCount ? target : stateEdge[target]
        guard edge >= first, edge < end else {
          return Fault(section: .turns, message: "turn \(turn) leads elsewhere")
        }
      }
    }
    return nil
  }

  private var incomingFault: Fault? {
    let firstIncoming: Column<UInt32> = image.column(.firstIncoming)
    let incoming: Column<UInt32> = image.column(.incomingEdges)
    guard isStarts(firstIncoming, groups: junctions.count, total: incoming.count), incoming.count == edges.count else {
      return Fault(section: .firstIncoming, message: "the edges into the junctions are out of order")
    }
    for index in 0..<incoming.count where Int(incoming[index]) >= edges.count {
      return Fault(section: .incomingEdges, message: "entry \(index) is no edge")
    }
    return nil
  }

  private var textFault: Fault? {
    let offsets: Column<UInt32> = image.column(.textOffsets)
    let bytes: Column<UInt8> = image.column(.textBytes)
    guard offsets.count > 0, isStarts(offsets, groups: offsets.count - 1, total: bytes.count) else {
      return Fault(section: .textOffsets, message: "the texts are out of order")
    }
    return nil
  }

  private var signFault: Fault? {
    let edgeSigns: Column<UInt32> = image.column(.edgeSigns)
    let records: Column<SignRecord> = image.column(.signRecords)
    let arrows: Column<UInt16> = image.column(.laneArrows)
    let offsets: Column<UInt32> = image.column(.textOffsets)
    guard edgeSigns.count == edges.count else {
      return Fault(section: .edgeSigns, message: "\(edgeSigns.count) edges have signs; expected \(edges.count)")
    }
    for edge in 0..<edgeSigns.count where Int(edgeSigns[edge]) >= records.count {
      return Fault(section: .edgeSigns, message: "the sign of edge \(edge) is missing")
    }
    for index in 0..<records.count {
      let record = records[index]
      let texts = [record.destinations, record.exits, record.pronunciation]
      guard texts.allSatisfy({ Int($0) + 1 < offsets.count }), record.arrows.upperBound <= arrows.count,
        Int(record.arrowCount) <= SignRules.mostLanes
      else { return Fault(section: .signRecords, message: "sign \(index) points nowhere") }
    }
    return nil
  }

  private var instructionFault: Fault? {
    let instructions: Column<TurnInstruction> = image.column(.turnInstructions)
    let turns: Column<TurnRecord> = image.column(.turns)
    guard instructions.count == turns.count else {
      return Fault(
        section: .turnInstructions, message: "\(instructions.count) turns are told; expected \(turns.count)")
    }
    for index in 0..<instructions.count where !instructions[index].isSound {
      return Fault(section: .turnInstructions, message: "turn \(index) has an unknown kind")
    }
    return nil
  }

  private var indexFault: Fault? {
    let levels: Column<UInt32> = image.column(.indexLevels)
    let boxes: Column<IndexBox> = image.column(.indexBoxes)
    let items: Column<IndexItem> = image.column(.indexItems)
    guard levels.count >= 2, isStarts(levels, groups: levels.count - 1, total: boxes.count) else {
      return Fault(section: .indexLevels, message: "the levels of the index are out of order")
    }
    var below = items.count
    for level in 0..<(levels.count - 1) {
      let expected = (below + SegmentIndexBuilder.fanOut - 1) / SegmentIndexBuilder.fanOut
      guard Int(levels[level + 1] - levels[level]) == expected else {
        return Fault(section: .indexLevels, message: "level \(level) has the wrong size")
      }
      below = expected
    }
    for index in 0..<items.count {
      let item = items[index]
      guard Int(item.link) < linkCount, item.vertex >= linkFirstVertex[item.link], item.vertex < UInt32.max,
        item.vertex + 1 < linkFirstVertex[item.link + 1]
      else { return Fault(section: .indexItems, message: "item \(index) is no segment") }
    }
    return nil
  }
}
