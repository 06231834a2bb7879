import Foundation
import TestEnvironment
import Testing

@Suite("celestra-admin health report --format html")
struct HealthReportPageTests {
  private typealias Step = HealthShowTests.Step

  /// A container of five feeds: newly down, down for long, moved, never fetched, and healthy.
  private static func session() async throws -> Session {
    let names = ["new", "dead", "moved", "never", "fine"]
    let feeds = names.map {
      #"{"feedURL":"https://\#($0).example/feed","title":"\#($0) <i>","category":"news"}"#
    }
    let session = try Session.seeded(
      #"{"categories":[{"slug":"news","name":"News"}],"feeds":[\#(feeds.joined(separator: ","))]}"#)
    try HealthReportTests.measure("new", "totalAttempts = 100, successfulAttempts = 90, failureCount = 6", in: session)
    try HealthReportTests.measure("dead", "totalAttempts = 100, successfulAttempts = 9, failureCount = 40", in: session)
    for title in ["moved", "fine"] {
      try HealthReportTests.measure(title, "totalAttempts = 9, successfulAttempts = 9, failureCount = 0", in: session)
    }
    try await HealthShowTests.probe([.up("2026-10-01"), .failed("2026-10-02")], of: "dead", in: session)
    try await HealthShowTests.probe(
      [.up("2026-11-18"), .up("2026-11-20")], of: "fine", in: session, certificateEnd: "2026-12-05T00:00:01Z")
    try await HealthShowTests.probe(
      [
        Step(day: "2026-11-18", verdict: "moved", isUp: true, detail: "12 items; moved to https://www.moved.example/"),
        Step(day: "2026-11-20", verdict: "moved", isUp: true, detail: "12 items; moved to https://www.moved.example/"),
      ],
      of: "moved", in: session, movedTo: "https://www.moved.example/feed", certificateEnd: "2026-12-05")
    try await HealthShowTests.probe([.failed("2026-11-09"), .failed("2026-11-10")], of: "dead", in: session)
    try await HealthShowTests.probe([.up("2026-11-18"), .failed("2026-11-20T12:00:00Z")], of: "new", in: session)
    return session
  }

  private static func page(_ session: Session, _ options: String...) throws -> String {
    try session.run(["health", "report", "--as-of", "2026-11-21", "--format", "html"] + options).out
  }

  @Test("the page begins with what needs a decision, each with the command to run")
  func decisions() async throws {
    let page = try Self.page(await Self.session())
    let decided = page.matches(of: #/<b>(\d+)</b><div><strong>([^<]+)</strong>/#).map { "\($0.1) \($0.2)" }
    #expect(
      decided == [
        "1 newly down", "1 to deactivate", "1 new addresses", "1 certificates that end soon", "1 never fetched",
      ])
    for command in [
      "health show &#39;https://new.example/feed&#39;", "health proposals --only deactivate",
      "health proposals --only new-url", "health show &#39;https://moved.example/feed&#39;", "update",
    ] { #expect(page.contains("<code>celestra-admin \(command)</code>"), "\(command)") }
    #expect(page.contains("<li><a href=\"#f0\"><bdi>dead &lt;i&gt;</bdi></a></li>"))
    #expect(page.contains("<bdi>moved &lt;i&gt;</bdi></a> <small>ends 2026-12-05</small></li>"))
    let header = page.components(separatedBy: "</header>")[0]
    #expect(
      header.contains("2026-11-21 00:00 UTC. 5 active feeds: 2 critical, 0 warning, 0 degraded, 1 unknown, 2 healthy"))
    #expect(!page.contains(#/<h\d[^>]*>[^<]*\d{2}:\d{2}/#))
  }

  @Test("each feed is one row of one table, by cause, with what filters need, and bars of its days")
  func rows() async throws {
    let session = try await Self.session()
    let page = try Self.page(session)
    let groups = page.matches(of: #/data-group="([^"]+)"/#).map { String($0.1) }
    #expect(groups == ["dns", "moved", "never fetched"])
    let rows = page.matches(of: #/<tr id="(f\d)" role="row" data-category="news" data-host="(\w+).example">/#)
    #expect(rows.map { "\($0.1) \($0.2)" } == ["f0 dead", "f1 new", "f2 moved", "f3 never"])
    #expect(page.contains("<span class=\"bad\">critical 50 d</span><small>since 2026-10-02</small>"))
    #expect(page.contains("aria-label=\"1 up, 3 failing, 86 unprobed\""))
    #expect(page.contains("<caption>4 feeds, worst first. Bars: "))
    #expect(page.contains("<dt>new address</dt><dd><bdi>https://www.moved.example/feed</bdi></dd>"))
    #expect(
      try Self.page(session, "--limit", "1").contains(
        "<caption>1 of 4 feeds, worst first; --limit lists more. Bars: "))
    #expect(
      page.contains("<span class=\"bad\">critical 2</span>") && page.contains("<summary>Numbers by day</summary>"))
    #expect(!page.contains("fine &lt;i&gt;"))
  }

  @Test("commands name a container that is not the default")
  func container() async throws {
    let session = try await Self.session()
    try FileManager.default.moveItem(atPath: session.path("celestra.sqlite"), toPath: session.path("o'ther.sqlite"))
    let page = try Self.page(session, "--container", "o'ther.sqlite")
    #expect(page.contains("<code>celestra-admin update --container &#39;o&#39;\\&#39;&#39;ther.sqlite&#39;</code>"))
    #expect(page.contains("<p>Changes are unknown: the probe history has none"))
  }

  @Test(
    "filters are kept in the address, and a row that the address names opens",
    .enabled(if: Browser.isAvailable, "needs Chromium and CELESTRA_PEERS=1"),
    arguments: [
      ("#cause=moved", ["f2"]), ("#category=news&text=NEVER", ["f3"]), ("#host=new.example", ["f1"]),
      ("#f1", ["f0", "f1", "f2", "f3"]), ("", ["f0", "f1", "f2", "f3"]), ("#cause=none%3Cscript%3E", []),
    ])
  func filters(hash: String, shown: [String]) async throws {
    let session = try await Self.session()
    try session.write(Self.page(session), to: "p.html")
    let (document, console) = try Browser.open("file://" + session.path("p.html") + hash)
    #expect(console == [])
    let rows = document.matches(of: #/<tr id="(f\d)"[^>]*>/#).filter { !$0.0.contains("hidden") }.map { String($0.1) }
    #expect(rows == shown)
    #expect(document.contains("<details open=\"\">") == (hash == "#f1"))
  }
}
