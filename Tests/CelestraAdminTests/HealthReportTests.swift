import Foundation
import TestEnvironment
import Testing

@Suite("celestra-admin health report")
struct HealthReportTests {
  /// A container with four feeds: healthy, down, intermittent, and never fetched.
  static func session() throws -> Session {
    let session = try Session.seeded(
      """
      {"categories":[{"slug":"news","name":"News"}],
       "feeds":[
        {"feedURL":"https://good.example/feed","title":"Good","category":"news","isVerified":true},
        {"feedURL":"https://user:secret@www.ill.example:8080/feed","title":"Ill <script>\\"\u{301} | *x*","category":"news"},
        {"feedURL":"https://weak.example/feed","title":"Weak","category":"news"},
        {"feedURL":"https://new.example/feed","title":"New"}]}
      """, "--allow-credentials")
    try measure(
      "Good",
      "totalAttempts = 100, successfulAttempts = 98, failureCount = 0, lastFetchSuccess = 1795219200000,"
        + " uptimePercentage = 99.5, averageArticlesPerWeek = 3", in: session)
    try measure(
      "Ill",
      "totalAttempts = 10, successfulAttempts = 4, failureCount = 6, lastFetchSuccess = 1794355200000,"
        + " lastFailureReason = 'HTTP 404', uptimePercentage = 40", in: session)
    try measure(
      "Weak", "totalAttempts = 10, successfulAttempts = 7, failureCount = 0, lastFetchSuccess = 1795219200000",
      in: session)
    return session
  }

  /// Sets the measurements of feeds whose title begins with a text.
  static func measure(_ title: String, _ values: String, in session: Session) throws {
    try session.change(
      "UPDATE FeedMetadata SET \(values) WHERE feedReference = "
        + "(SELECT ___recordID FROM PublicFeed WHERE title LIKE '\(title)%')")
  }

  @Test(
    "text has totals by category and unhealthy feeds, worst first; --fail-on and --max-down set the exit code and a message"
  )
  func text() throws {
    let session = try Self.session()
    let run = try session.run("health", "report", "--as-of", "2026-11-21")
    #expect(
      run
        == Session.Transcript(
          status: 0,
          out: """
            celestra.sqlite: 4 active feeds, 0 inactive

            category  critical  warning  degraded  unknown  healthy  feeds
            news             1        0         1        0        1      3
            (none)           0        0         0        1        0      1
            all              1        0         1        1        1      4

            level     failures  success  last success  feed                 why
            critical         6      40%  10 d ago      Ill <script>"\u{301} | *x*  HTTP 404
            degraded         0      70%  0 min ago     Weak

            """, err: ""))
    for (flags, status) in [
      (["--fail-on", "critical"], 1), (["--fail-on", "warning"], 1), (["--max-down", "24.9%"], 1),
      (["--max-down", "25"], 0), (["--max-down", "101%"], 64), (["--fail-on", "awful"], 64), (["--limit", "-1"], 64),
    ] as [([String], Int32)] {
      #expect(try session.run(["health", "report"] + flags).status == status, "\(flags)")
    }
    let limits = try session.run(
      "health", "report", "--fail-on", "degraded", "--max-down", "5%", "--format", "json=r.json")
    #expect(
      limits
        == Session.Transcript(
          status: 1, out: "",
          err: """
            celestra.sqlite: 2 of 4 feeds degraded or worse (--fail-on)
            celestra.sqlite: 1 of 4 feeds down (25%), limit 5% (--max-down)

            """))
    try session.change("UPDATE FeedMetadata SET failureCount = 0, successfulAttempts = totalAttempts")
    #expect(try session.run("health", "report", "--fail-on", "degraded").status == 0)
  }

  @Test("without a probe history, changes are unknown, with a date as with a report", arguments: [true, false])
  func changes(isFile: Bool) throws {
    let session = try Self.session()
    try session.run("health", "report", "--as-of", "2026-11-14", "--format", "json=old.json")
    let run = try session.run(
      "health", "report", "--as-of", "2026-11-21", isFile ? "--against" : "--since", isFile ? "old.json" : "2026-11-14")
    #expect(
      run.out.contains(
        """

        since 2026-11-14T00:00:00Z:
        changes are unknown: the probe history has none; 'update' and 'update --no-articles' record them

        """))
  }

  @Test("the page lists a feed that is down once, only hosts with several unhealthy feeds, and cut titles")
  func pageLists() throws {
    let session = try Self.session()
    try session.run("health", "report", "--as-of", "2026-11-14", "--format", "json=old.json")
    func page() throws -> String {
      try session.run(
        "health", "report", "--as-of", "2026-11-21", "--against", "old.json", "--format", "html"
      ).out
    }
    let first = try page()
    #expect(first.contains("<a href=\"#s0\">To decide</a><a href=\"#s1\">Feeds by cause</a><a href=\"#s2\">Trend</a>"))
    #expect(first.components(separatedBy: "Ill &lt;script").count == 2)
    #expect(first.contains("<p>Changes are unknown: "))
    #expect(!first.contains("Hosts with"))
    try session.change(
      """
      UPDATE PublicFeed SET feedURL = 'https://ill.example/weak', title = replace(hex(zeroblob(200)), '0', 'x')
      WHERE title = 'Weak'
      """)
    let second = try page()
    #expect(second.contains("<caption>Hosts with several unhealthy feeds</caption>"))
    #expect(second.contains("<bdi>ill.example</bdi>"))
    #expect(second.contains("<bdi>\(String(repeating: "x", count: 119))…</bdi>"))
  }

  @Test(
    "an invalid --since or --against is refused",
    arguments: [
      (["--since", "never"], 64, "The value 'never' is invalid for '--since <date>'"),
      (["--since", "2026-11-01", "--against", "s.json"], 64, "use --since or --against, not both"),
      (["--against", "none.json"], 2, "cannot read none.json: no such file"),
      (
        ["--against", "s.json"], 2,
        "s.json is not a report of the health of feeds; --against requires a file from 'health report --format json=FILE'"
      ),
    ])
  func wrongSince(options: [String], status: Int32, message: String) throws {
    let run = try Self.session().run(["health", "report"] + options)
    #expect(run.status == status && run.out.isEmpty)
    #expect(run.err.contains(message), "\(run.err)")
  }

  @Test("Markdown escapes titles and shows no password")
  func markdown() throws {
    let run = try Self.session().run("health", "report", "--as-of", "2026-11-21", "--format", "markdown")
    #expect(
      run.out == """
        ## Feed health

        celestra.sqlite, 2026-11-21T00:00:00Z: 4 active feeds, 0 inactive.

        | category | critical | warning | degraded | unknown | healthy | feeds |
        | --- | --: | --: | --: | --: | --: | --: |
        | news | 1 | 0 | 1 | 0 | 1 | 3 |
        | (none) | 0 | 0 | 0 | 1 | 0 | 1 |
        | all | 1 | 0 | 1 | 1 | 1 | 4 |

        ### Unhealthy feeds

        | level | failures | success | last success | feed | address | why |
        | --- | --: | --: | --- | --- | --- | --- |
        | critical | 6 | 40% | 10 d ago | Ill &lt;script&gt;"\u{301} \\| \\*x\\* | https://www.ill.example:8080/feed | HTTP 404 |
        | degraded | 0 | 70% | 0 min ago | Weak | https://weak.example/feed |  |

        """)
  }

  @Test("no format shows a password")
  func noPassword() throws {
    let session = try Self.session()
    for format in ["text", "json", "markdown", "html", "csv", "prometheus"] {
      let run = try session.run("health", "report", "--format", format)
      #expect(run.status == 0 && !run.out.isEmpty && !run.out.contains("secret"), "\(format)")
    }
  }

  @Test("Prometheus gets gauges without timestamps")
  func prometheus() throws {
    let session = try Self.session()
    let run = try session.run("health", "report", "--as-of", "2026-11-21", "--format", "prometheus")
    #expect(
      run.out.hasPrefix(
        """
        # HELP celestra_feeds Active feeds by health level.
        # TYPE celestra_feeds gauge
        celestra_feeds{container="celestra.sqlite",level="healthy"} 1
        celestra_feeds{container="celestra.sqlite",level="unknown"} 1
        celestra_feeds{container="celestra.sqlite",level="degraded"} 1
        celestra_feeds{container="celestra.sqlite",level="warning"} 0
        celestra_feeds{container="celestra.sqlite",level="critical"} 1
        # HELP celestra_feeds_inactive Inactive feeds.
        # TYPE celestra_feeds_inactive gauge
        celestra_feeds_inactive{container="celestra.sqlite"} 0
        # HELP celestra_feeds_down_ratio Share of the active feeds that are down.
        # TYPE celestra_feeds_down_ratio gauge
        celestra_feeds_down_ratio{container="celestra.sqlite"} 0.25

        """))
  }

  private static let hasPromtool = TestEnvironment.comparesPeers && TestProgram("promtool") != nil

  @Test("promtool accepts the metrics", .enabled(if: hasPromtool, "needs promtool and CELESTRA_PEERS=1"))
  func promtool() throws {
    let session = try Self.session()
    try session.change("UPDATE PublicFeed SET category = NULL")
    try session.run("health", "report", "--format", "prometheus=health.prom")
    let promtool = try #require(TestProgram("promtool"))
    let result = try promtool.run(["check", "metrics"], input: URL(filePath: session.path("health.prom")))
    #expect(result.status == 0 && result.text == "", "\(result.text)")
  }

  @Test(
    "the page and its script run in a browser without console messages",
    .enabled(if: Browser.isAvailable, "needs Chromium and CELESTRA_PEERS=1"))
  func browser() throws {
    let session = try Self.session()
    try session.run("health", "report", "--as-of", "2026-11-21", "--format", "html=health.html")
    let (document, console) = try Browser.open("file://" + session.path("health.html"))
    #expect(console == [])
    #expect(document.contains("<input type=\"search\">"))
    let title = "Ill &lt;script&gt;\"\u{301} | *x*"
    #expect(document.contains(title))
    let addresses = document.matches(of: /(?:src|href)="([^"]*)"/).map { String($0.1) }
    #expect(
      Set(addresses) == [
        "data:,", "#s0", "#s1", "#s2", "#s3", "https://new.example/feed", "https://www.ill.example:8080/feed",
        "https://weak.example/feed",
      ], "a page requests nothing; these are links")
    for width in [390, 1280] {
      let picture = try Browser.picture(
        of: "file://" + session.path("health.html"), width: width, at: session.path("p.png"))
      #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]) && picture.count > 10_000)
    }
  }

  @Test(
    "an injected script violates the page's content security policy",
    .enabled(if: Browser.isAvailable, "needs Chromium and CELESTRA_PEERS=1"))
  func policy() throws {
    let session = try Self.session()
    try session.run("health", "report", "--format", "html=health.html")
    let page = try session.read("health.html")
    try session.write(page.replacing("</body>", with: "<script>document.title = 'x'</script></body>"), to: "bad.html")
    let (document, console) = try Browser.open("file://" + session.path("bad.html"))
    #expect(console.count == 1 && console[0].contains("Content Security Policy"))
    #expect(!document.contains("<title>x</title>"))
  }
}
