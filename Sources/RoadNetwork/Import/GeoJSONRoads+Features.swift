import WaybenchCore

extension GeoJSONSourceBuilder {
  /// Reads all features; what is neither a road nor a barrier is counted and passed over.
  mutating func parseFeatures(
    _ features: [JSONValue]
  ) throws(RoadImportError) -> (edges: [GeoJSONEdge], barriers: [GeoJSONBarrier]) {
    var edges: [GeoJSONEdge] = []
    var barriers: [GeoJSONBarrier] = []
    for (index, feature) in features.enumerated() {
      guard let members = feature.object, let geometry = members["geometry"]?.object,
        let type = geometry["type"]?.string
      else { throw failure(index, "no geometry", "a Feature with a geometry") }
      let properties = GeoJSONProperties(path: path, feature: index, members: members["properties"]?.object ?? [:])
      let kind = try properties.text("kind")
      if type == "LineString", kind == nil || kind == "road" || kind == "edge" {
        let edge = try edge(properties, try line(geometry["coordinates"], index))
        if edge.isUsable, !edge.isForOthers { edges.append(edge) } else { skip(edge) }
      } else if type == "Point", kind == "barrier" {
        barriers.append(try barrier(properties, try position(geometry["coordinates"], index)))
      } else {
        ignored += 1
      }
    }
    return (edges, barriers)
  }

  private func edge(
    _ properties: GeoJSONProperties, _ line: [Coordinate]
  ) throws(RoadImportError) -> GeoJSONEdge {
    let name = try properties.text("edge")
    let className = try properties.text("class") ?? "unclassified"
    let isFerry = try properties.flag("ferry") || className == "ferry"
    guard let roadClass = isFerry ? .ferry : RoadRules.roadClass(highway: className) else {
      throw failure(properties.feature, "the class \"\(className)\"", "a kind of road such as \"residential\"")
    }
    let general = try access(properties, "access")
    let own = try access(properties, rules.mode.accessKey)
    let isForOthers = own == nil && rules.accessWithoutTags(roadClass) == .none
    var flags: RoadSource.WayFlags = isFerry ? .ferry : []
    if try properties.flag("roundabout") { flags.insert(.roundabout) }
    if try properties.flag("tunnel") { flags.insert(.tunnel) }
    if try properties.flag("bridge") { flags.insert(.bridge) }
    if try properties.flag("toll") { flags.insert(.toll) }
    let kilometersPerHour = try properties.number("kmh", in: 1...254) ?? 0
    return GeoJSONEdge(
      feature: properties.feature, name: name, from: try properties.text("from"), to: try properties.text("to"),
      isOneway: try properties.flag("oneway"), roadClass: roadClass, access: own ?? general ?? .allowed,
      isForOthers: isForOthers,
      layer: Int8(try properties.wholeNumber("level", in: -128...127) ?? 0),
      kilometersPerHour: UInt8(kilometersPerHour.rounded()),
      roadName: try properties.text("name") ?? name ?? "", reference: try properties.text("ref") ?? "", flags: flags,
      id: try properties.wholeNumber("id", in: GeoJSONProperties.exactNumbers),
      way: try properties.wholeNumber("way", in: GeoJSONProperties.exactNumbers), line: line)
  }

  private func access(
    _ properties: GeoJSONProperties, _ key: String
  ) throws(RoadImportError) -> RoadSource.Access? {
    guard let value = try properties.text(key) else { return nil }
    guard let access = rules.access(value: value) else {
      throw failure(
        properties.feature, "the \(key) \"\(value)\"", "a value such as \"yes\", \"private\" or \"no\"")
    }
    return access
  }

  private func barrier(
    _ properties: GeoJSONProperties, _ position: Coordinate
  ) throws(RoadImportError) -> GeoJSONBarrier {
    let named = try properties.text("edge")
    let namedOn = try properties.text("on_edge")
    guard let edge = named ?? namedOn else {
      throw failure(properties.feature, "a barrier without an edge", "the property \"edge\"")
    }
    var tags = OSMTags()
    tags.append(.barrier, try properties.text("barrier") ?? "yes")
    if let access = try properties.text("access") { tags.append(.access, access) }
    if let key = OSMKey(rawValue: rules.mode.accessKey), let own = try properties.text(key.rawValue) {
      tags.append(key, own)
    }
    return GeoJSONBarrier(
      feature: properties.feature, edge: edge, flags: rules.nodeFlags(tags), position: position)
  }

  /// The positions of a line without immediate repetition; a line of one place keeps two.
  private func line(_ value: JSONValue?, _ feature: Int) throws(RoadImportError) -> [Coordinate] {
    guard let positions = value?.array, positions.count >= 2 else {
      throw failure(feature, "a line of less than two positions", "\"coordinates\" of at least two positions")
    }
    var line: [Coordinate] = []
    for value in positions {
      let next = try position(value, feature)
      if line.last != next { line.append(next) }
    }
    return line.count == 1 ? line + line : line
  }

  private func position(_ value: JSONValue?, _ feature: Int) throws(RoadImportError) -> Coordinate {
    guard let numbers = value?.array, numbers.count >= 2, let longitude = numbers[0].number,
      let latitude = numbers[1].number
    else { throw failure(feature, "an unreadable position", "[longitude, latitude]") }
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw failure(
        feature, "the position [\(longitude), \(latitude)]", "a longitude in -180 ... 180 and a latitude in -90 ... 90")
    }
    return coordinate
  }
}

/// The properties of one feature, with errors that name it. A null counts as absent.
struct GeoJSONProperties {
  let path: String
  let feature: Int
  let members: [String: JSONValue]

  /// Whole numbers that a `Double`, and with it JSON, holds without doubt.
  static let exactNumbers: ClosedRange<Int64> = -9_007_199_254_740_991...9_007_199_254_740_991

  /// A text, or `nil` when absent.
  func text(_ key: String) throws(RoadImportError) -> String? {
    guard let value = present(key) else { return nil }
    guard let text = value.string else { throw failure(key, value.kind, "a text") }
    return text.isEmpty ? nil : text
  }

  /// A truth value, false when absent.
  func flag(_ key: String) throws(RoadImportError) -> Bool {
    guard let value = present(key) else { return false }
    guard case .bool(let flag) = value else { throw failure(key, value.kind, "true or false") }
    return flag
  }

  /// A number within a range, or `nil` when absent.
  func number(_ key: String, in range: ClosedRange<Double>) throws(RoadImportError) -> Double? {
    guard let value = present(key) else { return nil }
    guard let number = value.number, range.contains(number) else {
      throw failure(key, value.number.map { "\($0)" } ?? value.kind, "a number in \(range)")
    }
    return number
  }

  /// A whole number within a range, or `nil` when absent.
  func wholeNumber(_ key: String, in range: ClosedRange<Int64>) throws(RoadImportError) -> Int64? {
    guard let value = present(key) else { return nil }
    guard let number = value.number, let whole = Int64(exactly: number), range.contains(whole) else {
      throw failure(key, value.number.map { "\($0)" } ?? value.kind, "a whole number in \(range)")
    }
    return whole
  }

  private func present(_ key: String) -> JSONValue? {
    let value = members[key]
    return value == .null ? nil : value
  }

  private func failure(_ key: String, _ found: String, _ expected: String) -> RoadImportError {
    RoadImportError(path: path, place: .feature(feature), message: "\"\(key)\" is \(found)", expected: expected)
  }
}
