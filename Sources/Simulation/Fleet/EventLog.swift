public import Formats
public import Navigation
import WaybenchCore

/// Writes events as NDJSON: one object a line, keys in a fixed order, numbers rounded in a fixed way.
///
/// Every line has `t` (seconds with milliseconds), `drive` and `type`; the first line has the version of the format
/// beside. The text depends on the events alone, so it serves as a golden.
public struct EventLog: Sendable {
  /// The version of the format.
  public static let version = 1

  /// What has been written.
  public private(set) var text = JSONText()
  /// How many lines.
  public private(set) var lineCount = 0
  private let drive: String
  private let includesSnapped: Bool

  /// Makes an empty log.
  ///
  /// - Parameters:
  ///   - drive: the name that stands in every line.
  ///   - includesSnapped: whether the line of every fix is written.
  public init(drive: String, includesSnapped: Bool) {
    self.drive = drive
    self.includesSnapped = includesSnapped
  }

  /// Adds an event. Names of roads are looked up in the route that was in force.
  public mutating func append(_ event: NavigationEvent, names: [String]) {
    if case .snapped = event.payload, !includesSnapped { return }
    text.beginObject()
    text.key("t")
    text.value(Double(event.timeNanoseconds) / 1e9, decimals: 3)
    text.key("drive")
    text.value(drive)
    text.key("type")
    text.value(Self.type(of: event.payload))
    if lineCount == 0 {
      text.key("version")
      text.value(Self.version)
    }
    write(event.payload, names)
    text.endObject()
    text.newline()
    lineCount += 1
  }

  /// The names of all events.
  public static let types: Set<String> = [
    "started", "snapped", "stateChanged", "stepsSkipped", "stepAdvanced", "offRoute", "backOnRoute",
    "rerouteRequested", "rerouteDropped", "rerouteFailed", "routeChanged", "signalLost", "signalRegained",
    "waypointReached", "arrived", "fixRejected",
  ]

  /// The names of all members besides `t`, `drive`, `type` and `version`.
  public static let memberNames: Set<String> = [
    "chainageMeters", "correctionMeters", "courseDegrees", "courseResidualDegrees", "departureChainageMeters",
    "distanceMeters", "durationSeconds", "estimated", "evidenceNats", "exit", "firstOpenLeg", "from",
    "fromStep", "lat", "legs", "lengthMeters", "lon", "maneuver", "metersToManeuver", "modifier", "reason",
    "remainingMeters", "remainingSeconds", "request", "road", "route", "secondsSinceDeparture",
    "secondsSinceFix", "state", "step", "steps", "to", "toStep", "waypoint",
  ]

  /// The name of an event, lowerCamelCase.
  public static func type(of payload: NavigationEvent.Payload) -> String {
    switch payload {
    case .started: "started"
    case .snapped: "snapped"
    case .stateChanged: "stateChanged"
    case .stepsSkipped: "stepsSkipped"
    case .stepAdvanced: "stepAdvanced"
    case .offRoute: "offRoute"
    case .backOnRoute: "backOnRoute"
    case .rerouteRequested: "rerouteRequested"
    case .rerouteDropped: "rerouteDropped"
    case .rerouteFailed: "rerouteFailed"
    case .routeChanged: "routeChanged"
    case .signalLost: "signalLost"
    case .signalRegained: "signalRegained"
    case .waypointReached: "waypointReached"
    case .arrived: "arrived"
    case .fixRejected: "fixRejected"
    }
  }

  private mutating func write(_ payload: NavigationEvent.Payload, _ names: [String]) {
    switch payload {
    case .started(let figures), .routeChanged(let figures): write(figures)
    case .snapped(let progress): write(progress)
    case .stateChanged(let from, let to):
      member("from", "\(from)")
      member("to", "\(to)")
    case .stepsSkipped(let from, let to):
      member("fromStep", Int(from))
      member("toStep", Int(to))
    case .stepAdvanced(let change): write(change, names)
    case .offRoute(let departure): write(departure)
    case .backOnRoute(let chainage): member("chainageMeters", chainage, 1)
    case .rerouteRequested(let request): write(request)
    case .rerouteDropped(let id): member("request", Int(id))
    case .rerouteFailed(let id, let reason):
      member("request", Int(id))
      member("reason", "\(reason)")
    case .signalLost(let seconds): member("secondsSinceFix", seconds, 1)
    case .signalRegained(let correction): member("correctionMeters", correction, 1)
    case .waypointReached(let index, let chainage):
      member("waypoint", Int(index))
      member("chainageMeters", chainage, 1)
    case .arrived(let chainage, let distance):
      member("chainageMeters", chainage, 1)
      member("distanceMeters", distance, 1)
    case .fixRejected(let reason): member("reason", "\(reason)")
    }
  }

  private mutating func write(_ figures: NavigationEvent.RouteFigures) {
    member("route", Int(figures.routeIndex))
    member("lengthMeters", figures.lengthMeters, 1)
    member("durationSeconds", figures.durationSeconds, 1)
    member("legs", Int(figures.legCount))
    member("steps", Int(figures.stepCount))
  }

  private mutating func write(_ progress: NavigationEvent.Progress) {
    coordinate(progress.coordinate)
    member("courseDegrees", progress.courseDegrees, 1)
    member("chainageMeters", progress.chainageMeters, 1)
    member("distanceMeters", progress.distanceMeters, 1)
    member("remainingMeters", progress.remainingMeters, 1)
    member("remainingSeconds", progress.remainingSeconds, 1)
    member("step", Int(progress.stepIndex))
    member("metersToManeuver", progress.metersToManeuver, 1)
    member("state", "\(progress.state)")
    text.key("estimated")
    text.value(progress.isEstimated)
  }

  private mutating func write(_ change: NavigationEvent.StepChange, _ names: [String]) {
    member("step", Int(change.stepIndex))
    member("maneuver", change.maneuver.kind.text)
    text.key("modifier")
    text.value(change.maneuver.modifier.text)
    if change.maneuver.exit > 0 { member("exit", Int(change.maneuver.exit)) }
    member("road", names.indices.contains(Int(change.name)) ? names[Int(change.name)] : "")
    member("lengthMeters", change.lengthMeters, 1)
  }

  private mutating func write(_ departure: NavigationEvent.Departure) {
    member("reason", "\(departure.cause)")
    member("distanceMeters", departure.distanceMeters, 1)
    member("courseResidualDegrees", departure.courseResidualDegrees, 0)
    member("evidenceNats", departure.evidenceNats, 2)
    member("departureChainageMeters", departure.departureChainageMeters, 1)
    member("secondsSinceDeparture", departure.secondsSinceDeparture, 1)
  }

  private mutating func write(_ request: NavigationEvent.RerouteRequest) {
    member("request", Int(request.id))
    coordinate(request.coordinate)
    member("courseDegrees", request.courseDegrees, 1)
    member("firstOpenLeg", Int(request.firstOpenLeg))
  }

  private mutating func coordinate(_ coordinate: Coordinate) {
    text.key("lat")
    text.value(degreesE7: coordinate.latitudeE7)
    text.key("lon")
    text.value(degreesE7: coordinate.longitudeE7)
  }

  private mutating func member(_ key: String, _ value: String) {
    text.key(key)
    text.value(value)
  }

  private mutating func member(_ key: String, _ value: Int) {
    text.key(key)
    text.value(value)
  }

  private mutating func member(_ key: String, _ value: Double, _ decimals: Int) {
    text.key(key)
    text.value(value, decimals: decimals)
  }
}
