import Formats
import Testing

@Suite struct JSON5Tests {
  private func kind(_ text: String) throws -> JSON5Value.Kind { try JSON5Value(parsing: Array(text.utf8)).kind }

  /// The value as JSON with sorted-out spelling, to compare whole documents at a glance.
  private func plain(_ value: JSON5Value) -> String {
    switch value.kind {
    case .object(let members): "{" + members.map { "\($0.key):\(plain($0.value))" }.joined(separator: ",") + "}"
    case .array(let elements): "[" + elements.map(plain).joined(separator: ",") + "]"
    case .string(let text): "'\(text)'"
    case .number(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    case .null: "null"
    }
  }

  @Test(arguments: [
    ("{}", "{}"), ("[]", "[]"), ("null", "null"), (" true ", "true"), ("false//", "false"), ("''", "''"),
    ("{a:1,}", "{a:1.0}"), ("[1,]", "[1.0]"), ("{\"a\":{'b':[null]}}", "{a:{b:[null]}}"),
    ("// first\n{ /* a\n** */ a /**/ : /*/*/ 1 // last\n}", "{a:1.0}"),
    ("{$:1,_a1:2,grün:3,\\u0061b:4,null:5,\u{2160}x:6}", "{$:1.0,_a1:2.0,grün:3.0,ab:4.0,null:5.0,\u{2160}x:6.0}"),
    ("\u{feff}\u{a0}\u{3000}\u{2028}\u{b}\u{c}\t[1]\u{2029}", "[1.0]"),
    ("'it\\'s \"so\"'", "'it's \"so\"'"), ("\"it's\"", "'it's'"), ("'a\tb'", "'a\tb'"), ("'\u{2028}'", "'\u{2028}'"),
    ("'\\b\\f\\n\\r\\t\\v\\0\\x41\\u00e9\\q\\\\\\/'", "'\u{8}\u{c}\n\r\t\u{b}\0Aéq\\/'"),
    ("'\\ud83d\\ude00😀\\😀'", "'😀😀😀'"), ("'\\xe9'", "'é'"), ("'a\\\nb\\\r\nc\\\rd\\\u{2028}e'", "'abcde'"),
  ])
  func `documents are read`(text: String, expected: String) throws {
    #expect(plain(try JSON5Value(parsing: Array(text.utf8))) == expected)
  }

  @Test(arguments: [
    ("0", 0.0), ("-0", -0.0), ("+1", 1), (".5", 0.5), ("5.", 5), ("-.5e1", -5), ("5.e-1", 0.5), ("1E+2", 100),
    ("0x1F", 31), ("-0Xff", -255), ("0x1fffffffffffff", 9_007_199_254_740_991), ("Infinity", .infinity),
    ("-Infinity", -.infinity), ("+Infinity", .infinity), ("0.1", 0.1), ("9007199254740993", 9_007_199_254_740_992),
    ("0e5", 0), ("1.7976931348623157e308", .greatestFiniteMagnitude), ("1e-400", 0),
    ("4.9e-324", .leastNonzeroMagnitude),
  ])
  func `numbers are read`(text: String, expected: Double) throws {
    guard case .number(let found) = try kind(text) else {
      Issue.record("no number")
      return
    }
    #expect(found == expected && found.sign == expected.sign)
  }

  @Test(arguments: ["NaN", "-NaN", "+NaN"]) func `not-a-number is a number`(text: String) throws {
    guard case .number(let found) = try kind(text) else {
      Issue.record("no number")
      return
    }
    #expect(found.isNaN)
  }

  @Test(arguments: [
    ("", 1, "the text ends here; expected a value"),
    ("\n// a\r\n/* \r */", 4, "the text ends here; expected a value"),
    ("{", 1, "the text ends here; expected } (the matching bracket stands at line 1)"),
    ("\n[1\n", 3, "the text ends here; expected , or ] (the matching bracket stands at line 2)"),
    ("[\n1 2]", 2, "found \"2\"; expected , or ] (the matching bracket stands at line 1)"),
    ("{a:1\nb:2}", 2, "found \"b\"; expected , or } (the matching bracket stands at line 1)"),
    ("{a\n1}", 2, "found \"1\"; expected : after the key \"a\""),
    ("{,}", 1, "found \",\"; expected a key or }"), ("[,]", 1, "found \",\"; expected a value"),
    ("[1,,2]", 1, "found \",\"; expected a value"), ("{a:1,,}", 1, "found \",\"; expected a key or }"),
    ("{1:2}", 1, "found \"1\"; expected a key or }"), ("{a-b:2}", 1, "found \"-\"; expected : after the key \"a\""),
    ("{a:}", 1, "found \"}\"; expected a value"), ("[}", 1, "found \"}\"; expected a value"),
    ("{a:1]", 1, "found \"]\"; expected , or } (the matching bracket stands at line 1)"),
    ("{}\n{}", 2, "found \"{\"; expected the end of the text"),
    ("{\na:1,\nb:2,\n'\\u0061':3}", 4, "the key \"a\" stands at line 2 already; expected another key"),
    ("\n yes", 2, "found the word \"yes\"; expected a value (a text stands in quotes)"),
    ("True", 1, "found the word \"True\"; expected a value (a text stands in quotes)"),
    ("\n'a\n'", 2, "the line ends inside a text; expected the closing quote (the opening one stands at line 2)"),
    ("'a\\\n\"", 2, "the text ends inside quotes; expected the closing quote (the opening one stands at line 1)"),
    ("'\\", 1, "the text ends here; expected an escape after \\"),
    ("'\\1'", 1, "found \"1\"; expected an escape that is no digit from 1 to 9"),
    ("'\\01'", 1, "found \"1\"; expected no digit after \\0"),
    ("'\\x4'", 1, "found \"'\"; expected 2 hexadecimal digits"),
    ("'\\u12", 1, "the text ends here; expected 4 hexadecimal digits"),
    ("'\\ud83d'", 1, "half a surrogate pair; expected both halves, the high one first"),
    ("'\\ude00\\ud83d'", 1, "half a surrogate pair; expected both halves, the high one first"),
    ("'\\ud83d\\u0041'", 1, "half a surrogate pair; expected both halves, the high one first"),
    ("{\\x61:1}", 1, "found \"x\"; expected u after \\ outside of quotes"),
    ("{a\\u002d:1}", 1, "the escaped character cannot stand outside of quotes; expected a letter"),
    ("/", 1, "the text ends here; expected / or * after / (a comment)"),
    ("\n/*\n*", 3, "the text ends here; expected */ (the comment begins at line 2)"),
    ("[1/2]", 1, "found \"2\"; expected / or * after / (a comment)"),
    ("01", 1, "the number begins with a zero; expected no zeros before its first digit"),
    (".", 1, "the text ends here; expected the digits of a number"),
    ("-", 1, "the text ends here; expected a number"), ("+ 1", 1, "found \" \"; expected the digits of a number"),
    ("--1", 1, "found \"-\"; expected the digits of a number"),
    ("1e", 1, "the text ends here; expected the digits of an exponent"),
    ("0x", 1, "the text ends here; expected hexadecimal digits after 0x"),
    ("0x1.8", 1, "found \".\"; expected the end of the number"),
    ("1.2.3", 1, "found \".\"; expected the end of the number"),
    ("5kg", 1, "found \"k\"; expected the end of the number"), ("-x", 1, "found the word \"x\"; expected a number"),
    ("1e999", 1, "the number is too large; expected a magnitude of at most 1.7e308"),
    ("\n\0", 2, "found \"\\u{0}\"; expected a value"),
  ])
  func `mistakes are named with their line`(text: String, line: Int, message: String) {
    let error = #expect(throws: JSON5Error.self) { try JSON5Value(parsing: Array(text.utf8)) }
    #expect(error == JSON5Error(line: line, message: message))
  }

  @Test(
    arguments: [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x80]] as [[UInt8]])
  func `what is not UTF-8 is refused with its line`(bad: [UInt8]) {
    let bytes = Array("{\r\na: '".utf8) + bad
    let error = #expect(throws: JSON5Error.self) { try JSON5Value(parsing: bytes) }
    #expect(error?.description == "line 2: the byte at offset 7 is not UTF-8; expected UTF-8 text")
  }

  @Test func `every key and value knows its line`() throws {
    let value = try JSON5Value(parsing: Array("// a\r\n{\ra: 1, b:\n\n[2,\n3], 'c\\\nd' : 'e\\\nf', g: {}}".utf8))
    #expect(value.line == 2)
    guard case .object(let members) = value.kind, members.count == 4, case .array(let list) = members[1].value.kind
    else {
      Issue.record("another shape")
      return
    }
    #expect(members.map(\.key) == ["a", "b", "cd", "g"])
    #expect(members.map(\.keyLine) == [3, 3, 6, 8])
    #expect(members.map(\.value.line) == [3, 5, 7, 8])
    #expect(list.map(\.line) == [5, 6])
  }

  @Test func `nesting is limited to 64`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    _ = try JSON5Value(parsing: nested(64))
    let error = #expect(throws: JSON5Error.self) { try JSON5Value(parsing: nested(65)) }
    #expect(error?.message == "nested too deep; expected at most 64 levels")
    #expect(throws: JSON5Error.self) { try JSON5Value(parsing: Array(repeating: UInt8(ascii: "["), count: 1_000_000)) }
    // Closed levels do not count.
    _ = try kind("[" + String(repeating: "[{a:[]}],", count: 200) + "]")
  }

  /// Whatever the bytes are: a value or an error of one line that lies within the text.
  @Test func `damaged texts never crash`() {
    let whole = Array(
      #"""
      // A drive
      { name: 'é😀\u00e9\ud83d\ude00\x41\
      b', "points": [ [1.5, -2e3], [+.5, 0xFf], Infinity, -NaN, ], /* more */ flags: {a: true, b: null, \u0063: false} }
      """#.utf8)
    var generator = SeededGenerator(seed: 7)
    var readable = 0
    for round in 0..<20_000 {
      var bytes = whole
      if round % 3 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
      for _ in 0..<Int.random(in: 0...4, using: &generator) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] =
          Bool.random(using: &generator)
          ? whole.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0...255, using: &generator)
      }
      do {
        _ = try JSON5Value(parsing: bytes)
        readable += 1
      } catch {
        #expect(!error.message.utf8.contains(10) && !error.message.utf8.contains(13))
        #expect(error.line >= 1 && error.line <= 1 + bytes.count { $0 == 10 || $0 == 13 })
      }
    }
    #expect(readable > 2000)
  }
}
