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
}
