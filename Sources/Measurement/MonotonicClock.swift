internal import Glibc

/// The machine's clock that never goes back: CLOCK_MONOTONIC, which is also what Dispatch's deadlines count.
///
/// It stands still while the machine sleeps and has nothing to do with the time of day.
public enum MonotonicClock {
  /// Nanoseconds since an arbitrary moment, the same for all threads. O(1), allocates nothing, about 25 ns.
  public static func nowNanoseconds() -> Int64 {
    var time = timespec()
    // The clock exists on every Linux, so the only documented failure (EINVAL) cannot happen.
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
