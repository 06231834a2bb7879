/// Finds what somebody most likely meant to write.
enum Suggestion {
  /// The longest word that is compared; nobody misspells a longer one into a keyword.
  private static let longest = 40

  /// The candidate nearest to a word, if it is near: a third of its letters may differ, letter case aside.
  static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    guard word.utf8.count <= longest else { return nil }
    let word = Array(word.uppercased().utf8)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates where candidate.utf8.count <= longest {
      let limit = min(max(1, candidate.utf8.count / 3), (best?.distance ?? .max) - 1)
      // Words that differ in length by more cannot be as near.
      guard abs(candidate.utf8.count - word.count) <= limit else { continue }
      let distance = distance(word, Array(candidate.uppercased().utf8))
      if distance <= limit { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// The letters to add, remove, replace or swap with a neighbour (optimal string alignment).
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: second.count + 1)
    var last = Array(0...second.count)
    for row in first.indices {
      var next = [row + 1]
      for column in second.indices {
        let isSame = first[row] == second[column]
        var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        next.append(cost)
      }
      (beforeLast, last) = (last, next)
    }
    return last[second.count]
  }
}
