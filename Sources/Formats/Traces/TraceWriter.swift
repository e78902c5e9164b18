import WaybenchCore

/// Writes traces in every format.
public enum TraceWriter {
  /// Writes a document to a file that appears whole or not at all ("-": standard output; `.gz`: compressed).
  ///
  /// What the format cannot hold is left out: see `losses`.
  /// - Parameter format: `nil`: by the name of the file, otherwise the format of the document.
  /// - Throws: when the file cannot be written, and for NMEA when no track point has a time: nothing would be in it.
  public static func write(
    _ document: TraceDocument, format: TraceFormat? = nil, to path: String
  ) throws(FileWriteError) {
    let format = format ?? TraceFormat(path: path) ?? document.format
    if format == .nmea,
      !document.tracks.contains(where: { $0.segments.joined().contains { $0.timeNanoseconds != nil } })
    {
      throw FileWriteError(
        path: path, message: "no track point has a time; expected times, without which NMEA has no fixes")
    }
    try AtomicFileWriter.write(bytes(of: document, format: format), to: path)
  }

  /// The document as bytes of a format: see `write`. NMEA without any time has none.
  public static func bytes(of document: TraceDocument, format: TraceFormat) -> [UInt8] {
    switch format {
    case .gpx: GPXText.bytes(of: document)
    case .nmea: NMEAText.bytes(of: document)
    case .geojson: GeoJSONText.bytes(of: document)
    case .csv: CSVText.bytes(of: document)
    }
  }
}

/// Writes CSV: a header and one row for each track point; empty fields are unknown.
enum CSVText {
  static func bytes(of document: TraceDocument) -> [UInt8] {
    var bytes: [UInt8] = []
    let segments = document.tracks.flatMap(\.segments)
    let hasSegments = segments.count > 1
    let time = document.hasRelativeTimes ? "t_s" : "time"
    bytes.append(contentsOf: "\(time),lat,lon,ele,accuracy_m,speed_mps,course_deg,hdop".utf8)
    if hasSegments { bytes.append(contentsOf: ",segment".utf8) }
    bytes.append(10)
    for (index, segment) in segments.enumerated() {
      for point in segment {
        if let time = point.timeNanoseconds {
          if document.hasRelativeTimes {
            TimeText.appendSeconds(time, to: &bytes)
          } else {
            TimeText.append(time, to: &bytes)
          }
        }
        bytes.append(UInt8(ascii: ","))
        DecimalText.append(degreesE7: point.coordinate.latitudeE7, to: &bytes)
        bytes.append(UInt8(ascii: ","))
        DecimalText.append(degreesE7: point.coordinate.longitudeE7, to: &bytes)
        for value in [
          point.elevationMeters, point.horizontalAccuracyMeters, point.speedMetersPerSecond, point.courseDegrees,
          point.horizontalDilution,
        ] {
          bytes.append(UInt8(ascii: ","))
          DecimalText.append(value, decimals: 3, to: &bytes)
        }
        if hasSegments {
          bytes.append(UInt8(ascii: ","))
          DecimalText.append(Int64(index), to: &bytes)
        }
        bytes.append(10)
      }
    }
    return bytes
  }
}

/// Writes GeoJSON that reads back as the same trace: a line with its times for plain tracks, one point for each fix
/// where speed, course or accuracy are known. Such points tell their track and segment where there are several.
enum GeoJSONText {
  static func bytes(of document: TraceDocument) -> [UInt8] {
    var json = JSONText()
    json.beginObject()
    json.key("type")
    json.value("FeatureCollection")
    json.key("features")
    json.beginArray()
    for (index, track) in document.tracks.enumerated() {
      if needsPoints(track) {
        writePoints(of: track, index: document.tracks.count > 1 ? index : nil, document, &json)
      } else {
        write(track, document, &json)
      }
    }
    for route in document.routes {
      beginFeature(&json)
      json.key("kind")
      json.value("route")
      endProperties(route.name, &json)
      json.value("LineString")
      json.key("coordinates")
      json.beginArray()
      for coordinate in route.shape { write(coordinate, elevation: .nan, &json) }
      endFeature(&json, closesArray: true)
    }
    for waypoint in document.waypoints {
      beginFeature(&json)
      json.key("kind")
      json.value("waypoint")
      endFeature(waypoint.point, name: waypoint.name, document, &json)
    }
    json.newline()
    json.endArray()
    json.endObject()
    return json.bytes + [10]
  }

  private static func needsPoints(_ track: TraceDocument.Track) -> Bool {
    track.segments.joined().contains {
      !$0.speedMetersPerSecond.isNaN || !$0.courseDegrees.isNaN || !$0.horizontalAccuracyMeters.isNaN
        || !$0.horizontalDilution.isNaN
    }
  }

  /// The first point of a track has its name.
  private static func writePoints(
    of track: TraceDocument.Track, index: Int?, _ document: TraceDocument, _ json: inout JSONText
  ) {
    var name = track.name
    for (segmentIndex, segment) in track.segments.enumerated() {
      for point in segment {
        beginFeature(&json)
        json.key("kind")
        json.value("fix")
        if let index {
          json.key("track_index")
          json.value(index)
        }
        if track.segments.count > 1 {
          json.key("segment_index")
          json.value(segmentIndex)
        }
        endFeature(point, name: name, document, &json)
        name = nil
      }
    }
  }

  private static func beginFeature(_ json: inout JSONText) {
    json.newline()
    json.beginObject()
    json.key("type")
    json.value("Feature")
    json.key("properties")
    json.beginObject()
  }

  private static func endProperties(_ name: String?, _ json: inout JSONText) {
    if let name {
      json.key("name")
      json.value(name)
    }
    json.endObject()
    json.key("geometry")
    json.beginObject()
    json.key("type")
  }

  private static func endFeature(_ json: inout JSONText, closesArray: Bool) {
    if closesArray { json.endArray() }
    json.endObject()
    json.endObject()
  }

  private static func endFeature(
    _ point: TracePoint, name: String?, _ document: TraceDocument, _ json: inout JSONText
  ) {
    if let time = point.timeNanoseconds {
      json.key(document.hasRelativeTimes ? "t_s" : "time")
      write(time, document, &json)
    }
    for (key, value) in [
      ("speed", point.speedMetersPerSecond), ("course", point.courseDegrees),
      ("accuracy", point.horizontalAccuracyMeters), ("hdop", point.horizontalDilution),
    ] where value.isFinite {
      json.key(key)
      json.value(value, decimals: 3)
    }
    endProperties(name, &json)
    json.value("Point")
    json.key("coordinates")
    write(point.coordinate, elevation: point.elevationMeters, &json)
    endFeature(&json, closesArray: false)
  }

  private static func write(_ track: TraceDocument.Track, _ document: TraceDocument, _ json: inout JSONText) {
    beginFeature(&json)
    if track.segments.joined().contains(where: { $0.timeNanoseconds != nil }) {
      json.key(document.hasRelativeTimes ? "t_s" : "coordTimes")
      json.beginArray()
      for segment in track.segments {
        json.beginArray()
        for point in segment {
          if let time = point.timeNanoseconds { write(time, document, &json) } else { json.null() }
        }
        json.endArray()
      }
      json.endArray()
    }
    endProperties(track.name, &json)
    json.value("MultiLineString")
    json.key("coordinates")
    json.beginArray()
    for segment in track.segments {
      json.beginArray()
      for point in segment { write(point.coordinate, elevation: point.elevationMeters, &json) }
      json.endArray()
    }
    endFeature(&json, closesArray: true)
  }

  private static func write(_ time: Int64, _ document: TraceDocument, _ json: inout JSONText) {
    if document.hasRelativeTimes {
      json.value(Double(time) / 1e9, decimals: 6)
    } else {
      json.value(timeNanoseconds: time)
    }
  }

  private static func write(_ coordinate: Coordinate, elevation: Double, _ json: inout JSONText) {
    json.beginArray()
    json.value(degreesE7: coordinate.longitudeE7)
    json.value(degreesE7: coordinate.latitudeE7)
    if elevation.isFinite { json.value(elevation, decimals: 3) }
    json.endArray()
  }
}
