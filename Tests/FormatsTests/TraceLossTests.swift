import Formats
import Testing
import WaybenchCore

@Suite struct TraceLossTests {
  let scratch = Scratch()

  /// A point at a time, seconds since 1970.
  private func point(_ seconds: Double?, _ longitude: Double = 7, named elevation: Double = .nan) -> TracePoint {
    let coordinate = Coordinate(clampingLatitude: 43, longitude: longitude)
    return TracePoint(
      coordinate: coordinate, timeNanoseconds: seconds.map { Int64(($0 * 1e6).rounded()) * 1000 },
      elevationMeters: elevation)
  }

  private func document(_ segments: [[TracePoint]], relative: Bool = false) -> TraceDocument {
    var document = TraceDocument()
    document.tracks = [TraceDocument.Track(segments: segments)]
    document.hasRelativeTimes = relative
    return document
  }

  private func route(shaped: Bool) -> TraceDocument {
    var document = TraceDocument()
    document.beginRoute(name: "R")
    document.routePoint(point(nil, 7), name: "start")
    if shaped { document.routeShape(Coordinate(clampingLatitude: 43, longitude: 7.5)) }
    document.routePoint(point(nil, 8, named: 12), name: nil)
    document.routePoint(point(nil, 9), name: nil)
    return document
  }

  @Test func `what a format holds is no loss`() {
    let plain = document([[point(1.7e9, named: 5), point(1.7e9 + 1)]])
    for format in TraceFormat.allCases { #expect(TraceWriter.losses(of: plain, format: format).isEmpty) }
    #expect(TraceWriter.losses(of: route(shaped: false), format: .gpx).isEmpty)
    let relative = document([[point(0), point(1)]], relative: true)
    #expect(TraceWriter.losses(of: relative, format: .csv).isEmpty)
    #expect(TraceWriter.losses(of: relative, format: .geojson).isEmpty)
  }

  @Test func `NMEA names each kind of loss`() {
    var rich = document([
      [point(1.7e9), point(nil), point(1.7e9), point(nil), point(1.7e9 + 0.0001)],
      [point(1.7e9 + 86_400), point(3.5e9), point(3e8)],
    ])
    rich.tracks[0].name = "T"
    rich.waypoints = [TraceDocument.Waypoint(point: point(nil)), TraceDocument.Waypoint(point: point(nil))]
    rich.routes = route(shaped: false).routes
    #expect(
      TraceWriter.losses(of: rich, format: .nmea) == [
        "2 points without a time are not written",
        "3 points are merged with the one before, whose time of day they have", "1 time is rounded to milliseconds",
        "2 dates lie outside of 1980 to 2079 and are ambiguous with two digits of the year", "2 segments are joined",
        "1 name of a track is not written", "2 waypoints are not written", "1 route is not written",
      ])
    #expect(
      TraceWriter.losses(of: document([[point(0), point(1)]], relative: true), format: .nmea) == [
        "times count from the start of the trace; they are written as if it began in 1970"
      ])
  }

  @Test func `CSV names each kind of loss`() {
    var rich = document([[point(1)], [point(2)]])
    rich.tracks.append(TraceDocument.Track(name: "T", segments: [[point(3)]]))
    rich.waypoints = [TraceDocument.Waypoint(point: point(nil))]
    rich.routes = route(shaped: false).routes + route(shaped: false).routes
    #expect(
      TraceWriter.losses(of: rich, format: .csv) == [
        "2 tracks are joined to one; segments stay apart", "1 name of a track is not written",
        "1 waypoint is not written", "2 routes are not written",
      ])
  }

  @Test func `GPX and GeoJSON name what they lose of routes and times`() {
    let points = "2 route points keep only their positions"
    let vertices = "1 route has every vertex turned into a route point"
    #expect(TraceWriter.losses(of: route(shaped: false), format: .geojson) == [points])
    #expect(TraceWriter.losses(of: route(shaped: true), format: .geojson) == [points, vertices])
    #expect(TraceWriter.losses(of: route(shaped: true), format: .gpx) == [points, vertices])
    #expect(
      TraceWriter.losses(of: document([[point(0)]], relative: true), format: .gpx) == [
        "times count from the start of the trace; they are written as if it began in 1970"
      ])
  }

  @Test func `NMEA without any time is an error and no file`() {
    for document in [document([[point(nil), point(nil)]]), route(shaped: false), TraceDocument()] {
      let path = scratch.path("a.nmea")
      let error = #expect(throws: FileWriteError.self) { try TraceWriter.write(document, to: path) }
      #expect(
        error?.description == "\(path): no track point has a time; expected times, without which NMEA has no fixes")
    }
    #expect(scratch.listing() == [])
  }

  /// The promise behind an empty list: whatever the document, it reads back the same.
  @Test(arguments: TraceFormat.allCases) func `no loss means the same document again`(format: TraceFormat) throws {
    var generator = SeededGenerator(seed: 9)
    var faithful = 0
    for _ in 0..<300 {
      let document = random(&generator)
      guard TraceWriter.losses(of: document, format: format).isEmpty, document.trackPointCount > 0 else { continue }
      faithful += 1
      let path = scratch.path("a.\(format.rawValue)")
      try TraceWriter.write(document, to: path)
      let back = try TraceReader.read(path: path)
      #expect(back.tracks.map(\.segments) == document.tracks.map(\.segments))
      #expect(back.tracks.map(\.name) == document.tracks.map(\.name))
      #expect(back.routes.map(\.shape) == document.routes.map(\.shape))
      #expect(back.routes.map(\.points) == document.routes.map(\.points))
      #expect(back.routes.map(\.pointNames) == document.routes.map(\.pointNames))
      #expect(back.waypoints.map(\.name) == document.waypoints.map(\.name))
      #expect(back.waypoints.map(\.point) == document.waypoints.map(\.point))
      #expect(back.hasRelativeTimes == document.hasRelativeTimes)
    }
    #expect(faithful > 10)
  }

  /// Times are apart and increase, as those of a reader's document do unless it says otherwise.
  private func random(_ generator: inout SeededGenerator) -> TraceDocument {
    func flip(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }
    var document = TraceDocument()
    var time = 1.7e9
    let (hasMotion, isTimed) = (flip(2), !flip(4))
    for _ in 0..<Int.random(in: 1...3, using: &generator) where document.tracks.isEmpty || flip(2) {
      var track = TraceDocument.Track(name: flip(3) ? "T \(Int(time))" : nil)
      for _ in 0..<Int.random(in: 1...3, using: &generator) where track.segments.isEmpty || flip(2) {
        track.segments.append(
          (0..<Int.random(in: 1...4, using: &generator)).map { _ in
            time += 1
            var point = point(isTimed || !flip(4) ? time : nil, Double.random(in: -180..<180, using: &generator))
            if flip(2) { point.elevationMeters = 2.5 }
            if hasMotion {
              point.speedMetersPerSecond = 1389  // 2700 knots: exact in every format
              point.courseDegrees = 7.25
            }
            return point
          })
      }
      document.tracks.append(track)
    }
    if flip(3) { document.waypoints = [TraceDocument.Waypoint(name: flip(2) ? "W" : nil, point: point(nil, 3))] }
    if flip(3) { document.routes = [route(shaped: flip(2)).routes[0]] }
    if flip(3), let first = document.routes.first {
      document.routes = []
      document.beginRoute(name: nil)
      for coordinate in first.shape { document.routePoint(TracePoint(coordinate: coordinate), name: nil) }
    }
    return document
  }
}
