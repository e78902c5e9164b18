import GeometryGEOS
import Testing
import WaybenchCore

func points(_ pairs: (Double, Double)...) -> [PlanePoint] {
  pairs.map { PlanePoint(x: $0.0, y: $0.1) }
}

let unitSquare = points((0, 0), (1, 0), (1, 1), (0, 1))

@Suite("GEOS: measures")
struct GeometryMeasuresTests {
  @Test("length and area")
  func lengthAndArea() throws {
    let context = try GEOSContext()
    #expect(try context.lineString(points((0, 0), (3, 4), (3, 10))).length() == 11)
    let hole = points((0.25, 0.25), (0.5, 0.25), (0.5, 0.5), (0.25, 0.5))
    let polygon = try context.polygon(unitSquare, holes: [hole])
    #expect(try polygon.area() == 1 - 0.0625)
    #expect(try polygon.length() == 5)
    #expect(try context.point(PlanePoint(x: 1, y: 2)).length() == 0)
  }

  @Test("distance and nearest points")
  func distance() throws {
    let context = try GEOSContext()
    let line = try context.lineString(points((0, 0), (10, 0)))
    let point = try context.point(PlanePoint(x: 4, y: 3))
    #expect(try line.distance(to: point) == 3)
    #expect(try point.distance(to: line) == 3)
    #expect(try line.distance(to: line) == 0)
    let nearest = try line.nearestPoints(to: point)
    #expect(nearest.own == PlanePoint(x: 4, y: 0))
    #expect(nearest.other == PlanePoint(x: 4, y: 3))
  }

  @Test("chainage and interpolation are inverse on a line", arguments: [0, 1, 4.5, 10, 13, 16] as [Double])
  func chainage(distance: Double) throws {
    let context = try GEOSContext()
    let line = try context.lineString(points((0, 0), (10, 0), (10, 6)))
    let point = try line.interpolated(at: distance)
    #expect(abs(try line.chainage(of: point) - distance) < 1e-12)
  }

  @Test("beyond the ends of a line are its ends")
  func beyondTheEnds() throws {
    let context = try GEOSContext()
    let line = try context.lineString(points((0, 0), (10, 0)))
    #expect(try line.interpolated(at: -5) == PlanePoint(x: 0, y: 0))
    #expect(try line.interpolated(at: 50) == PlanePoint(x: 10, y: 0))
    #expect(try line.interpolated(at: .infinity) == PlanePoint(x: 10, y: 0))
    #expect(try line.chainage(of: PlanePoint(x: -3, y: 1)) == 0)
    #expect(try line.chainage(of: PlanePoint(x: 30, y: 1)) == 10)
  }

  @Test("Hausdorff distance, with and without extra points")
  func hausdorff() throws {
    let context = try GEOSContext()
    // The example of the GEOS manual: the vertices alone miss the middle of the long segment.
    let bent = try context.lineString(points((0, 0), (100, 0), (10, 100), (10, 100)))
    let other = try context.lineString(points((0, 100), (0, 10), (80, 10)))
    #expect(abs(try bent.hausdorffDistance(to: other) - 22.360679774997898) < 1e-9)
    #expect(abs(try bent.hausdorffDistance(to: other, densifyFraction: 0.001) - 47.8) < 0.2)
  }

  @Test("Fréchet distance sees the order in which a line is walked, Hausdorff does not")
  func frechetSeesOrder() throws {
    let context = try GEOSContext()
    let forward = try context.lineString(points((0, 0), (50, 0), (100, 0)))
    let backward = try context.lineString(points((100, 0), (50, 0), (0, 0)))
    #expect(try forward.hausdorffDistance(to: backward) == 0)
    #expect(try forward.frechetDistance(to: backward) == 100)
    #expect(try forward.frechetDistance(to: forward) == 0)
  }

  /// The lines are drawn from a seed; the reference follows the definition by recursion.
  @Test("Fréchet distance agrees with its definition", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func frechetByDefinition(seed: UInt64) throws {
    let context = try GEOSContext()
    var state = seed
    func draw() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24) * 100
    }
    let first = (0..<7).map { _ in PlanePoint(x: draw(), y: draw()) }
    let second = (0..<6).map { _ in PlanePoint(x: draw(), y: draw()) }
    func lead(_ i: Int, _ j: Int) -> Double {
      let distance = first[i].distance(to: second[j])
      if i == 0, j == 0 { return distance }
      if i == 0 { return max(distance, lead(0, j - 1)) }
      if j == 0 { return max(distance, lead(i - 1, 0)) }
      return max(distance, min(lead(i - 1, j), lead(i, j - 1), lead(i - 1, j - 1)))
    }
    let told = try context.lineString(first).frechetDistance(to: context.lineString(second))
    #expect(told == lead(6, 5))
  }

  @Test("a Fréchet distance of long lines needs no deep stack")
  func frechetOfLongLines() throws {
    let context = try GEOSContext()
    let count = 3_000
    let first = try context.lineString((0..<count).map { PlanePoint(x: Double($0), y: 0) })
    let second = try context.lineString((0..<count).map { PlanePoint(x: Double($0), y: 5) })
    #expect(try first.frechetDistance(to: second) == 5)
  }

  @Test("prepared geometries answer like the ones they were made of")
  func prepared() throws {
    let context = try GEOSContext()
    let square = try context.polygon(unitSquare)
    let prepared = try PreparedGeometry(square)
    for x in stride(from: -0.5, through: 1.5, by: 0.25) {
      for y in stride(from: -0.5, through: 1.5, by: 0.25) {
        let point = try context.point(PlanePoint(x: x, y: y))
        #expect(try prepared.contains(point) == square.contains(point))
        #expect(try prepared.intersects(point) == square.intersects(point))
        #expect(try prepared.distance(to: point) == square.distance(to: point))
        #expect(try prepared.contains(point) == (x > 0 && x < 1 && y > 0 && y < 1))
      }
    }
  }

  @Test("an empty geometry has no distance, and that is an error, not a crash")
  func emptyGeometries() throws {
    let context = try GEOSContext()
    for text in ["POINT EMPTY", "LINESTRING EMPTY", "POLYGON EMPTY", "GEOMETRYCOLLECTION EMPTY"] {
      let empty = try context.geometry(wkt: text)
      let point = try context.point(PlanePoint(x: 0, y: 0))
      #expect(empty.isEmpty)
      #expect(empty.bounds == nil)
      #expect(empty.points.isEmpty)
      #expect(throws: GEOSError.emptyGeometry(operation: "distance")) { try empty.distance(to: point) }
      #expect(throws: GEOSError.emptyGeometry(operation: "distance")) { try point.distance(to: empty) }
      #expect(throws: GEOSError.emptyGeometry(operation: "nearestPoints")) { try empty.nearestPoints(to: point) }
      #expect(throws: GEOSError.emptyGeometry(operation: "hausdorffDistance")) {
        try empty.hausdorffDistance(to: point)
      }
      #expect(throws: GEOSError.emptyGeometry(operation: "distance")) {
        try PreparedGeometry(empty).distance(to: point)
      }
      #expect(throws: GEOSError.self) { try empty.chainage(of: PlanePoint(x: 0, y: 0)) }
      #expect(throws: GEOSError.self) { try empty.interpolated(at: 1) }
      #expect(throws: GEOSError.self) { try empty.frechetDistance(to: empty) }
      #expect(try empty.length() == 0)
      #expect(try empty.area() == 0)
      #expect(try empty.buffer(5).isEmpty)
      #expect(try empty.simplified(tolerance: 1).isEmpty)
      #expect(try empty.intersection(point).isEmpty)
      #expect(try empty.validity() == .valid)
      #expect(try !empty.intersects(point))
      #expect(try context.geometry(wkb: try context.lineString(points((0, 0), (1, 1))).wkb()).isEmpty == false)
    }
  }

  @Test("a measure that is not defined for the kind of geometry says so")
  func wrongKind() throws {
    let context = try GEOSContext()
    let square = try context.polygon(unitSquare)
    let line = try context.lineString(points((0, 0), (1, 1)))
    #expect(throws: GEOSError.wrongKind(operation: "chainage", found: .polygon)) {
      try square.chainage(of: PlanePoint(x: 0, y: 0))
    }
    #expect(throws: GEOSError.wrongKind(operation: "interpolated", found: .polygon)) {
      try square.interpolated(at: 0)
    }
    #expect(throws: GEOSError.wrongKind(operation: "frechetDistance", found: .polygon)) {
      try line.frechetDistance(to: square)
    }
    #expect(throws: GEOSError.self) { try line.interpolated(at: .nan) }
    #expect(throws: GEOSError.self) { try line.hausdorffDistance(to: line, densifyFraction: 1e-9) }
    #expect(throws: GEOSError.self) { try line.chainage(of: PlanePoint(x: .nan, y: 0)) }
  }
}
