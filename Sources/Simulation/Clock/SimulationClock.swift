import Measurement
import Synchronization

/// The time of a simulation: virtual, in step with the world, or a multiple of it.
///
/// May be read and changed from any thread while it runs.
public final class SimulationClock: Sendable {
  /// What moves the clock.
  public enum Behavior: Hashable, Sendable {
    /// Only `advance`: as fast as the machine can.
    case virtual
    /// The machine's monotonic clock.
    case realTime
    /// The machine's monotonic clock times a factor, 0.1 ... 1000.
    case accelerated(factor: Double)
  }

  /// What moves the clock.
  public let behavior: Behavior
  private let state: Mutex<State>
  private let changes = Atomic<Int>(0)

  private struct State {
    var map: RateMap
    var virtualNanoseconds: Int64
  }

  /// A clock that shows the given time now, and runs unless it is virtual.
  public init(_ behavior: Behavior, startNanoseconds: Int64) {
    self.behavior = behavior
    var rate = 1.0
    if case .accelerated(let factor) = behavior { rate = factor }
    let map = RateMap(
      simulatedNanoseconds: startNanoseconds, atMonotonicNanoseconds: MonotonicClock.nowNanoseconds(), rate: rate)
    state = Mutex(State(map: map, virtualNanoseconds: startNanoseconds))
  }

  /// The simulated time.
  public var nowNanoseconds: Int64 {
    state.withLock {
      behavior == .virtual
        ? $0.virtualNanoseconds
        : $0.map.simulatedNanoseconds(atMonotonicNanoseconds: MonotonicClock.nowNanoseconds())
    }
  }

  /// Whether the clock stands still.
  public var isPaused: Bool { state.withLock { $0.map.isPaused } }

  /// How the clock runs at this moment.
  public var map: RateMap { state.withLock { $0.map } }

  /// Grows with every change of how the clock runs, so that a copy of `map` can be kept while this stays the same.
  public var changeCount: Int { changes.load(ordering: .acquiring) }

  /// Moves a virtual clock on; it never goes back, and stands while it is paused. Other clocks move by themselves.
  public func advance(toNanoseconds time: Int64) {
    state.withLock {
      if !$0.map.isPaused { $0.virtualNanoseconds = max($0.virtualNanoseconds, time) }
    }
  }

  /// Stops simulated time.
  public func pause() { change { $0.pause(atMonotonicNanoseconds: $1) } }

  /// Lets simulated time go on from where it stood.
  public func resume() { change { $0.resume(atMonotonicNanoseconds: $1) } }

  /// Changes how fast simulated time runs, 0.1 ... 1000.
  public func setRate(_ rate: Double) { change { $0.setRate(rate, atMonotonicNanoseconds: $1) } }

  /// Shows a time at a monotonic moment, which may lie ahead; rate and pause stay.
  func restart(atSimulatedNanoseconds simulated: Int64, monotonicNanoseconds: Int64) {
    change { map, _ in
      let isPaused = map.isPaused
      map = RateMap(
        simulatedNanoseconds: simulated, atMonotonicNanoseconds: monotonicNanoseconds, rate: map.rate)
      if isPaused { map.pause(atMonotonicNanoseconds: monotonicNanoseconds) }
    }
  }

  private func change(_ body: (inout RateMap, Int64) -> Void) {
    state.withLock {
      body(&$0.map, MonotonicClock.nowNanoseconds())
      changes.add(1, ordering: .releasing)
    }
  }
}
