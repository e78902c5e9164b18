import GeometryGEOS
import Testing
import WaybenchCore

@Suite("GEOS: tree and threads")
struct GeometryTreeTests {
  /// Short lines all over a square of 1,000, the same for the same seed.
  static func lines(count: Int, seed: UInt64) -> [[PlanePoint]] {
    var state = seed
    func draw() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24)
    }
    return (0..<count).map { _ in
      let start = PlanePoint(x: draw() * 1_000, y: draw() * 1_000)
      return [start, PlanePoint(x: start.x + draw() * 50, y: start.y + draw() * 50)]
    }
  }

  @Test("box queries and nearest lines agree with looking at all", arguments: [1, 2, 3] as [UInt64])
  func againstAll(seed: UInt64) throws {
    let context = try GEOSContext()
    let lines = try Self.lines(count: 200, seed: seed).map { try context.lineString($0) }
    let tree = try GeometryTree(lines, context: context)
    for box in Self.lines(count: 40, seed: seed &+ 100) {
      let meeting = lines.indices.filter { index in
        guard let bounds = lines[index].bounds else { return false }
        return bounds.minimum.x <= box[1].x && bounds.maximum.x >= box[0].x && bounds.minimum.y <= box[1].y
          && bounds.maximum.y >= box[0].y
      }
      #expect(try tree.indices(in: Geometry.Bounds(minimum: box[0], maximum: box[1])) == meeting)
      let point = try context.point(box[0])
      let found = try #require(try tree.nearestIndex(to: box[0]))
      let distances = try lines.map { try $0.distance(to: point) }
      #expect(distances[found] == distances.min())
    }
  }

  @Test("an empty tree finds nothing, a tree of one finds it")
  func smallTrees() throws {
    let context = try GEOSContext()
    let empty = try GeometryTree([], context: context)
    let everywhere = Geometry.Bounds(minimum: PlanePoint(x: -9, y: -9), maximum: PlanePoint(x: 9, y: 9))
    #expect(try empty.indices(in: everywhere).isEmpty)
    #expect(try empty.nearestIndex(to: PlanePoint(x: 0, y: 0)) == nil)
    let one = try GeometryTree([context.point(PlanePoint(x: 1, y: 1))], context: context)
    #expect(try one.indices(in: everywhere) == [0])
    #expect(try one.nearestIndex(to: PlanePoint(x: 500, y: 0)) == 0)
  }

  @Test("geometries without points have no place in a tree")
  func emptyGeometry() throws {
    let context = try GEOSContext()
    let nothing = try context.geometry(wkt: "POINT EMPTY")
    #expect(throws: GEOSError.emptyGeometry(operation: "tree")) { try GeometryTree([nothing], context: context) }
    let tree = try GeometryTree([context.point(PlanePoint(x: 1, y: 1))], context: context)
    #expect(throws: GEOSError.emptyGeometry(operation: "nearestIndex")) { try tree.nearestIndex(to: nothing) }
    #expect(throws: GEOSError.self) { try tree.nearestIndex(to: PlanePoint(x: .nan, y: 1)) }
  }

  @Test("a tree keeps its geometries and its context alive")
  func lifetime() throws {
    func make() throws -> GeometryTree {
      let context = try GEOSContext()
      return try GeometryTree(
        Self.lines(count: 50, seed: 7).map { try context.lineString($0) }, context: context)
    }
    let tree = try make()
    #expect(try tree.nearestIndex(to: Self.lines(count: 50, seed: 7)[31][0]) == 31)
  }

  /// The message with which a text is refused.
  static func refusal(of text: String, _ context: GEOSContext) -> String {
    do {
      return try context.geometry(wkt: text).wkt()
    } catch {
      guard case .unreadable(_, let message) = error else { return "another error" }
      return message
    }
  }

  /// What one thread computes from a seed: some of everything, failures included.
  static func work(seed: UInt64) throws -> [Double] {
    let context = try GEOSContext()
    let lines = try lines(count: 60, seed: seed).map { try context.lineString($0) }
    let tree = try GeometryTree(lines, context: context)
    var results: [Double] = []
    for line in lines.prefix(20) {
      let corridor = try line.buffer(30)
      results.append(try corridor.area())
      let prepared = try PreparedGeometry(corridor)
      results.append(Double(try lines.filter { try prepared.intersects($0) }.count))
      results.append(Double(try tree.nearestIndex(to: PlanePoint(x: 500, y: 500)) ?? -1))
      results.append(try context.geometry(wkt: corridor.wkt(decimals: 6)).length())
      results.append(Double(refusal(of: "POINT (\(seed)", context).utf8.count))
    }
    return results
  }

  @Test("contexts on many threads do not disturb each other")
  func manyThreads() async throws {
    let expected = try (0..<32).map { try Self.work(seed: UInt64($0)) }
    let found = try await withThrowingTaskGroup(of: (Int, [Double]).self) { group in
      for seed in 0..<32 { group.addTask { (seed, try Self.work(seed: UInt64(seed))) } }
      var all = [[Double]](repeating: [], count: 32)
      for try await (seed, results) in group { all[seed] = results }
      return all
    }
    #expect(found == expected)
  }
}
