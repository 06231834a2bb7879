import Foundation
import Testing

@Suite("celestra-admin subscribers --counts")
struct CountFileCommandTests {
  private static func session() throws -> Session {
    try Session.seeded(
      """
      {"categories":[{"slug":"news","name":"News"}],
       "feeds":[{"feedURL":"https://a.example/feed","title":"A","category":"news"},
        {"feedURL":"https://b.example/feed","title":"B"},{"feedURL":"https://c.example/feed","title":"C"}],
       "collections":[{"slug":"starter","title":"Starter","feeds":["https://a.example/feed"]}]}
      """)
  }

  @Test("counts, ratings, and imports of a file are published by the rule; other feeds stay unchanged")
  func counts() throws {
    let session = try Self.session()
    try session.change("UPDATE PublicFeed SET subscriberCount = 50 WHERE title = 'C'")
    try session.write(
      """
      feed_url,count,period,averageRating,ratingCount,collection,imports
      http://www.a.example/feed/,1234,2026-11-21,4.26,33,,
      https://b.example/feed,4,2026-11-21,5,2,,
      https://gone.example/feed?token=secret,9,2026-11-21,,,,
      ,,,,,starter,44
      ,,,,,none,44
      """, to: "c.csv")
    let run = try session.run("subscribers", "--report", "--counts", "c.csv", "--as-of", "2026-11-21")
    #expect(
      run
        == Session.Transcript(
          status: 0,
          out: """
            feed  counted  published
            A        1234       1200
            B           4          0  below 5

            category  feeds  counted  published
            news          1     1234       1200
            (none)        1        4          0

            collection            imports  published
            (no such collection)       44
            Starter                    44         45
            celestra.sqlite: 1238 subscriptions to 2 of 3 feeds, 1 below the minimum of 5
            subscriptions to missing feeds: 9
            5 records would change; dry run: nothing was written

            """, err: ""))
    #expect(try session.run("subscribers", "--counts", "c.csv", "--as-of", "2026-11-21").status == 0)
    #expect(
      try session.sqlite("SELECT title || subscriberCount FROM PublicFeed ORDER BY 1") == ["A1200", "B0", "C50"])
    #expect(
      try session.sqlite(
        "SELECT subscriberCount || ' ' || subscriberPeriod || ' ' || ratingCount || ' ' || coalesce(averageRating, '-')"
          + " FROM FeedMetadata WHERE subscriberCount IS NOT NULL ORDER BY 1")
        == ["0 2026-11-21 0 -", "1200 2026-11-21 35 4.3"])
    #expect(try session.sqlite("SELECT subscriberCount FROM FeedCollection") == ["45"])
    let again = try session.run("subscribers", "--counts", "c.csv", "--as-of", "2026-11-21")
    #expect(again.out.contains("no published count changed: nothing to do"))
  }

  @Test("a count is published once per period; the next period replaces it")
  func periods() throws {
    let session = try Self.session()
    func run(_ count: Int, _ period: String) throws -> [String] {
      try session.write("feed,count,period\nhttps://a.example/feed,\(count),\(period)\n", to: "c.csv")
      try session.run("subscribers", "--counts", "c.csv")
      return try session.sqlite("SELECT subscriberCount FROM PublicFeed WHERE title = 'A'")
    }
    #expect(try run(100, "2026-W46") == ["100"])
    #expect(try run(130, "2026-W46") == ["100"])
    let held = try session.run("subscribers", "--counts", "c.csv", "--dry-run").out.split(separator: "\n")
    #expect(held.contains { $0.hasPrefix("changed counts that stay as published") && $0.hasSuffix(": 1") }, "\(held)")
    #expect(try run(130, "2026-W47") == ["130"])
    #expect(try run(500, "2026-W45") == ["130"])
    #expect(try run(130, "2026-W47") == ["130"])
  }

  @Test("ratings alone leave each count as it is, also an unknown one, and its period does not hold them")
  func ratingsOnly() throws {
    let session = try Self.session()
    try session.write("feed,count,period\nhttps://a.example/feed,100,2026-11-21\n", to: "c.csv")
    #expect(try session.run("subscribers", "--counts", "c.csv").status == 0)
    try session.write(
      """
      feed,averageRating,ratingCount,period
      https://a.example/feed,4.26,33,2026-11-21
      https://b.example/feed,3.5,40,2026-11-21
      """, to: "c.csv")
    let run = try session.run("subscribers", "--counts", "c.csv", "--format", "csv")
    #expect(run.status == 0 && run.out.contains(",A,") && !run.out.contains(",B,"), "\(run)")
    #expect(
      try session.sqlite("SELECT title || coalesce(subscriberCount, '-') FROM PublicFeed ORDER BY 1")
        == ["A100", "B-", "C-"])
    #expect(
      try session.sqlite(
        "SELECT coalesce(subscriberCount || ' ' || subscriberPeriod, '-') || ' ' || ratingCount || ' ' || averageRating"
          + " FROM FeedMetadata WHERE averageRating IS NOT NULL ORDER BY 1")
        == ["- 40 3.5", "100 2026-11-21 35 4.3"])
  }

  @Test("a collection's imports are published once per period")
  func collectionPeriods() throws {
    let session = try Self.session()
    func run(_ imports: Int, _ period: String) throws -> [String] {
      try session.write("collection,imports,period\nstarter,\(imports),\(period)\n", to: "c.csv")
      try session.run("subscribers", "--counts", "c.csv")
      return try session.sqlite("SELECT subscriberCount || ' ' || subscriberPeriod FROM FeedCollection")
    }
    #expect(try run(100, "2026-W46") == ["100 2026-W46"])
    #expect(try run(130, "2026-W46") == ["100 2026-W46"])
    let held = try session.run("subscribers", "--counts", "c.csv")
    #expect(held.out.contains("Starter         130        100  published this period\n"))
    #expect(try run(130, "2026-W47") == ["130 2026-W47"])
    #expect(try run(500, "2026-W45") == ["130 2026-W47"])
    // Two or four: neither is published, so they look the same.
    #expect(try run(2, "2026-W48") == ["0 2026-W48"])
    #expect(try run(4, "2026-W49") == ["0 2026-W48"])
  }

  @Test("an invalid row exits with 1, and the other rows are counted")
  func mistakes() throws {
    let session = try Self.session()
    try session.write("feed,count\nhttps://a.example/feed,-1\nhttps://b.example/feed,7\n", to: "c.csv")
    let run = try session.run("subscribers", "--counts", "c.csv")
    #expect(run.status == 1)
    #expect(run.err == "c.csv: error: row at 2: the count is negative [count-number]\n1 error\n")
    #expect(try session.sqlite("SELECT title || subscriberCount FROM PublicFeed WHERE subscriberCount > 0") == ["B5"])
  }

  @Test("distinct subscribers are counted, and their names are not stored")
  func events() throws {
    let session = try Self.session()
    let rows = (0..<60).map { #"{"feed":"https://a.example/feed","user":"secret.person\#($0 % 20)@mail.example"}"# }
    try session.write(rows.joined(separator: "\n"), to: "e.ndjson")
    let refused = try session.run("subscribers", "--counts", "e.ndjson")
    #expect(refused.status == 2)
    #expect(refused.err.contains("e.ndjson: error: row at 1: column 2 seems to contain an email address"))
    let run = try session.run(
      "subscribers", "--counts", "e.ndjson", "--allow-identifiers", "--format", "text", "--format", "json=r.json",
      "--format", "html=r.html", "--format", "csv=r.csv", "--format", "markdown=r.md")
    #expect(run.status == 0)
    #expect(run.out.hasPrefix("feed  counted  published\nA          20         20\n"))
    let files = try ["r.json", "r.html", "r.csv", "r.md"].map {
      try String(contentsOfFile: session.path($0), encoding: .utf8)
    }
    for text in files + [refused.out, refused.err, run.out, run.err] { #expect(!text.contains("secret")) }
    let container = try Data(contentsOf: URL(fileURLWithPath: session.path("celestra.sqlite")))
    #expect(container.range(of: Data("secret.person".utf8)) == nil)
    #expect(try session.run("subscribers", "--allow-identifiers").status == 64)
    #expect(try session.run("subscribers", "--period", "no period").status == 64)
  }

  @Test("a run without a file says that it replaces the counts of one in a catalog without subscriptions")
  func withoutFile() throws {
    let session = try Self.session()
    try session.write("feed,count\nhttps://a.example/feed,100\n", to: "c.csv")
    try session.run("subscribers", "--counts", "c.csv", "--as-of", "2026-11-21")
    let run = try session.run("subscribers", "--as-of", "2026-11-22")
    #expect(run.out.contains("no subscriptions: the published counts of 1 feed become 0; "), "\(run)")
    #expect(try !session.run("subscribers", "--as-of", "2026-11-23").out.contains("become 0"))
  }
}
