import WaybenchCore

/// On which side of the road traffic keeps, by position.
enum DrivingSide {
  /// Whether most of a sample of positions lie where traffic keeps to the left.
  ///
  /// The answer is for a file as a whole, from up to 101 positions spread over it.
  static func isLeft(_ nodes: [RoadSource.Node]) -> Bool {
    let step = max(1, nodes.count / 101)
    var left = 0
    var sampled = 0
    for index in stride(from: 0, to: nodes.count, by: step) {
      sampled += 1
      if isLeft(nodes[index].coordinate) { left += 1 }
    }
    return left * 2 > sampled
  }

  /// Whether a position lies in a box of left-hand traffic.
  static func isLeft(_ coordinate: Coordinate) -> Bool {
    let latitude = coordinate.latitude
    let longitude = coordinate.longitude
    for box in boxes {
      if latitude >= box.south, latitude <= box.north, longitude >= box.west, longitude <= box.east { return true }
    }
    return false
  }

  private struct Box {
    var south: Double
    var west: Double
    var north: Double
    var east: Double

    init(_ south: Double, _ west: Double, _ north: Double, _ east: Double) {
      self.south = south
      self.west = west
      self.north = north
      self.east = east
    }
  }

  /// South, west, north, east of the territories with left-hand traffic, in degrees.
  ///
  /// Coarse by intent: boxes stop short of neighbours that keep to the right, so strips along such borders are missed.
  /// There `driving_side` on the ways tells the truth.
  private static let boxes: [Box] = [
    // Europe: Ireland and Great Britain (without the coast of France), the Channel Islands, Malta, Cyprus.
    Box(51.05, -11.0, 61.0, 1.8), Box(50.5, -7.0, 51.05, 1.1), Box(49.85, -7.0, 50.5, -1.0),
    Box(49.1, -2.75, 49.75, -1.95), Box(35.7, 14.1, 36.15, 14.7), Box(34.4, 32.2, 35.75, 34.7),
    // Japan.
    Box(24.0, 122.9, 27.3, 131.4), Box(27.0, 128.3, 34.3, 132.0), Box(34.0, 129.15, 34.75, 131.0),
    Box(32.5, 130.8, 38.0, 141.1), Box(37.5, 138.0, 41.6, 142.2), Box(41.3, 139.3, 45.6, 145.9),
    Box(24.0, 140.8, 28.0, 142.3),
    // Hong Kong, Macau, Thailand.
    Box(22.14, 113.82, 22.5, 114.45), Box(22.1, 113.52, 22.21, 113.61), Box(12.0, 99.3, 17.3, 102.3),
    Box(14.4, 102.3, 17.2, 104.3), Box(17.3, 98.3, 20.0, 100.2), Box(5.6, 98.2, 9.9, 102.1),
    Box(9.9, 99.0, 12.0, 100.0),
    // Malaysia, Singapore, Brunei, Indonesia, Timor, Papua New Guinea, Solomon Islands.
    Box(-11.0, 95.0, 7.4, 119.3), Box(-11.0, 119.3, 4.4, 141.0), Box(-12.0, 141.0, 0.0, 157.0),
    Box(-11.9, 157.0, -6.5, 163.0),
    // India, Pakistan, Nepal, Bhutan, Bangladesh, Sri Lanka, Maldives.
    Box(5.8, 68.0, 28.0, 88.2), Box(28.0, 70.5, 30.4, 81.0), Box(30.4, 71.5, 34.0, 78.0),
    Box(34.0, 72.0, 35.9, 77.8), Box(20.5, 88.0, 26.6, 92.1), Box(26.6, 88.0, 27.4, 92.1),
    Box(25.0, 91.0, 27.5, 94.6), Box(24.7, 66.2, 29.5, 68.0), Box(29.5, 66.8, 30.8, 70.5),
    Box(-0.8, 72.5, 7.2, 73.8),
    // Australia, New Zealand, Fiji, Tonga, Samoa.
    Box(-44.0, 112.0, -10.0, 154.0), Box(-48.0, 166.0, -34.0, 179.0), Box(-19.3, 176.8, -16.0, 180.0),
    Box(-21.5, -176.0, -15.0, -173.6), Box(-14.1, -172.9, -13.4, -171.4),
    // Southern and eastern Africa, Mauritius, Seychelles.
    Box(-35.0, 11.5, -18.1, 41.0), Box(-18.1, 33.2, -1.0, 41.0), Box(-18.1, 25.0, -13.5, 33.2),
    Box(-17.5, 22.1, -13.5, 25.0), Box(-13.5, 30.0, -9.0, 33.2), Box(-9.0, 30.95, -1.0, 33.2),
    Box(-4.7, 33.2, 3.4, 40.9), Box(-1.0, 30.1, 1.5, 33.2), Box(1.5, 31.4, 3.4, 33.2),
    Box(-20.6, 56.0, -19.6, 64.0), Box(-10.0, 46.0, -3.5, 56.5),
    // The Americas: Jamaica, the Bahamas, the Caymans, Bermuda, the Lesser Antilles, Guyana and Suriname, the
    // Falklands.
    Box(17.6, -78.5, 18.6, -76.1), Box(22.9, -79.4, 27.3, -72.7), Box(20.9, -73.8, 22.9, -71.0),
    Box(19.2, -81.5, 19.8, -79.7), Box(32.2, -64.95, 32.45, -64.6), Box(13.0, -59.7, 13.4, -59.4),
    Box(10.03, -61.95, 10.6, -60.9), Box(10.6, -61.8, 11.4, -60.4), Box(13.7, -61.1, 14.12, -60.85),
    Box(12.5, -61.5, 13.4, -61.1), Box(11.95, -61.85, 12.5, -61.35), Box(15.2, -61.5, 15.65, -61.2),
    Box(16.95, -61.95, 17.75, -61.65), Box(17.05, -62.9, 17.45, -62.5), Box(18.14, -63.2, 18.3, -62.95),
    Box(17.6, -65.05, 18.8, -64.25), Box(5.3, -60.0, 8.4, -54.5), Box(-52.5, -61.4, -51.0, -57.6),
  ]
}
