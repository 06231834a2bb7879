package enum Suggestion {
  /// Maximum bytes of a word to compare: the cost of a comparison is the product of both lengths.
  private static let maximumLength = 64

  /// Returns the candidate nearest to a word, ignoring case; `nil` if all differ in more than a third of its letters.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let word = Array(word.lowercased().utf8)
    guard !word.isEmpty, word.count <= maximumLength else { return nil }
    var best: (distance: Int, candidate: String)?
    var limit = max(1, word.count / 3)
    for candidate in candidates {
      let letters = Array(candidate.lowercased().utf8)
      guard letters.count <= maximumLength, let distance = distance(word, letters, limit: limit) else { continue }
      best = (distance, candidate)
      limit = distance - 1
    }
    return best?.candidate
  }

  /// Returns the insertions, removals, replacements and swaps of neighbors between two words; `nil` above the limit.
  private static func distance(_ lhs: [UInt8], _ rhs: [UInt8], limit: Int) -> Int? {
    guard abs(lhs.count - rhs.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...rhs.count)
    for row in lhs.indices {
      var current = [row + 1]
      for column in rhs.indices {
        let replaced = last[column] + (lhs[row] == rhs[column] ? 0 : 1)
        var cost = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, lhs[row] == rhs[column - 1], lhs[row - 1] == rhs[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[rhs.count] <= limit ? last[rhs.count] : nil
  }
}
