import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview
import TestEnvironment
import Testing

@Suite("Formatting schemas")
struct SchemaFormatterTests {
  private static let untidy = """
    // The file.


    // Its licence.
    define SCHEMA -- header
    /* roles */ CREATE /* odd */ ROLE Admin ; // who
    CREATE ROLE "Guest";
    // A feed.
    RECORD TYPE Feed( // opening

      "title" STRING sortable QUERYABLE, // Its title.
      "___recordID" REFERENCE QUERYABLE QUERYABLE // before the comma
      , // after it


      // Numbers.

      score INT64, /* one */ // two
      -- about n
      n /* inside */ NUMBER PREFERRED AS DOUBLE,
      GRANT WRITE, READ TO "_world", -- everyone
      GRANT READ TO Admin // admins
      /* at the
           end */
    ) /* closing */ ;
    RECORD TYPE "sortable" (/* first */ a STRING, /* second */ b BYTES);
    RECORD TYPE Empty ();

    -- the end
    """

  @Test("formatting an untidy file keeps each comment with its declaration")
  func untidyFile() throws {
    let file = SchemaFile(SourceText(name: "s", text: Self.untidy))
    #expect(
      try SchemaFormatter.format(file) == """
        // The file.

        // Its licence.
        DEFINE SCHEMA -- header

            /* roles */
            /* odd */
            CREATE ROLE Admin; // who

            CREATE ROLE Guest;

            // A feed.
            RECORD TYPE Feed ( // opening
                title         STRING QUERYABLE SORTABLE, // Its title.
                // before the comma
                "___recordID" REFERENCE QUERYABLE,       // after it

                // Numbers.

                score         INT64,                     /* one */ // two
                -- about n
                /* inside */
                n             NUMBER PREFERRED AS DOUBLE,
                GRANT READ, WRITE TO "_world", -- everyone
                GRANT READ TO Admin            // admins
                /* at the
                     end */
            ); /* closing */

            RECORD TYPE "sortable" (
                /* first */
                a STRING,
                /* second */
                b BYTES
            );

            RECORD TYPE Empty (
            );

            -- the end

        """)
  }

  private static func format(_ text: String, _ order: SchemaFormatter.Order = .author) throws -> String {
    try SchemaFormatter.format(SchemaFile(SourceText(name: "s", text: text)), order: order)
  }

  @Test("formatting is idempotent", arguments: SchemaFormatter.Order.allCases)
  func idempotent(order: SchemaFormatter.Order) throws {
    let once = try Self.format(Self.untidy, order)
    #expect(try Self.format(once, order) == once)
  }

  @Test("in export order, comments move with their declarations")
  func exportOrder() throws {
    let text = """
      DEFINE SCHEMA
      // B comes second.
      RECORD TYPE B (
        GRANT READ TO Admin, // custom
        GRANT READ TO "_world", // everyone
        z STRING, // last

        // first
        "___recordID" REFERENCE
        // end
      );
      RECORD TYPE A (); // first
      CREATE ROLE Admin; // before all
      """
    #expect(
      try Self.format(text, .export) == """
        DEFINE SCHEMA

            CREATE ROLE Admin; // before all

            RECORD TYPE A (
            ); // first

            // B comes second.
            RECORD TYPE B (
                // first
                "___recordID" REFERENCE,
                z             STRING, // last
                GRANT READ TO "_world", // everyone
                GRANT READ TO Admin     // custom
                // end
            );

        """)
  }

  @Test(
    "line ends become LF, and a byte order mark is removed",
    arguments: ["\n", "\r\n", "\r"])
  func lineEnds(lineEnd: String) throws {
    let plain = try Self.format(Self.untidy)
    #expect(try Self.format("\u{FEFF}" + Self.untidy.replacing("\n", with: lineEnd)) == plain)
  }

  @Test("a schema without comments in export order is formatted like an export")
  func printersText() throws {
    let schema = SchemaDocument(SourceText(name: "s", text: WholeLanguage.text)).schema
    let printed = schema.inExportOrder.text()
    #expect(try Self.format(printed, .export) == printed)
    #expect(try Self.format(printed) == printed)
  }

  @Test("a file with syntax errors is rejected with them; other findings do not matter")
  func mistakes() throws {
    let file = SchemaFile(SourceText(name: "s", text: "DEFINE SCHEMA RECORD TYPE T (a STRNG, b INT64,);"))
    #expect {
      try SchemaFormatter.format(file)
    } throws: { error in
      guard case .mistakes(let diagnostics)? = error as? FormattingError else { return false }
      return diagnostics.map(\.rule) == ["unknown-type", "trailing-comma"]
    }
    #expect(throws: FormattingError.self) { try Self.format("") }
    let doubled = "DEFINE SCHEMA RECORD TYPE T (b STRING, a BYTES, b STRING, GRANT READ TO x, GRANT WRITE TO x);"
    #expect(try Self.format(doubled, .export).contains("b STRING,\n        b STRING,"))
  }

  @Test("a file is refused if a comment would suppress less than before")
  func suppressions() throws {
    let write = "DEFINE SCHEMA\nRECORD TYPE T (\na STRING,\nGRANT WRITE TO \"_icloud\","
    let read = "GRANT READ TO \"_world\""
    let comment = "// ckdb:ignore authenticated-write -- a wiki"
    #expect {
      try Self.format("\(write) \(read) \(comment)\n);")
    } throws: { error in
      "\(error)".contains("no longer suppress authenticated-write of T:_icloud; put each item on its own line")
    }
    #expect(try Self.format("\(write) \(comment)\n\(read)\n);").contains("_icloud\", \(comment)\n"))
    #expect(try Self.format("// ckdb:ignore-file authenticated-write -- a wiki\n\(write) \(read)\n);").contains("wiki"))
  }

  @Test("the project's own schemas are formatted", arguments: ["celestra", "celestrakit"])
  func ownSchemas(name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../schema/\(name).ckdb")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(try Self.format(text) == text)
  }

  @Test("comments at the end of a record type keep the blank lines between them")
  func endingComments() throws {
    let expected = """
      DEFINE SCHEMA

          RECORD TYPE Empty (
              // first

              // second
          );

          RECORD TYPE T (
              a STRING

              // last
          );

      """
    let text = "DEFINE SCHEMA\nRECORD TYPE Empty (\n\n// first\n\n\n// second\n);\n"
    #expect(try Self.format(text + "RECORD TYPE T (\na STRING\n\n// last\n);") == expected)
  }

  @Test("a megabyte of fields and comments on one line is formatted")
  func oneLine() throws {
    let fields = (0..<20_000).map { "field\($0) STRING /* the \($0)th\n of many */" }.joined(separator: ",")
    let text = "DEFINE SCHEMA RECORD TYPE T (\(fields));"
    let once = try Self.format(text, .export)
    #expect(once.utf8.count > text.utf8.count)
    #expect(try Self.format(once, .export) == once)
  }

  @Test("formatting any mutated file keeps its meaning and comments and is idempotent")
  func mutations() throws {
    let iterations = Damage.iterations(300)
    var damage = Damage.toSchemas(seed: 20_261_122)
    let seeds =
      [Array(Self.untidy.utf8), Array(WholeLanguage.text.utf8)]
      + SchemaCorpus.collected.map(\.source.bytes).filter { $0.count < 4000 }
    var formatted = 0
    for iteration in 0..<iterations {
      let file = SchemaFile(SourceText(name: "fuzz", bytes: damage.damaged(seeds)))
      for order in SchemaFormatter.Order.allCases {
        do throws(FormattingError) {
          let once = try SchemaFormatter.format(file, order: order)
          let again = try SchemaFormatter.format(SchemaFile(SourceText(name: "again", text: once)), order: order)
          #expect(again == once, "iteration \(iteration)")
          formatted += 1
        } catch {
          guard case .mistakes = error else {
            Issue.record("iteration \(iteration): \(error)")
            continue
          }
        }
      }
    }
    #expect(formatted > 0 && formatted < 2 * iterations)
  }
}

@Suite("Formatting real schemas")
struct FormattingCorpusTests {
  @Test(
    "formatting keeps the meaning and is idempotent", arguments: SchemaCorpus.good, SchemaFormatter.Order.allCases)
  func sameMeaning(entry: SchemaCorpus.Entry, order: SchemaFormatter.Order) throws {
    let once = try SchemaFormatter.format(SchemaFile(entry.source), order: order)
    let document = SchemaDocument(SourceText(name: entry.file, text: once))
    #expect(!document.hasErrors)
    #expect(document.schema.inExportOrder == SchemaDocument(entry.source).schema.inExportOrder)
    if order == .author { #expect(document.schema == SchemaDocument(entry.source).schema) }
    #expect(document.file.trivia.count == SchemaFile(entry.source).trivia.count)
    #expect(try SchemaFormatter.format(document.file, order: order) == once)
  }

  @Test(
    "unedited exports are formatted byte for byte in either order", arguments: SchemaFormatter.Order.allCases)
  func exports(order: SchemaFormatter.Order) throws {
    for export in SchemaCorpus.exports {
      #expect(Array(try SchemaFormatter.format(SchemaFile(export.source), order: order).utf8) == export.source.bytes)
    }
  }
}
