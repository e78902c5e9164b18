import Navigation
import TestSupport
import Testing
import WaybenchCore

/// A session over fixes, with everything it said.
struct Session {
  var navigator: Navigator
  var buffer = EventBuffer()
  var events: [(row: Int, event: NavigationEvent)] = []
  var progress: [NavigationEvent.Progress] = []
  /// What a request for a route is answered with, and after how many seconds.
  var answer: (route: Route, seconds: Double)?
  private var pending: (due: Int64, id: Int32)?
  private(set) var requestsInFlight = 0
  private(set) var mostRequestsInFlight = 0

  init(_ route: Route, _ options: NavigationOptions = NavigationOptions()) {
    navigator = Navigator(options: options)
    navigator.handle(.start(route, timeNanoseconds: 0), into: &buffer)
    buffer.removeAll()
  }

  mutating func run(_ fixes: [Fix], ticksEverySecond: Bool = false) {
    for (row, fix) in fixes.enumerated() {
      if ticksEverySecond, row > 0 {
        var time = fixes[row - 1].timeNanoseconds + 1_000_000_000
        while time < fix.timeNanoseconds {
          take(.tick(timeNanoseconds: time), row: row - 1)
          time += 1_000_000_000
        }
      }
      if let (due, id) = pending, let answer, due <= fix.timeNanoseconds {
        pending = nil
        requestsInFlight -= 1
        take(
          .routeAnswer(RouteAnswer(requestID: id, timeNanoseconds: due, result: .success(answer.route))), row: row)
      }
      take(.fix(fix), row: row)
    }
  }

  private mutating func take(_ input: NavigationInput, row: Int) {
    buffer.removeAll()
    navigator.handle(input, into: &buffer)
    for event in buffer.events {
      events.append((row, event))
      switch event.payload {
      case .snapped(let snapped): progress.append(snapped)
      case .rerouteRequested(let request):
        requestsInFlight += 1
        mostRequestsInFlight = max(mostRequestsInFlight, requestsInFlight)
        if let answer { pending = (event.timeNanoseconds + Int64(answer.seconds * 1e9), request.id) }
      case .rerouteDropped: requestsInFlight -= 1
      default: break
      }
    }
  }

  func rows(_ matches: (NavigationEvent.Payload) -> Bool) -> [Int] {
    events.filter { matches($0.event.payload) }.map(\.row)
  }
  var offRouteRows: [Int] { rows { if case .offRoute = $0 { true } else { false } } }
  var backRows: [Int] { rows { if case .backOnRoute = $0 { true } else { false } } }
  var requestRows: [Int] { rows { if case .rerouteRequested = $0 { true } else { false } } }
  var arrivedRows: [Int] { rows { if case .arrived = $0 { true } else { false } } }
  var requests: [NavigationEvent.RerouteRequest] {
    events.compactMap { if case .rerouteRequested(let request) = $0.event.payload { request } else { nil } }
  }
}

/// Positions along a path at a steady speed, a fix a second.
func drive(
  _ points: [(Double, Double)], speed: Double, every seconds: Double = 1, accuracy: Double = 5, offset: Double = 0,
  withCourse: Bool = true
) -> [Fix] {
  var fixes: [Fix] = []
  var time = 0.0
  var distance = 0.0
  for (a, b) in zip(points, points.dropFirst()) {
    let length = ((b.0 - a.0) * (b.0 - a.0) + (b.1 - a.1) * (b.1 - a.1)).squareRoot()
    let course = courseDegrees(east: b.0 - a.0, north: b.1 - a.1)
    let (ex, ey) = ((b.0 - a.0) / length, (b.1 - a.1) / length)
    while distance <= length {
      fixes.append(
        Plane.fix(
          time, a.0 + ex * distance - ey * offset, a.1 + ey * distance + ex * offset, accuracy: accuracy,
          speed: withCourse ? speed : .nan, course: withCourse ? course : .nan))
      time += seconds
      distance += speed * seconds
    }
    distance -= length
  }
  return fixes
}

@Suite("Field cases: following a route")
struct RouteCases {
  @Test("S02 divided road with a U-turn at its end")
  func dividedRoad() {
    let route = Plane.route(
      [(0, 0), (800, 0), (806, 5), (800, 10), (0, 10)], maneuvers: [(1, Maneuver(.continue, .uturn))])
    var fixes = (0...48).map { row in
      Plane.fix(Double(row), 16 + 16 * Double(row), 6.5 + 0.5 * wobble(row), accuracy: 8, speed: 16, course: 90)
    }
    fixes += [
      Plane.fix(49, 797, 1, accuracy: 8, speed: 6, course: 70), Plane.fix(50, 805, 5, accuracy: 8, speed: 6, course: 0),
      Plane.fix(51, 797, 9, accuracy: 8, speed: 6, course: 290),
    ]
    fixes += (52...100).map { row in
      Plane.fix(
        Double(row), 784 - 16 * Double(row - 52), 3.5 + 0.5 * wobble(row), accuracy: 8, speed: 16, course: 270)
    }
    var session = Session(route)
    session.run(fixes)
    expectNoFallingProgress(session.progress, by: 10)
    #expect(abs(session.progress[24].chainageMeters - 400) <= 12)
    #expect(abs(session.progress[76].chainageMeters - 1216) <= 12)
    #expect(session.offRouteRows.isEmpty)
  }

  @Test("S10 no flapping at the threshold", arguments: [OffRoutePolicy.standard, RouteCases.threshold50])
  func flapping(policy: OffRoutePolicy) {
    let route = Plane.route([(0, 0), (3000, 0)])
    let fixes = (0...130).map { row in
      let y = row < 30 ? 10 : row < 70 ? [48.7, 51.2, 49.5, 50.6][row % 4] : max(20, 50 - 0.5 * Double(row - 70))
      return Plane.fix(Double(row), 100 + 1.4 * Double(row), y, accuracy: 6, speed: 1.4, course: 90)
    }
    var options = NavigationOptions()
    options.offRoutePolicy = policy
    var session = Session(route, options)
    session.run(fixes)
    #expect(session.offRouteRows.count <= 1)
    #expect(session.backRows.count <= 1)
    #expect(session.requestRows.count <= 1)
  }

  @Test("S11 no reroute storm away from any road", arguments: [OffRoutePolicy.standard, RouteCases.threshold50])
  func rerouteStorm(policy: OffRoutePolicy) {
    let route = Plane.route([(0, 0), (500, 0), (500, -2000)])
    let fixes = (0...300).map { row in
      let angle = 0.03 * Double(row)
      return Plane.fix(
        Double(row), 40 * cosine(angle), 300 + 40 * sine(angle), accuracy: 6, speed: 1.2,
        course: (720 - angle * 180 / .pi).truncatingRemainder(dividingBy: 360))
    }
    var options = NavigationOptions()
    options.offRoutePolicy = policy
    var session = Session(route, options)
    session.answer = (route, 1)
    session.run(fixes)
    #expect(session.requestRows.count <= 6)
    let gaps = zip(session.requestRows, session.requestRows.dropFirst()).map { $1 - $0 }
    #expect(zip(gaps, gaps.dropFirst()).allSatisfy { $1 >= $0 })
    #expect(session.mostRequestsInFlight <= 1)
    #expect(session.progress.last?.state == .headingForRoute)
  }

  @Test("S12 driving the route the wrong way")
  func wrongWay() {
    let route = Plane.route([(0, 0), (2000, 0), (2000, 800)], maneuvers: [(1, Maneuver(.turn, .left))])
    var fixes = (0...50).map { Plane.fix(Double($0), 12 * Double($0), 2, accuracy: 5, speed: 12, course: 90) }
    fixes += [
      Plane.fix(51, 604, 1, accuracy: 5, speed: 4, course: 135),
      Plane.fix(52, 605, 0, accuracy: 5, speed: 4, course: 180),
      Plane.fix(53, 602, -1, accuracy: 5, speed: 4, course: 225),
    ]
    fixes += (54...94).map { row in
      Plane.fix(Double(row), 590 - 12 * Double(row - 54), -2, accuracy: 5, speed: 12, course: 270)
    }
    var session = Session(route)
    session.run(fixes)
    #expect(session.offRouteRows.count == 1)
    #expect((51...63).contains(session.offRouteRows.first ?? -1))
    #expect(session.requests.count == 1)
    #expect(angleBetweenDegrees(session.requests.first?.courseDegrees ?? .nan, 270) <= 15)
    let after = session.progress[54...].map(\.chainageMeters)
    #expect(zip(after, after.dropFirst()).allSatisfy { $1 <= $0 + 0.1 })
  }

  @Test("S13 wrong turn onto a later part of the same route")
  func laterPart() {
    let route = Plane.route(
      [(0, 0), (400, 0), (400, 300), (700, 300), (700, 0), (400, 0), (400, -300)],
      maneuvers: [
        (1, Maneuver(.turn, .left)), (2, Maneuver(.turn, .right)), (3, Maneuver(.turn, .right)),
        (4, Maneuver(.turn, .right)), (5, Maneuver(.turn, .left)),
      ])
    let fixes = (0...64).map { Plane.fix(Double($0), 10 * Double($0), 1, accuracy: 5, speed: 10, course: 90) }
    var session = Session(route)
    session.run(fixes)
    #expect((41...52).contains(session.offRouteRows.first ?? -1))
    #expect(session.progress.allSatisfy { $0.stepIndex <= 1 })
    #expect(session.progress.allSatisfy { $0.remainingMeters >= 1400 })
  }

  @Test("S14 driving on past the destination")
  func pastTheDestination() {
    let route = Plane.route([(0, 0), (1000, 0)])
    let fixes = (0...160).map { row in
      Plane.fix(Double(row), 10 * Double(row), 1.5 * wobble(row), accuracy: 5, speed: 10, course: 90)
    }
    var session = Session(route)
    session.run(fixes)
    #expect(session.arrivedRows.count == 1)
    #expect((97...100).contains(session.arrivedRows.first ?? -1))
    #expect(session.offRouteRows.isEmpty && session.requestRows.isEmpty)

    var options = NavigationOptions()
    options.guidesAfterArrival = true
    var guided = Session(route, options)
    guided.run(fixes)
    #expect(guided.arrivedRows.count == 1)
    #expect(guided.requestRows.count == 1)
    #expect((105...115).contains(guided.requestRows.first ?? -1))

    // Led back by a new route: the second arrival comes with the return, not while the driver goes on.
    var led = Session(route, options)
    led.answer = (Plane.route([(1600, 0), (1000, 0)]), 1)
    led.run(fixes)
    #expect(led.arrivedRows.count == 1)
    led.run(
      (161...230).map { row in
        Plane.fix(Double(row), 1600 - 10 * Double(row - 160), 0, accuracy: 5, speed: 10, course: 270)
      })
    #expect(led.arrivedRows.count == 2)
  }

  @Test("S15 starting in the middle of the route")
  func startInTheMiddle() {
    let route = Plane.route(
      [(0, 0), (500, 0), (500, 500), (1000, 500), (1000, 1000), (1500, 1000)],
      maneuvers: [
        (1, Maneuver(.turn, .left)), (2, Maneuver(.turn, .right)), (3, Maneuver(.turn, .left)),
        (4, Maneuver(.turn, .right)),
      ])
    let fixes = (0...9).map { Plane.fix(Double($0), 1006, 700 + 8 * Double($0), accuracy: 8, speed: 8, course: 0) }
    var session = Session(route)
    session.run(fixes)
    #expect(session.progress[0].stepIndex == 3)
    #expect(abs(session.progress[0].chainageMeters - 1700) <= 10)
    #expect(abs(session.progress[0].remainingMeters - 800) <= 10)
    #expect(session.offRouteRows.isEmpty)
    let skipped = session.events.compactMap { event -> (Int32, Int32)? in
      if case .stepsSkipped(let from, let to) = event.event.payload { (from, to) } else { nil }
    }
    #expect(skipped.count == 1 && skipped.first?.0 == 0 && skipped.first?.1 == 3)
  }

  @Test("S16 round trip whose end is beside its start")
  func roundTrip() {
    let route = Plane.route([(0, 0), (1000, 0), (1000, 1000), (0, 1000), (0, 12)])
    var fixes = (0...9).map { Plane.fix(5 * Double($0), 100 * Double($0), 3, accuracy: 5, speed: 20, course: 90) }
    fixes += (0...9).map { row in
      Plane.fix(50 + 5 * Double(row), 997, 100 * Double(row), accuracy: 5, speed: 20, course: 0)
    }
    fixes += (0...9).map { row in
      Plane.fix(100 + 5 * Double(row), 1000 - 100 * Double(row), 997, accuracy: 5, speed: 20, course: 270)
    }
    fixes += (0...9).map { row in
      Plane.fix(150 + 5 * Double(row), 3, 1000 - 100 * Double(row), accuracy: 5, speed: 20, course: 180)
    }
    fixes += [
      Plane.fix(200, 3, 70, accuracy: 5, speed: 6, course: 180),
      Plane.fix(205, 3, 40, accuracy: 5, speed: 6, course: 180),
      Plane.fix(210, 3, 12, accuracy: 5, speed: 6, course: 180),
    ]
    var session = Session(route)
    session.run(fixes)
    #expect(abs(session.progress[0].chainageMeters) <= 10)
    #expect(abs(session.progress[0].remainingMeters - 3988) <= 20)
    #expect(session.arrivedRows.count == 1)
    #expect([41, 42].contains(session.arrivedRows.first ?? -1))
    #expect(session.offRouteRows.isEmpty)
  }

  @Test("S17 out and back on the same road")
  func outAndBack() {
    let route = Plane.route([(0, 0), (1000, 0), (0, 0)], maneuvers: [(1, Maneuver(.continue, .uturn))])
    let fixes = (0...100).map { row in
      let x = row <= 50 ? 20 * Double(row) : 2000 - 20 * Double(row)
      return Plane.fix(2 * Double(row), x, 5 * wobble(row))
    }
    var session = Session(route)
    session.run(fixes)
    expectNoFallingProgress(session.progress, by: 10)
    #expect(abs(session.progress[25].chainageMeters - 500) <= 15)
    #expect(abs(session.progress[75].chainageMeters - 1500) <= 15)
    #expect(session.arrivedRows.count == 1)
    #expect([99, 100].contains(session.arrivedRows.first ?? -1))
    #expect(session.offRouteRows.isEmpty)
  }

  @Test("S18 a stop with a zero-length step")
  func zeroLengthStep() {
    let route = Plane.route(
      [(0, 0), (600, 0), (600, 0), (1200, 0)],
      maneuvers: [(1, Maneuver(.via)), (2, Maneuver(.depart)), (3, Maneuver(.arrive))], waypoints: [1])
    let fixes = (0...120).map { Plane.fix(Double($0), 10 * Double($0), 1, accuracy: 5, speed: 10, course: 90) }
    var session = Session(route)
    session.run(fixes)
    let reached = session.rows { if case .waypointReached = $0 { true } else { false } }
    #expect(reached.count == 1)
    #expect((57...63).contains(reached.first ?? -1))
    #expect(session.progress[65].stepIndex == 2)
    #expect(session.arrivedRows.count == 1)
    #expect((117...120).contains(session.arrivedRows.first ?? -1))
    for progress in session.progress {
      #expect(progress.chainageMeters.isFinite && progress.remainingMeters.isFinite)
      #expect(progress.remainingSeconds.isFinite && progress.metersToManeuver.isFinite)
    }
  }

  @Test("S19 tunnel with a decision inside")
  func tunnel() {
    let route = Plane.route(
      [(0, 0), (1500, 0), (3914.8, -647)], maneuvers: [(1, Maneuver(.fork, .slightRight))], speed: 25)
    var fixes = (0...40).map { row in
      Plane.fix(Double(row), 25 * Double(row), 2 * wobble(row), accuracy: 6, speed: 25, course: 90)
    }
    fixes += (76...100).map { second in
      let along = 25 * Double(second) - 1500
      return Plane.fix(
        Double(second), 1500 + 0.96592 * along, -0.25882 * along, accuracy: 6, speed: 25, course: 105)
    }
    var session = Session(route)
    session.run(fixes, ticksEverySecond: true)
    func estimate(_ second: Int64) -> NavigationEvent.Progress? {
      session.events.compactMap { event in
        if event.event.timeNanoseconds == second * 1_000_000_000, case .snapped(let snapped) = event.event.payload {
          snapped
        } else {
          nil
        }
      }.first
    }
    #expect(estimate(50)?.isEstimated == true && estimate(60)?.isEstimated == true)
    #expect(abs((estimate(50)?.chainageMeters ?? 0) - 1250) <= 50)
    #expect(abs((estimate(60)?.chainageMeters ?? 0) - 1500) <= 75)
    #expect(session.offRouteRows.isEmpty && session.requestRows.isEmpty)
    let corrections = session.events.compactMap { event -> Double? in
      if case .signalRegained(let correction) = event.event.payload { correction } else { nil }
    }
    #expect(corrections.count == 1 && abs(corrections.first ?? 1000) < 75)
  }

  @Test("S32 nothing to divide by: a route of no length")
  func zeroLengthRoute() {
    let route = Plane.route([(0, 0), (0, 0)])
    var session = Session(route)
    session.run([Plane.fix(0, 1, 1, accuracy: 5)])
    #expect(session.arrivedRows == [0])
    #expect(session.progress[0].remainingMeters == 0)
    #expect(session.progress[0].chainageMeters == 0)
    #expect(session.progress[0].metersToManeuver == 0)
  }

  static let threshold50 = OffRoutePolicy.threshold(enterMeters: 50, leaveMeters: 40, confirmingFixes: 3)
}

private func wobble(_ row: Int) -> Double { sine(Double(row) * 1.3) }

private func expectNoFallingProgress(_ progress: [NavigationEvent.Progress], by meters: Double) {
  var most = -Double.infinity
  for item in progress {
    #expect(item.chainageMeters >= most - meters)
    most = max(most, item.chainageMeters)
  }
}
