import CXML
import Glibc
import WaybenchCore

/// Reads GPX through libxml2's SAX2 interface.
///
/// The C callbacks cannot be generic, so this class holds everything that does not depend on the handler; `GPXReader`
/// adds the handler. Points cross from one to the other in batches, everything else one by one.
@safe
class GPXScanner {
  static let deepestNesting: Int32 = 256
  static let longestText = 4096
  static let batchSize = 512

  /// Where in a GPX document the parser stands.
  enum Place: UInt8 {
    case outside, root, track, segment, route, point, pointExtensions
  }

  /// The child of a point or track whose text is being collected.
  enum Field: UInt8 {
    case none, elevation, time, speed, course, dilution, accuracy, name
  }

  /// What an open point will become.
  enum PointKind: UInt8 {
    case track, route, waypoint
  }

  let input: ByteInput
  let options: TraceOptions
  let context: xmlParserCtxtPtr
  let names: GPXNames
  private(set) var inputError: ByteInputError?
  /// The first error that made the document not well formed.
  private(set) var parseError: (line: Int, message: String)?
  /// Why reading was stopped on purpose.
  private(set) var refusal: (line: Int, kind: TraceError.Kind, message: String)?
  private(set) var isAtInputEnd = false

  /// Points that wait to be delivered, all of one segment.
  var batch: [TracePoint] = []

  var place = Place.outside
  var depth: Int32 = 0
  /// Depth of the element whose whole content is skipped; 0 when none is.
  var skippedDepth: Int32 = 0
  var extensionsDepth: Int32 = 0
  /// The namespace of the root element: that of every GPX element of the file.
  var namespace: UnsafePointer<xmlChar>?
  var isVersion10 = false
  var hasRoot = false

  var field = Field.none
  var text: [UInt8] = []
  var pointKind = PointKind.track
  var isPointGood = false
  var point = TracePoint(coordinate: Coordinate(clampingLatitude: 0, longitude: 0))
  var pointName: String?
  var name: String?
  var shape: [Coordinate] = []

  init(input: ByteInput, options: TraceOptions) {
    self.input = input
    self.options = options
    Self.prepareLibrary
    unsafe context = unsafe xmlNewParserCtxt()
    names = unsafe GPXNames(context.pointee.dict)
    text.reserveCapacity(Self.longestText)
    batch.reserveCapacity(Self.batchSize)
  }

  deinit {
    unsafe xmlFreeParserCtxt(context)
  }

  /// libxml2 wants this before the first use from several threads.
  private static let prepareLibrary: Void = xmlInitParser()

  /// Parses the whole input. What went wrong is in `refusal`, `inputError` and `parseError` afterwards.
  final func parse() {
    unsafe context.pointee.sax.pointee = unsafe GPXCallbacks.handler
    unsafe context.pointee.userData = unsafe Unmanaged.passUnretained(self).toOpaque()
    // Any length of text; never the network. Entities are never replaced: a document type stops everything.
    let options = Int32(XML_PARSE_HUGE.rawValue | XML_PARSE_NONET.rawValue)
    let document = unsafe xmlCtxtReadIO(
      context, GPXCallbacks.read, nil, Unmanaged.passUnretained(self).toOpaque(), nil, nil, options)
    if let document = unsafe document { unsafe xmlFreeDoc(document) }
  }

  /// The line where the parser stands.
  final var line: Int32 {
    guard let input = unsafe context.pointee.input else { return 0 }
    return unsafe input.pointee.line
  }

  /// Stops reading for good.
  final func refuse(_ kind: TraceError.Kind, _ message: String) {
    guard refusal == nil else { return }
    refusal = (Int(line), kind, message)
    unsafe xmlStopParser(context)
  }

  final func read(into target: UnsafeMutableRawBufferPointer) -> Int32 {
    do {
      let count = unsafe try input.read(into: target)
      if count == 0 { isAtInputEnd = true }
      return Int32(count)
    } catch {
      inputError = error
      return -1
    }
  }

  /// Keeps the first error that ends the document; errors of namespaces and warnings are harmless.
  final func note(_ error: xmlError) {
    guard parseError == nil, refusal == nil, unsafe error.level == XML_ERR_FATAL else { return }
    var message = unsafe error.message.map { unsafe String(cString: $0) } ?? "not well-formed"
    while message.last?.isNewline == true { message.removeLast() }
    message.replace("\n", with: " ")
    parseError = unsafe (max(1, Int(error.line)), message)
  }

  // What `GPXReader` does with the content.

  /// Delivers `batch` and empties it.
  func deliverBatch() {}
  /// A `trk` begins with this name.
  func deliverTrackName(_ name: String?) {}
  func deliverSegmentEnd() {}
  func deliverTrackEnd() {}
  func deliverRouteBegin(_ name: String?) {}
  func deliverRoutePoint(_ point: TracePoint, name: String?, shape: [Coordinate]) {}
  func deliverRouteEnd() {}
  func deliverWaypoint(_ point: TracePoint, name: String?) {}
  func deliverDiagnostic(_ severity: TraceDiagnostic.Severity, line: Int32, _ message: @autoclosure () -> String) {}

  /// Whether the open route has been reported.
  final var isRouteOpen = false
}

/// The functions that libxml2 calls.
enum GPXCallbacks {
  static func scanner(_ data: UnsafeMutableRawPointer?) -> GPXScanner? {
    unsafe data.map { unsafe Unmanaged<GPXScanner>.fromOpaque($0).takeUnretainedValue() }
  }

  static let read: xmlInputReadCallback = { data, target, count in
    guard let scanner = unsafe GPXCallbacks.scanner(data), let target = unsafe target, count > 0 else { return 0 }
    return unsafe scanner.read(into: UnsafeMutableRawBufferPointer(start: target, count: Int(count)))
  }

  static var handler: xmlSAXHandler {
    var handler = unsafe xmlSAXHandler()
    unsafe handler.initialized = UInt32(XML_SAX2_MAGIC)
    unsafe handler.startElementNs = { data, name, _, uri, _, _, attributeCount, _, attributes in
      guard let data = unsafe data, let name = unsafe name else { return }
      unsafe Unmanaged<GPXScanner>.fromOpaque(data)._withUnsafeGuaranteedRef {
        unsafe $0.start(name, uri, attributes, Int(attributeCount))
      }
    }
    unsafe handler.endElementNs = { data, _, _, _ in
      guard let data = unsafe data else { return }
      unsafe Unmanaged<GPXScanner>.fromOpaque(data)._withUnsafeGuaranteedRef { $0.end() }
    }
    unsafe handler.characters = { data, characters, count in
      guard let data = unsafe data, let characters = unsafe characters else { return }
      unsafe Unmanaged<GPXScanner>.fromOpaque(data)._withUnsafeGuaranteedRef { scanner in
        guard scanner.field != .none else { return }
        unsafe scanner.append(UnsafeBufferPointer(start: characters, count: Int(count)))
      }
    }
    unsafe handler.cdataBlock = unsafe handler.characters
    unsafe handler.internalSubset = { data, name, _, _ in
      let type = unsafe name.map { unsafe String(cString: $0) } ?? ""
      unsafe GPXCallbacks.scanner(data)?.refuse(
        .refused, "a document type declaration (<!DOCTYPE \(type)>), which may define entities; expected none")
    }
    unsafe handler.serror = { data, error in
      guard let error = unsafe error else { return }
      unsafe GPXCallbacks.scanner(data)?.note(error.pointee)
    }
    return unsafe handler
  }
}

/// The names that GPX uses, as libxml2's dictionary holds them: two equal names are one pointer.
@safe
struct GPXNames {
  let gpx, trk, trkseg, trkpt, rte, rtept, wpt, name, ele, time, speed, course, hdop,
    extensions: UnsafePointer<xmlChar>?
  let accuracy, bearing, heading, trackPointExtension, routePointExtension, rpt: UnsafePointer<xmlChar>?
  let lat, lon: UnsafePointer<xmlChar>?
  let version10, version11: UnsafePointer<xmlChar>?

  init(_ dictionary: xmlDictPtr?) {
    func intern(_ text: StaticString) -> UnsafePointer<xmlChar>? {
      unsafe xmlDictLookup(dictionary, text.utf8Start, Int32(text.utf8CodeUnitCount))
    }
    unsafe gpx = unsafe intern("gpx")
    unsafe trk = unsafe intern("trk")
    unsafe trkseg = unsafe intern("trkseg")
    unsafe trkpt = unsafe intern("trkpt")
    unsafe rte = unsafe intern("rte")
    unsafe rtept = unsafe intern("rtept")
    unsafe wpt = unsafe intern("wpt")
    unsafe name = unsafe intern("name")
    unsafe ele = unsafe intern("ele")
    unsafe time = unsafe intern("time")
    unsafe speed = unsafe intern("speed")
    unsafe course = unsafe intern("course")
    unsafe hdop = unsafe intern("hdop")
    unsafe extensions = unsafe intern("extensions")
    unsafe accuracy = unsafe intern("accuracy")
    unsafe bearing = unsafe intern("bearing")
    unsafe heading = unsafe intern("heading")
    unsafe trackPointExtension = unsafe intern("TrackPointExtension")
    unsafe routePointExtension = unsafe intern("RoutePointExtension")
    unsafe rpt = unsafe intern("rpt")
    unsafe lat = unsafe intern("lat")
    unsafe lon = unsafe intern("lon")
    unsafe version10 = unsafe intern("http://www.topografix.com/GPX/1/0")
    unsafe version11 = unsafe intern("http://www.topografix.com/GPX/1/1")
  }
}
