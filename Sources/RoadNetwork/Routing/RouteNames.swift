/// The texts that the steps of one route use.
struct RouteNames: Sendable {
  private let network: RoadNetwork
  private var texts: [String] = []
  /// The network's indices of the texts.
  private var known: [UInt32] = []
  /// The route's indices of the texts, by the network's index; 0 where there is none. A power of two, at least twice as
  /// many as texts.
  private var slots: [Int32] = []

  init(network: RoadNetwork) { self.network = network }

  /// Begins a route: it has the empty text.
  mutating func begin() {
    texts.removeAll()
    texts.reserveCapacity(16)
    texts.append("")
    known.removeAll(keepingCapacity: true)
    known.append(0)
    if slots.count != 128 { slots = [Int32](repeating: 0, count: 128) }
    for slot in slots.indices { slots[slot] = 0 }
  }

  /// The texts of the route.
  mutating func take() -> [String] {
    let taken = texts
    texts = []
    return taken
  }

  /// The route's index of a text of the network. O(1).
  mutating func index(of text: UInt32) -> Int32 {
    if text == 0 { return 0 }
    var slot = slot(of: text)
    if slots[slot] != 0 { return slots[slot] }
    if 2 * known.count >= slots.count {
      grow()
      slot = self.slot(of: text)
    }
    let index = Int32(clamping: known.count)
    slots[slot] = index
    known.append(text)
    texts.append(network.text(text))
    return index
  }

  /// The slot that holds a text, or the free one where it belongs.
  private func slot(of text: UInt32) -> Int {
    // Knuth's multiplicative hash: texts of neighbouring roads have neighbouring numbers.
    var slot = Int((text &* 2_654_435_769) >> 16) & (slots.count - 1)
    while slots[slot] != 0, known[Int(slots[slot])] != text { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: 2 * slots.count)
    for index in known.indices.dropFirst() { slots[slot(of: known[index])] = Int32(clamping: index) }
  }
}
