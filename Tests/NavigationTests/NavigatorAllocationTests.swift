import CAllocationCounter
import Navigation
import TestSupport
import Testing
import WaybenchCore

/// Skipped where allocations cannot be counted: under the sanitizers.
@Suite(
  "Navigator: allocations", .enabled(if: waybench_allocation_counting_available() == 1, "allocations are not counted"))
struct NavigatorAllocationTests {
  private struct Seen {
    var offRoute = 0
    var back = 0
    var waypoints = 0
    var arrived = 0
    var estimated = 0
    var allocations: UInt64 = 0
  }

  private func run(_ navigator: inout Navigator, _ fixes: [Fix], _ buffer: inout EventBuffer) -> Seen {
    var seen = Seen()
    let before = waybench_allocation_count()
    var index = 1
    while index < fixes.count {
      buffer.removeAll()
      if index % 40 == 20 {
        navigator.handle(.tick(timeNanoseconds: fixes[index - 1].timeNanoseconds + 2_500_000_000), into: &buffer)
      } else {
        navigator.handle(.fix(fixes[index]), into: &buffer)
      }
      var event = 0
      while event < buffer.events.count {
        switch buffer.events[event].payload {
        case .offRoute: seen.offRoute += 1
        case .backOnRoute: seen.back += 1
        case .waypointReached: seen.waypoints += 1
        case .arrived: seen.arrived += 1
        case .snapped(let progress): if progress.isEstimated { seen.estimated += 1 }
        default: break
        }
        event += 1
      }
      index += 1
    }
    seen.allocations = waybench_allocation_count() - before
    return seen
  }

  @Test("after the start no fix and no tick allocates, whatever happens")
  func fixes() {
    let fixes = drive(
      [(0, 0), (1_000, 0), (1_000, 200), (1_300, 200), (1_300, 0), (2_500, 0), (2_500, -900)], speed: 12)
    let route = Plane.route(
      [(0, 0), (800, 0), (2_500, 0), (2_500, -900)], maneuvers: [(2, Maneuver(.turn, .right))], waypoints: [1])
    var seen = Seen()
    // The first run lets the runtime make what it makes once in a process.
    for _ in 0..<2 {
      var navigator = Navigator()
      var buffer = EventBuffer()
      navigator.handle(.start(route, timeNanoseconds: 0), into: &buffer)
      navigator.handle(.fix(fixes[0]), into: &buffer)
      seen = run(&navigator, fixes, &buffer)
    }
    #expect(seen.allocations == 0, "\(seen.allocations) allocations in \(fixes.count) inputs")
    #expect(seen.offRoute == 1 && seen.back == 1 && seen.waypoints == 1 && seen.arrived == 1)
    #expect(seen.estimated > 0)
  }
}
