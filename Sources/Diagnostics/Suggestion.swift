/// The word that was probably meant.
package enum Suggestion {
  /// Longer words are not looked at: nobody misspells them by a letter, and the cost grows with their product.
  private static let longest = 64

  /// The candidate nearest to a word, without regard to case, within a third of its letters; the first of equals.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(word.lowercased().utf8)
    guard !wanted.isEmpty, wanted.count <= longest else { return nil }
    var best: (distance: Int, candidate: String)?
    var limit = max(1, wanted.count / 3)
    for candidate in candidates {
      let letters = Array(candidate.lowercased().utf8)
      guard letters.count <= longest, let distance = distance(wanted, letters, limit: limit) else { continue }
      best = (distance, candidate)
      if distance == 0 { break }
      limit = distance - 1
    }
    return best?.candidate
  }

  /// Insertions, removals, replacements and swaps of neighbours between two words; `nil` above the limit.
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
