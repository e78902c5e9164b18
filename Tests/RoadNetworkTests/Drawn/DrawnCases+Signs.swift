/// What signs say: references, spoken names, destinations, numbers of exits.
extension DrawnCase {
  /// From a over b to d, with an exit from b to c on the right.
  private static let exit = """
    a...b........d
    ..............
    ............c.
    """

  /// An exit with tags, and what is said of it.
  private static func signed(
    _ rule: String, _ tags: String, _ shows: StepText.Parts, _ said: String
  ) -> DrawnCase {
    DrawnCase(
      rule, exit, ways: ["abd: motorway, North Motorway", "bc: motorway_link, oneway=yes, \(tags)"], shows: shows,
      drives: ["a c: depart North Motorway | off ramp slight right \(said) | arrive \(said)"])
  }

  static let signs: [DrawnCase] = [
    DrawnCase(
      "name and number of a road stand beside each other", cell: 100, crossing,
      ways: ["abd: primary, Main Street, ref=A 1", "cbe: secondary, Cross Street, ref=B 7"], shows: .references,
      drives: ["a c: depart Main Street (A 1) | turn left Cross Street (B 7) | arrive Cross Street (B 7)"]),
    DrawnCase(
      "a road without a name is told by its number", cell: 100, crossing,
      ways: ["abd: primary, Main Street", "cbe: secondary, ref=B 7"], shows: .references,
      drives: ["a e: depart Main Street | turn right (B 7) | arrive (B 7)"]),
    DrawnCase(
      "several numbers are a spaced list", cell: 100, crossing,
      ways: ["abd: primary, Main Street", "cbe: secondary, ref=B 7;B 9; E 45"], shows: .references,
      drives: ["a e: depart Main Street | turn right (B 7; B 9; E 45) | arrive (B 7; B 9; E 45)"]),
    DrawnCase(
      "the pronunciation goes with the name", cell: 100, crossing,
      ways: ["abd: primary, Main Street", "cbe: secondary, Calle Ocho, name:pronunciation=kaje otso"],
      shows: .pronunciation,
      drives: [
        "a c: depart Main Street | turn left Calle Ocho spoken kaje otso | arrive Calle Ocho spoken kaje otso"
      ]),
    signed("a destination", "destination=Köln", .destinations, "to Köln"),
    signed("destinations are a list with commas", "destination=Köln;Bonn", .destinations, "to Köln, Bonn"),
    signed(
      "the number of the road that an exit leads to stands before the places",
      "destination=Köln;Bonn, destination:ref=A 3", .destinations, "to A 3: Köln, Bonn"),
    signed(
      "the number of the road that an exit leads to, without places", "destination:ref=A 3", .destinations, "to A 3"),
    signed(
      "the street that an exit leads to, where no place is known", "destination:street=Station Road", .destinations,
      "to Station Road"),
    signed(
      "the street gives way to a place", "destination=Köln, destination:street=Station Road", .destinations, "to Köln"),
    signed(
      "a destination along the way goes before one of both directions", "destination=Bonn, destination:forward=Köln",
      .destinations, "to Köln"),
    DrawnCase(
      "a way drawn against its traffic has the destination of that direction", exit,
      ways: [
        "abd: motorway, North Motorway",
        "cb: motorway_link, oneway=-1, destination:backward=Köln, destination:forward=Bonn",
      ], shows: .destinations,
      drives: ["a c: depart North Motorway | off ramp slight right to Köln | arrive to Köln"]),
    signed("the number of an exit", "junction:ref=12", .exits, "number 12"),
    signed("several numbers of an exit", "junction:ref=12;13a", .exits, "number 12; 13a"),
    DrawnCase(
      "each way of an exit that divides has its own signs",
      """
      a...b...............d
      .....................
      ............e.......f
      .....................
      .....................
      ..................g..
      """,
      ways: [
        "abd: motorway, North Motorway", "be: motorway_link, oneway=yes, destination=Köln;Bonn, junction:ref=12",
        "ef: motorway_link, oneway=yes, destination=Köln", "eg: motorway_link, oneway=yes, destination=Bonn",
      ], nodes: ["g: shift=0 -10"], shows: [.destinations, .exits],
      drives: [
        "a f: depart North Motorway | off ramp slight right to Köln, Bonn number 12 | fork slight left to Köln "
          + "| arrive to Köln",
        "a g: depart North Motorway | off ramp slight right to Köln, Bonn number 12 | fork slight right to Bonn "
          + "| arrive to Bonn",
      ]),
    DrawnCase(
      "a motorway has its own destinations behind an exit", exit,
      ways: [
        "ab: motorway, North Motorway, destination=Mainz", "bd: motorway, North Motorway, destination=Basel",
        "bc: motorway_link, oneway=yes, destination=Köln",
      ], shows: .destinations,
      drives: [
        "a d: depart North Motorway to Mainz | arrive North Motorway to Basel",
        "a c: depart North Motorway to Mainz | off ramp slight right to Köln | arrive to Köln",
      ]),
  ]
}
