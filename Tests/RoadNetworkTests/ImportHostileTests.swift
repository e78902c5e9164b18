import Glibc
import Testing

@testable import RoadNetwork

@Suite("Import of broken and hostile files")
struct ImportHostileTests {
  /// The error of an import, `nil` when it went well.
  func failure(_ bytes: [UInt8], name: String = "roads.osm") -> RoadImportError? {
    ImportFiles.with(bytes, name: name) { failure(path: $0) }
  }

  private func failure(path: String) -> RoadImportError? {
    do throws(RoadImportError) {
      _ = try RoadImport.read(path: path)
      return nil
    } catch {
      return error
    }
  }

  @Test("Missing files, directories, pipes, empty and foreign files are told apart, each in one line")
  func notReadable() throws {
    try ImportFiles.withFolder { folder in
      let missing = try #require(failure(path: folder + "/none.osm.pbf"))
      #expect(missing.description.hasPrefix(folder + "/none.osm.pbf: No such file or directory; expected "))
      #expect(try #require(failure(path: folder)).message == "is a directory")
      mkfifo(folder + "/pipe.osm", 0o600)
      #expect(try #require(failure(path: folder + "/pipe.osm")).message == "is not a regular file")
    }
    #expect(try #require(failure([])).message == "is empty")
    #expect(try #require(failure([], name: "roads.geojson")).message == "is empty")
    #expect(try #require(failure([], name: "roads")).message == "is empty")
    #expect(try #require(failure(Array("hello".utf8))).message == "is no OpenStreetMap file")
    #expect(try #require(failure(path: "a\0b.osm")).message == "the name holds a zero byte")
    for path in ["-", "", "http://127.0.0.1:9/x.osm", "file:///etc/passwd"] {
      let error = try #require(failure(path: path))
      #expect(error.expected == "a file that can be read" || error.message == "is a directory", "\(error)")
    }
  }

  @Test("The content decides what a file is, not its name")
  func contentDecides() throws {
    let document = ImportFiles.document(ImportFiles.nodes([1, 2]) + ImportFiles.way(1, [1, 2]))
    for name in ["roads.osm.pbf", "roads.osm.gz", "roads", "-", "roads.xml", "[roads].osm"] {
      #expect(failure(Array(document.utf8), name: name) == nil)
    }
    #expect(failure(Array(("\u{feff}\n" + document).utf8)) != nil, "XML must begin with its declaration")
    #expect(failure(Array(("\u{feff}" + document).utf8)) == nil)
  }

  @Test("Malformed XML is refused with its line")
  func malformedXML() throws {
    let error = try #require(failure(Array("<osm version='0.6'>\n<node id='1' lat='1' lon='2'>\n</osm>".utf8)))
    #expect(error.place == .line(3))
    #expect(error.message == "mismatched tag")
    let texts = [
      "<osm>", "<osm version='0.6'>", "<osm version='0.5'></osm>", "<gpx></gpx>", "<", "<osm version='0.6'><node/>",
      ImportFiles.document("<node id='1' lat='a' lon='2'/>"), ImportFiles.document("<node id='x' lat='1' lon='2'/>"),
      ImportFiles.document("<way id='1'><nd ref='99999999999999999999999'/></way>"),
      ImportFiles.document("<way id='1'><node/></way>"), ImportFiles.document("<relation id='1'><member/></relation>"),
      ImportFiles.document("<way id='1'><tag k='highway' v='\(String(repeating: "x", count: 2000))'/></way>"),
      ImportFiles.document("&nothing;"), ImportFiles.document("") + "<osm/>",
    ]
    for text in texts {
      let error = try #require(failure(Array(text.utf8)), "accepted: \(text.prefix(80))")
      #expect(!error.message.isEmpty && !error.description.contains("\n"))
    }
  }

  @Test("Entities are refused before they grow, and outside files are never opened")
  func entities() throws {
    var bomb = "<?xml version='1.0'?>\n<!DOCTYPE osm [\n<!ENTITY a0 'aaaaaaaaaa'>\n"
    for level in 1..<30 {
      bomb += "<!ENTITY a\(level) '\(String(repeating: "&a\(level - 1);", count: 10))'>\n"
    }
    bomb += "]>\n<osm version='0.6'><node id='1' lat='1' lon='1'><tag k='name' v='&a29;'/></node></osm>"
    #expect(try #require(failure(Array(bomb.utf8))).message == "a document type declaration or entity")

    let outside = "<!DOCTYPE osm [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><osm version='0.6'>&x;</osm>"
    #expect(try #require(failure(Array(outside.utf8))).message == "a document type declaration or entity")
    let parameter = "<!DOCTYPE osm [<!ENTITY % x SYSTEM 'file:///etc/hostname'> %x;]><osm version='0.6'/>"
    #expect(try #require(failure(Array(parameter.utf8))).message == "a document type declaration or entity")

    let grammar = "<!DOCTYPE osm SYSTEM 'file:///etc/hostname'><osm version='0.6'/>"
    #expect(try #require(failure(Array(grammar.utf8))).message == "a document type declaration or entity")
    let hidden = "<osm version='0.6'><!-- ' --><![CDATA[ \" ]]><?x ' ?><!ENTITY a 'b'></osm>"
    #expect(try #require(failure(Array(hidden.utf8))).message == "a document type declaration or entity")
  }

  @Test("Comments, sections and quotes in any order are no hindrance; long elements and UTF-16 are refused")
  func guarded() throws {
    let fine = "<!-- it's > - > --><?x a > ' ?><node id='1' lat='1' lon='1' user='a > \" b'/><![CDATA[ ]] > ' ]]>"
    #expect(failure(Array(ImportFiles.document("<!-- <!DOCTYPE x> -->" + fine).utf8)) == nil)
    for end in ["x", "x>", "> "] {
      let long = "<node id='1' user='" + String(repeating: end, count: 1_100_000 / end.count) + "'/>"
      let error = try #require(failure(Array(ImportFiles.document(long).utf8)))
      #expect(error.message == "an element longer than 1 MB" && error.place == .line(3))
    }
    let wide = ImportFiles.document("").utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    #expect(try #require(failure(wide)).message == "a zero byte")
    #expect(try #require(failure([0xff, 0xfe] + wide)).message == "is no OpenStreetMap file")
  }

  private static func document() -> [UInt8] {
    Array(
      ImportFiles.document(
        ImportFiles.nodes(Array(1...40)) + ImportFiles.way(1, Array(1...20), ["highway": "primary", "name": "One"])
          + ImportFiles.way(2, Array(20...40), ["highway": "residential", "maxspeed": "50"])
          + ImportFiles.relation(
            1, ["from way 1", "via node 20", "to way 2"], ["type": "restriction", "restriction": "no_left_turn"])
      ).utf8)
  }

  @Test("A file cut at any byte is refused")
  func truncatedXML() throws {
    let whole = Self.document()
    let rest = whole.lastIndex(of: UInt8(ascii: ">")) ?? 0
    for cut in stride(from: 0, to: rest, by: 37) {
      #expect(failure(Array(whole[..<cut])) != nil, "cut at \(cut)")
    }
    #expect(failure(whole) == nil)
  }

  @Test(
    "Compressed files read as the plain one, and a cut one is refused",
    .enabled(if: access("/bin/gzip", X_OK) == 0 || access("/usr/bin/gzip", X_OK) == 0), arguments: ["gzip", "bzip2"])
  func compressed(program: String) throws {
    let plain = try ImportFiles.with(Self.document()) { try RoadImport.read(path: $0) }
    try ImportFiles.with(Self.document()) { path in
      try #require(system("\(program) -c \(path) > \(path).packed") == 0)
      defer { unlink(path + ".packed") }
      let packed = ImportFiles.bytes(path + ".packed")
      let read = try RoadImport.read(path: path + ".packed")
      #expect(read.nodes.map(\.id) == plain.nodes.map(\.id))
      #expect(read.wayNodes == plain.wayNodes)
      #expect(read.restrictions.count == 1)
      var random = ImportRandom(state: 7)
      for _ in 0..<40 {
        let cut = Int.random(in: 1..<packed.count - 1, using: &random)
        let error = try #require(failure(Array(packed[..<cut])), "\(program) cut at \(cut)")
        #expect(cut < 4 || error.message == "the compressed data end early" || error.place != nil, "\(error)")
      }
      flip(packed, times: 100, seed: 11)
    }
  }

  /// Reads copies with a few bytes changed: whatever comes of it is a source or an error.
  func flip(_ bytes: [UInt8], times: Int, seed: UInt64) {
    var random = ImportRandom(state: seed)
    for _ in 0..<times {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      ImportFiles.with(changed) { path in
        do throws(RoadImportError) {
          check(try OSMImport.read(path: path))
        } catch {
          #expect(!error.message.isEmpty)
        }
      }
    }
  }

  /// Checks that a source holds together.
  private func check(_ source: RoadSource) {
    for way in source.ways {
      #expect(way.nodeRange.count >= 2 && way.nodeRange.upperBound <= source.wayNodes.count)
      #expect(way.freeFlowKilometersPerHour > 0 && way.freeFlowKilometersPerHour < 300)
      #expect(source.names.indices.contains(Int(way.name)) && source.names.indices.contains(Int(way.reference)))
    }
    #expect(source.wayNodes.allSatisfy { source.nodes.indices.contains(Int($0)) })
  }

  @Test("Changed bytes of XML do no harm")
  func flippedXML() { flip(Self.document(), times: 300, seed: 3) }

  @Test(
    "A PBF file cut at any byte is refused, and changed bytes do no harm",
    // The smallest of the shared extracts; nothing here writes PBF.
    .enabled(if: ImportFiles.hasShared))
  func brokenPBF() throws {
    let whole = ImportFiles.bytes(ImportFiles.shared + "/data/osm/san-francisco.osm.pbf")
    try #require(!whole.isEmpty)
    var random = ImportRandom(state: 5)
    for cut in [1, 3, 4, 5, 17, 18, whole.count - 1, whole.count - 4] {
      #expect(failure(Array(whole[..<cut]), name: "cut.osm.pbf") != nil, "cut at \(cut)")
    }
    for _ in 0..<30 {
      let cut = Int.random(in: 1..<whole.count, using: &random)
      let error = try #require(failure(Array(whole[..<cut]), name: "cut.osm.pbf"))
      #expect(error.message.hasPrefix("the file ends inside"))
      #expect(error.description.contains(": byte "))
    }
    #expect(failure(whole + [0, 0], name: "long.osm.pbf") != nil)
    // Checksums of the packed blocks catch most of these; PBF without them has tests of its own.
    flip(whole, times: 10, seed: 9)
  }
}
