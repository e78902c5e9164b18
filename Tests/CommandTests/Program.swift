import Foundation
import Testing

/// Runs the built program as a user does.
enum Program {
  struct Outcome {
    var status: Int32
    var output: String
    var error: String
    /// The lines on standard error.
    var errorLines: [Substring] { error.split(separator: "\n") }
  }

  /// The root of the package.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The program stands beside the tests.
  static let executable: URL = {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let beside = tests.appendingPathComponent("waybench")
    if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
    return root.appendingPathComponent(".build/debug/waybench")
  }()

  @discardableResult
  static func run(_ arguments: [String], in folder: URL = root, environment: [String: String] = [:]) throws -> Outcome {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    let error = Pipe()
    process.standardOutput = output
    process.standardError = error
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // Both are drained before the wait, so that a full pipe cannot stop the program.
    let errorReader = DataReader(error.fileHandleForReading)
    let outputData = output.fileHandleForReading.readDataToEndOfFile()
    let errorData = errorReader.data()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationReason == .uncaughtSignal
        ? 128 + process.terminationStatus : process.terminationStatus,
      output: String(decoding: outputData, as: UTF8.self), error: String(decoding: errorData, as: UTF8.self))
  }
}

/// Reads a pipe to its end on a thread of its own.
private final class DataReader: @unchecked Sendable {
  private var content = Data()
  private let thread: Thread
  private let done = NSCondition()
  private var isDone = false

  init(_ handle: FileHandle) {
    let box = Box()
    thread = Thread { box.work?() }
    box.work = { [unowned self] in
      let data = handle.readDataToEndOfFile()
      done.lock()
      content = data
      isDone = true
      done.signal()
      done.unlock()
    }
    thread.start()
  }

  func data() -> Data {
    done.lock()
    while !isDone { done.wait() }
    defer { done.unlock() }
    return content
  }

  private final class Box: @unchecked Sendable { var work: (() -> Void)? }
}

/// A folder that goes with the test.
final class Scratch {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("waybench-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String { try write(name, Data(text.utf8)) }

  @discardableResult
  func write(_ name: String, _ data: Data) throws -> String {
    let target = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: target)
    return target.path
  }

  func data(_ name: String) throws -> Data { try Data(contentsOf: url.appendingPathComponent(name)) }

  /// The names in a folder of it.
  func names(_ folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? url.path : path(folder)).sorted()
  }
}
