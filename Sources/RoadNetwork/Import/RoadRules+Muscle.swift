/// The speeds of those who move by their own strength.
extension RoadRules {
  /// Walking pace, km/h (OSRM's foot profile); half of it on steps.
  static let walkingPace = 5.0
  /// A bicycle that is pushed, km/h (OSRM's bicycle profile, as all numbers for cycling here).
  private static let pushingPace = 4.0
  /// A bicycle that is carried over steps.
  private static let carryingPace = 2.0

  static func cyclingSpeed(_ roadClass: RoadClass) -> Double {
    switch roadClass {
    case .track: 12
    case .path: 13
    case .steps: carryingPace
    case .ferry: 5
    default: 15
    }
  }

  static func walkingSpeed(_ roadClass: RoadClass) -> Double {
    roadClass == .steps ? walkingPace / 2 : walkingPace
  }

  /// The speed of a bicycle: its own, held down by the surface and by the legal limit.
  static func cyclingSpeed(_ tags: OSMTags, roadClass: RoadClass, limit: UInt8) -> Double {
    var speed = cyclingSpeed(roadClass)
    if let cap = tags[.surface].flatMap({ cyclingSurfaceCap[$0] }) { speed = min(speed, cap) }
    if tags.has(.bridge, "movable") { speed = min(speed, 5) }
    if limit > 0, limit < 255 { speed = min(speed, Double(limit)) }
    if [OSMKey.bicycle, .bicycleForward, .bicycleBackward].contains(where: { tags.has($0, "dismount") }) {
      speed = min(speed, pushingPace)
    }
    return speed
  }

  /// The speed on foot: slower where feet sink in.
  static func walkingSpeed(_ tags: OSMTags, roadClass: RoadClass) -> Double {
    walkingSpeed(roadClass) * (tags[.surface].flatMap { walkingSurfaceShare[$0] } ?? 1)
  }

  /// Highest speeds of a bicycle by surface, km/h (OSRM's bicycle profile).
  private static let cyclingSurfaceCap: [String: Double] = [
    "wood": 10, "metal": 10, "cobblestone:flattened": 10, "paving_stones": 10, "compacted": 10, "fine_gravel": 10,
    "ground": 10, "sett": 9, "dirt": 8, "cobblestone": 7,
    "unpaved": 6, "gravel": 6, "pebblestone": 6, "grass_paver": 6, "earth": 6, "grass": 6,
    "mud": 3, "sand": 3, "woodchips": 3,
  ]

  /// Shares of the walking pace by surface (OSRM's foot profile).
  private static let walkingSurfaceShare: [String: Double] = [
    "fine_gravel": 0.75, "gravel": 0.75, "pebblestone": 0.75, "mud": 0.5, "sand": 0.5,
  ]
}
