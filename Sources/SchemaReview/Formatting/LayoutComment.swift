import CloudKitSchema
import Diagnostics

/// A comment as a formatter writes it: its words untouched, its line ends LF, no white space before them.
struct LayoutComment {
  /// The lines, comment marks among them; several only of a block comment.
  let lines: [String]
  /// Whether nothing can follow it on its line.
  let endsLine: Bool
  /// Whether a blank line stands above it.
  var hasBlankLineBefore: Bool
  /// The bytes before it on its line, by which its further lines are moved along with the first.
  private let column: Int

  /// The comment at a range of a text.
  init(_ trivia: Trivia, in bytes: UnsafeBufferPointer<UInt8>, hasBlankLineBefore: Bool) {
    lines = Self.lines(bytes, trivia.range)
    endsLine = trivia.kind != .blockComment || lines.count > 1
    self.hasBlankLineBefore = hasBlankLineBefore
    column = lines.count > 1 ? Self.column(of: trivia.start, in: bytes) : 0
  }

  /// Adds the comment to a text whose last line has so many bytes.
  func write(to text: inout String, column newColumn: Int) {
    text += lines[0]
    for line in lines.dropFirst() {
      text += "\n"
      if newColumn >= column {
        if !line.isEmpty { text += String(repeating: " ", count: newColumn - column) }
        text += line
      } else {
        let excess = line.utf8.prefix(column - newColumn).prefix { $0 == UInt8(ascii: " ") }.count
        text += line[line.utf8.index(line.startIndex, offsetBy: excess)...]
      }
    }
  }

  /// Its words without their indentation, to tell whether a formatted text has all comments.
  var words: String {
    lines.count == 1
      ? lines[0] : lines.map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: "\n")
  }

  private static func lines(_ bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange) -> [String] {
    var lines: [String] = []
    var start = range.start
    var index = start
    while index <= range.end {
      if index == range.end || bytes[index] == 0x0A || bytes[index] == 0x0D {
        var end = index
        while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 || bytes[end - 1] == 0x0C { end -= 1 }
        lines.append(String(decoding: bytes[start..<end], as: UTF8.self))
        if index + 1 < range.end, bytes[index] == 0x0D, bytes[index + 1] == 0x0A { index += 1 }
        start = index + 1
      }
      index += 1
    }
    return lines
  }

  private static func column(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    let isMarked = start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF])
    return offset - start - (isMarked ? 3 : 0)
  }
}
