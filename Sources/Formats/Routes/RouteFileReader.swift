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

  /// Reads the first route of a file; what the file is, is told from its first bytes.
  ///
  /// - Parameters:
  ///   - path: a file, gzip or not; "-" is standard input.
  ///   - precision: the decimals of encoded polylines; they cannot be told from the text, so a file that holds one is
  ///     refused without them. Answers of the Google Routes API need none: theirs always have 5.
  ///   - gpxSource: what to take from GPX.
  /// - Throws: when there is no line of at least two vertices, and when a text other than GPX is longer than
  ///   `ByteInput.longestText`.
  public static func read(
    path: String, precision: EncodedPolyline.Precision? = nil, gpxSource: GPXSource = .route
  ) throws(RouteFileError) -> PlannedLine {
    // There is always one.
    guard let line = try readAll(path: path, precision: precision, gpxSource: gpxSource).first else {
      throw RouteFileError(path: path, message: "no route; expected at least one")
    }
    return line
  }

  /// Reads all routes of a file, at least one: see `read`.
  public static func readAll(
    path: String, precision: EncodedPolyline.Precision? = nil, gpxSource: GPXSource = .route
  ) throws(RouteFileError) -> [PlannedLine] {
    let input: ByteInput
    let start: [UInt8]
    do {
      input = try ByteInput(path: path)
      start = try input.peek(4096)
    } catch { throw RouteFileError(TraceError(error)) }
    // GPX is read point by point, whatever its size.
    if firstCharacter(start) == UInt8(ascii: "<") {
      return try checked(try readGPX(input, path: path, source: gpxSource), path: path)
    }
    let bytes: [UInt8]
    do { bytes = try input.readAll() } catch { throw RouteFileError(TraceError(error)) }
    return try routes(in: bytes, path: path, precision: precision)
  }

  /// The routes of a text that is held already, at least one: GeoJSON, an answer of a routing service or encoded
  /// polylines, one a line; no GPX.
  ///
  /// - Parameters:
  ///   - path: what errors call the text.
  ///   - precision: as for `read`.
  /// - Throws: as `read`.
  public static func routes(
    in bytes: [UInt8], path: String, precision: EncodedPolyline.Precision? = nil
  ) throws(RouteFileError) -> [PlannedLine] {
    guard let first = firstCharacter(bytes) else {
      throw RouteFileError(path: path, message: "the file is empty; expected a route")
    }
    if first == UInt8(ascii: "{") { return try checked(readJSON(bytes, path: path, precision: precision), path: path) }
    var lines: [PlannedLine] = []
    for (number, text) in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
      let line = Array(text)
      let polyline = String(decoding: line[trimmed(line.span)], as: UTF8.self)
      if polyline.isEmpty { continue }
      lines.append(PlannedLine(coordinates: try decode(polyline, precision, path: path, line: number + 1)))
    }
    return try checked(lines, path: path)
  }

  private static func checked(_ lines: [PlannedLine], path: String) throws(RouteFileError) -> [PlannedLine] {
    for line in lines {
      guard line.coordinates.count >= 2 else {
        throw RouteFileError(
          path: path, message: "the route has \(line.coordinates.count) vertices; expected at least 2")
      }
      // Long hops are cut into short segments: hops round the world would fill the memory.
      guard PlannedLine.lengthMeters(line.coordinates) <= PlannedLine.longestMeters else {
        throw RouteFileError(path: path, message: "the route is longer than 100,000 km; expected a route on roads")
      }
    }
    return lines
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
        path: path, line: line,
        message: "an encoded polyline of unstated precision; expected 5 or 6 decimals stated (--polyline 5 or 6)")
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

  private static func readGPX(
    _ input: ByteInput, path: String, source: GPXSource
  ) throws(RouteFileError) -> [PlannedLine] {
    var document = TraceDocument()
    do { try TraceReader.read(input, format: .gpx, into: &document) } catch { throw RouteFileError(error) }
    switch source {
    case .route:
      guard !document.routes.isEmpty else {
        let hint = document.tracks.isEmpty ? "" : " (it has a track)"
        throw RouteFileError(path: path, message: "no route in the file\(hint); expected a rte element")
      }
      return document.routes.map { PlannedLine($0) }
    case .track:
      guard let track = document.tracks.first else {
        throw RouteFileError(path: path, message: "no track in the file; expected a trk element")
      }
      return [PlannedLine(name: track.name, coordinates: track.segments.joined().map(\.coordinate))]
    }
  }

  private static func readJSON(
    _ bytes: [UInt8], path: String, precision: EncodedPolyline.Precision?
  ) throws(RouteFileError) -> [PlannedLine] {
    var features: [GeoJSONFeature] = []
    do {
      if var answers = try RouteAnswerReader.routes(bytes) {
        var lines: [PlannedLine] = []
        for index in answers.indices { lines.append(try answers[index].planned(path: path, precision: precision)) }
        return lines
      }
      var walker = GeoJSONWalker(bytes, keepsRoutes: true)
      try walker.walk { features.append($0) }
    } catch let error as RouteFileError {
      throw error
    } catch let error as JSONError {
      throw RouteFileError(path: path, line: error.line, message: error.message)
    } catch {
      throw RouteFileError(path: path, message: "\(error)")
    }
    return try GeoJSONRoute.routes(of: features, path: path)
  }
}
