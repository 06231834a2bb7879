import HTMLPage

/// The number of feeds by score: 0–9, 10–19, … 90–100.
struct ScoreDistribution {
  /// The number of feeds with scores in a range.
  struct Bin: Encodable {
    let from, to, feeds: Int

    /// The range as text.
    var label: String { "\(from)–\(to)" }
  }

  /// The bins, lowest first.
  let bins: [Bin]

  /// Creates a distribution from the counts per range.
  init(_ counts: [Int]) {
    bins = counts.enumerated().map { Bin(from: $0 * 10, to: $0 == 9 ? 100 : $0 * 10 + 9, feeds: $1) }
  }

  /// Returns a table of the bins, optionally with bars.
  func table(hasBars: Bool = false) -> ReportTable {
    let most = bins.map(\.feeds).max() ?? 1
    return ReportTable(
      "Feeds by score", [.text("score"), .number("feeds")] + (hasBars ? [.text("")] : []),
      rows: bins.map { bin in
        let bar = String(repeating: "█", count: (bin.feeds * 40 + most - 1) / max(1, most))
        return [.init(bin.label), .number(bin.feeds)] + (hasBars ? [.init(bar)] : [])
      })
  }
}
