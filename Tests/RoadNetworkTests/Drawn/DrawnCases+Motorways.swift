/// Motorways and trunk roads: exits, splits, ramps onto them.
extension DrawnCase {
  /// From a over b to d; to the right at 14 degrees an exit from b to c.
  private static let exit = """
    a...b........d
    ..............
    ............c.
    """
  /// From a to b, then to c on the left or d on the right, 14 degrees from straight.
  private static let split = """
    ............c
    .............
    a...b........
    .............
    ............d
    """
  /// From x over m to y; from the right at 13 degrees, out of the street from a over b to d, a ramp from b to m.
  private static let entry = """
    d..x.....m.....y
    ................
    b...............
    ................
    ................
    a...............
    """
  /// From x over m to y; from the left a ramp from z to m.
  private static let leftEntry = """
    z..............
    ...............
    x.......m.....y
    """
  /// From x over m to y; from the right a road from z to m.
  private static let rightEntry = """
    x.......m.....y
    ...............
    z..............
    """

  static let motorways: [DrawnCase] = exits + splits + entries

  private static let exits: [DrawnCase] = [
    DrawnCase(
      "on a motorway an exit is not told to who stays, and is an off ramp to who leaves", exit,
      ways: ["abd: motorway, North Motorway", "bc: motorway_link, oneway=yes"],
      drives: [
        "a d: depart North Motorway | arrive North Motorway",
        "a c: depart North Motorway | off ramp slight right | arrive",
      ]),
    DrawnCase(
      "an exit at 45 degrees is one to the right, no slight one",
      """
      a...b........d
      ..............
      ..............
      ..............
      ........c.....
      """,
      ways: ["abd: motorway, North Motorway", "bc: motorway_link, oneway=yes"],
      drives: ["a c: depart North Motorway | off ramp right | arrive"]),
    DrawnCase(
      "an exit to the left",
      """
      ............c.
      ..............
      a...b........d
      """,
      ways: ["abd: motorway, North Motorway", "bc: motorway_link, oneway=yes"],
      drives: [
        "a c: depart North Motorway | off ramp slight left | arrive",
        "a d: depart North Motorway | arrive North Motorway",
      ]),
    DrawnCase(
      "exits to both sides of a motorway that goes on",
      """
      ............c.
      ..............
      a...b........d
      ..............
      ............e.
      """,
      ways: ["abd: motorway, North Motorway", "bc: motorway_link, oneway=yes", "be: motorway_link, oneway=yes"],
      drives: [
        "a c: depart North Motorway | off ramp slight left | arrive",
        "a d: depart North Motorway | arrive North Motorway",
        "a e: depart North Motorway | off ramp slight right | arrive",
      ]),
    DrawnCase(
      "an exit from a motorway that has a number only", exit,
      ways: ["abd: motorway, ref=A 1", "bc: motorway_link, oneway=yes"], shows: .references,
      drives: ["a d: depart (A 1) | arrive (A 1)", "a c: depart (A 1) | off ramp slight right | arrive"]),
    DrawnCase(
      "an exit that divides is an off ramp and a fork",
      """
      a...b...............d
      .....................
      ............e.......f
      .....................
      .....................
      ..................g..
      """,
      ways: [
        "abd: motorway, North Motorway", "be: motorway_link, oneway=yes", "ef: motorway_link, oneway=yes",
        "eg: motorway_link, oneway=yes",
      ], nodes: ["g: shift=0 -10"],
      drives: [
        "a f: depart North Motorway | off ramp slight right | fork slight left | arrive",
        "a g: depart North Motorway | off ramp slight right | fork slight right | arrive",
      ]),
    DrawnCase(
      "an exit that ends at a street is an off ramp and a turn",
      """
      a...b............d
      ............u.....
      ..................
      ..................
      ............s.....
      ..................
      ..................
      ..................
      ............v.....
      """,
      ways: [
        "abd: motorway, North Motorway", "bs: motorway_link, oneway=yes", "usv: primary, Station Road",
      ],
      drives: [
        "a u: depart North Motorway | off ramp slight right | turn left Station Road | arrive Station Road",
        "a v: depart North Motorway | off ramp slight right | turn right Station Road | arrive Station Road",
      ]),
    DrawnCase(
      "a trunk road is left by an off ramp, as a motorway is", exit,
      ways: ["abd: trunk, Long Road", "bc: trunk_link, oneway=yes"],
      drives: [
        "a c: depart Long Road | off ramp slight right | arrive", "a d: depart Long Road | arrive Long Road",
        "d a: depart Long Road | arrive Long Road",
      ]),
    DrawnCase(
      "who leaves a ramp straight into a street that runs through turns into it",
      rightEntry, ways: ["zm: motorway_link, oneway=yes", "xmy: primary, Station Road"],
      drives: ["z y: depart | turn straight Station Road | arrive Station Road"]),
  ]

  private static let splits: [DrawnCase] = [
    DrawnCase(
      "a motorway that splits into two others is a fork", split,
      ways: ["ab: motorway, North Motorway", "bc: motorway, West Motorway", "bd: motorway, East Motorway"],
      drives: [
        "a c: depart North Motorway | fork slight left West Motorway | arrive West Motorway",
        "a d: depart North Motorway | fork slight right East Motorway | arrive East Motorway",
      ]),
    DrawnCase(
      "where another motorway splits off, staying is a fork too", split,
      ways: ["abc: motorway, North Motorway", "bd: motorway, East Motorway"],
      drives: [
        "a c: depart North Motorway | fork slight left North Motorway | arrive North Motorway",
        "a d: depart North Motorway | fork slight right East Motorway | arrive East Motorway",
      ]),
    DrawnCase(
      "a motorway that splits into three",
      """
      ............c
      .............
      a...b.......e
      .............
      ............d
      """,
      ways: [
        "ab: motorway, North Motorway", "bc: motorway, West Motorway", "be: motorway, Middle Motorway",
        "bd: motorway, East Motorway",
      ],
      drives: [
        "a c: depart North Motorway | fork slight left West Motorway | arrive West Motorway",
        "a e: depart North Motorway | fork straight Middle Motorway | arrive Middle Motorway",
        "a d: depart North Motorway | fork slight right East Motorway | arrive East Motorway",
      ]),
    DrawnCase(
      "a ramp that divides onto two motorways is a fork", split,
      ways: ["ab: motorway_link, oneway=yes", "bc: motorway, West Motorway", "bd: motorway, East Motorway"],
      drives: [
        "a c: depart | fork slight left West Motorway | arrive West Motorway",
        "a d: depart | fork slight right East Motorway | arrive East Motorway",
      ]),
    DrawnCase(
      "a motorway that turns into another between junctions has a new name", "a.....b.....c",
      ways: ["ab: motorway, North Motorway", "bc: motorway, West Motorway"],
      drives: ["a c: depart North Motorway | new name straight West Motorway | arrive West Motorway"]),
  ]

  private static let entries: [DrawnCase] = [
    DrawnCase(
      "onto a motorway from a street: the ramp, then the merge to the left", entry,
      ways: ["abd: primary, Station Road", "bm: motorway_link, oneway=yes", "xmy: motorway, North Motorway"],
      drives: [
        "a y: depart Station Road | on ramp right | merge slight left North Motorway | arrive North Motorway",
        "d y: depart Station Road | on ramp left | merge slight left North Motorway | arrive North Motorway",
        "a d: depart Station Road | arrive Station Road",
      ]),
    DrawnCase(
      "a ramp from the left merges to the right", leftEntry,
      ways: ["zm: motorway_link, oneway=yes", "xmy: motorway, North Motorway"],
      drives: ["z y: depart | merge slight right North Motorway | arrive North Motorway"]),
    DrawnCase(
      "who stays on a motorway hears nothing of who merges", rightEntry,
      ways: ["zm: motorway_link, oneway=yes", "xmy: motorway, North Motorway"],
      drives: ["x y: depart North Motorway | arrive North Motorway"]),
    DrawnCase(
      "a ramp onto a trunk road of one direction merges", rightEntry,
      ways: ["zm: trunk_link, oneway=yes", "xmy: trunk, Long Road, oneway=yes"],
      drives: ["z y: depart | merge slight left Long Road | arrive Long Road"]),
    DrawnCase(
      "a motorway that runs into another merges", rightEntry,
      ways: ["zm: motorway, South Motorway", "xmy: motorway, North Motorway"],
      drives: [
        "z y: depart South Motorway | merge slight left North Motorway | arrive North Motorway",
        "x y: depart North Motorway | arrive North Motorway",
      ]),
    DrawnCase(
      "a ramp at which a motorway begins has nothing to merge with", "a.....b.....c",
      ways: ["ab: motorway_link, oneway=yes", "bc: motorway, North Motorway"],
      drives: ["a c: depart | new name straight North Motorway | arrive North Motorway"]),
    DrawnCase(
      "a ramp that leaves a primary road is one onto the trunk road", exit,
      ways: ["abd: primary, Station Road", "bc: trunk_link, oneway=yes"],
      drives: [
        "a c: depart Station Road | on ramp slight right | arrive", "a d: depart Station Road | arrive Station Road",
      ]),
    DrawnCase(
      "a ramp out of another ramp is no second off ramp but part of a fork", split,
      ways: ["ab: trunk_link, oneway=yes", "bc: trunk_link, oneway=yes", "bd: trunk_link, oneway=yes"],
      drives: ["a c: depart | fork slight left | arrive", "a d: depart | fork slight right | arrive"]),
  ]
}
