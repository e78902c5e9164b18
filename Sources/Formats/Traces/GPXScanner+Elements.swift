import CXML
import WaybenchCore

/// What the elements of GPX mean.
extension GPXScanner {
  typealias Name = UnsafePointer<xmlChar>
  typealias Attributes = UnsafeMutablePointer<UnsafePointer<xmlChar>?>

  mutating func start(_ name: Name, _ uri: Name?, _ attributes: Attributes?, _ attributeCount: Int) {
    depth &+= 1
    if skippedDepth > 0 {
      if depth > Self.deepestNesting { refuse(.refused, "elements nested more than \(Self.deepestNesting) deep") }
      return
    }
    let isKnown: Bool
    if place == .pointExtensions {
      isKnown = unsafe startExtension(name, attributes, attributeCount)
    } else if field != .none {
      isKnown = false
    } else if place == .outside {
      unsafe startRoot(name, uri)
      isKnown = true
    } else {
      isKnown = unsafe uri == namespace && startElement(name, attributes, attributeCount)
    }
    if !isKnown { skippedDepth = depth }
  }

  /// Takes an element of the GPX namespace; false when it does not belong here.
  private mutating func startElement(_ name: Name, _ attributes: Attributes?, _ attributeCount: Int) -> Bool {
    switch place {
    case .point: return unsafe startField(name)
    case .segment:
      guard unsafe name == names.trkpt else { return false }
      unsafe startPoint(.track, attributes, attributeCount)
    case .track:
      if unsafe name == names.trkseg {
        place = .segment
        unsafe delivery.trackName(self.name)
      } else if unsafe name == names.name {
        begin(.name)
      } else {
        return false
      }
    case .route:
      if unsafe name == names.rtept {
        openRoute()
        unsafe startPoint(.route, attributes, attributeCount)
      } else if unsafe name == names.name {
        begin(.name)
      } else {
        return false
      }
    case .root:
      if unsafe name == names.trk || name == names.rte {
        place = unsafe name == names.trk ? .track : .route
        self.name = nil
      } else if unsafe name == names.wpt {
        unsafe startPoint(.waypoint, attributes, attributeCount)
      } else {
        return false
      }
    case .outside, .pointExtensions: return false
    }
    return true
  }

  private mutating func startField(_ name: Name) -> Bool {
    if unsafe name == names.time {
      begin(.time)
    } else if unsafe name == names.ele {
      begin(.elevation)
    } else if unsafe name == names.extensions {
      // GPX 1.0 has no such element.
      guard !isVersion10 else { return false }
      place = .pointExtensions
      extensionsDepth = depth
    } else if unsafe name == names.speed {
      begin(.speed)
    } else if unsafe name == names.course {
      begin(.course)
    } else if unsafe name == names.hdop {
      begin(.dilution)
    } else if unsafe name == names.name && pointKind != .track {
      begin(.name)
    } else if unsafe name == names.desc && pointKind == .route {
      begin(.description)
    } else if unsafe name == names.type && pointKind == .route {
      begin(.type)
    } else {
      return false
    }
    return true
  }

  /// Inside `extensions`: what Garmin's track point extension and many recorders write, by local name.
  private mutating func startExtension(_ name: Name, _ attributes: Attributes?, _ attributeCount: Int) -> Bool {
    guard field == .none else { return false }
    if unsafe name == names.trackPointExtension || name == names.routePointExtension { return true }
    if unsafe name == names.speed {
      begin(.speed)
    } else if unsafe name == names.course || name == names.bearing || name == names.heading {
      begin(.course)
    } else if unsafe name == names.accuracy {
      begin(.accuracy)
    } else if unsafe name == names.hdop {
      begin(.dilution)
    } else if unsafe name == names.rpt && pointKind == .route {
      if let coordinate = unsafe position(attributes, attributeCount) { shape.append(coordinate) }
    } else {
      return false
    }
    return true
  }

  private mutating func startRoot(_ name: Name, _ uri: Name?) {
    guard unsafe name == names.gpx else {
      return refuse(.malformed, unsafe "the root element is \"\(String(cString: name))\"; expected \"gpx\"")
    }
    hasRoot = true
    unsafe namespace = unsafe uri
    isVersion10 = unsafe uri == names.version10
    place = .root
    if let uri = unsafe uri, unsafe uri != names.version10, unsafe uri != names.version11 {
      diagnose(.warning, unsafe "the namespace \"\(String(cString: uri))\" is not GPX 1.0 or 1.1")
    } else if unsafe uri == nil {
      diagnose(.note, "the elements have no namespace; read as GPX 1.1")
    }
  }

  private mutating func startPoint(_ kind: PointKind, _ attributes: Attributes?, _ attributeCount: Int) {
    pointKind = kind
    place = .point
    pointText = RoutePointText()
    guard let coordinate = unsafe position(attributes, attributeCount) else {
      isPointGood = false
      return
    }
    isPointGood = true
    point = TracePoint(coordinate: coordinate, line: line)
  }

  /// The position in the attributes `lat` and `lon`; reports what is wrong with it.
  private mutating func position(_ attributes: Attributes?, _ attributeCount: Int) -> Coordinate? {
    let latitude = unsafe Self.value(of: names.lat, attributes, attributeCount)
    let longitude = unsafe Self.value(of: names.lon, attributes, attributeCount)
    let latitudeText = unsafe latitude.span
    let longitudeText = unsafe longitude.span
    if let coordinate = PositionText.coordinate(latitude: latitudeText, longitude: longitudeText) { return coordinate }
    let trimmedLatitude = latitudeText.extracting(trimmed(latitudeText))
    let trimmedLongitude = longitudeText.extracting(trimmed(longitudeText))
    if let coordinate = PositionText.coordinate(latitude: trimmedLatitude, longitude: trimmedLongitude) {
      return coordinate
    }
    let reason = PositionText.reason(latitude: trimmedLatitude, longitude: trimmedLongitude)
    diagnose(.warning, "point rejected: \(reason)")
    return nil
  }

  /// The value of an attribute without a namespace; empty when there is none.
  @inline(__always)
  private static func value(
    of name: Name?, _ attributes: Attributes?, _ attributeCount: Int
  ) -> UnsafeBufferPointer<UInt8> {
    guard let attributes = unsafe attributes else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
    // Five pointers for each: name, prefix, namespace, begin and end of the value.
    for index in 0..<attributeCount {
      let attribute = unsafe attributes + index &* 5
      if unsafe attribute[0] == name, let begin = unsafe attribute[3], let end = unsafe attribute[4] {
        return unsafe UnsafeBufferPointer(start: begin, count: end - begin)
      }
    }
    return unsafe UnsafeBufferPointer(start: nil, count: 0)
  }

  private mutating func begin(_ field: Field) {
    self.field = field
    textCount = 0
  }

  mutating func append(_ characters: UnsafePointer<UInt8>, _ count: Int) {
    guard skippedDepth == 0, textCount &+ count <= Self.longestText else { return }
    unsafe (text + textCount).update(from: characters, count: count)
    textCount &+= count
  }

  mutating func end() {
    let closing = depth
    depth &-= 1
    if skippedDepth > 0 {
      if closing == skippedDepth { skippedDepth = 0 }
      return
    }
    if field != .none { return endField() }
    switch place {
    case .point: endPoint()
    case .pointExtensions: if closing == extensionsDepth { place = .point }
    case .segment:
      deliverBatch()
      unsafe delivery.endSegment()
      place = .track
    case .track:
      unsafe delivery.trackName(name)
      unsafe delivery.endTrack()
      place = .root
    case .route:
      openRoute()
      unsafe delivery.endRoute()
      isRouteOpen = false
      place = .root
    case .root, .outside: break
    }
  }

  private mutating func openRoute() {
    guard !isRouteOpen else { return }
    isRouteOpen = true
    unsafe delivery.beginRoute(name)
  }

  private mutating func endField() {
    let ended = field
    field = .none
    let collected = unsafe UnsafeBufferPointer(start: text, count: textCount)
    let bytes = unsafe collected.span
    let value = bytes.extracting(trimmed(bytes))
    if ended == .name || ended == .description || ended == .type {
      return take(value.isEmpty ? nil : value.string(limit: Self.longestText), of: ended)
    }
    if ended == .time {
      guard let time = TimeText.parse(value) else { return reject(value, "time", "a date and time of ISO 8601") }
      point.rawTimeNanoseconds = time
      return
    }
    guard let number = DecimalText.parse(value) else { return reject(value, "\(ended)", "a decimal number") }
    switch ended {
    case .elevation: point.elevationMeters = number
    case .speed: point.setSpeed(number)
    case .course: point.setCourse(number)
    case .dilution: point.setDilution(number)
    case .accuracy: point.setAccuracy(number)
    case .none, .time, .name, .description, .type: break
    }
  }

  private mutating func take(_ text: String?, of field: Field) {
    switch field {
    case .description: pointText.description = text
    case .type: pointText.type = text
    default: if place == .point { pointText.name = text } else { name = text }
    }
  }

  private mutating func reject(_ value: Span<UInt8>, _ what: String, _ expected: String) {
    let found = value.string(limit: 40)
    diagnose(.warning, "\(what) \"\(found)\" left out; expected \(expected)")
  }

  private mutating func endPoint() {
    switch pointKind {
    case .track:
      place = .segment
      guard isPointGood else { return }
      batch.append(point)
      if batch.count >= Self.batchSize { deliverBatch() }
    case .route:
      place = .route
      if isPointGood { unsafe delivery.routePoint(point, text: pointText, shape: shape) }
      shape.removeAll()
    case .waypoint:
      place = .root
      if isPointGood { unsafe delivery.waypoint(point, name: pointText.name) }
    }
  }
}
