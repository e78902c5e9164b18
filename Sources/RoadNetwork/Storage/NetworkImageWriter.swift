/// Lays out the sections of a `.wbn` image.
struct NetworkImageWriter {
  private var sections: [NetworkImage.Section: (stride: Int, bytes: [UInt8])] = [:]

  mutating func set<Element: BitwiseCopyable>(_ section: NetworkImage.Section, _ elements: [Element]) {
    let bytes = unsafe elements.withUnsafeBytes { unsafe Array($0) }
    sections[section] = (MemoryLayout<Element>.stride, bytes)
  }

  mutating func set<Element: BitwiseCopyable>(_ section: NetworkImage.Section, _ slab: Slab<Element>) {
    sections[section] = (MemoryLayout<Element>.stride, slab.bytes)
  }

  /// The whole image. Every section must have been set.
  func image() -> [UInt8] {
    precondition(sections.count == NetworkImage.Section.allCases.count, "a section was not set")
    let count = NetworkImage.Section.allCases.count
    var table: [UInt8] = []
    var offset = Self.aligned(NetworkImage.headerBytes + count * NetworkImage.entryBytes)
    for section in NetworkImage.Section.allCases {
      let (stride, bytes) = sections[section] ?? (1, [])
      append(section.rawValue, to: &table)
      append(UInt32(stride), to: &table)
      append(UInt64(offset), to: &table)
      append(UInt64(bytes.count), to: &table)
      append(unsafe bytes.withUnsafeBytes { unsafe Checksum.of($0) }, to: &table)
      offset = Self.aligned(offset + bytes.count)
    }
    var image: [UInt8] = []
    image.reserveCapacity(offset)
    image.append(contentsOf: NetworkImage.magic)
    append(NetworkImage.version, to: &image)
    append(UInt32(count), to: &image)
    append(UInt64(offset), to: &image)
    append(unsafe table.withUnsafeBytes { unsafe Checksum.of($0) }, to: &image)
    image.append(contentsOf: table)
    for section in NetworkImage.Section.allCases {
      image.append(contentsOf: repeatElement(0, count: Self.aligned(image.count) - image.count))
      image.append(contentsOf: sections[section]?.bytes ?? [])
    }
    image.append(contentsOf: repeatElement(0, count: offset - image.count))
    return image
  }

  private static func aligned(_ offset: Int) -> Int {
    (offset + NetworkImage.alignment - 1) / NetworkImage.alignment * NetworkImage.alignment
  }

  private func append<Value: FixedWidthInteger>(_ value: Value, to bytes: inout [UInt8]) {
    unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }
}
