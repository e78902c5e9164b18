extension LatencyHistogram {
  /// The percentile distribution as text, in the `.hgrm` form that HdrHistogram's plotters read.
  ///
  /// Five lines for each halving of the distance to 100 %, then a footer with mean, standard deviation and maximum.
  /// O(counters).
  ///
  /// - Parameter unitDivisor: nanoseconds per unit of the text, above 0: 1,000,000 writes milliseconds.
  public func percentileText(unitDivisor: Double = 1) -> String {
    precondition(unitDivisor > 0, "The unit of a percentile text must be above 0.")
    var text = "       Value     Percentile TotalCount 1/(1-Percentile)\n\n"
    var level = 0.0
    var seen: Int64 = 0
    var last = ""
    for bucket in buckets {
      seen &+= bucket.count
      let value = decimals(Double(min(bucket.highestNanoseconds, maximum ?? 0)) / unitDivisor, 3, width: 12)
      let reached = 100 * Double(seen) / Double(count)
      while reached >= level {
        text += "\(value) \(decimals(level / 100, 12, width: 14)) \(padded(seen, 10))"
        text += " \(decimals(100 / (100 - level), 2, width: 14))\n"
        // Five steps for each halving of what is left: the exponent counts the halvings so far.
        let halvings = (100 / (100 - level)).exponent
        level += 100 / (5 * Double(sign: .plus, exponent: halvings + 1, significand: 1))
        if seen == count { break }
      }
      last = "\(value) \(decimals(1, 12, width: 14)) \(padded(seen, 10))\n"
    }
    text += last
    let shownMean = count == 0 ? 0 : mean / unitDivisor
    let shownDeviation = count == 0 ? 0 : standardDeviation / unitDivisor
    let shownMaximum = Double(maximum ?? 0) / unitDivisor
    text += "#[Mean    = \(decimals(shownMean, 3, width: 12)), "
    text += "StdDeviation   = \(decimals(shownDeviation, 3, width: 12))]\n"
    text += "#[Max     = \(decimals(shownMaximum, 3, width: 12)), Total count    = \(padded(count, 12))]\n"
    text += "#[Buckets = \(padded(Int64(Self.bucketCount), 12)), "
    text += "SubBuckets     = \(padded(Int64(Self.subBucketCount), 12))]\n"
    return text
  }
}

private func padded(_ number: Int64, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: " ", count: max(0, width - digits.count)) + digits
}

/// A number of 0 or more with a fixed count of decimals, rounded half to even, at the right of a column.
private func decimals(_ number: Double, _ places: Int, width: Int) -> String {
  var scale: Int64 = 1
  for _ in 0..<places { scale *= 10 }
  guard let scaled = Int64(exactly: (number * Double(scale)).rounded(.toNearestOrEven)) else {
    return String(repeating: " ", count: max(0, width - number.description.count)) + number.description
  }
  let fraction = String(scaled % scale)
  let text = String(scaled / scale) + "." + String(repeating: "0", count: places - fraction.count) + fraction
  return String(repeating: " ", count: max(0, width - text.count)) + text
}
