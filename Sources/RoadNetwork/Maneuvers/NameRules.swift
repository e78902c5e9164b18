import WaybenchCore

/// Where the bytes of a network's texts are found.
protocol TextBytes {
  func range(ofText text: UInt32) -> Range<Int>
  func byte(at index: Int) -> UInt8
}

/// The texts of a stretch of road, as numbers of the network's texts.
struct RoadTexts: BitwiseCopyable, Equatable {
  var name: UInt32 = 0
  var reference: UInt32 = 0
  var pronunciation: UInt32 = 0
  var exits: UInt32 = 0

  /// Whether it has a name or a reference.
  var isNamed: Bool { name != 0 || reference != 0 }
}

/// Decides whether a driver notices that a road is called something else.
enum NameRules {
  /// Whether the change from one road's texts to another's has to be told.
  ///
  /// - Complexity: O(1) for equal texts, else linear in the length of the texts.
  static func announces(from: RoadTexts, to: RoadTexts, _ texts: some TextBytes) -> Bool {
    if from == to { return false }
    if !from.isNamed { return to.isNamed }
    let namesMatch = matchesNames(from.name, to.name, texts)
    let referencesFit =
      contains(from.reference, to.reference, texts) || contains(to.reference, from.reference, texts)
    if from.name != 0, from.reference == 0, to.name == 0, to.reference != 0 { return true }
    if from.name == 0, from.reference != 0, to.name != 0, to.reference == 0 { return true }
    if from.name == 0, to.name == 0, !referencesFit { return true }
    if from.pronunciation != to.pronunciation { return true }
    if from.exits != to.exits, !(to.exits == 0 && namesMatch) { return true }
    if namesMatch { return !(referencesFit || to.reference == 0 || isPureSuffixChange(from.name, to.name, texts)) }
    return !(to.name == 0 && referencesFit)
  }

  /// Whether two names mean one road: one begins with the other, or they differ by a point of the compass.
  static func matchesNames(_ a: UInt32, _ b: UInt32, _ texts: some TextBytes) -> Bool {
    if a == b || a == 0 || b == 0 { return true }
    return isPrefix(a, of: b, texts) || isPrefix(b, of: a, texts) || isPureSuffixChange(a, b, texts)
  }

  /// Whether two roads bear the same name and reference, and one of these at least.
  static func isSame(_ a: RoadTexts, _ b: RoadTexts, _ texts: some TextBytes) -> Bool {
    a.isNamed && isEqual(a.name, b.name, texts) && isEqual(a.reference, b.reference, texts)
  }

  private static func isEqual(_ a: UInt32, _ b: UInt32, _ texts: some TextBytes) -> Bool {
    if a == b { return true }
    return texts.range(ofText: a).count == texts.range(ofText: b).count && isPrefix(a, of: b, texts)
  }

  private static func isPrefix(_ a: UInt32, of b: UInt32, _ texts: some TextBytes) -> Bool {
    let short = texts.range(ofText: a)
    let long = texts.range(ofText: b)
    guard short.count <= long.count else { return false }
    for offset in 0..<short.count
    where texts.byte(at: short.lowerBound + offset) != texts.byte(at: long.lowerBound + offset) {
      return false
    }
    return true
  }

  /// Whether a text occurs in another; the empty one does in all.
  private static func contains(_ a: UInt32, _ b: UInt32, _ texts: some TextBytes) -> Bool {
    if a == b || b == 0 { return true }
    let long = texts.range(ofText: a)
    let short = texts.range(ofText: b)
    guard short.count <= long.count else { return false }
    for start in 0...(long.count - short.count) {
      var matched = 0
      while matched < short.count,
        texts.byte(at: long.lowerBound + start + matched) == texts.byte(at: short.lowerBound + matched)
      { matched += 1 }
      if matched == short.count { return true }
    }
    return false
  }

  /// Whether names are the same once words such as "North" or "SW" are taken from their ends.
  private static func isPureSuffixChange(_ a: UInt32, _ b: UInt32, _ texts: some TextBytes) -> Bool {
    let first = core(a, texts)
    let second = core(b, texts)
    guard first.count == second.count, !first.isEmpty else { return false }
    for offset in 0..<first.count
    where texts.byte(at: first.lowerBound + offset) != texts.byte(at: second.lowerBound + offset) {
      return false
    }
    return true
  }

  /// A name without a point of the compass at either end. Before a single word it is part of the name: "North Street"
  /// and "East Street" are two streets.
  private static func core(_ text: UInt32, _ texts: some TextBytes) -> Range<Int> {
    let range = texts.range(ofText: text)
    var start = range.lowerBound
    var end = range.upperBound
    if let space = range.first(where: { texts.byte(at: $0) == 0x20 }), isPoint(start..<space, texts),
      (space + 1..<end).contains(where: { texts.byte(at: $0) == 0x20 })
    {
      start = space + 1
    }
    if let space = range.last(where: { texts.byte(at: $0) == 0x20 }), space >= start, isPoint(space + 1..<end, texts) {
      end = space
    }
    return start..<max(start, end)
  }

  private static func isPoint(_ range: Range<Int>, _ texts: some TextBytes) -> Bool {
    guard range.count <= 5, let first = range.first else { return false }
    switch lowercase(texts.byte(at: first)) {
    case UInt8(ascii: "n"), UInt8(ascii: "e"), UInt8(ascii: "s"), UInt8(ascii: "w"): break
    default: return false
    }
    return points.contains { point in
      point.count == range.count && zip(range, point).allSatisfy { lowercase(texts.byte(at: $0)) == $1 }
    }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }

  private static let points: [[UInt8]] = [
    "n", "ne", "e", "se", "s", "sw", "w", "nw", "north", "south", "west", "east",
  ].map { Array($0.utf8) }
}
