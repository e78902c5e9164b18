import GeometryGEOS
import Testing
import WaybenchCore

@Suite("GEOS: reading and writing")
struct GeometryFormatsTests {
  static let texts = [
    "POINT (1 2)",
    "LINESTRING (30 10, 10 30, 40 40)",
    "POLYGON ((35 10, 45 45, 15 40, 10 20, 35 10), (20 30, 35 35, 30 20, 20 30))",
    "MULTIPOINT (10 40, 40 30)",
    "MULTILINESTRING ((10 10, 20 20), (40 40, 30 30))",
    "MULTIPOLYGON (((30 20, 45 40, 10 40, 30 20)), ((15 5, 40 10, 10 20, 5 10, 15 5)))",
    "GEOMETRYCOLLECTION (POINT (40 10), LINESTRING (10 10, 20 20))",
  ]

  @Test("each format reads back what it wrote", arguments: texts)
  func roundTrips(text: String) throws {
    let context = try GEOSContext()
    let geometry = try context.geometry(wkt: text)
    #expect(try geometry.wkt() == text)
    #expect(try context.geometry(wkb: geometry.wkb()).wkt() == text)
    #expect(try context.geometry(geoJSON: geometry.geoJSON()).wkt() == text)
  }

  @Test("well-known binary keeps every bit")
  func exactBinary() throws {
    let context = try GEOSContext()
    let line = points((0.1, 1.0 / 3), (123_456_789.123_456_78, -Double.leastNonzeroMagnitude), (-0.0, 1e12))
    let read = try context.geometry(wkb: context.lineString(line).wkb()).points
    #expect(read.map(\.x.bitPattern) == line.map(\.x.bitPattern))
    #expect(read.map(\.y.bitPattern) == line.map(\.y.bitPattern))
  }

  @Test("decimals are limited when asked")
  func decimals() throws {
    let context = try GEOSContext()
    let point = try context.point(PlanePoint(x: 1.0 / 3, y: 2))
    #expect(try point.wkt(decimals: 3) == "POINT (0.333 2)")
    #expect(throws: GEOSError.invalidArgument(operation: "wkt", value: -1)) { try point.wkt(decimals: -1) }
    #expect(throws: GEOSError.invalidArgument(operation: "wkt", value: 99)) { try point.wkt(decimals: 99) }
  }

  @Test("GeoJSON features are read as their geometries")
  func features() throws {
    let context = try GEOSContext()
    let feature = #"{"type":"Feature","properties":{"a":"]]}"},"geometry":{"type":"Point","coordinates":[3,4]}}"#
    #expect(try context.geometry(geoJSON: feature).points == points((3, 4)))
    let collection = #"{"type":"FeatureCollection","features":[\#(feature),\#(feature)]}"#
    #expect(try context.geometry(geoJSON: collection).partCount == 2)
  }

  @Test(
    "what is no well-known text is refused with a reason",
    arguments: [
      "", " ", "POINT", "POINT (", "POINT (1)", "POINT (a b)", "LINESTRING (1 1)",
      "POLYGON ((0 0, 1 1, 1 0))", "CIRCLE (1 2)", "POINT (1 2) x\0", String(repeating: "(", count: 5_000_000),
    ])
  func hostileText(text: String) throws {
    let context = try GEOSContext()
    #expect(throws: GEOSError.self) { try context.geometry(wkt: text) }
    #expect(throws: GEOSError.self) { try context.geometry(geoJSON: text) }
  }

  @Test("coordinates that are not usable are refused, with their place")
  func unusableCoordinates() throws {
    let context = try GEOSContext()
    #expect(throws: GEOSError.unusableCoordinate(index: 1)) {
      try context.geometry(wkt: "LINESTRING (0 0, nan 1)")
    }
    #expect(throws: GEOSError.unusableCoordinate(index: 2)) {
      try context.geometry(wkt: "GEOMETRYCOLLECTION (LINESTRING (0 0, 1 1), POINT (1e300 0))")
    }
    #expect(throws: GEOSError.unusableCoordinate(index: 0)) {
      try context.geometry(geoJSON: #"{"type":"Point","coordinates":[1e300,4]}"#)
    }
  }

  @Test("collections that lie too deep in one another are refused before the stack runs out")
  func deepNesting() throws {
    let context = try GEOSContext()
    func nested(_ depth: Int) -> String {
      String(repeating: "GEOMETRYCOLLECTION (", count: depth) + "POINT (0 0)" + String(repeating: ")", count: depth)
    }
    #expect(try context.geometry(wkt: nested(20)).kind == .geometryCollection)
    #expect(throws: GEOSError.self) { try context.geometry(wkt: nested(100_000)) }
    let member = #"{"type":"GeometryCollection","geometries":["#
    let json = String(repeating: member, count: 50_000)
    #expect(throws: GEOSError.self) { try context.geometry(geoJSON: json) }
    let collection: [UInt8] = [1, 7, 0, 0, 0, 1, 0, 0, 0]
    let binary = (0..<50_000).flatMap { _ in collection }
    #expect(throws: GEOSError.self) { try context.geometry(wkb: binary) }
  }

  @Test("well-known binary cut short or altered never crashes")
  func hostileBinary() throws {
    let context = try GEOSContext()
    for text in Self.texts {
      let bytes = try context.geometry(wkt: text).wkb()
      for count in bytes.indices {
        #expect(throws: GEOSError.self) { try context.geometry(wkb: Array(bytes[..<count])) }
      }
      #expect(throws: GEOSError.self) { try context.geometry(wkb: bytes + [0]) }
      var refused = 0
      for index in bytes.indices {
        for value in [0, 1, 4, 127, 255] as [UInt8] {
          var altered = bytes
          altered[index] = value
          if (try? context.geometry(wkb: altered)) == nil { refused += 1 }
        }
      }
      #expect(refused > 0)
    }
  }

  @Test("big-endian and three-dimensional binary is read")
  func otherBinary() throws {
    let context = try GEOSContext()
    let bigEndian: [UInt8] = [0, 0, 0, 0, 1, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0]
    #expect(try context.geometry(wkb: bigEndian).points == points((1, 2)))
    let withHeight: [UInt8] =
      [0, 0x80, 0, 0, 1, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0] + [0x40, 8, 0, 0, 0, 0, 0, 0]
    #expect(try context.geometry(wkb: withHeight).points == points((1, 2)))
  }
}
