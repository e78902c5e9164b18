// swift-tools-version: 6.3
import PackageDescription

/// What every Swift target of this package is compiled with: the strictest settings that the toolchain offers.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let strictAndMemorySafe: [SwiftSetting] = strict + [.strictMemorySafety()]

func library(_ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, swiftSettings: strictAndMemorySafe,
    linkerSettings: [.linkedLibrary("m")])
}

func tests(_ module: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(module)Tests", dependencies: [.byName(name: module), "TestSupport"] + dependencies,
    swiftSettings: strict)
}

let package = Package(
  name: "Waybench",
  products: [
    .executable(name: "waybench", targets: ["waybench"]),
    .library(name: "WaybenchCore", targets: ["WaybenchCore"]),
    .library(name: "RoadNetwork", targets: ["RoadNetwork"]),
    .library(name: "Navigation", targets: ["Navigation"]),
    .library(name: "Formats", targets: ["Formats"]),
    .library(name: "Simulation", targets: ["Simulation"]),
  ],
  targets: [
    .systemLibrary(name: "CGEOS", pkgConfig: "geos", providers: [.apt(["libgeos-dev"])]),
    .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .target(
      name: "COSMReader",
      linkerSettings: [
        .linkedLibrary("z"), .linkedLibrary("bz2"), .linkedLibrary("expat"), .linkedLibrary("lz4"),
        .linkedLibrary("pthread"),
      ]),
    .target(name: "CAllocationCounter"),

    library("WaybenchCore"),
    library("GeometryGEOS", ["WaybenchCore", "CGEOS"]),
    library("RoadNetwork", ["WaybenchCore", "GeometryGEOS", "COSMReader", "CXXHash"]),
    library("Navigation", ["WaybenchCore"]),
    library("Formats", ["WaybenchCore", "CXML", "CZlib"]),
    library("Measurement"),
    library("Simulation", ["WaybenchCore", "Navigation", "RoadNetwork", "Formats", "Measurement"]),
    library("Scenarios", ["WaybenchCore", "Simulation", "Navigation", "RoadNetwork", "Formats", "GeometryGEOS"]),
    library("Reports", ["Scenarios", "Simulation", "Measurement", "Navigation"]),
    library(
      "BenchmarkSuites",
      [
        "WaybenchCore", "RoadNetwork", "Navigation", "Formats", "Simulation", "Measurement",
        "GeometryGEOS", "CAllocationCounter", "CXML",
      ], path: "Benchmarks/Suites"),
    .executableTarget(
      name: "waybench",
      dependencies: [
        "WaybenchCore", "RoadNetwork", "Navigation", "Formats", "Measurement", "Simulation", "Scenarios",
        "Reports", "BenchmarkSuites",
      ],
      swiftSettings: strictAndMemorySafe),

    .systemLibrary(name: "CGeodesic", path: "Tests/CGeodesic", pkgConfig: "proj", providers: [.apt(["libproj-dev"])]),
    .target(
      name: "TestSupport", dependencies: ["WaybenchCore", "RoadNetwork", "Formats", "CGeodesic"],
      path: "Tests/TestSupport", swiftSettings: strict),
    tests("WaybenchCore", ["CAllocationCounter", "GeometryGEOS", "Formats"]),
    tests("GeometryGEOS"),
    tests("RoadNetwork", ["CAllocationCounter", "GeometryGEOS", "Formats", "BenchmarkSuites"]),
    tests("Navigation", ["CAllocationCounter", "Formats", "RoadNetwork"]),
    tests("Formats"),
    tests("Measurement", ["WaybenchCore"]),
    tests("Simulation", ["Navigation", "RoadNetwork", "Formats", "Measurement"]),
    tests("Scenarios", ["Simulation", "RoadNetwork"]),
    .testTarget(
      name: "CommandTests", dependencies: ["waybench", "TestSupport", "Formats"], swiftSettings: strict),
    .testTarget(name: "TidyTests", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
