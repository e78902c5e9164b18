public import WaybenchCore

/// What every source of roads becomes before the graph is built from it: nodes, ways and restrictions with their
/// tags already judged for one mode of travel.
///
/// OpenStreetMap files, GeoJSON roads and synthetic towns all end here, so `RoadNetworkBuilder` knows one form only.
public struct RoadSource: Sendable {
  /// All nodes that ways use, in any order.
  public var nodes: [Node] = []
  /// All ways, in any order.
  public var ways: [Way] = []
  /// Node indices of all ways, one run per way.
  public var wayNodes: [Int32] = []
  /// Turn restrictions, in any order.
  public var restrictions: [Restriction] = []
  /// Road names, references and destinations; index 0 is the empty text.
  public var names: [String] = [""]
  /// What stands on signs and lanes of ways; index 0 is nothing at all.
  public var signs: [Sign] = [Sign()]
  /// Where the roads come from, for people: "malta.osm.pbf", "synthetic town, seed 7".
  public var origin = ""
  /// What was left out and why, for people, a line each.
  public var notes: [String] = []
  /// Who travels on them.
  public var mode = TravelMode.driving
  /// The country that they lie in where `countryAreas` say nothing; `nil` when unknown.
  public var country: CountryCode?
  /// Areas of countries; a road belongs to the first that holds its middle.
  public var countryAreas: [CountryArea] = []
  /// Whether traffic keeps to the left where a way does not say.
  public var drivesOnLeft = false

  /// Makes an empty source.
  public init() {}

  /// A point that at least one way passes.
  public struct Node: Sendable {
    /// The source's identity of the node (an OpenStreetMap node id).
    public var id: Int64
    /// Where it is.
    public var coordinate: Coordinate
    /// What stands there.
    public var flags: NodeFlags
    /// Index in `names` of the number of the motorway exit that begins there; 0 for none.
    public var exitReference: Int32 = 0

    /// Makes a node.
    public init(id: Int64, coordinate: Coordinate, flags: NodeFlags = []) {
      self.id = id
      self.coordinate = coordinate
      self.flags = flags
    }
  }

  /// What stands at a node.
  public struct NodeFlags: OptionSet, Sendable, Hashable, BitwiseCopyable {
    /// The bits.
    public let rawValue: UInt8
    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A barrier that the mode cannot or must not pass.
    public static let blocked = NodeFlags(rawValue: 1)
    /// A barrier that only some may pass: private, destination.
    public static let restricted = NodeFlags(rawValue: 2)
    /// Traffic lights.
    public static let trafficSignals = NodeFlags(rawValue: 4)
    /// A stop or give-way sign.
    public static let stopSign = NodeFlags(rawValue: 8)
    /// A toll booth.
    public static let tollBooth = NodeFlags(rawValue: 16)
    /// A roundabout so small that it is one node.
    public static let miniRoundabout = NodeFlags(rawValue: 128)
  }

  /// A line of nodes with one set of properties.
  public struct Way: Sendable {
    /// The source's identity of the way (an OpenStreetMap way id).
    public var id: Int64
    /// Where its nodes stand in `wayNodes`.
    public var nodeRange: Range<Int>
    /// What kind of road it is.
    public var roadClass: RoadClass
    /// Who may drive it in the order of its nodes.
    public var forward: Access
    /// Who may drive it against the order of its nodes.
    public var backward: Access
    /// Legal limit in the order of its nodes, km/h; 0 when unknown, 255 when there is none by law.
    public var forwardLimitKilometersPerHour: UInt8
    /// Legal limit against the order of its nodes.
    public var backwardLimitKilometersPerHour: UInt8
    /// The speed that the mode is expected to reach when the road is free, km/h, above 0.
    public var freeFlowKilometersPerHour: Double
    /// Further properties.
    public var flags: WayFlags
    /// OpenStreetMap's layer: which of two crossing ways lies above.
    public var layer: Int8
    /// Index of the name in `names`.
    public var name: Int32
    /// Index of the reference ("A 3") in `names`.
    public var reference: Int32
    /// Index in `signs` of what is read in the order of its nodes.
    public var forwardSign: Int32 = 0
    /// Index in `signs` of what is read against the order of its nodes.
    public var backwardSign: Int32 = 0

    /// Makes a way that everybody may use in both directions.
    public init(
      id: Int64, nodeRange: Range<Int>, roadClass: RoadClass, forward: Access = .allowed, backward: Access = .allowed,
      forwardLimitKilometersPerHour: UInt8 = 0, backwardLimitKilometersPerHour: UInt8 = 0,
      freeFlowKilometersPerHour: Double, flags: WayFlags = [], layer: Int8 = 0, name: Int32 = 0, reference: Int32 = 0
    ) {
      self.id = id
      self.nodeRange = nodeRange
      self.roadClass = roadClass
      self.forward = forward
      self.backward = backward
      self.forwardLimitKilometersPerHour = forwardLimitKilometersPerHour
      self.backwardLimitKilometersPerHour = backwardLimitKilometersPerHour
      self.freeFlowKilometersPerHour = freeFlowKilometersPerHour
      self.flags = flags
      self.layer = layer
      self.name = name
      self.reference = reference
    }
  }

  /// Who may drive along a way in one direction.
  public enum Access: UInt8, Sendable {
    /// Nobody: the direction is no edge of the network.
    case none = 0
    /// Only who lives, works or calls there: never as a short cut (OpenStreetMap's private, destination, delivery …).
    case restricted = 1
    /// Everybody.
    case allowed = 2
  }

  /// Properties of a way.
  public struct WayFlags: OptionSet, Sendable, Hashable, BitwiseCopyable {
    /// The bits.
    public let rawValue: UInt16
    /// Makes a set from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// Part of a roundabout.
    public static let roundabout = WayFlags(rawValue: 1)
    /// In a tunnel.
    public static let tunnel = WayFlags(rawValue: 2)
    /// On a bridge.
    public static let bridge = WayFlags(rawValue: 4)
    /// A ferry line.
    public static let ferry = WayFlags(rawValue: 8)
    /// A toll is due.
    public static let toll = WayFlags(rawValue: 16)
    /// The surface is not paved.
    public static let unpaved = WayFlags(rawValue: 32)
    /// Traffic keeps to the left.
    public static let drivesOnLeft = WayFlags(rawValue: 64)
    /// Built and signed much as a motorway is (OpenStreetMap's `motorroad` and `expressway`).
    public static let expressway = WayFlags(rawValue: 128)
    /// A ring on which not all the rules of a roundabout hold (OpenStreetMap's `junction=circular`).
    public static let circular = WayFlags(rawValue: 32768)
  }

  /// What a driver reads along one direction of a way: texts as indices in `names`, 0 for none.
  public struct Sign: Sendable, Hashable {
    /// Where the way leads: "A 3: Köln, Bonn".
    public var destinations: Int32 = 0
    /// The numbers of the motorway exit that the way is: "12; 13".
    public var exits: Int32 = 0
    /// How the way's name is spoken.
    public var pronunciation: Int32 = 0
    /// All lanes of the way, both directions together; 0 when unknown.
    public var laneCount: UInt8 = 0
    /// The arrows on the lanes of the direction, from the left; empty when none are known. At most 16.
    public var arrows: [LaneArrows] = []

    /// Makes an empty sign.
    public init() {}
  }

  /// A ban on a turn, or the only turn that is allowed.
  public struct Restriction: Sendable {
    /// Way ids that the turn may come from (most have one).
    public var fromWays: [Int64]
    /// What the turn passes.
    public var via: Via
    /// Way ids that the turn may lead to (most have one).
    public var toWays: [Int64]
    /// Whether the turn is the only one allowed; otherwise it is forbidden.
    public var isOnly: Bool
    /// Whether it is a ban on turning round.
    public var isUTurn: Bool

    /// Makes a restriction.
    public init(fromWays: [Int64], via: Via, toWays: [Int64], isOnly: Bool, isUTurn: Bool = false) {
      self.fromWays = fromWays
      self.via = via
      self.toWays = toWays
      self.isOnly = isOnly
      self.isUTurn = isUTurn
    }
  }

  /// What a restricted turn passes.
  public enum Via: Sendable, Hashable {
    /// One node, by its id.
    case node(Int64)
    /// One or more whole ways in order, by their ids.
    case ways([Int64])
  }
}

/// The kind of a road, from the most to the least important. Link roads (slip roads, ramps) follow their class.
public enum RoadClass: UInt8, Sendable, CaseIterable {
  /// A motorway.
  case motorway = 0
  /// A motorway's ramp.
  case motorwayLink
  /// A trunk road.
  case trunk
  /// A trunk road's ramp.
  case trunkLink
  /// A primary road.
  case primary
  /// A primary road's slip road.
  case primaryLink
  /// A secondary road.
  case secondary
  /// A secondary road's slip road.
  case secondaryLink
  /// A tertiary road.
  case tertiary
  /// A tertiary road's slip road.
  case tertiaryLink
  /// A minor public road outside a settlement.
  case unclassified
  /// A street that gives access to housing.
  case residential
  /// A street where pedestrians have priority.
  case livingStreet
  /// An access road, a parking aisle, an alley.
  case service
  /// A road for farming or forestry.
  case track
  /// A ferry line.
  case ferry
  /// A way for bicycles.
  case cycleway
  /// A way for people on foot.
  case footway
  /// A way for all who go without an engine.
  case path
  /// A street or square for people on foot.
  case pedestrian
  /// Steps.
  case steps

  /// Whether it is a ramp or slip road.
  public var isLink: Bool {
    switch self {
    case .motorwayLink, .trunkLink, .primaryLink, .secondaryLink, .tertiaryLink: true
    default: false
    }
  }

  /// The value of OpenStreetMap's `highway`; "ferry" for a ferry.
  public var tagValue: String {
    switch self {
    case .motorwayLink: "motorway_link"
    case .trunkLink: "trunk_link"
    case .primaryLink: "primary_link"
    case .secondaryLink: "secondary_link"
    case .tertiaryLink: "tertiary_link"
    case .livingStreet: "living_street"
    default: "\(self)"
    }
  }
}
