import TestSupport
import Testing

@testable import WaybenchCore

@Suite("RouteSnapper: progress keeps its leg")
struct RouteSnapperTests {
  @Test("on a clean route the place is the nearest of all", arguments: [1, 2, 3] as [UInt64])
  func cleanRoute(seed: UInt64) throws {
    for path in [TestPath.straight, .winding] {
      let polyline = try #require(path.polyline)
      let drive = TestDrive(path, sigma: 0.8, seed: seed)
      var snapper = RouteSnapper(polyline: polyline)
      for (row, fix) in drive.fixes.enumerated() {
        let position = snapper.snap(fix)
        let frame = LocalFrame(origin: fix.coordinate)
        var best = (meters: Double.infinity, chainage: 0.0)
        for segment in 0..<polyline.segmentCount {
          let next = RoutePolylineTestLine.distance(polyline.vertices, segment, frame)
          if next.meters < best.meters { best = next }
        }
        #expect(abs(position.distanceMeters - best.meters) < 0.02, "seed \(seed), row \(row)")
        #expect(abs(position.chainageMeters - best.chainage) < 0.5, "seed \(seed), row \(row)")
        #expect(abs(position.nearestDistanceMeters - best.meters) < 0.02, "seed \(seed), row \(row)")
        #expect(abs(abs(position.offsetMeters) - position.distanceMeters) < 1e-9)
        #expect(position.method == (row == 0 ? .acquired : .tracked))
      }
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let path: TestPath
    let seconds: Double
    let reports: TestDrive.Reports
    var testDescription: String { "\(name), every \(seconds) s, \(reports)" }
  }

  static let cases: [Case] = [
    ("out and back", TestPath.outAndBack), ("figure of eight", .figureEight), ("spiral", .spiral), ("legs", .legs),
  ].flatMap { name, path in
    [1.0, 5, 15].flatMap { seconds in
      [TestDrive.Reports.all, .motion, .accuracy, []].map {
        Case(name: name, path: path, seconds: seconds, reports: $0)
      }
    }
  }

  /// A fix may lie 16 m (four standard deviations) along the road from the truth. Where a route turns back on itself,
  /// a place before the turn and one after it look the same, so that the error may be twice as large; and where speed
  /// and course are not reported and fixes are far apart, nothing but later fixes can tell them apart. So most of the
  /// fixes must be near the truth, and a wrong leg may last for no more than some fixes.
  @Test("progress stays near the truth", arguments: cases)
  func progress(of item: Case) throws {
    let polyline = try #require(item.path.polyline)
    for seed in 1...6 as ClosedRange<UInt64> {
      let drive = TestDrive(item.path, every: item.seconds, seed: seed, reports: item.reports)
      var snapper = RouteSnapper(polyline: polyline)
      var run = 0
      var longestRun = 0
      var wrong = 0
      var worst = 0.0
      for (row, fix) in drive.fixes.enumerated() {
        let position = snapper.snap(fix)
        let error = abs(position.chainageMeters - item.path.chainage(drive.truth[row], on: polyline))
        worst = max(worst, error)
        run = error > 40 ? run + 1 : 0
        longestRun = max(longestRun, run)
        if error > 40 { wrong += 1 }
      }
      let allowed = item.reports.contains(.motion) ? 0 : item.seconds < 2 ? 2 : 5
      #expect(
        longestRun <= allowed,
        "\(item.testDescription), seed \(seed): \(wrong) wrong, run \(longestRun), worst \(worst) m")
    }
  }

  @Test("a straight route of 100,000 vertices is followed right")
  func longRoute() throws {
    let line = (0..<100_000).map { Plane.coordinate(Double($0), 0) }
    let polyline = try #require(RoutePolyline(line))
    var snapper = RouteSnapper(polyline: polyline)
    for row in 0..<10_000 {
      let x = 10 * Double(row) + 4.5
      let position = snapper.snap(Plane.fix(Double(row), x, 3, accuracy: 5, speed: 10, course: 90))
      let expected = polyline.inputChainagesMeters[10 * row + 4] + 0.5
      if abs(position.chainageMeters - expected) > 0.2 || abs(position.offsetMeters - 3) > 0.05 {
        Issue.record("fix \(row): \(position.chainageMeters) for \(expected), offset \(position.offsetMeters)")
        return
      }
      #expect(position.method == (row == 0 ? .acquired : .tracked))
    }
  }

  @Test("after a leap along the route the place is found again within 5 fixes", arguments: TestDrive.Reports.every)
  func leap(reports: TestDrive.Reports) throws {
    for (path, from, to) in [
      (TestPath.winding, 900.0, 4_100.0), (.winding, 4_500, 1_000), (.straight, 500, 5_000), (.legs, 300, 3_200),
    ] {
      let polyline = try #require(path.polyline)
      for seed in 1...5 as ClosedRange<UInt64> {
        let before = TestDrive(path, seed: seed, reports: reports)
        let after = TestDrive(path, seed: seed + 50, reports: reports, start: to)
        var snapper = RouteSnapper(polyline: polyline)
        let count = Int(from / 13)
        for row in 0..<count { _ = snapper.snap(before.fixes[row]) }
        for row in 0..<15 {
          var fix = after.fixes[row]
          fix.timeNanoseconds += Int64(count) * 1_000_000_000
          let position = snapper.snap(fix)
          let error = abs(position.chainageMeters - path.chainage(after.truth[row], on: polyline))
          if row >= 4 { #expect(error < 40, "seed \(seed), \(reports), to \(to), fix \(row + 1): \(error) m") }
        }
      }
    }
  }

  @Test("reacquisition does not pass the limit")
  func limit() throws {
    let path = TestPath.winding
    let polyline = try #require(path.polyline)
    var snapper = RouteSnapper(polyline: polyline)
    snapper.limitMeters = 2_000
    let before = TestDrive(path, seed: 1)
    let after = TestDrive(path, seed: 2, start: 4_000)
    for row in 0..<60 { _ = snapper.snap(before.fixes[row]) }
    for row in 0..<40 {
      var fix = after.fixes[row]
      fix.timeNanoseconds += 60_000_000_000
      let position = snapper.snap(fix)
      #expect(position.method == .held)
      #expect(position.chainageMeters < 1_000)
      #expect(position.nearestDistanceMeters < 30)
    }
    snapper.limitMeters = .infinity
    var fix = after.fixes[40]
    fix.timeNanoseconds += 60_000_000_000
    #expect(snapper.snap(fix).method == .reacquired)
  }

  @Test("a reset snapper answers as a new one")
  func reset() throws {
    let polyline = try #require(TestPath.legs.polyline)
    let drive = TestDrive(.legs, seed: 9)
    var used = RouteSnapper(polyline: polyline)
    for fix in drive.fixes.prefix(200) { _ = used.snap(fix) }
    used.reset()
    var fresh = RouteSnapper(polyline: polyline)
    for fix in drive.fixes.prefix(60) {
      let (a, b) = (used.snap(fix), fresh.snap(fix))
      // The frames in use began elsewhere.
      #expect(abs(a.chainageMeters - b.chainageMeters) < 0.01 && a.method == b.method)
      #expect(abs(a.sigmaMeters - b.sigmaMeters) < 0.01)
    }
  }
}

extension TestDrive.Reports {
  static let every: [Self] = [.all, .motion, .accuracy, []]
}
