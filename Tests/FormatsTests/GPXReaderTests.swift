import Formats
import Testing
import WaybenchCore

@Suite struct GPXReaderTests {
  let scratch = Scratch()

  private func read(_ text: String) throws -> TraceDocument {
    try TraceReader.read(path: try scratch.file("file.gpx", text))
  }

  @Test func `GPX 1.0 keeps speed and course beside the time`() throws {
    let document = try read(
      """
      <gpx version="1.0" creator="t" xmlns="http://www.topografix.com/GPX/1/0"><trk><trkseg>
      <trkpt lat="1" lon="2"><ele>3</ele><time>2024-05-04T09:00:00Z</time><course>45.5</course><speed>6</speed>\
      <magvar>9</magvar><hdop>1.5</hdop><extensions><speed>99</speed></extensions></trkpt>
      </trkseg></trk></gpx>
      """)
    let point = try #require(document.trackPoints.first)
    #expect(point.speedMetersPerSecond == 6)
    #expect(point.courseDegrees == 45.5)
    #expect(point.horizontalDilution == 1.5)
    #expect(point.fix(defaultTime: 0).horizontalAccuracyMeters == 7.5)
  }

  @Test func `extensions of every kind give speed, course and accuracy`() throws {
    let document = try read(
      gpx(
        track(
          trkpt("1", "2", "<extensions><speed>5</speed><course>10</course><accuracy>4</accuracy></extensions>"),
          trkpt(
            "1", "2",
            """
            <extensions><t:TrackPointExtension xmlns:t="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">\
            <t:hr>1</t:hr><t:speed>6</t:speed><t:bearing>20</t:bearing></t:TrackPointExtension></extensions>
            """),
          trkpt("1", "2", "<extensions><speed>-1</speed><course>-1</course><accuracy>0</accuracy></extensions>"))))
    let points = document.trackPoints
    #expect(points.map(\.speedMetersPerSecond).prefix(2) == [5, 6])
    #expect(points.map(\.courseDegrees).prefix(2) == [10, 20])
    #expect(points[0].horizontalAccuracyMeters == 4)
    #expect(points[2].speedMetersPerSecond.isNaN && points[2].courseDegrees.isNaN)
    #expect(points[2].horizontalAccuracyMeters.isNaN)
  }

  @Test func `a file without a namespace is read with a note`() throws {
    let document = try read("<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>")
    #expect(document.trackPointCount == 1)
    #expect(document.diagnostics.map(\.severity) == [.note])
  }

  @Test func `routes have names, points and the shape between`() throws {
    let document = try read(
      gpx(
        """
        <rte><name>R</name><rtept lat="1" lon="2"><name>A</name><extensions>
        <x:RoutePointExtension xmlns:x="http://www.garmin.com/xmlschemas/GpxExtensions/v3"><x:rpt lat="1.5" lon="2"/>
        </x:RoutePointExtension></extensions></rtept><rtept lat="2" lon="2"/></rte>
        """))
    let route = try #require(document.routes.first)
    #expect(route.name == "R")
    #expect(route.pointNames == ["A", nil])
    #expect(route.shape.map(\.latitude) == [1, 1.5, 2])
  }

  @Test(arguments: [
    ("hello", "not a known format"), ("<kml/>", "expected \"gpx\""), ("<", "not GPX"), ("<gpx xmlns=", "not GPX"),
  ])
  func `what is no GPX is one error of one line`(text: String, part: String) throws {
    let path = try scratch.file("bad", text)
    let error = #expect(throws: TraceError.self) { try TraceReader.read(path: path) }
    #expect(error?.description.contains(part) == true)
    #expect(error?.description.contains("\n") == false)
  }

  @Test func `too deep nesting is refused`() throws {
    let path = try scratch.file("deep.gpx", "<gpx>" + String(repeating: "<a>", count: 100_000))
    let error = #expect(throws: TraceError.self) { try TraceReader.read(path: path) }
    #expect(error?.kind == .refused)
  }

  @Test func `an undefined entity cuts the file there`() throws {
    let document = try read(gpx(track(trkpt("1", "2"))).replacing("</trkseg>", with: "&nothing;</trkseg>"))
    #expect(document.trackPointCount == 1)
    #expect(document.diagnostics.last?.severity == .error)
  }

  @Test func `a long pause splits a segment when asked`() throws {
    let path = try scratch.file(
      "gap.gpx",
      gpx(track(trkpt("1", "2", time: "2024-05-04T09:00:00Z"), trkpt("1", "2", time: "2024-05-04T09:02:00Z"))))
    #expect(try TraceReader.summarize(path: path).segmentCount == 1)
    #expect(try TraceReader.summarize(path: path, options: TraceOptions(gapSplitSeconds: 60)).segmentCount == 2)
  }

  @Test func `gzip in several members reads like the plain file`() throws {
    let whole = Array(gpx(track((0..<2000).map { trkpt("40.\($0)", "7.5") }.joined())).utf8)
    let half = whole.count / 2
    try AtomicFileWriter.write(Array(whole[..<half]), to: scratch.path("a.gz"))
    try AtomicFileWriter.write(Array(whole[half...]), to: scratch.path("b.gz"))
    let joined = try scratch.bytes("a.gz") + scratch.bytes("b.gz")
    let path = try scratch.file("both.gpx.gz", joined)
    #expect(try TraceReader.read(path: path).trackPointCount == 2000)
    let cut = try scratch.file("cut.gpx.gz", Array(joined.dropLast(10)))
    let error = #expect(throws: TraceError.self) {
      try TraceReader.read(path: cut, options: TraceOptions(strictness: .strict))
    }
    #expect(error?.description.contains("byte \(joined.count - 10)") == true)
    #expect(try TraceReader.read(path: cut).diagnostics.last?.severity == .error)
  }

  /// A million points when WAYBENCH_SLOW_TESTS is set, a hundred thousand otherwise.
  @Test func `S38 a large trace`() throws {
    let count = environment("WAYBENCH_SLOW_TESTS") == nil ? 100_000 : 1_000_000
    let writer = try AtomicFileWriter(path: scratch.path("large.gpx"))
    try writer.write(#"<gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>"#)
    var bytes: [UInt8] = []
    for index in 0..<count {
      bytes.append(contentsOf: "<trkpt lat=\"".utf8)
      DecimalText.append(degreesE7: 400_000_000 + Int32(index) * 10, to: &bytes)
      bytes.append(contentsOf: "\" lon=\"-20.0000000\"><ele>12.5</ele><time>".utf8)
      TimeText.append(1_704_067_200_000_000_000 + Int64(index) * 1_000_000_000, to: &bytes)
      bytes.append(contentsOf: "</time></trkpt>\n".utf8)
      if bytes.count > 60_000 {
        try writer.write(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    try writer.write(bytes)
    try writer.write("</trkseg></trk></gpx>\n")
    try writer.commit()
    let summary = try TraceReader.summarize(path: scratch.path("large.gpx"))
    #expect(summary.trackPointCount == count)
    #expect(summary.durationSeconds == Double(count - 1))
    #expect(abs(summary.rawLengthMeters / (Double(count) * 0.1112) - 1) < 0.005)
    #expect(summary.stopCount == 0)
    #expect(summary.samplingIntervalSeconds?.median == 1)
    #expect(summary.diagnostics.isEmpty)
    if count == 1_000_000 {
      #expect(try TraceReader.read(path: scratch.path("large.gpx")).trackPointCount == count)
    }
  }
}
