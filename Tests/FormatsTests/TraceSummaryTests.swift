import Formats
import Testing
import WaybenchCore

@Suite struct TraceSummaryTests {
  /// However the times jump, and over however many segments: no moment is counted twice.
  @Test func `moving and stopped time never exceed the duration`() throws {
    var generator = SeededGenerator(seed: 8)
    var countedInAll = 0.0
    for _ in 0..<500 {
      var summary = TraceSummary()
      summary.beginTrack(name: nil)
      var time: Int64 = 0
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        summary.beginSegment()
        for index in 0..<30 {
          time += Int64.random(in: -20...30, using: &generator) * 1_000_000_000
          let longitude = Double(index) * Double.random(in: 0...1e-3, using: &generator)
          var point = TracePoint(coordinate: Coordinate(clampingLatitude: 40, longitude: longitude))
          if Int.random(in: 0..<10, using: &generator) > 0 { point.timeNanoseconds = time }
          summary.point(point)
        }
        summary.endSegment()
      }
      summary.endTrack()
      let duration = try #require(summary.durationSeconds)
      let counted = try #require(summary.movingSeconds) + #require(summary.stoppedSeconds)
      #expect(counted <= duration + 1e-6)
      countedInAll += counted
    }
    #expect(countedInAll > 0)
  }
}
