import Formats
import Navigation
import RoadNetwork
import Simulation
import Synchronization
import WaybenchCore

/// What a scenario came to.
public struct ScenarioOutcome: Sendable {
  /// The scenario's name.
  public var name: String
  /// The scenario file.
  public var path: String
  /// The event log.
  public var eventLog: [UInt8]
  /// What did not hold, a line or more each; empty when all did.
  public var failures: [String]
  /// Why it could not be run, in one line; `nil` when it could.
  public var error: String?
  /// Whether a golden was written.
  public var wroteGolden = false
  /// Figures of the run, in the order in which they are printed.
  public var figures: [(name: String, value: Double)]

  /// Whether everything held.
  public var isPassed: Bool { failures.isEmpty && error == nil }
}

/// Runs scenarios in virtual time and judges them.
public struct ScenarioRunner: Sendable {
  /// Whether the golden logs are written instead of compared.
  public var updatesGoldens = false
  private let networks = NetworkCache()

  /// Makes a runner.
  public init() {}

  /// Runs the scenario of a file. What goes wrong is told in the outcome.
  public func run(path: String) -> ScenarioOutcome {
    var outcome = ScenarioOutcome(
      name: String(path.split(separator: "/").last ?? "scenario"), path: path, eventLog: [], failures: [], figures: [])
    do {
      let scenario = try ScenarioReader.read(path: path)
      outcome.name = scenario.name
      try run(scenario, into: &outcome)
    } catch {
      outcome.error = "\(error)"
    }
    return outcome
  }

  private func run(_ scenario: Scenario, into outcome: inout ScenarioOutcome) throws(ScenarioError) {
    let network = try scenario.networkPath.map { (path) throws(ScenarioError) in try networks.network(path) }
    var router = network.map { NetworkRouter(network: $0) }
    let plan = try plan(scenario, &router)
    switch scenario.drive {
    case .recorded(let path):
      let document: TraceDocument
      do { document = try TraceReader.read(path: path) } catch {
        throw ScenarioError(error.path, line: error.line, error.message)
      }
      if let damage = document.diagnostics.first(where: { $0.severity == .error }) {
        throw ScenarioError(path, line: damage.line, damage.message)
      }
      let trace = TraceFixes(document, missingTimes: .interval(seconds: 1))
      guard !trace.segments.isEmpty else { throw ScenarioError(path, TraceProblem.noTrackPoints(document)) }
      guard trace.hasTimes else { throw ScenarioError(path, "the trace has no times; expected a recorded drive") }
      judge(scenario, drive(RecordedFixes(trace.fixes), scenario, plan, network), truth: [], &outcome)
    case .simulated(let setup):
      let source: SimulatedFixes
      do { source = try setup.source(network: network, plan: plan, router: &router) } catch {
        throw ScenarioError(scenario.path, error.description)
      }
      let drive = drive(source, scenario, plan, network)
      judge(scenario, drive, truth: drive.source.truth, &outcome)
    }
    try compareGolden(scenario, &outcome)
  }

  private func drive<Source>(
    _ source: Source, _ scenario: Scenario, _ plan: Route, _ network: RoadNetwork?
  ) -> SessionDrive<Source> {
    let blueprint = DriveBlueprint(
      name: scenario.name, source: source, plan: plan, provider: network.map { NetworkRouter(network: $0) },
      options: scenario.session)
    return FleetRunner.run([blueprint], rate: nil).drives[0]
  }

  private func plan(_ scenario: Scenario, _ router: inout NetworkRouter?) throws(ScenarioError) -> Route {
    switch scenario.plan {
    case .file(let path):
      let planned: PlannedLine
      do { planned = try RouteFileReader.read(path: path) } catch {
        throw ScenarioError(error.path, line: error.line, error.message)
      }
      guard let route = Route(planned, speedMetersPerSecond: 13.9) else {
        throw ScenarioError(path, "the route has no point")
      }
      return route
    case .places(let waypoints):
      guard var own = router else {
        throw ScenarioError(scenario.path, "a plan by places needs a network; expected \"network\"")
      }
      defer { router = own }
      do { return try own.route(through: waypoints).route } catch {
        throw ScenarioError(scenario.path, "no plan: \(error.code)")
      }
    }
  }

  private func judge<Source>(
    _ scenario: Scenario, _ drive: SessionDrive<Source>, truth: [TruthSample], _ outcome: inout ScenarioOutcome
  ) {
    outcome.eventLog = drive.log.text.bytes
    let judgement = ScenarioJudgement(events: drive.events, routes: drive.routes, log: drive.log, truth: truth)
    outcome.figures = judgement.figures
    outcome.failures = judgement.failures(of: scenario)
  }

  private func compareGolden(_ scenario: Scenario, _ outcome: inout ScenarioOutcome) throws(ScenarioError) {
    if updatesGoldens {
      do { try AtomicFileWriter.write(outcome.eventLog, to: scenario.goldenPath) } catch {
        throw ScenarioError(error.path, error.message)
      }
      outcome.wroteGolden = true
      return
    }
    guard let golden = try? ByteInput(path: scenario.goldenPath).readAll(limit: 1 << 30) else {
      outcome.failures.append("no golden events at \(scenario.goldenPath); --update writes them")
      return
    }
    if let difference = EventDifference.text(golden: golden, found: outcome.eventLog, path: scenario.goldenPath) {
      outcome.failures.append(difference)
    }
  }
}

/// Networks by file: one that is known is not opened again.
final class NetworkCache: Sendable {
  private let known = Mutex<[String: RoadNetwork]>([:])

  func network(_ path: String) throws(ScenarioError) -> RoadNetwork {
    if let found = known.withLock({ $0[path] }) { return found }
    let network: RoadNetwork
    do {
      network =
        path.hasSuffix(".wbn")
        ? try RoadNetwork(path: path) : try RoadNetworkBuilder.build(RoadImport.read(path: path))
    } catch let error as RoadNetworkBuildError { throw ScenarioError(path, error.description) } catch {
      throw ScenarioError("\(error)")
    }
    known.withLock { $0[path] = network }
    return network
  }
}

extension ScenarioError {
  init(_ description: String) { self.description = description }
}
