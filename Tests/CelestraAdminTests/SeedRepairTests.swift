import Testing

@Suite("celestra-admin seed with broken lists")
struct SeedRepairTests {
  private static let list = """
    <opml version="2.0"><body><outline text="News">
    <outline text="Arts & Letters" xmlUrl="https://a.example/feed"/>
    <outline text="The &quot;B" side" xmlUrl="https://b.example/feed"/>
    </outline></body></opml>
    """

  /// A list truncated in an address.
  private static let cut = """
    <opml version="2.0"><body><outline text="News">
    <outline text="Caf&eacute;" xmlUrl="https://c.example/feed"/>
    <outline text="D" xmlUrl="https://d.exa
    """

  private static func session() throws -> Session {
    let session = try Session(copying: "schema")
    try session.write(
      #"{"categories":[{"slug":"general","name":"General"},{"slug":"news","name":"News"}]}"#, to: "c.json")
    try session.seed(["c.json"])
    try session.write(list, to: "list.opml")
    try session.write(cut, to: "cut.opml")
    return session
  }

  @Test("broken lists are repaired or read outline by outline, and every repair is reported")
  func mended() throws {
    let session = try Self.session()
    #expect(
      try session.run("seed", "feeds", "list.opml", "cut.opml")
        == Session.Transcript(
          status: 0,
          out: """
            create     feed Arts & Letters
            create     feed The "B" side
            create     feed Café
            celestra.sqlite  created  updated  unchanged  duplicate  skipped  failed
            feeds                  3        0          0          0        0       0
            metadata               3        0          0          0        0       0
            cut.opml: 1 entry, 2 repaired
            list.opml: 2 entries, 2 repaired

            """,
          err: """
            list.opml:2:21: warning: bare '&', read as '&amp;' [repaired-ampersand]
             2 | <outline text="Arts & Letters" xmlUrl="https://a.example/feed"/>
               |                     ^
               = escape '&' as '&amp;'
            list.opml:3:27: warning: unescaped quote in a value; read as part of the value [repaired-quote]
             3 | <outline text="The &quot;B" side" xmlUrl="https://b.example/feed"/>
               |                           ^
               = escape it as '&quot;' or '&apos;'
            cut.opml:2:19: warning: '&eacute;' is not defined in XML; read as U+00E9 [repaired-entity]
             2 | <outline text="Caf&eacute;" xmlUrl="https://c.example/feed"/>
               |                   ^~~~~~~~
               = write the character itself
            cut.opml:3:40: warning: attribute value without a closing quote; 3 outlines were read one by one [salvaged]
             3 | <outline text="D" xmlUrl="https://d.exa
               |                                        ^
               = add the closing quote
            4 warnings

            """))
    #expect(
      try session.sqlite("SELECT category || ': ' || title FROM PublicFeed ORDER BY title") == [
        "news: Arts & Letters", "news: Café", "news: The \"B\" side",
      ])
  }

  @Test("--strict refuses broken lists and writes nothing")
  func strict() throws {
    let session = try Self.session()
    #expect(
      try session.run("seed", "list.opml", "--strict")
        == Session.Transcript(
          status: 1, out: "",
          err: """
            list.opml:2:21: error: bare '&' [not-well-formed]
             2 | <outline text="Arts & Letters" xmlUrl="https://a.example/feed"/>
               |                     ^
               = escape '&' as '&amp;'
            1 error
            nothing was written; fix the errors and run the command again

            """))
    #expect(try session.sqlite("SELECT title FROM PublicFeed") == [])
  }
}
