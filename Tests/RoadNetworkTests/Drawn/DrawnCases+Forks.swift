/// Forks: a road divides, and neither way on is obvious.
extension DrawnCase {
  /// From a to b, then to c on the left or d on the right, 14 degrees from straight.
  private static let fork = """
    ............c
    .............
    a...b........
    .............
    ............d
    """

  static let forks: [DrawnCase] = [
    DrawnCase(
      "a road that divides evenly into two others forks", fork,
      ways: ["ab: secondary, Stem Road", "bc: secondary, Left Road", "bd: secondary, Right Road"],
      drives: [
        "a c: depart Stem Road | fork slight left Left Road | arrive Left Road",
        "a d: depart Stem Road | fork slight right Right Road | arrive Right Road",
      ]),
    DrawnCase(
      "a fork is told also where the name goes on one way", fork,
      ways: ["abc: secondary, Stem Road", "bd: secondary, Right Road"],
      drives: [
        "a c: depart Stem Road | fork slight left Stem Road | arrive Stem Road",
        "a d: depart Stem Road | fork slight right Right Road | arrive Right Road",
      ]),
    DrawnCase(
      "a fork without names", fork, ways: ["ab: tertiary", "bc: tertiary", "bd: tertiary"],
      drives: ["a c: depart | fork slight left | arrive", "a d: depart | fork slight right | arrive"]),
    DrawnCase(
      "a fork as wide as 34 degrees to either side",
      """
      .......c
      ........
      a...b...
      ........
      .......d
      """,
      ways: ["ab: secondary, Stem Road", "bc: secondary, Left Road", "bd: secondary, Right Road"],
      drives: [
        "a c: depart Stem Road | fork slight left Left Road | arrive Left Road",
        "a d: depart Stem Road | fork slight right Right Road | arrive Right Road",
      ]),
    DrawnCase(
      "three ways on close together fork to the left, straight on and to the right", cell: 100,
      """
      .........c
      a..b.....d
      .........e
      """,
      ways: [
        "ab: secondary, Stem Road", "bc: secondary, Left Road", "bd: secondary, Middle Road",
        "be: secondary, Right Road",
      ],
      drives: [
        "a c: depart Stem Road | fork slight left Left Road | arrive Left Road",
        "a d: depart Stem Road | fork straight Middle Road | arrive Middle Road",
        "a e: depart Stem Road | fork slight right Right Road | arrive Right Road",
      ]),
    DrawnCase(
      "the more important road is obvious, the street beside it a slight turn", fork,
      ways: ["abc: primary, Stem Road", "bd: residential, Right Street"],
      drives: [
        "a c: depart Stem Road | arrive Stem Road",
        "a d: depart Stem Road | turn slight right Right Street | arrive Right Street",
      ]),
    DrawnCase(
      "no fork where one way is closed by a one-way road", fork,
      ways: ["ab: secondary, Stem Road", "bc: secondary, Left Road", "db: secondary, Right Road, oneway=yes"],
      drives: ["a c: depart Stem Road | new name straight Left Road | arrive Left Road"]),
    DrawnCase(
      "no fork where one way is closed by a restriction", fork,
      ways: ["ab: secondary, Stem Road", "bc: secondary, Left Road", "bd: secondary, Right Road"],
      restrictions: ["no_right_turn: ab b bd"],
      drives: ["a c: depart Stem Road | new name straight Left Road | arrive Left Road"]),
    DrawnCase(
      "links fork among themselves", fork,
      ways: [
        "ab: primary_link, oneway=yes", "bc: primary_link, oneway=yes, destination=Lee",
        "bd: primary_link, oneway=yes, destination=Ray",
      ], shows: .destinations,
      drives: [
        "a c: depart | fork slight left to Lee | arrive to Lee",
        "a d: depart | fork slight right to Ray | arrive to Ray",
      ]),
    DrawnCase(
      "a link does not fork from its road: the road is obvious, the link a slight turn", fork,
      ways: ["abc: primary, Stem Road", "bd: primary_link, oneway=yes"],
      drives: ["a c: depart Stem Road | arrive Stem Road", "a d: depart Stem Road | turn slight right | arrive"]),
    DrawnCase(
      "straight on under the same name is no fork",
      """
      a...b....c
      ..........
      ...........d
      """,
      ways: ["abc: secondary, Stem Road", "bd: secondary, Right Road"],
      drives: [
        "a c: depart Stem Road | arrive Stem Road",
        "a d: depart Stem Road | turn slight right Right Road | arrive Right Road",
      ]),
    DrawnCase(
      "from the tines into the stem nothing forks, and the stem is told by its name", fork,
      ways: ["ab: secondary, Stem Road", "bc: secondary, Left Road", "bd: secondary, Right Road"],
      drives: [
        "c a: depart Left Road | new name straight Stem Road | arrive Stem Road",
        "d a: depart Right Road | new name straight Stem Road | arrive Stem Road",
        "c d: depart Left Road | turn sharp left Right Road | arrive Right Road",
      ]),
  ]
}
