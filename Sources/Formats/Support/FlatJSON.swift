/// A JSON object whose members are texts, numbers and truth values: a line of an event log or of a journal.
public enum FlatJSON {
  /// The value of a member.
  public enum Value: Hashable, Sendable {
    /// A text.
    case text(String)
    /// A number.
    case number(Double)
    /// `true` or `false`.
    case flag(Bool)
    /// `null`, or something nested, which is passed over.
    case other

    /// The text; `nil` for another kind of value.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The number; `nil` for another kind of value.
    public var number: Double? { if case .number(let number) = self { number } else { nil } }
  }

  /// The members of an object; `nil` when the bytes are not one. O(count).
  public static func members(_ bytes: [UInt8]) -> [String: Value]? {
    var scanner = JSONScanner(bytes)
    guard case .beginObject? = try? scanner.next() else { return nil }
    var result: [String: Value] = [:]
    while true {
      guard let token = try? scanner.next() else { return nil }
      if case .endObject = token { return result }
      guard case .key = token else { return nil }
      let key = scanner.stringValue
      guard let value = try? scanner.next() else { return nil }
      switch value {
      case .string: result[key] = .text(scanner.stringValue)
      case .number: result[key] = scanner.numberValue.map { .number($0) } ?? .other
      case .true: result[key] = .flag(true)
      case .false: result[key] = .flag(false)
      default:
        if (try? scanner.skip(value)) == nil { return nil }
        result[key] = .other
      }
    }
  }
}
