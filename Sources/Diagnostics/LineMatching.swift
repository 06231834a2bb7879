/// Which lines of two texts are the same, in their order.
///
/// Lines that stand once in each text are matched first (the longest rising run of them, as patience diff does), then
/// what adjoins a match, then small gaps exactly. The time is n log n in the lines, whatever they are; where two large
/// stretches have nothing that stands once, they count as replaced.
struct LineMatching {
  /// The pairs of indices, both rising.
  private(set) var pairs: [(old: Int, new: Int)] = []

  /// Gaps of more pairs of lines than this are not looked into.
  private static let largestGap = 1 << 14

  /// The matching of two texts given as numbers, equal for equal lines, below a limit.
  init(_ old: [Int], _ new: [Int], below limit: Int) {
    var lower = (old: 0, new: 0)
    for anchor in Self.risingRun(Self.unique(old, new, below: limit)) + [(old: old.count, new: new.count)] {
      guard anchor.old >= lower.old, anchor.new >= lower.new else { continue }
      fill(old[lower.old..<anchor.old], new[lower.new..<anchor.new])
      if anchor.old < old.count { pairs.append(anchor) }
      lower = (anchor.old + 1, anchor.new + 1)
    }
  }

  /// The pairs of lines that stand once in each text, in the order of the old one.
  private static func unique(_ old: [Int], _ new: [Int], below limit: Int) -> [(old: Int, new: Int)] {
    var oldCounts = [Int](repeating: 0, count: limit)
    var newCounts = oldCounts
    var newPlaces = oldCounts
    for line in old { oldCounts[line] += 1 }
    for (index, line) in new.enumerated() {
      newCounts[line] += 1
      newPlaces[line] = index
    }
    return old.enumerated().compactMap { index, line in
      oldCounts[line] == 1 && newCounts[line] == 1 ? (index, newPlaces[line]) : nil
    }
  }

  /// The longest run of pairs that rises in both.
  private static func risingRun(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    // The last pair of the best run of each length so far, and the pair before each.
    var tails: [Int] = []
    var before = [Int](repeating: -1, count: pairs.count)
    for index in pairs.indices {
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if pairs[tails[middle]].new < pairs[index].new { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var run: [(old: Int, new: Int)] = []
    var index = tails.last ?? -1
    while index >= 0 {
      run.append(pairs[index])
      index = before[index]
    }
    return run.reversed()
  }

  /// Matches what lies between two matches.
  private mutating func fill(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) {
    var old = old
    var new = new
    while let first = old.first, first == new.first {
      pairs.append((old.startIndex, new.startIndex))
      old.removeFirst()
      new.removeFirst()
    }
    var suffix: [(old: Int, new: Int)] = []
    while let last = old.last, last == new.last {
      suffix.append((old.endIndex - 1, new.endIndex - 1))
      old.removeLast()
      new.removeLast()
    }
    if !old.isEmpty, !new.isEmpty, old.count <= Self.largestGap / new.count { matchExactly(old, new) }
    pairs += suffix.reversed()
  }

  /// The longest common subsequence by the textbook's table.
  private mutating func matchExactly(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) {
    let width = new.count + 1
    var lengths = [Int](repeating: 0, count: (old.count + 1) * width)
    for row in (0..<old.count).reversed() {
      for column in (0..<new.count).reversed() {
        let isSame = old[old.startIndex + row] == new[new.startIndex + column]
        lengths[row * width + column] =
          isSame
          ? lengths[(row + 1) * width + column + 1] + 1
          : max(lengths[(row + 1) * width + column], lengths[row * width + column + 1])
      }
    }
    var (row, column) = (0, 0)
    while row < old.count, column < new.count {
      if old[old.startIndex + row] == new[new.startIndex + column] {
        pairs.append((old.startIndex + row, new.startIndex + column))
        row += 1
        column += 1
      } else if lengths[(row + 1) * width + column] >= lengths[row * width + column + 1] {
        row += 1
      } else {
        column += 1
      }
    }
  }
}
