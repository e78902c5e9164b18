import Formats

/// Verdicts in the forms that a continuous integration reads.
public enum ScenarioReports {
  /// JUnit's XML.
  public static func junit(_ outcomes: [ScenarioOutcome]) -> [UInt8] {
    let failures = outcomes.filter { !$0.failures.isEmpty && $0.error == nil }.count
    let errors = outcomes.filter { $0.error != nil }.count
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuite name=\"waybench\" tests=\"\(outcomes.count)\" failures=\"\(failures)\" errors=\"\(errors)\">\n"
    for outcome in outcomes {
      text += "  <testcase classname=\"scenarios\" name=\"\(escaped(outcome.name))\" file=\"\(escaped(outcome.path))\""
      guard !outcome.isPassed else {
        text += "/>\n"
        continue
      }
      text += ">\n"
      if let error = outcome.error {
        text += "    <error message=\"\(escaped(error))\"/>\n"
      }
      for failure in outcome.failures {
        let first = failure.split(separator: "\n").first.map(String.init) ?? failure
        text += "    <failure message=\"\(escaped(first))\">\(escaped(failure))</failure>\n"
      }
      text += "  </testcase>\n"
    }
    return Array((text + "</testsuite>\n").utf8)
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      // Control characters are not allowed in XML at all.
      default: result.unicodeScalars.append(scalar.value < 32 ? " " : scalar)
      }
    }
    return result
  }
}
