/// One array of a network, inside the memory of its image. Reading past its end is a programming error and stops.
///
/// A column does not keep the image alive: `RoadNetwork` holds both.
@safe
struct Column<Element: BitwiseCopyable>: @unchecked Sendable {
  let base: UnsafePointer<Element>
  let count: Int

  /// - Parameter bytes: memory aligned for `Element` that outlives the column; its length is a multiple of the stride.
  init(_ bytes: UnsafeRawBufferPointer) {
    count = bytes.count / MemoryLayout<Element>.stride
    if let start = bytes.baseAddress, count > 0 {
      unsafe base = start.assumingMemoryBound(to: Element.self)
    } else {
      unsafe base =
        UnsafePointer(bitPattern: MemoryLayout<Element>.alignment)
        .unsafelyUnwrapped
    }
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "column index out of range")
    return unsafe base[index]
  }

  /// The element at an index of the file's own kind.
  @inline(__always)
  subscript(index: UInt32) -> Element { self[Int(index)] }
}

extension Column<UInt8> {
  /// A range of bytes as text.
  func text(_ range: Range<Int>) -> String {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "column range out of range")
    return unsafe String(
      decoding: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count), as: UTF8.self)
  }
}
