/// Legal speed limits.
extension RoadRules {
  /// The unknown limit.
  static let unknownLimit: UInt8 = 0
  /// No limit by law.
  static let noLimit: UInt8 = 255

  /// The legal limit of a way in one sense, km/h; 0 unknown, 255 none.
  ///
  /// In this order: the sign of that sense, the sign of both, the zone that a tag names, and, with a country known,
  /// what
  /// its law says for motorways, residential and living streets (other classes run inside and outside settlements, and
  /// no tag tells which).
  static func speedLimit(_ tags: OSMTags, _ sense: Sense, roadClass: RoadClass, country: String?) -> UInt8 {
    for key in [sense == .forward ? OSMKey.maxspeedForward : .maxspeedBackward, .maxspeed] {
      if let value = tags[key], let limit = limit(value: value, country: country) { return limit }
    }
    for key in [OSMKey.maxspeedType, .sourceMaxspeed, .zoneMaxspeed, .zoneTraffic] {
      if let value = tags[key], let limit = zoneLimit(value.lowercased(), country: country) { return limit }
    }
    guard let country else { return unknownLimit }
    let zone: SpeedZone
    switch roadClass {
    case .motorway: zone = .motorway
    case .residential: zone = .urban
    case .livingStreet: zone = .livingStreet
    default: return unknownLimit
    }
    return SpeedLimitDefaults.limit(country: country.uppercased(), zone: zone) ?? unknownLimit
  }

  /// The limit that a value of `maxspeed` states; of a list the lowest; `nil` when none is readable.
  static func limit(value: String, country: String?) -> UInt8? {
    var lowest: UInt8?
    for part in value.split(separator: ";") {
      let text = trimmed(part).lowercased()
      guard let limit = signedLimit(text) ?? zoneLimit(text, country: country) else { continue }
      lowest = min(lowest ?? noLimit, limit)
    }
    return lowest
  }

  /// A number with its unit, or one of the words for a limit. Signs that change ("signals", "variable") are unknown.
  private static func signedLimit(_ text: String) -> UInt8? {
    if text == "none" { return noLimit }
    // Walking pace, by the courts' usual reading of it.
    if text == "walk" { return 7 }
    let units: [(suffix: String, factor: Double)] = [
      ("mph", 1.609344), ("knots", 1.852), ("km/h", 1), ("kmh", 1), ("kph", 1), ("", 1),
    ]
    for unit in units where text.hasSuffix(unit.suffix) {
      guard let number = plainNumber(String(text.dropLast(unit.suffix.count))) else { return nil }
      let limit = (number * unit.factor).rounded()
      return limit >= 1 && limit < 255 ? UInt8(exactly: limit) : nil
    }
    return nil
  }

  /// The limit of a zone: "de:urban", "be-vlg:rural", "fr:zone30", "de:zone:30", "gb:nsl_dual", and "rural" alone with
  /// a country known. `nil` when the zone or the country's law is not known.
  static func zoneLimit(_ text: String, country: String?) -> UInt8? {
    var parts = text.split(separator: ":").map { trimmed($0) }
    guard let word = parts.popLast(), !word.isEmpty else { return nil }
    if let number = zoneNumber(word, isAfterPlace: !parts.isEmpty) { return number }
    guard let zone = SpeedZone(rawValue: word) else { return nil }
    let named = parts.joined(separator: "-").uppercased()
    guard let place = named.isEmpty ? country?.uppercased() : named else { return nil }
    return SpeedLimitDefaults.limit(country: place, zone: zone)
  }

  /// The number of "zone30", "zone 30" or, behind a country or "zone", of "30".
  private static func zoneNumber(_ word: String, isAfterPlace: Bool) -> UInt8? {
    if word.hasPrefix("zone") { return signedLimit(trimmed(word.dropFirst(4))) }
    return isAfterPlace ? signedLimit(word) : nil
  }
}

/// The contexts for which a law sets a limit without a sign, by the words that OpenStreetMap uses for them.
enum SpeedZone: String, Sendable {
  case urban, rural, trunk, motorway, expressway
  case livingStreet = "living_street"
  case singleCarriageway = "nsl_single"
  case dualCarriageway = "nsl_dual"
  case restrictedRoad = "nsl_restricted"
}

/// Limits of cars that hold where no sign stands, from the OpenStreetMap wiki page "Default speed limits".
///
/// Only values that hold for the country as a whole are listed; what depends on weather, hour, region or the number of
/// lanes is left out and so stays unknown.
enum SpeedLimitDefaults {
  /// The limits of one country, km/h; `nil` where the law has none or it is not known here; 255 where there is none.
  private struct Limits {
    var urban: UInt8?
    var rural: UInt8?
    var trunk: UInt8?
    var motorway: UInt8?
    var livingStreet: UInt8?

    init(_ urban: UInt8?, _ rural: UInt8?, _ trunk: UInt8?, _ motorway: UInt8?, living: UInt8? = nil) {
      self.urban = urban
      self.rural = rural
      self.trunk = trunk
      self.motorway = motorway
      self.livingStreet = living
    }
  }

  /// The limit of a zone in a country, or, when a region ("BE-VLG") has no entry of its own, in its country.
  static func limit(country: String, zone: SpeedZone) -> UInt8? {
    let code = country == "UK" ? "GB" : country
    if let limits = table[code], let limit = limit(limits, zone, code) { return limit }
    let parts = code.split(separator: "-")
    guard parts.count > 1, let limits = table[String(parts[0])] else { return nil }
    return limit(limits, zone, String(parts[0]))
  }

  private static func limit(_ limits: Limits, _ zone: SpeedZone, _ code: String) -> UInt8? {
    switch zone {
    case .urban: limits.urban
    case .rural: limits.rural
    case .trunk: limits.trunk
    case .motorway: limits.motorway
    case .livingStreet: limits.livingStreet
    case .expressway: code == "PL" ? 120 : limits.trunk
    // 60 and 70 mph, and 30 mph where there are street lights.
    case .singleCarriageway: code == "GB" ? 97 : nil
    case .dualCarriageway: code == "GB" ? 113 : nil
    case .restrictedRoad: code == "GB" ? 48 : nil
    }
  }

  private static let table: [String: Limits] = [
    "AD": Limits(50, 90, nil, nil),
    "AR": Limits(40, 110, nil, 130),
    "AT": Limits(50, 100, 100, 130),
    "AU": Limits(50, 100, nil, nil, living: 10),
    "BA": Limits(50, 80, 100, 130),
    "BE": Limits(50, nil, 120, 120, living: 20),
    "BE-BRU": Limits(30, 70, nil, 120, living: 20),
    "BE-VLG": Limits(50, 70, 120, 120, living: 20),
    "BE-WAL": Limits(50, 90, 120, 120, living: 20),
    "BG": Limits(50, 90, nil, 140, living: 20),
    // Rural roads with a single carriageway 100, with two 110.
    "BR": Limits(nil, 100, 110, 110),
    "BY": Limits(60, 90, nil, 110, living: 20),
    "CH": Limits(50, 80, 100, 120, living: 20),
    "CY": Limits(50, 80, nil, 100),
    "CZ": Limits(50, 90, 110, 130, living: 20),
    "DE": Limits(50, 100, nil, 255, living: 7),
    "DK": Limits(50, 80, nil, 130, living: 15),
    "EE": Limits(50, 90, nil, nil, living: 20),
    "ES": Limits(50, 90, 90, 120, living: 20),
    "FI": Limits(50, 80, nil, 120, living: 20),
    "FR": Limits(50, 80, 110, 130, living: 20),
    // 30, 60, 70 and 70 mph.
    "GB": Limits(48, 97, nil, 113),
    "GR": Limits(50, 90, 110, 130),
    "HR": Limits(50, 90, 110, 130),
    "HU": Limits(50, 90, 110, 130, living: 20),
    "IE": Limits(50, nil, 100, 120),
    "IS": Limits(50, 90, nil, nil),
    "IT": Limits(50, 90, 110, 130),
    "JP": Limits(60, 60, 60, 100),
    "LI": Limits(50, 80, nil, nil, living: 20),
    "LT": Limits(50, 90, nil, 130, living: 20),
    "LU": Limits(50, 90, nil, 130, living: 20),
    "LV": Limits(50, 90, nil, nil, living: 20),
    "MC": Limits(50, nil, nil, nil),
    "MT": Limits(50, 80, nil, nil),
    "NL": Limits(50, 80, 100, 130, living: 15),
    "NO": Limits(50, 80, nil, nil, living: 15),
    "NZ": Limits(50, 100, 100, 100),
    "PL": Limits(50, 90, nil, 140, living: 20),
    "PT": Limits(50, 90, 100, 120, living: 20),
    "RO": Limits(50, 90, 100, 130),
    "RS": Limits(50, 80, 100, 130),
    "RU": Limits(60, 90, nil, 110, living: 20),
    "SE": Limits(50, 70, nil, 110, living: 7),
    "SI": Limits(50, 90, 110, 130, living: 10),
    "SK": Limits(50, 90, nil, 130, living: 20),
    "TR": Limits(50, 90, 110, nil, living: 20),
    "UA": Limits(50, 90, 110, 130, living: 20),
    // The states of the USA make their own laws. California: 25, 55 and 65 mph.
    "US-CA": Limits(40, 89, nil, 105),
    "ZA": Limits(60, 100, nil, 120),
  ]
}
