public import WaybenchCore

extension SeededGenerator {
  /// A number of a range.
  public mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

  /// A place on the earth, as often near the poles as elsewhere by degrees.
  public mutating func coordinate(latitudes: ClosedRange<Double> = -90...90) -> Coordinate {
    Coordinate(clampingLatitude: number(latitudes), longitude: number(-180...180))
  }
}
