import Foundation
import Testing

@Suite("celestra-admin records")
struct RecordsCommandTests {
  /// A schema that has nothing to do with feeds.
  static let schema = """
    DEFINE SCHEMA
      CREATE ROLE Admin;
      RECORD TYPE Author (
        "___recordID" REFERENCE QUERYABLE,
        name STRING QUERYABLE SEARCHABLE SORTABLE,
        GRANT READ TO "_world", GRANT READ, CREATE, WRITE TO Admin
      );
      RECORD TYPE Book (
        "___recordID" REFERENCE QUERYABLE,
        title STRING QUERYABLE SEARCHABLE SORTABLE,
        author REFERENCE QUERYABLE,
        pages INT64 QUERYABLE SORTABLE,
        price DOUBLE QUERYABLE SORTABLE,
        published TIMESTAMP QUERYABLE SORTABLE,
        tags LIST<STRING> QUERYABLE,
        isbn STRING,
        cover BYTES,
        shelf LOCATION QUERYABLE,
        GRANT READ TO "_world", GRANT READ, CREATE, WRITE TO Admin
      );
      RECORD TYPE Note (
        text STRING QUERYABLE,
        GRANT READ TO "_world", GRANT READ, CREATE, WRITE TO Admin
      );

    """

  static let books = """
    {"recordType":"Author","recordName":"leguin","fields":{"name":"Ursula K. Le Guin"}}
    {"recordType":"Book","recordName":"dispossessed","fields":{"title":"The Dispossessed","author":"leguin","pages":341,\
    "price":9.5,"published":"1974-05-01T00:00:00Z","tags":["utopia","physics"]}}
    {"recordType":"Book","recordName":"earthsea","fields":{"title":"A Wizard of Earthsea","author":"leguin","pages":183,\
    "price":8,"published":"1968-11-01T00:00:00Z","tags":["magic"],"cover":"AQI=","shelf":{"latitude":1.5,"longitude":2}}}
    {"recordType":"Note","recordName":"n1","fields":{"text":"read again"}}

    """

  /// Returns a session with a container of the books.
  static func session() throws -> Session {
    let session = try Session()
    session.environment["CLOUDKIT_CONTAINER_ID"] = ""
    try session.write(schema, to: "books.ckdb")
    try session.write(books, to: "books.jsonl")
    let run = try session.run("records", "put", "books.jsonl", "--schema", "books.ckdb", "--as-of", "2026-11-22")
    #expect(run.status == 0 && run.err == "", "\(run)")
    #expect(
      run.out == """
        create     Author leguin
        create     Book dispossessed
        create     Book earthsea
        create     Note n1
        celestra.sqlite: 4 created

        """)
    return session
  }

  @Test("a query shows records in a table; conditions, order and fields are read by the schema")
  func query() throws {
    let session = try Self.session()
    #expect(
      try session.run("records", "list", "Book", "--sort", "pages:desc", "--fields", "title,pages,price,tags")
        == Session.Transcript(
          status: 0,
          out: """
            recordName    title                 pages  price  tags
            dispossessed  The Dispossessed        341    9.5  utopia, physics
            earthsea      A Wizard of Earthsea    183    8.0  magic

            """, err: ""))
    for (condition, names) in [
      ("title begins-with A", "earthsea"), ("pages >= 200", "dispossessed"), ("price < 9", "earthsea"),
      ("published > 1970-01-01T00:00:00Z", "dispossessed"), ("tags has magic", "earthsea"),
      ("tags any-of magic,utopia", "dispossessed,earthsea"), ("title contains wizard", "earthsea"),
      ("author = leguin", "dispossessed,earthsea"), ("pages in 183,1", "earthsea"),
      ("title != x", "dispossessed,earthsea"),
      ("shelf near 1.5,2,10", "earthsea"), ("tags LIST_CONTAINS physics", "dispossessed"),
    ] {
      let run = try session.run(
        "records", "list", "Book", "--where", condition, "--format", "csv", "--fields", "title")
      let found = run.out.split(separator: "\r\n").dropFirst().map { $0.split(separator: ",")[1] }.sorted()
      #expect(found.joined(separator: ",") == names, "\(condition): \(run)")
    }
    #expect(
      try session.run("records", "list", "Book", "--limit", "1", "--fields", "isbn", "--sort", "title").out == """
        recordName  isbn
        earthsea
        more records match; --limit 0 lists all

        """)
    #expect(
      try session.run("records", "list", "Book", "--where", "title = none").out
        == "no records match; celestra.sqlite has 2\n")
  }

  @Test("a record that is named twice is one record", arguments: ["show", "set", "remove"])
  func namedTwice(command: String) throws {
    let session = try Self.session()
    try session.write("earthsea\n", to: "names")
    let rest = command == "set" ? ["title=T"] : command == "remove" ? ["--yes", "--max-delete", "1"] : []
    let run = try session.run(["records", command, "earthsea", "--names", "names"] + rest)
    #expect(run.status == 0 && run.err == "", "\(run)")
    #expect(run.out.matches(of: /recordName +earthsea|Book earthsea/).count <= 1)
  }

  @Test(
    "what CloudKit would refuse is a usage error that names the index",
    arguments: [
      (
        ["Book", "--where", "isbn = 1"],
        "Book.isbn is not QUERYABLE, so it cannot be filtered on; declare isbn STRING QUERYABLE in the schema"
      ),
      (
        ["Book", "--sort", "isbn"],
        "Book.isbn is not SORTABLE, so it cannot be sorted by; declare isbn STRING SORTABLE in the schema"
      ),
      (["Book", "--where", "pages = many"], "pages is INT64: 'many' is not a whole number, such as 42"),
      (
        ["Book", "--where", "published = 2021-01-01"],
        "published is TIMESTAMP: '2021-01-01' has no time zone, say 2021-01-01T00:00:00Z"
      ),
      (["Bok"], "the schema has no record type 'Bok'; did you mean Book?"),
      (["Book", "--fields", "titel"], "Book has no field 'titel'; did you mean title?"),
      (
        ["Note"],
        "Note has no QUERYABLE index on ___recordID: its records cannot be listed; declare \"___recordID\" REFERENCE "
          + "QUERYABLE in the schema, or use 'records list --list-by FIELD' or 'records show'"
      ),
      (["Users"], "Users is a system record type: its records cannot be listed, edited, or copied"),
    ])
  func refusedQueries(arguments: [String], message: String) throws {
    let run = try Self.session().run(["records", "list"] + arguments)
    #expect(run.status == 64)
    #expect(run.err.hasPrefix("celestra-admin: error: \(message)\n"), "\(run.err)")
  }

  @Test("a type that cannot be listed is never silently empty")
  func unlistable() throws {
    let session = try Self.session()
    #expect(
      try session.run("records", "list", "Note", "--list-by", "text")
        == Session.Transcript(
          status: 0, out: "recordName  text\nn1          read again\n",
          err: "note: Note is listed by text: records without text are not found\n"))
    let count = try session.run("records", "count")
    #expect(count.status == 1)
    #expect(
      count.out == """
        record type  records
        Author             1
        Book               2
        Note         unknown
        3 records

        """)
    #expect(count.err.hasPrefix("Note has no QUERYABLE index on ___recordID"))
    let export = try session.run("records", "export")
    #expect(export.status == 1)
    #expect(
      export.out.hasPrefix(
        #"{"format":"celestra-admin records","missing":["Note"],"partial":[],"skipped":[],"types":["Author","Book"]"#))
    try session.write("n1\nearthsea\n\nmissing\n", to: "names.txt")
    let named = try session.run("records", "export", "--types", "Note", "--names", "names.txt")
    #expect(named.status == 0)
    #expect(
      named.out.contains(#""partial":["Note"],"skipped":[],"types":["Note"]"#)
        && named.out.contains(#""recordName":"n1""#))
    #expect(!named.out.contains("earthsea"))
  }

  @Test("formats that cannot say that records are missing have all of them", arguments: ["csv", "jsonl"])
  func allRecords(format: String) throws {
    let session = try Self.session()
    let lines = (0..<60).map { #"{"recordType":"Author","recordName":"a\#($0)"}"# + "\n" }
    try session.write(lines.joined(), to: "authors.jsonl")
    try session.run("records", "put", "authors.jsonl")
    let list = ["records", "list", "Author", "--format", format]
    #expect(try session.run(list).out.split(whereSeparator: \.isNewline).count >= 61)
    #expect(try session.run(list + ["--limit", "5"]).out.split(whereSeparator: \.isNewline).count <= 6)
  }

  @Test("what get shows as JSON is what put reads, guarded by its change tag")
  func getAndPut() throws {
    let session = try Self.session()
    #expect(
      try session.run("records", "show", "earthsea", "--fields", "title,cover,author").out == """
        Book    earthsea
        title   A Wizard of Earthsea
        cover   2 bytes
        author  leguin

        """)
    for format in ["json", "jsonl"] {
      let got = try session.run("records", "show", "earthsea", "leguin", "--format", format)
      try session.write(got.out, to: "got")
      #expect(
        try session.run("records", "put", "got").out
          == "nothing to do: celestra.sqlite already matches, 2 unchanged\n",
        "\(got)")
    }
    let unknown = try session.run("records", "show", "earthsea", "leguin", "--fields", "name,tilte")
    #expect(unknown.status == 64 && unknown.err.contains("has no field 'tilte'"), "\(unknown)")
    let missing = try session.run("records", "show", "earthsea", "earthsee")
    #expect(missing.status == 1 && missing.err == "no record 'earthsee' in celestra.sqlite\n")

    let line = try session.run("records", "show", "earthsea", "--format", "jsonl").out
    try session.write(line.replacing("Wizard", with: "Witch"), to: "edited.jsonl")
    try session.run("records", "set", "earthsea", "pages=184")
    let stale = try session.run("records", "put", "edited.jsonl")
    #expect(stale.status == 1)
    #expect(
      stale.out.hasPrefix("refused    Book earthsea: it has changed since its change tag was read; read it again\n"))
    let input = #"{"recordType":"Book","recordName":"earthsea","fields":{"title":"E"}}"#
    session.input = input
    let run = try session.run("records", "put", "-", "--dry-run")
    #expect(
      run.out.hasPrefix(
        """
        update     Book earthsea
                     author: leguin → (none)
                     cover: 2 bytes → (none)
                     pages: 184 → (none)

        """))
    #expect(run.out.hasSuffix("1 change\ndry run: nothing was written\n"))
    #expect(try session.run("records", "put", "-", "--create-only").out.hasSuffix(", 1 skipped\n"))
    session.input = input.replacing("earthsea", with: "new")
    #expect(try session.run("records", "put", "-", "--update-only").out.hasSuffix(", 1 skipped\n"))
    session.input = input.replacing("Book", with: "Author").replacing("title", with: "name")
    let other = try session.run("records", "put", "-")
    #expect(other.status == 1 && other.out.hasPrefix("refused    Author earthsea: it is a Book, not a Author\n"))
  }

  @Test("what is shown without all fields cannot be put back", arguments: ["json", "jsonl"])
  func partial(format: String) throws {
    let session = try Self.session()
    for command in [["show", "earthsea"], ["list", "Book"]] {
      let shown = try session.run(["records"] + command + ["--fields", "title", "--format", format])
      #expect(shown.out.contains(/"partial" ?: ?true/), "\(shown)")
      try session.write(shown.out.replacing("Wizard", with: "Witch"), to: "edited")
      let run = try session.run("records", "put", "edited")
      #expect(run.status == 1, "\(run)")
      #expect(run.err.contains("show it without --fields, or use 'records set' [record-value]"), "\(run)")
    }
    #expect(
      try session.sqlite("SELECT title FROM Book WHERE pages = 183", in: "celestra.sqlite") == [
        "A Wizard of Earthsea"
      ])
  }

  @Test("mistakes in a file are all shown with their places, and nothing is written")
  func mistakes() throws {
    let session = try Self.session()
    try session.write(
      """
      {"recordType":"Book","recordName":"a","fields":{"pages":"many"}}
      {"recordType":"Book","recordName":"b","fields":{"titel":"B"}}
      {"recordType":"Book","recordName":"c","fields":{"title":"C"}}

      """, to: "wrong.jsonl")
    let run = try session.run("records", "put", "wrong.jsonl")
    #expect(run.status == 1)
    #expect(
      run.err.contains(
        "wrong.jsonl:1:57: error: pages is INT64: a string 'many' is not a whole number, such as 42 [record-value]"))
    #expect(run.err.contains("wrong.jsonl:2:49: error: Book has no field 'titel'; did you mean title? [record-value]"))
    #expect(run.err.hasSuffix("nothing was written; fix the errors and run the command again\n"))
    #expect(try session.sqlite("SELECT count(*) FROM Book", in: "celestra.sqlite") == ["2"])
  }
}
