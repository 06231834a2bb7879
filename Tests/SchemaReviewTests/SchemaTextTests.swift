import CloudKitSchema
import Diagnostics
import TestEnvironment
import Testing

@Suite("Printing schemas")
struct SchemaTextTests {
  @Test("a schema is printed like an export: sorted, aligned, with quotes only if required")
  func exportForm() {
    let schema = Schema(SchemaFile(SourceText(name: "s", text: WholeLanguage.text)))
    #expect(
      schema.inExportOrder.text() == """
        DEFINE SCHEMA

            CREATE ROLE moderator;

            RECORD TYPE Empty (
            );

            RECORD TYPE Feed (
                "___recordID" REFERENCE QUERYABLE,
                asset         ASSET,
                location      LOCATION,
                m             NUMBER PREFERRED AS DOUBLE,
                n             NUMBER,
                read          INT64,
                record        BYTES,
                secret        ENCRYPTED STRING,
                secrets       LIST<ENCRYPTED BYTES>,
                "sortable"    TIMESTAMP,
                tags          LIST<STRING> SEARCHABLE,
                to            DOUBLE,
                type          STRING QUERYABLE SORTABLE,
                GRANT READ, CREATE, WRITE TO "_world",
                GRANT WRITE TO moderator
            );

            RECORD TYPE "cloudkit.share" (
                "cloudkit.title" STRING
            );

        """)
  }

  @Test("an empty schema is printed as its header")
  func empty() {
    #expect(Schema().inExportOrder.text() == "DEFINE SCHEMA\n")
  }
}
