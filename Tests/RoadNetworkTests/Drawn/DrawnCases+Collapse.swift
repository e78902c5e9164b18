/// What follows so closely that it is told as one, names that last too short to be told, and turning round.
extension DrawnCase {
  /// 300 m from a to b, to c and to d.
  private static let line = "a.....b.....c.....d"
  /// A crossing with arms of 200 m at b; f lies before it, g behind it to the left.
  private static let crossingBetween = """
    ....c....
    .........
    ....g....
    .........
    a.f.b...d
    .........
    .........
    .........
    ....e....
    """
  /// Two carriageways, five cells apart, with a link from e to w.
  private static let crossover = """
    d.........w.........c
    .....................
    .....................
    .....................
    .....................
    a.........e.........b
    """
  private static let crossoverWays = [
    "aeb: secondary, Dual Road, oneway=yes", "cwd: secondary, Dual Road, oneway=yes", "ew: secondary",
  ]

  static let collapsed: [DrawnCase] = [
    DrawnCase(
      "a bridge of twenty metres does not interrupt a road's name", line,
      ways: ["ab: tertiary, Main Street", "bc: tertiary, Low Bridge, bridge=yes", "cd: tertiary, Main Street"],
      nodes: ["c: shift=-280 0"], drives: ["a d: depart Main Street | arrive Main Street"]),
    DrawnCase(
      "a bridge of three hundred metres has its own name", line,
      ways: ["ab: tertiary, Main Street", "bc: tertiary, High Bridge, bridge=yes", "cd: tertiary, Main Street"],
      drives: [
        "a d: depart Main Street | new name straight High Bridge | new name straight Main Street | arrive Main Street"
      ]),
    DrawnCase(
      "a name that lasts eighty metres is not told", line,
      ways: ["ab: tertiary, First Street", "bc: tertiary, Short Row", "cd: tertiary, Third Street"],
      nodes: ["c: shift=-220 0"],
      drives: ["a d: depart First Street | new name straight Third Street | arrive Third Street"]),
    DrawnCase(
      "a name that lasts 130 metres is told", line,
      ways: ["ab: tertiary, First Street", "bc: tertiary, Short Row", "cd: tertiary, Third Street"],
      nodes: ["c: shift=-170 0"],
      drives: [
        "a d: depart First Street | new name straight Short Row | new name straight Third Street | arrive Third Street"
      ]),
    DrawnCase(
      "a new name twenty metres before a junction is told to who passes it", crossingBetween,
      ways: ["af: tertiary, First Street", "fbd: tertiary, Second Street", "cgbe: residential, Cross Street"],
      nodes: ["f: shift=80 0"],
      drives: ["a d: depart First Street | new name straight Second Street | arrive Second Street"]),
    DrawnCase(
      "a turn twenty metres behind a new name is the only thing told", crossingBetween,
      ways: ["af: tertiary, First Street", "fbd: tertiary, Second Street", "cgbe: residential, Cross Street"],
      nodes: ["f: shift=80 0"],
      drives: ["a c: depart First Street | turn left Cross Street | arrive Cross Street"]),
    DrawnCase(
      "a turn into a road that changes its name after twenty metres tells the later name", crossingBetween,
      ways: ["afbd: tertiary, Main Street", "bg: residential, Short Row", "gc: residential, Long Row"],
      nodes: ["g: shift=0 -80", "c: shift=0 100"],
      drives: ["a c: depart Main Street | turn left Long Row | arrive Long Row"]),
    DrawnCase(
      "a turn into a road that changes its name after a hundred metres tells both names", crossingBetween,
      ways: ["afbd: tertiary, Main Street", "bg: residential, Short Row", "gc: residential, Long Row"],
      nodes: ["c: shift=0 100"],
      drives: ["a c: depart Main Street | turn left Short Row | new name straight Long Row | arrive Long Row"]),
    DrawnCase(
      "over a link without a name of fifty metres into the other carriageway is turning round", cell: 10, crossover,
      ways: crossoverWays, drives: ["a d: depart Dual Road | continue uturn Dual Road | arrive Dual Road"]),
    DrawnCase(
      "over a link of a hundred metres into the other carriageway is two turns", cell: 20, crossover,
      ways: crossoverWays, drives: ["a d: depart Dual Road | turn left | turn left Dual Road | arrive Dual Road"]),
  ]

  /// Main Street from a over b to d, a side street from b to c in the north; k lies between b and d.
  private static let sideStreet = """
    ....c.......
    ............
    ............
    ............
    a...b...k..d
    """

  static let uTurns: [DrawnCase] = [
    DrawnCase(
      "behind a place in a dead end the way back begins with turning round", sideStreet,
      ways: ["abkd: residential, Main Street", "bc: residential, Side Street"],
      drives: [
        "a bc d: depart Main Street | turn left Side Street | arrive Side Street | depart Side Street "
          + "| continue uturn Side Street | turn left Main Street | arrive Main Street"
      ]),
    DrawnCase(
      "turning round on a road without a name is a turn", sideStreet,
      ways: ["abkd: residential, Main Street", "bc: residential"],
      drives: [
        "a bc d: depart Main Street | turn left | arrive | depart | turn uturn | turn left Main Street "
          + "| arrive Main Street"
      ]),
    DrawnCase(
      "where the left turn is forbidden, the way leads on to the road's end and back", sideStreet,
      ways: ["ab: residential, Main Street", "bkd: residential, Main Street", "bc: residential, Side Street"],
      restrictions: ["no_left_turn: ab b bc"],
      drives: [
        "a c: depart Main Street | continue uturn Main Street | turn right Side Street | arrive Side Street"
      ]),
    DrawnCase(
      "at a barrier that nobody passes the way turns round", sideStreet,
      ways: ["ab: residential, Main Street", "bkd: residential, Main Street", "bc: residential, Side Street"],
      nodes: ["k: barrier=bollard"], restrictions: ["no_left_turn: ab b bc"],
      drives: [
        "a c: depart Main Street | continue uturn Main Street | turn right Side Street | arrive Side Street"
      ]),
    DrawnCase(
      "a place on the way adds an arrival and a departure, and the drive goes on in its direction", sideStreet,
      ways: ["abkd: residential, Main Street", "bc: residential, Side Street"],
      drives: [
        "a ab c: depart Main Street | arrive Main Street | depart Main Street | turn left Side Street "
          + "| arrive Side Street"
      ]),
  ]
}
