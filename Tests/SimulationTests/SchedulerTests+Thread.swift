import Dispatch

/// A thread of its own for a call that blocks.
struct BlockingThread {
  let queue = DispatchQueue(label: "test.blocking")
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func start() { queue.async(execute: body) }
}
