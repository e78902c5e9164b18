/// Roads that go on: what is obvious is not said, and which change of name is.
extension DrawnCase {
  /// A crossing with arms of 200 m: from the west a, over b, to the east d; c in the north, e in the south.
  static let crossing = """
    ..c..
    .....
    a.b.d
    .....
    ..e..
    """

  /// A road of 600 m from west to east in three parts.
  private static let line = "a..b..c..d"

  static let names: [DrawnCase] = [
    DrawnCase(
      "straight over a crossing under one name nothing is said, to the sides a turn", cell: 100, crossing,
      ways: ["abd: residential, Main Street", "cbe: residential, Cross Street"],
      drives: [
        "a d: depart Main Street | arrive Main Street",
        "a c: depart Main Street | turn left Cross Street | arrive Cross Street",
        "a e: depart Main Street | turn right Cross Street | arrive Cross Street",
        "c d: depart Cross Street | turn left Main Street | arrive Main Street",
      ]),
    DrawnCase(
      "straight over a crossing where only the name changes is a new name", cell: 100, crossing,
      ways: ["ab: residential, Main Street", "bd: residential, Second Street", "cbe: residential, Cross Street"],
      drives: ["a d: depart Main Street | new name straight Second Street | arrive Second Street"]),
    DrawnCase(
      "a name that changes between junctions is a new name", cell: 60, line,
      ways: ["ab: tertiary, Main Street", "bcd: tertiary, Second Street"],
      drives: [
        "a d: depart Main Street | new name straight Second Street | arrive Second Street",
        "d a: depart Second Street | new name straight Main Street | arrive Main Street",
      ]),
    DrawnCase(
      "a name that ends is not announced", cell: 60, line,
      ways: ["ab: tertiary, Main Street", "bcd: tertiary"],
      drives: ["a d: depart Main Street | arrive"]),
    DrawnCase(
      "a name after a road without name and number is announced", cell: 60, line,
      ways: ["ab: tertiary", "bcd: tertiary, Main Street"],
      drives: ["a d: depart | new name straight Main Street | arrive Main Street"]),
    DrawnCase(
      "a change of the compass suffix alone is not announced", cell: 60, line,
      ways: ["ab: tertiary, Main Street North", "bcd: tertiary, Main Street South"],
      drives: ["a d: depart Main Street North | arrive Main Street South"]),
    DrawnCase(
      "the compass suffix counts whatever its case", cell: 60, line,
      ways: ["ab: tertiary, 5th Avenue NE", "bcd: tertiary, 5th Avenue se"],
      drives: ["a d: depart 5th Avenue NE | arrive 5th Avenue se"]),
    DrawnCase(
      "a name that only gets longer is not announced", cell: 60, line,
      ways: ["ab: tertiary, Bath Road", "bcd: tertiary, Bath Road Bridge"],
      drives: ["a d: depart Bath Road | arrive Bath Road Bridge"]),
    DrawnCase(
      "names with different endings that are no compass points are announced", cell: 60, line,
      ways: ["ab: tertiary, Bath Road", "bcd: tertiary, Bath Lane"],
      drives: ["a d: depart Bath Road | new name straight Bath Lane | arrive Bath Lane"]),
    DrawnCase(
      "a change of number on roads without names is announced", cell: 60, line,
      ways: ["ab: primary, ref=A 1", "bcd: primary, ref=B 7"], shows: .references,
      drives: ["a d: depart (A 1) | new name straight (B 7) | arrive (B 7)"]),
    DrawnCase(
      "a number that joins another is not announced, and numbers in a list are spaced", cell: 60, line,
      ways: ["ab: primary, ref=A 1", "bcd: primary, ref=A 1;E 45"], shows: .references,
      drives: ["a d: depart (A 1) | arrive (A 1; E 45)"]),
    DrawnCase(
      "from a name alone to a number alone is announced", cell: 60, line,
      ways: ["ab: primary, Main Street", "bcd: primary, ref=B 7"], shows: .references,
      drives: [
        "a d: depart Main Street | new name straight (B 7) | arrive (B 7)",
        "d a: depart (B 7) | new name straight Main Street | arrive Main Street",
      ]),
    DrawnCase(
      "a number that ends while the name goes on is not announced", cell: 60, line,
      ways: ["ab: primary, Main Street, ref=B 7", "bcd: primary, Main Street"], shows: .references,
      drives: ["a d: depart Main Street (B 7) | arrive Main Street"]),
    DrawnCase(
      "a name that ends while its number goes on is not announced", cell: 60, line,
      ways: ["ab: primary, Main Street, ref=B 7", "bcd: primary, ref=B 7"], shows: .references,
      drives: ["a d: depart Main Street (B 7) | arrive (B 7)"]),
    DrawnCase(
      "a bend without a junction is not announced, however sharp", cell: 100,
      """
      ..c
      ...
      a.b
      """,
      ways: ["ab: residential, Main Street", "bc: residential, Main Street"],
      drives: ["a c: depart Main Street | arrive Main Street", "c a: depart Main Street | arrive Main Street"]),
    DrawnCase(
      "a new name in a bend tells which way the road bends", cell: 100,
      """
      ..c
      ...
      a.b
      """,
      ways: ["ab: residential, Main Street", "bc: residential, Hill Street"],
      drives: [
        "a c: depart Main Street | new name left Hill Street | arrive Hill Street",
        "c a: depart Hill Street | new name right Main Street | arrive Main Street",
      ]),
    DrawnCase(
      "a road that turns off under its name is continued, who goes straight gets a new name", cell: 100,
      """
      ..c..
      .....
      a.b.d
      """,
      ways: ["abc: residential, Main Street", "bd: residential, Side Street"],
      drives: [
        "a c: depart Main Street | continue left Main Street | arrive Main Street",
        "a d: depart Main Street | new name straight Side Street | arrive Side Street",
      ]),
    DrawnCase(
      "at a crossing where the name turns off, straight on is a new name", cell: 100, crossing,
      ways: ["abe: residential, Main Street", "cbd: residential, Second Street"],
      drives: [
        "a d: depart Main Street | new name straight Second Street | arrive Second Street",
        "a e: depart Main Street | continue right Main Street | arrive Main Street",
        "a c: depart Main Street | turn left Second Street | arrive Second Street",
      ]),
    DrawnCase(
      "a gentle bend is obvious beside a turn that is much sharper",
      """
      ........d
      .........
      a...b....
      .........
      .........
      .....e...
      """,
      ways: ["abd: residential, Main Street", "be: residential, Side Street"],
      drives: [
        "a d: depart Main Street | arrive Main Street",
        "a e: depart Main Street | turn right Side Street | arrive Side Street",
      ]),
    DrawnCase(
      "a turn into a road without a name has none", cell: 100, crossing,
      ways: ["abd: residential, Main Street", "cbe: residential"],
      drives: ["a c: depart Main Street | turn left | arrive"]),
    DrawnCase(
      "a turn between roads without names is a turn, not a road that is continued", cell: 100, crossing,
      ways: ["abd: residential", "cbe: residential"],
      drives: ["a e: depart | turn right | arrive", "a d: depart | arrive"]),
    DrawnCase(
      "at a crossing with one name on all arms, a bend is continued", cell: 100, crossing,
      ways: ["abd: residential, Park Circle", "cbe: residential, Park Circle"],
      drives: [
        "a c: depart Park Circle | continue left Park Circle | arrive Park Circle",
        "a d: depart Park Circle | arrive Park Circle",
      ]),
  ]
}
