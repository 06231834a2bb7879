import CloudKitSchema
import Diagnostics
import SchemaReview
import Testing

@Suite("Descriptions and relationships")
struct SchemaDescriptionsTests {
  private static let text = """
    // The catalog.
    // It is public.
    //
    // ==========
    /**
     * What users see.
     */

    DEFINE SCHEMA
    -- The curators.
    CREATE ROLE Admin;

    // Feeds

    /* A feed. */
    RECORD TYPE PublicFeed ( // anyone can find it
      title STRING, // Its \u{1B}title.
      // Heading
      score INT64, /// How good. ///
      plain INT64
    );
    RECORD TYPE Users (
      // ckdb:ignore some-rule -- it is meant
      // Above.
      url STRING,

      // Heading

      name STRING
    );
    RECORD TYPE Category ();
    RECORD TYPE Other (
      feed REFERENCE,
      categories LIST<REFERENCE>,
      parentCategoryRef REFERENCE,
      userRecordName STRING,
      about REFERENCE, // Any PublicFeed.
      either REFERENCE, // A PublicFeed or a Category.
      name STRING,
      "___createdBy" REFERENCE
    );
    """

  private static let document = SchemaDocument(SourceText(name: "s", text: text))

  @Test("comments describe adjacent declarations, without their marks")
  func descriptions() {
    let descriptions = SchemaDescriptions(Self.document.file)
    #expect(descriptions.overview == ["The catalog. It is public.", "What users see."])
    #expect(descriptions.roles == ["Admin": ["The curators."]])
    #expect(descriptions.recordTypes["PublicFeed"] == ["A feed. anyone can find it"])
    #expect(descriptions.field("title", of: "PublicFeed") == ["Its  title."])
    #expect(descriptions.field("url", of: "Users") == ["Above."])
    #expect(descriptions.field("name", of: "Users").isEmpty)
    #expect(descriptions.field("score", of: "PublicFeed") == ["How good. ///"])
    #expect(descriptions.field("plain", of: "PublicFeed").isEmpty)
    #expect(descriptions.field("plain", of: "Nowhere").isEmpty)
  }
}
