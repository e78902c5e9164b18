/// Slip roads, roads with two carriageways, and turns that follow each other so closely that they are one.
extension DrawnCase {
  /// A crossing at x, which a slip road from b to e cuts short to the right.
  private static let slip = """
    ........u......
    ...............
    ...............
    ...............
    a...b...x.....d
    ...............
    ...............
    ...............
    ........e......
    ...............
    ...............
    ...............
    ........f......
    """
  /// The same to the left.
  private static let leftSlip = """
    ........f......
    ...............
    ...............
    ...............
    ........e......
    ...............
    ...............
    ...............
    a...b...x.....d
    ...............
    ...............
    ...............
    ........u......
    """

  static let slips: [DrawnCase] = [
    DrawnCase(
      "a slip road and the turn at its end are one turn into the road behind it", cell: 20, slip,
      ways: [
        "abxd: primary, Main Street, maxspeed=50", "uxef: primary, Cross Street, maxspeed=50",
        "be: primary_link, oneway=yes, maxspeed=60",
      ],
      drives: [
        "a f: depart Main Street | turn right Cross Street | arrive Cross Street",
        "a d: depart Main Street | arrive Main Street",
      ]),
    DrawnCase(
      "a slip road to the left where traffic keeps left", cell: 20, leftSlip,
      ways: [
        "abxd: primary, Main Street, maxspeed=50, driving_side=left",
        "uxef: primary, Cross Street, maxspeed=50, driving_side=left",
        "be: primary_link, oneway=yes, maxspeed=60, driving_side=left",
      ],
      drives: ["a f: depart Main Street | turn left Cross Street | arrive Cross Street"]),
    DrawnCase(
      "who ends on a slip road turns into it", cell: 20, slip,
      ways: [
        "abxd: primary, Main Street, maxspeed=50", "uxef: primary, Cross Street, maxspeed=50",
        "be: primary_link, oneway=yes, maxspeed=60",
      ],
      drives: ["a be: depart Main Street | turn right | arrive"]),
    DrawnCase(
      "a link that cuts a far junction is no slip road but a road of its own", cell: 60, slip,
      ways: [
        "abxd: primary, Main Street, maxspeed=50", "uxef: primary, Cross Street, maxspeed=50",
        "be: primary_link, oneway=yes, maxspeed=60",
      ],
      drives: ["a f: depart Main Street | turn right | turn right Cross Street | arrive Cross Street"]),
  ]

  /// A road of two carriageways, from a over e to b and from c over w to d, crossed by a street from v to u.
  private static let dual = """
    ..........u..........
    .....................
    .....................
    .....................
    d.........w.........c
    .....................
    a.........e.........b
    .....................
    .....................
    .....................
    ..........v..........
    """
  /// Two such roads across each other: northbound from j over 4 and 2 to h, southbound from g over 1 and 3 to i.
  private static let dualCrossing = """
    ......g.h......
    ...............
    ...............
    d.....1.2.....c
    ...............
    a.....3.4.....b
    ...............
    ...............
    ......i.j......
    """
  private static let dualWays = [
    "aeb: secondary, Dual Road, oneway=yes", "cwd: secondary, Dual Road, oneway=yes",
    "vewu: residential, Side Street",
  ]
  private static let longSide = ["u: shift=0 60", "v: shift=0 -60"]
  private static let crossingWays = [
    "a34b: secondary, Long Road, oneway=yes", "c21d: secondary, Long Road, oneway=yes",
    "j42h: secondary, Cross Road, oneway=yes", "g13i: secondary, Cross Road, oneway=yes",
  ]
  private static let longArms = ["g: shift=0 60", "h: shift=0 60", "i: shift=0 -60", "j: shift=0 -60"]

  static let carriageways: [DrawnCase] = [
    DrawnCase(
      "straight over both carriageways of a road nothing is said", cell: 10, dual, ways: dualWays, nodes: longSide,
      drives: ["v u: depart Side Street | arrive Side Street", "a b: depart Dual Road | arrive Dual Road"]),
    DrawnCase(
      "from a street into the near and into the far carriageway is one turn each", cell: 10, dual, ways: dualWays,
      nodes: longSide,
      drives: [
        "v b: depart Side Street | turn right Dual Road | arrive Dual Road",
        "v d: depart Side Street | turn left Dual Road | arrive Dual Road",
      ]),
    DrawnCase(
      "from a carriageway over the other one into a street is one turn", cell: 10, dual, ways: dualWays,
      nodes: longSide,
      drives: [
        "a u: depart Dual Road | turn left Side Street | arrive Side Street",
        "a v: depart Dual Road | turn right Side Street | arrive Side Street",
      ]),
    DrawnCase(
      "two lefts from one carriageway into the other are one turn round", cell: 10, dual, ways: dualWays,
      nodes: longSide, drives: ["a d: depart Dual Road | continue uturn Dual Road | arrive Dual Road"]),
    DrawnCase(
      "two rights turn round where traffic keeps left", cell: 10, dual,
      ways: [
        "dwc: secondary, Dual Road, oneway=yes, driving_side=left",
        "bea: secondary, Dual Road, oneway=yes, driving_side=left", "vewu: residential, Side Street, driving_side=left",
      ], nodes: longSide, drives: ["d a: depart Dual Road | continue uturn Dual Road | arrive Dual Road"]),
    DrawnCase(
      "a street that ends at the far carriageway ends there once", cell: 10, dual,
      ways: [
        "aeb: secondary, Dual Road, oneway=yes", "cwd: secondary, Dual Road, oneway=yes",
        "vew: residential, Side Street",
      ], nodes: longSide,
      drives: [
        "v d: depart Side Street | end of road left Dual Road | arrive Dual Road",
        "v b: depart Side Street | turn right Dual Road | arrive Dual Road",
      ]),
    DrawnCase(
      "where two roads of two carriageways cross, each way is one turn at most", cell: 10, dualCrossing,
      ways: crossingWays, nodes: longArms,
      drives: [
        "j h: depart Cross Road | arrive Cross Road",
        "j b: depart Cross Road | turn right Long Road | arrive Long Road",
        "j d: depart Cross Road | turn left Long Road | arrive Long Road",
      ]),
    DrawnCase(
      "turning round where two roads of two carriageways cross", cell: 10, dualCrossing, ways: crossingWays,
      nodes: longArms, drives: ["j i: depart Cross Road | continue uturn Cross Road | arrive Cross Road"]),
    DrawnCase(
      "where a road divides into its carriageways, and where they join, nothing is said", cell: 10,
      """
      .............y....................d
      a.........b........................
      .............x....................c
      """,
      ways: [
        "ab: secondary, Dual Road", "bxc: secondary, Dual Road, oneway=yes", "dyb: secondary, Dual Road, oneway=yes",
      ],
      drives: ["a c: depart Dual Road | arrive Dual Road", "d a: depart Dual Road | arrive Dual Road"]),
  ]

  /// A road from a to d with a lane from the south at b and one to the north at f, 200 m apart unless moved.
  private static let stagger = """
    ........e....
    .............
    .............
    a...b...f...d
    .............
    .............
    ....c........
    """
  private static let staggerWays = [
    "abfd: tertiary, Main Street", "cb: residential, Mill Lane", "fe: residential, Mill Lane",
  ]

  static let staggers: [DrawnCase] = [
    DrawnCase(
      "a crossing drawn with an offset of two metres is straight over", stagger, ways: staggerWays,
      nodes: ["f: shift=-198 0", "e: shift=-198 0"], drives: ["c e: depart Mill Lane | arrive Mill Lane"]),
    DrawnCase(
      "a crossing with an offset of two metres and another name behind it is a new name", stagger,
      ways: ["abfd: tertiary, Main Street", "cb: residential, Mill Lane", "fe: residential, Hill Lane"],
      nodes: ["f: shift=-198 0", "e: shift=-198 0"],
      drives: ["c e: depart Mill Lane | new name straight Hill Lane | arrive Hill Lane"]),
    DrawnCase(
      "lanes that are twenty metres apart are two turns", stagger, ways: staggerWays,
      nodes: ["f: shift=-180 0", "e: shift=-180 0"],
      drives: ["c e: depart Mill Lane | turn right Main Street | turn left Mill Lane | arrive Mill Lane"]),
    DrawnCase(
      "lanes to the same side that are far apart are two turns back",
      """
      .............
      a...b...f...d
      .............
      .............
      ....c...e....
      """, ways: staggerWays,
      drives: ["c e: depart Mill Lane | turn right Main Street | turn right Mill Lane | arrive Mill Lane"]),
  ]
}
