import CloudKitRecords
import FeedHealth
import Foundation
import ProbeHistory
import Testing

@Suite("celestra-admin health show")
struct HealthShowTests {
  /// Probes of a day, one for each, at midnight.
  struct Step: Sendable {
    let day: String
    let verdict: String
    let isUp: Bool?
    let detail: String

    static func up(_ day: String) -> Step { Step(day: day, verdict: "ok", isUp: true, detail: "12 items") }
    static func failed(_ day: String) -> Step {
      Step(day: day, verdict: "dns", isUp: false, detail: "no address for 'ill.example'")
    }
  }

  /// Adds probes to the history of a container, each in a run of its own.
  static func probe(
    _ steps: [Step], of title: String, in session: Session, level: String = "healthy", movedTo: String? = nil,
    certificateEnd: String? = nil
  ) async throws {
    let history = try SQLiteProbeHistory.open(session.path("celestra.sqlite.history.sqlite"))
    let found = try session.sqlite("SELECT ___recordID FROM PublicFeed WHERE title LIKE '\(title)%'")
    let feed = RecordName(try #require(found.first))
    for step in steps {
      let run = try await history.begin(at: try #require(Timestamp(iso8601: step.day)))
      var probe = Probe(
        feed: feed, verdict: step.verdict, level: step.isUp == false ? "critical" : level, isUp: step.isUp,
        detail: step.detail, seconds: 0.5)
      probe.movedTo = movedTo
      probe.certificateEnd = certificateEnd.flatMap { Timestamp(iso8601: $0) }
      if step.isUp == true {
        probe.items = 12
        probe.newest = Timestamp(iso8601: "2026-11-14")
      }
      try await history.add([probe], to: run, foundAt: run.at)
      try await history.finish(run, keepingDays: 3650, took: nil)
    }
  }

  private static func session() throws -> Session {
    let session = try Session.seeded(#"{"feeds":[{"feedURL":"https://ill.example/feed","title":"Ill <b>\"'{{x}}"}]}"#)
    try HealthReportTests.measure(
      "Ill", "totalAttempts = 30, successfulAttempts = 24, failureCount = 6, lastFetchSuccess = 1794700800000",
      in: session)
    return session
  }

  /// The fifteen days before 2026-11-21: ten good ones, then failures.
  private static let days =
    (6...15).map { Step.up("2026-11-\($0 < 10 ? "0" : "")\($0)") } + (16...21).map { Step.failed("2026-11-\($0)") }

  private static func show(_ session: Session, _ options: String...) throws -> Session.Transcript {
    try session.run(["health", "show", "https://ill.example/feed", "--as-of", "2026-11-21T06:00:00Z"] + options)
  }

  @Test("text says why and since when, then the facts, the days, and the timeline")
  func text() async throws {
    let session = try Self.session()
    try await Self.probe(Self.days, of: "Ill", in: session)
    #expect(
      try Self.show(session)
        == Session.Transcript(
          status: 0,
          out: """
            Ill <b>"'{{x}}  https://ill.example/feed
            down since 2026-11-16 00:00 (5 d): dns: no address for 'ill.example'

            fact          value
            level         critical, 6 failures in a row
            success       80% of fetches
            up, 30 days   65%
            last success  2026-11-15 00:00, 6 d ago
            latency       0.50 s, in 30 days 0.50 s median, 0.50 s slowest
            size          12 items
            rhythm        newest 2026-11-14, overdue from 2027-11-14

            last 90 days: 10 up, 6 failing, 74 unprobed
            2026-08-24  ······························
            2026-09-23  ······························
            2026-10-23  ··············▂▂▂▂▂▂▂▂▂▂██████

            from              until             lasted  state    probes  evidence
            2026-11-16 00:00  now                  5 d  failing       6  dns: no address for 'ill.example'
            2026-11-06 00:00  2026-11-16 00:00    10 d  up           10  12 items

            """, err: ""))
  }

  private struct Saved: Decodable {
    struct Summary: Decodable {
      let headline: String
      let days: [String]
      let laterProbes: Int
      let certificateEnd: String?
    }
    struct Span: Decodable {
      let state: String
      let probes: Int
    }
    let summary: Summary
    let items: [Span]
  }

  @Test(
    "feeds without a history, with one probe, with a gap of a year, and with a clock that was ahead read well",
    arguments: [
      ([], "no probe in the history; the catalog says: 6 failures in a row", []),
      ([.up("2026-11-20")], "up since 2026-11-20 00:00 (30 h), the first known probe", ["up 1"]),
      (
        [.up("2025-11-20"), .failed("2026-11-20")],
        "down since 2026-11-20 00:00 (30 h): dns: no address for 'ill.example'", ["up 1", "unprobed 0", "failing 1"]
      ),
      (
        [.failed("2025-11-20"), .failed("2025-11-21")],
        "not probed since 2025-11-21 00:00 (365 d); it was failing then", ["failing 2", "unprobed 0"]
      ),
      (
        [.up("2026-11-15"), Step(day: "2026-11-18", verdict: "rate-limited", isUp: nil, detail: "HTTP 429")],
        "could not be read since 2026-11-15 00:00 (6 d): rate-limited: HTTP 429; it was up then", ["up 2"]
      ),
      (
        [.up("2026-11-20"), .failed("2031-01-01")], "up since 2026-11-20 00:00 (30 h), the first known probe", ["up 1"]
      ),
    ] as [([Step], String, [String])])
  func histories(steps: [Step], headline: String, spans: [String]) async throws {
    let session = try Self.session()
    if !steps.isEmpty { try await Self.probe(steps, of: "Ill", in: session) }
    let saved = try JSONDecoder().decode(Saved.self, from: Data(try Self.show(session, "--format", "json").out.utf8))
    #expect(saved.summary.headline == headline)
    #expect(saved.items.map { "\($0.state) \($0.probes)" } == spans)
    #expect(saved.summary.days.count == 90)
    let text = try Self.show(session).out
    #expect(text.contains("\n\(headline)\n"))
    #expect(text.contains("note: 1 probe later than 2026-11-21 06:00 left out") == (saved.summary.laterProbes == 1))
  }

  @Test(
    "the end of the certificate is a fact",
    arguments: [
      ("2026-12-03T23:59:59Z", "ends 2026-12-03, in 12 days"), ("2026-11-22T01:00:00Z", "ends 2026-11-22, in 1 day"),
      ("2026-11-21T06:00:00Z", "ends 2026-11-21, today"), ("2026-11-21T05:59:59Z", "ended 2026-11-21"),
    ])
  func certificate(end: String, words: String) async throws {
    let session = try Self.session()
    try await Self.probe([.up("2026-11-20")], of: "Ill", in: session, certificateEnd: end)
    try await Self.probe([.failed("2026-11-21")], of: "Ill", in: session)
    #expect(try Self.show(session).out.contains("\ncertificate   \(words)\n"))
    let saved = try JSONDecoder().decode(Saved.self, from: Data(try Self.show(session, "--format", "json").out.utf8))
    #expect(saved.summary.certificateEnd == end)
  }

  @Test("the last probe in a history is not the answer if another machine has probed the feed since")
  func otherMachine() async throws {
    let session = try Self.session()
    try await Self.probe([.up("2026-11-14")], of: "Ill", in: session)
    try HealthReportTests.measure("Ill", "lastAttempted = 1795132800000", in: session)
    let headline = "no probe since 2026-11-14 00:00 in the history; the catalog says: 6 failures in a row"
    #expect(try Self.show(session).out.contains("\n\(headline)\n"))
  }

  @Test("a feed never probed says how to probe it")
  func never() throws {
    let session = try Session.seeded(#"{"feeds":[{"feedURL":"https://ill.example/feed","title":"Ill"}]}"#)
    #expect(try Self.show(session).out.contains("\nnever probed: run 'celestra-admin update'\n"))
  }

  @Test("a title is text in every format, and a page has the bars of the days")
  func formats() async throws {
    let session = try Self.session()
    try await Self.probe(Self.days, of: "Ill", in: session)
    let page = try Self.show(session, "--format", "html").out
    #expect(page.contains("<h1>Ill &lt;b&gt;&quot;&#39;{{x}}</h1>") && !page.contains("<b>"))
    #expect(page.contains("<path class=\"bad\" d=\"M84 5h6\"/><path class=\"good\" d=\"M74 8h10\"/>"))
    let markdown = try Self.show(session, "--format", "markdown").out
    #expect(markdown.hasPrefix("## Ill &lt;b&gt;\"'{{x}}\n\n") && markdown.contains("··▂▂▂▂▂▂▂▂▂▂██████\n```\n"))
  }

  @Test("a feed that the catalog lacks is refused as by other commands")
  func unknown() throws {
    let session = try Self.session()
    let run = try session.run("health", "show", "https://none.example/feed")
    #expect(run.status != 0 && run.out.isEmpty)
    #expect(run.err == (try session.run("feeds", "show", "https://none.example/feed")).err)
  }
}
