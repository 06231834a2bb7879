/// Diagnostics for people: place, message, the source line with a caret under the mistake, and help.
package struct CodeFrame {
  /// Maximum bytes to show of a line; a longer line is cut around the mistake.
  private static let width = 160

  private let source: SourceText
  private let lines: LineTable

  package init(_ source: SourceText) {
    self.source = source
    lines = LineTable(source)
  }

  /// Returns the lines of one diagnostic, without a final newline.
  package func render(_ diagnostic: Diagnostic) -> String {
    guard let range = diagnostic.range else { return Self.renderWithoutFrame(diagnostic) }
    var text = frame(range, Self.headline(diagnostic))
    if let help = diagnostic.help {
      let gutter = String(lines.position(at: range.start).line).utf8.count
      text += "\n \(String(repeating: " ", count: gutter)) = \(help)"
    }
    return text
  }

  /// Returns the frame of the related place of a diagnostic; `nil` if that place is not in this text.
  package func renderRelated(of diagnostic: Diagnostic) -> String? {
    guard let related = diagnostic.related, related.file == source.name else { return nil }
    return frame(related.range, "note: \(related.message)")
  }

  private func frame(_ range: SourceRange, _ headline: String) -> String {
    let start = lines.position(at: range.start)
    let gutter = String(start.line)
    let (shown, caret) = line(start.line, marking: range)
    return "\(source.name):\(start.line):\(start.column): \(headline)\n \(gutter) | \(shown)"
      + "\n \(String(repeating: " ", count: gutter.count)) | \(caret)"
  }

  /// Returns the line after its fix; `nil` without a fix, or if the result is not a single line of limited length.
  package func renderFix(of diagnostic: Diagnostic) -> String? {
    guard let edits = diagnostic.fix?.edits, let first = edits.first, let last = edits.last else { return nil }
    let number = lines.position(at: first.range.start).line
    let whole = lines.range(ofLine: number)
    guard last.range.end <= whole.end, whole.end - whole.start <= Self.width else { return nil }
    var text = ""
    var place = whole.start
    for edit in edits {
      text += source.string(SourceRange(place, edit.range.start)) + edit.replacement
      place = edit.range.end
    }
    text += source.string(SourceRange(place, whole.end))
    guard text.utf8.count <= Self.width, !text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
    return " \(number) + \(DisplayText.line(text, keepingTabs: true))"
  }

  /// Returns the lines of a diagnostic about a whole file.
  package static func renderWithoutFrame(_ diagnostic: Diagnostic) -> String {
    var text = "\(diagnostic.file): \(headline(diagnostic))"
    if let help = diagnostic.help { text += "\n  = \(help)" }
    return text
  }

  private static func headline(_ diagnostic: Diagnostic) -> String {
    let path = diagnostic.path.map { "\($0): " } ?? ""
    return DisplayText.line("\(diagnostic.severity.rawValue): \(path)\(diagnostic.message) [\(diagnostic.rule)]")
  }

  private func line(_ number: Int, marking range: SourceRange) -> (text: String, caret: String) {
    let whole = lines.range(ofLine: number)
    var from = whole.start
    let to: Int
    if whole.end - whole.start > Self.width {
      from = max(whole.start, min(range.start - Self.width / 2, whole.end - Self.width))
      to = min(whole.end, from + Self.width)
    } else {
      to = whole.end
    }
    // Do not cut inside a UTF-8 sequence.
    while from > whole.start, source.bytes[from] & 0xC0 == 0x80 { from -= 1 }
    let shown = withoutPasswords(from, to)
    func string(_ start: Int, _ end: Int) -> String { String(decoding: shown[start..<end], as: UTF8.self) }
    let before = string(from, min(max(range.start, from), to))
    let marked = string(min(max(range.start, from), to), min(max(range.end, from), to))
    // Tabs stay tabs, so that the caret is under its column at any tab width.
    let indent = before.map { $0 == "\t" ? "\t" : " " }.joined()
    let caret = "^" + String(repeating: "~", count: max(0, marked.count - 1))
    return (DisplayText.line(string(from, to), keepingTabs: true), indent + caret)
  }

  /// Returns bytes of a line, with asterisks for user names and passwords of URLs: reports are often public.
  private func withoutPasswords(_ from: Int, _ to: Int) -> ArraySlice<UInt8> {
    // A user name or password may begin before the shown part and end after it.
    let context = max(0, from - 2 * Self.width)..<min(source.bytes.count, to + 2 * Self.width)
    var bytes = source.bytes[context]
    var start: Int?
    for index in context {
      switch bytes[index] {
      case UInt8(ascii: "@"):
        guard let hidden = start else { continue }
        for place in hidden..<index { bytes[place] = UInt8(ascii: "*") }
        start = index + 1
      case UInt8(ascii: "/"):
        start =
          index >= context.lowerBound + 2 && bytes[(index - 2)..<index].elementsEqual([0x3A, 0x2F]) ? index + 1 : nil
      case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"): start = nil
      default: break
      }
    }
    return bytes[from..<to]
  }
}
