import WaybenchCore

/// What all pieces of one way of a town have in common.
struct TownStyle: Equatable {
  var roadClass: RoadClass
  var isOneWay = false
  var access = RoadSource.Access.allowed
  var limit: UInt8
  var freeFlow: Double
  var flags: RoadSource.WayFlags = []
  var layer: Int8 = 0
  var name: Int32 = 0
  var reference: Int32 = 0

  /// How many directions may be driven.
  var directions: Int { isOneWay ? 1 : 2 }

  /// The usual style of a class: legal limit and the speed on an empty road.
  init(_ roadClass: RoadClass, isOneWay: Bool = false, name: Int32 = 0, reference: Int32 = 0) {
    self.roadClass = roadClass
    self.isOneWay = isOneWay
    self.name = name
    self.reference = reference
    switch roadClass {
    case .motorway: (limit, freeFlow) = (120, 112)
    case .motorwayLink: (limit, freeFlow) = (60, 55)
    case .trunk: (limit, freeFlow) = (90, 86)
    case .trunkLink: (limit, freeFlow) = (50, 46)
    case .primary, .primaryLink: (limit, freeFlow) = (50, 47)
    case .secondary, .secondaryLink: (limit, freeFlow) = (50, 44)
    case .tertiary, .tertiaryLink: (limit, freeFlow) = (50, 41)
    case .unclassified: (limit, freeFlow) = (70, 58)
    case .residential: (limit, freeFlow) = (30, 27)
    case .livingStreet: (limit, freeFlow) = (20, 12)
    case .service: (limit, freeFlow) = (20, 15)
    case .track: (limit, freeFlow) = (30, 16)
    case .ferry: (limit, freeFlow) = (15, 11)
    // Towns are drawn for cars.
    case .cycleway, .footway, .path, .pedestrian, .steps: (limit, freeFlow) = (20, 10)
    }
  }
}

/// The sheet that a synthetic town is drawn on: nodes, ways and restrictions in metres, and the running count of edges.
final class TownCanvas {
  private(set) var points: [TownPoint] = []
  private var flags: [RoadSource.NodeFlags] = []
  /// 0 unused, 1 inside one way, 2 a junction or a way's end.
  private(set) var uses: [UInt8] = []
  /// Directions of the one way that passes a node of use 1.
  private var passingDirections: [UInt8] = []
  private(set) var source = RoadSource()
  /// Junction-to-junction pieces times directions, over all ways so far.
  private(set) var directedEdges = 0
  /// Nodes at which every way ends, because a restriction names the ways there.
  private(set) var splitNodes: Set<Int32> = []
  private var names: TownNames
  var landmarks: [(name: String, node: Int32, note: String)] = []

  init(seed: UInt64) {
    names = TownNames(seed: seed)
  }

  /// Adds a node.
  func node(at point: TownPoint, flags: RoadSource.NodeFlags = []) -> Int32 {
    points.append(point)
    self.flags.append(flags)
    uses.append(0)
    passingDirections.append(0)
    return Int32(points.count - 1)
  }

  func point(_ node: Int32) -> TownPoint { points[Int(node)] }

  func mark(_ node: Int32, _ flags: RoadSource.NodeFlags) { self.flags[Int(node)].formUnion(flags) }

  func isMarked(_ node: Int32, _ flags: RoadSource.NodeFlags) -> Bool {
    self.flags[Int(node)].isSuperset(of: flags)
  }

  func split(_ node: Int32) { splitNodes.insert(node) }

  func landmark(_ name: String, _ node: Int32, _ note: String) {
    landmarks.append((name, node, note))
  }

  /// A new street name, as an index into the source's names.
  func name(_ kind: TownNames.Kind) -> Int32 { text(names.next(kind)) }

  /// A text, as an index into the source's names.
  func text(_ text: String) -> Int32 {
    source.names.append(text)
    return Int32(source.names.count - 1)
  }

  /// Adds a way, or several where split nodes cut it.
  func addWay(_ nodes: [Int32], _ style: TownStyle) {
    var start = 0
    for index in nodes.indices.dropFirst() where index == nodes.count - 1 || splitNodes.contains(nodes[index]) {
      addUnsplitWay(nodes[start...index], style)
      start = index
    }
  }

  private func addUnsplitWay(_ nodes: ArraySlice<Int32>, _ style: TownStyle) {
    let start = source.wayNodes.count
    source.wayNodes.append(contentsOf: nodes)
    let backward: RoadSource.Access = style.isOneWay ? .none : style.access
    source.ways.append(
      RoadSource.Way(
        id: Int64(source.ways.count + 1), nodeRange: start..<source.wayNodes.count, roadClass: style.roadClass,
        forward: style.access, backward: backward, forwardLimitKilometersPerHour: style.limit,
        backwardLimitKilometersPerHour: style.isOneWay ? 0 : style.limit,
        freeFlowKilometersPerHour: style.freeFlow, flags: style.flags, layer: style.layer, name: style.name,
        reference: style.reference))
    directedEdges += style.directions
    for (offset, node) in nodes.enumerated() {
      use(Int(node), isEnd: offset == 0 || offset == nodes.count - 1, directions: style.directions)
    }
  }

  private func use(_ node: Int, isEnd: Bool, directions: Int) {
    if uses[node] == 1 {
      directedEdges += Int(passingDirections[node])
      uses[node] = 2
    } else if uses[node] == 0, !isEnd {
      uses[node] = 1
      passingDirections[node] = UInt8(directions)
      return
    }
    uses[node] = 2
    if !isEnd { directedEdges += directions }
  }

  /// Lets a one-way street be driven both ways.
  func openBothWays(_ way: Int, pieces: Int) {
    source.ways[way].backward = source.ways[way].forward
    source.ways[way].backwardLimitKilometersPerHour = source.ways[way].forwardLimitKilometersPerHour
    directedEdges += pieces
  }

  func addRestriction(_ restriction: RoadSource.Restriction) { source.restrictions.append(restriction) }

  /// The finished source: the sheet bent gently and laid on the globe.
  func finish(_ options: SyntheticTown.Options) -> (source: RoadSource, landmarks: [SyntheticTown.Landmark]) {
    let globe = TownGlobe(options)
    source.nodes.reserveCapacity(points.count)
    for index in points.indices {
      source.nodes.append(
        RoadSource.Node(
          id: Int64(index + 1), coordinate: globe.coordinate(points[index]), flags: flags[index]))
    }
    // Way nodes are node indices, as the ids are indices plus one.
    source.origin = "synthetic town, seed \(options.seed), \(directedEdges) directed edges"
    source.drivesOnLeft = options.drivesOnLeft
    let marks = landmarks.map {
      SyntheticTown.Landmark(name: $0.name, coordinate: globe.coordinate(points[Int($0.node)]), note: $0.note)
    }
    return (source, marks)
  }
}

/// Bends the drawing board, so that no street is straight for long, and lays it on the ellipsoid.
struct TownGlobe {
  private let options: SyntheticTown.Options
  private let metersPerLatitudeUnit: Double
  private let phases: [Double]

  /// Wave lengths and amplitudes, metres. The slopes add up to less than 0.12: distances stay true to 12 percent.
  private static let waves: [(length: Double, amplitude: Double)] = [(1300, 8), (2900, 17), (9100, 55)]

  init(_ options: SyntheticTown.Options) {
    self.options = options
    var random = SeededGenerator(seed: options.seed, stream: 0x61C8)
    phases = (0..<12).map { _ in random.nextUnit() * 2 * Double.pi }
    let (sine, _) = townSineCosine(options.center.latitude * Double.pi / 180)
    let root = (1 - Self.eccentricitySquared * sine * sine).squareRoot()
    metersPerLatitudeUnit =
      Self.semiMajorAxis * (1 - Self.eccentricitySquared) / (root * root * root) * Self.radiansPerUnit
  }

  // WGS 84.
  private static let semiMajorAxis = 6_378_137.0
  private static let eccentricitySquared = 0.006_694_379_990_14
  private static let radiansPerUnit = Double.pi / 180e7

  func coordinate(_ flat: TownPoint) -> Coordinate {
    let bent = bend(flat)
    let north = bent.y / metersPerLatitudeUnit
    let latitude = (Double(options.center.latitudeE7) + north) / 1e7
    let (sine, cosine) = townSineCosine(latitude * Double.pi / 180)
    let radius = Self.semiMajorAxis / (1 - Self.eccentricitySquared * sine * sine).squareRoot()
    let east = (options.drivesOnLeft ? -bent.x : bent.x) / (radius * cosine * Self.radiansPerUnit)
    return Coordinate(
      clampingLatitude: latitude, longitude: (Double(options.center.longitudeE7) + east) / 1e7)
  }

  private func bend(_ p: TownPoint) -> TownPoint {
    var result = p
    for (index, wave) in Self.waves.enumerated() {
      let k = 2 * Double.pi / wave.length
      let phase = index * 4
      result.x += wave.amplitude * townSineCosine(k * (0.3 * p.x + 0.95 * p.y) + phases[phase]).sine
      result.y += wave.amplitude * townSineCosine(k * (0.95 * p.x - 0.3 * p.y) + phases[phase + 1]).sine
    }
    return result
  }
}
