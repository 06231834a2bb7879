import Testing

@Suite("celestra-admin records set and delete")
struct RecordsChangeTests {
  @Test("set changes named records, or all that match, by the types of their fields")
  func set() throws {
    let session = try RecordsCommandTests.session()
    #expect(
      try session.run("records", "set", "earthsea", "title=Tales = good", "tags=a,b", "price=7", "--unset", "cover").out
        == """
        update     Book earthsea
                     cover: 2 bytes → (none)
                     price: 8.0 → 7.0
                     tags: ["magic"] → ["a", "b"]
                     title: "A Wizard of Earthsea" → "Tales = good"
        celestra.sqlite: 1 updated

        """)
    let asked = try session.run("records", "set", "--type", "Book", "--where", "pages > 100", "isbn=0")
    #expect(asked.status == 2 && asked.err.contains("update 2 Book records of celestra.sqlite?"), "\(asked)")
    let bulk = try session.run("records", "set", "--type", "Book", "--where", "pages > 100", "isbn=0", "--yes")
    #expect(bulk.out.hasSuffix("celestra.sqlite: 2 updated\n"))
    for (arguments, status, message) in [
      (["earthsea", "pages=x"], Int32(64), "pages is INT64: 'x' is not a whole number, such as 42"),
      (["earthsea", "___etag=x"], 64, "pass FIELD=VALUE or --unset FIELD"),
      (["leguin", "--type", "Book", "title=x"], 2, "leguin is a Author, not a Book"),
      (["nobody", "title=x"], 2, "no record 'nobody' in celestra.sqlite"),
      (["title=x", "--all"], 64, "--all wants --type"),
      (["title=x"], 64, "pass record names, or --type with --where or --all"),
      (["earthsea", "title=x", "title=y"], 64, "title is given twice"),
    ] {
      let run = try session.run(["records", "set"] + arguments)
      #expect(run.status == status && run.err.contains(message), "\(arguments): \(run)")
    }
  }

  @Test("backfill copies a field to the one that replaces it, once, and names what has no equal there")
  func backfill() throws {
    let session = try RecordsCommandTests.session()
    let isbn = ["records", "backfill", "--type", "Book", "--from-field", "price", "--to-field", "isbn"]
    #expect(
      try session.run(isbn + ["--yes"]).out == """
        update     Book dispossessed
                     isbn: "9.5"
        update     Book earthsea
                     isbn: "8.0"
        celestra.sqlite: 2 updated

        """)
    #expect(try session.run(isbn + ["--yes"]).out == "nothing to do: celestra.sqlite already matches, 2 unchanged\n")
    try session.run("records", "set", "earthsea", "isbn=x", "dispossessed", "--unset", "pages")
    let back = try session.run(
      "records", "backfill", "--type", "Book", "--from-field", "isbn", "--to-field", "pages", "--where", "price < 9",
      "--yes")
    #expect(back.status == 1 && back.out.contains("isbn has no equal in pages, which is INT64: x"), "\(back)")
    let kept = try session.run(
      "records", "backfill", "--type", "Book", "--from-field", "title", "--to-field", "isbn", "--yes")
    #expect(kept.status == 0 && kept.err == "note: 2 records of Book with another value in isbn keep it\n", "\(kept)")
    for (arguments, message) in [
      (["--from-field", "price", "--to-field", "pags"], "Book has no field 'pags'; did you mean pages?"),
      (["--from-field", "price", "--to-field", "price"], "--from-field and --to-field name the same field, price"),
      (
        ["--from-field", "pages", "--to-field", "published"],
        "INT64 to TIMESTAMP wants --convert seconds or --convert milliseconds"
      ),
      (
        ["--from-field", "___modTime", "--to-field", "published"],
        "Book.___modTime is a system field, which only CloudKit sets"
      ),
    ] {
      let run = try session.run(["records", "backfill", "--type", "Book"] + arguments)
      #expect(run.status == 64 && run.err.contains(message), "\(arguments): \(run)")
    }
    let asked = try session.run(
      "records", "backfill", "--type", "Book", "--from-field", "published", "--to-field", "pages", "--convert",
      "seconds")
    #expect(asked.status == 2 && asked.err.contains("set pages in 2 Book records of celestra.sqlite?"), "\(asked)")
  }

  @Test("delete asks, respects the limit, and refuses what is missing")
  func delete() throws {
    let session = try RecordsCommandTests.session()
    let lines = (0..<30).map { #"{"recordType":"Author","recordName":"a\#($0)","fields":{"name":"N\#($0)"}}"# }
    try session.write(lines.joined(separator: "\n"), to: "authors.jsonl")
    try session.run("records", "put", "authors.jsonl")
    let limited = try session.run("records", "remove", "--type", "Author", "--all", "--yes")
    #expect(limited.status == 1)
    #expect(limited.err.contains("cannot delete 31 of 31 Author records of celestra.sqlite: the limit is 10%"))
    let asked = try session.run("records", "remove", "a1", "a2")
    #expect(asked.status == 2 && asked.err.contains("delete 2 Author records from celestra.sqlite?"))
    #expect(
      try session.run("records", "remove", "a1", "--dry-run").out == """
        delete     Author a1
        1 change
        dry run: nothing was written

        """)
    #expect(try session.run("records", "remove", "a1", "x").err.contains("no record 'x' in celestra.sqlite"))
    #expect(try session.run("records", "remove", "--all").status == 64)
    let bulk = try session.run(
      "records", "remove", "--type", "Author", "--where", "name begins-with N", "--yes", "--max-delete", "30")
    #expect(bulk.out.hasSuffix("celestra.sqlite: 30 deleted\n"))
    #expect(try session.run("records", "count", "Author").out == "record type  records\nAuthor             1\n")
  }

  @Test("a removal of the records that a file names is finished by running it again")
  func finishedRemoval() throws {
    let session = try RecordsCommandTests.session()
    try session.write("earthsea\ndispossessed\n", to: "names.txt")
    try session.run("records", "remove", "earthsea", "--yes")
    let remove = ["records", "remove", "--names", "names.txt", "--yes"]
    let rest = try session.run(remove)
    #expect(rest.status == 0 && rest.out.hasSuffix("celestra.sqlite: 1 deleted\n"), "\(rest)")
    #expect(rest.err == "note: names.txt: no record for 1 name\n")
    #expect(try session.run(remove).status == 0)
    #expect(try session.run("records", "set", "--names", "names.txt", "pages=1").status == 2)
  }

  @Test("a saved plan is applied by 'apply', and refused after a change")
  func plans() throws {
    let session = try RecordsCommandTests.session()
    let saved = try session.run(
      "records", "set", "earthsea", "cover=/w==", "--plan-out", "p.json", "--as-of", "2026-11-22")
    #expect(saved.err == "1 change written to p.json; run 'celestra-admin apply p.json' to apply the plan\n")
    #expect(try session.sqlite("SELECT hex(cover) FROM Book ORDER BY 1", in: "celestra.sqlite") == ["", "0102"])
    #expect(
      try session.run("apply", "p.json").out == """
        update     Book earthsea
                     cover: 2 bytes → 1 byte
        celestra.sqlite: 1 updated

        """)
    #expect(try session.sqlite("SELECT hex(cover) FROM Book WHERE cover NOT NULL", in: "celestra.sqlite") == ["FF"])
    try session.run("records", "remove", "earthsea", "--plan-out", "d.json", "--as-of", "2026-11-22")
    try session.run("records", "set", "earthsea", "pages=1")
    let moved = try session.run("apply", "d.json", "--yes")
    #expect(moved.status == 1 && moved.out.hasPrefix("conflict   Book earthsea: the record was changed"), "\(moved)")
  }

  @Test("records whose type cannot be counted are deleted with a number as the limit, which the refusal names")
  func uncountable() throws {
    let session = try RecordsCommandTests.session()
    let names = (0..<11).map { "x\($0)" }
    let lines = names.map { #"{"recordType":"Note","recordName":"\#($0)"}"# + "\n" }
    try session.write(lines.joined(), to: "notes.jsonl")
    #expect(try session.run("records", "put", "notes.jsonl").status == 0)
    let remove = ["records", "remove"] + names + ["--yes"]
    let refused = try session.run(remove)
    #expect(refused.status == 2 && refused.err.contains("; pass --max-delete N"), "\(refused)")
    #expect(try session.run(remove + ["--max-delete", "11"]).status == 0)
    #expect(try session.sqlite("SELECT ___recordID FROM Note") == ["n1"])
  }
}
