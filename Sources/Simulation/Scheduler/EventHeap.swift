/// One moment at which a drive is due.
struct DueEvent: Sendable, BitwiseCopyable {
  /// Simulated nanoseconds.
  var dueNanoseconds: Int64
  /// The drive's number in the run, which also orders moments that are due together.
  var sequence: Int

  static func < (a: DueEvent, b: DueEvent) -> Bool {
    a.dueNanoseconds != b.dueNanoseconds ? a.dueNanoseconds < b.dueNanoseconds : a.sequence < b.sequence
  }
}

/// A binary heap with the earliest event on top. It holds one event per drive, so it never grows after it was filled.
struct EventHeap {
  private var events: [DueEvent]

  /// Arranges events. O(count).
  init(_ events: [DueEvent]) {
    self.events = events
    for index in stride(from: events.count / 2 - 1, through: 0, by: -1) { siftDown(index) }
  }

  var first: DueEvent? { events.first }

  /// Moves the top event to another time. O(log count).
  mutating func reschedule(dueNanoseconds: Int64) {
    events[0].dueNanoseconds = dueNanoseconds
    siftDown(0)
  }

  /// Takes the top event away. O(log count).
  mutating func removeFirst() {
    let last = events.removeLast()
    if events.isEmpty { return }
    events[0] = last
    siftDown(0)
  }

  /// How many events are due at a time. O(result).
  func count(dueBy time: Int64) -> Int { count(dueBy: time, below: 0) }

  private func count(dueBy time: Int64, below index: Int) -> Int {
    if index >= events.count || events[index].dueNanoseconds > time { return 0 }
    return 1 + count(dueBy: time, below: 2 * index + 1) + count(dueBy: time, below: 2 * index + 2)
  }

  private mutating func siftDown(_ start: Int) {
    let event = events[start]
    var index = start
    while true {
      var child = 2 * index + 1
      if child >= events.count { break }
      if child + 1 < events.count, events[child + 1] < events[child] { child += 1 }
      if !(events[child] < event) { break }
      events[index] = events[child]
      index = child
    }
    events[index] = event
  }

  /// Whether no event lies above an earlier one, for tests.
  func checkInvariants() -> Bool {
    events.indices.dropFirst().allSatisfy { !(events[$0] < events[($0 - 1) / 2]) }
  }
}
