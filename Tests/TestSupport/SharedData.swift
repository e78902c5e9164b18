import Glibc

/// The real maps and traces that are not part of the repository.
public enum SharedData {
  /// The folder: `WAYBENCH_SHARED`, or `../shared`.
  public static var folder: String {
    guard let value = getenv("WAYBENCH_SHARED") else { return "../shared" }
    return String(cString: value)
  }

  /// Whether the folder is there; tests that need it are skipped where it is not.
  public static var isPresent: Bool { access(folder + "/data/osm", R_OK) == 0 }

  /// The files of a folder of the shared data, sorted, with one of the endings.
  public static func files(_ path: String, endings: [String]) -> [String] {
    guard let directory = opendir(folder + "/" + path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if endings.contains(where: { name.hasSuffix($0) }) { names.append(name) }
    }
    return names.sorted().map { folder + "/" + path + "/" + $0 }
  }
}
