import Formats
import Reports
import RoadNetwork
import WaybenchCore

extension NetworkStatistics {
  /// A table for people.
  func text(notes: String, mode: TravelMode) -> String {
    var table = TextTable(["", "count"])
    for row in rows {
      switch row.value {
      case .count(let count): table.add([row.label, "\(count)"])
      case .kilometers(let kilometers):
        table.add([row.label, (DecimalText.text(kilometers, decimals: 1) ?? "-") + " km"])
      }
    }
    var byClass = TextTable(["class", "edges", "km"])
    for row in classes {
      byClass.add([row.roadClass.tagValue, "\(row.edges)", DecimalText.text(row.kilometers, decimals: 1) ?? "-"])
    }
    return notes + "\nmode: \(mode.name)\n\n" + table.text + "\n" + byClass.text
  }

  /// One object for machines.
  func json(notes: String, mode: TravelMode) -> String {
    var json = JSONText()
    json.beginObject()
    json.key("mode")
    json.value(mode.name)
    for row in rows {
      json.key(row.key)
      switch row.value {
      case .count(let count): json.value(count)
      case .kilometers(let kilometers): json.value(kilometers, decimals: 3)
      }
    }
    json.key("bounds")
    json.beginObject()
    for (key, value) in [
      ("south", bounds.south), ("west", bounds.west), ("north", bounds.north), ("east", bounds.east),
    ] {
      json.key(key)
      json.value(value, decimals: 7)
    }
    json.endObject()
    json.key("edgesByClass")
    json.beginObject()
    for row in classes {
      json.key(row.roadClass.tagValue)
      json.value(row.edges)
    }
    json.endObject()
    json.key("notes")
    json.beginArray()
    for note in notes.split(separator: "\n") { json.value(String(note)) }
    json.endArray()
    json.endObject()
    json.newline()
    return json.string
  }
}
