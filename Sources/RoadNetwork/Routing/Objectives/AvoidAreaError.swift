public import WaybenchCore

/// Why an area cannot be avoided: which ring, what is wrong with it, and where.
public struct AvoidAreaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The ring among the areas, from 0.
  public let ring: Int
  /// What is wrong.
  public let reason: Reason
  /// Where on the ring; `nil` when it is wrong as a whole.
  public let place: Coordinate?

  /// What can be wrong with a ring.
  public enum Reason: Hashable, Sendable {
    /// It has this number of different points; 3 are needed.
    case tooFewPoints(found: Int)
    /// It is no simple polygon; the words of GEOS, such as "Self-intersection".
    case notSimple(String)
    /// It runs round a pole, or over half the circumference of the Earth or more from west to east.
    case tooWide
    /// GEOS failed; its words.
    case failed(String)
  }

  /// The error in one line; the ring counts from 1.
  public var description: String {
    var text = "avoided area \(ring + 1): "
    switch reason {
    case .tooFewPoints(let found): text += "\(found) different points; expected 3 or more"
    case .notSimple(let words): text += "\(words); expected a ring that does not cross or touch itself"
    case .tooWide: text += "reaches round a pole or half round the Earth; expected less than 180 degrees of longitude"
    case .failed(let words): text += words
    }
    if let place { text += ", at latitude \(place.latitude), longitude \(place.longitude)" }
    return text
  }
}
