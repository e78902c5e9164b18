import Glibc
public import WaybenchCore

/// Reads roads from any file that Waybench understands.
public enum RoadImport {
  /// Reads a file: GeoJSON when its name ends in `.geojson` or `.json` or its content begins with a brace, else
  /// OpenStreetMap data.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - defaultCountry: as for `OSMImport.read`; GeoJSON states its limits itself.
  ///   - mode: who travels.
  /// - Throws: what the reader of that form throws.
  public static func read(
    path: String, defaultCountry: String? = nil, mode: TravelMode = .driving
  ) throws(RoadImportError) -> RoadSource {
    guard try isGeoJSON(path) else {
      return try OSMImport.read(path: path, defaultCountry: defaultCountry, mode: mode)
    }
    var source = try GeoJSONRoads.read(path: path, mode: mode)
    source.country = defaultCountry.flatMap(CountryCode.init)
    return source
  }

  private static func isGeoJSON(_ path: String) throws(RoadImportError) -> Bool {
    let name = path.lowercased()
    if name.hasSuffix(".geojson") || name.hasSuffix(".json") { return true }
    let isNamedOSM = [".pbf", ".osm", ".gz", ".bz2"].contains { name.hasSuffix($0) }
    if isNamedOSM { return false }
    return try RoadFile.beginsWithBrace(path: path)
  }
}

/// Reading of whole files.
enum RoadFile {
  /// All bytes of a file.
  static func read(path: String) throws(RoadImportError) -> [UInt8] {
    try read(path: path, limit: Int.max)
  }

  /// Whether the first visible character of a file is an opening brace.
  static func beginsWithBrace(path: String) throws(RoadImportError) -> Bool {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]
    return try read(path: path, limit: 256).first { !blanks.contains($0) } == UInt8(ascii: "{")
  }

  private static func read(path: String, limit: Int) throws(RoadImportError) -> [UInt8] {
    // Without waiting, so that a pipe nobody writes to cannot hold the program up.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(path, systemMessage()) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(path, systemMessage()) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw failure(path, status.st_mode & S_IFMT == S_IFDIR ? "is a directory" : "is not a regular file")
    }
    let size = min(limit, Int(status.st_size))
    guard size > 0 else { throw RoadImportError(path: path, message: "is empty", expected: "roads") }
    var bytes = [UInt8](repeating: 0, count: size)
    var filled = 0
    while filled < size {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(descriptor, buffer.baseAddress.map { unsafe $0 + filled }, size - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(path, count < 0 ? systemMessage() : "became shorter while it was read") }
      filled += count
    }
    return bytes
  }

  private static func systemMessage() -> String {
    unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "cannot be read"
  }

  private static func failure(_ path: String, _ message: String) -> RoadImportError {
    RoadImportError(path: path, message: message, expected: "a file that can be read")
  }
}
