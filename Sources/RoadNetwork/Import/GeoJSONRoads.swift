import Glibc
public import WaybenchCore

/// Reads roads from GeoJSON: one LineString per edge, its properties saying what it is and where it joins others.
///
/// | property | meaning | when absent |
/// | --- | --- | --- |
/// | `edge` | the edge's name | none |
/// | `from`, `to` | names of the nodes at its ends | the end joins others at the same coordinates |
/// | `oneway` | true: only in drawing direction | false |
/// | `class` | a value of OpenStreetMap's `highway`, or "ferry" | "unclassified" |
/// | `level` | OpenStreetMap's layer | 0 |
/// | `access` | a value of OpenStreetMap's `access` | "yes" |
/// | `motorcar`, `bicycle`, `foot`, `motorcycle`, `taxi` | the same for that mode of travel alone | `access` |
/// | `kmh` | legal limit and free speed, 1 ... 254 | no limit known, the class's speed |
/// | `name`, `ref` | what people call it | the edge's name; none |
/// | `roundabout`, `tunnel`, `bridge`, `toll`, `ferry` | truth values | false |
/// | `id` | a whole number, the way's id; different for each edge | `way` |
/// | `way` | a whole number, the id of the way that the edge is a part of | the first free number from 1 |
///
/// Edges meet only at their ends: at nodes of the same name, or, where an end has no name, of the same coordinates. On
/// the 180th meridian, which two longitudes describe, the same latitude is one node whatever its names. Vertices
/// between the ends never join. A line of one place is an edge of no length when `from` and `to` name two nodes;
/// otherwise it is left out, with the barriers on it.
///
/// A road whose class is for others (a footway for cars, a motorway for bicycles) is left out unless the key of the
/// mode opens it; `oneway` says nothing to people on foot.
///
/// A Point with `kind` "barrier" stands on the edge that `edge` (or `on_edge`) names; `barrier` and `access` say whom
/// it stops, as in OpenStreetMap.
public enum GeoJSONRoads {
  /// How far a barrier may lie from its edge, and the spellings of one node from each other.
  static let toleranceMeters = 5.0
  /// The most text that is read: the text and its values are held as a whole.
  static let longestTextMegabytes = 256

  /// Reads a file of at most 256 MB.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - mode: who travels.
  /// - Throws: when it cannot be read, is no GeoJSON, or a feature is no road of the form above.
  public static func read(path: String, mode: TravelMode = .driving) throws(RoadImportError) -> RoadSource {
    var status = stat()
    // What cannot be looked at is reported by the reader.
    if unsafe stat(path, &status) == 0, Int(status.st_size) > longestTextMegabytes * 1_000_000 {
      throw RoadImportError(
        path: path, message: "the text is too long", expected: "GeoJSON of at most \(longestTextMegabytes) MB")
    }
    let bytes = try RoadFile.read(path: path)
    return try parse(bytes, path: path, mode: mode)
  }

  /// Reads text in memory.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text.
  ///   - path: what errors and `origin` call it.
  ///   - mode: who travels.
  /// - Throws: when it is no GeoJSON, or a feature is no road of the form above.
  /// - Complexity: linear in the size of the text.
  public static func parse(
    _ bytes: [UInt8], path: String = "", mode: TravelMode = .driving
  ) throws(RoadImportError) -> RoadSource {
    guard !bytes.isEmpty else {
      throw RoadImportError(path: path, message: "is empty", expected: "a GeoJSON FeatureCollection")
    }
    let document = try JSONValue.document(bytes, path: path)
    guard let members = document.object, members["type"]?.string == "FeatureCollection",
      let features = members["features"]?.array
    else {
      throw RoadImportError(
        path: path, message: "no list of features", expected: "a GeoJSON FeatureCollection with \"features\"")
    }
    var builder = GeoJSONSourceBuilder(path: path, rules: RoadRules(mode: mode))
    let parsed = try builder.parseFeatures(features)
    guard !parsed.edges.isEmpty else {
      throw RoadImportError(path: path, message: "no roads for \(mode.travellers)", expected: "at least one LineString")
    }
    return try builder.build(parsed)
  }
}

/// An edge of a GeoJSON file.
struct GeoJSONEdge {
  var feature: Int
  var name: String?
  var from: String?
  var to: String?
  var isOneway: Bool
  var roadClass: RoadClass
  var access: RoadSource.Access
  /// Whether its class is for others than the mode, and no property opens it.
  var isForOthers: Bool
  var layer: Int8
  var kilometersPerHour: UInt8
  var roadName: String
  var reference: String
  var flags: RoadSource.WayFlags
  var id: Int64?
  var way: Int64?
  /// At least two positions.
  var line: [Coordinate]

  /// Whether it leads from one node to another or back round to it: a line of one place does when its ends have
  /// different names, except on the 180th meridian, where a place is one node whatever its names.
  var isUsable: Bool {
    if line.count > 2 || line[0] != line[1] { return true }
    guard let from, let to else { return false }
    return from != to && line[0].longitudeE7 != -1_800_000_000
  }
}

/// A barrier on an edge of a GeoJSON file.
struct GeoJSONBarrier {
  var feature: Int
  var edge: String
  var flags: RoadSource.NodeFlags
  var position: Coordinate
}

/// Turns GeoJSON features into a `RoadSource`.
struct GeoJSONSourceBuilder {
  let path: String
  let rules: RoadRules
  var ignored = 0
  private var forOthersCount = 0
  private var skippedCount = 0
  private var skippedNames = Set<String>()
  private var source = RoadSource()
  private var nameIndices: [String: Int32] = ["": 0]
  private var namedNodes: [String: (node: Int32, edge: String)] = [:]
  private var endNodes: [Coordinate: Int32] = [:]
  private var meridianNodes: [Coordinate: Int32] = [:]

  init(path: String, rules: RoadRules) {
    self.path = path
    self.rules = rules
  }

  func failure(_ feature: Int, _ message: String, _ expected: String) -> RoadImportError {
    RoadImportError(path: path, place: .feature(feature), message: message, expected: expected)
  }

  /// Leaves out an edge that leads nowhere or is for others.
  mutating func skip(_ edge: GeoJSONEdge) {
    if edge.isForOthers { forOthersCount += 1 } else { skippedCount += 1 }
    if let name = edge.name { skippedNames.insert(name) }
  }

  /// Joins the edges, sets the barriers and adds all to the source.
  mutating func build(
    _ parsed: (edges: [GeoJSONEdge], barriers: [GeoJSONBarrier])
  ) throws(RoadImportError) -> RoadSource {
    // Named ends first, so that ends without a name find them.
    var ends = [(from: Int32?, to: Int32?)](repeating: (nil, nil), count: parsed.edges.count)
    for (index, edge) in parsed.edges.enumerated() {
      if let name = edge.from { ends[index].from = try namedNode(name, edge.line[0], edge) }
      if let name = edge.to { ends[index].to = try namedNode(name, edge.line[edge.line.count - 1], edge) }
    }
    var usedIDs = Set<Int64>()
    for edge in parsed.edges {
      if let id = edge.id, !usedIDs.insert(id).inserted {
        throw failure(edge.feature, "the id \(id) comes twice", "a different id for each edge")
      }
    }
    var runs: [[Int32]] = []
    for (index, edge) in parsed.edges.enumerated() {
      let from = ends[index].from ?? unnamedNode(edge.line[0])
      let to = ends[index].to ?? unnamedNode(edge.line[edge.line.count - 1])
      runs.append([from] + edge.line[1..<edge.line.count - 1].map { newNode($0) } + [to])
    }
    for barrier in parsed.barriers { try set(barrier, on: parsed.edges, &runs) }
    // A way may be cut into many edges: its id may come again.
    usedIDs.formUnion(parsed.edges.compactMap(\.way))
    var nextID: Int64 = 1
    for (edge, run) in zip(parsed.edges, runs) {
      let known = edge.id ?? edge.way
      while known == nil, !usedIDs.insert(nextID).inserted { nextID += 1 }
      append(edge, run: run, id: known ?? nextID)
    }
    source.origin = path.split(separator: "/").last.map(String.init) ?? path
    source.mode = rules.mode
    source.drivesOnLeft = DrivingSide.isLeft(source.nodes)
    if ignored > 0 {
      source.notes.append("\(ignored) \(ignored == 1 ? "feature is" : "features are") neither a road nor a barrier")
    }
    if forOthersCount > 0 {
      let what = forOthersCount == 1 ? "line is" : "lines are"
      source.notes.append("\(forOthersCount) \(what) not for \(rules.mode.travellers)")
    }
    if skippedCount > 0 {
      source.notes.append("\(skippedCount) \(skippedCount == 1 ? "line" : "lines") of one place left out")
    }
    return source
  }

  private mutating func append(_ edge: GeoJSONEdge, run: [Int32], id: Int64) {
    let start = source.wayNodes.count
    var last: Int32?
    for node in run where node != last {
      source.wayNodes.append(node)
      last = node
    }
    var speed = rules.classSpeed(edge.roadClass)
    if edge.kilometersPerHour > 0 {
      let limit = Double(edge.kilometersPerHour)
      speed = rules.mode.isMotorized ? limit : min(limit, speed)
    }
    let isOneway = edge.isOneway && rules.mode != .walking
    source.ways.append(
      RoadSource.Way(
        id: id, nodeRange: start..<source.wayNodes.count, roadClass: edge.roadClass, forward: edge.access,
        backward: isOneway ? .none : edge.access, forwardLimitKilometersPerHour: edge.kilometersPerHour,
        backwardLimitKilometersPerHour: edge.kilometersPerHour, freeFlowKilometersPerHour: speed, flags: edge.flags,
        layer: edge.layer, name: nameIndex(edge.roadName), reference: nameIndex(edge.reference)))
  }

  private mutating func nameIndex(_ name: String) -> Int32 {
    if let known = nameIndices[name] { return known }
    let index = Int32(clamping: source.names.count)
    source.names.append(name)
    nameIndices[name] = index
    return index
  }

  private mutating func newNode(_ coordinate: Coordinate) -> Int32 {
    let index = Int32(clamping: source.nodes.count)
    source.nodes.append(RoadSource.Node(id: Int64(source.nodes.count + 1), coordinate: coordinate))
    return index
  }

  private mutating func namedNode(
    _ name: String, _ coordinate: Coordinate, _ edge: GeoJSONEdge
  ) throws(RoadImportError) -> Int32 {
    if let known = namedNodes[name] {
      let apart = Geodesic.distanceMeters(source.nodes[Int(known.node)].coordinate, coordinate)
      guard apart <= GeoJSONRoads.toleranceMeters else {
        throw failure(
          edge.feature, "node \"\(name)\" lies \(Int(apart.rounded())) m from where edge \"\(known.edge)\" puts it",
          "one place for one node")
      }
      return known.node
    }
    let isOnMeridian = coordinate.longitudeE7 == -1_800_000_000
    let node = (isOnMeridian ? meridianNodes[coordinate] : nil) ?? newNode(coordinate)
    if isOnMeridian { meridianNodes[coordinate] = node }
    namedNodes[name] = (node, edge.name ?? "")
    if endNodes[coordinate] == nil { endNodes[coordinate] = node }
    return node
  }

  private mutating func unnamedNode(_ coordinate: Coordinate) -> Int32 {
    if let known = endNodes[coordinate] { return known }
    let node = newNode(coordinate)
    endNodes[coordinate] = node
    return node
  }

  /// Puts a barrier on its edge: on the vertex that is there, or on a new one.
  private mutating func set(
    _ barrier: GeoJSONBarrier, on edges: [GeoJSONEdge], _ runs: inout [[Int32]]
  ) throws(RoadImportError) {
    guard let edge = edges.firstIndex(where: { $0.name == barrier.edge }) else {
      if skippedNames.contains(barrier.edge) { return }
      throw failure(barrier.feature, "the barrier is on edge \"\(barrier.edge)\", which is missing", "a known edge")
    }
    let frame = LocalFrame(origin: barrier.position)
    let points = runs[edge].map { frame.project(source.nodes[Int($0)].coordinate) }
    var best = (distance: Double.infinity, segment: 0, fraction: 0.0)
    for segment in 0..<points.count - 1 {
      let a = points[segment]
      let dx = points[segment + 1].x - a.x
      let dy = points[segment + 1].y - a.y
      let squared = dx * dx + dy * dy
      let fraction = squared > 0 ? min(1, max(0, -(a.x * dx + a.y * dy) / squared)) : 0
      let foot = PlanePoint(x: a.x + fraction * dx, y: a.y + fraction * dy)
      let distance = foot.distance(to: PlanePoint(x: 0, y: 0))
      if distance < best.distance { best = (distance, segment, fraction) }
    }
    guard best.distance <= GeoJSONRoads.toleranceMeters else {
      let distance = best.distance.isFinite && best.distance < 1e9 ? "\(Int(best.distance.rounded())) m" : "far"
      throw failure(
        barrier.feature, "the barrier lies \(distance) from edge \"\(barrier.edge)\"", "at most 5 m")
    }
    let a = points[best.segment]
    let b = points[best.segment + 1]
    let length = a.distance(to: b)
    // A barrier within 10 cm of a vertex stands on it.
    if best.fraction * length < 0.1 {
      source.nodes[Int(runs[edge][best.segment])].flags.formUnion(barrier.flags)
    } else if (1 - best.fraction) * length < 0.1 {
      source.nodes[Int(runs[edge][best.segment + 1])].flags.formUnion(barrier.flags)
    } else {
      let foot = frame.unproject(
        PlanePoint(x: a.x + best.fraction * (b.x - a.x), y: a.y + best.fraction * (b.y - a.y)))
      let node = newNode(foot)
      source.nodes[Int(node)].flags = barrier.flags
      runs[edge].insert(node, at: best.segment + 1)
    }
  }
}
