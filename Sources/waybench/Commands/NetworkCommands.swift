import Formats
import RoadNetwork
import WaybenchCore

/// `network build`, `network synth`, `network info`, `network export`.
enum NetworkCommands {
  static let build = CommandSpec(
    name: "network build", summary: "builds a network from OpenStreetMap or GeoJSON roads", operands: "IN",
    options: [
      .value("--output", "N.wbn", "the file to write (also -o)"),
      .value("--mode", "M", "who travels: driving, cycling, walking, twoWheeler or taxi; default driving"),
      .value("--country", "CC", "where the roads lie, for default limits and vignettes: an ISO code such as MT"),
      .value("--country-areas", "F.geojson", "areas of countries, for the country of each road"),
    ],
    examples: [
      "waybench network build malta.osm.pbf -o malta.wbn", "waybench network build roads.geojson -o roads.wbn",
      "waybench network build alps.osm.pbf -o alps.wbn --mode cycling --country-areas countries.geojson",
    ], notes: ["Reads .osm.pbf, .osm, .osm.gz, .osm.bz2 and GeoJSON with one LineString per road."],
    run: { arguments in
      let input = try arguments.operand("file of roads")
      let output = try arguments.required("--output")
      if let country = arguments.value("--country") {
        guard country.count == 2, country.allSatisfy({ $0.isASCII && $0.isLetter }) else {
          throw UsageError(message: "--country \(country): expected two letters (ISO 3166) such as MT")
        }
      }
      let network = try Loading.build(
        input, country: arguments.value("--country"), mode: try arguments.mode() ?? .driving,
        countryAreas: arguments.value("--country-areas"))
      try Loading.input { try network.write(path: output) }
      Console.tell(
        "\(output): \(Console.grouped(network.edgeCount)) edges, \(Console.grouped(network.junctionCount)) junctions, "
          + "\(Console.grouped(network.byteCount)) bytes", besides: [output])
      return .fine
    })

  static let synth = CommandSpec(
    name: "network synth", summary: "makes a synthetic town from a seed", operands: "",
    options: [
      .value("--output", "N.wbn", "the file to write (also -o)"),
      .value("--seed", "N", "the town's seed; default 1"),
      .value("--edges", "N", "about how many directed edges, 600 to 1000000; default 3000"),
      .value("--center", "LAT,LON", "where the town lies; default 40,-20 in open ocean"),
      .flag("--left", "traffic keeps to the left"),
      .value("--landmarks", "F.csv", "writes places worth driving to: name, lat, lon, note"),
    ],
    examples: ["waybench network synth --seed 7 --edges 3000 -o town.wbn"],
    run: { arguments in
      try arguments.noOperands()
      let output = try arguments.required("--output")
      let edges = try arguments.value("--edges").map {
        try Quantities.integer($0, option: "--edges", in: 600...1_000_000)
      }
      let town = SyntheticTown.make(
        SyntheticTown.Options(
          seed: try Quantities.seed(arguments.value("--seed")), targetDirectedEdges: edges ?? 3000,
          center: try arguments.value("--center").map { try Quantities.coordinate($0, option: "--center") },
          drivesOnLeft: arguments.has("--left")))
      let network: RoadNetwork
      network = try Loading.input { try RoadNetworkBuilder.build(town.source) }
      let landmarks = try arguments.value("--landmarks").map { path in
        try Loading.input {
          let writer = try AtomicFileWriter(path: path)
          try writer.write(Self.landmarks(town.landmarks))
          return writer
        }
      }
      try Loading.input { try network.write(path: output) }
      try Loading.input { try landmarks?.commit() }
      Console.tell(
        "\(output): \(Console.grouped(network.edgeCount)) edges, \(Console.grouped(network.junctionCount)) junctions, "
          + "\(town.landmarks.count) landmarks", besides: [output, arguments.value("--landmarks")])
      return .fine
    })

  private static func landmarks(_ landmarks: [SyntheticTown.Landmark]) -> [UInt8] {
    var bytes = Array("name,lat,lon,note\n".utf8)
    for landmark in landmarks {
      bytes.append(contentsOf: "\"\(landmark.name)\",".utf8)
      DecimalText.append(degreesE7: landmark.coordinate.latitudeE7, to: &bytes)
      bytes.append(UInt8(ascii: ","))
      DecimalText.append(degreesE7: landmark.coordinate.longitudeE7, to: &bytes)
      bytes.append(contentsOf: ",\"\(landmark.note)\"\n".utf8)
    }
    return bytes
  }

  static let info = CommandSpec(
    name: "network info", summary: "tells what is in a network", operands: "N.wbn",
    options: [.flag("--json", "one object for machines")],
    examples: ["waybench network info malta.wbn", "waybench network info --json malta.wbn"],
    run: { arguments in
      let network = try Loading.network(try arguments.operand("network"))
      let statistics = NetworkStatistics(network)
      Console.print(
        arguments.has("--json")
          ? statistics.json(notes: network.notes, mode: network.mode)
          : statistics.text(notes: network.notes, mode: network.mode))
      return .fine
    })

  static let export = CommandSpec(
    name: "network export", summary: "writes the edges of a network as GeoJSON", operands: "N.wbn",
    options: [.value("--output", "F.geojson", "the file to write (also -o); standard output without it")],
    examples: ["waybench network export town.wbn -o town.geojson"],
    notes: [
      "One LineString per stretch of road, in the form that `network build` reads, without turn restrictions."
    ],
    run: { arguments in
      let network = try Loading.network(try arguments.operand("network"))
      try Console.write(exported(network), toFile: arguments.value("--output"))
      return .fine
    })

  private static func exported(_ network: RoadNetwork) -> [UInt8] {
    var json = JSONText()
    json.beginFeatureCollection()
    // A link with two edges is written once, drawn along its vertices.
    for index in 0..<network.edgeCount {
      let edge = network.edge(index)
      if let twin = edge.twin, twin < index { continue }
      writeFeature(edge, network, &json)
    }
    json.endFeatureCollection()
    return json.bytes
  }

  private static func writeFeature(_ edge: RoadNetwork.Edge, _ network: RoadNetwork, _ json: inout JSONText) {
    json.beginFeature()
    let members: [(String, String)] = [
      ("edge", "e\(edge.index)"), ("from", "j\(edge.tail)"), ("to", "j\(edge.head)"),
      ("class", edge.roadClass.tagValue), ("access", edge.flags.contains(.restricted) ? "private" : "yes"),
      ("name", edge.name), ("ref", edge.reference),
    ]
    for (key, value) in members where !value.isEmpty {
      json.key(key)
      json.value(value)
    }
    if network.mode != .driving {
      // What is open to the mode stays so where the class alone would close it.
      json.key(network.mode.accessKey)
      json.value(edge.flags.contains(.restricted) ? "private" : "yes")
    }
    let switches: [(String, Bool)] = [
      ("oneway", edge.twin == nil), ("roundabout", edge.flags.contains(.roundabout)),
      ("tunnel", edge.flags.contains(.tunnel)), ("bridge", edge.flags.contains(.bridge)),
      ("ferry", edge.flags.contains(.ferry)), ("toll", edge.flags.contains(.toll)),
    ]
    for (key, value) in switches where value || key == "oneway" {
      json.key(key)
      json.value(value)
    }
    if let limit = edge.limitKilometersPerHour {
      json.key("kmh")
      json.value(limit)
    }
    json.key("way")
    json.value(Int(truncatingIfNeeded: edge.wayID))
    json.endFeature(line: network.shape(ofEdge: edge.index))
  }
}
