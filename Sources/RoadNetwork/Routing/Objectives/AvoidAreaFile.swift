public import WaybenchCore

/// Areas to keep away from, as they stand in a file.
public enum AvoidAreaFile {
  /// Reads the outlines of GeoJSON polygons: a Polygon, a MultiPolygon, a Feature or a FeatureCollection of them. O(n).
  ///
  /// - Throws: when the file cannot be read or holds anything else; it names the file and the line or feature. Whether
  ///   an outline crosses itself is found when weights are made of it.
  public static func read(path: String) throws(RoadImportError) -> [[Coordinate]] {
    try parse(RoadFile.read(path: path), path: path)
  }

  static func parse(_ bytes: [UInt8], path: String) throws(RoadImportError) -> [[Coordinate]] {
    let document = try JSONValue.document(bytes, path: path)
    var rings: [[Coordinate]] = []
    let features = document.object?["features"]?.array ?? [document]
    for (index, feature) in features.enumerated() {
      let geometry = feature.object?["geometry"]?.object ?? feature.object ?? [:]
      for polygon in try JSONValue.polygons(of: geometry, path: path, feature: index) {
        guard polygon.count == 1, let ring = polygon.first else {
          throw RoadImportError(
            path: path, place: .feature(index), message: "a polygon of \(polygon.count) rings",
            expected: "one ring: an area to avoid has no holes")
        }
        rings.append(ring.map { Coordinate(clampingLatitude: $0.y, longitude: $0.x) })
      }
    }
    return rings
  }
}
