import FoundationEssentials

/// A file of the repository, as the rules see it.
struct SourceFile {
  /// The path below the root of the package.
  let path: String
  /// The lines as they are.
  let lines: [String]
  /// The lines without comments and without what stands in string literals.
  let code: [String]
  let endsWithNewline: Bool

  init(path: String, text: String) {
    self.path = path
    endsWithNewline = text.isEmpty || text.hasSuffix("\n")
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
    code = SourceFile.stripped(lines)
  }

  var isSwift: Bool { path.hasSuffix(".swift") }
  var isC: Bool { path.hasSuffix(".c") || path.hasSuffix(".cpp") || path.hasSuffix(".h") }

  /// The target that the file belongs to.
  var target: String {
    let parts = path.split(separator: "/")
    if parts.first == "Benchmarks" { return "BenchmarkSuites" }
    return parts.count > 2 ? String(parts[1]) : ""
  }

  var isTest: Bool { path.hasPrefix("Tests/") }

  /// Takes comments and the insides of string literals away, line by line. Good enough for formatted sources.
  static func stripped(_ lines: [String]) -> [String] {
    var isInMultilineString = false
    var isInBlockComment = false
    return lines.map { line in
      let bytes = Array(line.utf8)
      func begins(_ index: Int, _ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
        return true
      }
      if isInMultilineString {
        if line.contains("\"\"\"") { isInMultilineString = false }
        return ""
      }
      var kept: [UInt8] = []
      var index = 0
      while index < bytes.count {
        if isInBlockComment {
          if begins(index, "*/") {
            isInBlockComment = false
            index += 1
          }
        } else if begins(index, "//") {
          break
        } else if begins(index, "/*") {
          isInBlockComment = true
          index += 1
        } else if begins(index, "\"\"\"") {
          isInMultilineString = true
          break
        } else if bytes[index] == UInt8(ascii: "\"") {
          kept += [UInt8(ascii: "\""), UInt8(ascii: "\"")]
          let hashes = kept.dropLast(2).reversed().prefix { $0 == UInt8(ascii: "#") }.count
          index = endOfString(bytes, index + 1, hashes: hashes)
          continue
        } else {
          kept.append(bytes[index])
        }
        index += 1
      }
      return String(decoding: kept, as: UTF8.self)
    }
  }

  /// The index after the string literal whose inside begins here.
  private static func endOfString(_ bytes: [UInt8], _ start: Int, hashes: Int) -> Int {
    var index = start
    while index < bytes.count {
      if hashes == 0, bytes[index] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      let after = bytes[(index + 1)...].prefix(hashes)
      if bytes[index] == UInt8(ascii: "\""), after.count == hashes, after.allSatisfy({ $0 == UInt8(ascii: "#") }) {
        return index + 1 + hashes
      }
      index += 1
    }
    return index
  }

  /// The files of this package that rules look at.
  static func ofPackage(testFile: String = #filePath) throws -> [SourceFile] {
    let root = testFile.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    var paths = ["Makefile", "Package.swift", ".ci/run"]
    for folder in ["Sources", "Tests", "Benchmarks"] {
      let kinds = ["swift", "c", "cpp", "h", "py", "sh", "md"]
      paths += try FileManager.default.subpathsOfDirectory(atPath: root + "/" + folder)
        .filter { path in kinds.contains { path.hasSuffix("." + $0) } }
        .map { folder + "/" + $0 }
    }
    return try paths.sorted().filter { FileManager.default.fileExists(atPath: root + "/" + $0) }.map { path in
      SourceFile(path: path, text: try String(contentsOfFile: root + "/" + path, encoding: .utf8))
    }
  }
}
