import Formats
import Navigation
import Simulation
import WaybenchCore

/// Reads scenario files: JSON5, every key known.
public struct ScenarioReader {
  private let path: String

  /// Reads a scenario.
  ///
  /// - Throws: for a file that is unreadable, not JSON5, or has a key or a value that is not known; the error names the
  ///   line.
  public static func read(path: String) throws(ScenarioError) -> Scenario {
    let bytes: [UInt8]
    do { bytes = try ByteInput(path: path).readAll(limit: 1 << 24) } catch { throw ScenarioError(path, error.message) }
    if bytes.isEmpty { throw ScenarioError(path, "the file is empty; expected a scenario") }
    let value: JSON5Value
    do { value = try JSON5Value(parsing: bytes) } catch {
      throw ScenarioError(path, line: error.line, "is not JSON5: \(error.message)")
    }
    return try ScenarioReader(path: path).scenario(value)
  }

  private func resolve(_ file: String) -> String {
    if file.hasPrefix("/") { return file }
    guard let slash = path.lastIndex(of: "/") else { return file }
    return String(path[...slash]) + file
  }

  private func fields(
    _ parent: ScenarioFields, _ key: String, known: [String]
  ) throws(ScenarioError) -> ScenarioFields? {
    guard let value = parent.value(key) else { return nil }
    return try ScenarioFields(value, path: path, name: key, known: known)
  }

  private func scenario(_ value: JSON5Value) throws(ScenarioError) -> Scenario {
    let root = try ScenarioFields(
      value, path: path, name: "the scenario",
      known: ["about", "network", "plan", "drive", "conditions", "seed", "session", "expect", "forbid", "budgets"])
    _ = try root.text("about")
    var setup = DriveSetup()
    setup.seed = UInt64(try root.integer("seed", in: 0...(1 << 53)) ?? 1)
    try readConditions(root, &setup)
    let file = String(path.split(separator: "/").last ?? "scenario")
    let network = try root.text("network")
    return Scenario(
      name: file.hasSuffix(".json5") ? String(file.dropLast(6)) : file, path: path, networkPath: network.map(resolve),
      plan: try readPlan(root), drive: try readDrive(root, setup), session: try readSession(root),
      expected: try readExpected(root), forbidden: try readForbidden(root), budgets: try readBudgets(root))
  }

  private func readPlan(_ root: ScenarioFields) throws(ScenarioError) -> Scenario.Plan {
    guard let plan = try fields(root, "plan", known: ["at", "file"]) else {
      throw ScenarioError(path, line: root.line, "no plan; expected \"plan\"")
    }
    if let file = try plan.text("file") { return .file(resolve(file)) }
    let waypoints = try plan.coordinates("at").map { RouteRequest.Waypoint(coordinate: $0) }
    guard waypoints.count >= 2 else {
      throw ScenarioError(path, line: plan.line, "plan: expected \"at\" with two places or more, or \"file\"")
    }
    return .places(waypoints)
  }

  private func readDrive(_ root: ScenarioFields, _ base: DriveSetup) throws(ScenarioError) -> Scenario.Drive {
    let known = [
      "trace", "script", "step", "atMeters", "through", "meters", "stops", "redShare", "speedFactor", "obeys", "hertz",
    ]
    guard let drive = try fields(root, "drive", known: known) else { return .simulated(base) }
    if let trace = try drive.text("trace") { return .recorded(resolve(trace)) }
    var setup = base
    setup.script = try readScript(drive)
    setup.path.redShare = try drive.number("redShare", in: 0...1) ?? setup.path.redShare
    setup.driver.speedFactor = try drive.number("speedFactor", in: 0.2...2) ?? setup.driver.speedFactor
    setup.obeysReroutes = try drive.flag("obeys") ?? true
    setup.fixesPerSecond = Int64(try drive.integer("hertz", in: 1...100) ?? 1)
    for stop in try drive.objects("stops", known: ["atMeters", "seconds"]) {
      let seconds = try stop.required(
        "seconds", stop.number("seconds", in: 0...DriveSetup.longestStopSeconds))
      setup.path.stops.append(
        DrivePath.Stop(
          chainageMeters: try stop.required("atMeters", stop.number("atMeters", in: 0...1e6)),
          dwellNanoseconds: Int64(seconds * 1e9)))
    }
    if let fault = setup.fault { throw ScenarioError(path, line: drive.line, fault) }
    return .simulated(setup)
  }

  private func readScript(_ drive: ScenarioFields) throws(ScenarioError) -> DriveScript {
    guard let value = drive.value("script") else { return .follow }
    switch try drive.text("script") {
    case "follow": return .follow
    case "missTurn": return .missTurn(step: try drive.integer("step", in: 0...100_000))
    case "turnRound":
      return .turnRound(atMeters: try drive.required("atMeters", drive.number("atMeters", in: 0...1e6)))
    case "through": return .drive(through: try drive.coordinates("through"))
    case "startOffRoad":
      let limit = DriveSetup.farthestOffRoadMeters
      return .startOffRoad(meters: try drive.required("meters", drive.number("meters", in: -limit...limit)))
    default:
      throw drive.fail(
        value, "script: not known; expected follow, missTurn, turnRound, through or startOffRoad")
    }
  }

  private func readConditions(_ root: ScenarioFields, _ setup: inout DriveSetup) throws(ScenarioError) {
    guard let conditions = try fields(root, "conditions", known: ["gnss", "sigmaMeters", "outages"]) else { return }
    if let value = conditions.value("gnss") {
      switch try conditions.text("gnss") {
      case "none": setup.receiver = .none
      case "open": setup.receiver = .open
      case "suburban": setup.receiver = .suburban
      case "urban": setup.receiver = .urban
      case "canyon": setup.receiver = .canyon
      default: throw conditions.fail(value, "gnss: not known; expected none, open, suburban, urban or canyon")
      }
    }
    if let sigma = try conditions.number("sigmaMeters", in: 0...1000) {
      setup.receiver = GNSSErrorOptions(sigmaMeters: sigma)
    }
    for outage in try conditions.objects("outages", known: ["fromSeconds", "toSeconds"]) {
      let from = try outage.required("fromSeconds", outage.number("fromSeconds", in: 0...1e6))
      let to = try outage.required("toSeconds", outage.number("toSeconds", in: 0...1e6))
      guard to > from else {
        throw ScenarioError(path, line: outage.line, "outages: expected toSeconds above fromSeconds")
      }
      setup.receiver.outages.append(
        (setup.startNanoseconds + Int64(from * 1e9))..<(setup.startNanoseconds + Int64(to * 1e9)))
    }
  }

  private func readSession(_ root: ScenarioFields) throws(ScenarioError) -> SessionOptions {
    var options = SessionOptions()
    options.measuresStages = false
    let known = ["thresholdMeters", "delayFixes", "guidesAfterArrival"]
    guard let session = try fields(root, "session", known: known) else { return options }
    if let enter = try session.number("thresholdMeters", in: 1...10_000) {
      options.navigation.offRoutePolicy = .threshold(enterMeters: enter, leaveMeters: 0.8 * enter, confirmingFixes: 3)
    }
    if let fixes = try session.integer("delayFixes", in: 1...20) {
      options.navigation.offRoutePolicy = .statistical(delayFixes: fixes)
    }
    options.navigation.guidesAfterArrival = try session.flag("guidesAfterArrival") ?? false
    return options
  }

  private func readExpected(_ root: ScenarioFields) throws(ScenarioError) -> [Scenario.ExpectedEvent] {
    var events: [Scenario.ExpectedEvent] = []
    let known = ["type", "afterSeconds", "beforeSeconds"] + EventLog.memberNames.sorted()
    for item in try root.objects("expect", known: known) {
      let type = try item.required("type", item.text("type"))
      if let value = item.value("type") { try check(type, value, item) }
      var event = Scenario.ExpectedEvent(type: type, members: [:])
      event.afterSeconds = try item.number("afterSeconds")
      event.beforeSeconds = try item.number("beforeSeconds")
      for member in item.all where !["type", "afterSeconds", "beforeSeconds"].contains(member.key) {
        switch member.value.kind {
        case .string(let text): event.members[member.key] = text
        case .number(let number): event.members[member.key] = "\(number)"
        case .boolean(let flag): event.members[member.key] = "\(flag)"
        default: throw item.fail(member.value, "\(member.key): expected a text, a number, true or false")
        }
      }
      events.append(event)
    }
    return events
  }

  private func readForbidden(_ root: ScenarioFields) throws(ScenarioError) -> [String] {
    var types: [String] = []
    for item in try root.list("forbid") {
      guard case .string(let type) = item.kind else { throw root.fail(item, "forbid: expected types of events") }
      try check(type, item, root)
      types.append(type)
    }
    return types
  }

  private func check(_ type: String, _ value: JSON5Value, _ fields: ScenarioFields) throws(ScenarioError) {
    guard EventLog.types.contains(type) else {
      let all = EventLog.types.sorted().joined(separator: ", ")
      throw fields.fail(value, "unknown event type \"\(type)\"; expected one of \(all)")
    }
  }

  private func readBudgets(_ root: ScenarioFields) throws(ScenarioError) -> Scenario.Budgets {
    var budgets = Scenario.Budgets()
    let known = ["detectionSeconds", "falseOffRoutes", "arrivalMeters", "reroutes"]
    guard let members = try fields(root, "budgets", known: known) else { return budgets }
    budgets.detectionSeconds = try members.number("detectionSeconds", in: 0...1e6)
    budgets.falseOffRoutes = try members.integer("falseOffRoutes", in: 0...1_000_000)
    budgets.arrivalMeters = try members.number("arrivalMeters", in: 0...1e6)
    budgets.reroutes = try members.integer("reroutes", in: 0...1_000_000)
    return budgets
  }
}
