import Testing

@Suite("Maneuvers on drawn maps")
struct DrawnManeuverTests {
  private func check(_ drawn: DrawnCase) throws {
    for (drive, said, expected) in try drawn.said() { #expect(said == expected, "from \(drive)") }
  }

  @Test("roads that go on, and their names", arguments: DrawnCase.names)
  func names(_ drawn: DrawnCase) throws { try check(drawn) }

  @Test("turns by their angle", arguments: DrawnCase.turns)
  func turns(_ drawn: DrawnCase) throws { try check(drawn) }

  @Test("ends of roads", arguments: DrawnCase.ends)
  func ends(_ drawn: DrawnCase) throws { try check(drawn) }

  @Test("forks", arguments: DrawnCase.forks)
  func forks(_ drawn: DrawnCase) throws { try check(drawn) }

  @Test("motorways and ramps", arguments: DrawnCase.motorways)
  func motorways(_ drawn: DrawnCase) throws { try check(drawn) }

  @Test("roundabouts and rotaries", arguments: DrawnCase.rings)
  func rings(_ drawn: DrawnCase) throws { try check(drawn) }

  @Test("slip roads", arguments: DrawnCase.slips)
  func slips(_ drawn: DrawnCase) throws { try check(drawn) }

  @Test("roads of two carriageways", arguments: DrawnCase.carriageways)
  func carriageways(_ drawn: DrawnCase) throws { try check(drawn) }

  @Test("staggered crossings", arguments: DrawnCase.staggers)
  func staggers(_ drawn: DrawnCase) throws { try check(drawn) }

  @Test("what follows so closely that it is told as one", arguments: DrawnCase.collapsed)
  func collapsed(_ drawn: DrawnCase) throws { try check(drawn) }

  @Test("turning round", arguments: DrawnCase.uTurns)
  func uTurns(_ drawn: DrawnCase) throws { try check(drawn) }

  @Test("driveways", arguments: DrawnCase.driveways)
  func driveways(_ drawn: DrawnCase) throws { try check(drawn) }

  @Test("closed ways", arguments: DrawnCase.closed)
  func closed(_ drawn: DrawnCase) throws { try check(drawn) }

  @Test("ferries", arguments: DrawnCase.ferries)
  func ferries(_ drawn: DrawnCase) throws { try check(drawn) }

  @Test("the side of the destination", arguments: DrawnCase.arrivals)
  func arrivals(_ drawn: DrawnCase) throws { try check(drawn) }

  @Test("signs", arguments: DrawnCase.signs)
  func signs(_ drawn: DrawnCase) throws { try check(drawn) }

  @Test("lanes", arguments: DrawnCase.lanes)
  func lanes(_ drawn: DrawnCase) throws { try check(drawn) }
}
