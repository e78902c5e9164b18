public import WaybenchCore

/// Reads planned routes: GeoJSON, GPX, OSRM answers and encoded polylines.
public enum RouteFileReader {
  /// Which part of a GPX file is the route.
  public enum GPXSource: Sendable {
    /// The first `rte`.
    case route
    /// The first `trk`, its segments joined.
    case track
  }

  /// Reads a route file; what it is, is told from its first bytes.
  ///
  /// - Parameters:
  ///   - path: a file, gzip or not; "-" is standard input.
  ///   - precision: the decimals of encoded polylines; they cannot be told from the text, so a file that holds one is
  ///     refused without them.
  ///   - gpxSource: what to take from GPX.
  /// - Throws: when there is no line of at least two vertices, and when a text other than GPX is longer than
  ///   `ByteInput.longestText`.
  public static func read(
    path: String, precision: EncodedPolyline.Precision? = nil, gpxSource: GPXSource = .route
  ) throws(RouteFileError) -> PlannedLine {
    let input: ByteInput
    let start: [UInt8]
    do {
      input = try ByteInput(path: path)
      start = try input.peek(4096)
    } catch { throw RouteFileError(TraceError(error)) }
    // GPX is read point by point, whatever its size.
    let isGPX = firstCharacter(start) == UInt8(ascii: "<")
    let line =
      isGPX
      ? try readGPX(path: path, source: gpxSource) : try readText(input, path: path, precision: precision)
    guard line.coordinates.count >= 2 else {
      throw RouteFileError(
        path: path, message: "the route has \(line.coordinates.count) vertices; expected at least 2")
    }
    // Long hops are cut into short segments: hops round the world would fill the memory.
    guard PlannedLine.lengthMeters(line.coordinates) <= PlannedLine.longestMeters else {
      throw RouteFileError(path: path, message: "the route is longer than 100,000 km; expected a route on roads")
    }
    return line
  }

  /// Reads JSON or an encoded polyline.
  private static func readText(
    _ input: ByteInput, path: String, precision: EncodedPolyline.Precision?
  ) throws(RouteFileError) -> PlannedLine {
    let bytes: [UInt8]
    do { bytes = try input.readAll() } catch { throw RouteFileError(TraceError(error)) }
    guard let first = firstCharacter(bytes) else {
      throw RouteFileError(path: path, message: "the file is empty; expected a route")
    }
    if first == UInt8(ascii: "{") { return try readJSON(bytes, path: path, precision: precision) }
    let text = String(decoding: bytes[trimmed(bytes.span)], as: UTF8.self)
    return PlannedLine(coordinates: try decode(text, precision, path: path, line: 1))
  }

  /// The first byte that is no blank, after a byte-order mark.
  private static func firstCharacter(_ bytes: [UInt8]) -> UInt8? {
    bytes.dropFirst(bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0).first { $0 > 32 }
  }

  /// Decodes a polyline whose precision the caller must have stated.
  static func decode(
    _ text: String, _ precision: EncodedPolyline.Precision?, path: String, line: Int
  ) throws(RouteFileError) -> [Coordinate] {
    guard let precision else {
      throw RouteFileError(
        path: path, line: line, message: "an encoded polyline of unstated precision; expected 5 or 6 decimals stated")
    }
    do { return try EncodedPolyline.decode(text, precision: precision) } catch {
      let reason =
        switch error {
        case .invalidByte(let offset): "byte \(offset) is not of an encoded polyline; expected ? to ~"
        case .truncated(let offset): "the encoded polyline is cut inside the number at byte \(offset)"
        case .numberTooLarge(let offset): "the number at byte \(offset) is too large; expected at most 32 bits"
        case .outOfRange(let index):
          "point \(index) is no position at \(precision.rawValue) decimals; expected the other precision?"
        }
      throw RouteFileError(path: path, line: line, message: reason)
    }
  }

  private static func readGPX(path: String, source: GPXSource) throws(RouteFileError) -> PlannedLine {
    guard path != "-" else {
      throw RouteFileError(path: path, message: "GPX from standard input; expected a file for a GPX route")
    }
    let document: TraceDocument
    do { document = try TraceReader.read(path: path, format: .gpx) } catch { throw RouteFileError(error) }
    switch source {
    case .route:
      guard let route = document.routes.first else {
        let hint = document.tracks.isEmpty ? "" : " (it has a track)"
        throw RouteFileError(path: path, message: "no route in the file\(hint); expected a rte element")
      }
      return PlannedLine(route)
    case .track:
      guard let track = document.tracks.first else {
        throw RouteFileError(path: path, message: "no track in the file; expected a trk element")
      }
      return PlannedLine(name: track.name, coordinates: track.segments.joined().map(\.coordinate))
    }
  }

  private static func readJSON(
    _ bytes: [UInt8], path: String, precision: EncodedPolyline.Precision?
  ) throws(RouteFileError) -> PlannedLine {
    do {
      var osrm = OSRMWalker(bytes)
      if try osrm.hasRoutes() {
        var answer = try OSRMWalker(bytes).firstRoute()
        if let text = answer.polyline {
          answer.line.coordinates = try decode(text, precision, path: path, line: answer.geometryLine)
        }
        try answer.tieToVertices(path: path, precision: precision)
        return answer.line
      }
      var features: [GeoJSONFeature] = []
      var walker = GeoJSONWalker(bytes)
      try walker.walk { features.append($0) }
      return try PlannedLine(features, path: path)
    } catch let error as RouteFileError {
      throw error
    } catch let error as JSONError {
      throw RouteFileError(path: path, line: error.line, message: error.message)
    } catch {
      throw RouteFileError(path: path, message: "\(error)")
    }
  }
}

extension PlannedLine {
  /// A GPX route: its points are waypoints, named or not.
  init(_ route: TraceDocument.Route) {
    self.init(name: route.name, coordinates: route.shape)
    var vertex = 0
    for (index, point) in route.points.enumerated() {
      // The shape holds every point in order, with vertices between.
      while vertex < route.shape.count - 1, route.shape[vertex] != point.coordinate { vertex += 1 }
      let isEnd = index == 0 || index == route.points.count - 1
      if route.pointNames[index] != nil || isEnd {
        waypoints.append(Waypoint(vertex: vertex, name: route.pointNames[index], isSilent: !isEnd))
      }
      vertex = min(vertex + 1, max(0, route.shape.count - 1))
    }
  }

  /// GeoJSON: the line of `kind: route`, or the only line, and points that name a vertex.
  init(_ features: [GeoJSONFeature], path: String) throws(RouteFileError) {
    let lines = features.filter { $0.geometry == .line || $0.geometry == .lines }
    let routes = lines.filter { $0.kind == "route" }
    guard let line = routes.first ?? (lines.count == 1 ? lines.first : nil) else {
      throw RouteFileError(
        path: path, message: "\(lines.count) lines and none of kind route; expected one LineString")
    }
    if let fault = line.faults.first {
      throw RouteFileError(path: path, line: Int(fault.line), message: fault.reason)
    }
    self.init(
      name: line.name, coordinates: line.lines.joined().map(\.coordinate),
      declaredLengthMeters: line.lengthMeters)
    for feature in features where feature.kind == "maneuver" || feature.kind == "waypoint" {
      guard let vertex = feature.vertex, coordinates.indices.contains(vertex) else {
        let found = feature.vertex.map { "vertex \($0)" } ?? "no vertex"
        throw RouteFileError(
          path: path, line: Int(feature.line),
          message: "a \(feature.kind ?? "") with \(found); expected 0 to \(coordinates.count - 1)")
      }
      if feature.kind == "maneuver" {
        maneuvers.append(
          Maneuver(
            vertex: vertex, type: feature.type ?? "", modifier: feature.modifier, exit: feature.exit,
            name: feature.name))
      } else {
        waypoints.append(Waypoint(vertex: vertex, name: feature.name, isSilent: feature.isSilent))
      }
    }
    maneuvers.sort { $0.vertex < $1.vertex }
    waypoints.sort { $0.vertex < $1.vertex }
  }
}
