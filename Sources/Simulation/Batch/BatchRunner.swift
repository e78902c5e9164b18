import Dispatch
public import Formats
import Measurement
public import RoadNetwork
import Synchronization
public import WaybenchCore

/// Works through many trace files on all cores. A bad file is reported and never stops the others.
///
/// Results are told in the order of the files whatever the number of workers, and a finished file is noted in a
/// journal, so that a run that was interrupted goes on where it stopped.
public struct BatchRunner: Sendable {
  /// What is done with each trace.
  public enum Work: Sendable {
    /// It is laid on a route.
    case snap(Route)
    /// It is laid on the planned route that its own file holds beside it.
    case snapToOwnRoute
    /// It is matched to a network.
    case match(RoadNetwork, MatchOptions)
  }

  /// What became of a file.
  public enum Status: String, Sendable {
    /// Read and written whole.
    case ok
    /// Read in part: what was whole is written.
    case partial
    /// Not read; nothing is written.
    case failed
  }

  /// The account of one file.
  public struct Entry: Sendable {
    /// The file.
    public var input: String
    /// What was written; `nil` when nothing was.
    public var output: String?
    /// What became of it.
    public var status: Status
    /// How many fixes it has.
    public var fixCount = 0
    /// How many of them were placed.
    public var placedCount = 0
    /// Metres of all pieces.
    public var lengthMeters = 0.0
    /// The size of what was written.
    public var outputByteCount = 0
    /// What went wrong, a line; `nil` when nothing did.
    public var message: String?
    /// How long the work on the fixes took, reading and writing apart; 0 for a file that was done before.
    public var workNanoseconds: Int64 = 0
    /// Whether an earlier run did it.
    public var isReused = false
  }

  private let work: Work
  private let folder: String
  private let format: TraceOutcome.Format
  private let workers: Int

  /// Makes a runner.
  ///
  /// - Parameters:
  ///   - folder: where outputs, the journal and the summary go; it must exist.
  ///   - workers: threads, 1 or more.
  public init(work: Work, folder: String, format: TraceOutcome.Format, workers: Int) {
    self.work = work
    self.folder = folder
    self.format = format
    self.workers = max(1, workers)
  }

  /// Works through the files and tells what became of each, in their order.
  ///
  /// - Parameters:
  ///   - inputs: the files.
  ///   - reuses: whether outputs of an earlier run with the same settings are kept.
  ///   - settings: a text that is equal for runs with the same settings.
  ///   - progress: is told how many files are done, from any thread.
  public func run(
    _ inputs: [String], reuses: Bool, settings: String, progress: (@Sendable (Int) -> Void)? = nil
  ) throws(FileWriteError) -> [Entry] {
    let names = Self.outputNames(inputs, format: format)
    let places = Set(inputs.compactMap { FileIdentity($0)?.place })
    for name in names {
      if let place = FileIdentity(folder + "/" + name)?.place, places.contains(place) {
        throw FileWriteError(path: folder + "/" + name, message: "is an input; expected another folder")
      }
    }
    let journal = try BatchJournal(folder: folder, settings: settings, reuses: reuses)
    let results = Mutex<[Entry?]>([Entry?](repeating: nil, count: inputs.count))
    let next = Atomic<Int>(0)
    let done = Atomic<Int>(0)
    let body: @Sendable (Int) -> Void = { _ in
      var worker = Worker(work: work)
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        if index >= inputs.count { return }
        let output = folder + "/" + names[index]
        let entry: Entry
        if let known = journal.entry(for: inputs[index], output: output) {
          entry = known
        } else {
          entry = worker.process(inputs[index], output: output, format: format)
          journal.add(entry)
        }
        results.withLock { $0[index] = entry }
        progress?(done.add(1, ordering: .relaxed).newValue)
      }
    }
    DispatchQueue.concurrentPerform(iterations: min(workers, max(1, inputs.count)), execute: body)
    let entries = results.withLock { $0 }.compactMap { $0 }
    try AtomicFileWriter.write(Self.summary(entries), to: folder + "/summary.json")
    return entries
  }

  /// One name per input; inputs of the same name get a number, and no result takes the name of a file of ours.
  static func outputNames(_ inputs: [String], format: TraceOutcome.Format) -> [String] {
    var used: Set<String> = ["summary.json", "journal.ndjson"]
    var counts: [String: Int] = [:]
    return inputs.map { input in
      var base = String(input.split(separator: "/").last ?? "trace")
      if base.hasSuffix(".gz") { base.removeLast(3) }
      if let dot = base.lastIndex(of: "."), dot > base.startIndex { base = String(base[..<dot]) }
      while true {
        let count = counts[base, default: 0] + 1
        counts[base] = count
        let name = (count == 1 ? base : "\(base)-\(count)") + ".\(format.rawValue)"
        if used.insert(name).inserted { return name }
      }
    }
  }

  private static func summary(_ entries: [Entry]) -> [UInt8] {
    var json = JSONText()
    json.beginObject()
    json.key("version")
    json.value(1)
    for status in [Status.ok, .partial, .failed] {
      json.key(status.rawValue)
      json.value(entries.filter { $0.status == status }.count)
    }
    json.key("files")
    json.beginArray()
    for entry in entries {
      json.newline()
      json.beginObject()
      entry.writeMembers(&json)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    json.newline()
    return json.bytes
  }

  /// What one thread owns.
  struct Worker {
    private let work: Work
    private var matcher: NetworkMatcher?

    init(work: Work) {
      self.work = work
      if case .match(let network, _) = work { matcher = NetworkMatcher(network: network) }
    }

    mutating func process(_ input: String, output: String, format: TraceOutcome.Format) -> Entry {
      var entry = Entry(input: input, output: nil, status: .failed)
      do {
        let document = try TraceReader.read(path: input)
        guard document.trackPointCount > 0 else {
          entry.message = "\(input): \(TraceProblem.noTrackPoints(document))"
          return entry
        }
        let start = MonotonicClock.nowNanoseconds()
        guard let outcome = outcome(of: document) else {
          entry.message = "\(input): no planned route in the file; expected a rte beside the trk"
          return entry
        }
        entry.workNanoseconds = MonotonicClock.nowNanoseconds() - start
        entry.fixCount = outcome.fixes.count
        entry.placedCount = outcome.placedCount
        entry.lengthMeters = outcome.lengthMeters
        let bytes = outcome.bytes(as: format)
        try AtomicFileWriter.write(bytes, to: output)
        entry.outputByteCount = bytes.count
        entry.output = output
        entry.status = .ok
        if let damage = document.diagnostics.first(where: { $0.severity == .error }) {
          entry.status = .partial
          entry.message = "\(input):\(damage.line): \(damage.message)"
        }
      } catch let error as TraceError {
        entry.message = error.description
      } catch let error as FileWriteError {
        entry.message = error.description
      } catch {
        entry.message = "\(input): \(error)"
      }
      return entry
    }

    /// Lays a trace on the route or the network; `nil` when its own file should hold a route and does not.
    mutating func outcome(of document: TraceDocument) -> TraceOutcome? {
      let trace = TraceFixes(document, missingTimes: .speed(metersPerSecond: 15))
      switch work {
      case .snap(let route): return TraceOutcome.snapped(trace, to: route)
      case .snapToOwnRoute:
        guard let planned = document.routes.first,
          PlannedLine.lengthMeters(planned.shape) <= PlannedLine.longestMeters, let route = Route(line: planned.shape)
        else { return nil }
        return TraceOutcome.snapped(trace, to: route)
      case .match(let network, let options):
        var own = matcher ?? NetworkMatcher(network: network)
        defer { matcher = own }
        return TraceOutcome.matched(trace, to: network, using: &own, options: options)
      }
    }
  }
}

/// Why a trace is of no use although its file is whole.
public enum TraceProblem {
  /// What is said of a file without track points.
  public static func noTrackPoints(_ document: TraceDocument) -> String {
    var has: [String] = []
    if !document.routes.isEmpty { has.append("\(document.routes.count) routes") }
    if !document.waypoints.isEmpty { has.append("\(document.waypoints.count) waypoints") }
    if let first = document.diagnostics.first(where: { $0.severity != .note }) {
      let count = document.diagnostics.count { $0.severity != .note }
      has.append("\(count) faults, the first at line \(first.line): \(first.message)")
    }
    return "no track points" + (has.isEmpty ? "" : " (it has \(has.joined(separator: ", ")))")
  }
}

extension BatchRunner.Entry {
  /// Writes the members of the entry's object.
  public func writeMembers(_ json: inout JSONText) {
    json.key("input")
    json.value(input)
    json.key("status")
    json.value(status.rawValue)
    json.key("output")
    json.value(output)
    json.key("fixes")
    json.value(fixCount)
    json.key("placed")
    json.value(placedCount)
    json.key("lengthMeters")
    json.value(lengthMeters, decimals: 1)
    json.key("message")
    json.value(message)
  }
}
