import Formats
import Testing
import WaybenchCore

/// The field cases about GPX, each with its own small file.
@Suite struct GPXCaseTests {
  let scratch = Scratch()

  private func read(_ text: String, strict: Bool = false) throws -> (document: TraceDocument, summary: TraceSummary) {
    let path = try scratch.file("case.gpx", text)
    let options = TraceOptions(strictness: strict ? .strict : .standard)
    return (try TraceReader.read(path: path, options: options), try TraceReader.summarize(path: path, options: options))
  }

  @Test func `S20 time steps back`() throws {
    let times = [0, 10, 20, 30, 25, 50, 60, 70]
    let longitudes = [
      "-20.0000000", "-19.9988260", "-19.9976520", "-19.9964781", "-19.9953041", "-19.9941301", "-19.9929561",
      "-19.9917821",
    ]
    let points = zip(times, longitudes).map {
      trkpt("40.0", $1, time: TimeText.text(1_714_813_200_000_000_000 + Int64($0) * 1_000_000_000))
    }
    let (document, summary) = try read(gpx(track(points.joined())))
    #expect(document.trackPoints.map { Int(($0.timeNanoseconds ?? 0) / 1_000_000_000 - 1_714_813_200) } == times)
    #expect(summary.durationSeconds == 70)
    #expect(abs(try #require(summary.movingSeconds) - 70) < 1e-9, "the 5 s after the step back are not new")
    #expect(abs(summary.rawLengthMeters - 700) < 3.5)
    #expect(summary.backwardTimeCount == 1)
    #expect((summary.maxSpeedMetersPerSecond ?? -1) > 0)
    #expect(document.diagnostics.map(\.line) == [8])
    #expect(document.diagnostics.first?.message.contains("steps back by 5.000 s") == true)
  }

  @Test func `S20 several fixes in one second`() throws {
    let longitudes = ["-20.0", "-19.9999120", "-19.9998932", "-19.9998744", "-19.9998556", "-19.9997887"]
    let points = zip([12, 17, 17, 17, 17, 20], longitudes).map { trkpt("40.0", $1, time: "2024-05-04T09:00:\($0)Z") }
    let (document, summary) = try read(gpx(track(points.joined())))
    #expect(document.trackPointCount == 6)
    #expect(summary.durationSeconds == 8)
    #expect(abs(summary.rawLengthMeters - 18.0) < 0.09)
    #expect(summary.repeatedTimeCount == 3)
    #expect(summary.maxSpeedMetersPerSecond?.isFinite == true)
    #expect(document.diagnostics.count == 3)
    let again = try TraceReader.read(path: scratch.path("case.gpx"))
    #expect(again.trackPoints == document.trackPoints)
  }

  @Test func `S21 no times at all`() throws {
    let points = ["-20.0", "-19.9970651", "-19.9941301", "-19.9911952", "-19.9882602"].map {
      trkpt("40.0", $0, "<ele>12.0</ele>")
    }
    let (document, summary) = try read(gpx(track(points.joined())))
    #expect(document.trackPointCount == 5)
    #expect(document.trackPoints.allSatisfy { $0.timeNanoseconds == nil && $0.elevationMeters == 12 })
    #expect(abs(summary.rawLengthMeters - 1000) < 5)
    #expect(summary.durationSeconds == nil)
    #expect(summary.maxSpeedMetersPerSecond == nil)
    #expect(summary.movingSeconds == nil)
    #expect(summary.startNanoseconds == nil)
  }

  @Test func `S22 fractions of a second and zone offsets`() throws {
    let times = [
      "2024-03-01T00:00:00Z", "2024-03-01T00:00:01.5Z", "2024-03-01T00:00:02.004Z", "2024-03-01T00:00:03.123456Z",
      "2024-03-01T00:00:04.718281828Z", "2024-03-01T05:30:05+05:30", "2024-02-29T17:00:06.250-07:00",
      "2024-03-01T00:00:07+00:00", "2024-03-01T00:00:08.000Z", "2024-03-01T01:00:09+0100",
    ]
    let (document, _) = try read(gpx(track(times.map { trkpt("40", "-20", time: $0) }.joined())))
    let expected: [Int64] = [
      0, 1_500_000_000, 2_004_000_000, 3_123_456_000, 4_718_281_828, 5_000_000_000, 6_250_000_000, 7_000_000_000,
      8_000_000_000, 9_000_000_000,
    ]
    #expect(document.trackPoints.map { ($0.timeNanoseconds ?? 0) - 1_709_251_200_000_000_000 } == expected)
    #expect(document.diagnostics.isEmpty)
  }

  @Test func `S22 a time that is none is absent, never another value`() throws {
    let (document, _) = try read(
      gpx(track(trkpt("40", "-20", time: "2024-03-01T00:00:00Z"), trkpt("40", "-20", time: "yesterday"))))
    #expect(document.trackPoints.map(\.timeNanoseconds) == [1_709_251_200_000_000_000, nil])
    #expect(document.diagnostics.first?.message.contains("yesterday") == true)
  }

  @Test func `S23 byte-order mark and CR LF`() throws {
    let body = gpx(
      "<trk><name>Café loop</name><trkseg>\n" + trkpt("40", "-20") + trkpt("40", "-19.9") + trkpt("40", "-19.8")
        + "</trkseg></trk>")
    let text = "\u{feff}" + body.split(separator: "\n").joined(separator: "\r\n")
    let (document, _) = try read(text)
    #expect(document.trackPointCount == 3)
    #expect(document.tracks.first?.name == "Café loop")
    #expect(document.diagnostics.isEmpty)
  }

  @Test func `S24 GPX elements under a prefix`() throws {
    func point(_ longitude: String, _ elevation: Int) -> String {
      """
      <g:trkpt lat="40.0" lon="\(longitude)"><g:ele>\(elevation)</g:ele><g:extensions><TrackPointExtension><hr>120</hr>\
      <speed>7.5</speed></TrackPointExtension></g:extensions></g:trkpt>
      """
    }
    let (document, summary) = try read(
      """
      <?xml version="1.0"?>
      <g:gpx xmlns:g="http://www.topografix.com/GPX/1/1" version="1.1" creator="test"
       xmlns="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
      <g:trk><g:trkseg>\(point("-20.0", 10))\(point("-19.9988260", 11))\(point("-19.9976520", 12))
      <g:extensions><x:trkpt xmlns:x="urn:example:not-gpx" lat="40.0" lon="-19.8943419"/></g:extensions>
      <x:trkpt xmlns:x="urn:example:not-gpx" lat="40.0" lon="-19.8943419"/>
      </g:trkseg></g:trk></g:gpx>
      """)
    #expect(document.trackPoints.map(\.elevationMeters) == [10, 11, 12])
    #expect(document.trackPoints.map(\.speedMetersPerSecond) == [7.5, 7.5, 7.5])
    #expect(abs(summary.rawLengthMeters - 200) < 1)
  }

  @Test func `S25 a an empty segment and a gap`() throws {
    let first = ["-20.0", "-19.9988260", "-19.9976520"]
    let points = first.enumerated().map { trkpt("40.0", $1, time: "2024-05-04T09:00:\($0)0Z") }
    let later = [
      trkpt("40.0", "-19.9413010", time: "2024-05-04T10:00:00Z"),
      trkpt("40.0", "-19.9401271", time: "2024-05-04T10:00:10Z"),
    ]
    let (document, summary) = try read(
      gpx("<trk><trkseg>\(points.joined())</trkseg><trkseg/><trkseg>\(later.joined())</trkseg></trk>"))
    #expect(document.tracks.map { $0.segments.map(\.count) } == [[3, 2]])
    #expect(summary.segmentCount == 2)
    #expect(abs(summary.rawLengthMeters - 300) < 1.5)
    #expect(summary.movingSeconds == 30)
  }

  @Test func `S25 b waypoints only`() throws {
    let (document, summary) = try read(
      gpx("<wpt lat=\"40\" lon=\"-20\"><name>P1</name></wpt><wpt lat=\"40\" lon=\"-19.9941301\"><name>P2</name></wpt>"))
    #expect(document.trackPointCount == 0)
    #expect(document.waypoints.map(\.name) == ["P1", "P2"])
    #expect(summary.waypointCount == 2)
  }

  @Test func `S25 c no content`() throws {
    let (document, summary) = try read(#"<gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"/>"#)
    #expect(document.tracks.isEmpty && document.routes.isEmpty && document.waypoints.isEmpty)
    #expect(summary.bounds == nil)
    #expect(document.diagnostics.isEmpty)
  }

  @Test func `S25 d zero bytes`() throws {
    let path = try scratch.file("zero.gpx", "")
    let error = #expect(throws: TraceError.self) { try TraceReader.read(path: path) }
    #expect(error?.kind == .empty)
    #expect(error?.description.contains("empty") == true)
  }

  @Test(arguments: [
    "<!DOCTYPE gpx [\n<!ENTITY e0 \"ABC\">\n<!ENTITY e1 \"&e0;&e0;\">\n]>",
    "<!DOCTYPE gpx SYSTEM \"file:///etc/passwd\">",
  ])
  func `S26 entity expansion`(declaration: String) throws {
    let path = try scratch.file(
      "bomb.gpx",
      "<?xml version=\"1.0\"?>\n\(declaration)\n<gpx xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><name>&e1;</name></trk></gpx>"
    )
    let error = #expect(throws: TraceError.self) { try TraceReader.read(path: path) }
    #expect(error?.kind == .refused)
    #expect(error?.description.contains("DOCTYPE") == true)
  }

  @Test func `S27 numbers that are not positions`() throws {
    let pairs = [
      ("40.0", "-20.0"), ("50,1234", "7,5678"), ("NaN", "-20.0001"), ("40.0001", "inf"), ("40.0010000", "-20.0"),
      ("91.0", "-20.0"), ("40.0", "181.2"), ("", "-20.0"), ("40.0020000", "-20.0"),
    ]
    let (document, summary) = try read(gpx(track(pairs.map { trkpt($0, $1) }.joined())))
    #expect(document.trackPoints.map(\.coordinate.latitude) == [40, 40.001, 40.002])
    #expect(abs(summary.rawLengthMeters - 222.4) < 1.1)
    #expect(document.diagnostics.map(\.line) == [5, 6, 7, 9, 10, 11])
    let words = ["comma", "NaN", "infinity", "latitude \"91.0\"", "longitude \"181.2\"", "empty"]
    for (diagnostic, word) in zip(document.diagnostics, words) { #expect(diagnostic.message.contains(word)) }
    #expect(summary.diagnostics == document.diagnostics)
  }

  @Test(arguments: [false, true]) func `S28 a cut file`(strict: Bool) throws {
    let whole = gpx(track((0..<5).map { trkpt("40.0", "-\($0).5", time: "2024-05-04T09:00:0\($0)Z") }.joined()))
    let cut = try #require(whole.firstRange(of: "09:00:04Z"))
    let path = try scratch.file("cut.gpx", String(whole[..<cut.lowerBound]))
    let options = TraceOptions(strictness: strict ? .strict : .standard)
    if strict {
      let error = #expect(throws: TraceError.self) { try TraceReader.read(path: path, options: options) }
      #expect(error?.kind == .cut)
      #expect(error?.line == 8)
    } else {
      let document = try TraceReader.read(path: path, options: options)
      #expect(document.trackPointCount == 4)
      #expect(document.diagnostics.map(\.severity) == [.error])
      #expect(document.diagnostics.first?.message.contains("cut at line 8") == true)
    }
  }

  @Test func `S31 across the 180th meridian`() throws {
    let (_, summary) = try read(
      gpx(track(["179.9950000", "179.9980000", "-179.9990000", "-179.9960000"].map { trkpt("0.0", $0) }.joined())))
    #expect(abs(summary.rawLengthMeters - 1000.8) < 5)
    let bounds = try #require(summary.bounds)
    #expect(abs(bounds.widthDegrees - 0.009) < 1e-9)
    #expect(bounds.west == 179.995 && bounds.east == -179.996)
  }

  @Test func `S32 one point`() throws {
    let (_, summary) = try read(gpx(track(trkpt("40.0000180", "-19.9999648", time: "2024-05-04T09:00:00Z"))))
    #expect(summary.trackPointCount == 1)
    #expect(summary.rawLengthMeters == 0)
    #expect(summary.maxSpeedMetersPerSecond == nil)
    #expect(summary.samplingIntervalSeconds == nil)
  }

  @Test func `S32 five identical points`() throws {
    let points = (0..<5).map { trkpt("40.0000180", "-19.9999648", time: "2024-05-04T09:00:\($0)0Z") }
    let (_, summary) = try read(gpx(track(points.joined())))
    #expect(summary.rawLengthMeters == 0)
    #expect(summary.travelledLengthMeters == 0)
    #expect(summary.durationSeconds == 40)
    #expect(summary.stopCount == 1)
    #expect(summary.longestStopSeconds == 40)
  }

  @Test func `S39 parked, yet moving`() throws {
    // A first-order error of 4 m with a memory of 10 s, held within 10 m of the spot.
    var generator = SeededGenerator(seed: 39)
    var (x, y) = (0.0, 0.0)
    var points: [String] = []
    for index in 0..<300 {
      x = max(-7, min(7, 0.82 * x + Double.random(in: -4...4, using: &generator)))
      y = max(-7, min(7, 0.82 * y + Double.random(in: -4...4, using: &generator)))
      points.append(
        trkpt(
          DecimalText.text(40 + y / 111_195, decimals: 7) ?? "", DecimalText.text(-20 + x / 85_180, decimals: 7) ?? "",
          time: TimeText.text(1_714_813_200_000_000_000 + Int64(index) * 2_000_000_000)))
    }
    let (_, summary) = try read(gpx(track(points.joined())))
    #expect(summary.rawLengthMeters > 400)
    #expect(summary.travelledLengthMeters <= 30)
    #expect((summary.movingSeconds ?? .infinity) <= 20)
    #expect(summary.stopCount == 1)
    #expect(abs((summary.longestStopSeconds ?? 0) - 598) <= 20)
    var json = JSONText()
    summary.write(to: &json)
    #expect(json.string.contains(#""lengthKind":"raw""#))
  }
}
