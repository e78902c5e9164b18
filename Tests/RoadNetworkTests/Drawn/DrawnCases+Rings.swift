/// Roundabouts, rotaries, and rings so small that they are one turn.
extension DrawnCase {
  /// A ring of eight nodes, three cells in radius, with arms of ten cells.
  ///
  /// The ring is n q w r s t e p against the clock; each arm ends at the capital letter of its node; X lies in the
  /// north-north-east of p.
  private static let ring = """
    .............N.............
    ..................X........
    ...........................
    ...........................
    ....Q.................P....
    ...........................
    ...........................
    ...........................
    ...........................
    ...........................
    .............n.............
    ...........q...p...........
    ...........................
    W.........w.....e.........E
    ...........................
    ...........r...t...........
    .............s.............
    ...........................
    ...........................
    ...........................
    ...........................
    ...........................
    ....R.................T....
    ...........................
    ...........................
    ...........................
    .............S.............
    """
  /// Two rings, a b c d f g h i and j k l m o p q r, with a road between them and arms to four sides.
  private static let twoRings = """
    ..........a.............................j..........
    ........b...i.........................k...r........
    ...................................................
    W......c.....h.......................l.....q......E
    ...................................................
    ........d...g.........................m...p........
    ..........f.............................o..........
    ...................................................
    ...................................................
    ...................................................
    ...................................................
    ...................................................
    ..........F.............................O..........
    """

  private static let arms = [
    "Ss: secondary, South Road", "Ee: secondary, East Road", "Nn: secondary, North Road", "Ww: secondary, West Road",
  ]
  private static let leftArms = arms.map { $0 + ", driving_side=left" }
  private static let plainRing = "stepnqwrs: secondary, junction=roundabout"

  static let rings: [DrawnCase] = roundabouts + otherRings

  private static let roundabouts: [DrawnCase] = [
    DrawnCase(
      "the exits of a roundabout are counted from where it is entered", cell: 10, ring, ways: arms + [plainRing],
      drives: [
        "S E: depart South Road | roundabout exit 1 East Road | arrive East Road",
        "S N: depart South Road | roundabout exit 2 North Road | arrive North Road",
        "S W: depart South Road | roundabout exit 3 West Road | arrive West Road",
        "W N: depart West Road | roundabout exit 3 North Road | arrive North Road",
      ]),
    DrawnCase(
      "an arm that only leads in is no exit", cell: 10, ring,
      ways: [
        plainRing, "Ss: secondary, South Road", "Ee: secondary, East Road, oneway=yes", "Nn: secondary, North Road",
      ],
      drives: [
        "S N: depart South Road | roundabout exit 1 North Road | arrive North Road",
        "E N: depart East Road | roundabout exit 1 North Road | arrive North Road",
        "E S: depart East Road | roundabout exit 2 South Road | arrive South Road",
      ]),
    DrawnCase(
      "a service road is an exit as any other", cell: 10, ring,
      ways: [
        plainRing, "Ss: secondary, South Road", "Ee: service, Depot", "Nn: secondary, North Road",
        "Ww: secondary, West Road",
      ],
      drives: [
        "S E: depart South Road | roundabout exit 1 Depot | arrive Depot",
        "S N: depart South Road | roundabout exit 2 North Road | arrive North Road",
      ]),
    DrawnCase(
      "an arm for buses alone is no exit", cell: 10, ring,
      ways: [
        plainRing, "Ss: secondary, South Road", "Ee: secondary, East Road, motor_vehicle=psv",
        "Nn: secondary, North Road", "Ww: secondary, West Road",
      ],
      drives: ["S W: depart South Road | roundabout exit 2 West Road | arrive West Road"]),
    DrawnCase(
      "where traffic keeps left the exits are counted with the clock", cell: 10, ring,
      ways: leftArms + ["srwqnpets: secondary, junction=roundabout, driving_side=left"],
      drives: [
        "S W: depart South Road | roundabout exit 1 West Road | arrive West Road",
        "S N: depart South Road | roundabout exit 2 North Road | arrive North Road",
        "S E: depart South Road | roundabout exit 3 East Road | arrive East Road",
      ]),
    DrawnCase(
      "of an arm with separate ways in and out only the way out counts", cell: 10, ring,
      ways: [
        plainRing, "Tt: secondary, South Road, oneway=yes", "rR: secondary, South Road, oneway=yes",
        "Qq: secondary, North Road, oneway=yes", "pP: secondary, North Road, oneway=yes", "Ee: secondary, East Road",
        "Ww: secondary, West Road",
      ],
      drives: [
        "T P: depart South Road | roundabout exit 2 North Road | arrive North Road",
        "T W: depart South Road | roundabout exit 3 West Road | arrive West Road",
        "T R: depart South Road | roundabout exit 4 South Road | arrive South Road",
      ]),
    DrawnCase(
      "the step into a roundabout has the signs of the road that it is left by", cell: 10, ring,
      ways: [
        plainRing, "Ss: secondary, South Road", "Ee: secondary, East Road",
        "pP: secondary, North Road, ref=A 1, oneway=yes, destination=Northam",
      ], shows: [.references, .destinations],
      drives: [
        "S P: depart South Road | roundabout exit 2 North Road (A 1) to Northam | arrive North Road (A 1) to Northam"
      ]),
    DrawnCase(
      "an exit without a name is told by its number alone", cell: 10, ring,
      ways: [plainRing, "Ss: secondary, South Road", "Ee: secondary", "Nn: secondary, North Road"],
      drives: ["S E: depart South Road | roundabout exit 1 | arrive"]),
    DrawnCase(
      "the way out of a roundabout is a step of its own", cell: 10, ring, ways: arms + [plainRing],
      shows: .ringExits,
      drives: [
        "S N: depart South Road | roundabout exit 2 North Road | exit roundabout North Road | arrive North Road"
      ]),
    DrawnCase(
      "each of two roundabouts counts its own exits", cell: 10, twoRings,
      ways: [
        "abcdfghia: secondary, junction=roundabout", "jklmopqrj: secondary, junction=roundabout",
        "Wc: secondary, West Road", "hl: secondary, Link Road", "qE: secondary, East Road",
        "fF: secondary, First Road", "oO: secondary, Other Road",
      ],
      drives: [
        "W E: depart West Road | roundabout exit 2 Link Road | roundabout exit 2 East Road | arrive East Road",
        "W O: depart West Road | roundabout exit 2 Link Road | roundabout exit 1 Other Road | arrive Other Road",
        "E F: depart East Road | roundabout exit 1 Link Road | roundabout exit 2 First Road | arrive First Road",
      ]),
  ]

  private static let otherRings: [DrawnCase] = [
    DrawnCase(
      "a large ring with a name that no arm has is a rotary", cell: 10, ring,
      ways: arms + ["stepnqwrs: secondary, Great Circle, junction=roundabout"], shows: .rotaries,
      drives: ["S N: depart South Road | rotary exit 2 North Road around Great Circle | arrive North Road"]),
    DrawnCase(
      "a circular junction with a name is a rotary however small", cell: 4, ring,
      ways: arms + ["stepnqwrs: secondary, Great Circle, junction=circular", "pP: secondary, Park Road"],
      shows: .rotaries,
      drives: ["S N: depart South Road | rotary exit 3 North Road around Great Circle | arrive North Road"]),
    DrawnCase(
      "a ring with the name of one of its arms is a roundabout", cell: 10, ring,
      ways: arms + ["stepnqwrs: secondary, North Road, junction=roundabout"], shows: .rotaries,
      drives: ["S W: depart South Road | roundabout exit 3 West Road | arrive West Road"]),
    DrawnCase(
      "a small ring with a name is a roundabout", cell: 4, ring,
      ways: arms + ["stepnqwrs: secondary, Great Circle, junction=roundabout", "pP: secondary, Park Road"],
      shows: .rotaries,
      drives: ["S N: depart South Road | roundabout exit 3 North Road | arrive North Road"]),
    DrawnCase(
      "the way out of a rotary is a step of its own", cell: 10, ring,
      ways: arms + ["stepnqwrs: secondary, Great Circle, junction=roundabout"], shows: .ringExits,
      drives: ["S E: depart South Road | rotary exit 1 East Road | exit rotary East Road | arrive East Road"]),
    DrawnCase(
      "a small ring with four arms well apart is one turn, without a step out of it", cell: 4, ring,
      ways: arms + [plainRing], shows: .ringExits,
      drives: [
        "S E: depart South Road | roundabout turn right East Road | arrive East Road",
        "S N: depart South Road | roundabout turn straight North Road | arrive North Road",
        "S W: depart South Road | roundabout turn left West Road | arrive West Road",
      ]),
    DrawnCase(
      "a small ring with three arms is one turn", cell: 4, ring,
      ways: [
        plainRing, "Ss: secondary, South Road", "Nn: secondary, North Road", "Ww: secondary, West Road",
      ],
      drives: [
        "W N: depart West Road | roundabout turn left North Road | arrive North Road",
        "N W: depart North Road | roundabout turn right West Road | arrive West Road",
      ]),
    DrawnCase(
      "a small ring is one turn where traffic keeps left", cell: 4, ring,
      ways: leftArms + ["srwqnpets: secondary, junction=roundabout, driving_side=left"],
      drives: [
        "S W: depart South Road | roundabout turn left West Road | arrive West Road",
        "S E: depart South Road | roundabout turn right East Road | arrive East Road",
      ]),
    DrawnCase(
      "a small ring with five arms is a roundabout with exits", cell: 4, ring,
      ways: arms + [plainRing, "pP: secondary, Park Road"],
      drives: [
        "S E: depart South Road | roundabout exit 1 East Road | arrive East Road",
        "S P: depart South Road | roundabout exit 2 Park Road | arrive Park Road",
        "S W: depart South Road | roundabout exit 4 West Road | arrive West Road",
      ]),
    DrawnCase(
      "a small ring with two arms side by side is a roundabout with exits", cell: 4, ring,
      ways: [
        plainRing, "Ss: secondary, South Road", "Nn: secondary, North Road", "Ww: secondary, West Road",
        "pX: secondary, Extra Road",
      ],
      drives: [
        "S X: depart South Road | roundabout exit 1 Extra Road | arrive Extra Road",
        "S N: depart South Road | roundabout exit 2 North Road | arrive North Road",
      ]),
    DrawnCase(
      "who ends on a small ring enters a roundabout without a number", cell: 4, ring, ways: arms + [plainRing],
      drives: ["S pe: depart South Road | roundabout | arrive"]),
    DrawnCase(
      "a mini roundabout is one turn", cell: 100, crossing,
      ways: ["abd: residential, Main Street", "cbe: residential, Cross Street"], nodes: ["b: highway=mini_roundabout"],
      drives: [
        "a c: depart Main Street | roundabout turn left Cross Street | arrive Cross Street",
        "a e: depart Main Street | roundabout turn right Cross Street | arrive Cross Street",
      ]),
  ]
}
