import CloudKitSchema
import Diagnostics
import SchemaReview
import Testing

@Suite("Fixes")
struct FixTests {
  @Test(
    "applying the offered fixes repairs the file",
    arguments: [
      ("RECORD TYPE T (f STRING);", "DEFINE SCHEMA\n\nRECORD TYPE T (f STRING);"),
      ("DEFINE SCHEMA RECORD TYP T (f STRNG);", "DEFINE SCHEMA RECORD TYPE T (f STRING);"),
      ("DEFINE SCHEMA RECORD TYPE T (f STRING\ng INT64,)", "DEFINE SCHEMA RECORD TYPE T (f STRING,\ng INT64);"),
      ("DEFINE SCHEMA RECORD TYPE T (f STRING; g INT64),", "DEFINE SCHEMA RECORD TYPE T (f STRING, g INT64);"),
      ("define SCHEMA record TYPE T (f string);", "DEFINE SCHEMA RECORD TYPE T (f STRING);"),
      (
        "DEFINE SCHEMA RECORD TYPE T (f STRING,, grant INT64 QUERYABLE, SORTABLE);",
        "DEFINE SCHEMA RECORD TYPE T (f STRING, \"grant\" INT64 QUERYABLE SORTABLE);"
      ),
      (
        "DEFINE SCHEMA RECORD TYPE T (__recordID REFERENCE, \"___etag\" INT64 QUERYABLE);",
        "DEFINE SCHEMA RECORD TYPE T (\"___recordID\" REFERENCE, \"___etag\" STRING QUERYABLE);"
      ),
      (
        "DEFINE SCHEMA RECORD TYPE T (f LIST<STRING, GRANT READ, WRITE TO \"_creator\", _world);",
        "DEFINE SCHEMA RECORD TYPE T (f LIST<STRING>, GRANT READ, WRITE TO \"_creator\", "
          + "GRANT READ, WRITE TO \"_world\");"
      ),
      (
        "DEFINE SCHEMA RECORD TYPE T (\"f STRING,\nGRANT READ \"_wrld\");",
        "DEFINE SCHEMA RECORD TYPE T (\"f\" STRING,\nGRANT READ TO \"_world\");"
      ),
    ])
  func fixes(text: String, expected: String) {
    var text = text
    // A fix can reveal a mistake that another fix repairs.
    for _ in 0..<4 { text = applyingFixes(text) }
    #expect(text == expected)
    #expect(SchemaDocument(SourceText(name: "s", text: text)).diagnostics.isEmpty)
  }

  @Test(
    "a valid keyword in the wrong place is not replaced by itself",
    arguments: [
      ("GRANT READ TO \"_world\" QUERYABLE", "unknown-option"), ("f ENCRYPTED ENCRYPTED STRING", "unknown-type"),
    ])
  func wrongPlace(item: String, rule: String) throws {
    let text = "DEFINE SCHEMA RECORD TYPE T (\(item));"
    let found = try #require(SchemaDocument(SourceText(name: "s", text: text)).diagnostics.first)
    #expect(found.rule == rule && found.fix == nil && found.help == "remove it or move it")
  }

  private func applyingFixes(_ text: String) -> String {
    var bytes = Array(text.utf8)
    let edits = SchemaDocument(SourceText(name: "s", text: text)).diagnostics.compactMap(\.fix).flatMap(\.edits)
    var end = bytes.count
    for edit in edits.sorted(by: { $0.range.start > $1.range.start }) where edit.range.end <= end {
      bytes.replaceSubrange(edit.range.start..<edit.range.end, with: edit.replacement.utf8)
      end = edit.range.start
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
