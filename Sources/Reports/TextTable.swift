/// A table for people: columns as wide as their widest cell, numbers to the right.
public struct TextTable: Sendable {
  private var rows: [[String]]
  private let columnCount: Int

  /// Makes a table with a line of headings.
  public init(_ headings: [String]) {
    rows = [headings]
    columnCount = headings.count
  }

  /// Adds a line; missing cells are empty.
  public mutating func add(_ cells: [String]) {
    rows.append(Array((cells + [String](repeating: "", count: columnCount)).prefix(columnCount)))
  }

  /// The table, a line per row, two blanks between columns.
  public var text: String {
    let widths = (0..<columnCount).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let isNumeric = (0..<columnCount).map { column in
      rows.dropFirst().allSatisfy { row in row[column].isEmpty || row[column].first.map(Self.beginsNumber) ?? true }
    }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        line += (column > 0 ? "  " : "") + (isNumeric[column] ? padding + cell : cell + padding)
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private static func beginsNumber(_ character: Character) -> Bool {
    character.isNumber || character == "-" || character == "+" || character == "."
  }
}
