import Foundation
import Testing

@Suite("celestra-admin schema show")
struct SchemaShowCommandTests {
  private static let schema = """
    // *The* catalog.
    //
    // 1. It is <public> & small.
    DEFINE SCHEMA
    // The curators.
    CREATE ROLE Admin;
    // A feed.
    RECORD TYPE Feed (
      "___recordID" REFERENCE QUERYABLE,
      title STRING QUERYABLE SORTABLE, // Its "title" | name, ~100% of #1.
      tags LIST<STRING>,
      n NUMBER PREFERRED AS DOUBLE,
      secret ENCRYPTED STRING,
      pk INT64,
      GRANT READ TO "_world",
      GRANT CREATE TO "_icloud",
      GRANT READ, CREATE, WRITE TO Admin
    );
    RECORD TYPE Article (
      feedRecordName STRING QUERYABLE,
      feed REFERENCE,
      related LIST<REFERENCE> // Other Article records.
    );
    RECORD TYPE "cloudkit.share" ("cloudkit.title" STRING);
    RECORD TYPE Empty ();

    """

  private static func session() throws -> Session {
    let session = try Session()
    try session.write(schema, to: "s.ckdb")
    return session
  }

  @Test("markdown is a data dictionary with a permission matrix")
  func markdown() throws {
    #expect(
      try Self.session().run("schema", "show", "s.ckdb", "--format", "markdown")
        == Session.Transcript(
          status: 0,
          out: #"""
            # s.ckdb

            \*The\* catalog.

            1\. It is \<public\> \& small.

            ## Permissions

            `Admin`: The curators.

            | Record type | `_creator` | `_icloud` | `_world` | `Admin` |
            | --- | --- | --- | --- | --- |
            | `Feed` | | create | read | read, create, write |
            | `Article` | | | | |
            | `cloudkit.share` | | | | |
            | `Empty` | | | | |

            ## Feed

            A feed.

            Database: private, inferred from encrypted fields.

            | Field | Type | Indexes | Description |
            | --- | --- | --- | --- |
            | `___recordID` | `REFERENCE` | queryable | |
            | `title` | `STRING` | queryable sortable | Its "title" \| name, \~100% of #1. |
            | `tags` | `LIST<STRING>` | | |
            | `n` | `NUMBER PREFERRED AS DOUBLE` | | |
            | `secret` | `ENCRYPTED STRING` | | |
            | `pk` | `INT64` | | |

            ## Article

            | Field | Type | Indexes | Description |
            | --- | --- | --- | --- |
            | `feedRecordName` | `STRING` | queryable | |
            | `feed` | `REFERENCE` | | |
            | `related` | `LIST<REFERENCE>` | | Other Article records. |

            ## cloudkit.share

            | Field | Type | Indexes | Description |
            | --- | --- | --- | --- |
            | `cloudkit.title` | `STRING` | | |

            ## Empty

            """#, err: ""))
  }

  @Test("many roles are listed instead of shown as columns")
  func manyRoles() throws {
    let session = try Session()
    let roles = (0..<20).map { "CREATE ROLE R\($0);\n" }.joined()
    try session.write(
      "DEFINE SCHEMA\n\(roles)RECORD TYPE T ( GRANT READ TO \"_world\", GRANT CREATE, WRITE TO R7 );\n", to: "s.ckdb")
    #expect(
      try session.run("schema", "show", "s.ckdb", "--format", "markdown").out == """
        # s.ckdb

        ## Permissions

        | Record type | Roles |
        | --- | --- |
        | `T` | `_world`: read; `R7`: create, write |

        ## T

        """)
  }

  @Test("a format can go to a file", arguments: ["json", "markdown", "text"])
  func file(format: String) throws {
    let session = try Self.session()
    let run = try session.run("schema", "show", "s.ckdb", "--format", "\(format)=out")
    #expect(run == Session.Transcript(status: 0, out: "", err: ""))
    let written = try session.read("out")
    #expect(try written == session.run("schema", "show", "s.ckdb", "--format", format).out)
  }

  @Test("an unknown format is a usage error; an invalid file is an error")
  func mistakes() throws {
    let session = try Self.session()
    #expect(try session.run("schema", "show", "s.ckdb", "--format", "sarif").status == 64)
    try session.write("DEFINE SCHEMA\nRECORD TYPE T (a STRNG);\n", to: "bad.ckdb")
    let run = try session.run("schema", "show", "bad.ckdb", "--format", "markdown")
    #expect(run.status == 2 && run.out == "")
    #expect(run.err.hasPrefix("celestra-admin: error: cannot show bad.ckdb: it has errors\nbad.ckdb:2:18: error: "))
  }
}
