import Testing

@Suite("celestra-admin seed with broken lists")
struct SeedRepairTests {
  private static let list = """
    <opml version="2.0"><body><outline text="News">
    <outline text="Arts & Letters" xmlUrl="https://a.example/feed"/>
    <outline text="The &quot;B" side" xmlUrl="https://b.example/feed"/>
    </outline></body></opml>
    """

  /// Cut off in an address.
  private static let cut = """
    <opml version="2.0"><body><outline text="News">
    <outline text="Caf&eacute;" xmlUrl="https://c.example/feed"/>
    <outline text="D" xmlUrl="https://d.exa
    """

  private static func session() throws -> Session {
    let session = try Session()
    try session.copy("schema")
    try session.write(
      #"{"categories":[{"slug":"general","name":"General"},{"slug":"news","name":"News"}]}"#, to: "c.json")
    try session.run("seed", "c.json")
    try session.write(list, to: "list.opml")
    try session.write(cut, to: "cut.opml")
    return session
  }

  @Test("they are mended, or read outline by outline, and every repair is told")
  func mended() throws {
    let session = try Self.session()
    #expect(
      try session.run("seed", "feeds", "list.opml", "cut.opml")
        == Session.Transcript(
          status: 0,
          out: """
            celestra.sqlite  created  updated  unchanged  duplicate  skipped  failed
            feeds                  3        0          0          0        0       0
            metadata               3        0          0          0        0       0
            file       read  new  updated  unchanged  duplicate  repaired  skipped  failed
            cut.opml      1    1        0          0          0         2        0       0
            list.opml     2    2        0          0          0         2        0       0

            """,
          err: """
            list.opml:2:21: warning: '&' stands alone; it is read as '&amp;' [repaired-ampersand]
             2 | <outline text="Arts & Letters" xmlUrl="https://a.example/feed"/>
               |                     ^
               = escape '&' as '&amp;'
            list.opml:3:27: warning: a quote inside a value; it is read as part of it [repaired-quote]
             3 | <outline text="The &quot;B" side" xmlUrl="https://b.example/feed"/>
               |                           ^
               = escape it as '&quot;' or '&apos;'
            cut.opml:2:19: warning: XML does not know '&eacute;'; it is read as U+00E9 [repaired-entity]
             2 | <outline text="Caf&eacute;" xmlUrl="https://c.example/feed"/>
               |                   ^~~~~~~~
               = write the character itself
            cut.opml:3:40: warning: an attribute's value has no closing quote; 3 outlines were read one by one [salvaged]
             3 | <outline text="D" xmlUrl="https://d.exa
               |                                        ^
               = close the quotes
            4 warnings

            """))
    #expect(
      try session.sqlite("SELECT category || ': ' || title FROM PublicFeed ORDER BY title") == [
        "news: Arts & Letters", "news: Café", "news: The \"B\" side",
      ])
  }

  @Test("--strict refuses them and writes nothing")
  func strict() throws {
    let session = try Self.session()
    #expect(
      try session.run("seed", "list.opml", "--strict")
        == Session.Transcript(
          status: 1, out: "",
          err: """
            list.opml:2:21: error: '&' stands alone [not-well-formed]
             2 | <outline text="Arts & Letters" xmlUrl="https://a.example/feed"/>
               |                     ^
               = escape '&' as '&amp;'
            1 error
            nothing was written; fix the errors and run the command again

            """))
    #expect(try session.sqlite("SELECT title FROM PublicFeed") == [])
  }
}
