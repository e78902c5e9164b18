import WaybenchCore

/// Reading whole values: each call takes the value that begins with the token given, whatever it is.
///
/// What is optional in a vendor's answer and of another kind than expected counts as absent.
extension JSONScanner {
  /// Takes the members of an object: the body takes the value of each. Any other value is passed over.
  mutating func members(
    of token: JSONToken, _ body: (inout JSONScanner, String) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard token == .beginObject else { return try skip(token) }
    while try next() == .key { try body(&self, stringValue) }
  }

  /// Takes the elements of an array: the body takes each, which begins with the token it gets. Any other value is
  /// passed over.
  mutating func elements(
    of token: JSONToken, _ body: (inout JSONScanner, JSONToken) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard token == .beginArray else { return try skip(token) }
    while true {
      let element = try next()
      if element == .endArray { return }
      try body(&self, element)
    }
  }

  /// Takes the elements of an array that are objects, as `elements`; others are passed over.
  mutating func objects(
    of token: JSONToken, _ body: (inout JSONScanner, JSONToken) throws(JSONError) -> Void
  ) throws(JSONError) {
    try elements(of: token) { (scanner, element) throws(JSONError) in
      if element == .beginObject { try body(&scanner, element) } else { try scanner.skip(element) }
    }
  }

  /// Passes over the value that comes next.
  mutating func skipValue() throws(JSONError) { try skip(try next()) }

  /// A text that is not empty; a number counts as its text.
  mutating func text(of token: JSONToken) throws(JSONError) -> String? {
    if token == .string || token == .number {
      let text = stringValue
      return text.isEmpty ? nil : text
    }
    try skip(token)
    return nil
  }

  /// A number; a text that holds one counts too.
  mutating func number(of token: JSONToken) throws(JSONError) -> Double? {
    if token == .number || token == .string { return numberValue }
    try skip(token)
    return nil
  }

  /// A whole number in a range; `nil` for any other value.
  mutating func integer(of token: JSONToken, in range: ClosedRange<Int>) throws(JSONError) -> Int? {
    guard let whole = try number(of: token).flatMap({ Int(exactly: $0) }), range.contains(whole) else { return nil }
    return whole
  }

  /// `true` or `false`; `nil` for any other value.
  mutating func flag(of token: JSONToken) throws(JSONError) -> Bool? {
    if token == .true { return true }
    if token == .false { return false }
    try skip(token)
    return nil
  }

  /// The most that a length (metres), time (seconds) or weight of a route may be.
  static let largestAmount = 1e9

  /// A length, time or weight.
  ///
  /// - Throws: when it is negative or too large for any route.
  mutating func amount(of token: JSONToken, _ what: String) throws(JSONError) -> Double? {
    guard let value = try number(of: token) else { return nil }
    guard value >= 0, value <= Self.largestAmount else {
      throw failure("a \(what) of \(value); expected 0 to 1e9")
    }
    return value
  }

  /// A position `[longitude, latitude, …]`; `nil` for any other value.
  mutating func position(of token: JSONToken) throws(JSONError) -> Coordinate? {
    var numbers: (longitude: Double, latitude: Double) = (.nan, .nan)
    var count = 0
    try elements(of: token) { (scanner, element) throws(JSONError) in
      let value = element == .number ? scanner.numberValue ?? .nan : .nan
      if count == 0 { numbers.longitude = value }
      if count == 1 { numbers.latitude = value }
      count += 1
      try scanner.skip(element)
    }
    return Coordinate(latitude: numbers.latitude, longitude: numbers.longitude)
  }

  /// The positions of a GeoJSON LineString; empty for any other value.
  ///
  /// - Throws: when a position is none.
  mutating func lineString(of token: JSONToken) throws(JSONError) -> [Coordinate] {
    var result: [Coordinate] = []
    try members(of: token) { (scanner, key) throws(JSONError) in
      guard key == "coordinates" else { return try scanner.skipValue() }
      try scanner.elements(of: try scanner.next()) { (scanner, element) throws(JSONError) in
        guard let coordinate = try scanner.position(of: element) else {
          throw scanner.failure("no longitude and latitude; expected -180 to 180, -90 to 90")
        }
        result.append(coordinate)
      }
    }
    return result
  }
}
