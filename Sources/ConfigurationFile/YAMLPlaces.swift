import Diagnostics
import Yams

/// A conversion from the marks of the YAML parser to byte offsets.
struct YAMLPlaces {
  private let source: SourceText
  // libyaml also ends lines at NEL, LS, and PS, after which places in messages are imprecise.
  private let lines: LineTable

  init(_ source: SourceText) {
    self.source = source
    lines = LineTable(source)
  }

  /// Returns the byte offset of a mark, at most the end of the text.
  func offset(of mark: Mark) -> Int {
    var offset = lines.start(ofLine: max(1, mark.line))
    if offset == 0, source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    for _ in 1..<max(1, mark.column) {
      guard offset < source.bytes.count else { break }
      offset += 1
      while offset < source.bytes.count, source.bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
  }

  /// Returns the range of a plain word, or the empty range at the start of another node.
  func range(of node: Node) -> SourceRange {
    guard let mark = node.mark else { return SourceRange(0, 0) }
    let start = offset(of: mark)
    let word = node.scalar.map { Array($0.string.utf8) } ?? []
    return source.bytes.dropFirst(start).starts(with: word)
      ? SourceRange(start, start + word.count)
      : SourceRange(start, start)
  }
}
