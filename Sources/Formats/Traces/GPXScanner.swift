import CXML
import WaybenchCore

/// Receives what a `GPXScanner` finds. The C callbacks cannot be generic; the subclass `GPXReader` is.
class GPXDelivery {
  /// Points of one segment, in order.
  func points(_ points: [TracePoint]) {}
  /// The open track has this name.
  func trackName(_ name: String?) {}
  func endSegment() {}
  func endTrack() {}
  func beginRoute(_ name: String?) {}
  func routePoint(_ point: TracePoint, text: RoutePointText, shape: [Coordinate]) {}
  func endRoute() {}
  func waypoint(_ point: TracePoint, name: String?) {}
  func diagnostic(_ severity: TraceDiagnostic.Severity, line: Int32, _ message: @autoclosure () -> String) {}
}

/// Reads GPX through libxml2's SAX2 interface.
///
/// One value at a fixed address, which the C callbacks get: no reference counting and no exclusivity checks per
/// element. Points leave in batches, everything else one by one.
@safe
struct GPXScanner {
  static let deepestNesting: Int32 = 256
  static let longestText = 4096
  static let batchSize = 512

  /// Where in a GPX document the parser stands.
  enum Place: UInt8 {
    case outside, root, track, segment, route, point, pointExtensions
  }

  /// The child of a point or track whose text is being collected.
  enum Field: UInt8 {
    case none, elevation, time, speed, course, dilution, accuracy, name, description, type
  }

  /// What an open point will become.
  enum PointKind: UInt8 {
    case track, route, waypoint
  }

  private let input: ByteInput
  unowned(unsafe) let delivery: GPXDelivery
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
  /// The text of the field, `longestText` bytes of room.
  let text: UnsafeMutablePointer<UInt8>
  var textCount = 0
  var pointKind = PointKind.track
  var isPointGood = false
  var point = TracePoint(coordinate: Coordinate(clampingLatitude: 0, longitude: 0))
  var pointText = RoutePointText()
  var name: String?
  var shape: [Coordinate] = []
  /// Whether the open route has been reported.
  var isRouteOpen = false

  /// - Parameter delivery: must outlive the scanner.
  init?(input: ByteInput, delivery: GPXDelivery) {
    Self.prepareLibrary
    guard let context = unsafe xmlNewParserCtxt() else { return nil }
    self.input = input
    unsafe self.delivery = delivery
    unsafe self.context = unsafe context
    names = unsafe GPXNames(context.pointee.dict)
    unsafe text = .allocate(capacity: Self.longestText)
    batch.reserveCapacity(Self.batchSize)
  }

  /// Frees what `init` took.
  func free() {
    unsafe xmlFreeParserCtxt(context)
    unsafe text.deallocate()
  }

  /// libxml2 wants this before the first use from several threads.
  private static let prepareLibrary: Void = xmlInitParser()

  /// Parses the whole input. What went wrong is in `refusal`, `inputError` and `parseError` afterwards.
  static func parse(_ scanner: UnsafeMutablePointer<GPXScanner>) {
    let context = unsafe scanner.pointee.context
    unsafe context.pointee.sax.pointee = unsafe GPXCallbacks.handler
    unsafe context.pointee.userData = UnsafeMutableRawPointer(scanner)
    // Any length of text; never the network. Entities are never replaced: a document type stops everything.
    let options = Int32(XML_PARSE_HUGE.rawValue | XML_PARSE_NONET.rawValue)
    let document = unsafe xmlCtxtReadIO(
      context, GPXCallbacks.read, nil, UnsafeMutableRawPointer(scanner), nil, nil, options)
    if let document = unsafe document { unsafe xmlFreeDoc(document) }
  }

  /// The line where the parser stands.
  var line: Int32 {
    guard let input = unsafe context.pointee.input else { return 0 }
    return unsafe input.pointee.line
  }

  /// Whether the parser has seen all the text.
  var isAtTextEnd: Bool {
    guard let stream = unsafe context.pointee.input else { return isAtInputEnd }
    return unsafe isAtInputEnd && stream.pointee.end - stream.pointee.cur <= 1
  }

  /// Stops reading for good.
  mutating func refuse(_ kind: TraceError.Kind, _ message: String) {
    guard refusal == nil else { return }
    refusal = (Int(line), kind, message)
    unsafe xmlStopParser(context)
  }

  mutating func read(into target: UnsafeMutableRawBufferPointer) -> Int32 {
    do {
      let count = try unsafe input.read(into: target)
      if count == 0 { isAtInputEnd = true }
      return Int32(count)
    } catch {
      inputError = error
      return -1
    }
  }

  /// Keeps the first error that ends the document; errors of namespaces and warnings are harmless.
  mutating func note(_ error: xmlError) {
    guard parseError == nil, refusal == nil, unsafe error.level == XML_ERR_FATAL else { return }
    var message = unsafe error.message.map { unsafe String(cString: $0) } ?? "not well-formed"
    while message.last?.isNewline == true { message.removeLast() }
    message.replace("\n", with: " ")
    parseError = unsafe (max(1, Int(error.line)), message)
  }

  /// Delivers the points that wait.
  mutating func deliverBatch() {
    guard !batch.isEmpty else { return }
    unsafe delivery.points(batch)
    batch.removeAll(keepingCapacity: true)
  }

  /// Reports something, after the points before it.
  mutating func diagnose(_ severity: TraceDiagnostic.Severity, _ message: @autoclosure () -> String) {
    deliverBatch()
    unsafe delivery.diagnostic(severity, line: line, message())
  }
}

/// The functions that libxml2 calls.
enum GPXCallbacks {
  private static func scanner(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<GPXScanner>? {
    unsafe data?.assumingMemoryBound(to: GPXScanner.self)
  }

  static let read: xmlInputReadCallback = { data, target, count in
    guard let scanner = unsafe GPXCallbacks.scanner(data), let target = unsafe target, count > 0 else { return 0 }
    return unsafe scanner.pointee.read(into: UnsafeMutableRawBufferPointer(start: target, count: Int(count)))
  }

  static var handler: xmlSAXHandler {
    var handler = unsafe xmlSAXHandler()
    unsafe handler.initialized = UInt32(XML_SAX2_MAGIC)
    unsafe handler.startElementNs = { data, name, _, uri, _, _, attributeCount, _, attributes in
      guard let scanner = unsafe GPXCallbacks.scanner(data), let name = unsafe name else { return }
      unsafe scanner.pointee.start(name, uri, attributes, Int(attributeCount))
    }
    unsafe handler.endElementNs = { data, _, _, _ in
      unsafe GPXCallbacks.scanner(data)?.pointee.end()
    }
    unsafe handler.characters = { data, characters, count in
      guard let scanner = unsafe GPXCallbacks.scanner(data), let characters = unsafe characters,
        unsafe scanner.pointee.field != .none
      else { return }
      unsafe scanner.pointee.append(characters, Int(count))
    }
    unsafe handler.cdataBlock = unsafe handler.characters
    unsafe handler.internalSubset = { data, name, _, _ in
      let type = unsafe name.map { unsafe String(cString: $0) } ?? ""
      unsafe GPXCallbacks.scanner(data)?.pointee.refuse(
        .refused, "a document type declaration (<!DOCTYPE \(type)>), which may define entities; expected none")
    }
    unsafe handler.serror = { data, error in
      guard let error = unsafe error else { return }
      unsafe GPXCallbacks.scanner(data)?.pointee.note(error.pointee)
    }
    return unsafe handler
  }
}

/// The names that GPX uses, as libxml2's dictionary holds them: two equal names are one pointer.
@safe
struct GPXNames {
  let gpx, trk, trkseg, trkpt, rte, rtept, wpt, name, desc, type, ele, time, speed, course, hdop,
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
    unsafe desc = unsafe intern("desc")
    unsafe type = unsafe intern("type")
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
