import Simulation
import Testing

@Suite struct ClockTests {
  @Test func realTimeMapsExactly() {
    let map = RateMap(simulatedNanoseconds: 1_751_365_800_000_000_001, atMonotonicNanoseconds: 77, rate: 1)
    #expect(map.simulatedNanoseconds(atMonotonicNanoseconds: 78) == 1_751_365_800_000_000_002)
    #expect(map.monotonicNanoseconds(forSimulatedNanoseconds: 1_751_365_800_000_000_002) == 78)
    #expect(map.monotonicNanoseconds(forSimulatedNanoseconds: 1_751_365_800_000_000_000) == 76)
  }

  /// A deadline is never before the moment that it stands for, and at most one tick after it.
  @Test(arguments: [0.1, 0.3, 1, 1.7, 10, 333.3, 1000])
  func deadlinesAreNeverEarly(rate: Double) throws {
    let map = RateMap(simulatedNanoseconds: 1_000, atMonotonicNanoseconds: 5_000_000, rate: rate)
    for step in 0..<2000 {
      let due = 1_000 + Int64(step) * 16_666_667
      let deadline = try #require(map.monotonicNanoseconds(forSimulatedNanoseconds: due))
      #expect(map.simulatedNanoseconds(atMonotonicNanoseconds: deadline) >= due - 1)
      #expect(map.simulatedNanoseconds(atMonotonicNanoseconds: deadline - 2) < due)
    }
  }

  @Test func aPauseStopsSimulatedTime() {
    var map = RateMap(simulatedNanoseconds: 0, atMonotonicNanoseconds: 0, rate: 10)
    map.pause(atMonotonicNanoseconds: 2_000)
    #expect(map.isPaused)
    #expect(map.simulatedNanoseconds(atMonotonicNanoseconds: 32_000) == 20_000)
    #expect(map.monotonicNanoseconds(forSimulatedNanoseconds: 20_001) == nil)
    map.resume(atMonotonicNanoseconds: 32_000)
    #expect(map.simulatedNanoseconds(atMonotonicNanoseconds: 32_000) == 20_000)
    #expect(map.simulatedNanoseconds(atMonotonicNanoseconds: 33_000) == 30_000)
    #expect(map.monotonicNanoseconds(forSimulatedNanoseconds: 60_000) == 36_000)
  }

  @Test func aChangeOfRateIsContinuous() {
    var map = RateMap(simulatedNanoseconds: 100, atMonotonicNanoseconds: 0, rate: 1)
    for (index, rate) in [10, 0.1, 1000, 2.5, 1].enumerated() {
      let moment = Int64(index + 1) * 1_000_000
      let before = map.simulatedNanoseconds(atMonotonicNanoseconds: moment)
      map.setRate(rate, atMonotonicNanoseconds: moment)
      #expect(map.simulatedNanoseconds(atMonotonicNanoseconds: moment) == before)
      #expect(map.rate == rate)
    }
    #expect(
      map.simulatedNanoseconds(atMonotonicNanoseconds: 5_000_000) == 100 + 1_000_000 * 1 + 10_000_000 + 100_000
        + 1_000_000_000 + 2_500_000)
  }

  @Test func aRateThatIsChangedInAPauseCountsFromItsEnd() {
    var map = RateMap(simulatedNanoseconds: 0, atMonotonicNanoseconds: 0, rate: 1)
    map.pause(atMonotonicNanoseconds: 10)
    map.setRate(4, atMonotonicNanoseconds: 20)
    #expect(map.isPaused)
    map.resume(atMonotonicNanoseconds: 30)
    #expect(map.simulatedNanoseconds(atMonotonicNanoseconds: 40) == 50)
  }

  @Test func farTimesDoNotOverflow() {
    for rate in [0.1, 1, 1000] {
      let map = RateMap(simulatedNanoseconds: .max - 5, atMonotonicNanoseconds: 1_000, rate: rate)
      #expect(map.simulatedNanoseconds(atMonotonicNanoseconds: .max) == .max)
      #expect(map.monotonicNanoseconds(forSimulatedNanoseconds: .min) ?? 0 < 0)
      let early = RateMap(simulatedNanoseconds: 0, atMonotonicNanoseconds: 1_000, rate: rate)
      #expect(early.monotonicNanoseconds(forSimulatedNanoseconds: .max) ?? 0 > 9_000_000_000_000_000)
    }
  }

  @Test func aVirtualClockMovesWhenItIsMoved() {
    let clock = SimulationClock(.virtual, startNanoseconds: 5)
    clock.advance(toNanoseconds: 100)
    clock.advance(toNanoseconds: 50)
    #expect(clock.nowNanoseconds == 100)
    clock.pause()
    clock.advance(toNanoseconds: 200)
    #expect(clock.nowNanoseconds == 100)
    clock.resume()
    clock.advance(toNanoseconds: 200)
    #expect(clock.nowNanoseconds == 200)
  }

  @Test func aRunningClockRunsAndAPausedOneStands() {
    let clock = SimulationClock(.accelerated(factor: 1000), startNanoseconds: 0)
    let first = clock.nowNanoseconds
    while clock.nowNanoseconds < first + 1_000_000 {}
    let changes = clock.changeCount
    clock.pause()
    #expect(clock.changeCount == changes + 1)
    let paused = clock.nowNanoseconds
    #expect(clock.nowNanoseconds == paused && clock.isPaused)
    clock.setRate(2)
    clock.resume()
    #expect(clock.map.rate == 2)
    while clock.nowNanoseconds <= paused {}
    #expect(clock.behavior == .accelerated(factor: 1000))
  }
}
