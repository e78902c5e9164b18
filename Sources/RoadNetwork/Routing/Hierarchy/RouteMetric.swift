/// A hierarchy with the weights of one objective: what queries run on.
///
/// A value: updates change it in place while nobody else holds it, otherwise they work on a copy, so that a query on
/// another thread never sees a half-changed metric. Memory: 12 bytes per arc.
public struct RouteMetric: Sendable {
  /// The network whose hierarchy it weighs.
  public let network: RoadNetwork
  let hierarchy: RoutingHierarchy
  private(set) var storage: Storage
  /// The weights that it was customized for; `nil` for those of the fastest way on free roads.
  private(set) var ownWeights: EdgeWeights?
  /// Tells metrics apart: a copy keeps it, an update makes a new one.
  private var revision = Revision()

  private final class Revision: Sendable {}

  /// No way: two of them still add up within 32 bits.
  static let unreachable = EdgeWeights.unreachable

  /// The two arcs that a short cut stands for: one that leads down to a lower state and one that leads up from it. For
  /// the arc of a turn there is no lower arc and the upper one is the turn.
  struct Middle: BitwiseCopyable {
    var lower: UInt32
    var upper: UInt32
    static let none = UInt32.max
  }

  /// The arrays of a metric.
  final class Storage: @unchecked Sendable {
    let outWeight: Slab<Int32>
    let inWeight: Slab<Int32>
    let outMiddle: Slab<Middle>
    let inMiddle: Slab<Middle>
    /// Whether the arrays may be written: those of a mapped file may not.
    let isWritable: Bool
    private let owners: (SlabOwner<Int32>, SlabOwner<Int32>, SlabOwner<Middle>, SlabOwner<Middle>)?
    private let image: NetworkImage?

    init(outCount: Int, inCount: Int) {
      let owners = (
        SlabOwner(repeating: RouteMetric.unreachable, count: outCount),
        SlabOwner(repeating: RouteMetric.unreachable, count: inCount),
        SlabOwner(repeating: Middle(lower: Middle.none, upper: Middle.none), count: outCount),
        SlabOwner(repeating: Middle(lower: Middle.none, upper: Middle.none), count: inCount)
      )
      outWeight = owners.0.slab
      inWeight = owners.1.slab
      outMiddle = owners.2.slab
      inMiddle = owners.3.slab
      isWritable = true
      self.owners = owners
      image = nil
    }

    init(image: NetworkImage) {
      outWeight = image.column(.metricOutWeight).slab
      inWeight = image.column(.metricInWeight).slab
      outMiddle = image.column(.metricOutMiddle).slab
      inMiddle = image.column(.metricInMiddle).slab
      isWritable = false
      owners = nil
      self.image = image
    }

    private var scratch: UpdateScratch?

    /// Scratch for updates, kept for the next one. Only who holds the storage alone may ask.
    func updateScratch(for hierarchy: RoutingHierarchy) -> UpdateScratch {
      if let scratch { return scratch }
      let made = UpdateScratch(hierarchy)
      scratch = made
      return made
    }

    func copy() -> Storage {
      let other = Storage(outCount: outWeight.count, inCount: inWeight.count)
      other.outWeight.copy(from: outWeight)
      other.inWeight.copy(from: inWeight)
      other.outMiddle.copy(from: outMiddle)
      other.inMiddle.copy(from: inMiddle)
      return other
    }
  }

  /// The metric that lies in a network's image.
  init(network: RoadNetwork, storage: Storage) {
    self.network = network
    hierarchy = network.hierarchy
    self.storage = storage
  }

  /// Customizes a network's hierarchy for some weights. O(lower triangles).
  ///
  /// - Parameter threads: how many threads share the work; one per processor without it.
  public init(weights: EdgeWeights, threads: Int? = nil) {
    network = weights.network
    hierarchy = network.hierarchy
    storage = Self.customized(network, weights, threads: threads ?? Threads.count)
    ownWeights = weights
  }

  /// The weights that it was customized for.
  public var weights: EdgeWeights { ownWeights ?? network.freeFlowWeights }

  /// What one weight stands for: seconds, metres, litres or money.
  public var unitsPerWeight: Double { ownWeights?.unitsPerWeight ?? 0.001 }

  /// What the weight is: "duration", "distance", "fuel" or "cost".
  public var weightName: String { ownWeights?.name ?? "duration" }

  /// The weight of an edge from its tail to its head.
  @inline(__always)
  func weight(ofEdge edge: Int) -> Int32 {
    if let ownWeights { return ownWeights.edges[edge] }
    return EdgeWeights.freeFlowWeight(network.edges[edge])
  }

  /// The weight of a turn with the edge behind it.
  func weight(ofTurn turn: UInt32) -> Int32 {
    weights.weight(ofTurn: turn)
  }

  /// Makes sure that the arrays may be written and belong to this value alone.
  mutating func makeWritable() {
    if !storage.isWritable || !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
  }

  /// Makes sure that the arrays may be overwritten: nothing that is in them is kept.
  mutating func makeOwn() {
    if !storage.isWritable || !isKnownUniquelyReferenced(&storage) {
      storage = Storage(outCount: hierarchy.outCount, inCount: hierarchy.inCount)
    }
  }

  /// Takes the weights out, so that changing them copies nothing; `put` brings them back.
  mutating func takeWeights() -> EdgeWeights {
    let weights = self.weights
    ownWeights = nil
    return weights
  }

  mutating func put(_ weights: EdgeWeights) { ownWeights = weights }

  /// Whether two metrics were the same when they were last updated.
  func isSame(as other: RouteMetric) -> Bool { revision === other.revision }

  /// Whether every arc weighs the same in two metrics of one network. O(arcs).
  public func hasSameWeights(as other: RouteMetric) -> Bool {
    network === other.network && storage.outWeight.array == other.storage.outWeight.array
      && storage.inWeight.array == other.storage.inWeight.array
  }

  mutating func renew() { revision = Revision() }

  /// The bytes of its arrays.
  public var byteCount: Int { 12 * (storage.outWeight.count + storage.inWeight.count) }
}
