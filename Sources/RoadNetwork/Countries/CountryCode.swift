/// A country by its two letters (ISO 3166-1 alpha-2).
public struct CountryCode: Sendable, Hashable, BitwiseCopyable, CustomStringConvertible {
  /// The first letter in the low byte, the second in the high one; 0 stands for no country in a file.
  let packed: UInt16

  /// Reads two letters of either case, perhaps followed by a region ("BE-VLG"); `nil` for anything else.
  public init?(_ text: String) {
    let head = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
    let letters = Array(head.uppercased().utf8)
    guard letters.count == 2 else { return nil }
    self.init(packed: UInt16(letters[0]) | UInt16(letters[1]) << 8)
  }

  /// `nil` when the bytes are no two capital letters.
  init?(packed: UInt16) {
    for letter in [packed & 0xff, packed >> 8] where letter < 0x41 || letter > 0x5a { return nil }
    self.packed = packed
  }

  /// The two letters.
  public var description: String {
    String(decoding: [UInt8(packed & 0xff), UInt8(packed >> 8)], as: UTF8.self)
  }
}

/// What the use of an edge brings with it, as it stands in the file: 4 bytes.
struct EdgeCharge: BitwiseCopyable {
  /// The country, or 0 when unknown.
  var country: UInt16 = 0
  /// Bit 0: a vignette is needed.
  var flags: UInt16 = 0

  static let vignette: UInt16 = 1
}
