import Formats
import Testing
import WaybenchCore

@Suite struct RouteFileTests {
  let scratch = Scratch()

  private func read(
    _ text: String, _ precision: EncodedPolyline.Precision? = nil, _ source: RouteFileReader.GPXSource = .route
  ) throws -> PlannedLine {
    try RouteFileReader.read(path: try scratch.file("route", text), precision: precision, gpxSource: source)
  }

  private func coordinates(_ pairs: [(Double, Double)]) -> [Coordinate] {
    pairs.map { Coordinate(clampingLatitude: $0.0, longitude: $0.1) }
  }

  @Test(arguments: [
    ("sglWgd`|@gEgEgEoK", EncodedPolyline.Precision.decimals5, 0), ("gucsFosjaRo}@o}@o}@_|B", .decimals6, 0),
    ("socsFfhayBgEfEgEnK", .decimals5, 1), ("gelhkAn{uce@o}@n}@o}@~{B", .decimals6, 1),
  ])
  func `S33 encoded polyline with 5 or 6 decimals`(
    text: String, precision: EncodedPolyline.Precision, path: Int
  ) throws {
    let paths = [
      coordinates([(4.0001, 10.0002), (4.0011, 10.0012), (4.0021, 10.0032)]),
      coordinates([(40.0001, -20.0002), (40.0011, -20.0012), (40.0021, -20.0032)]),
    ]
    #expect(try read(text + "\n", precision).coordinates == paths[path])
  }

  @Test func `S33 the wrong precision is an error where it can be told`() throws {
    let error = #expect(throws: RouteFileError.self) { try read("gelhkAn{uce@o}@n}@o}@~{B", .decimals5) }
    #expect(error?.description.contains("no position at 5 decimals") == true)
    let misread = try read("gucsFosjaRo}@o}@o}@_|B", .decimals5)
    #expect(misread.coordinates.first?.latitude == 40.001)
    #expect(throws: RouteFileError.self) { try read("socsFfhayBgEfEgEnK") }
  }

  @Test func `GeoJSON with maneuvers and waypoints`() throws {
    let line = try read(
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","properties":{"kind":"waypoint","vertex":2,"name":"end","silent":true},"geometry":{"type":"Point","coordinates":[-19,40]}},
      {"type":"Feature","properties":{"kind":"maneuver","vertex":2,"type":"arrive"},"geometry":{"type":"Point","coordinates":[-19,40]}},
      {"type":"Feature","properties":{"kind":"maneuver","vertex":1,"type":"turn left"},"geometry":{"type":"Point","coordinates":[-20,40]}},
      {"type":"Feature","properties":{"kind":"route","length_m":1615.6},"geometry":{"type":"LineString","coordinates":[[-20,40],[-20,40],[-19,40]]}},
      {"type":"Feature","properties":{"kind":"road"},"geometry":{"type":"LineString","coordinates":[[-20,40],[-19,40]]}}]}
      """)
    #expect(line.coordinates.count == 3)
    #expect(line.declaredLengthMeters == 1615.6)
    #expect(line.maneuvers.map(\.action) == [Maneuver(.turn, .left), Maneuver(.arrive)])
    #expect(line.waypoints == [PlannedLine.Waypoint(vertex: 2, name: "end", isSilent: true)])
  }

  @Test func `a vertex that is not there is an error`() throws {
    let error = #expect(throws: RouteFileError.self) {
      try read(
        """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[-20,40],[-19,40]]}},
        {"type":"Feature","properties":{"kind":"maneuver","vertex":7},"geometry":{"type":"Point","coordinates":[1,2]}}]}
        """)
    }
    #expect(error?.line == 3)
    #expect(error?.message.contains("vertex 7; expected 0 to 1") == true)
  }

  @Test func `GPX gives its route or its track`() throws {
    let text = gpx(
      """
      <rte><name>R</name><rtept lat="1" lon="2"><name>A</name></rtept><rtept lat="1" lon="3"/><rtept lat="1" lon="4"/>
      </rte><trk><name>T</name><trkseg><trkpt lat="5" lon="6"/></trkseg><trkseg><trkpt lat="5" lon="7"/></trkseg></trk>
      """)
    let route = try read(text)
    #expect(route.name == "R" && route.coordinates.count == 3)
    #expect(route.waypoints.map(\.vertex) == [0, 2])
    let track = try read(text, nil, .track)
    #expect(track.name == "T" && track.coordinates.count == 2)
  }

  static let steps = """
    "legs":[{"steps":[
    {"geometry":GEOMETRY1,"name":"First","maneuver":{"type":"depart","location":[-20.0002,40.0001]}},
    {"geometry":GEOMETRY2,"name":"","maneuver":{"type":"turn","modifier":"left","location":[-20.0012,40.0011]}},
    {"geometry":GEOMETRY3,"name":"","maneuver":{"type":"arrive","location":[-20.0032,40.0021]}}]}]
    """

  @Test(arguments: [EncodedPolyline.Precision.decimals5, .decimals6, nil])
  func `OSRM answers in all three geometries`(precision: EncodedPolyline.Precision?) throws {
    let points = coordinates([(40.0001, -20.0002), (40.0011, -20.0012), (40.0021, -20.0032)])
    func geometry(_ points: [Coordinate]) -> String {
      if let precision {
        let text = EncodedPolyline.encode(points, precision: precision)
        return "\"" + text.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\") + "\""
      }
      let positions = points.map { "[\($0.longitude),\($0.latitude)]" }.joined(separator: ",")
      return "{\"type\":\"LineString\",\"coordinates\":[\(positions)]}"
    }
    let steps = Self.steps.replacing("GEOMETRY1", with: geometry(Array(points[0...1])))
      .replacing("GEOMETRY2", with: geometry(Array(points[1...2])))
      .replacing("GEOMETRY3", with: geometry([points[2], points[2]]))
    let line = try read(
      "{\"code\":\"Ok\",\"routes\":[{\(steps),\"distance\":250.5,\"geometry\":\(geometry(points))}],\"waypoints\":[]}",
      precision)
    #expect(line.coordinates == points)
    #expect(line.declaredLengthMeters == 250.5)
    #expect(line.maneuvers.map(\.vertex) == [0, 1, 2])
    #expect(line.maneuvers.map(\.action.modifier) == [.none, .left, .none])
    #expect(line.maneuvers.first?.name == "First")
    #expect(line.waypoints.map(\.vertex) == [0, 2])
  }

  @Test(arguments: [
    "", "{}", "{\"code\":\"NoRoute\",\"message\":\"x\"}", "{\"code\":\"Ok\",\"routes\":[]}", "{\"type\":\"LineString\"",
    "{\"type\":\"LineString\",\"coordinates\":[[1,2]]}", "<gpx/>",
    "{\"type\":\"LineString\",\"coordinates\":[[1,2],[1,99]]}",
  ])
  func `what is no route is one error of one line`(text: String) throws {
    let error = #expect(throws: RouteFileError.self) { try read(text) }
    #expect(error?.description.contains("\n") == false)
  }
}
