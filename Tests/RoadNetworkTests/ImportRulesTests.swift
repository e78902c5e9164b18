import Testing

@testable import RoadNetwork

/// Tags of a test, written "key=value key=value" with "_" for a blank in a value.
func osmTags(_ text: String) -> OSMTags {
  var tags = OSMTags()
  for part in text.split(separator: " ") {
    let pair = part.split(separator: "=", maxSplits: 1)
    guard pair.count == 2, let key = OSMKey(rawValue: String(pair[0])) else {
      Issue.record("unknown key in \(part)")
      continue
    }
    tags.append(key, String(pair[1].map { $0 == "_" && key == .maxspeed ? " " : $0 }))
  }
  return tags
}

/// A judgement in short: class, access forward and backward, or why there is none.
private func short(_ text: String) -> String {
  do throws(RoadRules.Exclusion) {
    let made = try RoadRules().judge(osmTags(text))
    return "\(made.roadClass) \(made.forward) \(made.backward)"
  } catch {
    return "\(error)"
  }
}

/// The names of flags, a word each.
private func words(_ flags: RoadSource.WayFlags) -> String {
  let names: [(RoadSource.WayFlags, String)] = [
    (.roundabout, "roundabout"), (.tunnel, "tunnel"), (.bridge, "bridge"), (.ferry, "ferry"), (.toll, "toll"),
    (.unpaved, "unpaved"), (.drivesOnLeft, "drivesOnLeft"),
  ]
  return names.filter { flags.contains($0.0) }.map(\.1).joined(separator: " ")
}

/// The names of flags, a word each.
private func words(_ flags: RoadSource.NodeFlags) -> String {
  let names: [(RoadSource.NodeFlags, String)] = [
    (.trafficSignals, "trafficSignals"), (.stopSign, "stopSign"), (.tollBooth, "tollBooth"), (.blocked, "blocked"),
    (.restricted, "restricted"),
  ]
  return names.filter { flags.contains($0.0) }.map(\.1).joined(separator: " ")
}

@Suite("Import rules: access and direction")
struct ImportAccessTests {
  @Test(
    "Kinds of roads",
    arguments: [
      ("highway=motorway", "motorway allowed none"),
      ("highway=motorway oneway=no", "motorway allowed allowed"),
      ("highway=motorway_link", "motorwayLink allowed allowed"),
      ("highway=trunk", "trunk allowed allowed"),
      ("highway=trunk_link oneway=yes", "trunkLink allowed none"),
      ("highway=primary", "primary allowed allowed"),
      ("highway=secondary_link", "secondaryLink allowed allowed"),
      ("highway=tertiary", "tertiary allowed allowed"),
      ("highway=unclassified", "unclassified allowed allowed"),
      ("highway=road", "unclassified allowed allowed"),
      ("highway=residential", "residential allowed allowed"),
      ("highway=living_street", "livingStreet allowed allowed"),
      ("highway=service", "service allowed allowed"),
      ("highway=track", "track restricted restricted"),
      ("highway=track motor_vehicle=yes", "track allowed allowed"),
      ("highway=track motor_vehicle=agricultural", "closed"),
      ("highway=footway", "kind"),
      ("highway=pedestrian", "kind"),
      ("highway=pedestrian motor_vehicle=yes", "livingStreet allowed allowed"),
      ("highway=pedestrian motor_vehicle=delivery", "livingStreet restricted restricted"),
      ("highway=pedestrian motorcar=no motor_vehicle=yes", "kind"),
      ("highway=pedestrian access=yes", "kind"),
      ("highway=cycleway motorcar=designated", "service allowed allowed"),
      ("highway=busway", "kind"),
      ("highway=steps motor_vehicle=yes", "kind"),
      ("highway=construction", "kind"),
      ("highway=proposed motor_vehicle=yes", "kind"),
      ("highway=raceway", "kind"),
      ("highway=platform", "kind"),
      ("highway=service area=yes", "area"),
      ("highway=primary construction=bridge", "closed"),
      ("highway=primary construction=minor", "primary allowed allowed"),
      ("highway=track smoothness=impassable", "closed"),
      ("highway=residential maxheight=1.9", "closed"),
      ("highway=residential maxheight=6'0\"", "closed"),
      ("highway=residential maxheight=7'0\"", "residential allowed allowed"),
      ("highway=residential maxheight=default", "residential allowed allowed"),
      ("highway=residential maxwidth=1.8m", "closed"),
      ("highway=residential maxweight=1.5", "closed"),
      ("route=ferry", "ferry allowed allowed"),
      ("route=ferry motor_vehicle=no", "closed"),
      ("route=ferry access=no motorcar=yes", "ferry allowed allowed"),
      ("route=shuttle_train", "ferry allowed allowed"),
      ("name=x", "kind"),
    ])
  func kinds(tags: String, expected: String) {
    #expect(short(tags) == expected)
  }

  @Test(
    "Access in its order",
    arguments: [
      ("access=no", "closed"),
      ("access=private", "residential restricted restricted"),
      ("access=destination", "residential restricted restricted"),
      ("access=customers", "residential restricted restricted"),
      ("access=delivery", "residential restricted restricted"),
      ("access=permit", "residential restricted restricted"),
      ("access=residents", "residential restricted restricted"),
      ("access=permissive", "residential allowed allowed"),
      ("access=designated", "residential allowed allowed"),
      ("access=agricultural", "closed"),
      ("access=forestry", "closed"),
      ("access=emergency", "closed"),
      ("access=nonsense", "residential allowed allowed"),
      ("access=no vehicle=yes", "residential allowed allowed"),
      ("access=yes vehicle=no", "closed"),
      ("vehicle=no motor_vehicle=destination", "residential restricted restricted"),
      ("motor_vehicle=no motorcar=yes", "residential allowed allowed"),
      ("motorcar=no motor_vehicle=yes access=yes", "closed"),
      ("motor_vehicle=nonsense access=no", "closed"),
      ("motor_vehicle=psv", "closed"),
      ("motor_vehicle=bus;destination", "residential restricted restricted"),
      ("motor_vehicle=agricultural;forestry", "closed"),
      ("access:backward=no", "residential allowed none"),
      ("motor_vehicle:forward=no", "residential none allowed"),
      ("vehicle:forward=private motor_vehicle=yes", "residential allowed allowed"),
      ("motorcar:backward=destination", "residential allowed restricted"),
      ("access=no motor_vehicle:forward=yes", "residential allowed none"),
      ("access=no motor_vehicle:conditional=yes", "closed"),
    ])
  func accessOrder(tags: String, expected: String) {
    #expect(short("highway=residential " + tags) == expected)
  }

  @Test(
    "One-way spellings",
    arguments: [
      ("oneway=yes", "allowed none"), ("oneway=true", "allowed none"), ("oneway=1", "allowed none"),
      ("oneway=-1", "none allowed"), ("oneway=reverse", "none allowed"),
      ("oneway=no", "allowed allowed"), ("oneway=false", "allowed allowed"), ("oneway=0", "allowed allowed"),
      ("oneway=alternating", "allowed allowed"), ("oneway=nonsense", "allowed allowed"),
      ("junction=roundabout", "allowed none"), ("junction=circular", "allowed none"),
      ("junction=roundabout oneway=no", "allowed allowed"), ("junction=roundabout oneway=-1", "none allowed"),
      ("junction=yes", "allowed allowed"),
      ("oneway=yes oneway:motor_vehicle=no", "allowed allowed"),
      ("oneway=no oneway:motorcar=yes", "allowed none"),
      ("oneway:vehicle=yes", "allowed none"),
      ("oneway:vehicle=yes oneway:motorcar=-1", "none allowed"),
    ])
  func oneway(tags: String, expected: String) {
    #expect(short("highway=primary " + tags) == "primary " + expected)
  }

  @Test("A road that is reversed by the hour is left out, an emergency access is closed")
  func specialRoads() {
    #expect(short("highway=primary oneway=reversible") == "reversible")
    #expect(short("highway=service service=emergency_access") == "closed")
    #expect(short("highway=service service=emergency_access motor_vehicle=yes") == "service allowed allowed")
    #expect(short("highway=service service=driveway") == "service allowed allowed")
    #expect(short("highway=primary oneway=yes motor_vehicle:forward=no") == "closed")
  }
}

@Suite("Import rules: properties, nodes and turns")
struct ImportPropertyTests {
  @Test(
    "Flags of ways",
    arguments: [
      ("highway=primary junction=roundabout", "roundabout"),
      ("highway=primary junction=circular", "roundabout"),
      ("highway=primary tunnel=yes", "tunnel"),
      ("highway=primary tunnel=building_passage", "tunnel"),
      ("highway=primary tunnel=no", ""),
      ("highway=primary bridge=viaduct", "bridge"),
      ("highway=primary bridge=no", ""),
      ("route=ferry", "ferry"),
      ("highway=motorway toll=yes", "toll"),
      ("highway=motorway toll=yes toll:motorcar=no", ""),
      ("highway=motorway toll=no toll:motor_vehicle=yes", "toll"),
      ("highway=track", "unpaved"),
      ("highway=track tracktype=grade1", ""),
      ("highway=track surface=asphalt tracktype=grade3", ""),
      ("highway=residential surface=gravel", "unpaved"),
      ("highway=residential surface=sett", ""),
      ("highway=residential driving_side=left", "drivesOnLeft"),
    ])
  func wayFlags(tags: String, expected: String) throws {
    #expect(words(try RoadRules().judge(osmTags(tags)).flags) == expected)
  }

  @Test("Layers", arguments: [("layer=1", 1), ("layer=-2", -2), ("layer=500", 127), ("layer=x", 0), ("bridge=yes", 0)])
  func layers(tags: String, expected: Int) {
    #expect(Int(RoadRules.layer(osmTags(tags))) == expected)
  }

  @Test(
    "Nodes",
    arguments: [
      ("highway=traffic_signals", "trafficSignals"),
      ("highway=stop", "stopSign"), ("highway=give_way", "stopSign"), ("highway=crossing", ""),
      ("barrier=bollard", "blocked"), ("barrier=bollard bollard=rising", ""), ("barrier=block", "blocked"),
      ("barrier=chain", "blocked"), ("barrier=fence", "blocked"), ("barrier=wall", "blocked"),
      ("barrier=jersey_barrier", "blocked"), ("barrier=log", "blocked"), ("barrier=debris", "blocked"),
      ("barrier=cycle_barrier", "blocked"), ("barrier=yes", "blocked"),
      ("barrier=gate", ""), ("barrier=lift_gate", ""), ("barrier=swing_gate", ""), ("barrier=cattle_grid", ""),
      ("barrier=border_control", ""), ("barrier=sally_port", ""), ("barrier=entrance", ""), ("barrier=kerb", ""),
      ("barrier=height_restrictor", ""), ("barrier=height_restrictor maxheight=1.9", "blocked"),
      ("barrier=height_restrictor maxheight=2.1", ""),
      ("barrier=toll_booth", "tollBooth"), ("barrier=toll_booth access=private", "tollBooth restricted"),
      ("barrier=gate access=private", "restricted"), ("barrier=gate access=no", "blocked"),
      ("barrier=gate access=no motor_vehicle=yes", ""), ("barrier=gate locked=yes", "restricted"),
      ("barrier=gate locked=yes access=yes", ""),
      ("barrier=bollard motor_vehicle=yes", ""), ("barrier=bollard access=destination", "restricted"),
      ("barrier=gate motor_vehicle=agricultural", "blocked"),
      ("motor_vehicle=no", "blocked"), ("access=private", ""), ("highway=crossing access=no", ""),
      ("highway=traffic_signals motor_vehicle=no", "trafficSignals"),
    ])
  func nodes(tags: String, expected: String) {
    #expect(words(RoadRules().nodeFlags(osmTags(tags))) == expected)
  }

  @Test(
    "Turn rules",
    arguments: [
      ("restriction=no_left_turn", "no"), ("restriction=no_right_turn", "no"), ("restriction=no_straight_on", "no"),
      ("restriction=no_u_turn", "no u"), ("restriction=no_entry", "no from+"), ("restriction=no_exit", "no to+"),
      ("restriction=only_left_turn", "only"), ("restriction=only_straight_on", "only"),
      ("restriction=only_u_turn", "only u"),
      ("restriction=no_left_turn except=bicycle", "no"),
      ("restriction=no_left_turn except=psv;motorcar", "forOthers"),
      ("restriction=no_left_turn except=vehicle", "forOthers"),
      ("restriction:motorcar=no_u_turn", "no u"),
      ("restriction:motor_vehicle=only_right_turn restriction=no_left_turn", "only"),
      ("restriction:vehicle=no_entry", "no from+"),
      ("restriction:motorcar=none restriction=no_left_turn", "forOthers"),
      ("type=restriction:hgv restriction=no_left_turn", "forOthers"),
      ("type=restriction:motorcar restriction=no_left_turn", "no"),
      ("type=restriction", "forOthers"),
      ("restriction:conditional=no_left_turn", "conditional"),
      ("restriction=no_right_turn_on_red", "conditional"),
      ("restriction=no_turning", "malformed"),
    ])
  func turnRules(tags: String, expected: String) {
    var found: String
    do throws(RoadRules.NoRule) {
      let rule = try RoadRules().turnRule(osmTags(tags))
      found = rule.isOnly ? "only" : "no"
      if rule.isUTurn { found += " u" }
      if rule.manyFrom { found += " from+" }
      if rule.manyTo { found += " to+" }
    } catch {
      found = "\(error)"
    }
    #expect(found == expected)
  }
}
