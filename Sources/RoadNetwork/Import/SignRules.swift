import WaybenchCore

/// What the tags of OpenStreetMap say of signs and lanes, one direction of a way at a time.
enum SignRules {
  /// In the order of the nodes of a way or against it.
  enum Direction {
    case forward, backward
  }

  /// What is read along one direction of a way.
  struct Texts: Equatable {
    var destinations: String?
    var exits: String?
    var pronunciation: String?
    var laneCount: UInt8 = 0
    var arrows: [LaneArrows] = []
  }

  /// More lanes than this are taken for a mistake.
  static let mostLanes = 16

  /// What stands on the signs and lanes of a way in one direction; `nil` for nothing.
  ///
  /// Tags with the direction in their key come first. A destination without one holds for both directions; arrows
  /// without one only for a one-way road.
  static func sign(_ tags: OSMTags, _ direction: Direction, isOneway: Bool) -> Texts? {
    var texts = Texts()
    texts.destinations = destinations(tags, direction)
    texts.exits = list(tags[.junctionRef], "; ")
    texts.pronunciation = list(tags[.namePronunciation], "; ")
    let directed = tags[direction == .forward ? .turnLanesForward : .turnLanesBackward]
    if let text = directed ?? (isOneway ? tags[.turnLanes] : nil) { texts.arrows = arrows(text) ?? [] }
    texts.laneCount = max(laneCount(tags), UInt8(clamping: texts.arrows.count))
    return texts == Texts() ? nil : texts
  }

  /// The reference of a way: "A 1; E 45".
  static func reference(_ tags: OSMTags) -> String? { list(tags[.ref], "; ") }

  /// The number of the motorway exit at a node.
  static func exitReference(_ tags: OSMTags) -> String? {
    tags.has(.highway, "motorway_junction") ? list(tags[.ref], "; ") : nil
  }

  private static func destinations(_ tags: OSMTags, _ direction: Direction) -> String? {
    func value(_ forward: OSMKey, _ backward: OSMKey, _ both: OSMKey) -> String? {
      list(tags[direction == .forward ? forward : backward] ?? tags[both], ", ")
    }
    let places = value(.destinationForward, .destinationBackward, .destination)
    let references = value(.destinationRefForward, .destinationRefBackward, .destinationRef)
    if let places, let references { return "\(references): \(places)" }
    return references ?? places
      ?? value(.destinationStreetForward, .destinationStreetBackward, .destinationStreet)
  }

  /// A list "a;b" with another separator; `nil` when nothing is in it.
  private static func list(_ text: String?, _ separator: String) -> String? {
    guard let text else { return nil }
    let parts = text.split(separator: ";").map { RoadRules.trimmed($0) }.filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: separator)
  }

  private static func laneCount(_ tags: OSMTags) -> UInt8 {
    func count(_ key: OSMKey) -> Int? {
      guard let text = tags[key], let count = Int(RoadRules.trimmed(text)), (1...mostLanes * 2).contains(count) else {
        return nil
      }
      return count
    }
    let total = count(.lanes) ?? (count(.lanesForward) ?? 0) + (count(.lanesBackward) ?? 0)
    return UInt8(clamping: total)
  }

  /// The arrows of lanes, from the left: "left|through;right|"; `nil` when a word is unknown or there are too many.
  static func arrows(_ text: String) -> [LaneArrows]? {
    let lanes = text.split(separator: "|", omittingEmptySubsequences: false)
    guard lanes.count <= mostLanes else { return nil }
    var result: [LaneArrows] = []
    for lane in lanes {
      var arrows: LaneArrows = []
      for word in lane.split(separator: ";") {
        guard let arrow = words[RoadRules.trimmed(word)] else { return nil }
        arrows.formUnion(arrow)
      }
      result.append(arrows.isEmpty ? .none : arrows)
    }
    if !areInOrder(result) { return nil }
    return result.allSatisfy { $0 == .none } ? [] : result
  }

  /// Whether no lane crosses the one beside it; turning round is for the outermost ones.
  private static func areInOrder(_ lanes: [LaneArrows]) -> Bool {
    var last = 0
    for (position, lane) in lanes.enumerated() {
      if lane.contains(.uturn), position > 0, position < lanes.count - 1 { return false }
      let places = fromLeft.indices.filter { lane.contains(fromLeft[$0]) }
      guard let first = places.first, let end = places.last else { continue }
      if first < last { return false }
      last = end
    }
    return true
  }

  private static let fromLeft: [LaneArrows] = [
    .sharpLeft, .left, .slightLeft, .straight, .slightRight, .right, .sharpRight,
  ]

  private static let words: [String: LaneArrows] = [
    "": .none, "none": .none, "through": .straight, "straight": .straight, "left": .left, "right": .right,
    "slight_left": .slightLeft, "slight_right": .slightRight, "sharp_left": .sharpLeft, "sharp_right": .sharpRight,
    "reverse": .uturn, "merge_to_left": .mergeToLeft, "merge_to_right": .mergeToRight,
  ]
}
