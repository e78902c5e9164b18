import Formats
import WaybenchCore

/// The members of an object of a scenario file, each asked for by its name and kind.
struct ScenarioFields {
  let path: String
  /// What the object is called in messages.
  let name: String
  let line: Int
  private let members: [JSON5Value.Member]

  /// Takes an object apart.
  ///
  /// - Parameter known: the keys that may stand in it; `nil` allows all.
  /// - Throws: for another kind of value and for an unknown key, with the line.
  init(_ value: JSON5Value, path: String, name: String, known: [String]?) throws(ScenarioError) {
    guard case .object(let members) = value.kind else {
      throw ScenarioError(path, line: value.line, "\(name): expected an object")
    }
    if let known, let wrong = members.first(where: { !known.contains($0.key) }) {
      throw ScenarioError(
        path, line: wrong.keyLine,
        "unknown key \"\(wrong.key)\" in \(name); expected one of \(known.joined(separator: ", "))")
    }
    self.path = path
    self.name = name
    line = value.line
    self.members = members
  }

  /// All members in the order of the file.
  var all: [JSON5Value.Member] { members }

  func value(_ key: String) -> JSON5Value? { members.first { $0.key == key }?.value }

  func fail(_ value: JSON5Value, _ message: String) -> ScenarioError {
    ScenarioError(path, line: value.line, message)
  }

  func text(_ key: String) throws(ScenarioError) -> String? {
    guard let value = value(key) else { return nil }
    guard case .string(let text) = value.kind else { throw fail(value, "\(key): expected a text") }
    return text
  }

  func flag(_ key: String) throws(ScenarioError) -> Bool? {
    guard let value = value(key) else { return nil }
    guard case .boolean(let flag) = value.kind else { throw fail(value, "\(key): expected true or false") }
    return flag
  }

  func number(_ key: String, in range: ClosedRange<Double> = -1e15...1e15) throws(ScenarioError) -> Double? {
    guard let value = value(key) else { return nil }
    guard case .number(let number) = value.kind, range.contains(number) else {
      let limits = range.upperBound < 1e15 ? ", \(range.lowerBound) to \(range.upperBound)" : ""
      throw fail(value, "\(key): expected a number\(limits)")
    }
    return number
  }

  func integer(_ key: String, in range: ClosedRange<Int>) throws(ScenarioError) -> Int? {
    guard let value = value(key) else { return nil }
    guard case .number(let number) = value.kind, let integer = Int(exactly: number), range.contains(integer) else {
      throw fail(value, "\(key): expected a whole number, \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  func list(_ key: String) throws(ScenarioError) -> [JSON5Value] {
    guard let value = value(key) else { return [] }
    guard case .array(let items) = value.kind else { throw fail(value, "\(key): expected a list") }
    return items
  }

  /// The objects of a list.
  func objects(_ key: String, known: [String]?) throws(ScenarioError) -> [ScenarioFields] {
    var result: [ScenarioFields] = []
    for item in try list(key) { result.append(try ScenarioFields(item, path: path, name: key, known: known)) }
    return result
  }

  /// Places as `[LAT, LON]`.
  func coordinates(_ key: String) throws(ScenarioError) -> [Coordinate] {
    var result: [Coordinate] = []
    for item in try list(key) {
      guard case .array(let pair) = item.kind, pair.count == 2, case .number(let latitude) = pair[0].kind,
        case .number(let longitude) = pair[1].kind,
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
      else { throw fail(item, "\(key): expected places as [LAT, LON] in degrees") }
      result.append(coordinate)
    }
    return result
  }

  /// The value of a key that must be there.
  func required<Value>(_ key: String, _ value: Value?) throws(ScenarioError) -> Value {
    guard let value else { throw ScenarioError(path, line: line, "\(name): expected \(key)") }
    return value
  }
}
