import CloudKitSchema
import Diagnostics
import SchemaReview
import Testing

@Suite("Differences between schemas")
struct SchemaDiffTests {
  private func schema(_ text: String) -> Schema {
    SchemaDocument(SourceText(name: "s", text: "DEFINE SCHEMA " + text)).schema
  }

  @Test("every kind of change is found, in a stable order")
  func everyKind() {
    let old = schema(
      """
      CREATE ROLE gone;
      RECORD TYPE Old (f STRING);
      RECORD TYPE Feed (
        title STRING QUERYABLE, summary STRING, count INT64, tags LIST<STRING> QUERYABLE, "___recordID" REFERENCE QUERYABLE,
        GRANT READ TO "_world", GRANT CREATE TO "_icloud", GRANT WRITE TO "_creator"
      );
      """)
    let new = schema(
      """
      CREATE ROLE Admin;
      RECORD TYPE Feed (
        title ENCRYPTED STRING, count DOUBLE SORTABLE, url STRING QUERYABLE, tags LIST<STRING> QUERYABLE,
        GRANT READ TO "_world", GRANT CREATE, WRITE TO "_icloud", GRANT WRITE TO Admin
      );
      RECORD TYPE Article (f STRING);
      """)
    #expect(
      SchemaDiff(from: old, to: new).changes.map(\.description) == [
        "role Admin: added",
        "role gone: removed",
        "Article: added",
        "Feed.___recordID: QUERYABLE → no index",
        "Feed.count: INT64 → DOUBLE",
        "Feed.count: no index → SORTABLE",
        "Feed.summary: removed, was STRING",
        "Feed.title: STRING → ENCRYPTED STRING",
        "Feed.title: QUERYABLE → no index",
        "Feed.url: added, STRING QUERYABLE",
        "Feed: GRANT WRITE TO Admin added",
        "Feed: GRANT WRITE TO \"_creator\" removed",
        "Feed: \"_icloud\" may CREATE → CREATE, WRITE",
        "Old: removed",
      ])
  }

  @Test("order, layout, comments, and system fields without an index are not differences")
  func noDifference() {
    let old = schema(
      "CREATE ROLE a; CREATE ROLE b; RECORD TYPE T (f STRING, g INT64, GRANT READ, WRITE TO a); RECORD TYPE U (f STRING);"
    )
    let new = schema(
      """
      CREATE ROLE b; CREATE ROLE a; -- roles
      RECORD TYPE U (f STRING, "___etag" STRING);
      RECORD TYPE T (GRANT WRITE TO a, "g" INT64, f /* x */ STRING, GRANT READ TO a);
      """)
    #expect(old != new)
    #expect(SchemaDiff(from: old, to: new).changes.isEmpty)
    #expect(SchemaDiff(from: new, to: old).changes.isEmpty)
  }

  @Test("declaring a system field adds its index, and removing the line removes it")
  func systemFields() {
    let with = schema("RECORD TYPE T (\"___modTime\" TIMESTAMP QUERYABLE SORTABLE);")
    let without = schema("RECORD TYPE T ();")
    #expect(
      SchemaDiff(from: with, to: without).changes
        == [.indexesChanged("___modTime", of: "T", from: [.queryable, .sortable], to: [])])
    #expect(
      SchemaDiff(from: without, to: with).changes
        == [.indexesChanged("___modTime", of: "T", from: [], to: [.queryable, .sortable])])
  }
}
