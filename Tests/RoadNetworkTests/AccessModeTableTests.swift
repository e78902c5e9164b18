import Testing
import WaybenchCore

@testable import RoadNetwork

/// Access for the other modes, written from the OpenStreetMap wiki as the table for cars is.
@Suite("Access of bicycles, walkers, motorcycles and taxis by tags")
struct AccessModeTableTests {
  private static let no = RoadSource.Access.none

  static let cycling: [AccessRow] =
    [
      "trunk", "primary", "tertiary", "residential", "living_street", "service", "track", "cycleway", "path",
    ].map { .both("highway=" + $0, .allowed, .cycling) }
    + [
      "motorway", "motorway_link", "footway", "pedestrian", "steps", "bridleway", "busway", "corridor", "construction",
    ].map { .both("highway=" + $0, no, .cycling) }
    + [
      .both("highway=trunk motorroad=yes", no, .cycling),
      .both("highway=trunk motorroad=yes bicycle=yes", .allowed, .cycling),
      .both("highway=motorway access=yes", no, .cycling),
      .row("highway=motorway bicycle=yes", .allowed, no, .cycling),
      .both("highway=footway bicycle=yes", .allowed, .cycling),
      .both("highway=pedestrian bicycle=dismount", .allowed, .cycling),
      .both("highway=primary bicycle=use_sidepath", no, .cycling),
      .both("highway=primary bicycle=optional_sidepath", .allowed, .cycling),
      .both("highway=path bicycle=official", .allowed, .cycling),
      .both("highway=path bicycle=no", no, .cycling),
      .both("highway=residential motor_vehicle=no", .allowed, .cycling),
      .both("highway=residential vehicle=no", no, .cycling),
      .both("highway=residential vehicle=no bicycle=yes", .allowed, .cycling),
      .both("highway=residential access=private", .restricted, .cycling),
      .row("highway=residential bicycle:backward=no", .allowed, no, .cycling),
      .row("highway=residential oneway=yes", .allowed, no, .cycling),
      .both("highway=residential oneway=yes oneway:bicycle=no", .allowed, .cycling),
      .both("highway=residential oneway=yes cycleway=opposite", .allowed, .cycling),
      .both("highway=residential oneway=yes cycleway:left=opposite_lane", .allowed, .cycling),
      .both("highway=residential oneway=yes cycleway:left=lane cycleway:left:oneway=-1", .allowed, .cycling),
      .row("highway=residential oneway=yes cycleway=lane", .allowed, no, .cycling),
      .row("highway=residential oneway:bicycle=yes", .allowed, no, .cycling),
      .row("highway=residential oneway=yes oneway:bicycle=-1", no, .allowed, .cycling),
      .row("highway=cycleway oneway=yes", .allowed, no, .cycling),
      .both("highway=residential maxheight=1.8", .allowed, .cycling),
      .both("route=ferry", .allowed, .cycling), .both("route=ferry bicycle=no", no, .cycling),
      .both("route=shuttle_train", no, .cycling), .both("route=shuttle_train bicycle=yes", .allowed, .cycling),
    ]

  static let walking: [AccessRow] =
    [
      "trunk", "residential", "service", "track", "footway", "pedestrian", "path", "steps", "corridor", "platform",
    ].map { .both("highway=" + $0, .allowed, .walking) }
    + ["motorway", "motorway_link", "cycleway", "bridleway", "busway", "raceway"].map {
      .both("highway=" + $0, no, .walking)
    }
    + [
      .both("highway=trunk motorroad=yes", no, .walking), .both("highway=cycleway foot=yes", .allowed, .walking),
      .both("highway=bridleway foot=designated", .allowed, .walking),
      .both("highway=residential oneway=yes", .allowed, .walking),
      .both("highway=residential oneway=reversible", .allowed, .walking),
      .both("highway=residential junction=roundabout", .allowed, .walking),
      .row("highway=footway oneway:foot=yes", .allowed, no, .walking),
      .row("highway=steps conveying=forward", .allowed, no, .walking),
      .row("highway=steps conveying=backward", no, .allowed, .walking),
      .row("highway=footway foot:backward=no", .allowed, no, .walking),
      .both("highway=residential vehicle=no", .allowed, .walking),
      .both("highway=residential motor_vehicle=no", .allowed, .walking),
      .both("highway=residential access=no foot=yes", .allowed, .walking),
      .both("highway=residential access=private", .restricted, .walking),
      .both("highway=residential foot=use_sidepath", no, .walking),
      .both("highway=primary foot=no", no, .walking), .both("highway=track smoothness=impassable", .allowed, .walking),
      .both("route=ferry", .allowed, .walking), .both("route=ferry foot=no", no, .walking),
    ]

  static let motorcycles: [AccessRow] = [
    .row("highway=motorway", .allowed, no, .twoWheeler), .both("highway=residential", .allowed, .twoWheeler),
    .both("highway=footway", no, .twoWheeler), .both("highway=track", .restricted, .twoWheeler),
    .both("highway=trunk motorroad=yes", .allowed, .twoWheeler),
    .both("highway=residential motorcar=no", .allowed, .twoWheeler),
    .both("highway=residential motorcycle=no", no, .twoWheeler),
    .both("highway=residential motor_vehicle=no motorcycle=yes", .allowed, .twoWheeler),
    .both("highway=residential motor_vehicle=no", no, .twoWheeler),
    .both("highway=residential vehicle=no moped=yes", no, .twoWheeler),
    .row("highway=residential motorcycle:backward=no", .allowed, no, .twoWheeler),
    .both("highway=residential oneway=yes oneway:motorcycle=no", .allowed, .twoWheeler),
    .row("highway=residential oneway=yes oneway:motorcar=no", .allowed, no, .twoWheeler),
    .both("highway=residential maxwidth=1.5", .allowed, .twoWheeler),
  ]

  static let taxis: [AccessRow] = [
    .both("highway=residential", .allowed, .taxi), .both("highway=busway", no, .taxi),
    .both("highway=busway psv=designated", .allowed, .taxi), .both("highway=busway bus=designated", no, .taxi),
    .both("highway=service access=no psv=yes", .allowed, .taxi),
    .both("highway=service motor_vehicle=no taxi=yes", .allowed, .taxi),
    .both("highway=service access=no bus=yes", no, .taxi),
    .both("highway=service psv=yes taxi=no", no, .taxi), .both("highway=service motorcar=no", no, .taxi),
    .both("highway=service motor_vehicle=psv", .allowed, .taxi), .both("highway=service motor_vehicle=bus", no, .taxi),
    .both("highway=residential oneway=yes oneway:psv=no", .allowed, .taxi),
    .row("highway=residential oneway=yes oneway:bus=no", .allowed, no, .taxi),
    .both("highway=pedestrian taxi=yes", .allowed, .taxi),
  ]

  static let barriers: [AccessRow] = [
    .both("barrier=bollard", .allowed, .cycling), .both("barrier=cycle_barrier", .allowed, .cycling),
    .both("barrier=stile", no, .cycling), .both("barrier=turnstile", no, .cycling), .both("barrier=wall", no, .cycling),
    .both("barrier=gate bicycle=no", no, .cycling), .both("barrier=gate vehicle=no foot=yes", no, .cycling),
    .both("barrier=bollard bicycle=dismount", .allowed, .cycling),
    .both("barrier=stile", .allowed, .walking), .both("barrier=kissing_gate", .allowed, .walking),
    .both("barrier=bollard", .allowed, .walking), .both("barrier=fence", no, .walking),
    .both("barrier=gate vehicle=no", .allowed, .walking), .both("barrier=gate foot=no", no, .walking),
    .both("barrier=gate locked=yes", .restricted, .walking),
    .both("barrier=bollard", no, .twoWheeler), .both("barrier=bollard motorcycle=yes", .allowed, .twoWheeler),
    .both("barrier=bus_trap", .allowed, .twoWheeler), .both("barrier=motorcycle_barrier", no, .twoWheeler),
    .both("barrier=bollard", no, .taxi), .both("barrier=bollard psv=yes", .allowed, .taxi),
    .both("barrier=bus_trap", no, .taxi), .both("barrier=lift_gate access=no taxi=yes", .allowed, .taxi),
  ]

  @Test("ways", arguments: cycling + walking + motorcycles + taxis)
  func ways(_ row: AccessRow) throws { try row.expectWay() }

  @Test("nodes", arguments: barriers)
  func nodes(_ row: AccessRow) throws { try row.expectNode() }

  @Test("the table is as long as it should be, and no row stands in it twice")
  func size() {
    let all = Self.cycling + Self.walking + Self.motorcycles + Self.taxis + Self.barriers
    #expect(all.count >= 60)
    #expect(Set(all.map(\.testDescription)).count == all.count)
  }

  @Test("all keys of all modes are known to the reader", arguments: TravelMode.allCases)
  func keys(mode: TravelMode) {
    for traveller in ModeKeys.chain(mode) {
      #expect(traveller.access != nil && traveller.accessForward != nil && traveller.accessBackward != nil)
      #expect(traveller.accessConditional != nil && traveller.oneway != nil, "\(traveller.name)")
      #expect(traveller.restriction != nil || mode == .walking)
    }
  }

  @Test(
    "turn rules of modes",
    arguments: [
      ("restriction=no_left_turn", "driving cycling twoWheeler taxi"),
      ("restriction=no_left_turn except=bicycle", "driving twoWheeler taxi"),
      ("restriction=no_left_turn except=psv", "driving cycling twoWheeler"),
      ("restriction=no_left_turn except=motorcar;motorcycle", "cycling"),
      ("restriction:bicycle=no_left_turn", "cycling"), ("restriction:motorcycle=no_entry", "twoWheeler"),
      ("restriction:motor_vehicle=no_u_turn", "driving twoWheeler taxi"),
      ("restriction:motorcar=only_left_turn", "driving taxi"),
      ("type=restriction:bicycle restriction=no_left_turn", "cycling"),
    ])
  func turnRules(tags: String, modes: String) {
    let bound = TravelMode.allCases.filter { mode in (try? RoadRules(mode: mode).turnRule(osmTags(tags))) != nil }
    #expect(bound.map(\.name).joined(separator: " ") == modes)
  }

  @Test(
    "free speeds of modes, km/h",
    arguments: [
      ("highway=residential", TravelMode.cycling, 15), ("highway=residential maxspeed=10", .cycling, 10),
      ("highway=primary maxspeed=100", .cycling, 15), ("highway=track", .cycling, 12), ("highway=path", .cycling, 13),
      ("highway=footway bicycle=dismount", .cycling, 4), ("highway=steps bicycle=dismount", .cycling, 2),
      ("highway=cycleway surface=gravel", .cycling, 6), ("highway=residential", .walking, 5),
      ("highway=steps", .walking, 2.5), ("highway=path surface=sand", .walking, 2.5), ("route=ferry", .walking, 5),
      ("highway=primary maxspeed=50", .twoWheeler, 45), ("highway=primary maxspeed=50", .taxi, 45),
      ("highway=busway psv=yes", .taxi, 25),
      ("highway=primary maxspeed=100 maxspeed:advisory=60", .driving, 60),
      ("highway=primary maxspeed=100 maxspeed:advisory=slow", .driving, 90),
    ] as [(String, TravelMode, Double)])
  func speeds(tags: String, mode: TravelMode, expected: Double) throws {
    let speed = try RoadRules(mode: mode).judge(osmTags(tags)).freeFlowKilometersPerHour
    #expect(abs(speed - expected) < 1e-9)
  }
}
