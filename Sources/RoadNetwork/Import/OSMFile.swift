internal import COSMReader

/// An OpenStreetMap file, read in two passes by the C++ reader, with its arrays copied into Swift ones.
@safe
struct OSMFile: ~Copyable {
  private let path: String
  private let reader: OpaquePointer
  /// Ways that may be roads, and one further element that says where the runs of the last one end.
  private(set) var ways: [osm_way] = []
  private(set) var wayTags: [osm_tag] = []
  private(set) var refs: [Int64] = []
  /// Relations of turn restrictions, and one further element.
  private(set) var relations: [osm_relation] = []
  private(set) var relationTags: [osm_tag] = []
  private(set) var members: [osm_member] = []
  /// Nodes of the ways that are kept.
  private(set) var nodes: [osm_node] = []
  private(set) var nodeTags: [osm_tag] = []
  /// For each element of `refs` the place of its node, or -1.
  private(set) var refNodes: [Int32] = []
  /// All values of tags and roles of members.
  private(set) var strings: [String] = []

  /// Opens a file and recognizes its form by its first bytes.
  init(path: String) throws(RoadImportError) {
    guard !path.utf8.contains(0) else {
      throw RoadImportError(path: path, message: "the name holds a zero byte", expected: "the name of a file")
    }
    var error = osm_error()
    let opened = unsafe OSMFile.withKeys { keys in
      unsafe osm_reader_open(path, keys.baseAddress, keys.count, &error)
    }
    guard let opened = unsafe opened else { throw OSMFile.failure(path, error) }
    self.path = path
    unsafe self.reader = unsafe opened
  }

  deinit { unsafe osm_reader_close(reader) }

  /// First pass: fills everything but the nodes.
  mutating func readWays() throws(RoadImportError) {
    var error = osm_error()
    guard unsafe osm_reader_read_ways(reader, &error) else { throw OSMFile.failure(path, error) }
    var count = 0
    let firstWay = unsafe osm_reader_ways(reader, &count)
    ways = unsafe OSMFile.copy(firstWay, count + 1)
    let firstRelation = unsafe osm_reader_relations(reader, &count)
    relations = unsafe OSMFile.copy(firstRelation, count + 1)
    let firstWayTag = unsafe osm_reader_way_tags(reader, &count)
    wayTags = unsafe OSMFile.copy(firstWayTag, count)
    let firstRelationTag = unsafe osm_reader_relation_tags(reader, &count)
    relationTags = unsafe OSMFile.copy(firstRelationTag, count)
    let firstMember = unsafe osm_reader_members(reader, &count)
    members = unsafe OSMFile.copy(firstMember, count)
    let firstRef = unsafe osm_reader_refs(reader, &count)
    refs = unsafe OSMFile.copy(firstRef, count)
    readStrings()
  }

  /// Second pass: fills the nodes of the ways whose element in `keep` is not 0.
  ///
  /// - Precondition: `keep` has one element per way.
  mutating func readNodes(keep: [UInt8]) throws(RoadImportError) {
    precondition(keep.count == ways.count - 1)
    var error = osm_error()
    let isRead = unsafe keep.withUnsafeBufferPointer { bytes in
      unsafe osm_reader_read_nodes(reader, bytes.baseAddress, &error)
    }
    guard isRead else { throw OSMFile.failure(path, error) }
    var count = 0
    let firstNode = unsafe osm_reader_nodes(reader, &count)
    nodes = unsafe OSMFile.copy(firstNode, count)
    let firstTag = unsafe osm_reader_node_tags(reader, &count)
    nodeTags = unsafe OSMFile.copy(firstTag, count)
    let firstRefNode = unsafe osm_reader_ref_nodes(reader, &count)
    refNodes = unsafe OSMFile.copy(firstRefNode, count)
    readStrings()
  }

  /// Fills `tags` with a run of the reader's tags.
  func fill(_ tags: inout OSMTags, from run: ArraySlice<osm_tag>) {
    tags.removeAll()
    for tag in run { tags.append(OSMFile.keys[Int(tag.key)], strings[Int(tag.value)]) }
  }

  private static let keys = OSMKey.allCases

  /// Appends the strings that a pass has added.
  private mutating func readStrings() {
    var count = 0
    let first = unsafe osm_reader_strings(reader, &count)
    let all = unsafe UnsafeBufferPointer(start: first, count: count)
    for index in strings.count..<count {
      let string = unsafe all[index]
      let bytes = unsafe UnsafeRawBufferPointer(start: string.bytes, count: Int(string.length))
      // Bytes that are no UTF-8 become replacement characters.
      strings.append(unsafe String(decoding: bytes, as: UTF8.self))
    }
  }

  private static func copy<Element>(_ first: UnsafePointer<Element>?, _ count: Int) -> [Element] {
    unsafe Array(UnsafeBufferPointer(start: first, count: first == nil ? 0 : count))
  }

  /// Lends the keys as an array of zero-terminated strings.
  private static func withKeys<Result>(
    _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    var text: [CChar] = []
    var starts: [Int] = []
    for key in keys {
      starts.append(text.count)
      text.append(contentsOf: key.rawValue.utf8.map { CChar(bitPattern: $0) })
      text.append(0)
    }
    return unsafe text.withUnsafeBufferPointer { text in
      var pointers: [UnsafePointer<CChar>?] = unsafe []
      for start in starts { unsafe pointers.append(text.baseAddress.map { unsafe $0 + start }) }
      return unsafe pointers.withUnsafeBufferPointer(body)
    }
  }

  private static func failure(_ path: String, _ error: osm_error) -> RoadImportError {
    var place: RoadImportError.Place?
    if error.line > 0 {
      place = .line(Int(clamping: error.line))
    } else if error.byte >= 0 {
      place = .byte(Int(clamping: error.byte))
    } else if error.after_way != 0 {
      place = .afterWay(error.after_way)
    }
    var bytes = error.message
    let message = unsafe withUnsafeBytes(of: &bytes) { buffer in
      unsafe String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }
    let expected =
      switch error.code {
      case OSM_CANNOT_OPEN: "a file that can be read"
      case OSM_NOT_A_FILE, OSM_EMPTY, OSM_UNKNOWN_FORMAT: "OpenStreetMap data as .osm.pbf, .osm, .osm.gz or .osm.bz2"
      case OSM_TRUNCATED: "a complete file"
      case OSM_MALFORMED: "well-formed OpenStreetMap data"
      default: ""
      }
    return RoadImportError(path: path, place: place, message: message, expected: expected)
  }
}
