internal import Glibc

/// Where a benchmark ran: without it a figure cannot be compared with another.
public struct BenchmarkEnvironment: Sendable, Hashable {
  /// Processor, count of processors, kernel.
  public var machine: String
  /// Compiler and configuration.
  public var toolchain: String
  /// The revision of the source; `nil` when unknown.
  public var commit: String?

  /// Makes a description.
  public init(machine: String, toolchain: String, commit: String?) {
    self.machine = machine
    self.toolchain = toolchain
    self.commit = commit
  }

  /// This machine and this build. Reads `/proc/cpuinfo`.
  ///
  /// - Parameter commit: the revision of the source, which a program cannot know by itself.
  public static func current(commit: String?) -> BenchmarkEnvironment {
    let processor = processorName(textOfFile("/proc/cpuinfo")) ?? "unknown processor"
    let kernel = textOfFile("/proc/sys/kernel/osrelease").split(separator: "\n").first.map(String.init) ?? "unknown"
    #if arch(x86_64)
      let architecture = "x86_64"
    #elseif arch(arm64)
      let architecture = "aarch64"
    #else
      let architecture = "unknown architecture"
    #endif
    let machine = "\(processor), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors, Linux \(kernel) \(architecture)"
    return BenchmarkEnvironment(machine: machine, toolchain: toolchain, commit: commit)
  }

  /// The value of the first `model name` line of a `/proc/cpuinfo`.
  static func processorName(_ text: String) -> String? {
    for line in text.split(separator: "\n") where line.hasPrefix("model name") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[line.index(after: colon)...].drop { $0 == " " }
      if !name.isEmpty { return String(name) }
    }
    return nil
  }

  private static var toolchain: String {
    #if compiler(>=6.5)
      let version = "6.5 or later"
    #elseif compiler(>=6.4)
      let version = "6.4"
    #else
      let version = "6.3"
    #endif
    #if DEBUG
      return "Swift \(version), debug"
    #else
      return "Swift \(version), release"
    #endif
  }

  /// At most the first 64 KiB of a file; empty when it cannot be read.
  private static func textOfFile(_ path: String) -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var filled = 0
    while filled < bytes.count {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
      }
      if got <= 0 { break }
      filled += got
    }
    return String(decoding: bytes[..<filled], as: UTF8.self)
  }
}
