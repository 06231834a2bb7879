import Diagnostics
import Testing

@Suite("places of many findings, and lines of fixes")
struct PositionsTests {
  @Test("a place deep in a line of many blocks is counted as one at its beginning")
  func longLine() {
    let text = "\n" + String(repeating: "é😀x", count: 4000)
    let table = LineTable(SourceText(name: "a", text: text))
    for count in [0, 1, 585, 586, 3999] {
      #expect(
        table.position(at: 1 + 7 * count) == SourcePosition(line: 2, column: 1 + 4 * count, offset: 1 + 7 * count))
    }
  }

  @Test(
    "a fix is shown as the line it makes, where it stays in its line",
    arguments: [
      (6, 11, "STRING", " 2 + a STRING,"), (12, 12, " é", " 2 + a STRNG, é"), (6, 11, "\n", nil), (3, 6, "x", nil),
    ] as [(Int, Int, String, String?)])
  func fix(start: Int, end: Int, replacement: String, expected: String?) {
    let source = SourceText(name: "a", text: "x y\na STRNG,\n")
    let edit = Fix.Edit(range: SourceRange(start, end), replacement: replacement)
    let diagnostic = Diagnostic(.error, rule: "r", "m", file: "a", fix: Fix("mend it", edits: [edit]))
    #expect(CodeFrame(source).renderFix(of: diagnostic) == expected)
  }
}
