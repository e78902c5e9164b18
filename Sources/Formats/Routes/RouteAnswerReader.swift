import WaybenchCore

/// Reads answers of routing services: OSRM and those who answer like it, and the Google Routes API.
enum RouteAnswerReader {
  /// The routes of an answer, at least one; `nil` for a text that is no answer of a routing service.
  ///
  /// - Throws: at the first mistake, and when the answer is that there is no route.
  static func routes(_ bytes: [UInt8]) throws(JSONError) -> [RouteAnswer]? {
    var scanner = JSONScanner(bytes)
    var routes: [RouteAnswer]?
    var names: [String?] = []
    var refusal = Refusal()
    var emptyLine = JSONError(line: 1, message: "no routes; expected at least one", isCut: false)
    try scanner.members(of: try scanner.next()) { (scanner, key) throws(JSONError) in
      let value = try scanner.next()
      switch key {
      case "routes":
        guard value == .beginArray else { throw scanner.failure("routes are no array; expected [") }
        emptyLine = scanner.failure("routes is empty; expected at least one route")
        var found: [RouteAnswer] = []
        try scanner.objects(of: value) { (scanner, element) throws(JSONError) in
          found.append(
            try isOfGoogle(scanner) ? GoogleReader.route(&scanner, element) : OSRMReader.route(&scanner, element))
        }
        routes = found
      case "waypoints": names = try OSRMReader.waypointNames(&scanner, value)
      default: try refusal.take(key, value, &scanner)
      }
    }
    if let error = refusal.error { throw error }
    guard var routes else { return nil }
    guard try scanner.next() == .end else { throw scanner.failure("more text after the answer; expected nothing") }
    if routes.isEmpty { throw emptyLine }
    for index in routes.indices where routes[index].waypointNames.isEmpty { routes[index].waypointNames = names }
    return routes
  }

  /// Whether a route whose `{` is taken is one of the Google Routes API: the first telling name decides.
  private static func isOfGoogle(_ scanner: JSONScanner) throws(JSONError) -> Bool {
    var ahead = scanner
    while try ahead.next() == .key {
      switch ahead.stringValue {
      case "distanceMeters", "staticDuration", "polyline", "routeToken", "routeLabels", "localizedValues", "viewport",
        "travelAdvisory":
        return true
      case "geometry", "distance", "weight", "weight_name", "voiceLocale": return false
      case "duration": return try ahead.next() == .string
      default: try ahead.skipValue()
      }
    }
    return false
  }

  /// What an answer says when there is no route.
  private struct Refusal {
    private var code: String?
    private var message: String?
    private var line = 1
    private var isRefused = false

    mutating func take(_ key: String, _ value: JSONToken, _ scanner: inout JSONScanner) throws(JSONError) {
      switch key {
      case "code":
        code = try scanner.text(of: value)
        isRefused = isRefused || (code != nil && code != "Ok")
        line = Int(scanner.line)
      case "message": message = try scanner.text(of: value)
      // Valhalla's own errors are texts, Google's are objects with a status and a message.
      case "error":
        isRefused = true
        line = Int(scanner.line)
        if value == .string { message = try scanner.text(of: value) }
        var status: String?
        var told: String?
        try scanner.members(of: value) { (scanner, key) throws(JSONError) in
          let value = try scanner.next()
          switch key {
          case "status": status = try scanner.text(of: value)
          case "message": told = try scanner.text(of: value)
          default: try scanner.skip(value)
          }
        }
        code = status ?? code
        message = told ?? message
      default: try scanner.skip(value)
      }
    }

    /// The refusal as one line; `nil` for an answer with routes.
    var error: JSONError? {
      guard isRefused else { return nil }
      let reason = message.map { ": " + String($0.prefix(200)) } ?? ""
      let text = "the answer is \"\(code ?? "an error")\"\(reason); expected \"Ok\" and routes"
      return JSONError(line: line, message: String(text.map { $0.isNewline ? " " : $0 }), isCut: false)
    }
  }
}
