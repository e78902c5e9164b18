import WaybenchCore

extension JSONValue {
  /// The document that a file's bytes are.
  ///
  /// - Throws: what is no JSON, by file and line.
  static func document(_ bytes: [UInt8], path: String) throws(RoadImportError) -> JSONValue {
    do throws(JSONTextError) {
      var reader = JSONTextReader(bytes)
      return try reader.read()
    } catch {
      throw RoadImportError(path: path, place: .line(error.line), message: error.message, expected: error.expected)
    }
  }

  /// The polygons of a GeoJSON geometry (RFC 7946, 3.1.6), each with its rings of longitudes and latitudes.
  ///
  /// - Throws: what is no area, or no closed ring of places on Earth, by file and feature.
  static func polygons(
    of geometry: [String: JSONValue], path: String, feature: Int
  ) throws(RoadImportError) -> [[[PlanePoint]]] {
    func failure(_ message: String, _ expected: String) -> RoadImportError {
      RoadImportError(path: path, place: .feature(feature), message: message, expected: expected)
    }
    let coordinates = geometry["coordinates"]?.array ?? []
    let polygons: [JSONValue]
    switch geometry["type"]?.string {
    case "Polygon": polygons = [.array(coordinates)]
    case "MultiPolygon": polygons = coordinates
    default: throw failure("no area", "a Polygon or MultiPolygon")
    }
    var result: [[[PlanePoint]]] = []
    for polygon in polygons {
      let rings = (polygon.array ?? []).map { ring in (ring.array ?? []).map(\.point) }
      guard !rings.isEmpty, rings.allSatisfy({ $0.count >= 4 && !$0.contains(nil) }) else {
        throw failure("an unreadable ring", "closed rings of [longitude, latitude]")
      }
      result.append(rings.map { $0.compactMap { $0 } })
    }
    return result
  }

  private var point: PlanePoint? {
    guard let numbers = array, numbers.count >= 2, let x = numbers[0].number, let y = numbers[1].number,
      x.magnitude <= 180, y.magnitude <= 90
    else { return nil }
    return PlanePoint(x: x, y: y)
  }
}
