/// The scores in an earlier `score report`.
struct EarlierScores: Decodable {
  /// The score of a feed.
  struct Item: Decodable {
    let recordName: String
    let score: Int
  }

  /// The totals of the report.
  struct Summary: Decodable {
    let methodology: Methodology
  }

  struct Methodology: Codable {
    let name: String
    let version: Int
    let hash: String
  }

  let items: [Item]
  let summary: Summary
}
