public import WaybenchCore

extension JSONText {
  /// Opens a GeoJSON feature collection up to its list of features; `endFeatureCollection` closes it.
  public mutating func beginFeatureCollection() {
    beginObject()
    key("type")
    value("FeatureCollection")
    key("features")
    beginArray()
  }

  /// Closes a feature collection and ends its line.
  public mutating func endFeatureCollection() {
    newline()
    endArray()
    endObject()
    newline()
  }

  /// Opens a feature on a line of its own, up to its properties; `endFeature` closes both.
  ///
  /// - Parameter kind: the property `kind`; `nil` leaves it out.
  public mutating func beginFeature(kind: String? = nil) {
    newline()
    beginObject()
    key("type")
    value("Feature")
    key("properties")
    beginObject()
    if let kind {
      key("kind")
      value(kind)
    }
  }

  /// Closes the properties and gives the feature a line. A line of one coordinate gets it twice, as GeoJSON wants two.
  public mutating func endFeature(line: [Coordinate]) {
    endObject()
    key("geometry")
    geometry(line: line)
    endObject()
  }

  /// Writes a LineString; one coordinate stands twice.
  public mutating func geometry(line: [Coordinate]) {
    beginGeometry("LineString")
    beginArray()
    for coordinate in line.count == 1 ? line + line : line { position(coordinate) }
    endArray()
    endObject()
  }

  /// Closes the properties and gives the feature a point.
  public mutating func endFeature(point: Coordinate) {
    endObject()
    key("geometry")
    beginGeometry("Point")
    position(point)
    endObject()
    endObject()
  }

  /// Writes a position: longitude, latitude.
  public mutating func position(_ coordinate: Coordinate) {
    beginArray()
    value(degreesE7: coordinate.longitudeE7)
    value(degreesE7: coordinate.latitudeE7)
    endArray()
  }

  private mutating func beginGeometry(_ type: String) {
    beginObject()
    key("type")
    value(type)
    key("coordinates")
  }
}
