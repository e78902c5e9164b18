extension RoadNetwork: TextBytes {
  /// What is read along an edge.
  func sign(ofEdge edge: Int) -> SignRecord { signRecords[edgeSigns[edge]] }

  /// What an edge is called.
  func texts(ofEdge edge: Int) -> RoadTexts {
    let sign = sign(ofEdge: edge)
    let record = edges[edge]
    return RoadTexts(
      name: record.name, reference: record.reference, pronunciation: sign.pronunciation, exits: sign.exits)
  }

  /// Whether the change from one edge's name to another's has to be told.
  func announcesName(from: Int, to: Int) -> Bool {
    NameRules.announces(from: texts(ofEdge: from), to: texts(ofEdge: to), self)
  }
}
