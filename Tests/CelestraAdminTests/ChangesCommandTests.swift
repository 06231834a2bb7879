import Testing

@Suite("celestra-admin changes")
struct ChangesCommandTests {
  /// Returns a catalog that was backed up and then edited in each way, also with a hostile title.
  private static func session() throws -> Session {
    let session = try Session.seeded(
      """
      {"categories":[{"slug":"general","name":"General"},{"slug":"tech","name":"Technology"}],
      "feeds":[{"feedURL":"https://a.example/feed","title":"A","category":"general"},
        {"feedURL":"https://b.example/feed","title":"B","category":"general"}],
      "collections":[{"slug":"best","title":"Best","feeds":["https://a.example/feed"]}]}
      """, "--as-of", "2026-11-01")
    #expect(try session.run("container", "backup", "--to", "backup.sqlite").status == 0)
    try session.run("feeds", "set", "A", "--title", "A|<b>*x*", "--category", "tech")
    try session.run("feeds", "add", "https://c.example/feed", "--title", "C", "--category", "tech")
    try session.run("collections", "set", "best", "--add-feed", "https://c.example/feed")
    try session.run("feeds", "remove", "B", "--yes")
    // Numbers of jobs are no edits.
    try session.change("UPDATE PublicFeed SET qualityScore = 7")
    return session
  }

  @Test("what was added, removed, and edited since a backup is listed by field and with titles")
  func sinceBackup() throws {
    let session = try Self.session()
    let run = try session.run("changes", "--against", "backup.sqlite")
    #expect(run.status == 0 && run.err.isEmpty, "\(run)")
    let lines = run.out.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("celestra.sqlite since backup.sqlite of 20") == true)
    #expect(lines.first?.hasSuffix("Z: 1 added, 1 removed, 2 edited") == true, "\(run.out)")
    #expect(
      lines.dropFirst().sorted() == [
        "           category: 'General' → 'Technology'", "           feeds: +'C'",
        "           title: \"A\" → \"A|<b>*x*\"", "added    feed C: https://c.example/feed, in Technology",
        "edited   collection Best", "edited   feed A|<b>*x*",
        "removed  feed B: https://b.example/feed, in General",
      ], "\(run.out)")
    let limited = try session.run("changes", "--against", "backup.sqlite", "--limit", "1")
    #expect(limited.out.contains("1 added, 1 removed, 2 edited\n"))
    #expect(limited.out.hasSuffix("and 3 more; --limit 0 lists all\n"))
  }

  @Test("Markdown has a table per kind of change, and JSON all of it")
  func formats() throws {
    let session = try Self.session()
    let markdown = try session.run("changes", "--against", "backup.sqlite", "--format", "markdown").out
    for text in [
      "### Added\n\n|  | title | address | category |\n| --- | --- | --- | --- |\n"
        + "| feed | C | https://c.example/feed | Technology |\n",
      "### Removed\n\n", "| feed | B | https://b.example/feed | General |\n", "### Edited\n\n",
      "| feed | A\\|&lt;b&gt;\\*x\\* | category: 'General' → 'Technology'; title: ",
      "| collection | Best | feeds: +'C' |\n",
    ] { #expect(markdown.contains(text), "\(markdown)") }
    let json = try session.run("changes", "--against", "backup.sqlite", "--format", "json").out
    for text in [
      #""command" : "changes""#, #""added" : 1"#, #""removed" : 1"#, #""edited" : 2"#, #""category" : "Technology""#,
      #""field" : "title""#,
    ] { #expect(json.contains(text), "\(json)") }
  }

  @Test("applied plans say what they changed, without a container")
  func plans() throws {
    let session = try Self.session()
    try session.write(
      #"{"feeds":[{"feedURL":"https://c.example/feed","title":"C+"},{"feedURL":"https://d.example/f","title":"D"}]}"#,
      to: "more.json")
    try session.run("seed", "more.json", "--plan-out", "p.json")
    let expected = """
      p.json: 1 added, 1 edited
      edited   feed C+
                 title: "C" → "C+"
      added    feed D: https://d.example/f, in general

      """
    #expect(try session.run("changes", "p.json").out == expected)
    try session.run("apply", "p.json")
    #expect(try session.run("changes", "p.json").out == expected)
  }

  @Test("an unchanged catalog says so, and a comparison needs an earlier state")
  func nothing() throws {
    let session = try Self.session()
    try session.run("container", "backup", "--to", "now.sqlite")
    #expect(try session.run("changes", "--against", "now.sqlite").out.hasSuffix(": no changes\n"))
    #expect(try session.run("changes").err.contains("pass either --against BACKUP, the earlier state"))
    #expect(try session.run("changes", "--against", "celestra.sqlite").err.contains("are the same container"))
    #expect(try session.run("changes", "--against", "gone.sqlite").status == 2)
  }
}
