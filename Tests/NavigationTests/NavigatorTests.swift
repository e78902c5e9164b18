import Navigation
import TestSupport
import Testing
import WaybenchCore

/// A navigator and what it said to each input; behind a reference, so that an expectation may tell it something.
private final class Recorder {
  var navigator: Navigator
  private var buffer = EventBuffer()
  private(set) var all: [NavigationEvent] = []

  init(_ options: NavigationOptions = NavigationOptions()) { navigator = Navigator(options: options) }
  init(copyOf other: Recorder) { navigator = other.navigator }

  @discardableResult
  func take(_ input: NavigationInput) -> [NavigationEvent.Payload] {
    buffer.removeAll()
    navigator.handle(input, into: &buffer)
    all += buffer.events
    return buffer.events.map(\.payload)
  }

  func start(_ route: Route, at seconds: Double = 0) -> [NavigationEvent.Payload] {
    take(.start(route, timeNanoseconds: Int64(seconds * 1e9)))
  }

  func take(_ fixes: [Fix]) { for fix in fixes { take(.fix(fix)) } }
}

extension [NavigationEvent.Payload] {
  fileprivate func has(_ matches: (NavigationEvent.Payload) -> Bool) -> Bool { contains(where: matches) }

  fileprivate var requestID: Int32? {
    for case .rerouteRequested(let request) in self { return request.id }
    return nil
  }

  /// The names of the events, without what they carry.
  fileprivate var kinds: [String] {
    map { payload in "\(payload)".prefix { $0 != "(" }.description }
  }
}

@Suite("Navigator")
struct NavigatorTests {
  static let route = Plane.route(
    [(0, 0), (1_000, 0), (1_000, 1_000)], maneuvers: [(1, Maneuver(.turn, .left))], speed: 10)
  /// Along the route to its corner, then straight on: off it.
  static let leaving = drive([(0, 0), (2_000, 0)], speed: 10)
  static let onward = Plane.route([(1_000, 0), (3_000, 0)], speed: 10)

  private static func answer(
    _ id: Int32, _ route: Route?, at seconds: Double
  ) -> NavigationInput {
    .routeAnswer(
      RouteAnswer(
        requestID: id, timeNanoseconds: Int64(seconds * 1e9),
        result: route.map { .success($0) } ?? .failure(.noRoute(fromWaypoint: 0))))
  }

  /// Drives off the route until a new one is asked for; the request's number.
  private static func leave(_ recorder: Recorder, from row: Int = 0) throws -> (id: Int32, row: Int) {
    for index in row..<leaving.count {
      if let id = recorder.take(.fix(leaving[index])).requestID { return (id, index) }
    }
    throw MissingRequest()
  }

  private struct MissingRequest: Error {}

  @Test("the same inputs give the same events")
  func sameInputs() throws {
    var texts: [String] = []
    for _ in 0..<2 {
      let recorder = Recorder()
      _ = recorder.start(Self.route)
      let (id, row) = try Self.leave(recorder)
      for fix in Self.leaving[(row + 1)...(row + 3)] { recorder.take(.fix(fix)) }
      recorder.take(Self.answer(id, Self.onward, at: Double(row) + 3.5))
      recorder.take(Array(Self.leaving[(row + 4)...]))
      recorder.take(.tick(timeNanoseconds: 300_000_000_000))
      recorder.take(.stop(timeNanoseconds: 310_000_000_000))
      texts.append(recorder.all.map { "\($0)" }.joined(separator: "\n"))
      #expect(recorder.all.count > 200)
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0].contains("routeChanged") && texts[0].contains("offRoute"))
  }

  @Test("a copy goes its own way")
  func copies() {
    let first = Recorder()
    _ = first.start(Self.route)
    first.take(Array(Self.leaving[..<60]))
    let second = Recorder(copyOf: first)
    second.take(.stop(timeNanoseconds: 70_000_000_000))
    let kinds = first.take(.fix(Self.leaving[60])).kinds
    #expect(kinds == ["snapped"])
    #expect(second.navigator.phase == .idle && first.navigator.phase == .guiding)
  }

  // MARK: - Starting and stopping

  @Test("a fix before a start is refused, and ticks, answers and stops do nothing")
  func beforeStart() {
    let recorder = Recorder()
    #expect(recorder.take(.fix(Self.leaving[0])).kinds == ["fixRejected"])
    #expect(recorder.take(.tick(timeNanoseconds: 5)).isEmpty)
    #expect(recorder.take(Self.answer(1, Self.route, at: 1)).isEmpty)
    #expect(recorder.take(.stop(timeNanoseconds: 6)).isEmpty)
    #expect(recorder.navigator.phase == .idle && recorder.navigator.route == nil)
    #expect(recorder.start(Self.route).kinds == ["started"])
    #expect(recorder.take(.fix(Self.leaving[0])).has { if case .snapped = $0 { true } else { false } })
  }

  @Test("after a stop fixes are refused and nothing is estimated; a second stop says nothing")
  func stop() {
    let recorder = Recorder()
    _ = recorder.start(Self.route)
    recorder.take(Array(Self.leaving[..<30]))
    #expect(recorder.take(.stop(timeNanoseconds: 30_000_000_000)).kinds == ["stateChanged"])
    #expect(recorder.navigator.phase == .idle && recorder.navigator.route == nil)
    #expect(recorder.take(.tick(timeNanoseconds: 35_000_000_000)).isEmpty)
    #expect(recorder.take(.fix(Self.leaving[36])).kinds == ["fixRejected"])
    #expect(recorder.take(.stop(timeNanoseconds: 40_000_000_000)).isEmpty)
  }

  @Test("an answer that arrives after a stop does not start guidance again, and the request is dropped aloud")
  func answerAfterStop() throws {
    let recorder = Recorder()
    _ = recorder.start(Self.route)
    let (id, _) = try Self.leave(recorder)
    let said = recorder.take(.stop(timeNanoseconds: 200_000_000_000))
    #expect(said.has { if case .rerouteDropped(id) = $0 { true } else { false } })
    #expect(recorder.take(Self.answer(id, Self.onward, at: 201)).isEmpty)
    #expect(recorder.navigator.phase == .idle && recorder.navigator.route == nil)
  }

  @Test("a second start begins anew with its own route")
  func startTwice() {
    let recorder = Recorder()
    _ = recorder.start(Self.route)
    recorder.take(Array(Self.leaving[..<60]))
    let said = recorder.start(Self.onward, at: 60)
    #expect(said.kinds == ["started"])
    if case .started(let figures) = said[0] {
      #expect(figures.routeIndex == 0 && abs(figures.lengthMeters - 2_000) < 10)
    }
    // Another start may begin at an earlier time: a new drive.
    let first = recorder.take(.fix(Plane.fix(10, 1_100, 0, speed: 10, course: 90)))
    #expect(first.has { if case .snapped(let progress) = $0 { abs(progress.chainageMeters - 100) < 5 } else { false } })
  }

  @Test("an answer to a question of the drive before does not answer one of this drive")
  func answerAcrossStarts() throws {
    for stops in [false, true] {
      let recorder = Recorder()
      _ = recorder.start(Self.route)
      let (old, _) = try Self.leave(recorder)
      if stops { recorder.take(.stop(timeNanoseconds: 200_000_000_000)) }
      _ = recorder.start(Self.route, at: 300)
      let (new, _) = try Self.leave(recorder)
      #expect(new != old)
      #expect(recorder.take(Self.answer(old, Self.onward, at: 500)).isEmpty)
      #expect(recorder.navigator.routeIndex == 0)
      #expect(recorder.take(Self.answer(new, Self.onward, at: 501)).kinds == ["routeChanged"])
    }
  }

  // MARK: - Times

  @Test("a fix whose time steps back is refused, one of the same time is not")
  func timeSteps() {
    let recorder = Recorder()
    _ = recorder.start(Self.route)
    recorder.take(Array(Self.leaving[..<20]))
    let back = Plane.fix(15, 150, 0, speed: 10, course: 90)
    #expect(recorder.take(.fix(back)).kinds == ["fixRejected"])
    #expect(recorder.take(.fix(Self.leaving[19])).kinds == ["snapped"])
    #expect(recorder.take(.fix(Self.leaving[20])).kinds == ["snapped"])
    // A clock that is set back by a day is refused as well, not followed.
    var far = Self.leaving[21]
    far.timeNanoseconds = .min
    #expect(recorder.take(.fix(far)).kinds == ["fixRejected"])
    #expect(recorder.take(.tick(timeNanoseconds: .min)).isEmpty)
    _ = recorder.take(.tick(timeNanoseconds: .max))
  }

  @Test("a new route does not let the time step back")
  func timeStepsAfterAnswer() throws {
    let recorder = Recorder()
    _ = recorder.start(Self.route)
    let (id, row) = try Self.leave(recorder)
    recorder.take(Self.answer(id, Self.onward, at: Double(row) + 0.5))
    #expect(recorder.take(.fix(Self.leaving[row - 5])).kinds == ["fixRejected"])
    #expect(!recorder.take(.fix(Self.leaving[row + 1])).kinds.contains("fixRejected"))
  }

  @Test("events carry the times of their inputs")
  func times() throws {
    let recorder = Recorder()
    _ = recorder.start(Self.route)
    recorder.take(Self.leaving)
    let times = recorder.all.map(\.timeNanoseconds)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(Set(times) == Set([0] + Self.leaving.map(\.timeNanoseconds)))
  }

  // MARK: - Answers

  @Test("when the car is back on its route the request is dropped and its answer not taken")
  func answerAfterReturn() throws {
    let recorder = Recorder()
    _ = recorder.start(Plane.route([(0, 0), (4_000, 0)]))
    let fixes = drive([(0, 0), (1_000, 0), (1_000, 150), (1_200, 150), (1_200, 0), (3_000, 0)], speed: 10)
    var id: Int32?
    var dropped: Int32?
    for fix in fixes {
      let said = recorder.take(.fix(fix))
      id = id ?? said.requestID
      for case .rerouteDropped(let number) in said { dropped = number }
      if dropped != nil { break }
    }
    let asked = try #require(id)
    #expect(dropped == asked)
    #expect(recorder.take(Self.answer(asked, Self.onward, at: 400)).isEmpty)
    #expect(recorder.navigator.routeIndex == 0)
  }

  @Test("answers to unknown questions and second answers are not taken")
  func unknownAnswers() throws {
    let recorder = Recorder()
    _ = recorder.start(Self.route)
    #expect(recorder.take(Self.answer(1, Self.onward, at: 0)).isEmpty)
    let (id, row) = try Self.leave(recorder)
    for wrong in [id + 1, 0, -1, .max] { #expect(recorder.take(Self.answer(wrong, Self.onward, at: 190)).isEmpty) }
    #expect(recorder.take(Self.answer(id, Self.onward, at: Double(row))).kinds == ["routeChanged"])
    #expect(recorder.take(Self.answer(id, Self.route, at: Double(row))).isEmpty)
    #expect(recorder.navigator.routeIndex == 1)
  }

  @Test("a failed answer is said, and asking goes on later")
  func failure() throws {
    let recorder = Recorder()
    _ = recorder.start(Self.route)
    let (id, row) = try Self.leave(recorder)
    let said = recorder.take(Self.answer(id, nil, at: Double(row) + 0.5))
    #expect(said.has { if case .rerouteFailed(id, reason: .noRoute) = $0 { true } else { false } })
    #expect(recorder.navigator.phase == .guiding)
    let next = try Self.leave(recorder, from: row + 1)
    #expect(next.id == id + 1 && next.row - row == 5)
  }

  // MARK: - Waypoints

  /// Three legs of 500 m on one straight road.
  static let legs = Plane.route([(0, 0), (500, 0), (1_000, 0), (1_500, 0)], waypoints: [1, 2], speed: 10)

  private func reached(_ recorder: Recorder) -> [Int32] {
    recorder.all.compactMap { if case .waypointReached(let index, _) = $0.payload { index } else { nil } }
  }

  private func arrivals(_ recorder: Recorder) -> Int {
    recorder.all.filter { if case .arrived = $0.payload { true } else { false } }.count
  }

  @Test("waypoints on the way are reached once each, in order, then the destination")
  func waypoints() {
    let recorder = Recorder()
    _ = recorder.start(Self.legs)
    recorder.take(drive([(0, 0), (1_500, 0)], speed: 10))
    #expect(reached(recorder) == [0, 1])
    #expect(arrivals(recorder) == 1)
    #expect(recorder.navigator.phase == .arrived)
  }

  @Test("where guidance does not go on by itself, a waypoint is said once and stays the destination")
  func waitsAtWaypoints() {
    var options = NavigationOptions()
    options.advancesAtWaypoints = false
    let recorder = Recorder(options)
    _ = recorder.start(Self.legs)
    recorder.take(drive([(0, 0), (520, 0)], speed: 10))
    for second in 53...90 { recorder.take(.fix(Plane.fix(Double(second), 520, 0, speed: 0))) }
    #expect(reached(recorder) == [0])
    #expect(arrivals(recorder) == 0)
    _ = recorder.start(Self.legs, at: 100)
    recorder.take(
      drive([(0, 0), (520, 0)], speed: 10).map { fix in
        var fix = fix
        fix.timeNanoseconds += 100_000_000_000
        return fix
      })
    #expect(reached(recorder) == [0, 0])
  }

  @Test("guidance that waits goes on to the next leg when it is told to, and arrives")
  func continuesWhenTold() {
    var options = NavigationOptions()
    options.advancesAtWaypoints = false
    let recorder = Recorder(options)
    _ = recorder.start(Self.legs)
    let fixes = drive([(0, 0), (1_500, 0)], speed: 10)
    for fix in fixes {
      let before = reached(recorder).count
      recorder.take(.fix(fix))
      if reached(recorder).count > before {
        recorder.take(.continueToNextWaypoint(timeNanoseconds: fix.timeNanoseconds))
      }
    }
    #expect(reached(recorder) == Self.legs.legs.indices.dropLast().map { Int32($0) })
    #expect(arrivals(recorder) == 1)
  }
}
