public import RoadNetwork
public import WaybenchCore

/// What a simulated driver does with a plan.
public enum DriveScript: Sendable, Equatable {
  /// Follows it.
  case follow
  /// Does not take the turn at a step: goes straight on instead, as long as there is no new route.
  /// `nil` takes the first turn after a fifth of the way that has another way on.
  case missTurn(step: Int?)
  /// Turns round at a place, metres along the plan, and goes back.
  case turnRound(atMeters: Double)
  /// Drives through other places to the plan's destination.
  case drive(through: [Coordinate])
  /// Begins so many metres to the side of the plan's start (above 0: to the right), off any road.
  case startOffRoad(meters: Double)
}

/// Why a script cannot be carried out.
public struct DriveScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let description: String
}

/// Works out the way that a driver takes.
public struct DriveScripting: Sendable {
  private let network: RoadNetwork
  private let plan: Route
  private let options: DrivePath.RouteOptions
  /// How far a driver who missed a turn goes on without a new route, metres.
  private static let farthestAstrayMeters = 3_000.0

  /// Makes the work-out for a plan on a network.
  public init(network: RoadNetwork, plan: Route, options: DrivePath.RouteOptions) {
    self.network = network
    self.plan = plan
    self.options = options
  }

  /// The path that the driver takes until a new route is adopted.
  public func path(for script: DriveScript, router: inout NetworkRouter) throws(DriveScriptError) -> DrivePath {
    switch script {
    case .follow: return try path(along: plan)
    case .missTurn(let step): return try path(along: astray(missing: step, router: &router))
    case .turnRound(let meters): return try path(along: turnedRound(atMeters: meters, router: &router))
    case .drive(let places):
      let ends = [0] + plan.legs.suffix(1).map(\.endChainageMeters)
      let start = plan.polyline.coordinate(atChainageMeters: ends[0])
      let goal = plan.polyline.coordinate(atChainageMeters: ends[ends.count - 1])
      do {
        return try path(
          along: router.route(through: ([start] + places + [goal]).map { RouteRequest.Waypoint(coordinate: $0) }).route)
      } catch let error as RouteFailure {
        throw DriveScriptError(description: "no way through the places of the drive: \(error.code)")
      } catch let error as DriveScriptError {
        throw error
      } catch { throw DriveScriptError(description: "\(error)") }
    case .startOffRoad(let meters):
      let course = plan.polyline.courseDegrees(segment: 0)
      let place = Geodesic.destination(
        from: plan.polyline.vertices[0].coordinate, courseDegrees: course + (meters >= 0 ? 90 : -90),
        distanceMeters: meters.magnitude)
      guard let path = DrivePath(route: plan, startingAt: place, options: options) else {
        throw DriveScriptError(description: "the plan has no length")
      }
      return path
    }
  }

  private func path(along route: Route) throws(DriveScriptError) -> DrivePath {
    guard let path = DrivePath(route: route, options: options) else {
      throw DriveScriptError(description: "the way of the drive has no length")
    }
    return path
  }

  // MARK: - A missed turn

  private func astray(missing step: Int?, router: inout NetworkRouter) throws(DriveScriptError) -> Route {
    guard !plan.edges.isEmpty else {
      throw DriveScriptError(description: "a turn can be missed on a plan made on the network only")
    }
    for candidate in step.map({ [$0] }) ?? candidates() {
      guard plan.steps.indices.contains(candidate) else {
        throw DriveScriptError(
          description: "the plan has \(plan.steps.count) steps; there is no step \(candidate) to miss")
      }
      let place = plan.steps[candidate].startChainageMeters
      guard let last = plan.edges.lastIndex(where: { $0.startChainageMeters < place - 0.5 }),
        last + 1 < plan.edges.count, let way = wayAstray(after: last)
      else { continue }
      let edges = edges(through: last) + way
      return router.route(along: [
        NetworkPath(
          edges: edges, startFraction: startFraction, endFraction: 1)
      ])
    }
    throw DriveScriptError(description: "no turn of the plan can be missed: there is no other way on")
  }

  /// Where on its first edge the plan begins.
  private var startFraction: Double { plan.edges.first?.startFraction ?? 0 }

  /// The edges of the plan up to one of its stretches; an edge that goes on after a waypoint stands once.
  private func edges(through last: Int) -> [Int] {
    plan.edges[...last].enumerated()
      .filter { $0.offset == 0 || $0.element.startFraction == 0 || $0.element.edge != plan.edges[$0.offset - 1].edge }
      .map { Int($0.element.edge) }
  }

  private func candidates() -> [Int] {
    plan.steps.indices.filter { index in
      let step = plan.steps[index]
      let isTurn: Bool
      switch step.maneuver.kind {
      case .turn, .endOfRoad, .fork, .onRamp, .offRamp, .roundabout: isTurn = true
      default: isTurn = false
      }
      return isTurn && step.startChainageMeters > 0.2 * plan.lengthMeters
        && step.startChainageMeters < 0.8 * plan.lengthMeters
    }
  }

  /// The straightest way on from an edge of the plan that is not the plan's.
  private func wayAstray(after index: Int) -> [Int]? {
    var edge = Int(plan.edges[index].edge)
    var avoided = Set(plan.edges[(index + 1)...].prefix(3).map { Int($0.edge) })
    var way: [Int] = []
    var length = 0.0
    while length < Self.farthestAstrayMeters {
      guard let next = straightest(from: edge, avoiding: avoided) else { break }
      way.append(next)
      avoided.insert(next)
      length += network.edge(next).lengthMeters
      edge = next
    }
    return length >= 150 ? way : nil
  }

  private func straightest(from edge: Int, avoiding avoided: Set<Int>) -> Int? {
    let from = network.edge(edge)
    return network.turns(fromState: edge).map { network.edge(ofState: $0.state) }
      .filter { !avoided.contains($0) && $0 != from.twin && !network.edge($0).flags.contains(.restricted) }
      .map { (angle: turn(from, network.edge($0)), edge: $0) }
      .min { ($0.angle, $0.edge) < ($1.angle, $1.edge) }?.edge
  }

  private func turn(_ from: RoadNetwork.Edge, _ to: RoadNetwork.Edge) -> Double {
    angleBetweenDegrees(from.endCourseDegrees, to.startCourseDegrees)
  }

  // MARK: - Turning round

  /// Along the plan to a place, then back over the edges that have a twin.
  private func turnedRound(atMeters meters: Double, router: inout NetworkRouter) throws(DriveScriptError) -> Route {
    guard let last = plan.edges.lastIndex(where: { $0.startChainageMeters <= meters }), meters < plan.lengthMeters,
      let twin = network.edge(Int(plan.edges[last].edge)).twin
    else {
      throw DriveScriptError(description: "nobody can turn round \(meters) m along the plan")
    }
    let edge = network.edge(Int(plan.edges[last].edge))
    let begin = plan.edges[last].startFraction
    let fraction = min(
      0.98, max(begin + 0.01, begin + (meters - plan.edges[last].startChainageMeters) / edge.lengthMeters))
    var back = [twin]
    for piece in plan.edges[..<last].reversed() {
      guard let other = network.edge(Int(piece.edge)).twin else { break }
      back.append(other)
    }
    let out = edges(through: last)
    return router.route(along: [
      NetworkPath(
        edges: out, startFraction: startFraction,
        endFraction: fraction),
      NetworkPath(
        edges: back, startFraction: 1 - fraction,
        endFraction: 1),
    ])
  }
}
