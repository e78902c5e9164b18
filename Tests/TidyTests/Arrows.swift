/// Who may import whom: the arrows of the architecture, and what of the system each target may use.
enum Arrows {
  private static let system: Set<String> = ["Glibc", "FoundationEssentials", "Synchronization"]

  /// Beside these every target of `openToSystem` may import `system`.
  static let allowed: [String: Set<String>] = [
    "WaybenchCore": ["Glibc"],
    "Measurement": ["Glibc"],
    "GeometryGEOS": ["WaybenchCore", "CGEOS"],
    "RoadNetwork": ["WaybenchCore", "GeometryGEOS", "COSMReader", "CXXHash"],
    "Navigation": ["WaybenchCore"],
    "Formats": ["WaybenchCore", "CXML", "CZlib"],
    "Simulation": ["WaybenchCore", "Navigation", "RoadNetwork", "Formats", "Measurement", "Dispatch"],
    "Scenarios": ["WaybenchCore", "Simulation", "Navigation", "RoadNetwork", "Formats", "GeometryGEOS"],
    "Reports": ["Scenarios", "Simulation", "Measurement", "Navigation"],
    "BenchmarkSuites": [
      "WaybenchCore", "RoadNetwork", "Navigation", "Formats", "Simulation", "Measurement", "GeometryGEOS",
      "CAllocationCounter", "CXML",
    ],
    "waybench": [
      "WaybenchCore", "RoadNetwork", "Navigation", "Formats", "Measurement", "Simulation", "Scenarios", "Reports",
      "BenchmarkSuites",
    ],
  ]

  private static let closedToSystem: Set<String> = ["WaybenchCore", "Measurement"]

  /// What no test may import either, with the targets that may.
  static let restricted: [String: Set<String>] = [
    // Starting another process is Foundation's alone.
    "Foundation": ["CommandTests"],
    "Dispatch": ["Simulation", "SimulationTests"],
    "CGEOS": ["GeometryGEOS"],
    "CGeodesic": ["TestSupport"],
    "XCTest": [],
  ]

  static func mayImport(_ module: String, target: String, isTest: Bool) -> Bool {
    if let targets = restricted[module] { return targets.contains(target) }
    if isTest { return true }
    if allowed[target]?.contains(module) == true { return true }
    return system.contains(module) && !closedToSystem.contains(target)
  }
}
