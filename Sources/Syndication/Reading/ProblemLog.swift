/// What is found wrong while a feed is read.
struct ProblemLog {
  /// So that a feed that is wrong throughout costs no more than one that is right.
  static let maximum = 100

  private var entries: [(kind: FeedProblem.Kind, offset: Int)]

  /// Begins with what was found before the first element.
  init(_ kinds: [FeedProblem.Kind]) { entries = kinds.map { ($0, 0) } }

  mutating func note(_ kind: FeedProblem.Kind, at offset: Int) {
    // There is always room for how it ends.
    let room = kind == .truncated ? Self.maximum : Self.maximum - 1
    if entries.count < room { entries.append((kind, offset)) }
  }

  /// All of them with their lines, in the order of the text.
  func problems(in bytes: [UInt8]) -> [FeedProblem] {
    var line = 1
    var counted = 0
    let sorted = entries.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
    return sorted.map { _, entry in
      let end = min(entry.offset, bytes.count)
      line += bytes[counted..<end].count { $0 == 0x0A }
      counted = end
      return FeedProblem(kind: entry.kind, line: line)
    }
  }
}
