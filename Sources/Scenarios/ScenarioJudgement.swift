import Formats
import Navigation
import Simulation
import WaybenchCore

/// Holds what happened against what was expected.
struct ScenarioJudgement {
  let events: [NavigationEvent]
  let routes: [Route]
  let log: EventLog
  let truth: [TruthSample]

  /// So far from the route in truth a car counts as having left it, metres.
  private static let departureMeters = 10.0

  private var start: Int64 { events.first?.timeNanoseconds ?? 0 }

  private func seconds(_ time: Int64) -> Double { Double(time &- start) * 1e-9 }

  /// Figures of the run, for people and for limits.
  var figures: [(name: String, value: Double)] {
    var result: [(name: String, value: Double)] = [("reroutes", Double(requestCount))]
    if !truth.isEmpty {
      let offRoutes = offRouteDelays
      if let worst = offRoutes.compactMap({ $0 }).max() { result.append(("detectionSeconds", worst)) }
      result.append(("falseOffRoutes", Double(offRoutes.filter { $0 == nil }.count)))
    }
    if let meters = arrivalMeters { result.append(("arrivalMeters", meters)) }
    return result
  }

  private var requestCount: Int {
    events.reduce(0) { count, event in
      if case .rerouteRequested = event.payload { count + 1 } else { count }
    }
  }

  private var arrivalMeters: Double? {
    for event in events {
      if case .arrived(_, let distance) = event.payload { return distance }
    }
    return nil
  }

  /// For each off-route event, the seconds since the car truly left the route in force; `nil` where it had not.
  private var offRouteDelays: [Double?] {
    var delays: [Double?] = []
    var route = 0
    var since = Int64.min
    for event in events {
      switch event.payload {
      case .routeChanged:
        route += 1
        since = event.timeNanoseconds
      case .offRoute(let departure):
        let begun = leavingTime(route: routes[min(route, routes.count - 1)], from: since, to: event.timeNanoseconds)
        if let begun {
          delays.append(seconds(event.timeNanoseconds) - seconds(begun))
        } else {
          delays.append(departure.cause == .wrongWay ? departure.secondsSinceDeparture : nil)
        }
      default: break
      }
    }
    return delays
  }

  /// When the car left a route for good before a time; `nil` when it was on it then.
  private func leavingTime(route: Route, from: Int64, to: Int64) -> Int64? {
    var begun: Int64?
    for sample in truth where sample.timeNanoseconds >= from && sample.timeNanoseconds <= to {
      let isAway = route.polyline.nearest(to: sample.coordinate).distanceMeters > Self.departureMeters
      begun = isAway ? begun ?? sample.timeNanoseconds : nil
    }
    return begun
  }

  /// What did not hold, a line each.
  func failures(of scenario: Scenario) -> [String] {
    let lines = log.text.bytes.split(separator: 10).compactMap { EventLine(Array($0)) }
    return orderFailures(scenario.expected, lines) + forbiddenFailures(scenario.forbidden, lines)
      + budgetFailures(scenario.budgets)
  }

  private func orderFailures(_ expected: [Scenario.ExpectedEvent], _ lines: [EventLine]) -> [String] {
    var next = 0
    for event in expected {
      guard let found = lines[next...].firstIndex(where: { matches($0, event) }) else {
        let limits = [
          event.afterSeconds.map { "after \($0) s" }, event.beforeSeconds.map { "before \($0) s" },
        ].compactMap { $0 }.joined(separator: ", ")
        let members = event.members.sorted { $0.key < $1.key }.map { " \($0.key) \($0.value)" }.joined()
        return [
          "expected event \(event.type)\(members)\(limits.isEmpty ? "" : " (\(limits))") did not happen"
            + (next > 0 ? " after \(lines[next - 1].type) at \(lines[next - 1].seconds(from: lines)) s" : "")
        ]
      }
      next = found + 1
    }
    return []
  }

  private func matches(_ line: EventLine, _ event: Scenario.ExpectedEvent) -> Bool {
    guard line.type == event.type else { return false }
    let at = line.time - seconds0
    if let after = event.afterSeconds, at < after { return false }
    if let before = event.beforeSeconds, at > before { return false }
    return event.members.allSatisfy { line.members[$0.key] == $0.value }
  }

  private var seconds0: Double { Double(start) * 1e-9 }

  private func forbiddenFailures(_ types: [String], _ lines: [EventLine]) -> [String] {
    types.compactMap { type in
      lines.first { $0.type == type }.map { "forbidden event \(type) at \($0.seconds(from: lines)) s" }
    }
  }

  private func budgetFailures(_ budgets: Scenario.Budgets) -> [String] {
    let values = Dictionary(figures.map { ($0.name, $0.value) }) { first, _ in first }
    let limits: [(String, Double?)] = [
      ("detectionSeconds", budgets.detectionSeconds), ("falseOffRoutes", budgets.falseOffRoutes.map(Double.init)),
      ("arrivalMeters", budgets.arrivalMeters), ("reroutes", budgets.reroutes.map(Double.init)),
    ]
    return limits.compactMap { name, limit in
      guard let limit else { return nil }
      guard let value = values[name] else { return "\(name): not measured; the budget is \(limit)" }
      return value > limit ? "\(name) is \(DecimalText.text(value, decimals: 1) ?? "?"); the budget is \(limit)" : nil
    }
  }
}

/// A line of an event log.
struct EventLine {
  var time: Double
  var type: String
  /// Texts as they are, numbers as Swift writes them: 1 is "1.0".
  var members: [String: String]

  init?(_ bytes: [UInt8]) {
    guard let values = FlatJSON.members(bytes), let time = values["t"]?.number, let type = values["type"]?.text else {
      return nil
    }
    self.time = time
    self.type = type
    members = values.mapValues { value in
      switch value {
      case .text(let text): text
      case .number(let number): "\(number)"
      case .flag(let flag): "\(flag)"
      case .other: "null"
      }
    }
  }

  func seconds(from lines: [EventLine]) -> String {
    DecimalText.text(time - (lines.first?.time ?? time), decimals: 1) ?? "?"
  }
}

/// The first difference between two event logs, as a person reads it.
public enum EventDifference {
  /// The difference in some lines; `nil` when there is none.
  public static func text(golden: [UInt8], found: [UInt8], path: String) -> String? {
    if golden == found { return nil }
    let expected = golden.split(separator: 10).map(Array.init)
    let actual = found.split(separator: 10).map(Array.init)
    let index =
      zip(expected, actual).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      ?? min(expected.count, actual.count)
    var lines = ["events differ from \(path) at line \(index + 1):"]
    lines.append("  golden: \(describe(expected, index))")
    lines.append("  found:  \(describe(actual, index))")
    if index < expected.count, index < actual.count { lines += changes(expected[index], actual[index]) }
    if expected.count != actual.count {
      lines.append("  the golden has \(expected.count) events, this run has \(actual.count)")
    }
    return lines.joined(separator: "\n")
  }

  private static func describe(_ lines: [[UInt8]], _ index: Int) -> String {
    guard index < lines.count else { return "(no more events)" }
    return String(decoding: lines[index], as: UTF8.self)
  }

  /// The members that differ, one a line.
  private static func changes(_ golden: [UInt8], _ found: [UInt8]) -> [String] {
    guard let a = EventLine(golden), let b = EventLine(found) else { return [] }
    return Set(a.members.keys).union(b.members.keys).sorted().compactMap { key in
      let (old, new) = (a.members[key] ?? "(absent)", b.members[key] ?? "(absent)")
      return old == new ? nil : "  \(key): \(old) -> \(new)"
    }
  }
}
