/// Short distances near a place: the frame of the place gives the lengths of the units of latitude and longitude, and
/// how they change with latitude.
///
/// The frame is renewed after about a kilometre, within which the second order of that change is below 1e-8: many
/// distances along a line cost one sine and one cosine together.
public struct DistanceScale: Sendable {
  private(set) var frame: LocalFrame

  /// A scale for distances near a place.
  public init(at place: Coordinate) { frame = LocalFrame(origin: place) }

  /// The distance between two coordinates up to some kilometres apart, metres, by the middle-latitude formula.
  @inline(__always)
  public mutating func meters(_ a: Coordinate, _ b: Coordinate) -> Double {
    let middle = (Int64(a.latitudeE7) + Int64(b.latitudeE7)) / 2
    if abs(middle - Int64(frame.origin.latitudeE7)) > 100_000 { frame = LocalFrame(origin: a) }
    let offset = Double(middle - Int64(frame.origin.latitudeE7))
    let x =
      Double(longitudeDifferenceE7(from: a.longitudeE7, to: b.longitudeE7))
      * (frame.metersPerLongitudeUnit + frame.eastingCross * offset)
    let y =
      Double(Int64(b.latitudeE7) - Int64(a.latitudeE7))
      * (frame.metersPerLatitudeUnit + 2 * frame.northingSquare * offset)
    return (x * x + y * y).squareRoot()
  }
}
