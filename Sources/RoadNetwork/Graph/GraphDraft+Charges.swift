import GeometryGEOS
import WaybenchCore

/// Where edges lie and what their use costs.
extension GraphDraft {
  /// One record per edge; none at all when nothing is known of countries.
  func charges() throws(RoadNetworkBuildError) -> [EdgeCharge] {
    if source.country == nil, source.countryAreas.isEmpty { return [] }
    let countries: [CountryCode?]
    do throws(GEOSError) { countries = try linkCountries() } catch {
      throw RoadNetworkBuildError(description: "the areas of countries cannot be used: \(error)")
    }
    return edges.map { edge in
      guard let country = countries[Int(edge.link)], let roadClass = RoadClass(rawValue: edge.roadClass) else {
        return EdgeCharge()
      }
      let isNeeded = Vignettes.isNeeded(
        country: country, roadClass: roadClass, isExpressway: linkIsExpressway[Int(edge.link)], mode: source.mode)
      return EdgeCharge(country: country.packed, flags: isNeeded ? EdgeCharge.vignette : 0)
    }
  }

  private func linkCountries() throws(GEOSError) -> [CountryCode?] {
    let count = linkFirstVertex.count - 1
    var countries = [CountryCode?](repeating: source.country, count: count)
    guard !source.countryAreas.isEmpty else { return countries }
    let finder = try CountryFinder(source.countryAreas)
    for link in 0..<count {
      let shape = vertices[Int(linkFirstVertex[link])..<Int(linkFirstVertex[link + 1])]
      if let found = try finder.country(at: Self.middle(shape)) { countries[link] = found }
    }
    return countries
  }

  /// The point half-way along a line of two or more vertices.
  static func middle(_ shape: ArraySlice<Coordinate>) -> Coordinate {
    let steps = zip(shape, shape.dropFirst()).map { Geodesic.distanceMeters($0, $1) }
    var rest = steps.reduce(0, +) / 2
    for (step, (from, to)) in zip(steps, zip(shape, shape.dropFirst())) {
      if rest > step {
        rest -= step
        continue
      }
      let frame = LocalFrame(origin: from)
      let end = frame.project(to)
      let share = step > 0 ? rest / step : 0
      return frame.unproject(PlanePoint(x: end.x * share, y: end.y * share))
    }
    return shape[shape.startIndex]
  }
}
