/// Why a route file could not be read.
public struct RouteFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path as given.
  public let path: String
  /// The line, from 1; `nil` when no line is meant.
  public let line: Int?
  /// What was found; what was expected.
  public let message: String

  /// Makes an error.
  public init(path: String, line: Int? = nil, message: String) {
    self.path = path
    self.line = line
    self.message = message
  }

  init(_ error: TraceError) {
    self.init(path: error.path, line: error.line, message: error.message)
  }

  /// One line: `path:line: what was found; what was expected`.
  public var description: String {
    guard let line else { return "\(path): \(message)" }
    return "\(path):\(line): \(message)"
  }
}
