public import WaybenchCore

/// Invents a town: the same roads for the same options on every machine.
///
/// One town has an old centre with crooked one-way streets inside a ring; middle rings; radial roads, of which two are
/// dual carriageways and one becomes a motorway; an outer ring road with ramps; quarters of lattices, crescents and
/// crooked streets; a river with bridges, a ferry and tunnels; a toll stretch, tracks, private drives, signals, stop
/// signs and turn restrictions. Large targets become many towns in a lattice, joined by a few country roads only, as
/// real countries are: cutting the graph in halves crosses few roads.
public struct SyntheticTown: Sendable {
  /// What to build.
  public struct Options: Sendable {
    /// Any number: other seeds give other towns.
    public var seed: UInt64
    /// How many junction-to-junction pieces times directions to aim for, 600 ... 1,000,000.
    ///
    /// From 2,000 on the town comes within 10 percent. The main roads alone have about 400, so that from 600 on all
    /// features but some kinds of quarters exist.
    public var targetDirectedEdges: Int
    /// Where the middle lies; the default is open ocean. Latitudes beyond 70 degrees distort large towns.
    public var center: Coordinate
    /// Whether traffic keeps to the left: the mirror image of the same town.
    public var drivesOnLeft: Bool

    /// Makes options.
    public init(
      seed: UInt64, targetDirectedEdges: Int, center: Coordinate? = nil, drivesOnLeft: Bool = false
    ) {
      self.seed = seed
      self.targetDirectedEdges = targetDirectedEdges
      self.center = center ?? Coordinate(clampingLatitude: 40, longitude: -20)
      self.drivesOnLeft = drivesOnLeft
    }
  }

  /// A place of the town that drives and scenarios can name.
  public struct Landmark: Sendable, Hashable {
    /// What it is: "tunnel entry", "roundabout". Places of further towns end in their number: "roundabout 2".
    public var name: String
    /// Where it is: exactly the coordinate of a node of a way.
    public var coordinate: Coordinate
    /// More, for people.
    public var note: String

    /// Makes a landmark.
    public init(name: String, coordinate: Coordinate, note: String) {
      self.name = name
      self.coordinate = coordinate
      self.note = note
    }
  }

  /// Builds the town of some options. Linear in the number of edges: about a million in a few seconds.
  public static func make(_ options: Options) -> (source: RoadSource, landmarks: [Landmark]) {
    let canvas = TownCanvas(seed: options.seed)
    TownCountry(options).build(on: canvas)
    return canvas.finish(options)
  }
}

/// The lattice of boroughs of a synthetic town and the roads between them.
struct TownCountry {
  private let options: SyntheticTown.Options
  private let middleRings: Int
  private let count: Int
  private let columns: Int

  /// Directed edges that a borough of one to four middle rings holds with ease.
  private static let capacities = [2200, 4000, 6500, 9500]

  init(_ options: SyntheticTown.Options) {
    self.options = options
    let target = max(1, options.targetDirectedEdges)
    if let rings = Self.capacities.firstIndex(where: { $0 >= target }) {
      middleRings = rings + 1
      count = 1
    } else {
      middleRings = Self.capacities.count
      count = (target + Self.capacities[Self.capacities.count - 1] - 1) / Self.capacities[Self.capacities.count - 1]
    }
    var columns = 1
    while columns * columns < count { columns += 1 }
    self.columns = columns
  }

  func build(on canvas: TownCanvas) {
    var boroughs: [(east: Borough.Gate?, lanes: [Int32])] = []
    let rows = (count + columns - 1) / columns
    for index in 0..<count {
      let (row, column) = (index / columns, index % columns)
      let left = options.targetDirectedEdges - canvas.directedEdges
      var plan = Borough.Plan(
        middleRings: middleRings, budget: left / (count - index), index: index)
      plan.hasEast = column + 1 < columns && index + 1 < count
      plan.hasWest = column > 0
      let origin = TownPoint(
        (Double(column) - Double(columns - 1) / 2) * plan.pitch, (Double(row) - Double(rows - 1) / 2) * plan.pitch)
      var borough = Borough(plan, canvas: canvas, origin: origin, seed: options.seed)
      borough.build()
      if index > 0 {
        for mark in borough.firstLandmark..<canvas.landmarks.count { canvas.landmarks[mark].name += " \(index + 1)" }
      }
      boroughs.append((borough.eastGate, borough.laneNodes))
      if column > 0, let from = boroughs[index - 1].east, let to = borough.westGate {
        linkMotorway(canvas, from, to)
        for (spoke, other) in [(1, 3), (7, 5)] {
          linkRoad(canvas, boroughs[index - 1].lanes[spoke], borough.laneNodes[other], TownPoint(1, 0), .unclassified)
        }
      }
      if row > 0 {
        for (spoke, other) in [(1, 7), (2, 6), (3, 5)] {
          linkRoad(
            canvas, boroughs[index - columns].lanes[spoke], borough.laneNodes[other], TownPoint(0, 1),
            spoke == 2 ? .secondary : .unclassified)
        }
      }
    }
  }

  /// Joins an eastern motorway and the western dual carriageway of the next borough.
  private func linkMotorway(_ canvas: TownCanvas, _ from: Borough.Gate, _ to: Borough.Gate) {
    let style = TownStyle(.motorway, isOneWay: true, name: canvas.name(.country))
    for (start, end, heading, arrival) in [
      (from.outbound, to.inbound, from.direction, -to.direction),
      (to.outbound, from.inbound, to.direction, -from.direction),
    ] {
      let line = TownCurve.between(canvas.point(start), heading, canvas.point(end), arrival, step: 40)
      let inner = line.dropFirst().dropLast().map { canvas.node(at: $0) }
      canvas.addWay([start] + inner + [end], style)
    }
  }

  /// Joins two country lanes by a single road that leaves and arrives in a direction.
  private func linkRoad(
    _ canvas: TownCanvas, _ from: Int32, _ to: Int32, _ direction: TownPoint, _ roadClass: RoadClass
  ) {
    let line = TownCurve.between(canvas.point(from), direction, canvas.point(to), direction, step: 40)
    let inner = line.dropFirst().dropLast().map { canvas.node(at: $0) }
    var style = TownStyle(roadClass, name: canvas.name(.country))
    (style.limit, style.freeFlow) = (80, 72)
    canvas.addWay([from] + inner + [to], style)
  }
}
