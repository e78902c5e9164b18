import WaybenchCore

/// The speed that a car reaches on a free road, and a motorcycle and a taxi with it.
extension RoadRules {
  /// Speeds without a known limit, km/h: the class speeds of OSRM's car profile; tracks 15.
  static func carSpeed(_ roadClass: RoadClass) -> Double {
    switch roadClass {
    case .motorway: 90
    case .motorwayLink: 45
    case .trunk: 85
    case .trunkLink: 40
    case .primary: 65
    case .primaryLink: 30
    case .secondary: 55
    case .secondaryLink: 25
    case .tertiary: 40
    case .tertiaryLink: 20
    case .unclassified, .residential: 25
    case .livingStreet: 10
    case .service, .track: 15
    case .cycleway, .footway, .path, .pedestrian, .steps: 10
    case .ferry: 5
    }
  }

  /// The share of a known limit that a free car keeps to on average, curves and junctions included.
  ///
  /// OSRM takes 0.8 for all; on the main roads, where that is known to be too slow, 0.9 is taken here.
  static func limitShare(_ roadClass: RoadClass) -> Double {
    switch roadClass {
    case .motorway, .trunk, .primary, .secondary, .tertiary: 0.9
    default: 0.8
    }
  }

  /// The speed of the mode on a free road of which no more than the class is known, km/h.
  func classSpeed(_ roadClass: RoadClass) -> Double {
    switch mode {
    case .driving, .twoWheeler, .taxi: Self.carSpeed(roadClass)
    case .cycling: Self.cyclingSpeed(roadClass)
    case .walking: Self.walkingSpeed(roadClass)
    }
  }

  /// The speed of the mode on a free road, km/h, at least 1.
  ///
  /// - Parameters:
  ///   - tags: the way's tags.
  ///   - roadClass: its class.
  ///   - limit: its legal limit, km/h; 0 unknown, 255 none (reckoned as 140, as OSRM does).
  func freeFlowSpeed(_ tags: OSMTags, roadClass: RoadClass, limit: UInt8) -> Double {
    if roadClass == .ferry { return tags.has(.route, "shuttle_train") ? 10 : 5 }
    switch mode {
    case .driving, .twoWheeler, .taxi: return max(1, Self.carSpeed(tags, roadClass: roadClass, limit: limit))
    case .cycling: return max(1, Self.cyclingSpeed(tags, roadClass: roadClass, limit: limit))
    case .walking: return Self.walkingSpeed(tags, roadClass: roadClass)
    }
  }

  private static func carSpeed(_ tags: OSMTags, roadClass: RoadClass, limit: UInt8) -> Double {
    var speed = carSpeed(roadClass)
    if tags.has(.highway, "winter_road") { speed = 20 }
    if tags.has(.highway, "ice_road") { speed = 15 }
    // Among those who walk and ride; a busway is a road.
    if let highway = tags[.highway], classOnInvitation[highway] != nil { speed = highway == "busway" ? 25 : 10 }
    if limit > 0 { speed = (limit == 255 ? 140 : Double(limit)) * limitShare(roadClass) }
    // What a sign advises holds nobody to less than it says; one that cannot be read says nothing.
    if let advice = tags[.maxspeedAdvisory].flatMap({ Self.limit(value: $0, country: nil) }) {
      speed = min(speed, Double(advice))
    }
    if let cap = tags[.surface].flatMap({ surfaceCap[$0] }) { speed = min(speed, cap) }
    if let cap = tags[.tracktype].flatMap({ tracktypeCap[$0] }) { speed = min(speed, cap) }
    if let cap = tags[.smoothness].flatMap({ smoothnessCap[$0] }) { speed = min(speed, cap) }
    if tags.has(.bridge, "movable") { speed = min(speed, 5) }
    if roadClass == .service, let service = tags[.service], slowService.contains(service) { speed *= 0.5 }
    if tags.has(.oneway, "alternating") { speed *= 0.4 }
    return speed
  }

  /// Service roads that are driven at half the speed of others (OSRM weighs them so).
  private static let slowService: Set<String> = [
    "alley", "parking", "parking_aisle", "driveway", "drive-through", "drive_through",
  ]

  /// Highest speeds by surface, km/h (OSRM's car profile).
  private static let surfaceCap: [String: Double] = [
    "cement": 80, "compacted": 80, "fine_gravel": 80,
    "paving_stones": 60, "metal": 60, "bricks": 60,
    "grass": 40, "wood": 40, "sett": 40, "grass_paver": 40, "gravel": 40, "unpaved": 40, "ground": 40, "dirt": 40,
    "pebblestone": 40, "tartan": 40,
    "cobblestone": 30, "clay": 30, "snow": 30,
    "earth": 20, "stone": 20, "rocky": 20, "sand": 20, "ice": 20,
    "laterite": 15, "mud": 10,
  ]

  /// Highest speeds by tracktype, km/h (OSRM's car profile).
  private static let tracktypeCap: [String: Double] = [
    "grade1": 60, "grade2": 40, "grade3": 30, "grade4": 25, "grade5": 20,
  ]

  /// Highest speeds by smoothness, km/h (OSRM's car profile).
  private static let smoothnessCap: [String: Double] = [
    "intermediate": 80, "bad": 40, "very_bad": 20, "horrible": 10, "very_horrible": 5,
  ]

  /// Surfaces that are not paved (OpenStreetMap wiki, "Key:surface").
  private static let unpavedSurfaces: Set<String> = [
    "unpaved", "compacted", "fine_gravel", "gravel", "pebblestone", "rock", "rocky", "stone", "dirt", "earth", "ground",
    "grass", "grass_paver", "clay", "laterite", "mud", "sand", "woodchips", "snow", "ice", "salt", "shells",
  ]

  /// Whether a way is not paved: by its surface, else its tracktype, else its being a track.
  static func isUnpaved(_ tags: OSMTags, roadClass: RoadClass) -> Bool {
    if let surface = tags[.surface] { return unpavedSurfaces.contains(surface) }
    if let tracktype = tags[.tracktype] { return tracktype != "grade1" }
    return roadClass == .track
  }

  /// The speed of a ferry from the time that its crossing takes, km/h in 1 ... 100; `nil` without a readable time.
  static func ferrySpeed(duration: String?, lengthMeters: Double) -> Double? {
    guard let seconds = duration.flatMap(durationSeconds), seconds > 0, lengthMeters > 0 else { return nil }
    return min(100, max(1, lengthMeters / seconds * 3.6))
  }

  /// Seconds of a duration: "25" (minutes), "01:30", "01:30:15", "PT1H30M".
  static func durationSeconds(_ text: String) -> Double? {
    let text = trimmed(text)
    if text.hasPrefix("PT") || text.hasPrefix("P") { return isoDurationSeconds(text) }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { plainNumber(String($0)) }
    switch parts.count {
    case 1: return parts[0].map { $0 * 60 }
    case 2:
      guard let hours = parts[0], let minutes = parts[1] else { return nil }
      return hours * 3600 + minutes * 60
    case 3:
      guard let hours = parts[0], let minutes = parts[1], let seconds = parts[2] else { return nil }
      return hours * 3600 + minutes * 60 + seconds
    default: return nil
    }
  }

  private static func isoDurationSeconds(_ text: String) -> Double? {
    var seconds = 0.0
    var number = ""
    var isTime = false
    for character in text.dropFirst() {
      if character.isNumber || character == "." {
        number.append(character)
        continue
      }
      if character == "T", !isTime, number.isEmpty {
        isTime = true
        continue
      }
      guard let value = plainNumber(number) else { return nil }
      number = ""
      switch (character, isTime) {
      case ("D", false): seconds += value * 86_400
      case ("H", true): seconds += value * 3600
      case ("M", true): seconds += value * 60
      case ("S", true): seconds += value
      default: return nil
      }
    }
    return number.isEmpty ? seconds : nil
  }
}
