import WaybenchCore

/// Which roads of which countries need a vignette: a toll that is paid by time.
///
/// From the countries' toll offices (ASFINAG, BAZG, edalnice.cz, eznamka.sk, DARS, e-matrica of NÚSZ, bgtoll.bg,
/// erovinieta.ro, evinieta.gov.md) as they stood in 2025, for vehicles up to 3.5 t. Single stretches that are exempt
/// (ring roads, first exits behind a border) and tunnels with a toll of their own are not told apart.
enum Vignettes {
  /// The network of roads that a vignette is for.
  private enum Roads {
    /// Motorways.
    case motorways
    /// Motorways and expressways.
    case motorwaysAndExpressways
    /// Those and other roads of the state: down to and including a class.
    case stateRoads(downTo: RoadClass)
  }

  private static let table: [String: (roads: Roads, motorcycles: Bool)] = [
    // Autobahnen and Schnellstrassen.
    "AT": (.motorwaysAndExpressways, true),
    // Motorways and roads of the first to third class, which are mapped down to secondary.
    "BG": (.stateRoads(downTo: .secondary), false),
    // National roads of the first and second class: Autobahnen and Autostrassen.
    "CH": (.motorwaysAndExpressways, true),
    "CZ": (.motorways, false),
    // Motorways and gyorsforgalmi roads, with a class of its own for motorcycles.
    "HU": (.motorwaysAndExpressways, true),
    // Public national roads, for vehicles that are registered abroad.
    "MD": (.stateRoads(downTo: .primary), false),
    // Motorways and national roads (A and DN).
    "RO": (.stateRoads(downTo: .primary), false),
    // Avtoceste and hitre ceste.
    "SI": (.motorwaysAndExpressways, true),
    // Dialnice and rýchlostné cesty.
    "SK": (.motorwaysAndExpressways, false),
  ]

  /// Whether a road needs a vignette.
  ///
  /// - Parameters:
  ///   - country: where it lies.
  ///   - roadClass: what it is; a ramp counts as its road.
  ///   - isExpressway: whether it is signed as a road for motor vehicles only.
  ///   - mode: who travels.
  static func isNeeded(country: CountryCode, roadClass: RoadClass, isExpressway: Bool, mode: TravelMode) -> Bool {
    guard mode.isMotorized, let rule = table[country.description], rule.motorcycles || mode != .twoWheeler else {
      return false
    }
    let isMotorway = roadClass == .motorway || roadClass == .motorwayLink
    switch rule.roads {
    case .motorways: return isMotorway
    case .motorwaysAndExpressways:
      return isMotorway || isExpressway && (roadClass == .trunk || roadClass == .trunkLink)
    case .stateRoads(let last):
      // The link of a class follows it.
      return roadClass.rawValue <= last.rawValue + 1
    }
  }
}
