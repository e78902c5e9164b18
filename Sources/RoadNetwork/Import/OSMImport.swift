internal import COSMReader
public import WaybenchCore

/// Reads the roads of OpenStreetMap files.
public enum OSMImport {
  /// Reads a file in one of the forms `.osm.pbf`, `.osm`, `.osm.gz` and `.osm.bz2`, told apart by their content.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - defaultCountry: two letters, perhaps with a region ("DE", "BE-VLG"): the law that holds where a road's tags
  ///     name a zone without a country, and for motorways, residential and living streets without any limit.
  ///   - mode: who travels.
  /// - Returns: the roads that the mode may use, with counts of what was left out in `notes`.
  /// - Throws: when the file cannot be read to its end. What a file lacks (nodes outside an extract) is no error.
  /// - Complexity: O(n log n) in the nodes of the roads; the file is read twice.
  public static func read(
    path: String, defaultCountry: String? = nil, mode: TravelMode = .driving
  ) throws(RoadImportError) -> RoadSource {
    var builder = OSMSourceBuilder(country: defaultCountry, rules: RoadRules(mode: mode))
    var file = try OSMFile(path: path)
    try file.readWays()
    let keep = builder.judgeWays(file)
    try file.readNodes(keep: keep)
    builder.addWays(file)
    builder.addRestrictions(file)
    return builder.finish(origin: path.split(separator: "/").last.map(String.init) ?? path)
  }
}

/// Turns the arrays of an OpenStreetMap file into a `RoadSource`.
struct OSMSourceBuilder {
  private let country: String?
  private let rules: RoadRules
  private var source = RoadSource()
  private var nameIndices: [String: Int32] = ["": 0]
  private var signIndices: [RoadSource.Sign: Int32] = [RoadSource.Sign(): 0]
  private var judgements: [(way: Int, judgement: RoadRules.Judgement)] = []
  /// Where the ways of an id stand in the source: more than one when missing nodes split a way.
  private var waysByID: [Int64: [Int32]] = [:]
  private var counts = ImportCounts()

  init(country: String?, rules: RoadRules) {
    self.country = country
    self.rules = rules
  }

  /// Says which ways are roads for the mode; the result has a 1 for each of them.
  mutating func judgeWays(_ file: borrowing OSMFile) -> [UInt8] {
    let ways = file.ways
    var keep = [UInt8](repeating: 0, count: ways.count - 1)
    var tags = OSMTags()
    var seen = Set<Int64>()
    var lastID = Int64.min
    for way in 0..<ways.count - 1 {
      if ways[way].id <= lastID, seen.isEmpty { seen = Set(ways[..<way].map(\.id)) }
      if !seen.isEmpty, !seen.insert(ways[way].id).inserted {
        counts.add(.duplicateWay)
        continue
      }
      lastID = ways[way].id
      file.fill(&tags, from: file.wayTags[Int(ways[way].first_tag)..<Int(ways[way + 1].first_tag)])
      do throws(RoadRules.Exclusion) {
        let judgement = try rules.judge(tags, country: country)
        judgements.append((way, judgement))
        keep[way] = 1
        if rules.isConditional(tags) { counts.add(.conditionalWay) }
        if tags.has(.oneway, "alternating") { counts.add(.alternating) }
      } catch {
        counts.add(ImportCounts.reason(error))
      }
    }
    return keep
  }

  /// Adds the nodes and ways that are kept.
  mutating func addWays(_ file: borrowing OSMFile) {
    var places = [Int32](repeating: -1, count: file.nodes.count)
    var tags = OSMTags()
    var run: [Int32] = []
    for (way, judgement) in judgements {
      let raw = file.ways[way]
      file.fill(&tags, from: file.wayTags[Int(raw.first_tag)..<Int(file.ways[way + 1].first_tag)])
      let refs = Int(raw.first_ref)..<Int(file.ways[way + 1].first_ref)
      var made = RoadSource.Way(
        id: raw.id, nodeRange: 0..<0, roadClass: judgement.roadClass, forward: judgement.forward,
        backward: judgement.backward, forwardLimitKilometersPerHour: judgement.forwardLimit,
        backwardLimitKilometersPerHour: judgement.backwardLimit,
        freeFlowKilometersPerHour: judgement.freeFlowKilometersPerHour, flags: judgement.flags,
        layer: judgement.layer, name: nameIndex(tags[.name]), reference: nameIndex(SignRules.reference(tags)))
      made.forwardSign = signIndex(SignRules.sign(tags, .forward, isOneway: judgement.backward == .none))
      made.backwardSign = signIndex(SignRules.sign(tags, .backward, isOneway: judgement.forward == .none))
      if judgement.roadClass == .ferry, let duration = tags[.duration] {
        let length = lengthMeters(file, refs)
        if let speed = RoadRules.ferrySpeed(duration: duration, lengthMeters: length) {
          made.freeFlowKilometersPerHour = speed
        }
      }
      run.removeAll(keepingCapacity: true)
      var isSplit = false
      for ref in refs {
        let node = file.refNodes[ref]
        if OSMSourceBuilder.coordinate(node, file) != nil {
          if run.last != node { run.append(node) }
        } else {
          counts.add(.missingNode)
          isSplit = true
          append(made, run: &run, isPiece: true, file, &places)
        }
      }
      append(made, run: &run, isPiece: isSplit, file, &places)
    }
    judgements = []
  }

  /// Adds one way with the nodes of `run`, which are places in the file, and empties `run`.
  private mutating func append(
    _ way: RoadSource.Way, run: inout [Int32], isPiece: Bool, _ file: borrowing OSMFile, _ places: inout [Int32]
  ) {
    defer { run.removeAll(keepingCapacity: true) }
    guard run.count >= 2 else {
      if !isPiece { counts.add(.shortWay) }
      return
    }
    var way = way
    let start = source.wayNodes.count
    for node in run {
      if let place = nodePlace(node, file, &places) { source.wayNodes.append(place) }
    }
    way.nodeRange = start..<source.wayNodes.count
    waysByID[way.id, default: []].append(Int32(clamping: source.ways.count))
    source.ways.append(way)
  }

  /// Where a node of the file lies; `nil` when the file lacks it.
  private static func coordinate(_ node: Int32, _ file: borrowing OSMFile) -> Coordinate? {
    guard node >= 0, file.nodes[Int(node)].is_found else { return nil }
    return Coordinate(
      latitudeE7: file.nodes[Int(node)].latitude_e7, longitudeE7: file.nodes[Int(node)].longitude_e7)
  }

  /// The place of a node in the source, which is made when a way first uses it; `nil` when the file lacks it.
  private mutating func nodePlace(_ node: Int32, _ file: borrowing OSMFile, _ places: inout [Int32]) -> Int32? {
    guard let coordinate = OSMSourceBuilder.coordinate(node, file) else { return nil }
    let known = places[Int(node)]
    if known >= 0 { return known }
    let raw = file.nodes[Int(node)]
    var flags: RoadSource.NodeFlags = []
    var exit: Int32 = 0
    if raw.tag_count > 0 {
      var tags = OSMTags()
      file.fill(&tags, from: file.nodeTags[Int(raw.first_tag)..<Int(raw.first_tag) + Int(raw.tag_count)])
      flags = rules.nodeFlags(tags)
      exit = nameIndex(SignRules.exitReference(tags))
      if rules.isConditional(tags) { counts.add(.conditionalNode) }
    }
    let place = Int32(clamping: source.nodes.count)
    var made = RoadSource.Node(id: raw.id, coordinate: coordinate, flags: flags)
    made.exitReference = exit
    source.nodes.append(made)
    places[Int(node)] = place
    return place
  }

  /// The length of a way over the nodes that the file has.
  private func lengthMeters(_ file: borrowing OSMFile, _ refs: Range<Int>) -> Double {
    var last: Coordinate?
    var total = 0.0
    for ref in refs {
      guard let next = OSMSourceBuilder.coordinate(file.refNodes[ref], file) else { continue }
      if let last { total += Geodesic.distanceMeters(last, next) }
      last = next
    }
    return total
  }

  private mutating func signIndex(_ texts: SignRules.Texts?) -> Int32 {
    guard let texts else { return 0 }
    var sign = RoadSource.Sign()
    sign.destinations = nameIndex(texts.destinations)
    sign.exits = nameIndex(texts.exits)
    sign.pronunciation = nameIndex(texts.pronunciation)
    sign.laneCount = texts.laneCount
    sign.arrows = texts.arrows
    if let known = signIndices[sign] { return known }
    let index = Int32(clamping: source.signs.count)
    source.signs.append(sign)
    signIndices[sign] = index
    return index
  }

  private mutating func nameIndex(_ name: String?) -> Int32 {
    guard let name, !name.isEmpty else { return 0 }
    if let known = nameIndices[name] { return known }
    let index = Int32(clamping: source.names.count)
    source.names.append(name)
    nameIndices[name] = index
    return index
  }

  /// The finished source.
  consuming func finish(origin: String) -> RoadSource {
    source.origin = origin
    source.drivesOnLeft = DrivingSide.isLeft(source.nodes)
    source.notes = counts.notes(rules.mode)
    source.mode = rules.mode
    source.country = country.flatMap(CountryCode.init)
    return source
  }
}

// Turn restrictions.
extension OSMSourceBuilder {
  /// Adds the restrictions whose ways are all there.
  mutating func addRestrictions(_ file: borrowing OSMFile) {
    var tags = OSMTags()
    for index in 0..<file.relations.count - 1 {
      let raw = file.relations[index]
      let next = file.relations[index + 1]
      file.fill(&tags, from: file.relationTags[Int(raw.first_tag)..<Int(next.first_tag)])
      do throws(RoadRules.NoRule) {
        let rule = try rules.turnRule(tags)
        addRestriction(rule, members: file.members[Int(raw.first_member)..<Int(next.first_member)], file.strings)
      } catch {
        switch error {
        case .forOthers: counts.add(.restrictionForOthers)
        case .conditional: counts.add(.conditionalRestriction)
        case .malformed: counts.add(.malformedRestriction)
        }
      }
    }
  }

  private mutating func addRestriction(
    _ rule: RoadRules.TurnRule, members: ArraySlice<osm_member>, _ strings: [String]
  ) {
    let way = CChar(bitPattern: UInt8(ascii: "w"))
    let node = CChar(bitPattern: UInt8(ascii: "n"))
    var from: [Int64] = []
    var to: [Int64] = []
    var viaWays: [Int64] = []
    var viaNodes: [Int64] = []
    for member in members {
      switch (strings[Int(member.role)], member.type) {
      case ("from", way): from.append(member.ref)
      case ("to", way): to.append(member.ref)
      case ("via", way): viaWays.append(member.ref)
      case ("via", node): viaNodes.append(member.ref)
      default: continue
      }
    }
    guard !from.isEmpty, !to.isEmpty, from.count == 1 || rule.manyFrom, to.count == 1 || rule.manyTo,
      viaNodes.count + min(1, viaWays.count) == 1
    else {
      counts.add(.malformedRestriction)
      return
    }
    guard viaWays.allSatisfy({ waysByID[$0] != nil }) else {
      counts.add(.restrictionOutside)
      return
    }
    // Of several ways one may be no road for the mode; the rule holds for the others.
    let knownFrom = from.filter { waysByID[$0] != nil }
    let knownTo = to.filter { waysByID[$0] != nil }
    guard !knownFrom.isEmpty, !knownTo.isEmpty else {
      counts.add(.restrictionOutside)
      return
    }
    guard isConnected(knownFrom, viaNodes.first, viaWays, knownTo) else {
      counts.add(.malformedRestriction)
      return
    }
    source.restrictions.append(
      RoadSource.Restriction(
        fromWays: knownFrom, via: viaNodes.first.map { .node($0) } ?? .ways(viaWays), toWays: knownTo,
        isOnly: rule.isOnly, isUTurn: rule.isUTurn))
  }

  /// Whether the members of a restriction touch each other in their order.
  private func isConnected(_ from: [Int64], _ viaNode: Int64?, _ viaWays: [Int64], _ to: [Int64]) -> Bool {
    if let viaNode {
      return (from + to).allSatisfy { way in nodeIDs(way).contains(viaNode) }
    }
    guard let first = viaWays.first, let last = viaWays.last else { return false }
    let firstNodes = nodeIDs(first)
    let lastNodes = nodeIDs(last)
    guard from.allSatisfy({ !nodeIDs($0).isDisjoint(with: firstNodes) }),
      to.allSatisfy({ !nodeIDs($0).isDisjoint(with: lastNodes) })
    else { return false }
    for (way, next) in zip(viaWays, viaWays.dropFirst()) where nodeIDs(way).isDisjoint(with: nodeIDs(next)) {
      return false
    }
    return true
  }

  private func nodeIDs(_ way: Int64) -> Set<Int64> {
    var ids: Set<Int64> = []
    for piece in waysByID[way] ?? [] {
      for node in source.wayNodes[source.ways[Int(piece)].nodeRange] { ids.insert(source.nodes[Int(node)].id) }
    }
    return ids
  }
}
