import WaybenchCore

/// One position of a GeoJSON geometry.
struct GeoJSONPosition {
  var coordinate: Coordinate
  /// Metres; NaN when there is no third number.
  var elevation: Double
  var line: Int32
  /// Which position of the feature it is, rejected ones counted.
  var index: Int
}

/// One feature: its geometry and the properties that matter here.
struct GeoJSONFeature {
  enum Geometry: Equatable {
    case none, point, line, lines
    case other(String)
  }

  var line: Int32 = 1
  var geometry = Geometry.none
  var lines: [[GeoJSONPosition]] = []
  var faults: [(line: Int32, reason: String)] = []
  /// Positions of the geometry, rejected ones counted.
  var positionCount = 0
  var kind: String?
  var name: String?
  var type: String?
  var modifier: String?
  var exit: Int?
  var vertex: Int?
  var isSilent = false
  var lengthMeters: Double?
  var time: Int64?
  var relativeTime: Int64?
  var times: [Int64?] = []
  var relativeTimes: [Int64?] = []
  var speed: Double?
  var course: Double?
  var accuracy: Double?
  var dilution: Double?
  /// Which track and segment a fix belongs to, as this project writes them.
  var trackIndex: Int?
  var segmentIndex: Int?
  /// What only planned routes have.
  var route = RouteProperties()
}

/// Walks through GeoJSON and gives each feature once it is whole. Bare geometries count as features.
struct GeoJSONWalker {
  private var scanner: JSONScanner
  private let keepsRoutes: Bool
  /// Whether a type of GeoJSON has been seen.
  private(set) var hasGeoJSONType = false

  /// - Parameter keepsRoutes: whether the properties of planned routes are wanted; they are passed over otherwise.
  init(_ bytes: [UInt8], keepsRoutes: Bool = false) {
    scanner = JSONScanner(bytes)
    self.keepsRoutes = keepsRoutes
  }

  /// Gives the features in file order.
  mutating func walk(_ body: (GeoJSONFeature) -> Void) throws(JSONError) {
    guard try scanner.next() == .beginObject else { throw scanner.failure("not an object; expected GeoJSON") }
    try object(body)
    _ = try scanner.next()
  }

  /// Reads an object whose `{` is taken: a collection, a feature or a geometry.
  private mutating func object(_ body: (GeoJSONFeature) -> Void) throws(JSONError) {
    var feature = GeoJSONFeature()
    feature.line = scanner.line
    var isCollection = false
    while try scanner.next() == .key {
      if scanner.tokenEquals("features") || scanner.tokenEquals("geometries") {
        isCollection = true
        try collection(body)
      } else if scanner.tokenEquals("type") {
        try type(&feature, isGeometry: false)
      } else if scanner.tokenEquals("geometry") {
        let token = try scanner.next()
        if token == .beginObject { try geometry(&feature) } else { try scanner.skip(token) }
      } else if scanner.tokenEquals("properties") {
        let token = try scanner.next()
        if token == .beginObject { try properties(&feature) } else { try scanner.skip(token) }
      } else if scanner.tokenEquals("coordinates") {
        try coordinates(&feature)
      } else {
        try scanner.skip(try scanner.next())
      }
    }
    if !isCollection { body(feature) }
  }

  private mutating func collection(_ body: (GeoJSONFeature) -> Void) throws(JSONError) {
    guard try scanner.next() == .beginArray else { throw scanner.failure("features are no array; expected [") }
    while true {
      let token = try scanner.next()
      if token == .endArray { return }
      if token == .beginObject { try object(body) } else { try scanner.skip(token) }
    }
  }

  private mutating func geometry(_ feature: inout GeoJSONFeature) throws(JSONError) {
    while try scanner.next() == .key {
      if scanner.tokenEquals("type") {
        try type(&feature, isGeometry: true)
      } else if scanner.tokenEquals("coordinates") {
        try coordinates(&feature)
      } else {
        try scanner.skip(try scanner.next())
      }
    }
  }

  private mutating func type(_ feature: inout GeoJSONFeature, isGeometry: Bool) throws(JSONError) {
    let token = try scanner.next()
    guard token == .string else { return try scanner.skip(token) }
    switch scanner.stringValue {
    case "Point": feature.geometry = .point
    case "LineString": feature.geometry = .line
    case "MultiLineString": feature.geometry = .lines
    case "FeatureCollection", "Feature", "GeometryCollection": break
    case "MultiPoint", "Polygon", "MultiPolygon": feature.geometry = .other(scanner.stringValue)
    default:
      if isGeometry { feature.geometry = .other(scanner.stringValue) }
      return
    }
    hasGeoJSONType = true
  }

  /// Reads positions at whatever depth they stand: arrays that hold numbers are positions, arrays of those are lines.
  private mutating func coordinates(_ feature: inout GeoJSONFeature) throws(JSONError) {
    let first = try scanner.next()
    guard first == .beginArray else { return try scanner.skip(first) }
    let outside = scanner.depth - 1
    var line: [GeoJSONPosition] = []
    var numbers: (Double, Double, Double) = (.nan, .nan, .nan)
    var numberCount = 0
    var hasNumbers = false
    while scanner.depth > outside {
      switch try scanner.next() {
      case .number:
        hasNumbers = true
        let value = scanner.numberValue ?? .nan
        if numberCount == 0 { numbers.0 = value }
        if numberCount == 1 { numbers.1 = value }
        if numberCount == 2 { numbers.2 = value }
        numberCount += 1
      case .endArray:
        if hasNumbers {
          take(numbers, numberCount, &feature, &line)
          hasNumbers = false
        } else {
          feature.lines.append(line)
          line = []
        }
        numbers = (.nan, .nan, .nan)
        numberCount = 0
      case .beginArray: break
      case .beginObject: try scanner.skip(.beginObject)
      default:
        hasNumbers = true
        numberCount += 1
      }
    }
    if !line.isEmpty { feature.lines.append(line) }
    feature.lines.removeAll { $0.isEmpty }
  }

  private func take(
    _ numbers: (Double, Double, Double), _ count: Int, _ feature: inout GeoJSONFeature,
    _ line: inout [GeoJSONPosition]
  ) {
    let index = feature.positionCount
    feature.positionCount += 1
    guard let coordinate = Coordinate(latitude: numbers.1, longitude: numbers.0) else {
      let found = "\(numbers.0), \(numbers.1)"
      feature.faults.append((scanner.line, "[\(found)] is no longitude and latitude; expected -180 to 180, -90 to 90"))
      return
    }
    let elevation = count > 2 ? numbers.2 : .nan
    line.append(
      GeoJSONPosition(coordinate: coordinate, elevation: elevation, line: scanner.line, index: index))
  }

  private mutating func properties(_ feature: inout GeoJSONFeature) throws(JSONError) {
    while try scanner.next() == .key {
      let key = scanner.stringValue
      let token = try scanner.next()
      if keepsRoutes, try feature.route.take(key, token, &scanner) { continue }
      switch (key, token) {
      case ("coordinateProperties", .beginObject): try properties(&feature)
      case ("coordTimes", .beginArray), ("times", .beginArray), ("t_s", .beginArray):
        try times(&feature, areRelative: key == "t_s")
      case (_, .string): takeText(key, scanner.stringValue, &feature)
      case (_, .number): takeNumber(key, scanner.numberValue ?? .nan, &feature)
      case ("silent", .true): feature.isSilent = true
      default: try scanner.skip(token)
      }
    }
  }

  private func takeText(_ key: String, _ text: String, _ feature: inout GeoJSONFeature) {
    switch key {
    case "kind": feature.kind = text
    case "name": feature.name = text
    case "type": feature.type = text
    case "modifier": feature.modifier = text
    case "time", "timestamp", "datetime": feature.time = TimeText.parse(text)
    default: break
    }
  }

  private func takeNumber(_ key: String, _ value: Double, _ feature: inout GeoJSONFeature) {
    switch key {
    case "time", "timestamp": feature.time = TimeText.epoch(value)
    case "t_s", "t": feature.relativeTime = TimeText.nanoseconds(seconds: value)
    case "speed", "speed_mps": feature.speed = value
    case "speed_kmh": feature.speed = value / 3.6
    case "course", "course_deg", "heading", "bearing": feature.course = value
    case "accuracy", "accuracy_m": feature.accuracy = value
    case "hdop": feature.dilution = value
    case "track_index": feature.trackIndex = Int(exactly: value)
    case "segment_index": feature.segmentIndex = Int(exactly: value)
    case "vertex": feature.vertex = Int(exactly: value)
    case "exit": feature.exit = Int(exactly: value)
    case "length_m": feature.lengthMeters = value
    default: break
    }
  }

  /// Reads the times of the positions, flat or one array for each line.
  private mutating func times(_ feature: inout GeoJSONFeature, areRelative: Bool) throws(JSONError) {
    let outside = scanner.depth - 1
    while scanner.depth > outside {
      var time: Int64?
      switch try scanner.next() {
      case .string: time = TimeText.parse(scanner.stringValue)
      case .number:
        let value = scanner.numberValue ?? .nan
        time = areRelative ? TimeText.nanoseconds(seconds: value) : TimeText.epoch(value)
      case .null: break
      case .beginObject:
        try scanner.skip(.beginObject)
        continue
      default: continue
      }
      if areRelative { feature.relativeTimes.append(time) } else { feature.times.append(time) }
    }
  }
}
