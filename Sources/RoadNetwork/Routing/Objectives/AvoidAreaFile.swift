public import WaybenchCore

/// Areas to keep away from, as they stand in a file.
public enum AvoidAreaFile {
  /// Reads the outlines of GeoJSON polygons: a Polygon, a MultiPolygon, a Feature or a FeatureCollection of them. O(n).
  ///
  /// - Throws: when the file cannot be read or holds anything else; it names the file and the line or feature. Whether
  ///   an
  ///   outline crosses itself is found when weights are made of it.
  public static func read(path: String) throws(RoadImportError) -> [[Coordinate]] {
    try parse(RoadFile.read(path: path), path: path)
  }

  static func parse(_ bytes: [UInt8], path: String) throws(RoadImportError) -> [[Coordinate]] {
    let document: JSONValue
    do throws(JSONTextError) {
      var reader = JSONTextReader(bytes)
      document = try reader.read()
    } catch {
      throw RoadImportError(path: path, place: .line(error.line), message: error.message, expected: error.expected)
    }
    var rings: [[Coordinate]] = []
    let features = document.object?["features"]?.array ?? [document]
    for (index, feature) in features.enumerated() {
      let geometry = feature.object?["geometry"]?.object ?? feature.object ?? [:]
      let coordinates = geometry["coordinates"]?.array ?? []
      let polygons: [JSONValue]
      switch geometry["type"]?.string {
      case "Polygon": polygons = [.array(coordinates)]
      case "MultiPolygon": polygons = coordinates
      default: throw failure(path, index, "no area", "a Polygon or MultiPolygon")
      }
      for polygon in polygons {
        let found = polygon.array ?? []
        guard found.count == 1, let ring = found.first?.array else {
          throw failure(path, index, "a polygon of \(found.count) rings", "one ring: an area to avoid has no holes")
        }
        let points = ring.map(coordinate)
        guard points.count >= 4, !points.contains(nil) else {
          throw failure(path, index, "an unreadable ring", "a closed ring of [longitude, latitude]")
        }
        rings.append(points.compactMap { $0 })
      }
    }
    return rings
  }

  private static func coordinate(_ value: JSONValue) -> Coordinate? {
    guard let numbers = value.array, numbers.count >= 2, let longitude = numbers[0].number,
      let latitude = numbers[1].number, longitude.magnitude <= 180, latitude.magnitude <= 90
    else { return nil }
    return Coordinate(clampingLatitude: latitude, longitude: longitude)
  }

  private static func failure(
    _ path: String, _ index: Int, _ message: String, _ expected: String
  ) -> RoadImportError {
    RoadImportError(path: path, place: .feature(index), message: message, expected: expected)
  }
}
