import CAllocationCounter
import Glibc
import Synchronization
import Testing
import WaybenchCore

/// How many allocations the calling thread makes in a piece of work.
private func allocations(in work: () -> Void) -> UInt64 {
  let before = waybench_allocation_count()
  work()
  return waybench_allocation_count() - before
}

/// Skipped where allocations cannot be counted: under the sanitizers.
@Suite("Allocations", .enabled(if: waybench_allocation_counting_available() == 1))
struct GeometryAllocationTests {
  /// Where a test leaves what it computed, so that the optimizer keeps the work.
  static let sink = Atomic<UInt64>(0)

  @Test("an append that makes room is counted")
  func appendIsCounted() {
    var array: [Int] = []
    let bytesBefore = waybench_allocation_bytes()
    let count = allocations {
      for number in 0..<1_000 { array.append(number) }
    }
    #expect(count >= 5 && count < 30, "an array doubles its room, found \(count)")
    #expect(waybench_allocation_bytes() - bytesBefore >= 8_000)
    #expect(array.count == 1_000)
  }

  @Test("a reserved array is one allocation, and giving it back is counted")
  func reservedArray() {
    let freedBefore = waybench_free_count()
    let count = allocations {
      var array: [Int] = []
      array.reserveCapacity(1_000)
      for number in 0..<1_000 { array.append(number) }
      Self.sink.store(UInt64(array[999]), ordering: .relaxed)
    }
    #expect(count == 1)
    #expect(waybench_free_count() - freedBefore >= 1)
  }

  @Test("an arithmetic loop allocates nothing")
  func arithmeticIsNotCounted() {
    let count = allocations {
      var sum: UInt64 = 0
      // Ranges of UInt64 are walked by unspecialized code in a debug build, which allocates at each turn.
      for number in 0..<10_000 { sum = sum &* 31 &+ UInt64(truncatingIfNeeded: number) }
      Self.sink.store(sum, ordering: .relaxed)
    }
    #expect(count == 0)
  }

  /// Lets an address be seen, so that the memory has to be there.
  private static func seen(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    sink.store(UInt64(UInt(bitPattern: memory)), ordering: .relaxed)
    return memory
  }

  @Test("every call of the malloc family is counted")
  func family() {
    var status: Int32 = -1
    var refused: Int32 = -1
    let count = allocations {
      // Memory that nobody looks at is never asked for in an optimized build.
      var block = Self.seen(malloc(10))
      block = Self.seen(realloc(block, 10_000))
      free(block)
      free(Self.seen(calloc(4, 8)))
      free(Self.seen(aligned_alloc(64, 128)))
      var aligned: UnsafeMutableRawPointer?
      status = posix_memalign(&aligned, 4_096, 100)
      free(aligned)
      refused = posix_memalign(&aligned, 3, 100)
    }
    #expect(count == 5)
    #expect(status == 0)
    #expect(refused == EINVAL)
  }

  @Test("what another thread allocates is not counted here")
  func perThread() throws {
    final class Shared: Sendable {
      let mayStart = Atomic<Bool>(false)
      let counted = Atomic<UInt64>(0)
    }
    let shared = Shared()
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let shared = Unmanaged<Shared>.fromOpaque(argument).takeUnretainedValue()
        while !shared.mayStart.load(ordering: .acquiring) { sched_yield() }
        let count = allocations { for size in 1...1_000 { free(GeometryAllocationTests.seen(malloc(size))) } }
        shared.counted.store(count, ordering: .releasing)
        return nil
      }, Unmanaged.passUnretained(shared).toOpaque())
    try #require(status == 0)
    let count = allocations {
      shared.mayStart.store(true, ordering: .releasing)
      pthread_join(thread, nil)
    }
    #expect(count == 0)
    #expect(shared.counted.load(ordering: .acquiring) == 1_000)
  }

  @Test("distances and frames allocate nothing")
  func geometry() throws {
    let home = try #require(Coordinate(latitude: 48.137, longitude: 11.575))
    let away = try #require(Coordinate(latitude: 52.52, longitude: 13.405))
    let count = allocations {
      let frame = LocalFrame(origin: home)
      var sum = Geodesic.distanceMeters(home, away) + Geodesic.courseDegrees(from: home, to: away)
      for step in 0..<100 {
        let point = frame.project(frame.unproject(PlanePoint(x: Double(step), y: 7)))
        sum += point.x + point.y
      }
      Self.sink.store(sum.bitPattern, ordering: .relaxed)
    }
    #expect(count == 0)
  }
}
