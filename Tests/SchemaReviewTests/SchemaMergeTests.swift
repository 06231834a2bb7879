import CloudKitSchema
import Diagnostics
import SchemaReview
import Testing

@Suite("Merging schemas")
struct SchemaMergeTests {
  private static func merge(_ texts: String...) -> SchemaMerge {
    SchemaMerge(
      texts.enumerated().map { SchemaDocument(SourceText(name: "\($0.offset).ckdb", text: $0.element)) })
  }

  private static let base = """
    // The base.
    DEFINE SCHEMA
    CREATE ROLE Admin;
    // A feed.
    RECORD TYPE Feed (
      title STRING QUERYABLE, // Display name.

      GRANT READ TO "_world", // Everyone.
      GRANT READ TO Admin,
      GRANT WRITE TO Admin
      // more to come
    );
    RECORD TYPE Bare ();
    """
  private static let fragment = """
    // The fragment.
    DEFINE SCHEMA -- two
    // Their editors.
    CREATE ROLE Editor;
    // A feed.
    // With numbers.
    RECORD TYPE Feed (
      title STRING QUERYABLE, // What is shown.

      // How good it is.
      score INT64, // 0 to 100.
      GRANT READ, WRITE TO Admin,
      GRANT CREATE TO Editor
    ); // fragment's feed
    RECORD TYPE Extra ( a STRING );
    RECORD TYPE Bare ( b BYTES );
    // the end
    """

  @Test("additions follow the base, and no comment is lost")
  func union() {
    let merge = Self.merge(Self.base, Self.fragment)
    #expect(merge.diagnostics.isEmpty)
    #expect(
      merge.text
        == """
        // The base.

        // The fragment.
        -- two
        DEFINE SCHEMA

            CREATE ROLE Admin;

            // Their editors.
            CREATE ROLE Editor;

            // A feed.
            // With numbers.
            RECORD TYPE Feed (
                // What is shown.
                title STRING QUERYABLE, // Display name.
                // How good it is.
                score INT64,            // 0 to 100.

                GRANT READ TO "_world", // Everyone.
                GRANT READ TO Admin,
                GRANT WRITE TO Admin,
                GRANT CREATE TO Editor
                // more to come
            ); // fragment's feed

            RECORD TYPE Bare (
                b BYTES
            );

            RECORD TYPE Extra (
                a STRING
            );

            // the end

        """)
  }

  @Test("merging a file with itself or alone formats it")
  func itself() throws {
    let formatted = try SchemaFormatter.format(SchemaFile(SourceText(name: "s", text: Self.base)))
    #expect(Self.merge(Self.base).text == formatted)
    #expect(Self.merge(Self.base, Self.base, Self.base).text == formatted)
  }

  @Test("a conflict between two files is reported with both places")
  func conflicts() {
    let other = """
      DEFINE SCHEMA
      RECORD TYPE Feed (
        title STRING, GRANT READ, CREATE TO "_world",
        GRANT READ TO Admin
      );
      """
    let merge = Self.merge(Self.base, Self.fragment, other)
    #expect(merge.text == nil)
    let frame = CodeFrame(SourceText(name: "2.ckdb", text: other))
    #expect(
      merge.diagnostics.map(frame.render).joined(separator: "\n") == """
        2.ckdb:3:3: error: Feed.title is STRING here but STRING QUERYABLE in 0.ckdb [conflicting-field]
         3 |   title STRING, GRANT READ, CREATE TO "_world",
           |   ^~~~~
           = make both declarations equal, or remove one
        2.ckdb:3:17: error: GRANT TO "_world" of Feed is READ, CREATE here but READ in 0.ckdb [conflicting-grant]
         3 |   title STRING, GRANT READ, CREATE TO "_world",
           |                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
           = make both declarations equal, or remove one
        2.ckdb:4:3: error: GRANT TO Admin of Feed is READ here but READ, WRITE in 0.ckdb [conflicting-grant]
         4 |   GRANT READ TO Admin
           |   ^~~~~~~~~~~~~~~~~~~
           = make both declarations equal, or remove one
        """)
  }

  @Test("a fragment can grant to another file's role, but not to an undefined role")
  func roles() {
    let fragment = "DEFINE SCHEMA RECORD TYPE T (GRANT READ TO \"Admin\");"
    #expect(Self.merge(Self.base, fragment).diagnostics.isEmpty)
    #expect(Self.merge("DEFINE SCHEMA RECORD TYPE S ();", fragment).diagnostics.map(\.rule) == ["undefined-role"])
    #expect(Self.merge(Self.base, "DEFINE SCHEMA RECORD TYPE T (a STRNG);").diagnostics.map(\.rule) == ["unknown-type"])
  }

  @Test(
    "a merge of two compatible versions keeps all declarations and comments")
  func histories() throws {
    var merged = 0
    for history in Dictionary(grouping: SchemaCorpus.good, by: \.origin).values {
      for (old, new) in zip(history, history.dropFirst()) {
        let documents = [old, new].map { SchemaDocument($0.source) }
        let merge = SchemaMerge(documents)
        guard let text = merge.text else {
          #expect(merge.diagnostics.allSatisfy { $0.rule.hasPrefix("conflicting-") })
          continue
        }
        let result = SchemaDocument(SourceText(name: "merged", text: text))
        #expect(!result.hasErrors)
        for document in documents {
          let changes = SchemaDiff(from: document.schema, to: result.schema).changes
          #expect(changes.allSatisfy { $0.description.contains("added") })
          let comments = Set(result.file.trivia.map { result.file.source.string($0.range) })
          #expect(document.file.trivia.allSatisfy { comments.contains(document.file.source.string($0.range)) })
        }
        #expect(try SchemaFormatter.format(result.file) == text)
        merged += 1
      }
    }
    #expect(merged > 0)
  }
}
