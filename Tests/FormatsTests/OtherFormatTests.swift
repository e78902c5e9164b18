import Formats
import Testing
import WaybenchCore

@Suite struct NMEATests {
  let scratch = Scratch()

  static let checksums = """
    $GPRMC,120000.00,A,4000.0000,N,02000.0000,W,009.7,090.0,040524,,,A*49
    $GPGGA,120000.00,4000.0000,N,02000.0000,W,1,09,0.9,25.0,M,47.0,M,,*4F
    $GPRMC,120001.00,A,4000.0000,N,01959.9930,W,009.7,090.0,040524,,,A*58
    $GPRMC,120002.00,A,4000.0000,N,01959.9859,W,009.7,090.0,040524,,,A
    $GPRMC,120003.00,A,4000.0000,N,01959.9789,W,009.7,000.0,040524,,,A*4a
    $GPGSV,3,1,11,02,61,120,41,05,33,250,38,12,18,045,3
    $GPRMC,120005,A,4000.0000,N,01959.9648,W,009.0,010.5,040524,,*00
    $GPRMC,120006.00,V,,,,,,,040524,,,N*7F
    $GPGGA,120007.00,,,,,0,00,99.9,,,,,,*5B
    $GPRMC,120008.00,V,4000.0000,N,01959.9436,W,009.7,090.0,040524,,,A*58
    """

  static let midnight = """
    $GPGGA,235958.00,4000.0000,N,02000.0000,W,1,09,0.9,30.0,M,47.0,M,,*48
    $GPRMC,235958.00,A,4000.0000,N,02000.0000,W,019.4,090.0,090524,,,A*45
    $GPGGA,000000.00,4000.0000,N,01959.9859,W,1,09,0.9,32.0,M,47.0,M,,*41
    $GPRMC,000000.00,A,4000.0000,N,01959.9859,W,019.4,090.0,100524,,,A*46
    $GPGGA,000002.00,4000.0000,N,01959.9718,W,1,09,0.9,34.0,M,47.0,M,,*4F
    $GPRMC,000002.00,A,4000.0000,N,01959.9718,W,019.4,090.0,100524,,,A*4E
    """

  /// A sentence with its checksum.
  private func sentence(_ body: String) -> String {
    let digits = String(body.utf8.reduce(0) { $0 ^ $1 }, radix: 16, uppercase: true)
    return "$\(body)*\(digits.count == 1 ? "0" : "")\(digits)\r\n"
  }

  private func read(_ text: String, _ strictness: TraceStrictness = .standard) throws -> TraceDocument {
    try TraceReader.read(
      path: try scratch.file("log.nmea", text + "\n"), options: TraceOptions(strictness: strictness))
  }

  private func seconds(_ document: TraceDocument, since start: String) -> [Double] {
    let origin = TimeText.parse(start) ?? 0
    return document.trackPoints.map { Double(($0.timeNanoseconds ?? 0) - origin) / 1e9 }
  }

  @Test(arguments: [TraceStrictness.strict, .standard])
  func `S29 checksums and sentences without a fix`(strictness: TraceStrictness) throws {
    let document = try read(Self.checksums, strictness)
    #expect(seconds(document, since: "2024-05-04T12:00:00Z") == [0, 3, 5])
    #expect(document.diagnostics.filter { $0.severity == .warning }.map(\.line) == [3, 4, 6])
    #expect(document.trackPoints.allSatisfy { $0.coordinate.latitude == 40 })
    #expect(document.trackPoints.first?.horizontalAccuracyMeters == 4.5)
  }

  @Test func `S29 lenient allows a missing checksum`() throws {
    let document = try read(Self.checksums, .lenient)
    #expect(seconds(document, since: "2024-05-04T12:00:00Z") == [0, 2, 3, 5])
  }

  @Test func `S30 GGA and RMC across midnight`() throws {
    let document = try read(Self.midnight)
    #expect(seconds(document, since: "2024-05-09T23:59:58Z") == [0, 2, 4])
    #expect(document.trackPoints.map(\.elevationMeters) == [30, 32, 34])
    #expect(document.trackPoints.allSatisfy { abs($0.speedMetersPerSecond - 9.98) < 0.01 })
    #expect(document.diagnostics.isEmpty)
  }

  @Test func `GGA alone after midnight counts the day on`() throws {
    let text =
      sentence("GNRMC,235959.00,A,4000.0000,N,02000.0000,W,1.0,90.0,311223,,,A")
      + sentence("GNGGA,000000.00,4000.0000,N,02000.0000,W,1,09,0.9,30.0,M,47.0,M,,")
    #expect(seconds(try read(text), since: "2023-12-31T23:59:59Z") == [0, 1])
  }

  @Test func `ZDA, GLL, VTG and GST are joined`() throws {
    let text =
      sentence("GNZDA,101112.50,02,03,2024,00,00") + sentence("GNGLL,3000.0000,S,01030.0000,E,101112.50,A,A")
      + sentence("GNVTG,181.5,T,,M,10.0,N,18.0,K,A") + sentence("GNGST,101112.50,1,,,,3.0,4.0,5.0")
    let document = try read(text)
    let point = try #require(document.trackPoints.first)
    #expect(document.trackPointCount == 1)
    #expect(point.timeNanoseconds == TimeText.parse("2024-03-02T10:11:12.5Z"))
    #expect(point.coordinate.latitude == -30 && point.coordinate.longitude == 10.5)
    #expect(point.courseDegrees == 181.5)
    #expect(abs(point.speedMetersPerSecond - 5) < 1e-9)
    #expect(abs(point.horizontalAccuracyMeters - 1.515 * 12.5.squareRoot()) < 1e-9)
  }

  @Test func `fixes before the first date get it`() throws {
    let text =
      sentence("GPGGA,235959.00,4000.0000,N,02000.0000,W,1,09,0.9,30.0,M,47.0,M,,")
      + sentence("GPRMC,000000.00,A,4000.0000,N,02000.0000,W,1.0,90.0,010124,,,A")
    #expect(seconds(try read(text), since: "2023-12-31T23:59:59Z") == [0, 1])
  }

  @Test func `without any date times are relative`() throws {
    let text =
      sentence("GPGGA,235959.00,4000.0000,N,02000.0000,W,1,09,0.9,30.0,M,47.0,M,,")
      + sentence("GPGGA,000001.00,4000.0000,N,02000.0000,W,1,09,0.9,30.0,M,47.0,M,,")
    let document = try read(text)
    #expect(document.hasRelativeTimes)
    #expect(document.trackPoints.map(\.timeNanoseconds) == [0, 2_000_000_000])
  }

  @Test func `no valid sentence is an error`() throws {
    #expect(throws: TraceError.self) { try read("$GPRMC,1*00") }
  }
}

@Suite struct GeoJSONTraceTests {
  let scratch = Scratch()

  private func read(_ text: String, strict: Bool = false) throws -> TraceDocument {
    try TraceReader.read(
      path: try scratch.file("trace.geojson", text), options: TraceOptions(strictness: strict ? .strict : .standard))
  }

  @Test func `a line with coordTimes and elevations`() throws {
    let document = try read(
      """
      {"type":"Feature","geometry":{"type":"LineString","coordinates":[[-20,40,5],[-19.9,40.5,6]]},
       "properties":{"name":"L","coordTimes":["2024-05-04T09:00:00Z","2024-05-04T09:00:10Z"]}}
      """)
    #expect(document.tracks.first?.name == "L")
    #expect(document.trackPoints.map(\.elevationMeters) == [5, 6])
    #expect(document.trackPoints.map(\.coordinate.latitude) == [40, 40.5])
    #expect(document.trackPoints.last?.timeNanoseconds == TimeText.parse("2024-05-04T09:00:10Z"))
  }

  @Test func `lines in parts are segments, with nested times`() throws {
    let document = try read(
      """
      {"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6]]]}
      """)
    #expect(document.tracks.map { $0.segments.map(\.count) } == [[2, 1]])
  }

  @Test func `points with a time are fixes, others waypoints`() throws {
    let document = try read(
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","properties":{"t_s":0.5,"speed":3,"course":90,"accuracy":5},
       "geometry":{"type":"Point","coordinates":[1,2]}},
      {"type":"Feature","properties":{"t_s":1.5},"geometry":{"type":"Point","coordinates":[1,2.001]}},
      {"type":"Feature","properties":{"name":"W \\u00e9\\n"},"geometry":{"type":"Point","coordinates":[1,2]}},
      {"type":"Feature","properties":null,"geometry":null}]}
      """)
    #expect(document.hasRelativeTimes)
    #expect(document.trackPoints.map(\.timeNanoseconds) == [500_000_000, 1_500_000_000])
    #expect(document.trackPoints.first?.horizontalAccuracyMeters == 5)
    #expect(document.waypoints.map(\.name) == ["W é\n"])
  }

  @Test func `positions out of range are rejected with their line`() throws {
    let document = try read("{\"type\":\"LineString\",\"coordinates\":[[1,2],\n[1,91],\n[\"x\",3],[2,2]]}")
    #expect(document.trackPointCount == 2)
    #expect(document.diagnostics.map(\.line) == [2, 3])
  }

  @Test(arguments: ["{", "{}", "[1,2]", "{\"type\":\"FeatureCollection\",\"features\":[", "{\"a\":nan}"])
  func `what is no GeoJSON is an error`(text: String) throws {
    #expect(throws: TraceError.self) { try read(text) }
  }

  @Test func `a cut collection keeps its whole features`() throws {
    let text = """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":
      {"type":"LineString","coordinates":[[1,2],[3,4]]}},{"type":"Feature","prop
      """
    let document = try read(text)
    #expect(document.trackPointCount == 2)
    #expect(document.diagnostics.last?.severity == .error)
    let error = #expect(throws: TraceError.self) { try read(text, strict: true) }
    #expect(error?.kind == .cut)
  }
}

@Suite struct CSVTraceTests {
  let scratch = Scratch()

  private func read(_ text: String) throws -> TraceDocument {
    try TraceReader.read(path: try scratch.file("trace.csv", text))
  }

  @Test func `relative seconds and empty fields`() throws {
    let document = try read(
      "# made by hand\nt_s,lat,lon,accuracy_m,speed_mps,course_deg\n0,40.5,-20.25,8,16,90\n1.5,40.6,-20.25,,,\n")
    #expect(document.hasRelativeTimes)
    #expect(document.trackPoints.map(\.timeNanoseconds) == [0, 1_500_000_000])
    #expect(document.trackPoints[0].courseDegrees == 90)
    #expect(document.trackPoints[1].speedMetersPerSecond.isNaN)
    #expect(document.trackPoints.map(\.line) == [3, 4])
  }

  @Test(arguments: [",", ";", "\t"]) func `separators, quotes and synonyms`(separator: String) throws {
    let rows = [
      ["\"Timestamp\"", "Longitude", "Latitude", "speed_kmh", "Heading", "note"],
      ["2024-05-04T09:00:00Z", "\"-20\"", "40", "36", "360", "\"a\(separator)b\""],
      ["1714813201.25", "-20", "40", "", "", ""],
      ["1714813202250", "-20", "40", "", "", ""],
    ]
    let document = try read(rows.map { $0.joined(separator: separator) }.joined(separator: "\r\n"))
    let origin = try #require(TimeText.parse("2024-05-04T09:00:00Z"))
    #expect(document.trackPoints.map { ($0.timeNanoseconds ?? 0) - origin } == [0, 1_250_000_000, 2_250_000_000])
    #expect(document.trackPoints[0].speedMetersPerSecond == 10)
    #expect(document.trackPoints[0].courseDegrees == 0)
    #expect(!document.hasRelativeTimes)
  }

  @Test func `bad rows are rejected one by one`() throws {
    let document = try read("lat;lon\n40,5;7\n40.5;7\n;7\nnan;7\n95;7\n3\n")
    #expect(document.trackPointCount == 1)
    #expect(document.diagnostics.map(\.line) == [2, 4, 5, 6, 7])
    #expect(document.diagnostics.first?.message.contains("comma") == true)
  }

  @Test func `no position columns is an error`() throws {
    let path = try scratch.file("x.csv", "a,b\n1,2\n")
    let error = #expect(throws: TraceError.self) { try TraceReader.read(path: path) }
    #expect(error?.description.contains("expected columns lat and lon") == true)
  }
}
