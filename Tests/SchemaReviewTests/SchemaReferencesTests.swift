import CloudKitSchema
import Diagnostics
import SchemaReview
import Testing

@Suite("The inferred targets of references")
struct SchemaReferencesTests {
  @Test(
    "a target is the only record type that the description names, or that has a like name",
    arguments: [
      ("x REFERENCE // The Feed it is of.", "Feed"), ("x REFERENCE // A Feed, or an Article.", nil),
      ("feed REFERENCE", "Feed"), ("feeds LIST<REFERENCE>", "Feed"), ("feedReference REFERENCE", "Feed"),
      ("parentCategory REFERENCE", "FeedCategory"), ("categories LIST<REFERENCE>", "FeedCategory"),
      ("item REFERENCE", nil), ("owner REFERENCE", nil), ("reference REFERENCE", nil),
      ("articleID REFERENCE", "Article"),
    ])
  func target(field: String, target: String?) {
    let parts = field.split(separator: "//", maxSplits: 1).map(String.init)
    let types = ["Feed", "FeedCategory", "FirstItem", "LastItem"].map { "RECORD TYPE \($0) (a STRING);\n" }.joined()
    let text = """
      DEFINE SCHEMA
      \(types)RECORD TYPE Article (
        \(parts[0]), \(parts.count > 1 ? "//" + parts[1] : "")
        name STRING, "___createdBy" REFERENCE QUERYABLE
      );
      """
    let document = SchemaDocument(SourceText(name: "s.ckdb", text: text))
    let references = SchemaReferences(document.schema, SchemaDescriptions(document.file)).all
    #expect(references.map(\.target) == [target])
  }
}
