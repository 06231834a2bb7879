import Foundation
import Testing

@Suite("What a publisher does not want stored stays away")
struct TakedownTests {
  private static let update = [
    "update", "--document", "f.xml", "--as-of", ProbedFeeds.asOf, "https://a.example/feed",
  ]

  private static func session(_ items: [String]) throws -> Session {
    let session = try Session.probing(["https://a.example/feed"])
    try write(items, in: session)
    return session
  }

  private static func write(_ items: [String], in session: Session) throws {
    let channel = "<title>A feed</title><link>https://a.example/</link>\(items.joined())"
    try session.write("<rss version=\"2.0\"><channel>\(channel)</channel></rss>", to: "f.xml")
  }

  private static func item(_ id: Int, _ link: String = "") -> String {
    let text = String(repeating: "word ", count: 200)
    return """
      <item><guid isPermaLink="false">g\(id)</guid>\(link)<title>Entry \(id)</title>\
      <pubDate>Fri, 20 Nov 2026 12:00:00 GMT</pubDate><description>&lt;p&gt;\(text)&lt;/p&gt;</description></item>
      """
  }

  @Test("a feed or an address is denied even if nothing of it is stored", arguments: ["--feed", "--url"])
  func nothingStored(option: String) throws {
    let session = try Self.session([Self.item(1, "<link>https://a.example/1</link>")])
    let address = option == "--feed" ? "https://a.example/feed" : "https://a.example/1"
    let planned = try session.run("articles", "remove", option, address, "--deny", "--dry-run")
    #expect(planned.status == 0 && planned.out.contains("no articles match"), "\(planned)")
    #expect(!FileManager.default.fileExists(atPath: session.path(".celestra-admin.yaml")))
    let denied = try session.run("articles", "remove", option, address, "--deny", "--yes")
    #expect(denied.status == 0 && denied.err.contains("note: .celestra-admin.yaml denies \(address)"), "\(denied)")
    let update = try session.run(Self.update)
    #expect(option == "--feed" ? update.status == 2 : update.log.contains("1 denied"), "\(update)")
    #expect(try session.sqlite("SELECT count(*) FROM PublicArticle") == ["0"])
  }

  @Test("the server of a denied feed is not asked for its health either")
  func health() throws {
    let session = try Self.session([])
    try session.write("articles:\n  deny: [https://a.example/feed]\n", to: ".celestra-admin.yaml")
    let run = try session.run(Session.probe + ["--as-of", ProbedFeeds.asOf])
    #expect(try ProbeOutput(run.out).summary.feeds == 0, "\(run)")
    let named = try session.run(Session.probe + ["https://a.example/feed"])
    #expect(named.status == 2 && named.err.contains("articles.deny of the configuration lists"), "\(named)")
  }

  @Test("an article without an address of its own cannot be denied, because all of its feed would be")
  func sharedAddress() throws {
    let session = try Self.session([Self.item(1)])
    #expect(try session.run(Self.update).status == 0)
    let name = try session.sqlite("SELECT ___recordID FROM PublicArticle")[0]
    let refused = try session.run("articles", "remove", "--url", name, "--deny", "--yes")
    #expect(
      refused.status == 2 && refused.err.contains("cannot deny https://a.example/: it is the address of a site"),
      "\(refused)")
    #expect(!FileManager.default.fileExists(atPath: session.path(".celestra-admin.yaml")))
    #expect(try session.run("articles", "remove", "--url", name, "--yes").status == 0)
    #expect(try session.run("articles", "remove", "--url", "https://a.example/", "--deny", "--yes").status == 2)
    // A site in a folder is shared as well.
    let linkless = [Self.item(1), Self.item(2)].joined()
    try session.write(
      "<rss version='2.0'><channel><title>F</title><link>https://a.example/show</link>\(linkless)</channel></rss>",
      to: "f.xml")
    #expect(try session.run(Self.update).status == 0)
    let show = try session.run("articles", "remove", "--url", "http://a.example/show", "--deny", "--yes")
    #expect(show.status == 2 && show.err.contains("it is the address of a site"), "\(show)")
    let typo = try session.run("articles", "remove", "--url", "typo", "--deny", "--yes")
    #expect(typo.status == 2 && typo.err.contains("it is not an http or https address"), "\(typo)")
    // A page of numbers, and a part of a page, are no site.
    for url in ["https://a.example/2026", "https://a.example/#1"] {
      #expect(try session.run("articles", "remove", "--url", url, "--deny", "--yes").status == 0)
    }
  }

  @Test("a denied article stays away when its site moves to https")
  func otherScheme() throws {
    let session = try Self.session([Self.item(1, "<link>http://a.example/1</link>")])
    #expect(try session.run(Self.update).status == 0)
    #expect(try session.run("articles", "remove", "--url", "http://a.example/1", "--deny", "--yes").status == 0)
    try Self.write([Self.item(1, "<link>https://a.example/1</link>")], in: session)
    #expect(try session.run(Self.update).log.contains("1 denied"))
    // The stored article is found in either scheme, too.
    try session.write("", to: ".celestra-admin.yaml")
    #expect(try session.run(Self.update).status == 0)
    let removed = try session.run("articles", "remove", "--url", "http://a.example/1", "--deny", "--yes")
    #expect(removed.status == 0 && removed.out.contains("1 deleted"), "\(removed)")
  }

  @Test("without an index of addresses, an article with another identifier is found by its address")
  func celestraKit() throws {
    let session = try Session.probing(["https://a.example/feed"], schema: "schema/celestrakit.ckdb")
    try Self.write((1...2).map { Self.item($0, "<link>https://a.example/\($0)</link>") }, in: session)
    #expect(try session.run(Self.update).status == 0)
    let shown = try session.run("articles", "show", "http://a.example/1")
    #expect(shown.status == 0 && shown.out.contains("Entry 1"), "\(shown)")
    let removed = try session.run("articles", "remove", "--url", "https://a.example/1", "--deny", "--yes")
    #expect(removed.status == 0 && removed.out.contains("1 deleted"), "\(removed)")
    #expect(try session.sqlite("SELECT title FROM Article") == ["Entry 2"])
    #expect(try session.run("articles", "show", "https://a.example/1").status == 2)
  }

  @Test("full texts of a feed that allows excerpts only are found, and shortened")
  func excerpts() throws {
    let session = try Self.session((1...3).map { Self.item($0, "<link>https://a.example/\($0)</link>") })
    #expect(try session.run(Self.update).status == 0)
    try session.write("articles:\n  excerpt: [https://a.example/feed]\n", to: ".celestra-admin.yaml")
    try Self.write([Self.item(3, "<link>https://a.example/3</link>")], in: session)
    #expect(try session.run(Self.update).status == 0)
    let audit = ["audit", "--select", "full-texts", "--as-of", ProbedFeeds.asOf]
    let found = try session.run(audit)
    #expect(found.status == 1 && found.out.contains("2 articles have their full text although"), "\(found)")
    #expect(try session.run(audit + ["--fix", "--yes"]).status == 0)
    #expect(try session.sqlite("SELECT count(*) FROM PublicArticle WHERE content IS NULL") == ["3"])
    #expect(try session.sqlite("SELECT DISTINCT length(contentText) <= 500 FROM PublicArticle") == ["1"])
    #expect(try session.sqlite("SELECT DISTINCT wordCount <= 101 FROM PublicArticle") == ["1"])
    // A feed that moves is still listed.
    #expect(try session.run("feeds", "set", "https://a.example/feed", "--url", "https://b.example/feed").status == 0)
    let moved = Self.update.dropLast() + ["https://b.example/feed", "--refresh"]
    #expect(try session.run(Array(moved)).status == 0)
    #expect(try session.sqlite("SELECT count(*) FROM PublicArticle WHERE content IS NULL") == ["3"])
    // A record that was too large has no HTML, but a long text.
    try session.change("UPDATE PublicArticle SET contentText = printf('%2000c', 'x')")
    #expect(try session.run(audit).out.contains("3 articles have their full text"))
  }
}
