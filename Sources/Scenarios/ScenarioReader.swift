import Formats
import FoundationEssentials
import Navigation
import Simulation
import WaybenchCore

/// Reads scenario files: JSON5, every key known.
public struct ScenarioReader {
  private let path: String
  private let lines: [Substring]

  /// Reads a scenario.
  ///
  /// - Throws: for a file that is unreadable, not JSON5, or has a key or a value that is not known; the error names the
  ///   line.
  public static func read(path: String) throws(ScenarioError) -> Scenario {
    let bytes: [UInt8]
    do { bytes = try ByteInput(path: path).readAll(limit: 1 << 26) } catch { throw ScenarioError(path, error.message) }
    let text = String(decoding: bytes, as: UTF8.self)
    let reader = ScenarioReader(
      path: path, lines: text.split(separator: "\n", omittingEmptySubsequences: false))
    if bytes.isEmpty { throw ScenarioError(path, "the file is empty; expected a scenario") }
    let value: ScenarioValue
    do {
      let decoder = JSONDecoder()
      decoder.allowsJSON5 = true
      value = try decoder.decode(ScenarioValue.self, from: Data(bytes))
    } catch {
      throw ScenarioError(path, line: reader.line(of: error), "is not JSON5: \(Self.reason(error))")
    }
    return try reader.scenario(value)
  }

  private static func reason(_ error: any Error) -> String {
    guard case DecodingError.dataCorrupted(let context) = error else { return "a value is not understood" }
    return context.underlyingError.map { "\($0)" } ?? context.debugDescription
  }

  /// The line that Foundation's message names, if it does.
  private func line(of error: any Error) -> Int? {
    let text = Self.reason(error)
    guard let range = text.firstRange(of: "line ") else { return nil }
    return Int(text[range.upperBound...].prefix { $0.isNumber })
  }

  /// The first line on which a key stands.
  private func line(ofKey key: String) -> Int? {
    lines.firstIndex { line in
      line.contains("\"\(key)\"") || line.contains("'\(key)'") || line.contains("\(key):") || line.contains("\(key) :")
    }.map { $0 + 1 }
  }

  private func fail(_ key: String, _ message: String) -> ScenarioError {
    ScenarioError(path, line: line(ofKey: key), message)
  }

  private func fields(
    _ value: ScenarioValue, _ name: String, known: [String]
  ) throws(ScenarioError) -> [String: ScenarioValue] {
    guard case .object(let members) = value else { throw fail(name, "\(name): expected an object") }
    for key in members.keys.sorted() where !known.contains(key) {
      throw fail(key, "unknown key \"\(key)\" in \(name); expected one of \(known.joined(separator: ", "))")
    }
    return members
  }

  private func resolve(_ file: String) -> String {
    if file.hasPrefix("/") { return file }
    guard let slash = path.lastIndex(of: "/") else { return file }
    return String(path[...slash]) + file
  }

  private func scenario(_ value: ScenarioValue) throws(ScenarioError) -> Scenario {
    let members = try fields(
      value, "the scenario",
      known: ["about", "network", "plan", "drive", "conditions", "seed", "session", "expect", "forbid", "budgets"])
    guard let plan = members["plan"] else { throw ScenarioError(path, "no plan; expected \"plan\"") }
    var setup = DriveSetup()
    if let seed = members["seed"] { setup.seed = UInt64(max(0, try number(seed, "seed"))) }
    if let conditions = members["conditions"] { try readConditions(conditions, &setup) }
    let file = String(path.split(separator: "/").last ?? "scenario")
    return Scenario(
      name: file.hasSuffix(".json5") ? String(file.dropLast(6)) : file, path: path,
      networkPath: try members["network"].map { (value) throws(ScenarioError) in resolve(try text(value, "network")) },
      plan: try readPlan(plan), drive: try readDrive(members["drive"], setup),
      session: try readSession(members["session"]), expected: try readExpected(members["expect"]),
      forbidden: try readForbidden(members["forbid"]), budgets: try readBudgets(members["budgets"]))
  }

  private func readPlan(_ value: ScenarioValue) throws(ScenarioError) -> Scenario.Plan {
    let members = try fields(value, "plan", known: ["at", "file"])
    if let file = members["file"] { return .file(resolve(try text(file, "file"))) }
    guard let places = members["at"] else { throw fail("plan", "plan: expected \"at\" or \"file\"") }
    let waypoints = try coordinates(places, "at").map { RouteRequest.Waypoint(coordinate: $0) }
    guard waypoints.count >= 2 else { throw fail("at", "at: expected two places or more") }
    return .places(waypoints)
  }

  private func readDrive(_ value: ScenarioValue?, _ base: DriveSetup) throws(ScenarioError) -> Scenario.Drive {
    guard let value else { return .simulated(base) }
    let members = try fields(
      value, "drive",
      known: [
        "trace", "script", "step", "atMeters", "through", "meters", "stops", "redShare", "speedFactor", "obeys",
        "hertz",
      ])
    if let trace = members["trace"] { return .recorded(resolve(try text(trace, "trace"))) }
    var setup = base
    setup.script = try readScript(members)
    if let share = members["redShare"] { setup.path.redShare = try number(share, "redShare") }
    if let factor = members["speedFactor"] { setup.driver.speedFactor = try number(factor, "speedFactor") }
    if let obeys = members["obeys"] { setup.obeysReroutes = try flag(obeys, "obeys") }
    if let hertz = members["hertz"] { setup.fixesPerSecond = Int64(max(1, min(100, try number(hertz, "hertz")))) }
    for stop in try list(members["stops"], "stops") {
      let stopMembers = try fields(stop, "stops", known: ["atMeters", "seconds"])
      guard let at = stopMembers["atMeters"], let seconds = stopMembers["seconds"] else {
        throw fail("stops", "stops: expected atMeters and seconds")
      }
      setup.path.stops.append(
        DrivePath.Stop(
          chainageMeters: try number(at, "atMeters"),
          dwellNanoseconds: Int64(max(0, min(1e6, try number(seconds, "seconds"))) * 1e9)))
    }
    return .simulated(setup)
  }

  private func readScript(_ members: [String: ScenarioValue]) throws(ScenarioError) -> DriveScript {
    let name = try members["script"].map { (value) throws(ScenarioError) in try text(value, "script") } ?? "follow"
    switch name {
    case "follow": return .follow
    case "missTurn":
      return .missTurn(
        step: try members["step"].map { (value) throws(ScenarioError) in
          Int(max(0, min(1e6, try number(value, "step"))))
        })
    case "turnRound":
      guard let at = members["atMeters"] else { throw fail("script", "turnRound: expected atMeters") }
      return .turnRound(atMeters: try number(at, "atMeters"))
    case "through":
      guard let places = members["through"] else { throw fail("script", "through: expected places") }
      return .drive(through: try coordinates(places, "through"))
    case "startOffRoad":
      guard let meters = members["meters"] else { throw fail("script", "startOffRoad: expected meters") }
      return .startOffRoad(meters: try number(meters, "meters"))
    default:
      throw fail(
        "script",
        "script \"\(name)\" is not known; expected follow, missTurn, turnRound, through or startOffRoad")
    }
  }

  private func readConditions(_ value: ScenarioValue, _ setup: inout DriveSetup) throws(ScenarioError) {
    let members = try fields(value, "conditions", known: ["gnss", "sigmaMeters", "outages"])
    if let gnss = members["gnss"] {
      let name = try text(gnss, "gnss")
      switch name {
      case "none": setup.receiver = .none
      case "open": setup.receiver = .open
      case "suburban": setup.receiver = .suburban
      case "urban": setup.receiver = .urban
      case "canyon": setup.receiver = .canyon
      default: throw fail("gnss", "gnss \"\(name)\" is not known; expected none, open, suburban, urban or canyon")
      }
    }
    if let sigma = members["sigmaMeters"] {
      setup.receiver = GNSSErrorOptions(sigmaMeters: max(0, try number(sigma, "sigmaMeters")))
    }
    for outage in try list(members["outages"], "outages") {
      let range = try fields(outage, "outages", known: ["fromSeconds", "toSeconds"])
      guard let from = range["fromSeconds"], let to = range["toSeconds"] else {
        throw fail("outages", "outages: expected fromSeconds and toSeconds")
      }
      let start = Int64(max(0, min(1e6, try number(from, "fromSeconds"))) * 1e9)
      let end = Int64(max(0, min(1e6, try number(to, "toSeconds"))) * 1e9)
      guard end > start else { throw fail("outages", "outages: expected toSeconds above fromSeconds") }
      setup.receiver.outages.append((setup.startNanoseconds + start)..<(setup.startNanoseconds + end))
    }
  }

  private func readSession(_ value: ScenarioValue?) throws(ScenarioError) -> SessionOptions {
    var options = SessionOptions()
    options.measuresStages = false
    guard let value else { return options }
    let members = try fields(value, "session", known: ["thresholdMeters", "delayFixes", "guidesAfterArrival"])
    if let meters = members["thresholdMeters"] {
      let enter = try number(meters, "thresholdMeters")
      options.navigation.offRoutePolicy = .threshold(enterMeters: enter, leaveMeters: 0.8 * enter, confirmingFixes: 3)
    }
    if let fixes = members["delayFixes"] {
      options.navigation.offRoutePolicy = .statistical(
        delayFixes: Int(max(1, min(20, try number(fixes, "delayFixes")))))
    }
    if let guides = members["guidesAfterArrival"] {
      options.navigation.guidesAfterArrival = try flag(guides, "guidesAfterArrival")
    }
    return options
  }

  private func readExpected(_ value: ScenarioValue?) throws(ScenarioError) -> [Scenario.ExpectedEvent] {
    var events: [Scenario.ExpectedEvent] = []
    for item in try list(value, "expect") {
      guard case .object(var members) = item else { throw fail("expect", "expect: expected objects") }
      guard let type = members.removeValue(forKey: "type") else { throw fail("expect", "expect: expected \"type\"") }
      var event = Scenario.ExpectedEvent(type: try text(type, "type"), members: [:])
      guard EventLog.types.contains(event.type) else { throw fail(event.type, "unknown event type \"\(event.type)\"") }
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        switch key {
        case "afterSeconds": event.afterSeconds = try number(member, key)
        case "beforeSeconds": event.beforeSeconds = try number(member, key)
        default: event.members[key] = try memberText(member, key)
        }
      }
      events.append(event)
    }
    return events
  }

  private func readForbidden(_ value: ScenarioValue?) throws(ScenarioError) -> [String] {
    var types: [String] = []
    for item in try list(value, "forbid") {
      let type = try text(item, "forbid")
      guard EventLog.types.contains(type) else { throw fail(type, "unknown event type \"\(type)\"") }
      types.append(type)
    }
    return types
  }

  private func readBudgets(_ value: ScenarioValue?) throws(ScenarioError) -> Scenario.Budgets {
    var budgets = Scenario.Budgets()
    guard let value else { return budgets }
    let members = try fields(
      value, "budgets", known: ["detectionSeconds", "falseOffRoutes", "arrivalMeters", "reroutes"])
    if let seconds = members["detectionSeconds"] { budgets.detectionSeconds = try number(seconds, "detectionSeconds") }
    if let count = members["falseOffRoutes"] { budgets.falseOffRoutes = Int(try number(count, "falseOffRoutes")) }
    if let meters = members["arrivalMeters"] { budgets.arrivalMeters = try number(meters, "arrivalMeters") }
    if let count = members["reroutes"] { budgets.reroutes = Int(try number(count, "reroutes")) }
    return budgets
  }

  // MARK: - Values

  private func text(_ value: ScenarioValue, _ key: String) throws(ScenarioError) -> String {
    guard case .text(let text) = value else { throw fail(key, "\(key): expected a text") }
    return text
  }

  /// The text that a member of an event log is compared by.
  private func memberText(_ value: ScenarioValue, _ key: String) throws(ScenarioError) -> String {
    switch value {
    case .text(let text): return text
    case .number(let number): return "\(number)"
    case .flag(let flag): return "\(flag)"
    default: throw fail(key, "\(key): expected a text, a number, true or false")
    }
  }

  private func number(_ value: ScenarioValue, _ key: String) throws(ScenarioError) -> Double {
    guard case .number(let number) = value, number.isFinite, number.magnitude < 1e15 else {
      throw fail(key, "\(key): expected a number")
    }
    return number
  }

  private func flag(_ value: ScenarioValue, _ key: String) throws(ScenarioError) -> Bool {
    guard case .flag(let flag) = value else { throw fail(key, "\(key): expected true or false") }
    return flag
  }

  private func list(_ value: ScenarioValue?, _ key: String) throws(ScenarioError) -> [ScenarioValue] {
    guard let value else { return [] }
    guard case .list(let items) = value else { throw fail(key, "\(key): expected a list") }
    return items
  }

  private func coordinates(_ value: ScenarioValue, _ key: String) throws(ScenarioError) -> [Coordinate] {
    var result: [Coordinate] = []
    for item in try list(value, key) {
      let pair = try list(item, key)
      guard pair.count == 2,
        let coordinate = Coordinate(latitude: try number(pair[0], key), longitude: try number(pair[1], key))
      else { throw fail(key, "\(key): expected places as [LAT, LON] in degrees") }
      result.append(coordinate)
    }
    return result
  }
}

/// A value of a JSON5 document.
enum ScenarioValue: Decodable {
  case object([String: ScenarioValue])
  case list([ScenarioValue])
  case text(String)
  case number(Double)
  case flag(Bool)
  case null

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([ScenarioValue].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: ScenarioValue].self))
    }
  }
}
