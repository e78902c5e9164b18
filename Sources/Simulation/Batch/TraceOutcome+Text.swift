import Formats
import WaybenchCore

extension TraceOutcome {
  /// The bytes of a file of a format.
  public func bytes(as format: Format) -> [UInt8] {
    switch format {
    case .json: jsonBytes
    case .geojson: geoJSONBytes
    case .gpx: gpxBytes
    case .ndjson: ndjsonBytes
    }
  }

  private var jsonBytes: [UInt8] {
    var json = JSONText()
    json.beginObject()
    json.key("code")
    json.value(pieces.isEmpty ? "NoMatch" : "Ok")
    json.key("fixes")
    json.value(fixes.count)
    json.key("placed")
    json.value(placedCount)
    json.key("lengthMeters")
    json.value(lengthMeters, decimals: 2)
    json.key("matchings")
    json.beginArray()
    for piece in pieces {
      json.newline()
      json.beginObject()
      json.key("distance")
      json.value(piece.lengthMeters, decimals: 2)
      json.key("geometry")
      json.value(EncodedPolyline.encode(piece.line, precision: .decimals6))
      write(piece.members, &json)
      json.endObject()
    }
    json.endArray()
    json.key("tracepoints")
    json.beginArray()
    for (index, fix) in fixes.enumerated() {
      json.newline()
      json.beginObject()
      writeFix(index, fix, &json)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    json.newline()
    return json.bytes
  }

  private var ndjsonBytes: [UInt8] {
    var json = JSONText()
    for (index, fix) in fixes.enumerated() {
      json.beginObject()
      writeFix(index, fix, &json)
      json.endObject()
      json.newline()
    }
    return json.bytes
  }

  private var geoJSONBytes: [UInt8] {
    var json = JSONText()
    json.beginFeatureCollection()
    for (index, piece) in pieces.enumerated() {
      json.beginFeature(kind: "match")
      json.key("piece")
      json.value(index)
      json.key("lengthMeters")
      json.value(piece.lengthMeters, decimals: 2)
      write(piece.members, &json)
      json.endFeature(line: piece.line)
    }
    for (index, fix) in fixes.enumerated() {
      json.beginFeature(kind: "fix")
      writeFix(index, fix, &json)
      json.endFeature(point: fix.coordinate ?? fix.fix.coordinate)
    }
    json.endFeatureCollection()
    return json.bytes
  }

  private var gpxBytes: [UInt8] {
    var document = TraceDocument(format: .gpx)
    var segments: [[TracePoint]] = []
    var piece: Int?
    for item in fixes {
      guard let coordinate = item.coordinate else { continue }
      let point = TracePoint(coordinate: coordinate, timeNanoseconds: hasTimes ? item.fix.timeNanoseconds : nil)
      if segments.isEmpty || item.piece != piece { segments.append([]) }
      piece = item.piece
      segments[segments.count - 1].append(point)
    }
    document.tracks = segments.isEmpty ? [] : [TraceDocument.Track(name: "placed fixes", segments: segments)]
    return TraceWriter.bytes(of: document, format: .gpx)
  }

  private func writeFix(_ index: Int, _ item: FixOutcome, _ json: inout JSONText) {
    json.key("fix")
    json.value(index)
    if hasTimes {
      json.key("t")
      json.value(Double(item.fix.timeNanoseconds) / 1e9, decimals: 3)
    }
    json.key("matched")
    json.value(item.coordinate != nil)
    json.key("raw")
    json.position(item.fix.coordinate)
    if let coordinate = item.coordinate {
      json.key("location")
      json.position(coordinate)
    }
    json.key("distanceFromMeters")
    json.value(item.distanceMeters, decimals: 2)
    write(item.members, &json)
  }

  private func write(_ members: [(key: String, value: Value)], _ json: inout JSONText) {
    for (key, value) in members {
      json.key(key)
      switch value {
      case .number(let number, let decimals): json.value(number, decimals: decimals)
      case .integer(let number): json.value(number)
      case .text(let text): json.value(text)
      case .integers(let numbers):
        json.beginArray()
        for number in numbers { json.value(number) }
        json.endArray()
      }
    }
  }
}
