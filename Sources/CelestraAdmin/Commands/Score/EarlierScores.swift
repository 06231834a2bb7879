/// The scores in an earlier `score report`.
struct EarlierScores: Decodable {
  /// The score of a feed.
  struct Item: Decodable {
    let recordName: String
    let score: Int
  }

  let items: [Item]
}
