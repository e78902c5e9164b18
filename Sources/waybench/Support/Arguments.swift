/// An option of a command.
struct OptionSpec: Sendable {
  /// With its dashes: `--network`.
  var name: String
  /// What the value is called in the help; `nil` for a switch.
  var value: String?
  /// One line of help.
  var help: String
  /// Whether it may stand several times.
  var repeats = false

  static func flag(_ name: String, _ help: String) -> OptionSpec { OptionSpec(name: name, value: nil, help: help) }
  static func value(_ name: String, _ value: String, _ help: String) -> OptionSpec {
    OptionSpec(name: name, value: value, help: help)
  }
  static func list(_ name: String, _ value: String, _ help: String) -> OptionSpec {
    OptionSpec(name: name, value: value, help: help, repeats: true)
  }
}

/// What a command is and how it is called.
struct CommandSpec: Sendable {
  /// Its words: `network build`.
  var name: String
  /// One line: what it does.
  var summary: String
  /// What stands after the options, for the usage line.
  var operands: String
  var options: [OptionSpec]
  /// Example calls, whole lines.
  var examples: [String]
  /// Further text, lines of at most 100 characters.
  var notes: [String] = []
  var run: @Sendable (Arguments) throws -> ExitStatus

  /// The help page.
  var help: String {
    var text =
      "waybench \(name): \(summary)\n\nusage: waybench \(name) [OPTIONS]\(operands.isEmpty ? "" : " " + operands)\n"
    if !options.isEmpty {
      text += "\noptions:\n"
      let left = options.map { option in option.value.map { "\(option.name) \($0)" } ?? option.name }
      let width = (left.map(\.count).max() ?? 0) + 2
      for (option, head) in zip(options, left) {
        text += "  \(head)\(String(repeating: " ", count: width - head.count))\(option.help)"
        text += option.repeats ? " (may be repeated)\n" : "\n"
      }
    }
    if !notes.isEmpty { text += "\n" + notes.joined(separator: "\n") + "\n" }
    if !examples.isEmpty { text += "\nexamples:\n" + examples.map { "  \($0)\n" }.joined() }
    return text
  }
}

/// How the program ends.
enum ExitStatus: Int32 {
  case fine = 0
  case checkFailed = 1
  case usage = 2
  case badInput = 3
  case `internal` = 4
}

/// A call that was wrong: status 2.
struct UsageError: Error { var message: String }
/// Input that is unreadable or invalid: status 3.
struct InputError: Error { var message: String }
/// A check that failed: status 1.
struct CheckFailure: Error { var message: String }

/// The options and operands of a call, checked against the command's options.
struct Arguments {
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []
  private(set) var operands: [String] = []

  init(_ words: [String], spec: CommandSpec) throws {
    var index = 0
    var takesOptions = true
    while index < words.count {
      let word = words[index]
      index += 1
      guard takesOptions, word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      if word == "--" {
        takesOptions = false
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = parts[0] == "-o" ? "--output" : parts[0]
      guard let option = spec.options.first(where: { $0.name == name || $0.name == parts[0] }) else {
        throw UsageError(message: "\(spec.name): unknown option \(word); see waybench \(spec.name) --help")
      }
      guard let placeholder = option.value else {
        guard parts.count == 1 else { throw UsageError(message: "\(option.name) takes no value") }
        flags.insert(option.name)
        continue
      }
      var value = parts.count == 2 ? parts[1] : nil
      if value == nil, index < words.count, !words[index].hasPrefix("--") {
        value = words[index]
        index += 1
      }
      guard let value else { throw UsageError(message: "\(option.name) needs a value: \(option.name) \(placeholder)") }
      guard option.repeats || values[option.name] == nil else {
        throw UsageError(message: "\(option.name) stands twice; expected once")
      }
      values[option.name, default: []].append(value)
    }
    let onOutput = Self.outputOptions.filter { values[$0]?.contains("-") ?? false }
    guard onOutput.count <= 1 else {
      throw UsageError(message: "\(onOutput.joined(separator: " and ")) cannot both be standard output")
    }
  }

  private static let outputOptions = [
    "--output", "--truth", "--plan", "--landmarks", "--events", "--hgrm", "--json", "--junit",
  ]

  func has(_ flag: String) -> Bool { flags.contains(flag) }
  func value(_ name: String) -> String? { values[name]?.first }
  func list(_ name: String) -> [String] { values[name] ?? [] }

  func required(_ name: String) throws -> String {
    guard let value = value(name) else { throw UsageError(message: "\(name) is missing; see --help") }
    return value
  }

  /// The one operand of a command that takes one.
  func operand(_ what: String) throws -> String {
    guard operands.count == 1 else {
      throw UsageError(
        message: "expected one \(what), found \(operands.count)\(operands.count > 1 ? ": \(operands[1])" : "")")
    }
    return operands[0]
  }

  func noOperands() throws {
    if let first = operands.first { throw UsageError(message: "unexpected argument \(first); see --help") }
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Choice.Type, default fallback: Choice
  ) throws -> Choice where Choice.RawValue == String {
    guard let text = value(name) else { return fallback }
    guard let choice = Choice(rawValue: text) else {
      let all = Choice.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")
      throw UsageError(message: "\(name) \(text) is not known; expected one of \(all)")
    }
    return choice
  }
}
