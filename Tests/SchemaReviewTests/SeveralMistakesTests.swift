import CloudKitSchema
import Diagnostics
import SchemaReview
import Testing

@Suite("Several mistakes at once")
struct SeveralMistakesTests {
  private static func found(_ text: String) -> [String] {
    let source = SourceText(name: "s.ckdb", text: text)
    let lines = LineTable(source)
    return SchemaDocument(source).diagnostics.map { diagnostic in
      let place = diagnostic.range.map { lines.position(at: $0.start) }
      return "\(place?.line ?? 0):\(place?.column ?? 0) \(diagnostic.rule)"
    }
  }

  static let texts: [(text: String, expected: [String])] = [
    (
      "DEFINE SCHEMA\nRECORD TYPE T (\n  a STRNG\n  b STRING QUERYBLE\n  c STRING\n);",
      ["3:5 unknown-type", "3:10 missing-comma", "4:12 unknown-option", "4:20 missing-comma"]
    ),
    (
      "DEFINE SCHEMA\nRECORD TYPE T\n  a STRNG,\n  b STRING QUERYBLE\n);",
      ["2:14 missing-parenthesis", "3:5 unknown-type", "4:12 unknown-option"]
    ),
    (
      "DEFINE SCHEMA\nRECORD TYPE T (\n  a LIST<STRNG,\n  b LIST<STRNG QUERYABLE\n);",
      ["3:10 unknown-type", "3:15 missing-angle-bracket", "4:10 unknown-type", "4:15 missing-angle-bracket"]
    ),
    (
      "DEFINE SCHEMA\nRECORD TYPE T (\n  a STRING QUERYBLE SORTBLE,\n  b STRNG SORTBLE,\n  c STRING NOT NULL\n);",
      ["3:12 unknown-option", "3:21 unknown-option", "4:5 unknown-type", "4:11 unknown-option", "5:12 unknown-option"]
    ),
    (
      "# feeds\nDEFINE SCHEMA # all\nRECORD TYPE T (\n  a STRNG\n);",
      ["1:1 unexpected-token", "2:15 unexpected-token", "4:5 unknown-type"]
    ),
    ("schema of feeds;\nDEFINE SCHEMA\nRECORD TYPE T ( a STRNG );", ["1:1 unexpected-statement", "3:19 unknown-type"]),
    (
      "DEFINE SCHEMA\nRECORD TYPE T {\n  a STRNG,\n  b STRING\n};",
      ["2:15 missing-parenthesis", "3:5 unknown-type", "5:1 missing-parenthesis"]
    ),
    (
      "DEFINE SCHEMA\nRECORD TYPE T (\n  GRANT WRITE TO \"_creator\" b STRNG\n);",
      ["3:28 missing-comma", "3:31 unknown-type"]
    ),
    ("DEFINE SCHEMA\nRECORD TYPE T (\n  a STRING)\n);", ["4:1 unexpected-token"]),
    ("DEFINE SCHEMA\nRECORD TYPE T ((\n  a STRNG\n);", ["2:16 unexpected-token", "3:5 unknown-type"]),
    (
      "DEFINE SCHEMA\nRECORD TYPE ((( a STRING ));",
      ["2:13 missing-name", "2:14 unexpected-token", "2:15 unexpected-token", "2:27 unexpected-token"]
    ),
    ("DEFINE SCHEMA\nRECORD TYPE T (\n  a LIST<5 STRING>\n);", ["3:10 unknown-type"]),
    (
      "CREATE TABLE T (a INT);\nCREATE TYPE U;",
      ["1:1 missing-header", "1:1 unexpected-statement", "2:1 unexpected-statement"]
    ),
  ]

  @Test("mistakes do not hide each other", arguments: texts.map(\.text))
  func mistakes(text: String) {
    #expect(Self.found(text) == Self.texts.first { $0.text == text }?.expected)
  }

  @Test("a list of NUMBER can have a preferred type")
  func preferredNumbers() {
    let text = "DEFINE SCHEMA RECORD TYPE T ( a LIST<NUMBER PREFERRED AS INT64>, b LIST<NUMBER> );"
    #expect(Self.found(text) == [])
    let fields = SchemaDocument(SourceText(name: "s", text: text)).schema.recordTypes.first?.fields
    #expect(fields?.map(\.description) == ["a LIST<NUMBER PREFERRED AS INT64>", "b LIST<NUMBER>"])
  }

  private static let rows =
    ItemMistakeTests.rows + SeparatorMistakeTests.rows + StatementMistakeTests.rows
    + texts.map { MistakeRow($0.text, $0.text, expected: "") }

  @Test("no suggested edit adds an error", arguments: rows)
  func edits(row: MistakeRow) {
    func errors(_ bytes: [UInt8]) -> Int {
      SchemaDocument(SourceText(name: "s.ckdb", bytes: bytes)).diagnostics.count { $0.severity == .error }
    }
    let before = errors(row.source.bytes)
    for diagnostic in SchemaDocument(row.source).diagnostics {
      var bytes = row.source.bytes
      for edit in (diagnostic.fix?.edits ?? []).reversed() {
        bytes.replaceSubrange(edit.range.start..<edit.range.end, with: edit.replacement.utf8)
      }
      #expect(errors(bytes) <= before, "\(diagnostic.rule): \(String(decoding: bytes, as: UTF8.self))")
    }
  }
}
