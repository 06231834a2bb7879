struct ProblemLog {
  static let maximum = 100

  private var entries: [(kind: FeedProblem.Kind, offset: Int)]

  /// Creates a log with problems at the start of the text.
  init(_ kinds: [FeedProblem.Kind]) { entries = kinds.map { ($0, 0) } }

  mutating func note(_ kind: FeedProblem.Kind, at offset: Int) {
    // Reserve a place for a truncated end.
    let room = kind == .truncated ? Self.maximum : Self.maximum - 1
    if entries.count < room { entries.append((kind, offset)) }
  }

  /// Returns the problems with their lines, in document order.
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
