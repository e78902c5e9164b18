import Testing
import WaybenchCore

@testable import RoadNetwork

/// Writes small uncompressed PBF files, byte by byte as the format's description says.
private struct PBFWriter {
  var bytes: [UInt8] = []

  static func message(_ build: (inout PBFWriter) -> Void) -> [UInt8] {
    var writer = PBFWriter()
    build(&writer)
    return writer.bytes
  }

  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: (value << 1) ^ (value >> 63)) }

  mutating func number(_ field: UInt64, _ value: UInt64) {
    varint(field << 3)
    varint(value)
  }

  mutating func block(_ field: UInt64, _ content: [UInt8]) {
    varint(field << 3 | 2)
    varint(UInt64(content.count))
    bytes.append(contentsOf: content)
  }

  mutating func packed(_ field: UInt64, _ values: [UInt64]) {
    block(field, PBFWriter.message { for value in values { $0.varint(value) } })
  }

  mutating func frame(_ type: String, _ content: [UInt8]) {
    let blob = PBFWriter.message { $0.block(1, content) }
    let head = PBFWriter.message {
      $0.block(1, Array(type.utf8))
      $0.number(3, UInt64(blob.count))
    }
    bytes.append(contentsOf: [0, 0, 0, UInt8(head.count)])
    bytes.append(contentsOf: head + blob)
  }
}

/// A file of ten nodes, two ways over them and a restriction between those; `strings` are its texts.
private func pbfFile(
  strings: [String] = [
    "", "highway", "primary", "barrier", "gate", "from", "via", "to", "type", "restriction", "no_u_turn",
  ]
) -> [UInt8] {
  func nodes(_ id: Int64) -> [UInt8] {
    PBFWriter.message {
      $0.number(1, PBFWriter.zigzag(id))
      if id == 3 {
        $0.packed(2, [3])
        $0.packed(3, [4])
      }
      $0.number(8, PBFWriter.zigzag(400_000_000 + id * 1000))
      $0.number(9, PBFWriter.zigzag(-200_000_000))
    }
  }
  func way(_ id: UInt64, from first: Int64) -> [UInt8] {
    PBFWriter.message {
      $0.number(1, id)
      $0.packed(2, [1])
      $0.packed(3, [2])
      $0.packed(8, ([first] + [Int64](repeating: 1, count: 4)).map(PBFWriter.zigzag))
    }
  }
  let relation = PBFWriter.message {
    $0.number(1, 1)
    $0.packed(2, [8, 9])
    $0.packed(3, [9, 10])
    $0.packed(8, [5, 6, 7])
    $0.packed(9, [1, 4, -3].map(PBFWriter.zigzag))
    $0.packed(10, [1, 0, 1])
  }
  let table = PBFWriter.message { for string in strings { $0.block(1, Array(string.utf8)) } }
  return PBFWriter.message {
    $0.frame("OSMHeader", PBFWriter.message { $0.block(4, Array("OsmSchema-V0.6".utf8)) })
    $0.frame(
      "OSMData",
      PBFWriter.message {
        $0.block(1, table)
        $0.block(2, PBFWriter.message { for id in 1...10 { $0.block(1, nodes(Int64(id))) } })
        $0.block(
          2,
          PBFWriter.message {
            $0.block(3, way(1, from: 1))
            $0.block(3, way(2, from: 5))
          })
        $0.block(2, PBFWriter.message { $0.block(4, relation) })
      })
  }
}

@Suite("Import of PBF files without checksums")
struct ImportPBFTests {
  @Test("A hand-made file arrives whole")
  func whole() throws {
    let source = try ImportFiles.with(pbfFile(), name: "a.osm.pbf") { try RoadImport.read(path: $0) }
    #expect(source.nodes.map(\.id) == Array(1...9))
    #expect(source.nodes[2].coordinate.latitudeE7 == 400_003_000)
    #expect(source.ways.map(\.nodeRange) == [0..<5, 5..<10])
    #expect(source.restrictions.map(\.via) == [.node(5)])
    #expect(source.notes.isEmpty)
  }

  @Test("Zero bytes in texts cannot lead the reader out of its bounds")
  func zeroBytes() throws {
    for place in 1...4 {
      var strings = [
        "", "highway", "primary", "barrier", "gate", "from", "via", "to", "type", "restriction", "no_u_turn",
      ]
      strings[place] = "a\0b"
      let bytes = pbfFile(strings: strings)
      let error = #expect(throws: RoadImportError.self) {
        try ImportFiles.with(bytes, name: "a.osm.pbf") { try RoadImport.read(path: $0) }
      }
      #expect(error?.message == "a tag holds a zero byte")
    }
  }

  @Test("A file cut at any byte is refused")
  func truncated() {
    let bytes = pbfFile()
    // The header alone is a whole file of nothing.
    let header = headerLength(bytes)
    for cut in 1..<bytes.count where cut != header {
      #expect(ImportHostileTests().failure(Array(bytes[..<cut]), name: "a.osm.pbf") != nil, "cut at \(cut)")
    }
  }

  private func headerLength(_ bytes: [UInt8]) -> Int {
    let length = Int(bytes[3])
    // The size of the blob is the last byte of its header.
    return 4 + length + Int(bytes[3 + length])
  }

  @Test("Changed bytes do no harm")
  func changed() { ImportHostileTests().flip(pbfFile(), times: 2000, seed: 17) }
}
