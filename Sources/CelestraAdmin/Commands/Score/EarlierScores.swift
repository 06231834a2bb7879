import CloudKitRecords

/// The scores in an earlier `score report`.
struct EarlierScores {
  /// The date of the report.
  let asOf: Timestamp
  /// The scores by record name.
  let scores: [String: Int]

  /// Reads a report.
  /// - Throws: `CommandFailure` if the file is not a score report.
  init(_ path: String) throws {
    let saved = try SavedReport<Body>.read(path, of: "score report", "scores")
    asOf = saved.asOf
    scores = Dictionary(saved.body.items.map { ($0.recordName, $0.score) }) { first, _ in first }
  }

  private struct Body: Decodable {
    struct Item: Decodable {
      let recordName: String
      let score: Int
    }

    let items: [Item]
  }
}
