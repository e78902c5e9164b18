/// The OpenStreetMap keys that decide something for a car; all others are dropped while a file is read.
enum OSMKey: String, CaseIterable, Sendable {
  case highway, route, area, junction, construction, impassable, status, duration
  case access
  case accessForward = "access:forward"
  case accessBackward = "access:backward"
  case vehicle
  case vehicleForward = "vehicle:forward"
  case vehicleBackward = "vehicle:backward"
  case motorVehicle = "motor_vehicle"
  case motorVehicleForward = "motor_vehicle:forward"
  case motorVehicleBackward = "motor_vehicle:backward"
  case motorcar
  case motorcarForward = "motorcar:forward"
  case motorcarBackward = "motorcar:backward"
  case oneway
  case onewayVehicle = "oneway:vehicle"
  case onewayMotorVehicle = "oneway:motor_vehicle"
  case onewayMotorcar = "oneway:motorcar"
  case maxspeed
  case maxspeedForward = "maxspeed:forward"
  case maxspeedBackward = "maxspeed:backward"
  case maxspeedType = "maxspeed:type"
  case sourceMaxspeed = "source:maxspeed"
  case zoneMaxspeed = "zone:maxspeed"
  case zoneTraffic = "zone:traffic"
  case maxheight, maxwidth, maxweight
  case surface, tracktype, smoothness, service
  case tunnel, bridge, layer
  case toll
  case tollVehicle = "toll:vehicle"
  case tollMotorVehicle = "toll:motor_vehicle"
  case tollMotorcar = "toll:motorcar"
  case drivingSide = "driving_side"
  case name, ref
  case namePronunciation = "name:pronunciation"
  case junctionRef = "junction:ref"
  case destination
  case destinationForward = "destination:forward"
  case destinationBackward = "destination:backward"
  case destinationRef = "destination:ref"
  case destinationRefForward = "destination:ref:forward"
  case destinationRefBackward = "destination:ref:backward"
  case destinationStreet = "destination:street"
  case destinationStreetForward = "destination:street:forward"
  case destinationStreetBackward = "destination:street:backward"
  case lanes
  case lanesForward = "lanes:forward"
  case lanesBackward = "lanes:backward"
  case turnLanes = "turn:lanes"
  case turnLanesForward = "turn:lanes:forward"
  case turnLanesBackward = "turn:lanes:backward"
  case barrier, bollard, locked
  case type, restriction, except
  case restrictionVehicle = "restriction:vehicle"
  case restrictionMotorVehicle = "restriction:motor_vehicle"
  case restrictionMotorcar = "restriction:motorcar"
  case accessConditional = "access:conditional"
  case vehicleConditional = "vehicle:conditional"
  case motorVehicleConditional = "motor_vehicle:conditional"
  case motorcarConditional = "motorcar:conditional"
  case onewayConditional = "oneway:conditional"
  case maxspeedConditional = "maxspeed:conditional"
  case restrictionConditional = "restriction:conditional"
  case restrictionMotorcarConditional = "restriction:motorcar:conditional"
  case restrictionMotorVehicleConditional = "restriction:motor_vehicle:conditional"
  case restrictionVehicleConditional = "restriction:vehicle:conditional"

  /// Keys whose values hold at some times only; they are counted, not judged.
  static let conditional: [OSMKey] = [
    .accessConditional, .vehicleConditional, .motorVehicleConditional, .motorcarConditional, .onewayConditional,
    .maxspeedConditional, .restrictionConditional, .restrictionMotorcarConditional,
    .restrictionMotorVehicleConditional, .restrictionVehicleConditional,
  ]
}

/// The tags of one element, reduced to the keys that matter.
struct OSMTags: ExpressibleByDictionaryLiteral, Sendable {
  private var entries: [(key: OSMKey, value: String)] = []

  init() {}

  init(dictionaryLiteral elements: (OSMKey, String)...) {
    for (key, value) in elements { append(key, value) }
  }

  mutating func append(_ key: OSMKey, _ value: String) { entries.append((key, value)) }
  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// The value of a key as it stands in the file.
  ///
  /// - Complexity: linear in the number of tags, of which an element has few.
  subscript(key: OSMKey) -> String? {
    for entry in entries where entry.key == key { return entry.value }
    return nil
  }

  /// Whether a key has exactly this value.
  func has(_ key: OSMKey, _ value: String) -> Bool { self[key] == value }

  /// Whether a key is there and says more than "no".
  func affirms(_ key: OSMKey) -> Bool {
    guard let value = self[key] else { return false }
    return value != "no" && value != "false" && value != "0"
  }

  /// Whether any tag holds at some times only.
  var isConditional: Bool { entries.contains { OSMKey.conditional.contains($0.key) } }
}
