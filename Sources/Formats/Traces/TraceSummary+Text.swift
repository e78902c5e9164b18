/// The summary for machines and for people.
extension TraceSummary {
  /// Writes the summary as one JSON object: the counts, `bounds`, `start`, `end` (ISO 8601, or seconds when times are
  /// relative), lengths in metres, times in seconds; what is unknown is `null`.
  ///
  /// `lengthMeters` is the raw sum of hops, as `lengthKind` says; `travelledLengthMeters` leaves standstill out.
  public func write(to json: inout JSONText, path: String? = nil) {
    json.beginObject()
    if let path {
      json.key("path")
      json.value(path)
    }
    json.key("format")
    json.value(format.rawValue)
    for (name, count) in [
      ("trackPoints", trackPointCount), ("routePoints", routePointCount), ("waypoints", waypointCount),
      ("tracks", trackCount), ("routes", routeCount), ("segments", segmentCount),
    ] {
      json.key(name)
      json.value(count)
    }
    writeBounds(to: &json)
    writeTimes(to: &json)
    let hasLength = trackPointCount > 0
    json.key("lengthMeters")
    json.value(hasLength ? rawLengthMeters : nil, decimals: 2)
    json.key("lengthKind")
    json.value("raw")
    json.key("travelledLengthMeters")
    json.value(hasLength ? travelledLengthMeters : nil, decimals: 2)
    for (name, value) in [
      ("durationSeconds", durationSeconds), ("movingSeconds", movingSeconds), ("stoppedSeconds", stoppedSeconds),
      ("longestStopSeconds", longestStopSeconds), ("maxSpeedMetersPerSecond", maxSpeedMetersPerSecond),
      ("maxReportedSpeedMetersPerSecond", maxReportedSpeedMetersPerSecond),
    ] {
      json.key(name)
      json.value(value, decimals: 3)
    }
    json.key("stops")
    json.value(stopCount)
    writeInterval(to: &json)
    json.key("repeatedTimes")
    json.value(repeatedTimeCount)
    json.key("backwardTimes")
    json.value(backwardTimeCount)
    writeDiagnostics(to: &json)
    json.endObject()
  }

  /// The summary as lines for people, each a name and a value.
  public var lines: [(name: String, value: String)] {
    func text(_ value: Double?, _ decimals: Int, _ unit: String) -> String {
      value.flatMap { DecimalText.text($0, decimals: decimals) }.map { "\($0) \(unit)" } ?? "unknown"
    }
    var result = [
      ("format", format.rawValue), ("track points", "\(trackPointCount)"), ("tracks", "\(trackCount)"),
      ("segments", "\(segmentCount)"), ("route points", "\(routePointCount)"), ("waypoints", "\(waypointCount)"),
    ]
    if let bounds {
      let values = [bounds.south, bounds.west, bounds.north, bounds.east]
      let texts = values.map { DecimalText.text($0, decimals: 7) ?? "" }
      result.append(("bounds", "\(texts[0]),\(texts[1]) to \(texts[2]),\(texts[3])"))
    }
    if let startNanoseconds, let endNanoseconds, !hasRelativeTimes {
      result.append(("start", TimeText.text(startNanoseconds)))
      result.append(("end", TimeText.text(endNanoseconds)))
    }
    result.append(("duration", text(durationSeconds, 1, "s")))
    result.append(("length (raw, sum of hops)", text(trackPointCount > 0 ? rawLengthMeters : nil, 1, "m")))
    result.append(("length travelled", text(trackPointCount > 0 ? travelledLengthMeters : nil, 1, "m")))
    result.append(("time moving", text(movingSeconds, 1, "s")))
    result.append(("stops", "\(stopCount) (\(text(stoppedSeconds, 1, "s")))"))
    result.append(("highest speed between points", text(maxSpeedMetersPerSecond, 2, "m/s")))
    if let interval = samplingIntervalSeconds {
      result.append(
        (
          "sampling interval",
          "\(text(interval.median, 3, "s")) (\(text(interval.min, 3, "s")) to \(text(interval.max, 3, "s")))"
        ))
    }
    if repeatedTimeCount + backwardTimeCount > 0 {
      result.append(("times out of order", "\(repeatedTimeCount) repeated, \(backwardTimeCount) backward"))
    }
    if !diagnostics.isEmpty { result.append(("diagnostics", "\(diagnostics.count)")) }
    return result
  }

  private func writeBounds(to json: inout JSONText) {
    json.key("bounds")
    guard let bounds else { return json.null() }
    json.beginObject()
    for (name, value) in [
      ("south", bounds.south), ("west", bounds.west), ("north", bounds.north), ("east", bounds.east),
    ] {
      json.key(name)
      json.value(value, decimals: 7)
    }
    json.endObject()
  }

  private func writeTimes(to json: inout JSONText) {
    json.key("timesAreRelative")
    json.value(hasRelativeTimes)
    for (name, time) in [("start", startNanoseconds), ("end", endNanoseconds)] {
      json.key(name)
      if hasRelativeTimes {
        json.value(time.map { Double($0) / 1e9 }, decimals: 3)
      } else {
        json.value(timeNanoseconds: time)
      }
    }
  }

  private func writeInterval(to json: inout JSONText) {
    json.key("samplingIntervalSeconds")
    guard let interval = samplingIntervalSeconds else { return json.null() }
    json.beginObject()
    for (name, value) in [("min", interval.min), ("median", interval.median), ("max", interval.max)] {
      json.key(name)
      json.value(value, decimals: 3)
    }
    json.endObject()
  }

  private func writeDiagnostics(to json: inout JSONText) {
    json.key("diagnostics")
    json.beginArray()
    for diagnostic in diagnostics {
      json.beginObject()
      json.key("severity")
      json.value(diagnostic.severity.rawValue)
      json.key("line")
      json.value(diagnostic.line)
      json.key("message")
      json.value(diagnostic.message)
      json.endObject()
    }
    json.endArray()
  }
}
