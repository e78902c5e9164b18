import Testing

/// A rule of the house: what it looks at and what it finds wrong.
struct TidyRule: Sendable, CustomTestStringConvertible {
  let name: String
  let applies: @Sendable (SourceFile) -> Bool
  /// The numbers of the lines that break the rule, from 0, and what is wrong there.
  let findings: @Sendable (SourceFile) -> [(line: Int, what: String)]

  var testDescription: String { name }

  /// What breaks the rule in a file, one readable line each.
  func hits(in file: SourceFile) -> [String] {
    if !applies(file) { return [] }
    return findings(file).map { "\(file.path):\($0.line + 1): \($0.what)" }
  }

  static let all: [TidyRule] = [
    imports, clocks, crashes, forceUnwraps, leftovers, lineLength, fileLength, functionLength, placeholders, places,
    trailingSpace, finalNewline,
  ]

  static let longestLine = 120
  static let longestFile = 450
  static let longestFunction = 80

  static let imports = TidyRule(name: "imports follow the arrows", applies: \.isSwift) { file in
    lines(file.code) { line in
      var words = line.split(separator: " ")
      while let word = words.first, word.hasPrefix("@") || accessLevels.contains(word) { words.removeFirst() }
      guard words.first == "import", words.count > 1, let module = words[words.count - 1].split(separator: ".").first
      else { return nil }
      if file.path == "Package.swift" { return nil }
      return Arrows.mayImport(String(module), target: file.target, isTest: file.isTest)
        ? nil : "\(file.target) must not import \(module)"
    }
  }

  private static let accessLevels: Set<Substring> = ["public", "internal", "package", "fileprivate", "private"]

  /// Time is a parameter everywhere else.
  static let clocks = TidyRule(
    name: "clocks are read in Simulation, Measurement and Benchmarks only",
    applies: { file in
      let readers = ["Simulation", "SimulationTests", "Measurement", "MeasurementTests", "BenchmarkSuites"]
      return file.isSwift && !readers.contains(file.target)
    }
  ) { file in
    refused(
      [
        "clock_gettime", "gettimeofday", "ContinuousClock", "SuspendingClock", "Date()", "Date.now", "DispatchTime.now",
        "DispatchWallTime.now", "time(nil)", "Task.sleep",
      ], in: file.code)
  }

  static let crashes = TidyRule(name: "nothing crashes on purpose", applies: \.isSwift) { file in
    refused(["fatalError", "try!", "as!", "preconditionFailure", "unsafeBitCast"], in: file.code)
  }

  static let forceUnwraps = TidyRule(name: "nothing is unwrapped by force", applies: \.isSwift) { file in
    lines(file.code) { line in
      if !line.utf8.contains(UInt8(ascii: "!")) { return nil }
      let characters = Array(line)
      for index in characters.indices.dropFirst() where characters[index] == "!" {
        let before = characters[index - 1]
        let isOperator = index + 1 < characters.count && characters[index + 1] == "="
        if isOperator || !(before.isLetter || before.isNumber || "_)]\"".contains(before)) { continue }
        let word = String(String(characters[..<index]).reversed().prefix { $0.isLetter }.reversed())
        if word == "try" || word == "as" { continue }
        return "\"!\" after \(before)"
      }
      return nil
    }
  }

  static let leftovers = TidyRule(name: "nothing is left to do", applies: { _ in true }) { file in
    refused(["TO" + "DO", "FIX" + "ME", "XX" + "X"], in: file.lines)
  }

  static let lineLength = TidyRule(
    name: "lines of at most \(longestLine) columns", applies: { $0.isSwift || $0.isC }
  ) { file in
    lines(file.lines) { line in
      // A line of JSON or XML in a test's text is data, which no line break may change.
      let text = line.drop { $0 == " " || $0 == "\"" }
      let isData = file.path.hasPrefix("Tests/") && (text.hasPrefix("{") || text.hasPrefix("<"))
      return line.count > longestLine && !isData ? "\(line.count) columns" : nil
    }
  }

  static let fileLength = TidyRule(name: "files of at most \(longestFile) lines", applies: \.isSwift) { file in
    file.lines.count > longestFile ? [(0, "\(file.lines.count) lines")] : []
  }

  static let functionLength = TidyRule(
    name: "functions of at most \(longestFunction) lines", applies: \.isSwift
  ) { file in
    file.code.indices.compactMap { start in
      guard beginsFunction(file.code[start]), let length = lengthOfFunction(file.code, start) else { return nil }
      return length > longestFunction ? (start, "a function of \(length) lines") : nil
    }
  }

  static let placeholders = TidyRule(name: "no file without content", applies: \.isSwift) { file in
    let holdsSomething = file.code.contains { line in
      let words = line.split(separator: " ")
      return !words.isEmpty && !words.contains("import")
    }
    return holdsSomething ? [] : [(0, "only comments and imports")]
  }

  static let places = TidyRule(
    name: "no paths of one machine and no package registries", applies: { _ in true }
  ) { file in
    let folders = ["home", "work", "root", "Users"].map { "/" + $0 + "/" }
    let registries = ["pypi", "crates", "npmjs", "rubygems"].flatMap { [$0 + ".org", $0 + ".io", $0 + ".com"] }
    return refused(
      folders + registries + ["deb." + "debian.org", "proxy." + "golang.org", "--index" + "-url"], in: file.lines)
  }

  static let trailingSpace = TidyRule(name: "no white space at the end of a line", applies: { _ in true }) { file in
    lines(file.lines) { line in
      guard let last = line.last else { return nil }
      return last == " " || last == "\t" || last == "\r" ? "white space" : nil
    }
  }

  static let finalNewline = TidyRule(name: "files end with a newline", applies: { _ in true }) { file in
    file.endsWithNewline ? [] : [(max(0, file.lines.count - 1), "no newline")]
  }
}

// MARK: - Looking at lines

private func lines(_ lines: [String], _ check: (String) -> String?) -> [(line: Int, what: String)] {
  lines.enumerated().compactMap { index, line in check(line).map { (index, $0) } }
}

/// Lines that hold one of these words, not as a part of a longer one.
private func refused(_ words: [String], in text: [String]) -> [(line: Int, what: String)] {
  let wanted = words.map { Array($0.utf8) }
  return lines(text) { line in
    let bytes = Array(line.utf8)
    return wanted.indices.first { holds(bytes, wanted[$0]) }.map { words[$0] }
  }
}

private func holds(_ line: [UInt8], _ word: [UInt8]) -> Bool {
  guard let first = word.first, let last = word.last, line.count >= word.count else { return false }
  for start in 0...(line.count - word.count) where line[start] == first {
    let end = start + word.count
    if !line[start..<end].elementsEqual(word) { continue }
    let joinsBefore = start > 0 && isWordPart(line[start - 1]) && isWordPart(first)
    let joinsAfter = end < line.count && isWordPart(line[end]) && isWordPart(last)
    if !joinsBefore && !joinsAfter { return true }
  }
  return false
}

private func isWordPart(_ byte: UInt8) -> Bool {
  let character = Character(Unicode.Scalar(byte))
  return character.isLetter || character.isNumber || character == "_"
}

private func beginsFunction(_ line: String) -> Bool {
  let words = line.split { $0 == " " || $0 == "(" || $0 == "<" || $0 == "?" }
  return words.contains("func") || words.contains("init") && !line.contains(".init") || words.contains("deinit")
}

/// How many lines the function that starts here has; `nil` when it has no body or ends on its first line.
///
/// Formatted code closes a body with a brace at the indentation that it began with.
private func lengthOfFunction(_ code: [String], _ start: Int) -> Int? {
  let indentation = code[start].prefix { $0 == " " }
  var open = start
  while !code[open].contains("{") {
    open += 1
    let isDone = open == code.count || code[open].allSatisfy { $0 == " " }
    if isDone || code[open].hasPrefix(indentation + "}") { return nil }
  }
  if code[open].hasSuffix("}") { return nil }
  var end = open + 1
  while end < code.count, !code[end].hasPrefix(indentation + "}") { end += 1 }
  return end - start + 1
}
