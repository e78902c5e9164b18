import Formats
import RoadNetwork
import Simulation
import WaybenchCore

/// The options of `simulate` that say how a drive is made.
enum DriveOptions {
  static let specs: [OptionSpec] = [
    .value("--script", "S", "follow, miss-turn[:STEP], turn-round:LENGTH, through:LAT,LON[;…], off-road:LENGTH"),
    .value("--gnss", "PRESET", "none, open, suburban, urban, canyon or white:LENGTH; default suburban"),
    .value("--rate", "HZ", "reports per second, 1Hz to 100Hz; default 1Hz"),
    .value("--seed", "N", "the seed of everything that is drawn; default 1"),
    .value("--red-share", "N", "the share of traffic lights that are red, 0 to 1; default 0"),
    .list("--stop", "LENGTH,TIME", "stops so far along the plan for so long"),
    .value("--speed-factor", "N", "the driver's speed as a multiple of the legal one; default 1"),
    .value("--start", "TIME", "when the drive begins, ISO 8601; default 2025-07-01T10:00:00Z"),
  ]

  static func setup(_ arguments: Arguments) throws -> DriveSetup {
    var setup = DriveSetup()
    setup.seed = try Quantities.seed(arguments.value("--seed"))
    if let text = arguments.value("--script") { setup.script = try script(text) }
    if let text = arguments.value("--gnss") { setup.receiver = try receiver(text) }
    if let text = arguments.value("--rate") {
      let rate = try Quantities.hertz(text, option: "--rate")
      guard rate == rate.rounded() else {
        throw UsageError(message: "--rate \(text): expected a whole number of Hz, 1Hz to 100Hz")
      }
      setup.fixesPerSecond = Int64(rate)
    }
    if let text = arguments.value("--red-share") { setup.path.redShare = try share(text, "--red-share", 0...1) }
    if let text = arguments.value("--speed-factor") {
      setup.driver.speedFactor = try share(text, "--speed-factor", 0.2...2)
    }
    if let text = arguments.value("--start") {
      guard let time = TimeText.parse(text) else {
        throw UsageError(message: "--start \(text): expected an ISO 8601 time")
      }
      setup.startNanoseconds = time
    }
    for text in arguments.list("--stop") {
      let parts = text.split(separator: ",").map(String.init)
      guard parts.count == 2 else { throw UsageError(message: "--stop \(text): expected LENGTH,TIME such as 500m,20s") }
      setup.path.stops.append(
        DrivePath.Stop(
          chainageMeters: try Quantities.meters(parts[0], option: "--stop"),
          dwellNanoseconds: Int64(
            try Quantities.seconds(
              parts[1], option: "--stop", in: 0...DriveSetup.longestStopSeconds) * 1e9)))
    }
    return setup
  }

  private static func share(_ text: String, _ option: String, _ range: ClosedRange<Double>) throws -> Double {
    guard let value = DecimalText.parse(text), range.contains(value) else {
      throw UsageError(message: "\(option) \(text): expected a number, \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  static func script(_ text: String) throws -> DriveScript {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count) {
    case ("follow", 1): return .follow
    case ("miss-turn", 1): return .missTurn(step: nil)
    case ("miss-turn", 2):
      return .missTurn(step: try Quantities.integer(parts[1], option: "--script miss-turn:", in: 1...100_000))
    case ("turn-round", 2): return .turnRound(atMeters: try Quantities.meters(parts[1], option: "--script turn-round:"))
    case ("off-road", 2):
      return .startOffRoad(
        meters: try Quantities.meters(
          parts[1], option: "--script off-road:", in: 0...DriveSetup.farthestOffRoadMeters))
    case ("through", 2):
      return .drive(
        through: try parts[1].split(separator: ";").map {
          try Quantities.coordinate(String($0), option: "--script through:")
        })
    default: throw UsageError(message: "--script \(text) is not known; see waybench simulate --help")
    }
  }

  static func receiver(_ text: String) throws -> GNSSErrorOptions {
    switch text {
    case "none": return .none
    case "open": return .open
    case "suburban": return .suburban
    case "urban": return .urban
    case "canyon": return .canyon
    default:
      if text.hasPrefix("white:") {
        return .white(
          sigmaMeters: try Quantities.meters(String(text.dropFirst(6)), option: "--gnss white:", in: 0...1000))
      }
      throw UsageError(
        message: "--gnss \(text) is not known; expected none, open, suburban, urban, canyon or white:LENGTH")
    }
  }
}
