import TestSupport
import Testing
import WaybenchCore

@Suite("OffRouteDetector: the threshold policy")
struct OffRouteDetectorThresholdTests {
  /// The assessments of fixes at these distances from a straight route, one a second.
  private func judge(_ distances: [Double], _ policy: OffRoutePolicy) throws -> [OffRouteAssessment] {
    let polyline = try #require(TestPath.straight.polyline)
    return OffRouteDetectorTests.judge(
      distances.enumerated().map {
        Plane.fix(Double($0), 100 + 10 * Double($0), $1, accuracy: 5, speed: 10, course: 90)
      },
      on: polyline, policy)
  }

  private static let three = OffRoutePolicy.threshold(enterMeters: 50, leaveMeters: 40, confirmingFixes: 3)

  private func rows(_ assessments: [OffRouteAssessment], _ matches: (OffRouteAssessment) -> Bool) -> [Int] {
    assessments.indices.filter { matches(assessments[$0]) }
  }

  @Test("left at the third fix in a row beyond the bound")
  func enter() throws {
    let assessments = try judge([5, 60, 60, 49, 60, 60, 60, 60], Self.three)
    #expect(rows(assessments, \.hasLeft) == [6])
    #expect(rows(assessments) { $0.cause == .beyondThreshold } == [6, 7])
    #expect(rows(assessments) { $0.state == .offRoute } == [6, 7])
    #expect(assessments[6].fixesSinceDeparture == 3)
    #expect(assessments[6].departureTimeNanoseconds == 4_000_000_000)
  }

  @Test("regained at the third fix in a row within the lower bound, the first one right after the alarm included")
  func leave() throws {
    let slow = try judge([5, 60, 60, 60, 45, 39, 39, 41, 39, 39, 39, 39], Self.three)
    #expect(rows(slow, \.hasReturned) == [10])
    let sudden = try judge([5, 60, 60, 60, 39, 39, 39, 39], Self.three)
    #expect(rows(sudden, \.hasLeft) == [3])
    #expect(rows(sudden, \.hasReturned) == [6])
  }

  @Test("one confirming fix is enough where one is asked for; none counts as one", arguments: [1, 0, -4])
  func single(fixes: Int) throws {
    let policy = OffRoutePolicy.threshold(enterMeters: 50, leaveMeters: 40, confirmingFixes: fixes)
    let assessments = try judge([5, 5, 45, 60, 45, 39, 5], policy)
    #expect(rows(assessments, \.hasLeft) == [3])
    #expect(rows(assessments, \.hasReturned) == [5])
  }

  @Test("a route that was never joined is not left")
  func notJoined() throws {
    let assessments = try judge([300, 300, 300, 300, 300], Self.three)
    #expect(assessments.allSatisfy { $0.cause == nil && $0.state == .headingForRoute })
  }

  @Test("fixes of one time and of times before confirm nothing")
  func oddTimes() throws {
    let polyline = try #require(TestPath.straight.polyline)
    var fixes = [Plane.fix(0, 100, 5, speed: 10, course: 90)]
    for time in [1.0, 1, 1, 0.5, 0.4] { fixes.append(Plane.fix(time, 110, 60, speed: 10, course: 90)) }
    let assessments = OffRouteDetectorTests.judge(fixes, on: polyline, Self.three)
    #expect(assessments.allSatisfy { $0.cause == nil })
  }
}
