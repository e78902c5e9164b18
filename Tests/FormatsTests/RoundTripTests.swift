import Formats
import Testing
import WaybenchCore

@Suite struct RoundTripTests {
  let scratch = Scratch()

  /// A trace whose values all formats can hold exactly.
  private func sample(segments: Int, relative: Bool = false) -> TraceDocument {
    var generator = SeededGenerator(seed: 5)
    var document = TraceDocument()
    document.hasRelativeTimes = relative
    var track = TraceDocument.Track(name: "a <b> & \"c\"")
    for segment in 0..<segments {
      var points: [TracePoint] = []
      for index in 0..<50 {
        let latitude = Double.random(in: -90...90, using: &generator)
        let longitude = Double.random(in: -180..<180, using: &generator)
        var point = TracePoint(coordinate: Coordinate(clampingLatitude: latitude, longitude: longitude))
        let start: Int64 = relative ? 0 : 1_714_813_200_000_000_000
        point.timeNanoseconds = start + Int64(segment * 1000 + index) * 250_000_000
        point.elevationMeters = Double(index) / 4
        point.speedMetersPerSecond = Double(index) / 8
        point.courseDegrees = Double(index) * 7.25
        if index % 3 != 0 { point.horizontalAccuracyMeters = 4.5 }
        points.append(point)
      }
      track.segments.append(points)
    }
    document.tracks = [track]
    return document
  }

  private func written(_ document: TraceDocument, _ format: TraceFormat) throws -> TraceDocument {
    let path = scratch.path("out.\(format.rawValue)")
    try TraceWriter.write(document, to: path)
    return try TraceReader.read(path: path)
  }

  @Test(arguments: [TraceFormat.gpx, .geojson, .csv], [1, 3])
  func `a trace survives`(format: TraceFormat, segments: Int) throws {
    let document = sample(segments: segments)
    let back = try written(document, format)
    #expect(back.format == format)
    #expect(back.tracks.flatMap(\.segments) == document.tracks.flatMap(\.segments))
    #expect(back.diagnostics.isEmpty)
    if format != .csv { #expect(back.tracks.map(\.name) == document.tracks.map(\.name)) }
  }

  @Test func `tracks of every kind stay apart in GeoJSON`() throws {
    var document = sample(segments: 2)
    var plain = sample(segments: 2)
    for segment in 0..<2 {
      plain.tracks[0].segments[segment] = plain.tracks[0].segments[segment].map {
        TracePoint(coordinate: $0.coordinate, timeNanoseconds: $0.timeNanoseconds)
      }
    }
    document.tracks += [sample(segments: 1).tracks[0], plain.tracks[0], sample(segments: 3).tracks[0]]
    document.tracks[1].name = nil
    let back = try written(document, .geojson)
    #expect(back.tracks.map(\.segments) == document.tracks.map(\.segments))
    #expect(back.tracks.map(\.name) == document.tracks.map(\.name))
  }

  @Test(arguments: [TraceFormat.geojson, .csv]) func `relative times survive`(format: TraceFormat) throws {
    let document = sample(segments: 1, relative: true)
    let back = try written(document, format)
    #expect(back.hasRelativeTimes)
    #expect(back.trackPoints == document.trackPoints)
  }

  @Test func `a trace survives NMEA`() throws {
    let document = sample(segments: 1)
    let back = try written(document, .nmea)
    #expect(back.diagnostics.isEmpty)
    #expect(back.trackPointCount == 50)
    for (a, b) in zip(document.trackPoints, back.trackPoints) {
      #expect(a.coordinate == b.coordinate && a.timeNanoseconds == b.timeNanoseconds)
      #expect(a.elevationMeters == b.elevationMeters && a.courseDegrees == b.courseDegrees)
      #expect(abs(a.speedMetersPerSecond - b.speedMetersPerSecond) < 1e-4)
      let accuracyError = a.horizontalAccuracyMeters - b.horizontalAccuracyMeters
      #expect(abs(accuracyError) < 1e-4 || (a.horizontalAccuracyMeters.isNaN && b.horizontalAccuracyMeters.isNaN))
    }
  }

  @Test func `routes and waypoints survive GPX and GeoJSON`() throws {
    var document = TraceDocument()
    let point = TracePoint(coordinate: Coordinate(clampingLatitude: 1.5, longitude: 2.5))
    document.waypoints = [TraceDocument.Waypoint(name: "W", point: point)]
    document.beginRoute(name: "R")
    document.routePoint(point, name: nil)
    document.routePoint(point, name: nil)
    for format in [TraceFormat.gpx, .geojson] {
      let back = try written(document, format)
      #expect(back.waypoints.map(\.name) == ["W"])
      #expect(back.routes.map(\.name) == ["R"])
      #expect(back.routes.first?.shape == document.routes.first?.shape)
    }
  }

  /// Damaged files: whatever comes out lies in range, and nothing crashes.
  @Test(arguments: TraceFormat.allCases) func `damaged files never crash`(format: TraceFormat) throws {
    let whole = TraceWriter.bytes(of: sample(segments: 2), format: format)
    var generator = SeededGenerator(seed: 6)
    for round in 0..<150 {
      var bytes = whole
      if round % 2 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
      for _ in 0..<Int.random(in: 0...12, using: &generator) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = UInt8.random(in: 0...255, using: &generator)
      }
      let path = try scratch.file("fuzz.\(format.rawValue)", bytes)
      for strictness in [TraceStrictness.strict, .lenient] {
        do {
          let options = TraceOptions(strictness: strictness, gapSplitSeconds: 60)
          let document = try TraceReader.read(path: path, format: format, options: options)
          for point in document.trackPoints {
            #expect(
              Coordinate(latitudeE7: point.coordinate.latitudeE7, longitudeE7: point.coordinate.longitudeE7) != nil)
            #expect(!(point.speedMetersPerSecond < 0) && !(point.courseDegrees >= 360))
          }
          #expect(!document.tracks.contains { $0.segments.contains(where: \.isEmpty) })
          let summary = try TraceReader.summarize(path: path, format: format, options: options)
          #expect(summary.trackPointCount == document.trackPointCount)
          #expect(summary.rawLengthMeters.isFinite && summary.travelledLengthMeters.isFinite)
        } catch {
          #expect(!"\(error)".contains("\n"))
        }
      }
    }
  }
}
