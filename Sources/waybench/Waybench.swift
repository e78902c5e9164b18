import Glibc

/// The command line: parses, calls, prints. The work is done in the libraries.
@main
struct Waybench {
  static let commands: [CommandSpec] = [
    DemoCommand.spec,
    NetworkCommands.build, NetworkCommands.synth, NetworkCommands.info, NetworkCommands.export,
    RouteCommand.spec,
    TraceCommands.info, TraceCommands.convert,
    SimulateCommand.spec,
    ReplayCommand.spec,
    SnapCommand.spec, MatchCommand.spec,
    BatchCommand.spec,
    RegressCommand.spec,
    BenchCommand.spec, BenchRoutingCommands.routing, BenchRoutingCommands.proof, BenchRoutingCommands.calls,
  ]

  static func main() {
    // A reader of our output that goes away is no reason to die without a word.
    _ = signal(SIGPIPE, SIG_IGN)
    var status = run(Array(CommandLine.arguments.dropFirst()))
    let failure = Console.outputFailure
    // A reader that has seen enough goes away: no fault. A full disk is one.
    if failure != 0, failure != EPIPE {
      Console.error("waybench: standard output cannot be written: \(unsafe String(cString: strerror(failure)))")
      if status == .fine { status = .badInput }
    }
    exit(status.rawValue)
  }

  /// Runs a call and tells how it ended; what went wrong is one line on standard error.
  static func run(_ words: [String]) -> ExitStatus {
    do {
      return try dispatch(words)
    } catch let error as UsageError {
      Console.error("waybench: \(error.message)")
      return .usage
    } catch let error as InputError {
      Console.error("waybench: \(error.message)")
      return .badInput
    } catch let error as CheckFailure {
      Console.error("waybench: \(error.message)")
      return .checkFailed
    } catch {
      Console.error("waybench: internal error: \(error)")
      return .internal
    }
  }

  private static func dispatch(_ words: [String]) throws -> ExitStatus {
    if words.first == "help", words.count > 1 { return try dispatch(Array(words.dropFirst()) + ["--help"]) }
    guard let first = words.first, first != "--help", first != "-h", first != "help" else {
      Console.print(overview)
      return words.isEmpty ? .usage : .fine
    }
    if first == "--version" {
      Console.printLine("waybench \(Self.version)")
      return .fine
    }
    let twoWords = words.prefix(2).joined(separator: " ")
    let matches = commands.filter { $0.name == first || $0.name == twoWords }
    guard let command = matches.max(by: { $0.name.count < $1.name.count }) else {
      let group = commands.filter { $0.name.hasPrefix(first + " ") }
      guard !group.isEmpty else { throw UsageError(message: "unknown command \(first); see waybench --help") }
      if words.dropFirst().contains(where: { $0 == "--help" || $0 == "-h" }) {
        Console.print(list(group))
        return .fine
      }
      let names = group.map { $0.name.dropFirst(first.count + 1) }.joined(separator: ", ")
      throw UsageError(message: "\(first) needs one of: \(names)")
    }
    let rest = Array(words.dropFirst(command.name.split(separator: " ").count))
    if rest.contains(where: { $0 == "--help" || $0 == "-h" }) {
      Console.print(command.help)
      return .fine
    }
    return try command.run(Arguments(rest, spec: command))
  }

  static let version = "0.1.0"

  private static var overview: String {
    """
    waybench: headless navigation, trace simulation and measurement

    usage: waybench COMMAND [OPTIONS] [FILES]

    commands:
    \(list(commands))
    waybench COMMAND --help shows the options of a command, with examples.
    Exit status: 0 fine, 1 a check failed, 2 usage, 3 unreadable or invalid input, 4 internal.

    """
  }

  private static func list(_ commands: [CommandSpec]) -> String {
    let width = (commands.map(\.name.count).max() ?? 0) + 2
    return commands.map { command in
      "  \(command.name)\(String(repeating: " ", count: width - command.name.count))\(command.summary)\n"
    }.joined()
  }
}
