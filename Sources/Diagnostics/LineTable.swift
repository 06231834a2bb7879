/// A table of line starts that converts byte offsets into lines and columns.
///
/// A line ends at LF, CR LF or a lone CR.
package struct LineTable: Sendable {
  private let source: SourceText
  private let starts: [Int]
  /// The UTF-16 units before each block of bytes: a whole file can be one line with thousands of diagnostics.
  private let units: [Int]

  private static let block = 256

  package init(_ source: SourceText) {
    var starts = [0]
    var units: [Int] = []
    source.bytes.withUnsafeBufferPointer { bytes in
      var count = 0
      for index in bytes.indices {
        if index % Self.block == 0 { units.append(count) }
        count += Self.units(of: bytes[index])
        guard bytes[index] == 0x0A || bytes[index] == 0x0D else { continue }
        if bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
        starts.append(index + 1)
      }
    }
    self.source = source
    self.starts = starts
    self.units = units
  }

  /// Returns the line and column of a byte offset, clamped to the text.
  package func position(at offset: Int) -> SourcePosition {
    let offset = min(max(offset, 0), source.bytes.count)
    let line = lineIndex(of: offset)
    var column = 1 + unitsBefore(offset) - unitsBefore(starts[line])
    // A byte order mark takes no column.
    if line == 0, offset >= 3, source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { column -= 1 }
    return SourcePosition(line: line + 1, column: column, offset: offset)
  }

  /// Returns the byte range of a 1-based line, without its line end.
  package func range(ofLine line: Int) -> SourceRange {
    let start = starts[line - 1]
    var end = line < starts.count ? starts[line] : source.bytes.count
    while end > start, source.bytes[end - 1] == 0x0A || source.bytes[end - 1] == 0x0D { end -= 1 }
    return SourceRange(start, end)
  }

  /// Returns the byte offset of a 1-based line; the end of the text for a line after the last.
  package func start(ofLine line: Int) -> Int { line <= starts.count ? starts[line - 1] : source.bytes.count }

  private func unitsBefore(_ offset: Int) -> Int {
    let block = min(offset / Self.block, units.count - 1)
    guard block >= 0 else { return 0 }
    return source.bytes[block * Self.block..<offset].reduce(units[block]) { $0 + Self.units(of: $1) }
  }

  /// Returns the UTF-16 units that a byte adds: none for a continuation byte, two for a four-byte sequence.
  private static func units(of byte: UInt8) -> Int { byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1 }

  /// Returns the 0-based line that contains an offset.
  private func lineIndex(of offset: Int) -> Int {
    starts.firstIndexOfSorted { $0 > offset } - 1
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that satisfies a condition, or the end index. Every element after one that
  /// satisfies it must satisfy it, too.
  package func firstIndexOfSorted(where condition: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
