/// Why a geometry could not be made, read or computed with.
public enum GEOSError: Error, Hashable, Sendable {
  /// The library gave no context: the machine is out of memory.
  case contextUnavailable
  /// A line needs 2 points, a ring 3 different ones.
  case tooFewPoints(expected: Int, found: Int)
  /// The coordinate of this index, counted over the whole geometry, is not a number or lies beyond
  /// `Geometry.largestOrdinate`.
  case unusableCoordinate(index: Int)
  /// The operation has no answer for a geometry without points.
  case emptyGeometry(operation: String)
  /// The operation is not defined for geometries of this kind.
  case wrongKind(operation: String, found: Geometry.Kind)
  /// A number handed to the operation is outside its range.
  case invalidArgument(operation: String, value: Double)
  /// A text or a binary form cannot be read; the message is the library's or says what was expected.
  case unreadable(format: String, message: String)
  /// The library refused, most often because a geometry is invalid; the message is the library's.
  case failed(operation: String, message: String)
}
