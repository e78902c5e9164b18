import Testing
import WaybenchCore

@testable import RoadNetwork

/// One row of a table of access: who passes along a way, or past a node.
struct AccessRow: Sendable, CustomTestStringConvertible {
  /// "key=value" pairs, separated by blanks; a "_" is a blank in a value that needs one.
  var tags: String
  /// What is expected in the order of the nodes and against it.
  var forward: RoadSource.Access
  var backward: RoadSource.Access
  var mode = TravelMode.driving

  var testDescription: String { "\(mode.name) \(tags)" }

  /// A row that is the same in both directions.
  static func both(_ tags: String, _ access: RoadSource.Access, _ mode: TravelMode = .driving) -> AccessRow {
    AccessRow(tags: tags, forward: access, backward: access, mode: mode)
  }

  static func row(
    _ tags: String, _ forward: RoadSource.Access, _ backward: RoadSource.Access, _ mode: TravelMode = .driving
  ) -> AccessRow {
    AccessRow(tags: tags, forward: forward, backward: backward, mode: mode)
  }

  var pairs: [String: String] {
    var pairs: [String: String] = [:]
    for part in tags.split(separator: " ") {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      pairs[pair[0]] = pair[1]
    }
    return pairs
  }

  /// Sends a way with the tags through the import; a way that is left out is closed both ways.
  func expectWay() throws {
    let source = try ImportFiles.source(
      ImportFiles.nodes([1, 2]) + ImportFiles.way(1, [1, 2], pairs), mode: mode)
    let way = source.ways.first
    let closed = RoadSource.Access.none
    #expect(source.ways.count <= 1)
    #expect(way?.forward ?? closed == forward, "forward")
    #expect(way?.backward ?? closed == backward, "backward")
  }

  /// Sends a node with the tags, in the middle of a residential street, through the import.
  func expectNode() throws {
    let source = try ImportFiles.source(
      ImportFiles.nodes([1, 3]) + "<node id='2' lat='40' lon='-19.98'>\(ImportFiles.tags(pairs))</node>"
        + ImportFiles.way(1, [1, 2, 3]), mode: mode)
    let node = try #require(source.nodes.first { $0.id == 2 })
    let found: RoadSource.Access =
      node.flags.contains(.blocked) ? .none : node.flags.contains(.restricted) ? .restricted : .allowed
    #expect(found == forward)
  }
}

/// Access for a car, written from what the OpenStreetMap wiki says of the tags (Key:access, Key:oneway, Key:barrier,
/// OSM tags for routing/Access restrictions), not from the code.
@Suite("Access of cars by tags")
struct AccessTableTests {
  private static let no = RoadSource.Access.none

  /// Which kinds of ways are for cars when nothing else is said.
  static let defaults: [AccessRow] =
    [
      "motorway_link", "trunk", "trunk_link", "primary", "primary_link", "secondary", "secondary_link", "tertiary",
      "tertiary_link", "unclassified", "residential", "living_street", "service", "road",
    ].map { .both("highway=" + $0, .allowed) }
    + [
      "footway", "cycleway", "path", "bridleway", "pedestrian", "steps", "corridor", "platform", "busway",
      "bus_guideway", "construction", "proposed", "raceway", "escape", "emergency_bay", "elevator", "abandoned",
      "via_ferrata",
    ].map { .both("highway=" + $0, no) }
    + [
      .row("highway=motorway", .allowed, no),
      .both("highway=track", .restricted),
      .both("route=ferry", .allowed), .both("route=shuttle_train", .allowed), .both("railway=rail", no),
      .both("highway=residential area=yes", no),
      .both("highway=residential construction=yes", no),
      .both("highway=residential construction=minor", .allowed),
      .both("highway=residential impassable=yes", no),
      .both("highway=trunk motorroad=yes", .allowed),
    ]

  /// What each value means, on a street.
  static let values: [AccessRow] = [
    .both("access=yes", .allowed), .both("access=permissive", .allowed), .both("access=designated", .allowed),
    .both("access=discouraged", .allowed), .both("access=public", .allowed),
    .both("access=no", no), .both("access=agricultural", no), .both("access=forestry", no),
    .both("access=emergency", no), .both("access=military", no), .both("access=foot", no), .both("access=bus", no),
    .both("access=psv", no), .both("access=horse", no), .both("access=hgv", no), .both("access=bicycle", no),
    .both("access=private", .restricted), .both("access=destination", .restricted),
    .both("access=customers", .restricted), .both("access=delivery", .restricted), .both("access=permit", .restricted),
    .both("access=residents", .restricted), .both("access=unknown", .restricted),
    .both("motor_vehicle=motorcar", .allowed), .both("vehicle=motor_vehicle", .allowed),
    .both("motorcar=hov", .allowed), .both("motor_vehicle=official", no),
    .both("access=something_else", .allowed),
    .both("access=agricultural;forestry", no), .both("access=agricultural;destination", .restricted),
    .both("access=private;permissive", .allowed), .both("access=customers;delivery", .restricted),
    .both("access=no;yes", .allowed), .both("access=bus;taxi", no), .both("motor_vehicle=bus;motorcar", .allowed),
    .both("access=nonsense;private", .restricted),
  ].map(onStreet)

  /// Which key goes before which: access, vehicle, motor_vehicle, motorcar.
  static let hierarchy: [AccessRow] = [
    .both("access=no vehicle=yes", .allowed), .both("access=no motor_vehicle=yes", .allowed),
    .both("access=no motorcar=yes", .allowed), .both("access=yes vehicle=no", no),
    .both("access=yes motor_vehicle=no", no), .both("access=yes motorcar=no", no),
    .both("vehicle=no motor_vehicle=yes", .allowed), .both("vehicle=no motorcar=destination", .restricted),
    .both("vehicle=yes motor_vehicle=no", no), .both("motor_vehicle=no motorcar=yes", .allowed),
    .both("motor_vehicle=yes motorcar=no", no), .both("motor_vehicle=private motorcar=permissive", .allowed),
    .both("access=private vehicle=destination motor_vehicle=no motorcar=yes", .allowed),
    .both("access=yes vehicle=yes motor_vehicle=yes motorcar=private", .restricted),
    .both("access=destination vehicle=no motor_vehicle=yes", .allowed),
    .both("foot=yes bicycle=yes access=no", no), .both("bicycle=no foot=no", .allowed), .both("hgv=no", .allowed),
    .both("psv=yes access=no", no), .both("motorcycle=no", .allowed), .both("motorcycle=yes motor_vehicle=no", no),
    .both("motor_vehicle=nonsense access=private", .restricted),
    .both("motorcar=nonsense motor_vehicle=no access=yes", no),
    .both("access:conditional=no_@_(22:00-06:00)", .allowed),
    .both("motor_vehicle=no motor_vehicle:conditional=yes_@_(22:00-06:00)", no),
    .row("access:forward=no", no, .allowed), .row("access:backward=no", .allowed, no),
    .row("vehicle:forward=no", no, .allowed), .row("vehicle:backward=no", .allowed, no),
    .row("motor_vehicle:forward=destination", .restricted, .allowed),
    .row("motor_vehicle:backward=private", .allowed, .restricted),
    .row("motorcar:forward=no", no, .allowed), .row("motorcar:backward=no", .allowed, no),
    .row("access=no motorcar:forward=yes", .allowed, no), .row("access=no motorcar:backward=yes", no, .allowed),
    .row("motorcar=yes motorcar:backward=no", .allowed, no),
    .row("motorcar=no motorcar:forward=destination", .restricted, no),
    .both("motorcar=yes vehicle:forward=no", .allowed), .both("motor_vehicle=yes access:backward=no", .allowed),
    .row("vehicle=no motor_vehicle:backward=yes", no, .allowed),
    .row("access:forward=no vehicle:backward=no", no, no),
    .row("motor_vehicle:forward=no motorcar=yes", .allowed, .allowed),
    .row("access:forward=private access:backward=destination", .restricted, .restricted),
    .row("vehicle:backward=no bicycle:backward=yes", .allowed, no),
  ].map(onStreet)

  /// One-way traffic.
  static let directions: [AccessRow] =
    [
      .row("oneway=yes", .allowed, no), .row("oneway=1", .allowed, no), .row("oneway=true", .allowed, no),
      .row("oneway=-1", no, .allowed), .row("oneway=reverse", no, .allowed),
      .both("oneway=no", .allowed), .both("oneway=reversible", no), .both("oneway=alternating", .allowed),
      .row("oneway:motorcar=yes", .allowed, no), .both("oneway=yes oneway:motorcar=no", .allowed),
      .both("oneway=yes oneway:motor_vehicle=no", .allowed), .row("oneway=no oneway:vehicle=yes", .allowed, no),
      .row("oneway=yes oneway:motorcar=-1", no, .allowed), .row("oneway=yes oneway:bicycle=no", .allowed, no),
      .row("oneway=yes oneway:psv=no", .allowed, no), .both("oneway:bicycle=yes", .allowed),
      .row("oneway=yes cycleway=opposite", .allowed, no),
      .row("junction=roundabout", .allowed, no), .row("junction=circular", .allowed, no),
      .both("junction=roundabout oneway=no", .allowed), .row("junction=roundabout oneway=-1", no, .allowed),
      .both("junction=intersection", .allowed),
      .row("oneway=yes access=private", .restricted, no), .row("oneway=-1 access=destination", no, .restricted),
      .row("oneway=yes motorcar:forward=no", no, no), .row("oneway=yes motor_vehicle:backward=no", .allowed, no),
      .row("oneway=yes bridge=movable", .allowed, no), .row("oneway=-1 bridge=movable", no, .allowed),
    ].map(onStreet) + [
      .both("highway=motorway oneway=no", .allowed), .row("highway=motorway oneway=-1", no, .allowed),
      .row("highway=motorway_link oneway=yes", .allowed, no),
      .row("route=ferry oneway=yes", .allowed, no), .row("route=ferry oneway=-1 motor_vehicle=yes", no, .allowed),
      .row("route=ferry motor_vehicle:backward=no duration=00:20", .allowed, no),
    ]

  /// Tags that open or close what the kind of way does not.
  static let others: [AccessRow] = [
    .both("highway=pedestrian motor_vehicle=destination", .restricted),
    .both("highway=pedestrian access=yes", no), .both("highway=pedestrian vehicle=yes", no),
    .row("highway=pedestrian motorcar:forward=yes", .allowed, no),
    .both("highway=footway motor_vehicle=yes", .allowed), .both("highway=cycleway motorcar=designated", .allowed),
    .both("highway=path motor_vehicle=private", .restricted), .both("highway=steps motor_vehicle=yes", no),
    .both("highway=bridleway motor_vehicle=permissive", .allowed), .both("highway=busway motorcar=yes", .allowed),
    .both("highway=busway psv=yes", no), .both("highway=track access=yes", .allowed),
    .both("highway=track motor_vehicle=no", no), .both("highway=track motor_vehicle=forestry", no),
    .both("highway=track access=private", .restricted), .both("highway=track foot=yes", .restricted),
    .both("highway=service service=emergency_access", no), .both("highway=service service=driveway", .allowed),
    .both("highway=construction motor_vehicle=yes", no),
    .both("highway=unclassified maxheight=1.8", no), .both("highway=unclassified maxheight:physical=1.8", no),
    .both("highway=unclassified maxheight=3.8", .allowed), .both("highway=unclassified maxwidth=1.7", no),
    .both("highway=unclassified maxweight=1.5", no), .both("highway=unclassified maxweight=7.5", .allowed),
    .both("highway=track smoothness=impassable", no), .both("route=ferry motor_vehicle=no", no),
    .both("route=ferry access=no motorcar=yes", .allowed), .both("route=ferry foot=yes", .allowed),
    .both("route=ferry access=private", .restricted),
  ]

  /// What stands in the way.
  static let barriers: [AccessRow] =
    [
      "gate", "lift_gate", "swing_gate", "cattle_grid", "toll_booth", "border_control", "entrance", "sally_port",
      "height_restrictor", "kerb", "coupure",
    ].map { .both("barrier=" + $0, .allowed) }
    + [
      "bollard", "block", "chain", "cycle_barrier", "motorcycle_barrier", "stile", "turnstile", "kissing_gate", "fence",
      "wall", "jersey_barrier", "log", "debris", "bus_trap", "yes",
    ].map { .both("barrier=" + $0, no) }
    + [
      .both("barrier=gate access=no", no), .both("barrier=gate access=private", .restricted),
      .both("barrier=gate access=destination", .restricted), .both("barrier=gate access=yes", .allowed),
      .both("barrier=gate access=no motor_vehicle=yes", .allowed), .both("barrier=gate motorcar=no", no),
      .both("barrier=gate vehicle=no bicycle=yes foot=yes", no), .both("barrier=gate foot=no", .allowed),
      .both("barrier=gate locked=yes", .restricted), .both("barrier=gate locked=no", .allowed),
      .both("barrier=gate locked=yes access=permissive", .allowed),
      .both("barrier=lift_gate motor_vehicle=permit", .restricted),
      .both("barrier=bollard motor_vehicle=yes", .allowed), .both("barrier=bollard access=yes", .allowed),
      .both("barrier=bollard bollard=rising", .allowed), .both("barrier=bollard bollard=removable", no),
      .both("barrier=bollard bicycle=yes foot=yes", no), .both("barrier=chain access=private", .restricted),
      .both("barrier=height_restrictor maxheight=1.9", no), .both("barrier=height_restrictor maxheight=2.2", .allowed),
      .both("barrier=gate maxheight=1.5 access=yes", no), .both("barrier=width_restrictor", .allowed),
      .both("barrier=width_restrictor maxwidth:physical=1.5", no),
      .both("motor_vehicle=no", no), .both("highway=crossing access=no", .allowed), .both("access=private", .allowed),
      .both("highway=traffic_signals", .allowed),
    ]

  private static func onStreet(_ row: AccessRow) -> AccessRow {
    var row = row
    row.tags = "highway=residential " + row.tags
    return row
  }

  @Test("ways", arguments: defaults + values + hierarchy + directions + others)
  func ways(_ row: AccessRow) throws { try row.expectWay() }

  @Test("nodes", arguments: barriers)
  func nodes(_ row: AccessRow) throws { try row.expectNode() }

  @Test("the table is as long as it should be, and no row stands in it twice")
  func size() {
    let ways = Self.defaults + Self.values + Self.hierarchy + Self.directions + Self.others
    #expect(ways.count + Self.barriers.count >= 150)
    #expect(Set((ways + Self.barriers).map(\.tags)).count == ways.count + Self.barriers.count)
  }
}
