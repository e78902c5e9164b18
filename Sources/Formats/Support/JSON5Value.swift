/// A value of a JSON5 text that knows its line, so that whoever reads a settings file can name the place of a mistake.
///
/// Built for small files that people write: the whole tree is held, keys are texts, numbers are `Double`.
public struct JSON5Value: Hashable, Sendable {
  /// A key of an object and its value.
  public struct Member: Hashable, Sendable {
    /// The key, with its escapes resolved.
    public let key: String
    /// The line of the key, from 1.
    public let keyLine: Int
    /// What stands after the colon.
    public let value: JSON5Value
  }

  /// What a value is.
  public enum Kind: Hashable, Sendable {
    /// `{…}`: the members in the order of the text; no key comes twice.
    case object([Member])
    /// `[…]`
    case array([JSON5Value])
    /// A text, with its escapes resolved.
    case string(String)
    /// A number, rounded to the nearest `Double`; `Infinity` and `NaN` are numbers.
    case number(Double)
    /// `true` or `false`
    case boolean(Bool)
    /// `null`
    case null
  }

  /// What the value is.
  public let kind: Kind
  /// The line where the value begins, from 1.
  public let line: Int

  /// Reads a text that holds one value (JSON5 1.0.0, see spec.json5.org), in UTF-8 with or without a byte-order mark.
  ///
  /// Stricter than the specification in three points: a key may come only once in an object, half a surrogate pair
  /// is refused, and so is a decimal or hexadecimal number beyond what a `Double` holds. Lines end in LF, CR LF or CR.
  /// Nesting is limited to 64. O(count) time and memory.
  /// - Throws: at the first mistake, with its line and what was expected there.
  public init(parsing bytes: [UInt8]) throws(JSON5Error) {
    var parser = JSON5Parser(bytes)
    self = try parser.document()
  }

  init(_ kind: Kind, line: Int) {
    self.kind = kind
    self.line = line
  }
}

/// Why a text is not JSON5.
public struct JSON5Error: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// What was found; what was expected. One line.
  public let message: String

  /// Makes an error, also for a reader that expected another kind of value.
  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }

  /// One line: `line N: message`.
  public var description: String { "line \(line): \(message)" }
}
