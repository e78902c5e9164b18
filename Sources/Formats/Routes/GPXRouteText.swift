import WaybenchCore

/// Writes routes as GPX 1.1, one `rte` each with a point per vertex: where something is done, `name` is the road,
/// `desc` a sentence and `type` the maneuver, as `RouteFileReader` reads it.
enum GPXRouteText {
  static func text(_ routes: [Route]) -> String {
    var document = TraceDocument(format: .gpx)
    document.routes = routes.enumerated().map { index, route in
      var written = TraceDocument.Route(name: routes.count == 1 ? "route" : "route \(index + 1)")
      fill(&written, with: route)
      return written
    }
    return String(decoding: TraceWriter.bytes(of: document, format: .gpx), as: UTF8.self)
  }

  private static func fill(_ written: inout TraceDocument.Route, with route: Route) {
    let vertices = route.steps.map { route.vertex(atChainageMeters: $0.startChainageMeters) }
    var next = 0
    for (vertex, content) in route.polyline.vertices.enumerated() {
      let point = TracePoint(coordinate: content.coordinate)
      let first = next
      // Where one leg ends and the next begins, the point stands twice.
      while next < vertices.count, vertices[next] <= vertex {
        let step = route.steps[next]
        let name = route.name(step.name != 0 ? step.name : step.reference)
        written.points.append(point)
        written.pointTexts.append(
          RoutePointText(
            name: name.isEmpty ? nil : name, description: ManeuverSentence.text(step, of: route),
            type: step.maneuver.text))
        next += 1
      }
      if next == first {
        written.points.append(point)
        written.pointTexts.append(RoutePointText())
      }
    }
    written.shape = written.points.map(\.coordinate)
  }
}
