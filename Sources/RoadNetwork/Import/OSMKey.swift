/// The OpenStreetMap keys that decide something for a traveller; all others are dropped while a file is read.
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
  case motorcycle
  case motorcycleForward = "motorcycle:forward"
  case motorcycleBackward = "motorcycle:backward"
  case psv
  case psvForward = "psv:forward"
  case psvBackward = "psv:backward"
  case taxi
  case taxiForward = "taxi:forward"
  case taxiBackward = "taxi:backward"
  case bicycle
  case bicycleForward = "bicycle:forward"
  case bicycleBackward = "bicycle:backward"
  case foot
  case footForward = "foot:forward"
  case footBackward = "foot:backward"
  case motorroad, expressway, conveying
  case oneway
  case onewayVehicle = "oneway:vehicle"
  case onewayMotorVehicle = "oneway:motor_vehicle"
  case onewayMotorcar = "oneway:motorcar"
  case onewayMotorcycle = "oneway:motorcycle"
  case onewayPSV = "oneway:psv"
  case onewayTaxi = "oneway:taxi"
  case onewayBicycle = "oneway:bicycle"
  case onewayFoot = "oneway:foot"
  case cycleway
  case cyclewayLeft = "cycleway:left"
  case cyclewayRight = "cycleway:right"
  case cyclewayBoth = "cycleway:both"
  case cyclewayLeftOneway = "cycleway:left:oneway"
  case cyclewayRightOneway = "cycleway:right:oneway"
  case maxspeed
  case maxspeedForward = "maxspeed:forward"
  case maxspeedBackward = "maxspeed:backward"
  case maxspeedAdvisory = "maxspeed:advisory"
  case maxspeedType = "maxspeed:type"
  case sourceMaxspeed = "source:maxspeed"
  case zoneMaxspeed = "zone:maxspeed"
  case zoneTraffic = "zone:traffic"
  case maxheight, maxwidth, maxweight
  case maxheightPhysical = "maxheight:physical"
  case maxwidthPhysical = "maxwidth:physical"
  case surface, tracktype, smoothness, service
  case tunnel, bridge, layer
  case toll
  case tollVehicle = "toll:vehicle"
  case tollMotorVehicle = "toll:motor_vehicle"
  case tollMotorcar = "toll:motorcar"
  case tollMotorcycle = "toll:motorcycle"
  case tollBicycle = "toll:bicycle"
  case tollFoot = "toll:foot"
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
  case restrictionMotorcycle = "restriction:motorcycle"
  case restrictionPSV = "restriction:psv"
  case restrictionTaxi = "restriction:taxi"
  case restrictionBicycle = "restriction:bicycle"
  case accessConditional = "access:conditional"
  case vehicleConditional = "vehicle:conditional"
  case motorVehicleConditional = "motor_vehicle:conditional"
  case motorcarConditional = "motorcar:conditional"
  case motorcycleConditional = "motorcycle:conditional"
  case psvConditional = "psv:conditional"
  case taxiConditional = "taxi:conditional"
  case bicycleConditional = "bicycle:conditional"
  case footConditional = "foot:conditional"
  case onewayConditional = "oneway:conditional"
  case maxspeedConditional = "maxspeed:conditional"
  case restrictionConditional = "restriction:conditional"
  case restrictionMotorcarConditional = "restriction:motorcar:conditional"
  case restrictionMotorVehicleConditional = "restriction:motor_vehicle:conditional"
  case restrictionVehicleConditional = "restriction:vehicle:conditional"
  case restrictionMotorcycleConditional = "restriction:motorcycle:conditional"
  case restrictionPSVConditional = "restriction:psv:conditional"
  case restrictionTaxiConditional = "restriction:taxi:conditional"
  case restrictionBicycleConditional = "restriction:bicycle:conditional"
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
}
