import TestSupport
import Testing
import WaybenchCore

@Suite("RouteSnapper: odd fixes")
struct RouteSnapperHostileTests {
  private static let paths: [TestPath] = [.winding, .outAndBack, .spiral, TestPath([(0, 0), (0, 0)])]

  private func expectSound(_ position: SnappedPosition, _ polyline: RoutePolyline, _ what: String) {
    #expect(position.chainageMeters >= 0 && position.chainageMeters <= polyline.lengthMeters, "\(what)")
    #expect(position.distanceMeters.isFinite && position.distanceMeters >= 0, "\(what)")
    #expect(position.nearestDistanceMeters.isFinite && position.nearestDistanceMeters >= 0, "\(what)")
    #expect(position.offsetMeters.isFinite && position.advanceMeters.isFinite, "\(what)")
    #expect(position.directionEast.isFinite && position.directionNorth.isFinite, "\(what)")
    #expect(position.sigmaMeters >= 4 && position.sigmaMeters <= 30, "\(what)")
    #expect((0..<polyline.segmentCount).contains(position.segment), "\(what)")
    let motion = position.motion
    #expect(motion.hasCourse == motion.north.isFinite, "\(what)")
    if motion.hasCourse { #expect(motion.courseDeviationRadians > 0, "\(what)") }
  }

  @Test("no value of a fix makes a NaN or a trap", arguments: 1...8 as ClosedRange<UInt64>)
  func values(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let odd: [Double] = [.nan, 0, -1, -0.0, .infinity, -.infinity, 1e-300, 1e300, 359.999, 360, -90, 5, 12]
    for path in Self.paths {
      let polyline = try #require(path.polyline)
      var snapper = RouteSnapper(polyline: polyline)
      var detectors = [OffRoutePolicy.standard, .threshold(enterMeters: 50, leaveMeters: 40, confirmingFixes: 3)]
        .map { OffRouteDetector(polyline: polyline, policy: $0) }
      var time: Int64 = 0
      for row in 0..<400 {
        switch random.nextIndex(below: 10) {
        case 0: break
        case 1: time &-= 3_000_000_000
        case 2: time &+= 3_600_000_000_000
        case 3: time = [.max, .min, 0, 1][random.nextIndex(below: 4)]
        default: time &+= 1_000_000_000
        }
        let reach = random.nextChance(0.1) ? 10_000.0 : 300
        var fix = Plane.fix(
          0, Double(row) * 10 + random.nextDouble(in: -reach...reach), random.nextDouble(in: -reach...reach),
          accuracy: odd[random.nextIndex(below: odd.count)], speed: odd[random.nextIndex(below: odd.count)],
          course: odd[random.nextIndex(below: odd.count)])
        fix.timeNanoseconds = time
        if random.nextChance(0.02) { fix.coordinate = Coordinate(clampingLatitude: 89.99, longitude: 160) }
        let position = snapper.snap(fix)
        expectSound(position, polyline, "seed \(seed), row \(row): \(fix)")
        for index in detectors.indices {
          let assessment = detectors[index].assess(fix, at: position)
          #expect(assessment.evidenceNats.isFinite && assessment.evidenceNats >= 0, "seed \(seed), row \(row): \(fix)")
          #expect(assessment.wrongWayEvidenceNats.isFinite, "seed \(seed), row \(row): \(fix)")
          #expect(assessment.offsetDeviations.isFinite, "seed \(seed), row \(row)")
        }
      }
      // And then it works again.
      snapper.reset()
      let drive = TestDrive(path, seed: seed)
      for fix in drive.fixes.prefix(20) { expectSound(snapper.snap(fix), polyline, "seed \(seed)") }
    }
  }

  @Test("a route of no length holds every fix at 0")
  func noLength() throws {
    let polyline = try #require(RoutePolyline([Plane.coordinate(0, 0)]))
    var snapper = RouteSnapper(polyline: polyline)
    for row in 0..<30 {
      let position = snapper.snap(Plane.fix(Double(row), Double(row) * 15, 4, speed: 15, course: 90))
      expectSound(position, polyline, "row \(row)")
      #expect(position.chainageMeters == 0)
      #expect(position.courseDegrees.isFinite)
    }
  }

  @Test("fixes of one time leave progress where the positions are")
  func equalTimes() throws {
    let path = TestPath.winding
    let polyline = try #require(path.polyline)
    let drive = TestDrive(path, seed: 4, reports: [])
    var snapper = RouteSnapper(polyline: polyline)
    var detector = OffRouteDetector(polyline: polyline)
    for (row, fix) in drive.fixes.enumerated() {
      for copy in 0..<3 {
        let position = snapper.snap(fix)
        let assessment = detector.assess(fix, at: position)
        let truth = path.chainage(drive.truth[row], on: polyline)
        #expect(abs(position.chainageMeters - truth) < 25, "row \(row), copy \(copy)")
        if row > 0, copy > 0 { #expect(position.motion.intervalSeconds == 0) }
        #expect(assessment.state != .offRoute && assessment.state != .wrongWay, "row \(row), copy \(copy)")
      }
    }
  }

  /// A repeated fix carries no news: what is judged afterwards is what would be judged without it.
  @Test("repeated fixes change no later motion", arguments: [0, 1] as [Int])
  func repeatedFixes(kind: Int) throws {
    let path = TestPath.winding
    let polyline = try #require(path.polyline)
    let drive = TestDrive(path, seed: 5, reports: kind == 0 ? [] : .accuracy)
    var plain = RouteSnapper(polyline: polyline)
    var repeated = RouteSnapper(polyline: polyline)
    for (row, fix) in drive.fixes.prefix(200).enumerated() {
      let a = plain.snap(fix)
      let b = repeated.snap(fix)
      #expect(a.motion.hasCourse == b.motion.hasCourse, "row \(row)")
      if a.motion.hasCourse { #expect(abs(a.motion.courseDegrees - b.motion.courseDegrees) < 1e-6, "row \(row)") }
      #expect(a.motion.baselineFixes == b.motion.baselineFixes, "row \(row)")
      for _ in 0..<4 { _ = repeated.snap(fix) }
    }
  }
}
