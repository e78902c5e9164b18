public import WaybenchCore

/// The keys of OpenStreetMap that speak of one kind of traveller, such as `bicycle` or `motor_vehicle`.
struct TravellerKeys: Sendable {
  /// The key itself, as it also stands in `except` and in `restriction:NAME`.
  let name: String
  let access: OSMKey?
  let accessForward: OSMKey?
  let accessBackward: OSMKey?
  let accessConditional: OSMKey?
  let oneway: OSMKey?
  let restriction: OSMKey?
  let restrictionConditional: OSMKey?
  let toll: OSMKey?

  init(_ name: String) {
    self.name = name
    access = OSMKey(rawValue: name)
    accessForward = OSMKey(rawValue: name + ":forward")
    accessBackward = OSMKey(rawValue: name + ":backward")
    accessConditional = OSMKey(rawValue: name + ":conditional")
    oneway = OSMKey(rawValue: "oneway:" + name)
    restriction = OSMKey(rawValue: "restriction:" + name)
    restrictionConditional = OSMKey(rawValue: "restriction:\(name):conditional")
    toll = OSMKey(rawValue: "toll:" + name)
  }
}

/// Which keys speak of each mode of travel, the most special ones first (OpenStreetMap wiki, "Key:access", the
/// hierarchy of transport modes).
enum ModeKeys {
  /// All keys that speak of a mode but `access`, the most special one first.
  ///
  /// A two-wheeler is a motorcycle or a scooter that may use motorways: `moped` and `mofa`, which name slower vehicles
  /// with fewer rights, say nothing about it. A taxi is a car whose use gives it more rights: what `taxi` and `psv` say
  /// goes before what `motorcar` says.
  static func chain(_ mode: TravelMode) -> [TravellerKeys] {
    switch mode {
    case .driving: driving
    case .cycling: cycling
    case .walking: walking
    case .twoWheeler: twoWheeler
    case .taxi: taxi
    }
  }

  /// The keys that open a way of a kind that is for others: all but the sweeping `vehicle`.
  static func own(_ mode: TravelMode) -> ArraySlice<TravellerKeys> {
    chain(mode).prefix { $0.name != "vehicle" }
  }

  /// Every traveller that a value of an access key may name.
  static let namedTravellers: Set<String> = [
    "motorcar", "motor_vehicle", "vehicle", "hov", "motorcycle", "moped", "mofa", "bicycle", "foot", "horse",
    "psv", "bus", "minibus", "taxi", "share_taxi", "hgv", "goods", "emergency_vehicle", "tourist_bus", "coach",
    "carriage", "snowmobile",
  ]

  private static let vehicle = TravellerKeys("vehicle")
  private static let motorVehicle = TravellerKeys("motor_vehicle")
  private static let motorcar = TravellerKeys("motorcar")
  private static let driving = [motorcar, motorVehicle, vehicle]
  private static let cycling = [TravellerKeys("bicycle"), vehicle]
  private static let walking = [TravellerKeys("foot")]
  private static let twoWheeler = [TravellerKeys("motorcycle"), motorVehicle, vehicle]
  private static let taxi = [TravellerKeys("taxi"), TravellerKeys("psv"), motorcar, motorVehicle, vehicle]
}

extension TravelMode {
  /// Whether an engine drives it, so that the rules for motor vehicles hold.
  var isMotorized: Bool { self != .cycling && self != .walking }

  /// Those who travel so, for people: "cars", "bicycles".
  public var travellers: String {
    switch self {
    case .driving: "cars"
    case .cycling: "bicycles"
    case .walking: "people on foot"
    case .twoWheeler: "motorcycles"
    case .taxi: "taxis"
    }
  }

  /// The key of OpenStreetMap's access tags that names the mode alone.
  public var accessKey: String { ModeKeys.chain(self).first?.name ?? "access" }
}
