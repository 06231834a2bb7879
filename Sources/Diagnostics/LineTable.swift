/// Where the lines of a text begin, to turn byte offsets into lines and columns.
///
/// A line ends at LF, CR LF or a lone CR.
package struct LineTable: Sendable {
  private let source: SourceText
  private let starts: [Int]

  /// The table of a text; one pass over its bytes.
  package init(_ source: SourceText) {
    var starts = [0]
    source.bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices where bytes[index] == 0x0A || bytes[index] == 0x0D {
        if bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
        starts.append(index + 1)
      }
    }
    self.source = source
    self.starts = starts
  }

  /// The line and column of a byte offset; offsets past the end are the end.
  package func position(at offset: Int) -> SourcePosition {
    let offset = min(max(offset, 0), source.bytes.count)
    let line = lineIndex(of: offset)
    var column = 1 + columns(from: starts[line], to: offset)
    // A byte order mark takes no column.
    if line == 0, offset >= 3, source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { column -= 1 }
    return SourcePosition(line: line + 1, column: column, offset: offset)
  }

  /// The places of many offsets, in a time that grows with the text and not with the length of its lines.
  package func positions(at offsets: some Sequence<Int>) -> [Int: SourcePosition] {
    var positions: [Int: SourcePosition] = [:]
    var last = SourcePosition(line: 1, column: 1, offset: 0)
    for offset in Set(offsets).sorted() {
      let bounded = min(max(offset, 0), source.bytes.count)
      let line = lineIndex(of: bounded) + 1
      if line == last.line, last.offset > 3 {
        let column = last.column + columns(from: last.offset, to: bounded)
        last = SourcePosition(line: line, column: column, offset: bounded)
      } else {
        last = position(at: bounded)
      }
      positions[offset] = last
    }
    return positions
  }

  /// The byte range of a 1-based line, its line end left out.
  package func range(ofLine line: Int) -> SourceRange {
    let start = starts[line - 1]
    var end = line < starts.count ? starts[line] : source.bytes.count
    while end > start, source.bytes[end - 1] == 0x0A || source.bytes[end - 1] == 0x0D { end -= 1 }
    return SourceRange(start, end)
  }

  /// The UTF-16 code units of some bytes of one line.
  private func columns(from start: Int, to end: Int) -> Int {
    var columns = 0
    var index = start
    while index < end {
      let byte = source.bytes[index]
      // A continuation byte adds nothing; a four-byte sequence is a surrogate pair.
      if byte & 0xC0 != 0x80 { columns += byte >= 0xF0 ? 2 : 1 }
      index += 1
    }
    return columns
  }

  /// The 0-based line that holds an offset.
  private func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
