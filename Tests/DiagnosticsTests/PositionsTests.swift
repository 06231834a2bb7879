import Diagnostics
import Testing

@Suite("places of many findings, and lines of fixes")
struct PositionsTests {
  @Test(
    "many places at once are the places one by one",
    arguments: ["", "a", "\u{FEFF}a😀b\r\nc\rd\n\né", "\u{FEFF}\n", "no line end é😀é😀 at all", "\n\n\n"])
  func positions(text: String) {
    let source = SourceText(name: "a", text: text)
    let table = LineTable(source)
    let offsets = Array(0...source.bytes.count + 2)
    let one = Dictionary(uniqueKeysWithValues: offsets.map { ($0, table.position(at: $0)) })
    #expect(table.positions(at: offsets.reversed() + offsets) == one)
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
