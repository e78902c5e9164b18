import Testing

@Suite("Tidy sources")
struct TidyTests {
  static let files = Result { try SourceFile.ofPackage() }

  @Test("the package keeps the rule", arguments: TidyRule.all)
  func package(rule: TidyRule) throws {
    let files = try Self.files.get()
    #expect(files.count > 20, "the sources were not found")
    let hits = files.flatMap(rule.hits)
    #expect(hits.isEmpty, "\(rule.name):\n\(hits.joined(separator: "\n"))")
  }

  /// A line that breaks a rule, and one that looks like it and does not.
  struct Snippet: Sendable, CustomTestStringConvertible {
    var rule: TidyRule
    var bad: String
    var good: String
    var path = "Sources/Navigation/Snippet.swift"

    var testDescription: String { rule.name + ": " + bad.prefix(40) }
  }

  static let body = "func f() {}\n"

  static let snippets: [Snippet] = [
    Snippet(rule: .imports, bad: "import RoadNetwork\n", good: "public import WaybenchCore\n// import RoadNetwork\n"),
    Snippet(rule: .imports, bad: "internal import Foundation\n", good: "internal import FoundationEssentials\n"),
    Snippet(rule: .imports, bad: "@preconcurrency import Dispatch\n", good: "import Glibc\n"),
    Snippet(
      rule: .imports, bad: "import FoundationEssentials\n", good: "import Glibc\n",
      path: "Sources/WaybenchCore/A/B.swift"),
    Snippet(rule: .imports, bad: "import struct CGEOS.X\n", good: "import WaybenchCore\n"),
    Snippet(rule: .imports, bad: "import CGEOS\n", good: "import Testing\n", path: "Tests/FormatsTests/A.swift"),
    Snippet(rule: .imports, bad: "import XCTest\n", good: "import Formats\n", path: "Tests/FormatsTests/A.swift"),
    Snippet(rule: .clocks, bad: "let t = ContinuousClock().now\n", good: "let t = \"ContinuousClock\" // Date()\n"),
    Snippet(rule: .clocks, bad: "let t = Date()\n", good: "let t = Date(timeIntervalSince1970: 0)\n"),
    Snippet(rule: .clocks, bad: "clock_gettime(CLOCK_MONOTONIC, &t)\n", good: "my_clock_gettime()\n"),
    Snippet(rule: .clocks, bad: "let t = DispatchTime.now()\n", good: "let t = now\n"),
    Snippet(rule: .crashes, bad: "fatalError()\n", good: "let fatalErrors = 1\n"),
    Snippet(rule: .crashes, bad: "let x = try! f()\n", good: "let x = try? f()\n"),
    Snippet(rule: .crashes, bad: "let x = y as! Int\n", good: "let x = y as? Int\nlet z = \"as!\"\n"),
    Snippet(rule: .forceUnwraps, bad: "let x = y!\n", good: "let x = !y\nif a != b {}\nlet z = \"hey!\"\n"),
    Snippet(rule: .forceUnwraps, bad: "let x = f()!.z\n", good: "let x = f() != z\n"),
    Snippet(rule: .forceUnwraps, bad: "let x = a[0]!\n", good: "let x = a[0] && !b\n"),
    Snippet(rule: .leftovers, bad: "// TO" + "DO: more\n", good: "// method\n"),
    Snippet(rule: .leftovers, bad: "// FIX" + "ME\n", good: "// fix me\n"),
    Snippet(
      rule: .lineLength, bad: String(repeating: "x", count: 121) + "\n", good: String(repeating: "x", count: 120) + "\n"
    ),
    Snippet(
      rule: .fileLength, bad: String(repeating: body, count: 451), good: String(repeating: body, count: 450)),
    Snippet(
      rule: .functionLength, bad: "  func f() {\n" + String(repeating: "    g()\n", count: 79) + "  }\n",
      good: "  func f() {\n" + String(repeating: "    g()\n", count: 78) + "  }\n"),
    Snippet(
      rule: .functionLength,
      bad: "  init(\n    a: Int\n  ) {\n" + String(repeating: "    g()\n", count: 80) + "  }\n",
      good: "  func f()\n\n  let x = {\n" + String(repeating: "    g()\n", count: 90) + "  }\n"),
    Snippet(rule: .placeholders, bad: "/// Placeholder.\nimport Glibc\n", good: "let x = 1\n"),
    Snippet(rule: .places, bad: "let p = \"/ho" + "me/me/file\"\n", good: "let p = \"home/file\"\n"),
    Snippet(rule: .places, bad: "// https://py" + "pi.org/x\n", good: "// https://www.swift.org\n"),
    Snippet(rule: .trailingSpace, bad: "let x = 1 \n", good: "let x = 1\n\n"),
    Snippet(rule: .trailingSpace, bad: "let x = 1\t\n", good: "\tlet x = 1\n"),
    Snippet(rule: .finalNewline, bad: "let x = 1", good: "let x = 1\n"),
  ]

  @Test("the rule finds what breaks it and nothing else", arguments: snippets)
  func snippet(_ snippet: Snippet) {
    let bad = SourceFile(path: snippet.path, text: snippet.bad)
    let good = SourceFile(path: snippet.path, text: snippet.good)
    #expect(snippet.rule.hits(in: bad).count == 1)
    #expect(snippet.rule.hits(in: good) == [])
  }

  @Test("every rule is proved by a snippet")
  func everyRuleIsProved() {
    let proved = Set(Self.snippets.map(\.rule.name))
    #expect(TidyRule.all.map(\.name).filter { !proved.contains($0) } == [])
  }

  @Test("a hit names file and line")
  func hits() {
    let file = SourceFile(path: "Sources/Formats/A.swift", text: "let a = 1\nlet b = a!\n")
    #expect(TidyRule.forceUnwraps.hits(in: file) == ["Sources/Formats/A.swift:2: \"!\" after a"])
  }

  @Test("comments and strings are no code")
  func stripping() {
    let lines = ["a /* b", "c */ d // e", "f(\"g // \\\" h\") i", "#\"j \" k\"# l", "m(\"\"\"", "n", "\"\"\") o", "p"]
    #expect(SourceFile.stripped(lines) == ["a ", " d ", "f(\"\") i", "#\"\" l", "m(", "", "", "p"])
  }
}
