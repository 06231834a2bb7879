import CloudKitSchema
import Diagnostics
import SchemaReview
import Testing

@Suite("comments carried from one schema file to another")
struct CarriedCommentsTests {
  private static func file(_ text: String) -> SchemaFile { SchemaFile(SourceText(name: "a.ckdb", text: text)) }

  private static let commented = """
    // The catalogue.
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

  @Test("each goes to the declaration of its name; those of what is gone are counted")
  func carry() {
    let result = CarriedComments(of: Self.file(Self.commented), onto: Self.file(Self.export))
    #expect(
      result.text == """
        // The catalogue.
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
    #expect(result.left == 1)
  }

  @Test("what has them already gets none again")
  func again() {
    let once = CarriedComments(of: Self.file(Self.commented), onto: Self.file(Self.export)).text
    let twice = CarriedComments(of: Self.file(Self.commented), onto: Self.file(once))
    #expect(twice.text == once)
    #expect(twice.carried == 0)
  }

  @Test("on one line, too, the text means the same")
  func oneLine() {
    let flat = Self.file("DEFINE SCHEMA CREATE ROLE Admin; RECORD TYPE Feed ( title STRING, url STRING QUERYABLE );")
    let result = CarriedComments(of: Self.file(Self.commented), onto: flat)
    #expect(Schema(Self.file(result.text)) == Schema(flat))
    #expect(result.carried == 9)
  }

  @Test(
    "an export of a real file means the same with that file's comments, all of them",
    .enabled(if: !Corpus.good.isEmpty, Comment(rawValue: Corpus.absence)), arguments: Corpus.good)
  func corpus(entry: Corpus.Entry) {
    let document = SchemaDocument(entry.source)
    let export = Self.file(SchemaPrinter.print(document.schema))
    let result = Self.file(CarriedComments(of: document.file, onto: export).text)
    #expect(Schema(result) == Schema(export))
    #expect(result.trivia.count == document.file.trivia.count)
  }
}
