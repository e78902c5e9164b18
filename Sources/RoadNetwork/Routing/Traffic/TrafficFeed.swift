import WaybenchCore

/// A list of speeds and closures, as it stands in a file.
///
/// Comma-separated text in UTF-8. The first line is the header; empty lines and lines that begin with `#` are skipped:
///
///     kind,id,toward,kmh,until
///     way,4711,forward,23.5,2026-11-30T17:05:00Z
///     nodes,101,102,closed,
///     edge,12,,40,1796058300
///
/// | kind | id | toward |
/// |---|---|---|
/// | `way` | an OpenStreetMap way: all its edges | `forward`, `backward` or `both`: along or against its nodes |
/// | `nodes` | an OpenStreetMap node | a later node of the same road, in the direction of travel |
/// | `edge` | an edge of the network file | nothing |
///
/// `kmh` is a speed in km/h, 0 or more, or `closed`. `until` is when the row stops being true: a date and time of ISO
/// 8601, seconds since 1970, or nothing for never; the last comma may be missing then. A later row takes the place of
/// an earlier one.
public struct TrafficFeed: Sendable, Hashable {
  /// The rows in order.
  public let rows: [Row]
  /// The header line.
  public static let header = "kind,id,toward,kmh,until"

  /// A row of a feed.
  public struct Row: Sendable, Hashable {
    /// The line, from 1.
    public var line: Int
    /// What road it speaks of.
    public var road: Road
    /// The traffic there.
    public var condition: TrafficState.Condition
    /// Nanoseconds since 1970 at which it stops being true; `nil` for never.
    public var until: Int64?

    /// Makes a row.
    public init(line: Int, road: Road, condition: TrafficState.Condition, until: Int64? = nil) {
      self.line = line
      self.road = road
      self.condition = condition
      self.until = until
    }
  }

  /// What road a row speaks of.
  public enum Road: Sendable, Hashable {
    /// The edges of a way, along its nodes, against them, or both.
    case way(Int64, forward: Bool, backward: Bool)
    /// The road from one node to another.
    case nodes(from: Int64, to: Int64)
    /// An edge of the network.
    case edge(Int)
  }

  /// Makes a feed of rows.
  public init(rows: [Row]) { self.rows = rows }

  /// Reads a feed. O(count).
  ///
  /// - Throws: `TrafficFeedError` at the first line that is none of the above.
  public init(text: [UInt8]) throws(TrafficFeedError) {
    let isMarked = text.starts(with: [0xef, 0xbb, 0xbf])
    let content = isMarked ? text[3...] : text[...]
    var rows: [Row] = []
    var isHeaderRead = false
    var line = 0
    for bytes in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      line += 1
      let trimmed = Self.trimmed(bytes)
      guard let first = trimmed.first, first != UInt8(ascii: "#") else { continue }
      let text = String(decoding: trimmed, as: UTF8.self)
      if isHeaderRead {
        rows.append(try Self.row(text, line))
      } else if text == Self.header {
        isHeaderRead = true
      } else {
        throw TrafficFeedError(line: line, found: text, expected: "the header \"\(Self.header)\"")
      }
    }
    if !isHeaderRead {
      throw TrafficFeedError(line: line, found: "", expected: "the header \"\(Self.header)\"")
    }
    self.rows = rows
  }

  private static func row(_ text: String, _ line: Int) throws(TrafficFeedError) -> Row {
    let fields = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { String(decoding: trimmed(Array($0)[...]), as: UTF8.self) }
    guard fields.count == 4 || fields.count == 5 else {
      throw TrafficFeedError(line: line, found: "\(fields.count) fields", expected: "4 or 5: \(header)")
    }
    let road = try road(fields, line)
    let condition: TrafficState.Condition
    if fields[3] == "closed" {
      condition = .closed
    } else if let speed = speed(fields[3]) {
      condition = .speed(kilometersPerHour: speed)
    } else {
      throw TrafficFeedError(line: line, found: fields[3], expected: "a speed in km/h or \"closed\"")
    }
    guard fields.count == 5, !fields[4].isEmpty else {
      return Row(line: line, road: road, condition: condition, until: nil)
    }
    let time = Array(fields[4].utf8)
    guard let until = DateTimeText.parse(time.span) ?? DateTimeText.parseSeconds(time.span) else {
      throw TrafficFeedError(
        line: line, found: fields[4], expected: "a date and time of ISO 8601 or seconds since 1970")
    }
    return Row(line: line, road: road, condition: condition, until: until)
  }

  private static func road(_ fields: [String], _ line: Int) throws(TrafficFeedError) -> Road {
    func number(_ index: Int, _ expected: String) throws(TrafficFeedError) -> Int64 {
      guard let number = Int64(fields[index]) else {
        throw TrafficFeedError(line: line, found: fields[index], expected: expected)
      }
      return number
    }
    switch fields[0] {
    case "way":
      let way = try number(1, "the number of a way")
      switch fields[2] {
      case "forward": return .way(way, forward: true, backward: false)
      case "backward": return .way(way, forward: false, backward: true)
      case "both": return .way(way, forward: true, backward: true)
      default:
        throw TrafficFeedError(line: line, found: fields[2], expected: "\"forward\", \"backward\" or \"both\"")
      }
    case "nodes":
      return .nodes(from: try number(1, "the number of a node"), to: try number(2, "the number of a node"))
    case "edge":
      let edge = try number(1, "the number of an edge")
      guard fields[2].isEmpty else {
        throw TrafficFeedError(line: line, found: fields[2], expected: "nothing in the third field of an edge")
      }
      return .edge(Int(edge))
    default:
      throw TrafficFeedError(line: line, found: fields[0], expected: "\"way\", \"nodes\" or \"edge\"")
    }
  }

  /// A plain decimal number of 0 ... 1,000: no sign, no exponent.
  private static func speed(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ $0 &- 48 < 10 || $0 == UInt8(ascii: ".") }), let value = Double(text),
      value <= 1_000
    else { return nil }
    return value
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }
    var bytes = bytes
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return bytes.drop(while: isBlank)
  }
}

/// Why a traffic feed cannot be read.
public struct TrafficFeedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public var line: Int
  /// What was found there.
  public var found: String
  /// What would have been right.
  public var expected: String

  /// The error in one line.
  public var description: String {
    // A binary file has lines of any length and kind.
    let shown = found.unicodeScalars.prefix(40).map { $0.value < 32 || $0.value == 127 ? "?" : Character($0) }
    return "line \(line): \"\(String(shown))\(found.unicodeScalars.count > 40 ? "…" : "")\"; expected \(expected)"
  }
}
