import CXML
import Formats
import Glibc
import Measurement
import WaybenchCore

extension Suite {
  /// A GPX file read by the bare parser, for a summary, and whole.
  static let gpx = Suite(
    name: "gpx", summary: "a 60 MB GPX: the bare parser pass, trace info, the whole document",
    makeCases: { isSmall in
      let points = isSmall ? 5_000 : 460_000
      let file = try GPXFile(points: points)
      let parameters = ["points": "\(points)", "bytes": "\(file.byteCount)"]
      return [
        SuiteCase(
          description: BenchmarkCase(
            name: "bare parser", unit: "ns/byte", parameters: parameters, operations: file.byteCount),
          body: file.barePass),
        SuiteCase(
          description: BenchmarkCase(
            name: "trace info", unit: "ns/byte", parameters: parameters, operations: file.byteCount),
          body: file.summary),
        SuiteCase(
          description: BenchmarkCase(
            name: "document", unit: "ns/byte", parameters: parameters, operations: file.byteCount),
          body: file.document),
      ]
    },
    ratios: [
      Ratio(
        label: "trace info: speed over that of the bare parser", numerator: "bare parser", denominator: "trace info")
    ])
}

/// A GPX file in the temporary folder, removed with the value.
final class GPXFile: Sendable {
  let path: String
  let byteCount: Int

  init(points: Int) throws {
    path = "/tmp/waybench-\(getpid())-\(points).gpx"
    var generator = SeededGenerator(seed: 3)
    var bytes = Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="waybench" xmlns="http://www.topografix.com/GPX/1/1">
        <trk>
          <name>bench</name>
          <trkseg>

      """
      .utf8)
    var latitude = 48.1
    var longitude = 11.5
    var elevation = 500.0
    let start: Int64 = 1_714_521_600_000_000_000
    for index in 0..<points {
      latitude += 5e-5 * generator.nextGaussian()
      longitude += 7e-5 * generator.nextGaussian()
      elevation += 0.3 * generator.nextGaussian()
      bytes.append(contentsOf: "      <trkpt lat=\"".utf8)
      DecimalText.append(latitude, decimals: 7, to: &bytes)
      bytes.append(contentsOf: "\" lon=\"".utf8)
      DecimalText.append(longitude, decimals: 7, to: &bytes)
      bytes.append(contentsOf: "\">\n        <ele>".utf8)
      DecimalText.append(elevation, decimals: 1, to: &bytes)
      bytes.append(contentsOf: "</ele>\n        <time>".utf8)
      TimeText.append(start + Int64(index) * 1_000_000_000, to: &bytes)
      bytes.append(contentsOf: "</time>\n      </trkpt>\n".utf8)
    }
    bytes.append(contentsOf: "    </trkseg>\n  </trk>\n</gpx>\n".utf8)
    byteCount = bytes.count
    try AtomicFileWriter.write(bytes, to: path)
  }

  deinit { unsafe unlink(path) }

  func summary() throws -> UInt64 {
    let summary = try TraceReader.summarize(path: path)
    var hash = ResultHash()
    hash.combine(UInt64(summary.trackPointCount))
    hash.combine(summary.rawLengthMeters)
    return hash.value
  }

  func document() throws -> UInt64 {
    let document = try TraceReader.read(path: path)
    var hash = ResultHash()
    for point in document.tracks.lazy.flatMap(\.segments).joined() {
      hash.combine(UInt64(truncatingIfNeeded: point.coordinate.latitudeE7))
    }
    return hash.value
  }

  /// The library's own pass over the file with callbacks that do nothing but count: what any reader on it must pay.
  func barePass() throws -> UInt64 {
    var handler = unsafe xmlSAXHandler()
    unsafe handler.initialized = UInt32(XML_SAX2_MAGIC)
    unsafe handler.startElementNs = { context, _, _, _, _, _, _, _, _ in
      unsafe context?.assumingMemoryBound(to: UInt64.self).pointee += 1
    }
    unsafe handler.endElementNs = { _, _, _, _ in }
    unsafe handler.characters = { _, _, _ in }
    var count: UInt64 = 0
    let status = unsafe withUnsafeMutablePointer(to: &count) { target in
      unsafe xmlSAXUserParseFile(&handler, target, path)
    }
    guard status == 0 else { throw GPXFileError(status: status) }
    return count
  }
}

struct GPXFileError: Error { var status: Int32 }
