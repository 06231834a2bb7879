import CloudKitRecords

/// The scores of an earlier `score report`.
struct EarlierScores {
  /// The time of the report.
  let asOf: Timestamp
  /// The scores by the feeds' record names.
  let scores: [String: Int]

  /// Reads a report.
  /// - Throws: `CommandFailure` where the file is none.
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
