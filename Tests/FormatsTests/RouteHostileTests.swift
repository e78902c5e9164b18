import Formats
import Testing
import WaybenchCore

@Suite struct RouteHostileTests {
  private func outcome(
    _ bytes: [UInt8], _ precision: EncodedPolyline.Precision? = .decimals6
  ) -> Result<[PlannedLine], RouteFileError> {
    do { return .success(try RouteFileReader.routes(in: bytes, path: "h.json", precision: precision)) } catch {
      return .failure(error)
    }
  }

  private static let answers = [
    RouteFixtures.filled(RouteFixtures.osrm, .decimals6), RouteFixtures.filled(RouteFixtures.mapbox, .decimals6),
    RouteFixtures.filled(RouteFixtures.google, .decimals5),
  ]

  @Test(arguments: answers.indices)
  func `an answer cut at any byte is an error with its line`(index: Int) {
    let bytes = Self.answers[index]
    for count in 1..<bytes.count {
      guard case .failure(let error) = outcome(Array(bytes[..<count])) else {
        Issue.record("a plan from \(count) bytes of \(bytes.count)")
        continue
      }
      #expect(error.path == "h.json" && error.line != nil && !error.description.contains("\n"))
    }
    guard case .success = outcome(bytes) else {
      Issue.record("no plan from the whole answer")
      return
    }
  }

  /// Replaces the value of every member and element in turn.
  @Test(arguments: answers.indices, ["null", "-1", "1e300", "\"x\"", "{}", "[]", "[[]]", "true", "[null]"])
  func `a value of any other kind is a plan or an error`(index: Int, value: String) {
    let bytes = Self.answers[index]
    var failures = 0
    for start in bytes.indices where bytes[start] == UInt8(ascii: ":") || bytes[start] == UInt8(ascii: "[") {
      guard let end = endOfValue(bytes, start + 1) else { continue }
      let changed = Array(bytes[...start]) + Array(value.utf8) + Array(bytes[end...])
      switch outcome(changed) {
      case .success(let plans):
        for plan in plans {
          let route = Route(plan)
          #expect(route.map { $0.lengthMeters.isFinite && $0.steps.count >= 2 } == true)
          if let route { #expect(!RouteText.text([route], format: .osrm).isEmpty) }
        }
      case .failure(let error):
        failures += 1
        #expect(error.path == "h.json" && !error.description.contains("\n"))
      }
    }
    #expect(failures > 0, "some values must matter")
  }

  /// The end of the value that begins at a byte; `nil` where none does.
  private func endOfValue(_ bytes: [UInt8], _ start: Int) -> Int? {
    var depth = 0
    var isInText = false
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if isInText {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == UInt8(ascii: "\"") { isInText = false }
      } else if byte == UInt8(ascii: "\"") {
        isInText = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        if depth == 0 { return index > start ? index : nil }
        depth -= 1
      } else if byte == UInt8(ascii: ","), depth == 0 {
        return index
      }
      index += 1
    }
    return nil
  }

  @Test(arguments: [
    ("\"distance\":222.1", "\"distance\":-5", nil), ("\"duration\":12.4", "\"duration\":-1", "a duration of -1.0"),
    ("\"weight\":14", "\"weight\":1e12", "a weight of 1000000000000.0"),
    ("\"distance\":596.6,\"duration\":61.4,\"weight_name\"", "\"distance\":-0.5,\"weight_name\"", "a distance of -0.5"),
    ("[-19.998,40.002],\n", "[-19.998,91],\n", "no longitude and latitude"),
    ("\"routes\":[", "\"routes\":{},\"x\":[", "routes are no array"),
    ("\"exit\":2", "\"exit\":256", nil), ("\"exit\":2", "\"exit\":-1", nil), ("\"exit\":2", "\"exit\":1.5", nil),
    ("\"out\":0,\"in\":1", "\"out\":77,\"in\":-9", nil), ("\"bearings\":[90", "\"bearings\":[-90", nil),
  ])
  func `values out of range`(found: String, replaced: String, message: String?) {
    let text = RouteFixtures.osrm
    #expect(text.contains(found))
    switch outcome(Array(text.replacing(found, with: replaced).utf8)) {
    case .success(let plans):
      #expect(message == nil)
      for maneuver in plans[0].maneuvers {
        for place in maneuver.intersections {
          #expect(place.bearings.allSatisfy { (0..<360).contains($0) })
          #expect(Int(place.outgoing) < place.bearings.count && Int(place.incoming) < place.bearings.count)
        }
      }
    case .failure(let error):
      #expect(error.line != nil && error.message.contains(message ?? "nothing is wrong here"), "\(error)")
    }
  }

  @Test(arguments: ["\"-3s\"", "\"12\"", "\"1e300s\"", "\"s\""])
  func `durations of the Google Routes API that are none`(duration: String) {
    let text = RouteFixtures.google.replacing("\"duration\":\"120s\"", with: "\"duration\":\(duration)")
    guard case .failure(let error) = outcome(RouteFixtures.filled(text, .decimals5)) else {
      Issue.record("a plan with a duration of \(duration)")
      return
    }
    #expect(error.line == 1 && error.message.hasPrefix("a duration of"))
  }

  @Test(arguments: ["[", "{\"legs\":[{\"steps\":[{\"intersections\":[{\"lanes\":[{\"indications\":[", "{\"a\":"])
  func `nesting has an end`(unit: String) {
    for start in ["{\"routes\":[", "{\"features\":", "{\"code\":"] {
      let text = start + String(repeating: unit, count: 100_000 / unit.utf8.count)
      guard case .failure(let error) = outcome(Array(text.utf8)) else {
        Issue.record("a plan from brackets")
        continue
      }
      #expect(error.line == 1)
    }
  }

  @Test func `steps that fit nowhere take no quadratic time`() throws {
    let positions = (0..<20_000).map { "[\(-20 + Double($0) * 1e-5),40]" }.joined(separator: ",")
    let step = "{\"maneuver\":{\"type\":\"turn\",\"modifier\":\"left\",\"location\":[-19,41]}}"
    let steps = [String](repeating: step, count: 20_000).joined(separator: ",")
    let text = """
      {"code":"Ok","routes":[{"geometry":{"coordinates":[\(positions)]},"legs":[{"steps":[\(steps)]}]}]}
      """
    let plan = try #require(try outcome(Array(text.utf8)).get().first)
    #expect(plan.maneuvers.count == 20_000 && plan.coordinates.count == 20_000)
  }

  @Test func `texts keep their words whatever is in them`() throws {
    let name = "a\"b\\c\u{1}\u{7f}😀\u{2028}</name>\u{feff}"
    var plan = PlannedLine(coordinates: RouteFixtures.line)
    plan.maneuvers = [PlannedLine.Maneuver(vertex: 0, action: Maneuver(.depart), name: name)]
    let route = try #require(Route(plan))
    for format in [RouteText.Format.osrm, .geojson] {
      let bytes = Array(RouteText.text([route], format: format).utf8)
      #expect(try RouteFileReader.routes(in: bytes, path: "t").first?.maneuvers.first?.name == name)
    }
  }
}
