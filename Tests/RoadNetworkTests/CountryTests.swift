import Testing
import WaybenchCore

@testable import RoadNetwork

@Suite("Countries and vignettes")
struct CountryTests {
  /// A motorway with its trunk road and a street, 0.01 degrees east of each other, from 40.0 N, 20.0 W on.
  private func source(_ mode: TravelMode = .driving, country: String? = nil) throws -> RoadSource {
    try ImportFiles.source(
      ImportFiles.nodes([1, 2, 3, 4, 5]) + ImportFiles.way(1, [1, 2], ["highway": "motorway", "oneway": "no"])
        + ImportFiles.way(2, [2, 3], ["highway": "trunk", "motorroad": "yes"])
        + ImportFiles.way(3, [3, 4], ["highway": "primary"]) + ImportFiles.way(4, [4, 5]),
      country: country, mode: mode)
  }

  /// The ids of the ways that need a vignette.
  private func charged(_ country: String, _ mode: TravelMode) throws -> Set<Int64> {
    let network = try RoadNetworkBuilder.build(source(mode, country: country))
    let edges = (0..<network.edgeCount).map { network.edge($0) }
    #expect(edges.allSatisfy { $0.country == CountryCode(country) })
    return Set(edges.filter(\.needsVignette).map(\.wayID))
  }

  @Test(
    "vignettes by country, road and mode",
    arguments: [
      ("AT", TravelMode.driving, [1, 2]), ("AT", .twoWheeler, [1, 2]), ("AT", .taxi, [1, 2]), ("at", .driving, [1, 2]),
      ("AT-9", .driving, [1, 2]),
      ("CZ", .driving, [1]), ("CZ", .twoWheeler, []), ("CH", .twoWheeler, [1, 2]), ("SI", .driving, [1, 2]),
      ("SK", .driving, [1, 2]), ("SK", .twoWheeler, []), ("HU", .twoWheeler, [1, 2]),
      ("RO", .driving, [1, 2, 3]), ("BG", .driving, [1, 2, 3]), ("BG", .twoWheeler, []), ("MD", .driving, [1, 2, 3]),
      ("DE", .driving, []), ("FR", .driving, []), ("RO", .cycling, []), ("RO", .walking, []),
    ] as [(String, TravelMode, Set<Int64>)])
  func vignettes(country: String, mode: TravelMode, expected: Set<Int64>) throws {
    #expect(try charged(country, mode) == expected)
  }

  @Test("without a country nothing is known, and the file holds nothing of it")
  func unknown() throws {
    let network = try RoadNetworkBuilder.build(source())
    #expect(network.charges.count == 0)
    #expect(network.edge(0).country == nil && !network.edge(0).needsVignette)
  }

  private static func box(_ properties: String, _ west: Double, _ east: Double) -> String {
    """
    {"type":"Feature","properties":{\(properties)},"geometry":{"type":"Polygon","coordinates":
    [[[\(west),39],[\(east),39],[\(east),41],[\(west),41],[\(west),39]]]}}
    """
  }

  private static func collection(_ features: String...) -> [UInt8] {
    Array(#"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#.utf8)
  }

  @Test("an edge lies in the country that holds its middle, and the file keeps it")
  func areas() throws {
    // The border crosses the trunk road (19.98 W to 19.97 W) east of its middle.
    var source = try source(country: "DE")
    source.countryAreas = try CountryArea.parse(
      Self.collection(Self.box(#""country":"AT""#, -21, -19.973), Self.box(#""ISO3166-1":"CZ""#, -19.973, -19.957)))
    let built = try RoadNetworkBuilder.build(source)
    try ImportFiles.withFolder { folder in
      try built.write(path: folder + "/a.wbn")
      let network = try RoadNetwork(path: folder + "/a.wbn")
      var countries: [Int64: Set<String>] = [:]
      for index in 0..<network.edgeCount {
        let edge = network.edge(index)
        countries[edge.wayID, default: []].insert(edge.country?.description ?? "")
        #expect(edge.needsVignette == (edge.wayID <= 2))
      }
      // What no area holds lies where the whole network does.
      #expect(countries == [1: ["AT"], 2: ["AT"], 3: ["CZ"], 4: ["DE"]])
    }
  }

  @Test(
    "areas that are none are refused with their place",
    arguments: [
      (collection(box("", -21, -20)), "feature 0: an area without a country"),
      (collection(box(#""country":"AT""#, -21, -20), box(#""country":"Austria""#, -21, -20)), "feature 1: the country"),
      (
        collection(
          #"{"type":"Feature","properties":{"country":"AT"},"geometry":{"type":"Point","coordinates":[1,2]}}"#),
        "feature 0: no area"
      ),
      (
        collection(
          #"{"type":"Feature","properties":{"country":"AT"},"geometry":{"type":"Polygon","coordinates":"#
            + "[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}}"), "feature 0: an area that cannot be used"
      ),
      (
        collection(
          #"{"type":"Feature","properties":{"country":"AT"},"geometry":{"type":"Polygon","coordinates":[[[0,0]]]}}"#),
        "feature 0: an unreadable ring"
      ),
      (Array("{}".utf8), "no areas"), (Array("{".utf8), "line 1"),
    ] as [([UInt8], String)])
  func badAreas(bytes: [UInt8], message: String) throws {
    let error = #expect(throws: RoadImportError.self) { try CountryArea.parse(bytes, path: "a.geojson") }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test(
    "codes of countries", arguments: [("AT", "AT"), ("be-VLG", "BE"), ("A", nil), ("AUT", nil), ("4T", nil), ("", nil)])
  func codes(text: String, expected: String?) {
    #expect(CountryCode(text)?.description == expected)
  }
}
