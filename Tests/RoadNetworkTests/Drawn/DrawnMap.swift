import RoadNetwork
import TestSupport
import Testing
import WaybenchCore

/// A map that is drawn with letters, and what a driver is told on it.
///
/// Each letter or digit of `drawing` is a node, all other signs are empty ground; right is east, up is north. The whole
/// map is written as an OpenStreetMap file, imported, built and routed on.
struct DrawnCase: Sendable, CustomTestStringConvertible {
  /// The rule that the case states.
  let rule: String
  /// The side of a cell, metres, across and down alike.
  let cell: Double
  let drawing: String
  /// "abc: primary, High Street, oneway=yes": nodes, then the value of `highway`, the name, and further tags.
  let ways: [String]
  /// "b: highway=mini_roundabout": tags of a node; "b: shift=-8 2" moves it by metres east and north.
  let nodes: [String]
  /// "no_left_turn: ab b bc": from, via (a node or a way) and to of a restriction.
  let restrictions: [String]
  /// "a c: depart High Street | arrive High Street": where to drive, and what is said. Two letters are the place in
  /// the middle between two nodes ("ab"); a letter that no way uses is a place beside the road.
  let drives: [String]
  /// What else of the steps is told.
  let shows: StepText.Parts

  var testDescription: String { rule }

  init(
    _ rule: String, cell: Double = 50, _ drawing: String, ways: [String], nodes: [String] = [],
    restrictions: [String] = [], shows: StepText.Parts = [], drives: [String]
  ) {
    self.rule = rule
    self.cell = cell
    self.drawing = drawing
    self.ways = ways
    self.nodes = nodes
    self.restrictions = restrictions
    self.drives = drives
    self.shows = shows
  }

  /// What is said on each drive, with what is expected.
  func said() throws -> [(drive: String, said: String, expected: String)] {
    let map = try DrawnMap(self)
    var router = NetworkRouter(network: try RoadNetworkBuilder.build(ImportFiles.source(map.elements())))
    return try drives.map { drive in
      let (places, expected) = try DrawnMap.parts(drive)
      let waypoints = try places.split(separator: " ").map {
        RouteRequest.Waypoint(coordinate: try map.coordinate($0), radiusMeters: 12)
      }
      let route = try router.route(through: waypoints).route
      return (places, StepText(route: route, shows: shows).text, expected)
    }
  }
}

/// What is wrong with a drawing.
struct DrawnMapError: Error, CustomStringConvertible {
  let description: String
}

/// The nodes, ways and restrictions of a case.
struct DrawnMap {
  private let drawn: DrawnCase
  private var points: [(letter: Character, x: Double, y: Double)] = []
  private var nodeTags: [Character: [String: String]] = [:]

  init(_ drawn: DrawnCase) throws {
    self.drawn = drawn
    for (row, line) in drawn.drawing.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      for (column, sign) in line.enumerated() where sign.isASCII && (sign.isLetter || sign.isNumber) {
        if place(sign) != nil { throw DrawnMapError(description: "\(sign) is drawn twice") }
        points.append((sign, Double(column) * drawn.cell, -Double(row) * drawn.cell))
      }
    }
    for node in drawn.nodes {
      let (letter, text) = try Self.parts(node)
      guard let sign = letter.first, let place = place(sign) else {
        throw DrawnMapError(description: "a node that is not drawn: \(node)")
      }
      var tags = try Self.tags(text)
      if let shift = tags.removeValue(forKey: "shift") {
        let numbers = shift.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 2 else { throw DrawnMapError(description: "two numbers expected: \(node)") }
        points[place].x += numbers[0]
        points[place].y += numbers[1]
      }
      nodeTags[sign] = tags
    }
  }

  /// The elements of an OpenStreetMap file.
  func elements() throws -> String {
    var lines: [String] = []
    for (index, point) in points.enumerated() {
      let coordinate = Plane.coordinate(point.x, point.y)
      lines.append(
        "<node id='\(index + 1)' lat='\(coordinate.latitude)' lon='\(coordinate.longitude)'>"
          + ImportFiles.tags(nodeTags[point.letter] ?? [:]) + "</node>")
    }
    for (index, way) in drawn.ways.enumerated() {
      let (letters, text) = try Self.parts(way)
      lines.append(ImportFiles.way(index + 1, try letters.map(id), try Self.tags(text)))
    }
    for (index, restriction) in drawn.restrictions.enumerated() {
      let (kind, text) = try Self.parts(restriction)
      let members = text.split(separator: " ")
      guard members.count == 3 else { throw DrawnMapError(description: "from, via and to expected: \(restriction)") }
      let via =
        members[1].count == 1 ? "via node \(try id(Character(String(members[1]))))" : "via \(try way(members[1]))"
      lines.append(
        ImportFiles.relation(
          index + 1, ["from \(try way(members[0]))", via, "to \(try way(members[2]))"],
          ["type": "restriction", "restriction": kind]))
    }
    return lines.joined(separator: "\n")
  }

  /// The place of a letter, or the middle between two.
  func coordinate(_ letters: Substring) throws -> Coordinate {
    let found = letters.compactMap(place).map { points[$0] }
    guard found.count == letters.count, (1...2).contains(found.count) else {
      throw DrawnMapError(description: "no place \(letters)")
    }
    let count = Double(found.count)
    return Plane.coordinate(found.reduce(0) { $0 + $1.x } / count, found.reduce(0) { $0 + $1.y } / count)
  }

  private func place(_ letter: Character) -> Int? { points.firstIndex { $0.letter == letter } }

  private func id(_ letter: Character) throws -> Int {
    guard let place = place(letter) else { throw DrawnMapError(description: "\(letter) is not drawn") }
    return place + 1
  }

  private func way(_ letters: Substring) throws -> String {
    guard let index = drawn.ways.firstIndex(where: { $0.hasPrefix(letters + ":") }) else {
      throw DrawnMapError(description: "no way \(letters)")
    }
    return "way \(index + 1)"
  }

  /// What stands before and after the first colon.
  static func parts(_ text: String) throws -> (String, String) {
    guard let colon = text.firstIndex(of: ":") else { throw DrawnMapError(description: "a colon expected: \(text)") }
    return (String(text[..<colon]), String(text[text.index(after: colon)...].drop { $0 == " " }))
  }

  /// Tags in a row; the first without a key is the value of `highway`, the second the name.
  private static func tags(_ text: String) throws -> [String: String] {
    var tags: [String: String] = [:]
    for item in text.split(separator: ",") {
      let item = item.drop { $0 == " " }
      if let equals = item.firstIndex(of: "=") {
        tags[String(item[..<equals])] = String(item[item.index(after: equals)...])
      } else if tags["highway"] == nil {
        tags["highway"] = String(item)
      } else if tags["name"] == nil {
        tags["name"] = String(item)
      } else {
        throw DrawnMapError(description: "a tag without a key: \(text)")
      }
    }
    return tags
  }
}
