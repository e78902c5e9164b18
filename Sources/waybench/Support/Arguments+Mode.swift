import WaybenchCore

extension Arguments {
  /// The mode of travel that `--mode` names; `nil` without the option.
  func mode() throws -> TravelMode? {
    guard let name = value("--mode") else { return nil }
    guard let mode = TravelMode.allCases.first(where: { $0.name == name }) else {
      let all = TravelMode.allCases.map(\.name).joined(separator: ", ")
      throw UsageError(message: "--mode \(name) is not known; expected one of \(all)")
    }
    return mode
  }
}
