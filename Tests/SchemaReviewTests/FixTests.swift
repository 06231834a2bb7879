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

  @Test(
    "safe fixes keep the declared schema, and unsafe fixes add no error",
    arguments: [
      ("DEFINE SCHEMA RECORD TYPE T (a string\n);", "DEFINE SCHEMA RECORD TYPE T (a STRING\n);", nil),
      (
        "RECORD TYPE T (a STRING, b STRING\nc STRING,)",
        "DEFINE SCHEMA\n\nRECORD TYPE T (a STRING, b STRING,\nc STRING);", nil
      ),
      ("DEFINE SCHEMA RECORD TYPE T (a STRNG);", nil, "DEFINE SCHEMA RECORD TYPE T (a STRING);"),
      ("DEFINE SCHEMA RECORD TYPE T (tags STRING[]);", nil, "DEFINE SCHEMA RECORD TYPE T (tags LIST<STRING>);"),
      (
        "DEFINE SCHEMA RECORD TYPE T (a STRING QUERYBLE); // x", nil,
        "DEFINE SCHEMA RECORD TYPE T (a STRING QUERYABLE); // x"
      ),
      (
        // Together, the two fixes would declare a field twice.
        "DEFINE SCHEMA RECORD TYPE T (\"__recordID\" REFERENCE, \"___recordId\" REFERENCE);", nil, nil
      ),
      (
        "DEFINE SCHEMA RECORD TYPE T (n NUMBER PREFERED AS INT64, a STRING);",
        "DEFINE SCHEMA RECORD TYPE T (n NUMBER PREFERRED AS INT64, a STRING);", nil
      ),
      (
        "DEFINE SCHEMA RECORD TYPE T (n INT64 QUERYABL b STRING);", nil,
        "DEFINE SCHEMA RECORD TYPE T (n INT64 QUERYABLE, b STRING);"
      ),
      ("DEFINE SCHEMA RECORD TYPE T [\n  a STRING\n];", "DEFINE SCHEMA RECORD TYPE T (\n  a STRING\n);", nil),
      (
        "DEFINE SCHEMA RECORD TYPE T (a STRNG\nb string);", "DEFINE SCHEMA RECORD TYPE T (a STRNG\nb STRING);",
        "DEFINE SCHEMA RECORD TYPE T (a STRING,\nb STRING);"
      ),
      (
        "DEFINE SCHEMA RECORD TYPE T (a STRING)\nRECORD TYPE U (\"__recordID\" REFERENCE)",
        "DEFINE SCHEMA RECORD TYPE T (a STRING);\nRECORD TYPE U (\"__recordID\" REFERENCE);",
        "DEFINE SCHEMA RECORD TYPE T (a STRING);\nRECORD TYPE U (\"___recordID\" REFERENCE);"
      ),
      ("<!DOCTYPE html>\n<p>A record type is here.</p>", nil, nil), ("{\"record\": [1, 2]}", nil, nil),
      ("CREATE TABLE feeds (id INT);", nil, nil), ("CREATE ROLE admin;\nCREATE TABLE feeds (id INT);", nil, nil),
      ("# Feeds\n\nDEFINE SCHEMA // of feeds, with a record type.", nil, nil),
    ] as [(String, String?, String?)])
  func safety(text: String, safe: String?, unsafe: String?) {
    let selection = RuleSelection(ignore: ["createdby-not-queryable", "no-grants", "recordid-not-queryable"])
    func fixed(changingSchema: Bool) -> String {
      let run = FixRun.fixing(SourceText(name: "s", text: text), selection: selection, changingSchema: changingSchema)
      return String(decoding: run.source.bytes, as: UTF8.self)
    }
    #expect(fixed(changingSchema: false) == safe ?? text)
    #expect(fixed(changingSchema: true) == unsafe ?? safe ?? text)
  }

  @Test("a field without a valid type keeps its name and indexes", arguments: ["RECORD ID", "RECORD", ""])
  func untyped(type: String) {
    let text = "DEFINE SCHEMA RECORD TYPE T (\"___recordName\" \(type), \"___recordID\" \(type), a STRING);"
    let run = FixRun.fixing(SourceText(name: "s", text: text), selection: RuleSelection())
    #expect(String(decoding: run.source.bytes, as: UTF8.self) == text)
  }

  @Test("a missing index is added only by an unsafe fix, and not for an accepted finding")
  func accepted() {
    let source = SourceText(name: "s", text: "DEFINE SCHEMA RECORD TYPE T (a STRING, GRANT READ TO \"_world\");")
    func applied(changingSchema: Bool, isAccepted: Bool) -> Int {
      FixRun.fixing(source, selection: RuleSelection(), changingSchema: changingSchema) { isAccepted ? [] : $0 }.applied
    }
    #expect(applied(changingSchema: false, isAccepted: false) == 0)
    #expect(applied(changingSchema: true, isAccepted: false) == 1)
    #expect(applied(changingSchema: true, isAccepted: true) == 0)
  }

  @Test("an unused suppression is removed with its line, or the blanks before it", arguments: ["\n", "\r\n"])
  func unusedSuppressions(lineEnd: String) {
    let comment = "// ckdb:ignore number-type -- old"
    let commented = [comment, "DEFINE SCHEMA", "RECORD TYPE T (", "  \(comment)", "  a STRING,  \(comment)"]
    let text = commented + ["  /* ckdb:ignore number-type -- old */ b STRING", ");", comment]
    let fixed = FixRun.fixing(
      SourceText(name: "s", text: text.joined(separator: lineEnd)), selection: RuleSelection())
    #expect(fixed.applied == 5)
    #expect(
      String(decoding: fixed.source.bytes, as: UTF8.self)
        == ["DEFINE SCHEMA", "RECORD TYPE T (", "  a STRING,", "   b STRING", ");", ""].joined(separator: lineEnd))
  }

  @Test("an inserted field has a line of its own", arguments: ["\n", "\r\n"])
  func lineEnds(lineEnd: String) {
    let text = ["DEFINE SCHEMA", "RECORD TYPE T (", "\ta STRING,", "\tGRANT READ TO \"_world\"", ");"]
    let source = SourceText(name: "s", text: text.joined(separator: lineEnd))
    let fixed = FixRun.fixing(source, selection: RuleSelection(), changingSchema: true).source
    let lines = text[..<2] + ["\t\"___recordID\" REFERENCE QUERYABLE,"] + text[2...]
    #expect(String(decoding: fixed.bytes, as: UTF8.self) == lines.joined(separator: lineEnd))
  }

  @Test("a comment at the line of a record type stays there", arguments: ["\n", "\r\n"])
  func comments(lineEnd: String) {
    let type = "RECORD TYPE note ( /* of users */ // ckdb:ignore type-name-case -- in production"
    let text = ["DEFINE SCHEMA", type, "\ta STRING,", "\tGRANT READ TO \"_world\"", ");"]
    let source = SourceText(name: "s", text: text.joined(separator: lineEnd))
    let fixed = FixRun.fixing(source, selection: RuleSelection(), changingSchema: true).source
    let lines = text[..<2] + ["\t\"___recordID\" REFERENCE QUERYABLE,"] + text[2...]
    #expect(String(decoding: fixed.bytes, as: UTF8.self) == lines.joined(separator: lineEnd))
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
