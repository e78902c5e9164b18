public import Simulation
public import WaybenchCore

/// A scripted or recorded drive with what is expected of it.
public struct Scenario: Sendable {
  /// Its name: that of the file.
  public var name: String
  /// The scenario file.
  public var path: String
  /// The network file; `nil` for a drive along a line alone.
  public var networkPath: String?
  /// The plan.
  public var plan: Plan
  /// The drive.
  public var drive: Drive
  /// The rule of off-route detection and the rest of the session.
  public var session: SessionOptions
  /// Events that must happen, in this order; others may stand between.
  public var expected: [ExpectedEvent]
  /// Types of events that must not happen.
  public var forbidden: [String]
  /// Limits on figures of the run.
  public var budgets: Budgets

  /// Where the plan comes from.
  public enum Plan: Sendable {
    /// Places that the network is asked to connect.
    case places([RouteRequest.Waypoint])
    /// A route file.
    case file(String)
  }

  /// Where the fixes come from.
  public enum Drive: Sendable {
    /// A simulated car.
    case simulated(DriveSetup)
    /// A recorded trace.
    case recorded(String)
  }

  /// An event that must happen.
  public struct ExpectedEvent: Sendable, Hashable {
    /// Its type, as in the event log.
    public var type: String
    /// Members that must have these texts.
    public var members: [String: String]
    /// The earliest time, seconds from the start; `nil` for any.
    public var afterSeconds: Double?
    /// The latest time, seconds from the start; `nil` for any.
    public var beforeSeconds: Double?
  }

  /// Limits on figures of the run; `nil` is no limit.
  public struct Budgets: Sendable, Hashable {
    /// The longest time from leaving the route in truth to the off-route event, seconds.
    public var detectionSeconds: Double?
    /// The most off-route events while the car was on its route in truth.
    public var falseOffRoutes: Int?
    /// The farthest from the destination that arrival may be told, metres.
    public var arrivalMeters: Double?
    /// The most requests for routes.
    public var reroutes: Int?
  }

  /// The golden event log beside the scenario file.
  public var goldenPath: String {
    path.hasSuffix(".json5") ? String(path.dropLast(6)) + ".events.ndjson" : path + ".events.ndjson"
  }
}

/// Why a scenario cannot be used, in one line.
public struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, the line where it is known, what was found and what was expected.
  public let description: String

  init(_ path: String, line: Int? = nil, _ message: String) {
    description = line.map { "\(path):\($0): \(message)" } ?? "\(path): \(message)"
  }
}
