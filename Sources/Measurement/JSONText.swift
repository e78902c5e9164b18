/// Writes JSON text: keys in the order given, no white space, numbers that read back as the same value.
///
/// Not-a-number and the infinities have no JSON form and become `null`.
struct JSONText {
  private(set) var text = ""
  private var needsComma = false

  mutating func object(_ body: (inout JSONText) -> Void) {
    nested("{", "}", body)
  }

  mutating func array(_ body: (inout JSONText) -> Void) {
    nested("[", "]", body)
  }

  mutating func key(_ key: String) {
    separate()
    quote(key)
    text += ":"
    needsComma = false
  }

  mutating func value(_ value: String) {
    separate()
    quote(value)
    needsComma = true
  }

  mutating func value(_ value: some BinaryInteger) {
    separate()
    text += String(value)
    needsComma = true
  }

  mutating func value(_ value: Double) {
    separate()
    // The shortest text that reads back as the same number is what `description` gives; "5.0" is valid JSON too.
    text += value.isFinite ? value.description : "null"
    needsComma = true
  }

  mutating func member(_ key: String, _ string: String) {
    self.key(key)
    value(string)
  }

  mutating func member(_ key: String, _ number: some BinaryInteger) {
    self.key(key)
    value(number)
  }

  mutating func member(_ key: String, _ number: Double) {
    self.key(key)
    value(number)
  }

  private mutating func nested(_ open: String, _ close: String, _ body: (inout JSONText) -> Void) {
    separate()
    text += open
    needsComma = false
    body(&self)
    text += close
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { text += "," }
  }

  private mutating func quote(_ string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
