import WaybenchCore

/// The order in which things that lie near each other on the ground lie near each other in an array.
enum HilbertCurve {
  /// The place of a coordinate on the Hilbert curve of order 32 over the whole earth
  /// (algorithm: Wikipedia, "Hilbert curve", xy2d).
  static func key(_ coordinate: Coordinate) -> UInt64 {
    let x = UInt32(UInt64(Int64(coordinate.longitudeE7) + 1_800_000_000) * 0xFFFF_FFFF / 3_600_000_000)
    let y = UInt32(UInt64(Int64(coordinate.latitudeE7) + 900_000_000) * 0xFFFF_FFFF / 1_800_000_000)
    return key(x: x, y: y)
  }

  /// The place of a point of a 2^32 square on the curve of order 32.
  static func key(x: UInt32, y: UInt32) -> UInt64 {
    var x = x
    var y = y
    var result: UInt64 = 0
    var side: UInt32 = 0x8000_0000
    while side > 0 {
      let right: UInt64 = x & side != 0 ? 1 : 0
      let upper: UInt64 = y & side != 0 ? 1 : 0
      result = result << 2 | (3 * right) ^ upper
      if upper == 0 {
        if right == 1 {
          x = ~x
          y = ~y
        }
        swap(&x, &y)
      }
      side >>= 1
    }
    return result
  }
}
