/// Memory of a fixed length for inner loops: its bounds are checked in debug builds only.
///
/// Columns check every index in every build. The loops of the hierarchy run over arrays whose numbers were checked when
/// the network was opened or that were just built, a check per number would cost a third of their time. A slab does
/// not own its memory: what made it does.
@safe
struct Slab<Element: BitwiseCopyable>: @unchecked Sendable {
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  /// - Parameter base: `count` initialized elements that outlive the slab.
  init(base: UnsafeMutablePointer<Element>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count, "slab index out of range")
      return unsafe base[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count, "slab index out of range")
      unsafe base[index] = newValue
    }
  }

  @inline(__always)
  subscript(index: UInt32) -> Element {
    get { self[Int(index)] }
    nonmutating set { self[Int(index)] = newValue }
  }

  /// Sets a range of elements.
  @inline(__always)
  func fill(_ range: Range<Int>, with value: Element) {
    assert(range.lowerBound >= 0 && range.upperBound <= count, "slab range out of range")
    unsafe (base + range.lowerBound).update(repeating: value, count: range.count)
  }

  /// Copies the elements of a slab of the same length.
  func copy(from other: Slab<Element>) {
    precondition(other.count == count, "slabs of different lengths")
    unsafe base.update(from: other.base, count: count)
  }

  /// The memory as bytes.
  var bytes: [UInt8] { unsafe Array(UnsafeRawBufferPointer(start: base, count: count * MemoryLayout<Element>.stride)) }

  /// The elements as an array.
  var array: [Element] { unsafe Array(UnsafeBufferPointer(start: base, count: count)) }
}

/// Owns the memory of a slab.
@safe
final class SlabOwner<Element: BitwiseCopyable>: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<Element>
  let slab: Slab<Element>

  /// Memory for `count` elements, all of one value.
  init(repeating value: Element, count: Int) {
    unsafe memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
    unsafe memory.initialize(repeating: value, count: max(1, count))
    slab = unsafe Slab(base: memory, count: count)
  }

  /// Memory with the elements of an array.
  convenience init(_ elements: [Element]) {
    guard let first = elements.first else {
      self.init(count: 0)
      return
    }
    self.init(repeating: first, count: elements.count)
    for index in elements.indices { slab[index] = elements[index] }
  }

  private init(count: Int) {
    unsafe memory = UnsafeMutablePointer<Element>.allocate(capacity: 1)
    slab = unsafe Slab(base: memory, count: 0)
  }

  deinit { unsafe memory.deallocate() }
}

extension Column {
  /// The same memory as a slab, for reading only: the memory of a mapped file cannot be written.
  var slab: Slab<Element> { unsafe Slab(base: UnsafeMutablePointer(mutating: base), count: count) }
}
