/// Ends of roads: a road runs into the side of another.
extension DrawnCase {
  /// From the south g, over a crossing at c, to the end at b of Main Street from a to d.
  private static let end = """
    a...b...d
    .........
    .........
    .........
    e...c...f
    .........
    .........
    .........
    ....g....
    """

  static let ends: [DrawnCase] = [
    DrawnCase(
      "a road that ends at a crossing one, behind a junction that was passed, is told so", end,
      ways: ["abd: tertiary, Main Street", "bcg: residential, Side Street", "ecf: residential, Low Street"],
      drives: [
        "g a: depart Side Street | end of road left Main Street | arrive Main Street",
        "g d: depart Side Street | end of road right Main Street | arrive Main Street",
      ]),
    DrawnCase(
      "where no junction was passed before, the end of a road is a turn", end,
      ways: ["abd: tertiary, Main Street", "bcg: residential, Side Street", "ecf: residential, Low Street"],
      drives: [
        "bc a: depart Side Street | turn left Main Street | arrive Main Street",
        "bc d: depart Side Street | turn right Main Street | arrive Main Street",
      ]),
    DrawnCase(
      "where no junction was passed before and the name stays, the end of a road is continued", end,
      ways: ["abd: residential, The Close", "bcg: residential, The Close", "ecf: residential, Low Street"],
      drives: ["bc a: depart The Close | continue left The Close | arrive The Close"]),
    DrawnCase(
      "a road may end under its own name", end,
      ways: ["abd: residential, The Close", "bcg: residential, The Close", "ecf: residential, Low Street"],
      drives: ["g d: depart The Close | end of road right The Close | arrive The Close"]),
    DrawnCase(
      "who passes the end of another road hears nothing, who turns into it turns", end,
      ways: ["abd: tertiary, Main Street", "bcg: residential, Side Street", "ecf: residential, Low Street"],
      drives: [
        "a d: depart Main Street | arrive Main Street",
        "a g: depart Main Street | turn right Side Street | arrive Side Street",
        "d g: depart Main Street | turn left Side Street | arrive Side Street",
      ]),
    DrawnCase(
      "a road ends also where the crossing one lies 27 degrees askew",
      """
      a........
      .........
      ....b....
      .........
      e...c...d
      .........
      .........
      .........
      f...h...i
      .........
      .........
      ....g....
      """,
      ways: ["abd: tertiary, Main Street", "bchg: residential, Side Street", "fhi: residential, Low Street"],
      drives: [
        "g a: depart Side Street | end of road left Main Street | arrive Main Street",
        "g d: depart Side Street | end of road right Main Street | arrive Main Street",
      ]),
    DrawnCase(
      "where the crossing road lies 45 degrees askew the near side is a turn, not an end of the road",
      """
      ........d
      .........
      .........
      .........
      ....b....
      .........
      .........
      .........
      a...c...f
      .........
      .........
      ....g....
      """,
      ways: ["abd: tertiary, Main Street", "bcg: residential, Side Street", "cf: residential, Low Street"],
      drives: [
        "g d: depart Side Street | turn right Main Street | arrive Main Street",
        "g a: depart Side Street | turn sharp left Main Street | arrive Main Street",
      ]),
    DrawnCase(
      "a road ends at a one-way road too, where only one side is open", end,
      ways: [
        "abd: tertiary, Main Street, oneway=yes", "bcg: residential, Side Street", "ecf: residential, Low Street",
      ],
      drives: ["g d: depart Side Street | end of road right Main Street | arrive Main Street"]),
    DrawnCase(
      "at the end of a road a ramp is still a ramp", end,
      ways: [
        "ab: primary, Main Street", "bd: motorway_link, oneway=yes", "bcg: primary, Side Street",
        "ecf: residential, Low Street",
      ],
      drives: [
        "g d: depart Side Street | on ramp right | arrive",
        "g a: depart Side Street | end of road left Main Street | arrive Main Street",
      ]),
    DrawnCase(
      "a road whose end is forked by 45 degrees to either side is no end",
      """
      a.......d
      .........
      .........
      .........
      ....b....
      .........
      .........
      e...c...f
      .........
      .........
      ....g....
      """,
      ways: [
        "ab: residential, Left Street", "bd: residential, Right Street", "bcg: residential, Side Street",
        "ecf: residential, Low Street",
      ],
      drives: [
        "g a: depart Side Street | turn left Left Street | arrive Left Street",
        "g d: depart Side Street | turn right Right Street | arrive Right Street",
      ]),
  ]
}
