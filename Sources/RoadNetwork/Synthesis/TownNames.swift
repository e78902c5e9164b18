/// Invented street names: every call gives a new one, without a memory of the former ones.
///
/// A stem alternates consonants and vowels from fixed tables, so that two different choices spell two different
/// words; a counter multiplied by a number prime to the table size walks through all choices once.
struct TownNames {
  /// What kind of street a name is for.
  enum Kind {
    case lane
    case street
    case avenue
    case country
  }

  private static let onsets = [
    "B", "Br", "C", "Cl", "D", "Dr", "F", "Fl", "G", "Gr", "H", "K", "L", "M", "N", "P", "Pr", "R", "S", "St", "T",
    "Tr", "V", "W",
  ]
  private static let vowels = ["a", "e", "i", "o", "u"]
  private static let middles = [
    "b", "ck", "d", "g", "l", "ld", "ll", "lm", "m", "n", "nd", "ng", "nt", "r", "rd", "rl", "rn", "s", "st", "t",
    "th", "v",
  ]
  private static let endings = [
    "n", "r", "l", "s", "m", "nham", "ford", "ton", "wick", "holm", "stead", "mere", "worth", "don", "ley", "sby",
  ]
  private static let prefixes = ["", "Upper ", "Lower ", "Great ", "Little ", "East ", "West ", "North ", "South "]
  private static let kinds: [Kind: [String]] = [
    .lane: [" Lane", " Alley", " Row", " Steps", " Court"], .street: [" Street", " Road", " Close", " Drive", " Way"],
    .avenue: [" Avenue", " Boulevard", " Parade"], .country: [" Road", " Hill", " Green"],
  ]

  private var counter: Int
  private var step = 0

  /// Starts at a place of the sequence that depends on the seed.
  init(seed: UInt64) {
    counter = Int(seed % UInt64(TownNames.stemCount))
  }

  private static var stemCount: Int {
    onsets.count * vowels.count * middles.count * vowels.count * endings.count
  }

  /// A name that no earlier call gave.
  mutating func next(_ kind: Kind) -> String {
    let stems = TownNames.stemCount
    // 100,003 is prime and divides no table size.
    var rest = (counter &* 100_003) % stems
    let prefix = TownNames.prefixes[min(TownNames.prefixes.count - 1, step / stems)]
    counter = (counter + 1) % stems
    step += 1
    func take(_ table: [String]) -> String {
      defer { rest /= table.count }
      return table[rest % table.count]
    }
    let stem =
      take(TownNames.onsets) + take(TownNames.vowels) + take(TownNames.middles) + take(TownNames.vowels)
      + take(TownNames.endings)
    let types = TownNames.kinds[kind] ?? [" Street"]
    return prefix + stem + types[step % types.count]
  }
}
