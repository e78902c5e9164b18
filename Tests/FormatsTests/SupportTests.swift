import Formats
import Glibc
import Testing

@Suite struct DecimalTextTests {
  @Test(arguments: [
    "", " ", "nan", "NaN", "inf", "-inf", "infinity", "0x28", "1,5", "1.5.2", "1 ", " 1", "--1", "+-1", "1e", "1e+",
    ".",
    "-", "1e999", "1_000", "٣",
  ])
  func `what is no decimal number is refused`(text: String) {
    #expect(DecimalText.parse(text) == nil)
  }

  @Test(arguments: [
    ("0", 0.0), ("-0.5", -0.5), ("+7", 7), (".5", 0.5), ("5.", 5), ("1e3", 1000), ("1.5E-3", 0.0015),
    ("000000000000000000000000001.25", 1.25), ("123456789012345678901234567890", 123456789012345678901234567890.0),
    ("0.00000000000000000000000000012345678901234567890123", 1.2345678901234567890123e-28),
  ])
  func `decimal numbers are read`(text: String, value: Double) throws {
    let found = try #require(DecimalText.parse(text))
    #expect(abs(found - value) <= abs(value) * 1e-15)
  }

  @Test func `random numbers are read as the standard library reads them`() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let whole = Int64.random(in: -99_999_999...99_999_999, using: &generator)
      let text = "\(whole).\(UInt32.random(in: 0...9_999_999, using: &generator))"
      #expect(DecimalText.parse(text) == Double(text))
    }
  }

  @Test(arguments: [
    (0.285, 2, "0.28"), (1.005, 2, "1.00"), (1.115, 2, "1.11"), (0.125, 2, "0.12"), (0.375, 2, "0.38"),
    (-0.0001, 2, "0.00"),
    (2.5, 0, "2"), (1e15, 3, "1000000000000000.000"), (-12.345, 1, "-12.3"), (0.1, 15, "0.100000000000000"),
    (123456789.987654321, 7, "123456789.9876543"),
  ])
  func `fixed decimals are exact`(value: Double, decimals: Int, text: String) {
    #expect(DecimalText.text(value, decimals: decimals) == text)
  }

  @Test func `fixed decimals agree with the C library`() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let value = Double.random(in: -1e6...1e6, using: &generator)
      let decimals = Int.random(in: 0...9, using: &generator)
      var buffer = [CChar](repeating: 0, count: 64)
      _ = withVaList([Int32(decimals), value]) { vsnprintf(&buffer, 64, "%.*f", $0) }
      let expected = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      #expect(DecimalText.text(value, decimals: decimals) == (expected == "-0" ? "0" : expected))
    }
  }

  @Test func `what is not finite has no text`() {
    #expect(DecimalText.text(.nan, decimals: 2) == nil)
    #expect(DecimalText.text(.infinity, decimals: 2) == nil)
  }

  /// Numbers must not follow the locale. Skipped where no locale with a decimal comma is installed.
  @Test(.enabled(if: setlocale(LC_ALL, "de_DE.UTF-8") != nil, "no locale with a decimal comma here"))
  func `numbers do not follow the locale`() {
    _ = setlocale(LC_ALL, "de_DE.UTF-8")
    defer { _ = setlocale(LC_ALL, "C") }
    #expect(DecimalText.parse("1.5") == 1.5)
    #expect(DecimalText.parse("1,5") == nil)
    #expect(DecimalText.text(1.5, decimals: 2) == "1.50")
  }
}

@Suite struct TimeTextTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2024-02-29T23:59:60Z", 1_709_251_200), ("2000-03-01 00:00:00", 951_868_800),
    ("1969-12-31T23:59:59z", -1), ("2024-03-01T02:00:00+02", 1_709_251_200), ("1678-01-01T00:00:00Z", -9_214_560_000),
  ])
  func `date-times are read`(text: String, seconds: Int64) {
    #expect(TimeText.parse(text) == seconds * 1_000_000_000)
  }

  @Test(arguments: [
    "", "2024-03-01", "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "2024-13-01T00:00:00Z", "2024-03-01T24:00:00Z",
    "2024-03-01T00:00:00.Z", "2024-03-01T00:00:00+1", "2024-03-01T00:00:00+01:60", "2024-03-01T00:00:00ZZ",
    "1677-12-31T00:00:00Z", "2262-01-01T00:00:00Z", "2024-03-01T00:60:00Z", "2024-03-01T00:00:61Z",
    "20240301T000000Z", "2024-03-01T00:00:00 Z", "x024-03-01T00:00:00Z",
  ])
  func `what is no date-time is refused`(text: String) {
    #expect(TimeText.parse(text) == nil)
  }

  @Test func `times survive writing and reading`() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let time = Int64.random(in: -9_214_560_000_000_000_000...9_214_560_000_000_000_000, using: &generator)
      #expect(TimeText.parse(TimeText.text(time)) == time)
    }
    #expect(TimeText.text(1_500_000_000) == "1970-01-01T00:00:01.500Z")
    #expect(TimeText.text(-1) == "1969-12-31T23:59:59.999999999Z")
  }
}

@Suite struct JSONTests {
  private func tokens(_ text: String) throws -> [JSONToken] {
    var scanner = JSONScanner(Array(text.utf8))
    var result: [JSONToken] = []
    while true {
      let token = try scanner.next()
      if token == .end { return result }
      result.append(token)
    }
  }

  @Test func `tokens come in order`() throws {
    #expect(
      try tokens(#" {"a":[1,-2.5e3,"x",true,false,null],"b":{}} "#) == [
        .beginObject, .key, .beginArray, .number, .number, .string, .true, .false, .null, .endArray, .key, .beginObject,
        .endObject, .endObject,
      ])
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\":1,}", "[1 2]", "{\"a\" 1}", "{1:2}", "[1]]", "tru", "\"a", "[-]", "{\"a\":\"\n\"}", "nan",
    "[}",
  ])
  func `what is no JSON is refused`(text: String) {
    #expect(throws: JSONError.self) { try tokens(text) }
  }

  @Test func `deep nesting is refused`() {
    #expect(throws: JSONError.self) { try tokens(String(repeating: "[", count: 100_000)) }
  }

  @Test func `errors name their line`() {
    let error = #expect(throws: JSONError.self) { try tokens("{\n\"a\":\n?}") }
    #expect(error?.line == 3)
  }

  @Test func `texts survive writing and reading`() throws {
    let text = "a\"b\\c\n\t\r\u{1}é😀"
    var json = JSONText()
    json.beginObject()
    json.key("k")
    json.value(text)
    json.key("n")
    json.value(Double.nan, decimals: 2)
    json.key("x")
    json.value(1.5, decimals: 3)
    json.endObject()
    #expect(json.string.hasSuffix(#""n":null,"x":1.500}"#))
    var scanner = JSONScanner(json.bytes)
    _ = try (scanner.next(), scanner.next(), scanner.next())
    #expect(scanner.stringValue == text)
    var escaped = JSONScanner(Array(#""\ud83d\ude00\u00e9\ud83d""#.utf8))
    _ = try escaped.next()
    #expect(escaped.stringValue == "😀é\u{fffd}")
  }
}

@Suite struct FileTests {
  let scratch = Scratch()

  @Test func `a file that is not committed leaves nothing`() throws {
    do {
      let writer = try AtomicFileWriter(path: scratch.path("a.txt"))
      try writer.write("half")
    }
    #expect(scratch.listing() == [])
    try AtomicFileWriter.write(Array("whole".utf8), to: scratch.path("a.txt"))
    #expect(scratch.listing() == ["a.txt"])
    #expect(try scratch.bytes("a.txt") == Array("whole".utf8))
  }

  @Test func `compressed files read back`() throws {
    var generator = SeededGenerator(seed: 4)
    let bytes = (0..<1_000_000).map { _ in UInt8.random(in: 0...20, using: &generator) }
    try AtomicFileWriter.write(bytes, to: scratch.path("a.gz"))
    #expect(try ByteInput(path: scratch.path("a.gz")).readAll() == bytes)
  }

  @Test func `what cannot be opened is an error of one line`() {
    let error = #expect(throws: ByteInputError.self) { try ByteInput(path: scratch.path("missing")) }
    #expect(error?.description.hasSuffix("missing: No such file or directory") == true)
    #expect(throws: ByteInputError.self) { try ByteInput(path: scratch.folder) }
    #expect(throws: FileWriteError.self) { try AtomicFileWriter(path: scratch.path("no/such/folder")) }
  }
}
