import HTMLPage

/// Feeds by score: 0–9, 10–19, … 90–100.
struct ScoreDistribution: Encodable {
  /// Feeds with scores from `from` to `to`.
  struct Bin: Encodable {
    let from, to, feeds: Int

    /// The range in words.
    var label: String { "\(from)–\(to)" }
  }

  /// The bins, lowest first.
  let bins: [Bin]

  /// The distribution of feeds counted by tens.
  init(_ counts: [Int]) {
    bins = counts.enumerated().map { Bin(from: $0 * 10, to: $0 == 9 ? 100 : $0 * 10 + 9, feeds: $1) }
  }

  func encode(to encoder: any Encoder) throws { try bins.encode(to: encoder) }

  /// A table of the bins; in text with bars.
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
