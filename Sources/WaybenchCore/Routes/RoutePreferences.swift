/// How somebody travels. The raw values are those of the navigation SDKs.
public enum TravelMode: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
  /// In a car.
  case driving = 0
  /// On a bicycle.
  case cycling = 1
  /// On foot.
  case walking = 2
  /// On a motorcycle or scooter.
  case twoWheeler = 3
  /// In a taxi.
  case taxi = 4

  /// The name on the command line and in files.
  public var name: String { "\(self)" }
}

/// What makes a route the best.
public enum RouteObjective: String, Sendable, Hashable, CaseIterable {
  /// The least time.
  case fastest
  /// The least distance.
  case shortest
  /// The least fuel.
  case fuelEfficient
  /// The least money: time, distance and tolls at stated rates.
  case cheapest
}

/// What a route keeps away from where it can.
public struct RouteAvoidances: OptionSet, Sendable, Hashable, BitwiseCopyable {
  /// The bits.
  public let rawValue: UInt8
  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Roads with a toll.
  public static let tolls = RouteAvoidances(rawValue: 1)
  /// Motorways and their ramps.
  public static let highways = RouteAvoidances(rawValue: 2)
  /// Ferries and shuttle trains.
  public static let ferries = RouteAvoidances(rawValue: 4)
  /// Tunnels.
  public static let tunnels = RouteAvoidances(rawValue: 8)
  /// Roads that need a vignette.
  public static let vignettes = RouteAvoidances(rawValue: 16)
}

/// What a route is chosen by.
public struct RoutePreferences: Sendable, Hashable {
  /// What makes a route the best.
  public var objective: RouteObjective
  /// What it keeps away from.
  public var avoid: RouteAvoidances
  /// Areas that it keeps away from: rings of coordinates, closed or not.
  public var avoidAreas: [[Coordinate]]
  /// What `cheapest` reckons with.
  public var costs: CostRates

  /// What travelling costs, in any one currency.
  public struct CostRates: Sendable, Hashable {
    /// Per minute.
    public var perMinute: Double
    /// Per kilometre.
    public var perKilometer: Double
    /// Per kilometre of a road with a toll, on top.
    public var tollPerKilometer: Double

    /// Makes rates.
    public init(perMinute: Double = 0.25, perKilometer: Double = 0.15, tollPerKilometer: Double = 0.12) {
      self.perMinute = perMinute
      self.perKilometer = perKilometer
      self.tollPerKilometer = tollPerKilometer
    }
  }

  /// Makes preferences; the fastest way without arguments.
  public init(
    objective: RouteObjective = .fastest, avoid: RouteAvoidances = [], avoidAreas: [[Coordinate]] = [],
    costs: CostRates = CostRates()
  ) {
    self.objective = objective
    self.avoid = avoid
    self.avoidAreas = avoidAreas
    self.costs = costs
  }
}
