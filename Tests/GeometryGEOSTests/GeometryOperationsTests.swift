import GeometryGEOS
import Testing
import WaybenchCore

@Suite("GEOS: operations")
struct GeometryOperationsTests {
  @Test("the corridor of a line has its length times its width and two half circles")
  func buffer() throws {
    let context = try GEOSContext()
    let line = try context.lineString(points((0, 0), (100, 0)))
    let corridor = try line.buffer(10, quadrantSegments: 64)
    #expect(corridor.kind == .polygon)
    #expect(abs(try corridor.area() - (2_000 + 100 * Double.pi)) < 0.2)
    #expect(try corridor.contains(line))
    let bounds = try #require(corridor.bounds)
    #expect(bounds == Geometry.Bounds(minimum: PlanePoint(x: -10, y: -10), maximum: PlanePoint(x: 110, y: 10)))
    #expect(throws: GEOSError.self) { try line.buffer(.nan) }
    #expect(throws: GEOSError.self) { try line.buffer(1, quadrantSegments: 0) }
  }

  @Test("simplification keeps within its tolerance")
  func simplify() throws {
    let context = try GEOSContext()
    let wave = (0...500).map { PlanePoint(x: Double($0), y: Double($0 * $0 % 7)) }
    let line = try context.lineString(wave)
    for tolerance in [0.5, 2, 8] {
      let simple = try line.simplified(tolerance: tolerance)
      #expect(simple.points.count < wave.count)
      #expect(try simple.hausdorffDistance(to: line) <= tolerance + 1e-9)
    }
    #expect(try line.simplified(tolerance: 8).points.count == 2)
    #expect(throws: GEOSError.invalidArgument(operation: "simplified", value: -1)) {
      try line.simplified(tolerance: -1)
    }
    #expect(throws: GEOSError.self) { try line.simplified(tolerance: .nan) }
  }

  @Test("only the topology-preserving simplification keeps a small polygon")
  func simplifyPolygon() throws {
    let context = try GEOSContext()
    let square = try context.polygon(unitSquare)
    #expect(try square.simplified(tolerance: 10).isEmpty)
    let kept = try square.simplified(tolerance: 10, preservingTopology: true)
    #expect(!kept.isEmpty)
    #expect(try kept.validity() == .valid)
  }

  @Test("validity tells reason and place")
  func validity() throws {
    let context = try GEOSContext()
    #expect(try context.polygon(unitSquare).validity() == .valid)
    let bowTie = try context.polygon(points((0, 0), (1, 1), (1, 0), (0, 1)))
    let told = try bowTie.validity()
    #expect(told == .invalid(reason: "Self-intersection", at: PlanePoint(x: 0.5, y: 0.5)))
  }

  @Test("an operation on an invalid geometry throws or answers, but does not crash")
  func invalidOperands() throws {
    let context = try GEOSContext()
    let bowTie = try context.polygon(points((0, 0), (10, 10), (10, 0), (0, 10)))
    let square = try context.polygon(points((2, 2), (8, 2), (8, 8), (2, 8)))
    #expect {
      _ = try bowTie.intersection(square)
    } throws: { error in
      guard case GEOSError.failed(operation: "intersection", let message) = error else { return false }
      return message.contains("TopologyException")
    }
    _ = try? bowTie.buffer(1)
    _ = try? bowTie.contains(square)
    _ = try? bowTie.simplified(tolerance: 1, preservingTopology: true)
    _ = try? PreparedGeometry(bowTie).contains(square)
    // The message of one failure does not stick to the next one.
    #expect(throws: GEOSError.tooFewPoints(expected: 2, found: 1)) { try context.lineString(points((0, 0))) }
    #expect(try square.intersection(square).area() == 36)
  }

  @Test("intersections")
  func intersection() throws {
    let context = try GEOSContext()
    let square = try context.polygon(unitSquare)
    let line = try context.lineString(points((-1, 0.5), (2, 0.5)))
    #expect(try square.intersection(line).points == points((0, 0.5), (1, 0.5)))
    let far = try context.point(PlanePoint(x: 9, y: 9))
    #expect(try square.intersection(far).isEmpty)
    #expect(try square.intersects(line))
    #expect(try !square.intersects(far))
    #expect(try square.contains(context.point(PlanePoint(x: 0.5, y: 0.5))))
  }

  @Test("what is handed in is checked before the library sees it")
  func construction() throws {
    let context = try GEOSContext()
    #expect(throws: GEOSError.tooFewPoints(expected: 2, found: 0)) { try context.lineString([]) }
    #expect(throws: GEOSError.tooFewPoints(expected: 3, found: 2)) { try context.polygon(points((0, 0), (1, 1))) }
    #expect(throws: GEOSError.tooFewPoints(expected: 3, found: 0)) { try context.polygon(unitSquare, holes: [[]]) }
    for value in [Double.nan, .infinity, -.infinity, 2e12] {
      #expect(throws: GEOSError.unusableCoordinate(index: 1)) {
        try context.lineString([PlanePoint(x: 0, y: 0), PlanePoint(x: 0, y: value)])
      }
      #expect(throws: GEOSError.unusableCoordinate(index: 0)) { try context.point(PlanePoint(x: value, y: 0)) }
    }
  }

  @Test("a closed ring stays as it is, an open one is closed")
  func rings() throws {
    let context = try GEOSContext()
    let closed = points((0, 0), (1, 0), (1, 1), (0, 0))
    #expect(try context.polygon(closed).exteriorRing?.points == closed)
    #expect(try context.polygon(Array(closed.dropLast())).exteriorRing?.points == closed)
  }

  @Test("coordinates become degrees east and north")
  func coordinates() throws {
    let context = try GEOSContext()
    let berlin = try #require(Coordinate(latitude: 52.5, longitude: 13.25))
    let munich = try #require(Coordinate(latitude: 48.125, longitude: 11.5))
    let paris = try #require(Coordinate(latitude: 48.875, longitude: 2.375))
    #expect(try context.lineString(coordinates: [berlin, munich]).points == points((13.25, 52.5), (11.5, 48.125)))
    #expect(try context.polygon(coordinates: [berlin, munich, paris]).exteriorRing?.points.count == 4)
  }

  @Test("a part keeps the whole alive")
  func partsOutliveTheirParents() throws {
    func part() throws -> (Geometry, Geometry, Geometry) {
      let context = try GEOSContext()
      let text = "GEOMETRYCOLLECTION (POINT (7 8), POLYGON ((0 0, 9 0, 9 9, 0 0), (6 3, 8 3, 8 6, 6 3)))"
      let whole = try context.geometry(wkt: text)
      #expect(whole.kind == .geometryCollection)
      #expect(whole.partCount == 2)
      #expect(whole.part(2) == nil)
      #expect(whole.part(-1) == nil)
      let polygon = try #require(whole.part(1))
      return (
        try #require(whole.part(0)), try #require(polygon.exteriorRing), try #require(polygon.interiorRings.first)
      )
    }
    for _ in 0..<100 {
      let (point, shell, hole) = try part()
      #expect(point.points == points((7, 8)))
      #expect(shell.kind == .linearRing)
      #expect(shell.points == points((0, 0), (9, 0), (9, 9), (0, 0)))
      #expect(hole.points == points((6, 3), (8, 3), (8, 6), (6, 3)))
    }
  }
}
