import Foundation
import TestEnvironment
import Testing

@Suite("celestra-admin records export and import of CSV")
struct RecordsTableTests {
  @Test("an export as CSV is imported into equal records, and so is the CSV of a query")
  func exchange() throws {
    let session = try RecordsCommandTests.session()
    try session.run("records", "set", "earthsea", "title==1+1, \"x\"\n", "tags=[\"a,b\",\"\"]")
    let options = ["--types", "Book", "--format", "csv", "--output", "a.csv"]
    #expect(
      try session.run(["records", "export"] + options)
        == Session.Transcript(status: 0, out: "", err: "2 records in 1 type exported from celestra.sqlite\n"))
    let text = try session.read("a.csv")
    #expect(text.contains("earthsea,\"'=1+1, \"\"x\"\"\n\","), "\(text)")
    let copy = ["--container", "copy.sqlite", "--schema", "books.ckdb"]
    let imported = try session.run(["records", "import", "a.csv", "--type", "Book"] + copy)
    #expect(imported.status == 0 && imported.out == "copy.sqlite: 2 created\n", "\(imported)")
    let diff = ["container", "diff", "celestra.sqlite", "copy.sqlite", "--types", "Book"]
    #expect(try session.run(diff).out.hasPrefix("same: "))
    session.input = try session.run(["records", "list", "Book", "--format", "csv"]).out
    let again = try session.run("records", "import", "-", "--type", "Book")
    #expect(again.out == "nothing to do: celestra.sqlite already matches, 2 unchanged\n", "\(again)")
  }

  @Test("fields without a column keep their values, an empty cell clears a field, and a mistake writes nothing")
  func partial() throws {
    let session = try RecordsCommandTests.session()
    try session.write("recordName,pages,price\nearthsea,200,\n", to: "p.csv")
    let run = try session.run("records", "import", "p.csv", "--type", "Book")
    #expect(run.out == "celestra.sqlite: 1 updated\n", "\(run)")
    let earthsea = try session.run("records", "show", "earthsea", "--format", "jsonl").out
    #expect(earthsea.contains("A Wizard") && earthsea.contains("200") && !earthsea.contains("price"), "\(earthsea)")
    try session.write("recordName,pages\nearthsea,1\ndispossessed,many\n", to: "w.csv")
    let wrong = try session.run("records", "import", "w.csv", "--type", "Book")
    #expect(wrong.status == 2)
    #expect(
      wrong.err
        == "celestra-admin: error: cannot import w.csv: line 3, column 2: pages is INT64: 'many' is not a whole "
        + "number, such as 42; nothing was written\n", "\(wrong)")
    #expect(try session.run("records", "show", "earthsea", "--format", "jsonl").out == earthsea)
  }

  @Test(
    "a format that does not fit is a usage error",
    arguments: [
      (["export", "--format", "csv"], "--format csv writes one record type; pass --types TYPE"),
      (["import", "a.csv"], "a CSV file does not name its record type; pass --type TYPE"),
      (["import", "a.csv", "--type", "Buch"], "the schema has no record type 'Buch'"),
    ])
  func usage(arguments: [String], message: String) throws {
    let session = try RecordsCommandTests.session()
    try session.write("recordName\na\n", to: "a.csv")
    let run = try session.run(["records"] + arguments)
    #expect(run.status == 64 && run.err.contains(message), "\(run)")
  }
}
