/// Why a file of roads cannot be imported: which file, where in it, what is wrong and what was expected.
public struct RoadImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as the caller named it; empty for data in memory.
  public var path: String
  /// Where in the file, as exactly as is known.
  public var place: Place?
  /// What was found.
  public var message: String
  /// What would have been right; empty when that goes without saying.
  public var expected: String

  /// Makes an error.
  public init(path: String, place: Place? = nil, message: String, expected: String = "") {
    self.path = path
    self.place = place
    self.message = message
    self.expected = expected
  }

  /// A place in a file.
  public enum Place: Hashable, Sendable {
    /// A line, from 1.
    case line(Int)
    /// A byte, from 0.
    case byte(Int)
    /// A GeoJSON feature, by its place in the collection from 0.
    case feature(Int)
    /// Somewhere behind the OpenStreetMap way of this id.
    case afterWay(Int64)
  }

  /// One line: "path: place: what; expected what".
  public var description: String {
    var text = path.isEmpty ? "" : "\(path): "
    switch place {
    case .line(let line): text += "line \(line): "
    case .byte(let byte): text += "byte \(byte): "
    case .feature(let index): text += "feature \(index): "
    case .afterWay(let id): text += "after way \(id): "
    case nil: break
    }
    text += message
    return expected.isEmpty ? text : "\(text); expected \(expected)"
  }
}
