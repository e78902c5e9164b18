import Formats
import Testing

@Suite struct LongTextTests {
  let scratch = Scratch()

  /// A packed file of blanks after the beginning of a text: each megabyte of them is one gzip member of 1 KB.
  private func bomb(_ name: String, start: String, megabytes: Int) throws -> String {
    func packed(_ bytes: [UInt8]) throws -> [UInt8] {
      try AtomicFileWriter.write(bytes, to: scratch.path("member.gz"))
      return try scratch.bytes("member.gz")
    }
    let member = try packed([UInt8](repeating: UInt8(ascii: " "), count: 1_000_000))
    let bytes = try packed(Array(start.utf8)) + (0..<megabytes).flatMap { _ in member }
    #expect(bytes.count < 1_000_000)
    return try scratch.file(name, bytes)
  }

  @Test func `a trace that unpacks beyond 256 MB is refused`() throws {
    let path = try bomb("a.geojson.gz", start: "{\"type\":\"FeatureCollection\",\"features\":[", megabytes: 256)
    let error = #expect(throws: TraceError.self) { try TraceReader.summarize(path: path) }
    #expect(error?.description == "\(path): the text is too long; expected at most 256 MB")
  }

  @Test func `a route that unpacks beyond 256 MB is refused`() throws {
    let path = try bomb("a.json.gz", start: "{\"routes\":[", megabytes: 256)
    let error = #expect(throws: RouteFileError.self) { try RouteFileReader.read(path: path) }
    #expect(error?.description == "\(path): the text is too long; expected at most 256 MB")
  }

  @Test(arguments: ["a", "a.gz"]) func `a text may be as long as the limit and no longer`(name: String) throws {
    let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 * $0) }
    try AtomicFileWriter.write(bytes, to: scratch.path(name))
    let input = { try ByteInput(path: scratch.path(name)) }
    let whole = try input().readAll(limit: 700_000)
    #expect(whole == bytes)
    #expect(whole.capacity < 710_000, "memory must not double past the limit")
    let error = #expect(throws: ByteInputError.self) { try input().readAll(limit: 699_999) }
    #expect(error?.message == "the text is too long; expected at most 699999 bytes")
  }

  @Test func `a GPX route is read beyond the limit of whole texts`() throws {
    let start = gpx("<rte><rtept lat=\"1\" lon=\"2\"/><rtept lat=\"1\" lon=\"3\"/></rte>")
    let path = try bomb("a.gpx.gz", start: start, megabytes: 256)
    #expect(try RouteFileReader.read(path: path).coordinates.count == 2)
  }
}
