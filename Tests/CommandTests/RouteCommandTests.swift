import Foundation
import Testing

/// `route` with everything that a route can be chosen by, and what is wrong with requests.
@Suite("Choosing routes on the command line")
struct RouteCommandTests {
  private let town = "traces/networks/town.wbn"
  private let ends = ["--at", "40.006,-19.989", "--at", "39.9935,-20.009"]

  private func route(_ options: [String], ends: [String]? = nil) throws -> Program.Outcome {
    try Program.run(["route", "--network", town] + (ends ?? self.ends) + options)
  }

  /// Metres and seconds of the first line: "route: 2735 m, 239 s, 8 steps".
  private func figures(_ outcome: Program.Outcome) throws -> (meters: Int, seconds: Int) {
    #expect(outcome.status == 0, "\(outcome.error)")
    let numbers = outcome.output.split(separator: "\n").first.map { line in
      line.split { !$0.isNumber }.compactMap { Int($0) }
    }
    let found = try #require(numbers)
    try #require(found.count >= 2)
    return (found[0], found[1])
  }

  private func expectRefused(
    _ outcome: Program.Outcome, status: Int32, naming words: [String], _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == status, "\(outcome.error)", sourceLocation: location)
    #expect(outcome.errorLines.count == 1, "\(outcome.error)", sourceLocation: location)
    for word in words { #expect(outcome.error.contains(word), "\(outcome.error)", sourceLocation: location) }
  }

  @Test("each objective is the best at what it minimizes")
  func objectives() throws {
    let fastest = try figures(route([]))
    let shortest = try figures(route(["--objective", "shortest"]))
    #expect(shortest.meters <= fastest.meters && fastest.seconds <= shortest.seconds)
    for objective in ["fuelEfficient", "cheapest"] {
      let other = try figures(route(["--objective", objective, "--avoid", "tolls,highways,ferries,tunnels,vignettes"]))
      #expect(other.meters >= shortest.meters && other.seconds >= fastest.seconds)
    }
    let osrm = try route(["--objective", "shortest", "--format", "osrm"])
    #expect(osrm.output.contains("\"weight_name\":\"distance\""))
  }

  @Test("the weights of legs and steps add up to the route's in OSRM's form")
  func weights() throws {
    for objective in ["fastest", "fuelEfficient", "cheapest"] {
      let outcome = try route(["--objective", objective, "--format", "osrm"])
      let answer = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
      let first = try #require((answer["routes"] as? [[String: Any]])?.first)
      let legs = try #require(first["legs"] as? [[String: Any]])
      let steps = try #require(legs.first?["steps"] as? [[String: Any]])
      let whole = try #require(first["weight"] as? Double)
      let sum = steps.reduce(0) { $0 + (($1["weight"] as? Double) ?? .nan) }
      #expect(abs(sum - whole) <= 0.05 * Double(steps.count) && whole > 0, "\(objective)")
      #expect((answer["waypoints"] as? [[String: Any]])?.allSatisfy { $0["distance"] is Double } == true)
    }
  }

  @Test("a closed road is driven round, until the closure has expired, and the delay is told")
  func traffic() throws {
    let scratch = try Scratch()
    let free = try figures(route([]))
    // Half of the edges crawl: the way takes longer, and says so.
    let slow = (0..<3_000).filter { $0 % 2 == 0 }.map { "edge,\($0),,5,2026-05-01T08:00:00Z" }
    let feed = (["kind,id,toward,kmh,until"] + slow).joined(separator: "\n") + "\n"
    try feed.write(toFile: scratch.path("now.csv"), atomically: true, encoding: .utf8)
    let outcome = try route(["--traffic", scratch.path("now.csv"), "--now", "2026-05-01T07:00:00Z"])
    #expect(try figures(outcome).seconds > free.seconds + 30)
    #expect(outcome.output.contains("traffic: ") && outcome.output.contains("jam"))
    let later = try route(["--traffic", scratch.path("now.csv"), "--now", "2026-05-01T09:00:00Z"])
    #expect(try figures(later) == free)
  }

  @Test("areas are kept out of, written out and from a file")
  func areas() throws {
    let scratch = try Scratch()
    let free = try figures(route([]))
    let ring = "39.999,-20.001 39.999,-19.995 40.002,-19.995 40.002,-20.001"
    let written = try figures(route(["--avoid-area", ring]))
    let corners = ring.split(separator: " ").map { corner in
      "[" + corner.split(separator: ",").reversed().joined(separator: ",") + "]"
    }
    let json =
      "{\"type\":\"Polygon\",\"coordinates\":[[\((corners + [corners[0]]).joined(separator: ","))]]}"
    try json.write(toFile: scratch.path("area.geojson"), atomically: true, encoding: .utf8)
    #expect(try figures(route(["--avoid-area", scratch.path("area.geojson")])) == written)
    #expect(written.seconds >= free.seconds)
  }

  @Test("alternatives are further routes, the best one first")
  func alternatives() throws {
    let outcome = try route(["--alternatives", "all", "--format", "osrm"])
    let answer = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let routes = try #require(answer["routes"] as? [[String: Any]])
    let weights = routes.compactMap { $0["weight"] as? Double }
    #expect((1...3).contains(routes.count) && weights == weights.sorted())
    #expect(try route(["--alternatives", "3"]).status == 2)
  }

  @Test("what is wrong with a request is one line, with its status")
  func badRequests() throws {
    let scratch = try Scratch()
    expectRefused(
      try route([], ends: ["--at", "40.006,-19.989", "--at", "41,-19.99"]), status: 1, naming: ["waypoint 1"])
    let twice = ["--at", "40.006,-19.989", "--at", "39.9935,-20.009", "--at", "39.9935,-20.009"]
    expectRefused(try route([], ends: twice), status: 1, naming: ["waypoint 2", "once more"])
    let many = (0..<27).flatMap { ["--at", "40.00\($0 % 10),-19.99\($0 % 7)"] }
    expectRefused(try route([], ends: many), status: 1, naming: ["27 waypoints"])
    expectRefused(try route(["--objective", "nicest"]), status: 2, naming: ["nicest", "fastest"])
    expectRefused(try route(["--avoid", "hills"]), status: 2, naming: ["hills", "tolls"])
    expectRefused(try route(["--via", "0"]), status: 2, naming: ["--via 0"])
    expectRefused(try route(["--now", "later"]), status: 2, naming: ["--traffic"])
    expectRefused(try route(["--mode", "cycling"]), status: 3, naming: ["driving", "cycling"])
    let crossed = "39.999,-20.001 40.002,-19.995 39.999,-19.995 40.002,-20.001"
    expectRefused(try route(["--avoid-area", crossed]), status: 3, naming: ["cross"])
    let files = [
      ("unknown.csv", "kind,id,toward,kmh,until\nedge,99999999,,50,\n", "unknown edge"),
      ("row.csv", "kind,id,toward,kmh,until\nway,1,up,5,\n", "line 2"),
      ("binary.csv", "\u{1}\u{2}\u{3}" + String(repeating: "x", count: 4_000), "header"),
    ]
    for (name, content, word) in files {
      try content.write(toFile: scratch.path(name), atomically: true, encoding: .utf8)
      let outcome = try route(["--traffic", scratch.path(name)])
      expectRefused(outcome, status: 3, naming: [name, word])
      #expect(outcome.error.utf8.count < 400)
    }
    #expect(try route(["--traffic", scratch.path("unknown.csv"), "--skip-unknown"]).status == 0)
    try "{\"type\":\"Polygon\"".write(toFile: scratch.path("cut.geojson"), atomically: true, encoding: .utf8)
    expectRefused(try route(["--avoid-area", scratch.path("cut.geojson")]), status: 3, naming: ["cut.geojson"])
  }

  @Test("a proof of the shipped town holds")
  func proof() throws {
    let outcome = try Program.run(["bench", "proof", "--network", town, "--pairs", "50", "--rounds", "2"])
    #expect(outcome.status == 0 && outcome.output.split(separator: "\n").count == 16, "\(outcome.output)")
    #expect(!outcome.output.contains("WRONG"))
  }

  @Test("routing is measured part by part")
  func routingBench() throws {
    let all = ["--network", town, "--pairs", "20", "--repetitions", "2"]
    let some = try Program.run(["bench", "routing", "--parts", "query,open"] + all + ["--json", "-"])
    #expect(some.status == 0, "\(some.error)")
    let rows = try JSONSerialization.jsonObject(with: Data(some.output.utf8)) as? [[String: Any]]
    #expect(rows?.count == 3)
    let grid = try Program.run(["bench", "routing", "--grid", "2000", "--pairs", "20", "--repetitions", "2"])
    #expect(grid.status == 0)
    for part in ["order", "customize, 2 threads", "partial", "query", "table", "reroute call", "alternatives"] {
      #expect(grid.output.contains("\n\(part)"), "\(part)")
    }
    expectRefused(
      try Program.run(["bench", "routing", "--parts", "query,sleep"] + all), status: 2, naming: ["--parts", "sleep"])
  }
}
