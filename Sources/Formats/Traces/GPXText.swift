import WaybenchCore

/// Writes GPX 1.1, with speed and course in Garmin's TrackPointExtension v2 and accuracy beside it.
enum GPXText {
  private static let extensionNamespace = "http://www.garmin.com/xmlschemas/TrackPointExtension/v2"

  static func bytes(of document: TraceDocument) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(contentsOf: #"<?xml version="1.0" encoding="UTF-8"?>"#.utf8)
    bytes.append(10)
    bytes.append(contentsOf: #"<gpx version="1.1" creator="waybench" xmlns="http://www.topografix.com/GPX/1/1""#.utf8)
    bytes.append(contentsOf: #" xmlns:gpxtpx="\#(extensionNamespace)">"#.utf8)
    bytes.append(10)
    for waypoint in document.waypoints {
      append(waypoint.point, "wpt", RoutePointText(name: waypoint.name), document, &bytes)
    }
    for route in document.routes {
      bytes.append(contentsOf: "<rte>".utf8)
      append("name", route.name, &bytes)
      bytes.append(10)
      if route.shape.count == route.points.count {
        for (point, text) in zip(route.points, route.pointTexts) { append(point, "rtept", text, document, &bytes) }
      } else {
        for coordinate in route.shape {
          append(TracePoint(coordinate: coordinate), "rtept", RoutePointText(), document, &bytes)
        }
      }
      bytes.append(contentsOf: "</rte>\n".utf8)
    }
    for track in document.tracks {
      bytes.append(contentsOf: "<trk>".utf8)
      append("name", track.name, &bytes)
      bytes.append(10)
      for segment in track.segments {
        bytes.append(contentsOf: "<trkseg>\n".utf8)
        for point in segment { append(point, "trkpt", RoutePointText(), document, &bytes) }
        bytes.append(contentsOf: "</trkseg>\n".utf8)
      }
      bytes.append(contentsOf: "</trk>\n".utf8)
    }
    bytes.append(contentsOf: "</gpx>\n".utf8)
    return bytes
  }

  private static func append(
    _ point: TracePoint, _ element: String, _ text: RoutePointText, _ document: TraceDocument, _ bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: "<\(element) lat=\"".utf8)
    DecimalText.append(degreesE7: point.coordinate.latitudeE7, to: &bytes)
    bytes.append(contentsOf: "\" lon=\"".utf8)
    DecimalText.append(degreesE7: point.coordinate.longitudeE7, to: &bytes)
    bytes.append(contentsOf: "\">".utf8)
    append("ele", point.elevationMeters, &bytes)
    if let time = point.timeNanoseconds {
      bytes.append(contentsOf: "<time>".utf8)
      TimeText.append(time, to: &bytes)
      bytes.append(contentsOf: "</time>".utf8)
    }
    append("name", text.name, &bytes)
    append("desc", text.description, &bytes)
    append("type", text.type, &bytes)
    append("hdop", point.horizontalDilution, &bytes)
    let hasMotion = point.speedMetersPerSecond.isFinite || point.courseDegrees.isFinite
    if hasMotion || point.horizontalAccuracyMeters.isFinite {
      bytes.append(contentsOf: "<extensions>".utf8)
      if hasMotion {
        bytes.append(contentsOf: "<gpxtpx:TrackPointExtension>".utf8)
        append("gpxtpx:speed", point.speedMetersPerSecond, &bytes)
        append("gpxtpx:course", point.courseDegrees, &bytes)
        bytes.append(contentsOf: "</gpxtpx:TrackPointExtension>".utf8)
      }
      append("accuracy", point.horizontalAccuracyMeters, &bytes)
      bytes.append(contentsOf: "</extensions>".utf8)
    }
    bytes.append(contentsOf: "</\(element)>\n".utf8)
  }

  private static func append(_ element: String, _ value: Double, _ bytes: inout [UInt8]) {
    guard value.isFinite else { return }
    bytes.append(contentsOf: "<\(element)>".utf8)
    DecimalText.append(value, decimals: 3, to: &bytes)
    bytes.append(contentsOf: "</\(element)>".utf8)
  }

  private static func append(_ element: String, _ text: String?, _ bytes: inout [UInt8]) {
    guard let text else { return }
    bytes.append(contentsOf: "<\(element)>".utf8)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
      case 9, 10, 13, 32...: bytes.append(byte)
      default: break
      }
    }
    bytes.append(contentsOf: "</\(element)>".utf8)
  }
}

/// Writes NMEA 0183: RMC and GGA for each point with a time, GST where the accuracy is known.
///
/// Positions have 6 decimals of a minute, which is exact; times whole milliseconds.
enum NMEAText {
  static func bytes(of document: TraceDocument) -> [UInt8] {
    var bytes: [UInt8] = []
    for point in document.trackPoints { append(point, to: &bytes) }
    return bytes
  }

  /// Appends the sentences of one point; nothing when it has no time.
  static func append(_ point: TracePoint, to bytes: inout [UInt8]) {
    guard let nanoseconds = point.timeNanoseconds else { return }
    let (milliseconds, _) = TimeText.floorDivide(nanoseconds &+ 500_000, 1_000_000)
    let (days, millisecondOfDay) = TimeText.floorDivide(milliseconds, 86_400_000)
    let date = TimeText.date(days: days)
    let time = timeText(Int(millisecondOfDay))
    let position =
      text(point.coordinate.latitudeE7, width: 2, "N", "S") + ","
      + text(point.coordinate.longitudeE7, width: 3, "E", "W")
    let speed = DecimalText.text(point.speedMetersPerSecond / NMEAClock.metersPerSecondPerKnot, decimals: 4) ?? ""
    let course = DecimalText.text(point.courseDegrees, decimals: 3) ?? ""
    var dateBytes: [UInt8] = []
    DecimalText.append(date.day, width: 2, to: &dateBytes)
    DecimalText.append(date.month, width: 2, to: &dateBytes)
    DecimalText.append(date.year % 100, width: 2, to: &dateBytes)
    let dateText = String(decoding: dateBytes, as: UTF8.self)
    append("GPRMC,\(time),A,\(position),\(speed),\(course),\(dateText),,,A", &bytes)
    let elevation = DecimalText.text(point.elevationMeters, decimals: 3) ?? ""
    let dilution = DecimalText.text(point.horizontalDilution, decimals: 3) ?? ""
    append("GPGGA,\(time),\(position),1,,\(dilution),\(elevation),M,,M,,", &bytes)
    let isFromDilution =
      (point.horizontalDilution * TracePoint.accuracyMetersPerDilution)
      == point.horizontalAccuracyMeters
    if point.horizontalAccuracyMeters.isFinite && !isFromDilution {
      let deviation = DecimalText.text(point.horizontalAccuracyMeters / 1.515, decimals: 5) ?? ""
      append("GPGST,\(time),,,,,\(deviation),\(deviation),", &bytes)
    }
  }

  private static func append(_ sentence: String, _ bytes: inout [UInt8]) {
    let sum = sentence.utf8.reduce(0) { $0 ^ $1 }
    bytes.append(contentsOf: "$\(sentence)*\(NMEASentence.text(sum))\r\n".utf8)
  }

  private static func timeText(_ millisecondOfDay: Int) -> String {
    var bytes: [UInt8] = []
    let second = millisecondOfDay / 1000
    DecimalText.append(second / 3600 * 10_000 + second / 60 % 60 * 100 + second % 60, width: 6, to: &bytes)
    bytes.append(UInt8(ascii: "."))
    DecimalText.append(millisecondOfDay % 1000, width: 3, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Degrees as `ddmm.mmmmmm,N`.
  private static func text(_ degreesE7: Int32, width: Int, _ positive: String, _ negative: String) -> String {
    // One unit of 1e-7 degrees is exactly 6 units of 1e-6 minutes.
    let units = Int64(degreesE7.magnitude) * 6
    var bytes: [UInt8] = []
    DecimalText.append(Int(units / 60_000_000), width: width, to: &bytes)
    DecimalText.append(Int(units % 60_000_000 / 1_000_000), width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "."))
    DecimalText.append(Int(units % 1_000_000), width: 6, to: &bytes)
    return String(decoding: bytes, as: UTF8.self) + "," + (degreesE7 < 0 ? negative : positive)
  }
}
