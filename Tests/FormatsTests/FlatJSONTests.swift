import Formats
import Testing
import WaybenchCore

@Suite("Flat JSON objects")
struct FlatJSONTests {
  @Test("texts, numbers and truth values by name; what is nested is passed over")
  func members() {
    let members = FlatJSON.members(
      Array("{\"a\":\"x\",\"b\":-1.5,\"c\":true,\"d\":null,\"e\":{\"a\":[1,2]},\"f\":\"y\"}".utf8))
    #expect(
      members == ["a": .text("x"), "b": .number(-1.5), "c": .flag(true), "d": .other, "e": .other, "f": .text("y")])
    #expect(FlatJSON.members([]) == nil && FlatJSON.members(Array("[1]".utf8)) == nil)
  }

  @Test("no bytes make it trap")
  func hostile() {
    let whole = Array("{\"t\":1.25,\"type\":\"x\",\"n\":[1,{\"k\":2}]}".utf8)
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      var bytes = Array(whole.prefix(Int.random(in: 0...whole.count, using: &generator)))
      if let at = bytes.indices.randomElement(using: &generator) {
        bytes[at] = UInt8(truncatingIfNeeded: generator.next())
      }
      let members = FlatJSON.members(bytes)
      #expect((members?.count ?? 0) <= 3)
    }
  }
}
