import GeometryGEOS
import WaybenchCore

/// The area of a country, for roads that do not say where they lie.
public struct CountryArea: Sendable {
  /// The country.
  public let country: CountryCode
  /// Its polygons: outlines and holes in degrees, x east and y north.
  let polygons: [[[PlanePoint]]]

  /// Reads a GeoJSON FeatureCollection of Polygons and MultiPolygons whose property `country`, `ISO3166-1` or
  /// `ISO3166-1:alpha2` is a country's two letters. O(n).
  ///
  /// - Throws: when the file cannot be read, is no such GeoJSON, or an area is none that GEOS accepts.
  public static func read(path: String) throws(RoadImportError) -> [CountryArea] {
    try parse(RoadFile.read(path: path), path: path)
  }

  static func parse(_ bytes: [UInt8], path: String = "") throws(RoadImportError) -> [CountryArea] {
    let document = try JSONValue.document(bytes, path: path)
    guard let members = document.object, members["type"]?.string == "FeatureCollection",
      let features = members["features"]?.array, !features.isEmpty
    else {
      throw RoadImportError(
        path: path, message: "no areas", expected: "a GeoJSON FeatureCollection of countries' polygons")
    }
    var areas: [CountryArea] = []
    for (index, feature) in features.enumerated() {
      let area = try area(feature, path: path, index: index)
      do throws(GEOSError) { _ = try CountryFinder.Area(area, context: GEOSContext()) } catch {
        throw failure(path, index, "an area that cannot be used (\(error))", "rings that do not cross themselves")
      }
      areas.append(area)
    }
    return areas
  }

  private static func failure(
    _ path: String, _ index: Int, _ message: String, _ expected: String
  ) -> RoadImportError {
    RoadImportError(path: path, place: .feature(index), message: message, expected: expected)
  }

  private static func area(
    _ feature: JSONValue, path: String, index: Int
  ) throws(RoadImportError) -> CountryArea {
    let properties = feature.object?["properties"]?.object ?? [:]
    let named = ["country", "ISO3166-1", "ISO3166-1:alpha2"].compactMap { properties[$0]?.string }.first
    guard let country = named.flatMap(CountryCode.init) else {
      throw failure(
        path, index, named.map { "the country \"\($0)\"" } ?? "an area without a country",
        "the property \"country\" with two letters (ISO 3166) such as \"AT\"")
    }
    let geometry = feature.object?["geometry"]?.object ?? [:]
    return CountryArea(
      country: country, polygons: try JSONValue.polygons(of: geometry, path: path, feature: index))
  }
}

/// Finds the country of a place. Belongs to one thread.
struct CountryFinder {
  private let context: GEOSContext
  private let areas: [Area]

  /// An area with what GEOS needs to answer quickly.
  struct Area {
    var country: CountryCode
    /// Each polygon with the box around it.
    var polygons: [(box: Geometry.Bounds, prepared: PreparedGeometry)] = []

    init(_ area: CountryArea, context: GEOSContext) throws(GEOSError) {
      country = area.country
      for rings in area.polygons {
        guard let outline = rings.first else { continue }
        let polygon = try context.polygon(outline, holes: Array(rings.dropFirst()))
        if case .invalid(let reason, _) = try polygon.validity() {
          throw .failed(operation: "polygon", message: reason)
        }
        guard let box = polygon.bounds else { continue }
        polygons.append((box, try PreparedGeometry(polygon)))
      }
    }
  }

  /// Prepares areas. O(n log n) in their points.
  init(_ areas: [CountryArea]) throws(GEOSError) {
    context = try GEOSContext()
    var prepared: [Area] = []
    for area in areas { prepared.append(try Area(area, context: context)) }
    self.areas = prepared
  }

  /// The country of the first area that holds a place or touches it; `nil` when none does.
  func country(at place: Coordinate) throws(GEOSError) -> CountryCode? {
    let (x, y) = (place.longitude, place.latitude)
    var point: Geometry?
    for area in areas {
      for (box, prepared) in area.polygons
      where x >= box.minimum.x && x <= box.maximum.x && y >= box.minimum.y && y <= box.maximum.y {
        let asked: Geometry
        if let point { asked = point } else { asked = try context.point(PlanePoint(x: x, y: y)) }
        point = asked
        if try prepared.intersects(asked) { return area.country }
      }
    }
    return nil
  }
}
