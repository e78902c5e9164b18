/// Lanes at a maneuver, from the left; those that serve the route are marked with "+".
extension DrawnCase {
  /// A crossing whose western arm is one-way with these lanes.
  private static func lanes(
    _ rule: String, _ lanes: String, side: String = "", shows: StepText.Parts = .lanes, drives: [String]
  ) -> DrawnCase {
    DrawnCase(
      rule, cell: 100, crossing,
      ways: [
        "ab: secondary, Main Street, oneway=yes, turn:lanes=\(lanes)\(side)",
        "bd: secondary, Main Street, oneway=yes\(side)", "cbe: residential, Cross Street\(side)",
      ], shows: shows, drives: drives)
  }

  /// From a over b to d; to the right c.
  private static let exit = """
    a...b........d
    ..............
    ............c.
    """
  private static let exitWays = "bc: motorway_link, oneway=yes"

  /// First Street from a to b, Second Street down to i, Third Street from g over e to h.
  private static let twoTurns = """
    a...b...d
    .........
    .........
    g...e...h
    .........
    .........
    ....i....
    """
  private static func twoTurnWays(_ first: String, _ second: String) -> [String] {
    [
      "ab: secondary, First Street, oneway=yes, turn:lanes=\(first)", "bd: secondary, First Street, oneway=yes",
      "be: secondary, Second Street, oneway=yes, turn:lanes=\(second)", "ei: secondary, Second Street, oneway=yes",
      "geh: residential, Third Street",
    ]
  }

  static let lanes: [DrawnCase] = singleLanes + laneChains

  private static let singleLanes: [DrawnCase] = [
    lanes(
      "only the lane with the arrow of a turn serves it", "left|through|through;right",
      drives: [
        "a c: depart Main Street | turn left Cross Street [+left|straight|straight;right] | arrive Cross Street",
        "a e: depart Main Street | turn right Cross Street [left|straight|+straight;right] | arrive Cross Street",
      ]),
    lanes(
      "of a lane with two arrows the one that the route follows is known", "left|through|through;right",
      shows: .activeArrows,
      drives: ["a e: depart Main Street | turn right Cross Street <||right> | arrive Cross Street"]),
    lanes(
      "two lanes may serve a turn", "left|left;through|through|right",
      drives: [
        "a c: depart Main Street | turn left Cross Street [+left|+left;straight|straight|right] | arrive Cross Street"
      ]),
    lanes(
      "a lane for turning round serves a left turn only by its own arrow", "reverse;left|through|right",
      drives: [
        "a c: depart Main Street | turn left Cross Street [+uturn;left|straight|right] | arrive Cross Street"
      ]),
    lanes(
      "a lane without an arrow serves no turn that has its own lane", "left|none|right",
      drives: ["a c: depart Main Street | turn left Cross Street [+left|none|right] | arrive Cross Street"]),
    lanes(
      "an empty part is a lane without an arrow", "left||right",
      drives: ["a e: depart Main Street | turn right Cross Street [left|none|+right] | arrive Cross Street"]),
    lanes(
      "lanes that only merge say nothing of a turn", "none|merge_to_left",
      drives: ["a e: depart Main Street | turn right Cross Street | arrive Cross Street"]),
    lanes(
      "lanes whose arrows are not in order say nothing", "left|right|left|through",
      drives: ["a c: depart Main Street | turn left Cross Street | arrive Cross Street"]),
    lanes(
      "lanes are told from the left where traffic keeps left, too", "left|through|right", side: ", driving_side=left",
      drives: ["a e: depart Main Street | turn right Cross Street [left|straight|+right] | arrive Cross Street"]),
    DrawnCase(
      "lanes of one direction of a two-way road", cell: 100, crossing,
      ways: [
        "ab: secondary, Main Street, turn:lanes:forward=left|through;right", "bd: secondary, Main Street",
        "cbe: residential, Cross Street",
      ], shows: .lanes,
      drives: [
        "a e: depart Main Street | turn right Cross Street [left|+straight;right] | arrive Cross Street",
        "d e: depart Main Street | turn left Cross Street | arrive Cross Street",
      ]),
    DrawnCase(
      "lanes of a two-way road that is drawn towards the driver", cell: 100, crossing,
      ways: [
        "ba: secondary, Main Street, turn:lanes:backward=left|through;right, turn:lanes:forward=through|through",
        "bd: secondary, Main Street", "cbe: residential, Cross Street",
      ], shows: .lanes,
      drives: ["a c: depart Main Street | turn left Cross Street [+left|straight;right] | arrive Cross Street"]),
    DrawnCase(
      "the lanes straight on go with a new name", cell: 100, crossing,
      ways: [
        "ab: secondary, Main Street, oneway=yes, turn:lanes=left|through|through;right",
        "bd: secondary, Second Street, oneway=yes", "cbe: residential, Cross Street",
      ], shows: .lanes,
      drives: [
        "a d: depart Main Street | new name straight Second Street [left|+straight|+straight;right] "
          + "| arrive Second Street"
      ]),
    DrawnCase(
      "lanes without arrows lead straight on", cell: 100, crossing,
      ways: [
        "ab: secondary, Main Street, oneway=yes, turn:lanes=left|none|right",
        "bd: secondary, Second Street, oneway=yes", "cbe: residential, Cross Street",
      ], shows: .lanes,
      drives: [
        "a d: depart Main Street | new name straight Second Street [left|+none|right] | arrive Second Street"
      ]),
    DrawnCase(
      "the lane to an exit", exit,
      ways: [
        "ab: motorway, North Motorway, turn:lanes=through|through|slight_right", "bd: motorway, North Motorway",
        exitWays,
      ],
      shows: .lanes,
      drives: ["a c: depart North Motorway | off ramp slight right [straight|straight|+slight right] | arrive"]),
    DrawnCase(
      "an exit with a lane of its own and one that it shares", exit,
      ways: [
        "ab: motorway, North Motorway, turn:lanes=through|through;slight_right|slight_right",
        "bd: motorway, North Motorway", exitWays,
      ], shows: .lanes,
      drives: [
        "a c: depart North Motorway | off ramp slight right [straight|+straight;slight right|+slight right] | arrive"
      ]),
    DrawnCase(
      "the lanes at a fork",
      """
      ............c
      .............
      a...b........
      .............
      ............d
      """,
      ways: [
        "ab: motorway, North Motorway, turn:lanes=slight_left|slight_left;slight_right|slight_right",
        "bc: motorway, West Motorway", "bd: motorway, East Motorway",
      ], shows: .lanes,
      drives: [
        "a c: depart North Motorway | fork slight left West Motorway "
          + "[+slight left|+slight left;slight right|slight right] | arrive West Motorway",
        "a d: depart North Motorway | fork slight right East Motorway "
          + "[slight left|+slight left;slight right|+slight right] | arrive East Motorway",
      ]),
    DrawnCase(
      "lanes are not told at a roundabout", cell: 20,
      """
      ....n......
      ..q...p....
      ...........
      .w.....e..E
      ...........
      ..r...t....
      ....s......
      ...........
      ...........
      ....S......
      """,
      ways: [
        "stepnqwrs: secondary, junction=roundabout",
        "Ss: secondary, South Road, turn:lanes:forward=left|through;right", "Ee: secondary, East Road",
      ], shows: .lanes, drives: ["S E: depart South Road | roundabout exit 1 East Road | arrive East Road"]),
  ]

  private static let laneChains: [DrawnCase] = [
    DrawnCase(
      "lanes that end twenty metres before the junction hold at it", cell: 100,
      """
      ..c..
      .....
      afb.d
      .....
      ..e..
      """,
      ways: [
        "af: secondary, Main Street, oneway=yes, turn:lanes=left|through|right",
        "fb: secondary, Main Street, oneway=yes", "bd: secondary, Main Street, oneway=yes",
        "cbe: residential, Cross Street",
      ], nodes: ["f: shift=80 0"], shows: .lanes,
      drives: ["a c: depart Main Street | turn left Cross Street [+left|straight|right] | arrive Cross Street"]),
    DrawnCase(
      "before a left turn that follows soon only the left of two lanes is good", cell: 40, twoTurns,
      ways: twoTurnWays("through|right|right", "left|right").filter { !$0.hasPrefix("ei") }, shows: .lanes,
      drives: [
        "a h: depart First Street | turn right Second Street [straight|+right|right] "
          + "| turn left Third Street [+left|right] | arrive Third Street"
      ]),
    DrawnCase(
      "before a right turn that follows soon only the right of two lanes is good", cell: 40, twoTurns,
      ways: twoTurnWays("through|right|right", "left|right").filter { !$0.hasPrefix("ei") }, shows: .lanes,
      drives: [
        "a g: depart First Street | turn right Second Street [straight|right|+right] "
          + "| turn right Third Street [left|+right] | arrive Third Street"
      ]),
    DrawnCase(
      "a turn that follows far behind leaves both lanes good", cell: 300, twoTurns,
      ways: twoTurnWays("through|right|right", "left|right").filter { !$0.hasPrefix("ei") }, shows: .lanes,
      drives: [
        "a h: depart First Street | turn right Second Street [straight|+right|+right] "
          + "| turn left Third Street [+left|right] | arrive Third Street"
      ]),
    DrawnCase(
      "one lane of the next turn, among three, leaves one lane good before it", cell: 40,
      twoTurns, ways: twoTurnWays("through|right|right", "left|through|right"), shows: .lanes,
      drives: [
        "a h: depart First Street | turn right Second Street [straight|+right|right] "
          + "| turn left Third Street [+left|straight|right] | arrive Third Street"
      ]),
  ]
}
