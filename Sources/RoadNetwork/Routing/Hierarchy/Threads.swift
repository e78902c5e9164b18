internal import Glibc
import Synchronization

/// Runs work on plain threads and waits for it: the queues of a scheduler are not for preparing a network.
enum Threads {
  /// How many threads are worth starting: the processors that are there, at most 16.
  static let count = max(1, min(16, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// Calls `body` with 0 ..< `count`, each on its own thread, and returns when all have returned. A thread that cannot
  /// be started is made up for by the calling one.
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    var threads: [pthread_t] = []
    for index in 1..<max(1, count) {
      var thread = pthread_t()
      let work = unsafe Unmanaged.passRetained(Work { body(index) })
      let status = unsafe pthread_create(
        &thread, nil,
        { argument in
          if let argument = unsafe argument { unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
          return nil
        }, unsafe work.toOpaque())
      if status == 0 {
        threads.append(thread)
      } else {
        unsafe work.takeRetainedValue().body()
      }
    }
    body(0)
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Calls `body` with 0 ..< `tasks`, in order of number as threads become free.
  static func share(_ tasks: Int, among threads: Int, _ body: @escaping @Sendable (Int, Int) -> Void) {
    let next = Counter()
    run(max(1, min(threads, tasks))) { thread in
      while true {
        let task = next.take()
        if task >= tasks { return }
        body(task, thread)
      }
    }
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private final class Counter: Sendable {
    private let value = Atomic<Int>(0)
    func take() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
  }
}
