import CloudKitSchema
import Diagnostics
import SchemaReview
import Testing

@Suite("Comments carried from one schema file to another")
struct CarriedCommentsTests {
  private static func file(_ text: String) -> SchemaFile { SchemaFile(SourceText(name: "a.ckdb", text: text)) }

  private static let commented = """
    // The catalog.
    DEFINE SCHEMA

    /* Curators. */
    CREATE ROLE Admin;

    -- A feed.
    -- Seeded.
    RECORD TYPE Feed ( // one per address
        title STRING, // as shown
        // Above the address.
        url STRING QUERYABLE,
        gone INT64, // no more
        GRANT READ TO "_world" // all
        // Nobody writes.
    );
    // The end.

    """
  private static let export = """
    DEFINE SCHEMA

        CREATE ROLE Admin;

        RECORD TYPE Feed (
            "___createTime" TIMESTAMP,
            title           STRING,
            url             STRING QUERYABLE,
            GRANT READ TO "_world"
        );

    """

  @Test("each comment moves to the declaration with the same name; comments of removed declarations are counted")
  func carry() {
    let result = CarriedComments(of: Self.file(Self.commented), onto: Self.file(Self.export))
    #expect(
      result.text == """
        // The catalog.
        DEFINE SCHEMA

            /* Curators. */
            CREATE ROLE Admin;

            -- A feed.
            -- Seeded.
            RECORD TYPE Feed ( // one per address
                "___createTime" TIMESTAMP,
                title           STRING, // as shown
                // Above the address.
                url             STRING QUERYABLE,
                GRANT READ TO "_world" // all
                // Nobody writes.
            );

            // The end.

        """)
    #expect(result.carried == 10)
    #expect(result.dropped == 1)
  }

  @Test("comments that the text has are not repeated")
  func again() {
    let once = CarriedComments(of: Self.file(Self.commented), onto: Self.file(Self.export)).text
    let twice = CarriedComments(of: Self.file(Self.commented), onto: Self.file(once))
    #expect(twice.text == once)
    #expect(twice.carried == 0)
  }

  @Test("a schema on one line keeps its meaning")
  func oneLine() {
    let flat = Self.file("DEFINE SCHEMA CREATE ROLE Admin; RECORD TYPE Feed ( title STRING, url STRING QUERYABLE );")
    let result = CarriedComments(of: Self.file(Self.commented), onto: flat)
    #expect(Schema(Self.file(result.text)) == Schema(flat))
    #expect(result.carried == 9)
  }

  @Test(
    "an export of a real file keeps its meaning and gets every comment of that file",
    arguments: SchemaCorpus.good)
  func corpus(entry: SchemaCorpus.Entry) {
    let document = SchemaDocument(entry.source)
    let export = Self.file(document.schema.inExportOrder.text())
    let result = Self.file(CarriedComments(of: document.file, onto: export).text)
    #expect(Schema(result) == Schema(export))
    #expect(result.trivia.count == document.file.trivia.count)
  }
}
