import Testing
import WaybenchCore

@testable import RoadNetwork

@Suite("Import rules: speeds")
struct ImportSpeedTests {
  @Test(
    "Values of maxspeed",
    arguments: [
      ("50", 50), (" 50 ", 50), ("50 km/h", 50), ("50kmh", 50), ("50 kph", 50), ("30 mph", 48), ("30mph", 48),
      ("70 mph", 113), ("5 knots", 9), ("12.5", 13), ("walk", 7), ("none", 255), ("254", 254),
      ("50;30", 30), ("none;130", 130), ("signals;80", 80), ("80; 100", 80),
      ("DE:urban", 50), ("DE:rural", 100), ("DE:motorway", 255), ("DE:living_street", 7), ("RO:trunk", 100),
      ("MT:rural", 80), ("MT:urban", 50), ("ro:TRUNK", 100), ("GB:nsl_single", 97), ("UK:nsl_dual", 113),
      ("GB:motorway", 113), ("BE:VLG:rural", 70), ("BE-WAL:rural", 90), ("BE-VLG:motorway", 120),
      ("IT-25:rural", 90), ("FR:zone30", 30), ("DE:zone:30", 30), ("DE:zone30", 30), ("GB:zone20 mph", 32),
      ("PL:expressway", 120), ("US-CA:urban", 40), ("BR:rural", 100), ("FR:rural", 80), ("CH:trunk", 100),
    ])
  func limits(value: String, expected: Int) {
    #expect(RoadRules.limit(value: value, country: nil).map(Int.init) == expected)
  }

  @Test(
    "Unreadable limits are unknown",
    arguments: [
      "", "signals", "variable", "0", "255", "300", "-50", "50 furlongs", "fast", "mph", "1e2", "XX:urban", "BE:rural",
      "US:urban", "rural", "DE:", ":", ";", "nan", "99999999999999999999",
    ])
  func unknownLimits(value: String) {
    #expect(RoadRules.limit(value: value, country: nil) == nil)
  }

  @Test(
    "Limits of ways: sign, zone, country",
    arguments: [
      ("highway=primary maxspeed=70", nil, 70, 70),
      ("highway=primary maxspeed=70 maxspeed:forward=50", nil, 50, 70),
      ("highway=primary maxspeed:backward=30", nil, 0, 30),
      ("highway=primary maxspeed:type=FR:urban", nil, 50, 50),
      ("highway=primary source:maxspeed=AT:rural", nil, 100, 100),
      ("highway=primary zone:traffic=IT:urban", nil, 50, 50),
      ("highway=primary zone:maxspeed=DE:30", nil, 30, 30),
      ("highway=primary source:maxspeed=25", nil, 0, 0),
      ("highway=primary maxspeed=signals source:maxspeed=AT:rural", nil, 100, 100),
      ("highway=primary source:maxspeed=sign", nil, 0, 0),
      ("highway=primary source:maxspeed=rural", "MT", 80, 80),
      ("highway=primary", "MT", 0, 0),
      ("highway=residential", "MT", 50, 50),
      ("highway=residential", "mt", 50, 50),
      ("highway=motorway", "DE", 255, 255),
      ("highway=motorway", "FR", 130, 130),
      ("highway=living_street", "DE", 7, 7),
      ("highway=residential", "ZZ", 0, 0),
      ("highway=residential", nil, 0, 0),
    ] as [(String, String?, Int, Int)])
  func wayLimits(tags: String, country: String?, forward: Int, backward: Int) throws {
    let made = try RoadRules().judge(osmTags(tags), country: country)
    #expect(Int(made.forwardLimit) == forward)
    #expect(Int(made.backwardLimit) == backward)
  }

  @Test(
    "Free speeds",
    arguments: [
      ("highway=motorway", 90), ("highway=motorway maxspeed=130", 117), ("highway=motorway maxspeed=none", 126),
      ("highway=primary", 65), ("highway=primary maxspeed=50", 45), ("highway=primary_link", 30),
      ("highway=residential", 25), ("highway=residential maxspeed=50", 40), ("highway=living_street", 10),
      ("highway=service", 15), ("highway=service service=parking_aisle", 7.5),
      ("highway=service service=driveway", 7.5), ("highway=service service=alley maxspeed=30", 12),
      ("highway=service service=drive-through", 7.5),
      ("highway=track", 15), ("highway=track maxspeed=100 tracktype=grade5", 20),
      ("highway=primary maxspeed=100 surface=gravel", 40), ("highway=primary maxspeed=100 smoothness=very_bad", 20),
      ("highway=residential surface=mud", 10), ("highway=primary bridge=movable", 5),
      ("highway=secondary oneway=alternating", 22), ("highway=pedestrian motor_vehicle=yes", 10),
      ("highway=primary oneway=-1 maxspeed:backward=100", 90), ("highway=service maxspeed=1", 1),
      ("route=ferry", 5), ("route=shuttle_train", 10),
    ])
  func freeFlow(tags: String, expected: Double) throws {
    let speed = try RoadRules().judge(osmTags(tags)).freeFlowKilometersPerHour
    #expect(abs(speed - expected) < 1e-9)
  }

  @Test("Every class has a speed above 0", arguments: RoadClass.allCases)
  func classSpeeds(roadClass: RoadClass) {
    #expect(RoadRules().freeFlowSpeed(OSMTags(), roadClass: roadClass, limit: 0) >= 1)
    #expect(RoadRules.limitShare(roadClass) <= 1)
  }

  @Test(
    "Durations of ferries",
    arguments: [
      ("25", 1500), ("00:25", 1500), ("01:30", 5400), ("01:30:30", 5430), ("PT1H30M", 5400), ("PT90S", 90),
      ("P1DT1H", 90_000), ("1:2:3:4", nil), ("PT", 0), ("soon", nil), ("PT5", nil), ("-5", nil), ("", nil),
    ] as [(String, Double?)])
  func durations(text: String, expected: Double?) {
    #expect(RoadRules.durationSeconds(text) == expected)
  }

  @Test("A ferry's speed is its length by its time, within bounds")
  func ferrySpeeds() {
    #expect(RoadRules.ferrySpeed(duration: "00:30", lengthMeters: 10_000) == 20)
    #expect(RoadRules.ferrySpeed(duration: "10:00", lengthMeters: 100) == 1)
    #expect(RoadRules.ferrySpeed(duration: "00:00:01", lengthMeters: 100_000) == 100)
    #expect(RoadRules.ferrySpeed(duration: "00:00", lengthMeters: 100) == nil)
    #expect(RoadRules.ferrySpeed(duration: nil, lengthMeters: 100) == nil)
  }

  @Test(
    "Sides of the road",
    arguments: [
      (35.9, 14.5, true), (51.5, -0.1, true), (53.3, -6.3, true), (35.1, 33.4, true), (35.7, 139.7, true),
      (-33.9, 151.2, true), (28.6, 77.2, true), (13.75, 100.5, true), (-1.3, 36.8, true), (-26.2, 28.0, true),
      (18.0, -76.8, true), (22.3, 114.17, true), (60.15, -1.15, true), (50.9, 1.0, true),
      (50.95, 1.85, false), (49.65, -1.6, false), (49.92, 1.08, false), (48.85, 2.35, false), (42.5, 1.5, false),
      (37.8, -122.4, false), (-30.0, -51.2, false), (37.5, 127.0, false), (35.1, 129.0, false), (43.1, 131.9, false),
      (21.0, 105.8, false), (23.1, -82.4, false), (25.8, -80.2, false), (40.0, -20.0, false),
    ])
  func drivingSides(latitude: Double, longitude: Double, isLeft: Bool) throws {
    let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
    #expect(DrivingSide.isLeft(coordinate) == isLeft)
  }
}
