import Glibc
import TestSupport
import Testing
import WaybenchCore

@testable import RoadNetwork

@Suite("A network file whose checksums fit but whose content does not")
struct NetworkStructureTests {
  /// Writes bytes to a file, opens it as a network and tells the error; `nil` when it opens.
  private func open(_ bytes: [UInt8]) -> NetworkFileError? {
    let path = "/tmp/waybench-structure-\(getpid())-\(UInt64.random(in: 0...UInt64.max)).wbn"
    guard let file = fopen(path, "w") else { return nil }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    defer { unlink(path) }
    do {
      let network = try RoadNetwork(path: path)
      exercise(network)
      return nil
    } catch { return error }
  }

  /// Asks what every command asks: an unsound network would trap here.
  private func exercise(_ network: RoadNetwork) {
    var router = NetworkRouter(network: network)
    let places = (0..<6).map { network.coordinate(ofJunction: $0 * network.junctionCount / 7) }
    for (a, b) in zip(places, places.dropFirst()) {
      _ = try? router.route(through: [.init(coordinate: a), .init(coordinate: b)])
    }
    for edge in 0..<network.edgeCount { _ = (network.edge(edge).name, network.shape(ofEdge: edge).count) }
    var matcher = NetworkMatcher(network: network)
    _ = matcher.match(places.enumerated().map { Fix(timeNanoseconds: Int64($0) * 10_000_000_000, coordinate: $1) })
  }

  /// Sets the checksums of an image right again.
  private func sealed(_ image: [UInt8]) -> [UInt8] {
    var bytes = image
    func word(_ at: Int) -> UInt64 { (0..<8).reduce(0) { $0 | UInt64(bytes[at + $1]) << (8 * $1) } }
    func set(_ value: UInt64, _ at: Int) {
      for index in 0..<8 { bytes[at + index] = UInt8(value >> (8 * index) & 255) }
    }
    let count = NetworkImage.Section.allCases.count
    for entry in 0..<count {
      let at = NetworkImage.headerBytes + entry * NetworkImage.entryBytes
      let content = Array(bytes[Int(word(at + 8))..<Int(word(at + 8) + word(at + 16))])
      set(content.withUnsafeBytes { Checksum.of($0) }, at + 24)
    }
    let table = Array(bytes[NetworkImage.headerBytes..<(NetworkImage.headerBytes + count * NetworkImage.entryBytes)])
    set(table.withUnsafeBytes { Checksum.of($0) }, 24)
    return bytes
  }

  @Test("altered bytes anywhere are refused by section or do no harm", arguments: [1, 2, 3] as [UInt64])
  func alteredContent(seed: UInt64) throws {
    let image = try RoadNetworkBuilder.image(
      of: SyntheticTown.make(SyntheticTown.Options(seed: seed, targetDirectedEdges: 600)).source)
    #expect(open(sealed(image)) == nil)
    var generator = SeededGenerator(seed: seed)
    let start = NetworkImage.headerBytes + NetworkImage.Section.allCases.count * NetworkImage.entryBytes
    var refused = 0
    for _ in 0..<150 {
      var altered = image
      let at = start + generator.nextIndex(below: image.count - start)
      altered[at] ^= UInt8(1 << generator.nextIndex(below: 8))
      if let error = open(sealed(altered)) {
        refused += 1
        #expect(error.section != nil, "seed \(seed), byte \(at)")
      }
    }
    #expect(refused > 30)
  }

  /// Where a section of an image lies.
  private func range(of section: NetworkImage.Section, in image: [UInt8]) -> Range<Int> {
    let at = NetworkImage.headerBytes + (Int(section.rawValue) - 1) * NetworkImage.entryBytes
    func word(_ at: Int) -> Int { (0..<8).reduce(0) { $0 | Int(image[at + $1]) << (8 * $1) } }
    return word(at + 8)..<word(at + 8) + word(at + 16)
  }

  @Test(
    "a hierarchy that points elsewhere is refused by the name of its section",
    arguments: [
      .hierarchyRank, .hierarchyParent, .hierarchyDepth, .hierarchyOutFirst, .hierarchyInFirst, .hierarchyOutDepth,
      .hierarchyInDepth, .metricOutWeight, .metricInWeight, .metricOutMiddle, .metricInMiddle,
    ] as [NetworkImage.Section])
  func alteredHierarchy(section: NetworkImage.Section) throws {
    let image = try RoadNetworkBuilder.image(
      of: SyntheticTown.make(SyntheticTown.Options(seed: 4, targetDirectedEdges: 600)).source)
    let range = range(of: section, in: image)
    var altered = image
    // The first four bytes of the section become a number that is too large for anything.
    for offset in 0..<4 { altered[range.lowerBound + offset] = offset == 3 ? 0x7f : 0xfe }
    let error = try #require(open(sealed(altered)))
    // Ends of arcs are told by the section that says where they begin, or by their own.
    #expect(error.section?.hasPrefix("hierarchy") == true || error.section == "\(section)", "\(error)")
  }

  /// The fault of a middle by the plain rule: a turn or none, or two arcs of lower states.
  private func isSound(
    _ middle: RouteMetric.Middle, rank: Int, _ hierarchy: RoutingHierarchy, turns: Int
  ) -> Bool {
    if middle.lower == RouteMetric.Middle.none {
      return middle.upper == RouteMetric.Middle.none || Int(middle.upper) < turns
    }
    return middle.lower < hierarchy.inFirst[rank] && middle.upper < hierarchy.outFirst[rank]
  }

  @Test(
    "middles and heads are refused exactly where a plain rule refuses them",
    arguments: [NetworkImage.Section.metricOutMiddle, .metricInMiddle])
  func plainRule(section: NetworkImage.Section) throws {
    let image = try RoadNetworkBuilder.image(
      of: SyntheticTown.make(SyntheticTown.Options(seed: 5, targetDirectedEdges: 600)).source)
    let network = try RoadNetwork(image: NetworkImage(bytes: image))
    let hierarchy = network.hierarchy
    let isOut = section == .metricOutMiddle
    let starts = isOut ? hierarchy.outFirst : hierarchy.inFirst
    let middles = range(of: section, in: image)
    let heads = range(of: isOut ? .hierarchyOutDepth : .hierarchyInDepth, in: image)
    var random = SeededGenerator(seed: 5)
    var verdicts = (sound: 0, faulty: 0)
    for _ in 0..<400 {
      let rank = random.nextIndex(below: hierarchy.stateCount)
      let run = Int(starts[rank])..<Int(starts[rank + 1])
      if run.isEmpty { continue }
      let arc = run.lowerBound + random.nextIndex(below: run.count)
      var altered = image
      func put(_ value: UInt32, _ at: Int, bytes: Int) {
        for byte in 0..<bytes { altered[at + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
      }
      let isSound: Bool
      if random.nextUnit() < 0.7 {
        let none = RouteMetric.Middle.none
        let (low, high) = (hierarchy.inFirst[rank], hierarchy.outFirst[rank])
        let turns = UInt32(network.turnCount)
        let lower = [none, 0, low, low &- 1, none &- 1][random.nextIndex(below: 5)]
        let upper = [none, 0, high, high &- 1, turns, turns - 1, none &- 1][random.nextIndex(below: 7)]
        put(lower, middles.lowerBound + 8 * arc, bytes: 4)
        put(upper, middles.lowerBound + 8 * arc + 4, bytes: 4)
        isSound = self.isSound(.init(lower: lower, upper: upper), rank: rank, hierarchy, turns: Int(turns))
      } else {
        let column = isOut ? hierarchy.outDepth : hierarchy.inDepth
        let head = UInt16(random.nextIndex(below: Int(hierarchy.depth[rank]) + 2))
        put(UInt32(head), heads.lowerBound + 2 * arc, bytes: 2)
        let before = arc == run.lowerBound ? hierarchy.depth[rank] : column[arc - 1]
        isSound = head < before && (arc + 1 == run.upperBound || column[arc + 1] < head)
      }
      let fault = NetworkStructure(try NetworkImage(bytes: sealed(altered))).fault
      #expect((fault == nil) == isSound, "rank \(rank), arc \(arc): \(fault?.message ?? "no fault")")
      if isSound { verdicts.sound += 1 } else { verdicts.faulty += 1 }
    }
    #expect(verdicts.sound > 30 && verdicts.faulty > 30)
  }

  @Test("links that name the edges of others are refused")
  func alteredLinks() throws {
    let image = try RoadNetworkBuilder.image(
      of: SyntheticTown.make(SyntheticTown.Options(seed: 6, targetDirectedEdges: 600)).source)
    let links = range(of: .linkEdges, in: image)
    for value in [0xff, 0x01] as [UInt8] {
      var altered = image
      // The first edge of a link in the middle: none, or that of another link.
      let at = links.lowerBound + (links.count / 16) * 8
      for byte in 0..<4 { altered[at + byte] = byte == 0 || value == 0xff ? value : 0 }
      // A link and its edges name each other; either may be the one that is told.
      #expect(["linkEdges", "edges"].contains(try #require(open(sealed(altered))).section))
    }
  }
}
