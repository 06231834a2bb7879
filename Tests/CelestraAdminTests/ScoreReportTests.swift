import Foundation
import Testing

@Suite("celestra-admin score report and methodologies")
struct ScoreReportTests {
  private static func session() throws -> Session {
    let session = try Session.seeded(
      """
      {"categories":[{"slug":"news","name":"News"}],
       "feeds":[
        {"feedURL":"https://me:pw@good.example/feed","title":"=Good","category":"news","isVerified":true},
        {"feedURL":"https://ill.example/feed","title":"<b>Ill</b>","category":"news"},
        {"feedURL":"https://new.example/feed","title":"New"}]}
      """, "--allow-credentials")
    try session.change(
      """
      UPDATE FeedMetadata SET totalAttempts = 10, successfulAttempts = 10, failureCount = 0
        WHERE feedReference = (SELECT ___recordID FROM PublicFeed WHERE title = '=Good');
      UPDATE FeedMetadata SET totalAttempts = 10, successfulAttempts = 4, failureCount = 6
        WHERE feedReference = (SELECT ___recordID FROM PublicFeed WHERE title = '<b>Ill</b>');
      UPDATE PublicFeed SET qualityScore = 90 WHERE title = '=Good';
      UPDATE PublicFeed SET qualityScore = 33 WHERE title = '<b>Ill</b>';
      """)
    return session
  }

  private static let balanced =
    Session.root.appending(path: "Tests/CelestraAdminTests/Fixtures/Scores/balanced.json").path

  @Test("the report shows the distribution, categories, extremes and movers, and writes nothing")
  func text() throws {
    let session = try Self.session()
    let run = try session.run("score", "--report", "--as-of", "2026-11-21")
    #expect(
      run
        == Session.Transcript(
          status: 0,
          out: """
            celestra.sqlite: 3 active feeds, mean score 46.3, mean confidence 40.0

            score   feeds
            0–9         0
            10–19       0
            20–29       0
            30–39       1  ████████████████████████████████████████
            40–49       1  ████████████████████████████████████████
            50–59       0
            60–69       1  ████████████████████████████████████████
            70–79       0
            80–89       0
            90–100      0

            category  feeds  mean  confidence
            news          2  49.0        50.0
            (none)        1  41.0        20.0

            score  lowest scores
               33  <b>Ill</b>
               41  New
               65  =Good

            score  highest scores
               65  =Good
               41  New
               33  <b>Ill</b>

            change  old  new  biggest changes compared with stored scores
               -25   90   65  =Good
            unknown for 1 of 3 feeds: reliability
            unknown for 3 of 3 feeds: popularity
            unknown for 3 of 3 feeds: regularity
            unknown for 3 of 3 feeds: freshness
            methodology celestra 2, hash d2957b87eceee493

            """, err: ""))
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed WHERE qualityScore IN (90, 33)") == ["2"])
  }

  @Test("feeds with one score are told with the commands that tell them apart; inactive feeds are left out")
  func tie() throws {
    let session = try Self.session()
    try session.write((0..<12).map { "https://feed\($0).example/rss" }.joined(separator: "\n"), to: "list.txt")
    try session.run("seed", "feeds", "list.txt")
    try session.change("UPDATE PublicFeed SET isActive = 0 WHERE feedURL = 'https://feed0.example/rss'")
    let report = ["score", "--report", "--as-of", "2026-11-21"]
    let note =
      "11 of 14 feeds have the score 40; unknown for most of them: reliability, popularity, regularity, freshness; "
      + "to tell them apart, run 'update --no-articles', 'subscribers', 'update'"
    let text = try session.run(report).out
    #expect(text.hasPrefix("note: \(note)\ncelestra.sqlite: 14 active feeds,"))
    #expect(text.contains("; 1 inactive left out\n"))
    #expect(try session.run(report + ["--format", "html"]).out.contains("11 of 14 feeds have the score 40"))
    let json = try session.run(report + ["--format", "json"]).out
    #expect(json.contains(#""inactive" : 1"#) && json.contains(#""distinctScores" : 4"#))
    #expect(!json.contains("https://feed0.example"))
  }

  @Test("a comparison across methodologies says so, in every format")
  func methodologies() throws {
    let session = try Self.session()
    try session.run("score", "--report", "--as-of", "2026-11-20", "--format", "json=r.json")
    let since = ["score", "--report", "--as-of", "2026-11-21", "--against", "r.json"]
    #expect(try !session.run(since).out.contains("methodology celestra 2, hash d2957b87eceee493; a change"))
    let note =
      "the earlier scores are by methodology celestra 2, hash d2957b87eceee493; a change can be a change of the methodology"
    let balanced = since + ["--methodology", Self.balanced]
    #expect(try session.run(balanced).out.hasPrefix("note: \(note)\n"))
    #expect(try session.run(balanced + ["--format", "markdown"]).out.contains("Note: \(note).\n"))
    #expect(try session.run(balanced + ["--format", "html"]).out.contains(note))
    #expect(try session.run(balanced + ["--format", "json"]).out.contains(#""sinceMethodology" : {"#))
  }

  @Test("every format has the same numbers and escapes titles")
  func formats() throws {
    let session = try Self.session()
    let run = try session.run(
      "score", "--report", "--as-of", "2026-11-21", "--format", "json=r.json", "--format", "html=r.html", "--format",
      "csv=r.csv", "--format", "markdown")
    #expect(run.status == 0)
    #expect(run.out.contains("| news | 2 | 49.0 | 50.0 |"))
    #expect(run.out.contains("| 33 | &lt;b&gt;Ill&lt;/b&gt; |"))
    let html = try session.read("r.html")
    #expect(html.contains("Feeds by score") && html.contains("<svg") && !html.contains("<b>Ill"))
    let csv = try session.read("r.csv")
    #expect(csv.contains("'=Good,https://good.example/feed,news,65,50,90,-25,d2957b87eceee493,\r\n"))
    for file in ["r.json", "r.html", "r.csv"] {
      #expect(!(try session.read(file)).contains("me:pw"))
    }
    // Compared with an earlier report instead of stored scores.
    try session.change("UPDATE FeedMetadata SET failureCount = 0")
    let since = try session.run("score", "--report", "--as-of", "2026-11-22", "--against", "r.json")
    #expect(since.out.contains("biggest changes since 2026-11-21T00:00:00Z\n    +7   33   40  <b>Ill</b>\n"))
    try session.write("{}", to: "no.json")
    let refused = try session.run("score", "--report", "--against", "no.json")
    #expect(refused.status == 2)
    #expect(refused.err.contains("no.json is not a report of scores"))
  }

  @Test("an invalid methodology is refused with the place of each mistake")
  func methodology() throws {
    let session = try Self.session()
    try session.write(
      """
      {"name": "ours",
       "weights": {"reliability": 60, "popularty": 20,
                   "rating": -5}}
      """, to: "m.json")
    let run = try session.run("score", "--methodology", "m.json")
    #expect(run.status == 2)
    #expect(run.err.contains("m.json:2:33: error: weights.popularty: unknown component [unknown-component]"))
    #expect(run.err.contains("m.json:3:24: error: weights.rating: a weight is 0 or more, not -5 [negative-weight]"))
    try session.write(#"{"name": "ours", "weights": {"reliability": 60, "popularity": 30}}"#, to: "m.json")
    #expect(try session.run("score", "--methodology", "m.json").err.contains("the sum of the weights is 90, not 100"))
    #expect(try session.run("score", "--methodology", "none").err.contains("cannot read none: no such file"))
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed WHERE qualityScore IN (90, 33)") == ["2"])
  }

  @Test("balanced explains what lowers a score, and a second run changes nothing")
  func balanced() throws {
    let session = try Self.session()
    #expect(try session.run("score", "--methodology", Self.balanced, "--as-of", "2026-11-21").status == 0)
    let again = try session.run("score", "--methodology", Self.balanced, "--as-of", "2026-11-21")
    #expect(again.out.contains("no score changed: nothing to do"))
    let run = try session.run(
      "score", "--methodology", Self.balanced, "--as-of", "2026-11-21", "--explain", "https://ill.example/feed")
    #expect(
      run.out == """
        <b>Ill</b>  https://ill.example/feed
        score 35 of 100 (stored: 35)
        component            points  of  why
        proven reliability      1.9  30  4 of 10 fetches succeeded, the last 6 failed
        freshness               7.5  15  unknown, counts half: no article has a date
        activity                5.0  10  unknown, counts half: no articles are known
        relative popularity     7.5  15  unknown, counts half: no subscribers are published
        rating                  5.0  10  unknown, counts half: not rated
        curation                5.0  10  no editor has verified it
        completeness            2.9  10  without description, home page, image, language, tags
        confidence: 50 of 100 points are based on known values
        greatest gain: proven reliability, up to 28.1 points
        methodology balanced 1, hash bc3e6a0aec6d5798

        """)
  }

  @Test("a run killed and repeated gives the records of a clean run")
  func resumed() throws {
    let sessions = [try Self.session(), try Self.session()]
    for session in sessions {
      let lines = (0..<1000).map { "https://feed\($0).example/rss" }.joined(separator: "\n")
      try session.write(lines, to: "list.txt")
      try session.run("seed", "feeds", "list.txt")
    }
    let process = try sessions[0].start(
      ["score", "--as-of", "2026-11-21"], out: sessions[0].folder.appendingPathComponent(".o"),
      err: sessions[0].folder.appendingPathComponent(".e"))
    while process.isRunning, try sessions[0].sqlite("SELECT count(qualityScore) FROM PublicFeed") == ["2"] {}
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    for session in sessions { #expect(try session.run("score", "--as-of", "2026-11-21").status == 0) }
    let query = "SELECT ___recordID || qualityScore FROM PublicFeed ORDER BY 1"
    let ends = try sessions.map { try $0.sqlite(query) }
    #expect(ends[0].count == 1003)
    #expect(ends[0] == ends[1])
  }
}
