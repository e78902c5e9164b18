import Formats
import Navigation
import Reports
import RoadNetwork
import Simulation
import WaybenchCore

/// `demo`: the main job on a town that is made on the spot.
enum DemoCommand {
  static let spec = CommandSpec(
    name: "demo", summary: "plans, drives, misses a turn, is found off route, reroutes, arrives", operands: "",
    options: [
      .value("--seed", "N", "the town's and the drive's seed; default 7"),
      .value("--rate", "R", "1x to 1000x, or max (virtual time); default 200x"),
    ],
    examples: ["waybench demo", "waybench demo --seed 12 --rate max"],
    run: { arguments in
      try arguments.noOperands()
      let seed = try Quantities.seed(arguments.value("--seed"), default: 7)
      let rate = try Quantities.rate(arguments.value("--rate") ?? "200x")
      let town = SyntheticTown.make(SyntheticTown.Options(seed: seed, targetDirectedEdges: 3000))
      let network: RoadNetwork
      network = try Loading.input { try RoadNetworkBuilder.build(town.source) }
      Console.printLine(
        "town      synthetic, seed \(seed): \(Console.grouped(network.edgeCount)) directed edges, "
          + "\(Console.grouped(network.junctionCount)) junctions, \(Console.grouped(network.turnCount)) legal turns")
      let (plan, source) = try planAndDriver(network, seed: seed)
      Console.printLine(
        "plan      \(Console.decimal(plan.lengthMeters / 1000, 2)) km, \(Console.duration(plan.durationSeconds)), "
          + "\(plan.steps.count) steps")
      let outcome = FleetRunner.run(
        [
          DriveBlueprint(
            name: "demo", source: source, plan: plan, provider: NetworkRouter(network: network),
            options: SessionOptions())
        ], rate: rate)
      let (finished, statistics) = (outcome.drives[0], outcome.statistics)
      Console.printLine("")
      let told = tell(finished)
      Console.print("\n" + LatencyReport.text([finished], statistics, isPaced: rate != nil))
      Console.printLine(
        "\n\(finished.fixCount) fixes "
          + (rate.map { "fed at \(Console.decimal($0, 0)) times real time" } ?? "fed in virtual time"))
      guard told.isComplete else { throw CheckFailure(message: "the drive did not go as a demo should: \(told)") }
      return .fine
    })

  /// A plan across the town whose driver will miss a turn: the first pair of places that gives one.
  private static func planAndDriver(
    _ network: RoadNetwork, seed: UInt64
  ) throws -> (Route, SimulatedFixes) {
    var generator = SeededGenerator(seed: seed, stream: 1)
    var router: NetworkRouter? = NetworkRouter(network: network)
    var setup = DriveSetup()
    setup.seed = seed
    setup.script = .missTurn(step: nil)
    for _ in 0..<500 {
      let ends = (0..<2).map { _ in
        RouteRequest.Waypoint(
          coordinate: network.coordinate(ofJunction: Int(generator.next() % UInt64(network.junctionCount))))
      }
      guard var own = router, let plan = try? own.route(through: ends).route else { continue }
      router = own
      guard (2_500...6_000).contains(plan.lengthMeters), plan.steps.count >= 8,
        let source = try? setup.source(network: network, plan: plan, router: &router)
      else { continue }
      return (plan, source)
    }
    throw CheckFailure(message: "no plan with a turn to miss in the town of seed \(seed)")
  }

  /// What must have happened.
  private struct Told: CustomStringConvertible {
    var offRoute = false
    var rerouted = false
    var arrived = false
    var isComplete: Bool { offRoute && rerouted && arrived }
    var description: String { "off route \(offRoute), rerouted \(rerouted), arrived \(arrived)" }
  }

  private static func tell(_ drive: SessionDrive<SimulatedFixes>) -> Told {
    var told = Told()
    let start = drive.events.first?.timeNanoseconds ?? 0
    var route = 0
    for event in drive.events {
      let text: String
      switch event.payload {
      case .started: text = "started"
      case .stepAdvanced(let change):
        let names = drive.routes[route].names
        let road = names.indices.contains(Int(change.name)) ? names[Int(change.name)] : ""
        text =
          "  " + ([change.maneuver.kind.text, change.maneuver.modifier.text ?? ""].joined(separator: " "))
          + (road.isEmpty ? "" : " · \(road)")
      case .offRoute(let departure):
        told.offRoute = true
        text =
          "off route (\(departure.cause)), \(Console.decimal(departure.distanceMeters, 0)) m from it, "
          + "left \(Console.decimal(departure.secondsSinceDeparture, 0)) s ago"
      case .rerouteRequested: text = "reroute requested"
      case .routeChanged(let figures):
        told.rerouted = true
        route += 1
        text = "new route: \(Console.decimal(figures.lengthMeters / 1000, 2)) km, \(figures.stepCount) steps"
      case .backOnRoute: text = "back on the route"
      case .signalLost: text = "no fixes: the place is estimated"
      case .signalRegained(let correction): text = "fixes again, estimate off by \(Console.decimal(correction, 0)) m"
      case .arrived:
        told.arrived = true
        text = "arrived"
      default: continue
      }
      let seconds = Double(event.timeNanoseconds - start) * 1e-9
      let at = Console.decimal(seconds, 1)
      Console.printLine(String(repeating: " ", count: max(0, 8 - at.count)) + "\(at) s  \(text)")
    }
    return told
  }
}
