/// Driveways and service roads, ways that are closed, ferries, and where the destination lies.
extension DrawnCase {
  static let driveways: [DrawnCase] = [
    DrawnCase(
      "a driveway beside a street is not told to who passes, and is a turn to who enters", cell: 100, crossing,
      ways: ["abd: residential, Main Street", "be: service, Depot"],
      drives: [
        "a d: depart Main Street | arrive Main Street", "a e: depart Main Street | turn right Depot | arrive Depot",
      ]),
    DrawnCase(
      "a street without a name is obvious past a driveway", cell: 100, crossing,
      ways: ["abd: residential", "be: service"],
      drives: ["a d: depart | arrive", "a e: depart | turn right | arrive"]),
    DrawnCase(
      "a road with a number only is obvious past a driveway", cell: 100, crossing,
      ways: ["abd: tertiary, ref=B 7", "be: service"], shows: .references,
      drives: ["a d: depart (B 7) | arrive (B 7)"]),
    DrawnCase(
      "an alley that crosses a street is not told", cell: 100, crossing,
      ways: ["abd: residential, Main Street", "cbe: service, service=alley"],
      drives: ["a d: depart Main Street | arrive Main Street", "a c: depart Main Street | turn left | arrive"]),
    DrawnCase(
      "a street that changes its name at a driveway has a new name", cell: 100, crossing,
      ways: ["ab: residential, Main Street", "bd: residential, Second Street", "be: service"],
      drives: ["a d: depart Main Street | new name straight Second Street | arrive Second Street"]),
    DrawnCase(
      "out of a driveway into a street is a turn", cell: 100, crossing,
      ways: ["abd: residential, Main Street", "be: service"],
      drives: [
        "e a: depart | turn left Main Street | arrive Main Street",
        "e d: depart | turn right Main Street | arrive Main Street",
      ]),
    DrawnCase(
      "a driveway that leaves a street like a fork is no fork",
      """
      ............c
      .............
      a...b........
      .............
      ............d
      """,
      ways: ["abc: residential, Main Street", "bd: service, Depot"],
      drives: [
        "a c: depart Main Street | arrive Main Street",
        "a d: depart Main Street | turn slight right Depot | arrive Depot",
      ]),
    DrawnCase(
      "a street that bends where a driveway goes straight on is continued", cell: 100, crossing,
      ways: ["abc: residential, Main Street", "bd: service"],
      drives: ["a c: depart Main Street | continue left Main Street | arrive Main Street"]),
    DrawnCase(
      "among service roads a bend is a turn", cell: 100, crossing, ways: ["abd: service", "cbe: service"],
      drives: ["a e: depart | turn right | arrive", "a d: depart | arrive"]),
  ]

  static let closed: [DrawnCase] = [
    DrawnCase(
      "where the way straight on is closed by a one-way road, left and right are turns", cell: 100, crossing,
      ways: [
        "ab: residential, Main Street", "db: residential, Main Street, oneway=yes", "cbe: residential, Cross Street",
      ],
      drives: [
        "a c: depart Main Street | turn left Cross Street | arrive Cross Street",
        "a e: depart Main Street | turn right Cross Street | arrive Cross Street",
      ]),
    DrawnCase(
      "the only open way is a turn where it leaves the direction of the road", cell: 100, crossing,
      ways: [
        "ab: residential, Main Street", "db: residential, East Street, oneway=yes", "bc: residential, Cross Street",
      ],
      drives: ["a c: depart Main Street | turn left Cross Street | arrive Cross Street"]),
    DrawnCase(
      "the only open way is continued where it keeps the name and another road comes from straight ahead", cell: 100,
      crossing,
      ways: ["abc: residential, Main Street", "db: residential, East Street, oneway=yes"],
      drives: ["a c: depart Main Street | continue left Main Street | arrive Main Street"]),
    DrawnCase(
      "of three roads under one name the only open one is obvious", cell: 100, crossing,
      ways: ["abc: residential, Main Street", "db: residential, Main Street, oneway=yes"],
      drives: ["a c: depart Main Street | arrive Main Street"]),
    DrawnCase(
      "a private road that keeps the name makes no fork with the public one that goes straighter",
      """
      .......e.....
      .............
      a...b........
      .............
      ............d
      """,
      ways: [
        "ab: secondary, Main Road", "be: secondary, Main Road, access=private", "bd: secondary, Second Road",
      ],
      drives: ["a d: depart Main Road | new name straight Second Road | arrive Second Road"]),
    DrawnCase(
      "a gate and a toll booth on a road are not told", "a.....b.....c.....d",
      ways: ["ab: tertiary, Main Road", "bc: tertiary, Main Road", "cd: tertiary, Main Road"],
      nodes: ["b: barrier=gate", "c: barrier=toll_booth"], drives: ["a d: depart Main Road | arrive Main Road"]),
    DrawnCase(
      "traffic lights between junctions are not told", "a.....b.....c",
      ways: ["ab: tertiary, Main Road", "bc: tertiary, Main Road"], nodes: ["b: highway=traffic_signals"],
      drives: ["a c: depart Main Road | arrive Main Road"]),
    DrawnCase(
      "a turn that is forbidden over a whole way leads round by the next one", cell: 100,
      """
      e...g....h
      .........
      a...b...d
      """,
      ways: [
        "ab: residential, Main Street", "bd: residential, Main Street", "bg: residential, Cross Street",
        "eg: residential, North Street", "gh: residential, North Street", "dh: residential, East Street",
      ], nodes: ["h: shift=-100 0"], restrictions: ["no_left_turn: ab bg eg"],
      drives: [
        "a e: depart Main Street | new name left East Street | new name left North Street | arrive North Street",
        "ab bg: depart Main Street | turn left Cross Street | arrive Cross Street",
      ]),
    DrawnCase(
      "a turn that is prescribed is told as any other", cell: 100, crossing,
      ways: [
        "ab: residential, Main Street", "bd: residential, Main Street", "bc: residential, Cross Street",
        "be: residential, Cross Street",
      ], restrictions: ["only_right_turn: ab b be"],
      drives: [
        "a e: depart Main Street | turn right Cross Street | arrive Cross Street",
        "a c: depart Main Street | turn right Cross Street | continue uturn Cross Street | arrive Cross Street",
      ]),
  ]

  /// A quay at b, a ferry to c, an island road to d.
  private static let strait = "a.....b...........c.....d"

  static let ferries: [DrawnCase] = [
    DrawnCase(
      "boarding a ferry and leaving it are told", strait,
      ways: ["ab: primary, Quay Road", "bc: route=ferry, name=Island Ferry", "cd: primary, Island Road"], shows: .mode,
      drives: [
        "a d: depart Quay Road | notification straight Island Ferry by ferry "
          + "| notification straight Island Road | arrive Island Road"
      ]),
    DrawnCase(
      "a ferry without a name is told too", strait,
      ways: ["ab: primary, Quay Road", "bc: route=ferry", "cd: primary, Island Road"], shows: .mode,
      drives: [
        "a d: depart Quay Road | notification straight by ferry | notification straight Island Road "
          + "| arrive Island Road"
      ]),
    DrawnCase(
      "a train that carries cars is travelled as a ferry is", strait,
      ways: ["ab: primary, Quay Road", "bc: route=shuttle_train, name=Tunnel Train", "cd: primary, Island Road"],
      shows: .mode,
      drives: [
        "a d: depart Quay Road | notification straight Tunnel Train by ferry "
          + "| notification straight Island Road | arrive Island Road"
      ]),
    DrawnCase(
      "a ferry at a crossing is turned onto", cell: 100,
      """
      ..f..
      .....
      ..c..
      .....
      a.b.d
      .....
      ..e..
      """,
      ways: [
        "abd: residential, Main Street", "be: residential, Cross Street", "bc: route=ferry, name=Island Ferry",
        "cf: residential, Island Road",
      ], shows: .mode,
      drives: [
        "a f: depart Main Street | turn left Island Ferry by ferry | notification straight Island Road "
          + "| arrive Island Road"
      ]),
    DrawnCase(
      "where ferry lines meet at sea nothing is said",
      """
      ................e.....g
      .......................
      .......................
      .......................
      a.....b.....p..........
      .......................
      .......................
      .......................
      ................c.....d
      """,
      ways: [
        "ab: primary, Quay Road", "bp: route=ferry, name=First Line", "pc: route=ferry, name=South Line",
        "pe: route=ferry, name=North Line", "cd: primary, Island Road", "eg: primary, Cape Road",
      ], shows: .mode,
      drives: [
        "a d: depart Quay Road | notification straight First Line by ferry "
          + "| notification left Island Road | arrive Island Road"
      ]),
  ]

  /// Places beside the street from a to d: l on its left, r on its right, s beyond its end.
  private static let beside = """
    .....l.....
    a........ds
    .....r.....
    """

  static let arrivals: [DrawnCase] = [
    DrawnCase(
      "the arrival tells on which side the destination lies", cell: 10, beside, ways: ["ad: residential, Main Street"],
      drives: [
        "a l: depart Main Street | arrive left Main Street", "a r: depart Main Street | arrive right Main Street",
        "d l: depart Main Street | arrive right Main Street",
      ]),
    DrawnCase(
      "a destination beyond the end of the road lies straight ahead", cell: 10, beside,
      ways: ["ad: residential, Main Street"], drives: ["a s: depart Main Street | arrive straight Main Street"]),
    DrawnCase(
      "a destination within five metres of the road lies on no side", cell: 10, beside,
      ways: ["ad: residential, Main Street"], nodes: ["l: shift=0 -7", "r: shift=0 7"],
      drives: ["a l: depart Main Street | arrive Main Street", "a r: depart Main Street | arrive Main Street"]),
  ]
}
