internal import Synchronization
public import WaybenchCore

/// A network of roads for one mode of travel: junctions, directed edges, legal turns and a spatial index.
///
/// Immutable and shared between threads; its arrays lie in the memory of a `.wbn` image, mapped from a file or built.
public final class RoadNetwork: Sendable {
  private let image: NetworkImage
  /// Who travels on it.
  public let mode: TravelMode
  /// One record per edge, or none when nothing is known of countries.
  let charges: Column<EdgeCharge>
  let junctions: Column<JunctionRecord>
  let firstEdge: Column<UInt32>
  let edges: Column<EdgeRecord>
  let linkFirstVertex: Column<UInt32>
  let vertices: Column<Coordinate>
  /// The id of each vertex's node in the source.
  let vertexNodes: Column<Int64>
  let stateEdge: Column<UInt32>
  let firstTurn: Column<UInt32>
  let turns: Column<TurnRecord>
  let firstIncoming: Column<UInt32>
  let incomingEdges: Column<UInt32>
  let edgeSigns: Column<UInt32>
  let signRecords: Column<SignRecord>
  let laneArrows: Column<UInt16>
  let turnInstructions: Column<TurnInstruction>
  let indexLevels: Column<UInt32>
  let indexBoxes: Column<IndexBox>
  let indexItems: Column<IndexItem>
  let linkEdges: Column<LinkEdges>
  /// The routing hierarchy without weights.
  let hierarchy: RoutingHierarchy
  /// The further states of edges that have more than one, by edge.
  let furtherStates: [(edge: UInt32, state: UInt32)]
  private let cachedWeights = Mutex<EdgeWeights.FreeFlowArrays?>(nil)
  private let textOffsets: Column<UInt32>
  private let textBytes: Column<UInt8>

  /// Maps the network in a `.wbn` file and checks it against its checksums.
  ///
  /// - Throws: `NetworkFileError` for a file that is cut, altered, or of another kind; it names the section.
  public convenience init(path: String) throws(NetworkFileError) {
    let image = try NetworkImage(path: path)
    if let fault = NetworkStructure(image).fault {
      throw NetworkFileError(path: path, section: "\(fault.section)", message: "\(fault.message): not a sound network")
    }
    self.init(image: image)
  }

  init(image: NetworkImage) {
    self.image = image
    let modes: Column<UInt8> = image.column(.mode)
    mode = modes.count > 0 ? TravelMode(rawValue: modes[0]) ?? .driving : .driving
    charges = image.column(.edgeCharges)
    junctions = image.column(.junctions)
    firstEdge = image.column(.junctionFirstEdge)
    edges = image.column(.edges)
    linkFirstVertex = image.column(.linkFirstVertex)
    vertices = image.column(.vertices)
    vertexNodes = image.column(.vertexNodes)
    stateEdge = image.column(.stateEdge)
    firstTurn = image.column(.stateFirstTurn)
    turns = image.column(.turns)
    firstIncoming = image.column(.firstIncoming)
    incomingEdges = image.column(.incomingEdges)
    edgeSigns = image.column(.edgeSigns)
    signRecords = image.column(.signRecords)
    laneArrows = image.column(.laneArrows)
    turnInstructions = image.column(.turnInstructions)
    indexLevels = image.column(.indexLevels)
    indexBoxes = image.column(.indexBoxes)
    indexItems = image.column(.indexItems)
    textOffsets = image.column(.textOffsets)
    textBytes = image.column(.textBytes)
    linkEdges = image.column(.linkEdges)
    hierarchy = RoutingHierarchy(image: image)
    let stateEdge = stateEdge
    furtherStates = (edges.count..<stateEdge.count).map { (stateEdge[$0], UInt32($0)) }.sorted { $0 < $1 }
  }

  /// The metric that came with the network: the fastest way on free roads.
  public var freeFlowMetric: RouteMetric {
    RouteMetric(network: self, storage: RouteMetric.Storage(image: image))
  }

  /// The weights of the fastest way on free roads; made at the first call. O(edges + turns).
  public var freeFlowWeights: EdgeWeights {
    cachedWeights.withLock { arrays in
      let weights = EdgeWeights(freeFlow: self, arrays: arrays)
      if arrays == nil { arrays = weights.freeFlowArrays }
      return weights
    }
  }

  /// The number of junctions.
  public var junctionCount: Int { junctions.count }
  /// The number of directed edges.
  public var edgeCount: Int { edges.count }
  /// The number of links: stretches of road whatever the direction.
  public var linkCount: Int { linkEdges.count }
  /// The number of states of the turn-expanded graph; the first `edgeCount` of them are the edges.
  public var stateCount: Int { stateEdge.count }
  /// The number of legal turns.
  public var turnCount: Int { turns.count }
  /// The number of vertices of all links.
  public var vertexCount: Int { vertices.count }
  /// The bytes of the `.wbn` file.
  public var byteCount: Int { image.byteCount }
  /// Where the roads come from, and notes of the import, a line each.
  public var notes: String {
    let bytes = image.column(.description, of: UInt8.self)
    return String(decoding: (0..<bytes.count).map { bytes[$0] }, as: UTF8.self)
  }

  /// A text of the network; empty for an index out of range.
  public func text(_ index: UInt32) -> String {
    guard Int(index) + 1 < textOffsets.count else { return "" }
    return textBytes.text(Int(textOffsets[index])..<Int(textOffsets[index + 1]))
  }

  /// Where the bytes of a text stand; empty for an index out of range.
  func range(ofText text: UInt32) -> Range<Int> {
    Int(text) + 1 < textOffsets.count ? Int(textOffsets[text])..<Int(textOffsets[Int(text) + 1]) : 0..<0
  }

  /// One byte of the texts.
  func byte(at index: Int) -> UInt8 { textBytes[index] }

  /// Writes the `.wbn` file: to a temporary name in the same folder, which is then renamed.
  ///
  /// - Throws: `NetworkFileError` when the file cannot be written; nothing is left behind then.
  public func write(path: String) throws(NetworkFileError) { try image.write(path: path) }

  /// Where a junction lies.
  public func coordinate(ofJunction junction: Int) -> Coordinate {
    let record = junctions[junction]
    return Coordinate(latitudeE7: record.latitudeE7, longitudeE7: record.longitudeE7)
      ?? Coordinate(clampingLatitude: 0, longitude: 0)
  }

  /// What stands at a junction.
  public func flags(ofJunction junction: Int) -> RoadSource.NodeFlags {
    RoadSource.NodeFlags(rawValue: UInt8(truncatingIfNeeded: junctions[junction].flags))
  }

  /// The edges that leave a junction.
  public func edges(leavingJunction junction: Int) -> Range<Int> {
    Int(firstEdge[junction])..<Int(firstEdge[junction + 1])
  }

  /// The vertices of an edge from its tail to its head. O(vertices).
  public func shape(ofEdge edge: Int) -> [Coordinate] {
    let record = edges[edge]
    let range = Int(linkFirstVertex[record.link])..<Int(linkFirstVertex[record.link + 1])
    let along = range.map { vertices[$0] }
    return record.flags.contains(.reversed) ? along.reversed() : along
  }

  /// The source's node (an OpenStreetMap node id) of each vertex of an edge, as many as `shape` has. O(vertices).
  public func nodes(ofEdge edge: Int) -> [Int64] {
    let record = edges[edge]
    let along = (linkFirstVertex[record.link]..<linkFirstVertex[record.link + 1]).map { vertexNodes[$0] }
    return record.flags.contains(.reversed) ? along.reversed() : along
  }

  /// The link that a vertex belongs to. O(log links).
  func link(ofVertex vertex: UInt32) -> Int {
    var low = 0
    var high = linkCount - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if linkFirstVertex[middle] <= vertex { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// An edge with everything known of it.
  public func edge(_ index: Int) -> Edge { Edge(network: self, index: index, record: edges[index]) }

  /// A stretch of road from one junction to the next in one direction.
  public struct Edge: Sendable {
    let network: RoadNetwork
    /// Its number.
    public let index: Int
    let record: EdgeRecord

    /// The junction that it leaves.
    public var tail: Int { Int(record.tail) }
    /// The junction that it leads to.
    public var head: Int { Int(record.head) }
    /// The edge in the other direction, if the mode may use it.
    public var twin: Int? { record.twin == EdgeRecord.none ? nil : Int(record.twin) }
    /// The link whose geometry it has.
    public var link: Int { Int(record.link) }
    /// The OpenStreetMap way, or the source's own identity.
    public var wayID: Int64 { record.wayID }
    /// Its length, metres.
    public var lengthMeters: Double { Double(record.lengthMillimeters) / 1000 }
    /// The time it takes when the road is free, seconds.
    public var travelSeconds: Double { Double(record.travelMilliseconds) / 1000 }
    /// The speed when the road is free, metres per second.
    public var freeFlowMetersPerSecond: Double {
      Double(record.lengthMillimeters) / Double(max(1, record.travelMilliseconds))
    }
    /// The legal limit, km/h; `nil` when unknown or none.
    public var limitKilometersPerHour: Int? {
      record.limitKilometersPerHour == 0 || record.limitKilometersPerHour == 255
        ? nil : Int(record.limitKilometersPerHour)
    }
    /// What kind of road it is.
    public var roadClass: RoadClass { RoadClass(rawValue: record.roadClass) ?? .service }
    /// Its properties.
    public var flags: EdgeFlags { record.flags }
    /// The country that it lies in; `nil` when unknown.
    public var country: CountryCode? {
      network.charges.count > 0 ? CountryCode(packed: network.charges[index].country) : nil
    }
    /// Whether the mode needs a vignette on it; false when the country is unknown.
    public var needsVignette: Bool {
      network.charges.count > 0 && network.charges[index].flags & EdgeCharge.vignette != 0
    }
    /// The road's name; may be empty.
    public var name: String { network.text(record.name) }
    /// The road's reference ("A 3"); may be empty.
    public var reference: String { network.text(record.reference) }
    /// Direction at its tail, degrees clockwise from north.
    public var startCourseDegrees: Double { Double(record.startCourse) / 100 }
    /// Direction at its head, degrees clockwise from north.
    public var endCourseDegrees: Double { Double(record.endCourse) / 100 }
  }

  /// The legal turns from a state: the states they lead to and what they cost in time, seconds.
  public func turns(fromState state: Int) -> [(state: Int, seconds: Double)] {
    (Int(firstTurn[state])..<Int(firstTurn[state + 1])).map {
      (Int(turns[$0].target), Double(turns[$0].milliseconds) / 1000)
    }
  }

  /// The numbers of the legal turns from a state.
  public func turnRange(ofState state: Int) -> Range<Int> { Int(firstTurn[state])..<Int(firstTurn[state + 1]) }

  /// The state that a legal turn leads to.
  public func state(afterTurn turn: Int) -> Int { Int(turns[turn].target) }

  /// The edge of a state.
  public func edge(ofState state: Int) -> Int { Int(stateEdge[state]) }

  /// Checks that every number in the arrays points inside them; the first fault in words, `nil` when there is none.
  ///
  /// Checksums tell that a file is the one that was written, this tells that what was written makes sense. O(n). A
  /// network from a file has passed it.
  public func invariantFault() -> String? {
    NetworkStructure(image).fault.map { "section \($0.section): \($0.message)" }
  }
}
