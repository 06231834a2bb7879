import Diagnostics
import Testing

@Suite("Code frames")
struct CodeFrameTests {
  @Test("a diagnostic is shown with its line and a caret")
  func caret() {
    let source = SourceText(name: "a.ckdb", text: "DEFINE SCHEMA\nRECORD TYPE T (\n  f STRNG\n);\n")
    let diagnostic = Diagnostic(
      .error, rule: "unknown-type", "unknown type 'STRNG'", file: "a.ckdb", range: SourceRange(34, 39),
      help: "did you mean STRING?")
    #expect(
      CodeFrame(source).render(diagnostic) == """
        a.ckdb:3:5: error: unknown type 'STRNG' [unknown-type]
         3 |   f STRNG
           |     ^~~~~
           = did you mean STRING?
        """)
  }

  @Test("tabs are kept, and control characters are replaced")
  func tabsAndControls() {
    let source = SourceText(name: "a", text: "\tx\u{1B}[31m y")
    let frame = CodeFrame(source).render(
      Diagnostic(.warning, rule: "r", "m", file: "a", range: SourceRange(1, 2)))
    #expect(frame == "a:1:2: warning: m [r]\n 1 | \tx\u{FFFD}[31m y\n   | \t^")
  }

  @Test(
    "user names and passwords of URLs are replaced, also in a line that is cut, and nothing else",
    arguments: [
      ("u https://me:s3cret@a.example/@x", "u https://*********@a.example/@x"),
      ("https://m:p@ss@a.example", "https://***@**@a.example"),
      ("a@b.example //x@y http://a.example/m@n", "a@b.example //x@y http://a.example/m@n"),
    ])
  func passwords(line: String, expected: String) {
    func shown(_ text: String, _ range: SourceRange) -> String {
      let frame = CodeFrame(SourceText(name: "a", text: text)).render(
        Diagnostic(.error, rule: "r", "m", file: "a", range: range))
      return String(frame.split(separator: "\n")[1].trimmingPrefix(" 1 | "))
    }
    #expect(shown(line, SourceRange(0, 1)) == expected)
    let long = String(repeating: "x", count: 300) + " https://me:secret@a.example/" + String(repeating: "y", count: 300)
    for start in 200..<420 { #expect(!shown(long, SourceRange(start, start + 1)).contains("cret@")) }
  }

  @Test("a very long line is cut around the mistake")
  func longLine() {
    let source = SourceText(name: "a", text: String(repeating: "x", count: 1_000_000))
    let frame = CodeFrame(source).render(
      Diagnostic(.error, rule: "r", "m", file: "a", range: SourceRange(500_000, 500_001)))
    #expect(frame.utf8.count < 500)
    #expect(frame.hasPrefix("a:1:500001: error: m [r]"))
  }

  @Test(
    "a fix within one line is shown as the fixed line",
    arguments: [
      (6, 11, "STRING", " 2 + a STRING,"), (12, 12, " é", " 2 + a STRNG, é"), (6, 11, "\n", nil), (3, 6, "x", nil),
    ] as [(Int, Int, String, String?)])
  func fix(start: Int, end: Int, replacement: String, expected: String?) {
    let source = SourceText(name: "a", text: "x y\na STRNG,\n")
    let edit = Fix.Edit(range: SourceRange(start, end), replacement: replacement)
    let diagnostic = Diagnostic(.error, rule: "r", "m", file: "a", fix: Fix("fix it", edits: [edit]))
    #expect(CodeFrame(source).renderFix(of: diagnostic) == expected)
  }
}

@Suite("Lines and columns")
struct LineTableTests {
  @Test(
    "columns count UTF-16 units, and lines end at LF, CR LF, or CR",
    arguments: [
      ("abc", 2, 1, 3), ("a\nb", 2, 2, 1), ("a\r\nb", 3, 2, 1), ("a\rb", 2, 2, 1), ("é😀x", 6, 1, 4),
      ("a\n", 2, 2, 1), ("", 0, 1, 1), ("\u{FEFF}ab", 4, 1, 2), ("ab", 99, 1, 3),
    ])
  func position(text: String, offset: Int, line: Int, column: Int) {
    let position = LineTable(SourceText(name: "t", text: text)).position(at: offset)
    #expect((position.line, position.column) == (line, column))
  }

  @Test("the first byte that is not UTF-8 is found")
  func invalidByte() {
    #expect(SourceText(name: "t", bytes: [0x61, 0xC3, 0xA9, 0xFF, 0x62]).firstInvalidByte == 3)
    #expect(SourceText(name: "t", text: "aé").firstInvalidByte == nil)
  }

  @Test("the first byte that is not UTF-8 is found in long texts too", arguments: Array(32_760...32_772))
  func invalidByteInLongText(count: Int) {
    for character in ["é", "€", "😀"] {
      let text = SourceText(name: "t", text: String(repeating: "a", count: count) + character + "b")
      #expect(text.firstInvalidByte == nil)
      let cut = SourceText(name: "t", bytes: text.bytes.dropLast(2) + [0x62, 0xFF])
      #expect(cut.firstInvalidByte == count)
      let second = SourceText(name: "t", bytes: text.bytes + text.bytes + [0x80])
      #expect(second.firstInvalidByte == 2 * text.bytes.count)
    }
    let stray = Array(repeating: UInt8(0x61), count: count) + Array(repeating: 0x80, count: 70_000)
    #expect(SourceText(name: "t", bytes: stray).firstInvalidByte == count)
  }

  @Test("columns count UTF-16 units in long lines", arguments: [0, 1, 1000, 5000, 9000])
  func longLines(repeats: Int) {
    let table = LineTable(SourceText(name: "l", text: "a\n" + String(repeating: "é😀-", count: repeats) + "\nb"))
    let end = 2 + repeats * 7
    let positions = [table.position(at: end), table.position(at: end + 2)]
    #expect(positions.map { [$0.line, $0.column, $0.offset] } == [[2, 1 + repeats * 4, end], [3, 2, end + 2]])
  }
}
