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

  @Test("the title of a document is the path in the checkout", arguments: ["# s.ckdb\n", "<title>s.ckdb</title>"])
  func title(text: String) throws {
    let session = try Self.session()
    try session.git("init", "-q")
    let format = text.hasPrefix("#") ? "markdown" : "html"
    let run = try session.run("schema", "show", session.path("s.ckdb"), "--format", format)
    #expect(run.status == 0 && run.out.contains(text), "\(run.out.prefix(200))")
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

  @Test("a format can go to a file", arguments: ["json", "markdown", "html", "text"])
  func file(format: String) throws {
    let session = try Self.session()
    let run = try session.run("schema", "show", "s.ckdb", "--format", "\(format)=out")
    #expect(run == Session.Transcript(status: 0, out: "", err: ""))
    let written = try session.read("out")
    #expect(try written == session.run("schema", "show", "s.ckdb", "--format", format).out)
  }

  @Test("the page says who may read and write, what references refer to, and which query uses an index")
  func page() throws {
    let session = try Self.session()
    try session.write(
      Self.schema.replacing("  feed REFERENCE,", with: "  feed REFERENCE,\n  \"___etag\" STRING,")
        .replacing("// A feed.", with: "// A <b>feed</b>."), to: "s.ckdb")
    try session.write(
      #"""
      {"queries": [
        {"schema": "s", "name": "by-title", "recordType": "Feed", "sort": [{"field": "title", "order": "ascending"}],
          "filters": [{"field": "title", "comparator": "BEGINS_WITH"}]},
        {"schema": "s", "name": "newest", "recordType": "Feed", "sort": [{"field": "pk", "order": "descending"}], "filters": []}
      ]}
      """#, to: "schema/queries.json")
    let page = try session.ckdb("show", "s.ckdb", "--format", "html").out
    #expect(page.contains("default-src 'none'") && !page.contains("src=") && !page.contains("url("))
    #expect(page.contains("A &lt;b&gt;feed&lt;/b&gt;.") && !page.contains("<b>"))
    func cells(_ text: String) -> String {
      text.replacing(#/<small>.*?<\/small>/#, with: "").replacing(#/<[^>]*>/#, with: "|").replacing(#/\|+/#, with: "|")
    }
    let rows = page.split(separator: "\n").map { cells(String($0)) }
    #expect(rows.contains("|Feed|everyone|signed-in users|Admin|"))
    #expect(rows.contains("|Article|–|–|–|"))
    #expect(rows.contains("|Article.feed|Feed|") && rows.contains("|Article.related|Article|"))
    #expect(rows.contains("|by-title|Feed|yes|") && rows.contains("|newest|Feed|no|"))
    #expect(page.contains("title BEGINS_WITH; sorted by title"))
    #expect(page.contains("queryable: by-title; sortable: by-title"))
    #expect(page.contains("<dt>declared queries served</dt><dd>1 of 2</dd>"))
    #expect(page.contains("Created by ckdb"))
    // A system field with an index is listed, and one without is not.
    #expect(page.contains("<bdi>___recordID</bdi>") && !page.contains("___etag"))
    // Only the references are drawn: of Article to Feed, and to itself.
    #expect(page.components(separatedBy: "<rect class=\"box\"").count == 3)
  }

  @Test(
    "the page runs without errors and requests, and fits a narrow window", .enabled(if: Browser.isAvailable),
    arguments: [1280, 390])
  func browser(width: Int) throws {
    let session = try Session(copying: "schema")
    #expect(try session.ckdb("show", "schema/celestra.ckdb", "--format", "html=page.html").status == 0)
    let page = try Browser.open("file://\(session.path("page.html"))")
    #expect(page.console == [] && page.document.contains("FeedMetadata.feedReference"))
    let picture = try Browser.picture(
      of: "file://\(session.path("page.html"))", width: width, at: session.path("a.png"))
    #expect(picture.count > 10_000)
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

  @Test("queries with mistakes are not left out of a page")
  func brokenQueries() throws {
    let session = try Self.session()
    try session.write("queries: q.json\n", to: ".ckdb.yaml")
    try session.write(#"{"queries":[{"schema":"s","name":"y","recordType":"Feed"},{"schema":"s"}]}"#, to: "q.json")
    let run = try session.run(["show", "s.ckdb", "--format", "html"], of: "ckdb")
    #expect(
      run.status == 2
        && run.err == "ckdb: error: cannot show the queries of q.json: it has errors; 'ckdb queries' lists them\n",
      "\(run)")
  }
}
