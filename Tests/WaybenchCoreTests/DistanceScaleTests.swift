import TestSupport
import Testing
import WaybenchCore

@Suite("DistanceScale")
struct DistanceScaleTests {
  @Test("it measures the steps of a line as geodesics do, wherever it leads", arguments: [1, 2, 3] as [UInt64])
  func steps(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var place = Coordinate(
        clampingLatitude: 160 * random.nextUnit() - 80, longitude: 360 * random.nextUnit() - 180)
      var scale = DistanceScale(at: place)
      for _ in 0..<50 {
        let next = Geodesic.destination(
          from: place, courseDegrees: 360 * random.nextUnit(), distanceMeters: 1_000 * random.nextUnit())
        let exact = Geodesic.distanceMeters(place, next)
        let found = scale.meters(place, next)
        #expect(abs(found - exact) <= 1e-6 * exact + 1e-6, "seed \(seed): \(place) to \(next)")
        place = next
      }
    }
  }
}
