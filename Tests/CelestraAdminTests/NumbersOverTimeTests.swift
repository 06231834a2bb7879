import Foundation
import Testing

@Suite("celestra-admin scores and subscribers over time")
struct NumbersOverTimeTests {
  private static let history = "celestra.sqlite.history.sqlite"

  /// A container of three feeds.
  private static func session() throws -> Session {
    let session = try Session.seeded(
      """
      {"categories":[{"slug":"news","name":"News"}],
       "feeds":[
        {"feedURL":"https://good.example/feed","title":"Good","category":"news","isVerified":true},
        {"feedURL":"https://ill.example/feed","title":"Ill <i>","category":"news"},
        {"feedURL":"https://new.example/feed","title":"New"}],
       "collections":[{"slug":"best","title":"Best","feeds":["https://good.example/feed"]}]}
      """)
    try session.change("UPDATE FeedMetadata SET totalAttempts = 100, successfulAttempts = 98, failureCount = 0")
    return session
  }

  /// Scores on two days; in between, a feed begins to fail, and another is verified.
  private static func moved() throws -> Session {
    let session = try session()
    #expect(try session.run("score", "--as-of", "2026-11-10T02:00:00Z").status == 0)
    try session.change(
      """
      UPDATE FeedMetadata SET failureCount = 2
        WHERE feedReference = (SELECT ___recordID FROM PublicFeed WHERE title LIKE 'Ill%');
      UPDATE PublicFeed SET isVerified = 1 WHERE title = 'New';
      UPDATE PublicFeed SET isVerified = 0, siteURL = 'https://good.example', imageURL = 'https://good.example/i.png',
        language = 'en' WHERE title = 'Good';
      """)
    #expect(try session.run("score", "--as-of", "2026-11-20T02:00:00Z").status == 0)
    return session
  }

  private static func report(_ session: Session, _ options: String...) throws -> String {
    try session.run(["score", "--report", "--as-of", "2026-11-21"] + options).out
  }

  @Test("a report says what moved since a day and why, the greatest changes first")
  func report() throws {
    let session = try Self.moved()
    let text = try Self.report(session, "--since", "2026-11-15")
    #expect(
      text.contains(
        """

        change  old  new  biggest changes since 2026-11-15  why
           +10   56   66  New                               verification +10
            -8   57   49  Ill <i>                           reliability -8.1
            -6   67   61  Good                              verification -10, completeness +4.2

        """), "\(text)")
    #expect(!text.hasPrefix("note:"))
    #expect(try Self.report(session, "--since", "7d") == text.replacing("2026-11-15", with: "2026-11-14"))
    #expect(try Self.report(session, "--since", "2026-11-21").contains("no score changed since 2026-11-21\n"))
  }

  @Test("every format has the reasons")
  func formats() throws {
    let session = try Self.moved()
    let reason = "verification -10, completeness +4.2"
    let json = try Self.report(session, "--since", "7d", "--format", "json")
    #expect(json.matches(of: /"why" : "verification -10, completeness \+4.2"/).count == 2)
    #expect(json.contains(#""since" : "2026-11-14""#) && !json.contains("unknownBefore"))
    #expect(
      try Self.report(session, "--since", "7d", "--format", "markdown").contains(
        "| -8 | 57 | 49 | Ill &lt;i&gt; | https://ill.example/feed | reliability -8.1 |\n"))
    #expect(
      try Self.report(session, "--since", "7d", "--format", "csv").contains(
        ",61,50,67,-6,d2957b87eceee493,\"\(reason)\"\r\n"))
    let html = try Self.report(session, "--since", "7d", "--format", "html")
    #expect(html.contains("Biggest score changes since 2026-11-14") && html.contains(reason))
    #expect(!(try Self.report(session, "--format", "html").contains(">why<")))
  }

  @Test("a report on days before the history, or without one, says so and compares with what is known")
  func gaps() throws {
    let session = try Self.moved()
    let early = try Self.report(session, "--since", "2026-10-01")
    #expect(early.hasPrefix("note: scores before 2026-11-10 are unknown: the history of scores begins then\n"))
    #expect(early.contains("biggest changes since 2026-11-10"))
    try FileManager.default.removeItem(atPath: session.path(Self.history))
    let none = try Self.report(session, "--since", "7d")
    #expect(none.hasPrefix("note: earlier scores are unknown: the history has none; 'score' keeps them\n"))
    #expect(none.contains("no score changed since 2026-11-14; 3 feeds had no score\n"))
    #expect(!FileManager.default.fileExists(atPath: session.path(Self.history)))
  }

  @Test("a change of the methodology is noted")
  func methodology() throws {
    let session = try Self.moved()
    #expect(
      try Self.report(session, "--since", "7d", "--methodology", "celestra-1").hasPrefix(
        "note: the earlier scores are by methodology celestra 2, hash d2957b87eceee493; a change can be"))
    #expect(try session.run("score", "--methodology", "celestra-1", "--as-of", "2026-11-20T12:00:00Z").status == 0)
    let back = try Self.report(session, "--since", "2026-11-21")
    #expect(back.hasPrefix("note: the earlier scores are by methodology celestra 1, hash "), "\(back)")
    #expect(back.contains("  update consistency -10, reliability -9.7, "), "\(back)")
    let page = try session.run("health", "report", "--format", "html", "--as-of", "2026-11-21").out
    #expect(page.contains("The methodology of the scores changed"))
  }

  @Test("wrong options are refused")
  func options() throws {
    let session = try Session()
    for (arguments, message) in [
      (["--since", "7d"], "--since requires --report"),
      (["--report", "--since", "7d", "--against", "r.json"], "use --since or --against, not both"),
      (["--report", "--since", "r.json"], "'r.json' is invalid for '--since <date>'"),
    ] {
      let run = try session.run(["score"] + arguments)
      #expect(run.status != 0 && run.err.contains(message), "\(run)")
    }
  }

  @Test("the explanation of a score and the health of a feed show the past")
  func past() throws {
    let session = try Self.moved()
    let explained = try session.run("score", "--explain", "Good", "--as-of", "2026-11-21").out
    #expect(
      explained.contains(
        """

        since       score  why
        2026-11-20     61  verification -10, completeness +4.2
        2026-11-10     67
        methodology celestra 2
        """), "\(explained)")
    let earlier = try session.run("score", "--explain", "Good", "--as-of", "2026-11-19").out
    #expect(!earlier.contains("2026-11-20") && !earlier.contains("\nsince "), "\(earlier)")
    let shown = try session.run("health", "show", "Good", "--as-of", "2026-11-21")
    #expect(shown.out.contains("\nscores        61 since 2026-11-20, 67 since 2026-11-10\n"), "\(shown)")
    let json = try session.run("health", "show", "Good", "--format", "json").out
    #expect(json.contains(/"scores" : \[\s+\{\s+"date" : "2026-11-10",\s+"value" : 67/))
  }

  @Test("a feed whose score does not change costs one row, and dry runs none")
  func rows() throws {
    let session = try Self.session()
    try session.run("score", "--dry-run", "--as-of", "2026-11-09")
    try session.run("subscribers", "--report", "--as-of", "2026-11-09")
    #expect(!FileManager.default.fileExists(atPath: session.path(Self.history)))
    for day in 10...19 { try session.run("score", "--as-of", "2026-11-\(day)") }
    #expect(try session.sqlite("SELECT count(*) FROM number", in: Self.history) == ["3"])
    #expect(try session.sqlite("SELECT sum FROM number_total", in: Self.history) == Array(repeating: "180", count: 10))
  }

  @Test("a history that cannot be written is a note, and the scores are written")
  func unwritable() throws {
    let session = try Self.session()
    try session.write("no database", to: Self.history)
    let run = try session.run("score")
    #expect(run.status == 0)
    #expect(
      run.out.hasPrefix(
        "note: the numbers of this run are not kept over time: history 'celestra.sqlite.history.sqlite' is not an SQLite"
      ))
    #expect(run.out.contains("3 feeds scored, 3 written, 0 unchanged, 0 failed"))
    #expect(try session.run("score", "--format", "json").out.contains(#""historyProblem" : "history "#))
    let counted = try session.run("subscribers")
    #expect(counted.status == 0 && counted.out.contains("note: the numbers of this run are not kept over time: "))
  }

  @Test("published counts of subscribers are kept; without subscriptions, none")
  func subscribers() throws {
    let session = try Self.session()
    try session.run("subscribers", "--as-of", "2026-11-09")
    #expect(try session.sqlite("SELECT count(*) FROM number_total", in: Self.history) == ["0"])
    for (day, count) in [(10, 12), (11, 12), (12, 30)] {
      try session.write("feedURL,count\nhttps://good.example/feed,\(count)\n", to: "c.csv")
      try session.run("subscribers", "--counts", "c.csv", "--as-of", "2026-11-\(day)")
    }
    #expect(
      try session.run("health", "show", "Good").out.contains(
        "\ncounts        30 since 2026-11-12, 10 since 2026-11-10\n"))
    let totals = try session.sqlite("SELECT sum || ' ' || feeds FROM number_total ORDER BY day", in: Self.history)
    #expect(totals == ["10 1", "10 1", "30 1"])
  }
}

@Suite("Scores and subscribers on the page of health report")
struct NumbersPageTests {
  @Test("the page has the scores, what moved them, the subscribers, and a line of each by day")
  func page() throws {
    let session = try Session.seeded(
      """
      {"feeds":[{"feedURL":"https://a.example/feed","title":"A <i>"},{"feedURL":"https://b.example/feed","title":"B"}],
       "collections":[{"slug":"best","title":"Best","feeds":["https://a.example/feed"]}]}
      """)
    func page() throws -> String {
      try session.run("health", "report", "--as-of", "2026-11-21", "--format", "html").out
    }
    let none = try page()
    #expect(!none.contains("Scores and subscribers") && !none.contains("Mean score"))
    try session.run("score", "--as-of", "2026-11-10")
    let one = try page()
    #expect(one.contains("Scores and subscribers") && !one.contains("Mean score") && !one.contains("Biggest score"))
    try session.change("UPDATE PublicFeed SET isVerified = 1 WHERE title = 'B'")
    try session.run("score", "--as-of", "2026-11-20")
    for (day, count) in [(19, 12), (20, 40)] {
      let counts = "feedURL,count\nhttps://a.example/feed,\(count)\n"
      try session.write(counts, to: "c.csv")
      try session.run("subscribers", "--counts", "c.csv", "--as-of", "2026-11-\(day)")
      try session.write("collection,imports\nbest,\(count)\n", to: "i.csv")
      try session.run("subscribers", "--counts", "i.csv", "--as-of", "2026-11-\(day)")
    }
    let page = try page()
    let section = page.components(separatedBy: #"<h2 id="s3">Scores and subscribers</h2>"#)[1]
      .components(separatedBy: "</section>")[0]
    #expect(
      section.matches(of: /<(?:fig)?caption[^>]*>([^<]+)</).map { String($0.1) } == [
        "Feeds by score", "Biggest score changes since 2026-11-14", "Lowest scores", "Most subscribers",
        "Shared collections",
      ])
    #expect(section.contains("<bdi>verification +10</bdi>") && !section.contains("<i>"))
    let cells = section.matches(of: /<bdi>([^<]+)<\/bdi>/).map { String($0.1) }
    #expect(Array(cells.suffix(4)) == ["A &lt;i&gt;", "https://a.example/feed", "Best", "40"])
    let trend = page.components(separatedBy: ">Trend</h2>")[1].components(separatedBy: "</section>")[0]
    #expect(trend.contains(">Mean score</figcaption>") && trend.contains(">Published subscribers of all feeds<"))
    #expect(trend.contains("<tr><th scope=\"row\">2026-11-19</th><td class=\"number\">10</td></tr>"))
    #expect(!page.contains("The methodology of the scores changed"))
    let longer = try session.run("health", "report", "--as-of", "2026-11-21", "--since", "30d", "--format", "html").out
    #expect(longer.contains("Biggest score changes since 2026-11-10"), "the first day with scores")
  }
}
