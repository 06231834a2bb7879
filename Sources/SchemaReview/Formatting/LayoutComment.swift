import CloudKitSchema
import Diagnostics

/// A comment for formatting: its text unchanged, with LF line ends and without trailing white space.
struct LayoutComment {
  /// The lines, including comment marks; only a block comment has several.
  let lines: [String]
  /// Whether nothing can follow on its line.
  let endsLine: Bool
  var hasBlankLineBefore: Bool
  /// The number of bytes before the comment on its line, to indent its other lines with the first.
  private let column: Int

  init(_ trivia: Trivia, in bytes: [UInt8], hasBlankLineBefore: Bool) {
    lines = Self.lines(bytes, trivia.range)
    endsLine = trivia.kind != .blockComment || lines.count > 1
    self.hasBlankLineBefore = hasBlankLineBefore
    column = lines.count > 1 ? Self.column(of: trivia.start, in: bytes) : 0
  }

  /// Appends the comment to a text whose last line has `newColumn` bytes.
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

  /// The text without indentation, to compare comments.
  var words: String {
    lines.count == 1
      ? lines[0] : lines.map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: "\n")
  }

  private static func lines(_ bytes: [UInt8], _ range: SourceRange) -> [String] {
    var text = String(decoding: bytes[range.start..<range.end], as: UTF8.self)
    if text.utf8.contains(0x0D) { text = text.replacing("\r\n", with: "\n") }
    return text.utf8.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }.map { line in
      let end = line.lastIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0C }
      return end.map { String(line[...$0]) ?? "" } ?? ""
    }
  }

  private static func column(of offset: Int, in bytes: [UInt8]) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    let isMarked = start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF])
    return offset - start - (isMarked ? 3 : 0)
  }
}
