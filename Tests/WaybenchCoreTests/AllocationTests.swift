import CAllocationCounter
import TestSupport
import Testing
import WaybenchCore

/// Skipped where allocations cannot be counted: under the sanitizers.
@Suite(
  "Allocations per fix", .enabled(if: waybench_allocation_counting_available() == 1, "allocations are not counted"))
struct AllocationTests {
  /// A drive that joins, follows, leaves, comes back and leaps, so that every branch is taken.
  private static func fixes(_ reports: TestDrive.Reports) -> [Fix] {
    let along = TestDrive(.legs, seed: 3, reports: reports).fixes
    let away = TestDrive(TestPath([(800, 250), (1_400, 250), (800, 250)]), seed: 4, reports: reports).fixes
    let leap = TestDrive(.legs, seed: 5, reports: reports, start: 3_000).fixes
    var time: Int64 = 0
    return (along.prefix(80) + away + along.dropFirst(80) + leap).map { fix in
      var fix = fix
      time += 1_000_000_000
      fix.timeNanoseconds = time
      return fix
    }
  }

  @Test("snapping allocates nothing", arguments: TestDrive.Reports.every)
  func snap(reports: TestDrive.Reports) throws {
    let fixes = Self.fixes(reports)
    let polyline = try #require(TestPath.legs.polyline)
    // The second pass counts: what the runtime sets up once on a thread is not the snapper's.
    for isCounted in [false, true] {
      var snapper = RouteSnapper(polyline: polyline)
      var held = 0
      var reacquired = 0
      let before = waybench_allocation_count()
      var index = 0
      while index < fixes.count {
        let position = snapper.snap(fixes[index])
        if position.method == .held { held += 1 }
        if position.method == .reacquired { reacquired += 1 }
        index += 1
      }
      let count = waybench_allocation_count() - before
      #expect(!isCounted || count == 0, "\(count) in \(fixes.count) fixes, \(reports)")
      #expect(held > 0 && reacquired > 0)
    }
  }

  @Test("snapping and judging allocates nothing", arguments: TestDrive.Reports.every)
  func assess(reports: TestDrive.Reports) throws {
    let fixes = Self.fixes(reports)
    let polyline = try #require(TestPath.legs.polyline)
    let threshold = OffRoutePolicy.threshold(enterMeters: 50, leaveMeters: 40, confirmingFixes: 3)
    // The second pass of each counts, as above.
    for (policy, isCounted) in [
      (OffRoutePolicy.standard, false), (.standard, true), (threshold, false), (threshold, true),
    ] {
      var snapper = RouteSnapper(polyline: polyline)
      var detector = OffRouteDetector(polyline: polyline, policy: policy)
      var left = 0
      let before = waybench_allocation_count()
      var index = 0
      while index < fixes.count {
        if detector.assess(fixes[index], at: snapper.snap(fixes[index])).hasLeft { left += 1 }
        index += 1
      }
      let count = waybench_allocation_count() - before
      #expect(!isCounted || count == 0, "\(count) in \(fixes.count) fixes, \(reports), \(policy)")
      #expect(left > 0)
    }
  }
}
