import FeedServer
import Foundation
import Testing

@Suite("celestra-admin health report after probes")
struct HealthReportHistoryTests {
  /// Two feeds probed on five days: one works, one is gone since the second day.
  private static func session() async throws -> (Session, port: Int) {
    let server = try await FeedServer.start { request in
      request.path == "/gone" ? .answer(404) : ProbedFeeds.reply(request)
    }
    let session = try Session(copying: "schema")
    let urls = ["http://h2.test:\(server.port)/feed", "http://h3.test:\(server.port)/gone"]
    try session.write(ProbedFeeds.seed(urls), to: "s.json")
    #expect(try session.run("seed", "s.json").status == 0)
    for day in 17...21 {
      let run = try session.run(
        Session.probe + [
          "--include-not-due", "--connect-timeout", "600", "--response-timeout", "600", "--timeout", "600", "--as-of",
          "2026-11-\(day)T12:00:00Z",
        ])
      #expect(run.status == 0, "\(run.err)")
    }
    return (session, server.port)
  }

  private struct Saved: Decodable {
    struct Summary: Decodable {
      struct Verdict: Decodable, Equatable {
        let verdict: String
        let feeds: Int
      }
      struct Run: Decodable {
        let at: String
        let levels: [String: Int]
      }
      struct Changes: Decodable {
        let counts: [String: Int]
        let stillDown: Int
        let knownFrom: String?
      }
      let verdicts: [Verdict]
      let trend: [Run]
      let changes: Changes?
    }
    let summary: Summary
  }

  private static func report(_ session: Session, _ options: String...) throws -> Saved.Summary {
    let run = try session.run(
      ["health", "report", "--as-of", "2026-11-21T13:00:00Z", "--format", "json"] + options)
    return try JSONDecoder().decode(Saved.self, from: Data(run.out.utf8)).summary
  }

  @Test("the report has verdicts, starts of downtimes, and the trend; a date in the history is a baseline")
  func history() async throws {
    let (session, port) = try await Self.session()
    let summary = try Self.report(session)
    #expect(summary.verdicts == [.init(verdict: "http-4xx", feeds: 1), .init(verdict: "not-modified", feeds: 1)])
    #expect(summary.trend.map(\.at) == (17...21).map { "2026-11-\($0)T12:00:00Z" })
    #expect(summary.trend.last?.levels == ["critical": 1, "healthy": 1])
    let since = try #require(try Self.report(session, "--since", "2026-11-19").changes)
    #expect(since.counts == ["down": 1] && since.stillDown == 0)
    let before = try session.run("health", "report", "--as-of", "2026-11-21T13:00:00Z", "--since", "2026-11-16").out
    #expect(
      before.contains(
        """

        since 2026-11-16T00:00:00Z:
        newly down 1
          http://h3.test:\(port)/gone: since 2026-11-17T12:00:00Z, HTTP 404
        changes before 2026-11-17T12:00:00Z are unknown: the probe history begins then

        """))
    let later = try session.run("health", "report", "--as-of", "2026-11-22", "--since", "2026-11-21T12:00:00Z").out
    #expect(later.contains("\nsince 2026-11-21T12:00:00Z:\nno changes\nstill down: 1\n"))
    let text = try session.run("health", "report", "--as-of", "2026-11-21T13:00:00Z").out
    #expect(text.contains("\nlast probes: http-4xx 1\n"))
    let page = try session.run("health", "report", "--format", "html").out
    #expect(page.contains("Unhealthy feeds, the last 5 days with probes"))
  }

  @Test("working feeds with findings are listed with their evidence in every format")
  func findings() async throws {
    let paths = ["no-items", "ampersand", "moved", "1999", "wall", "forbidden", "moved-stale", "feed"]
    let server = try await FeedServer.start { request in
      request.path == "/moved-stale" ? .answer(301, [("Location", "/1999")]) : ProbedFeeds.reply(request)
    }
    let session = try Session(copying: "schema")
    let urls = paths.enumerated().map { "http://\(TestHosts.name($0 + 2)):\(server.port)/\($1)" }
    try session.write(ProbedFeeds.seed(urls), to: "s.json")
    #expect(try session.run("seed", "s.json").status == 0)
    try session.change("UPDATE PublicFeed SET title = replace(feedURL, rtrim(feedURL, replace(feedURL, '/', '')), '')")
    let probe = try session.run(Session.probe + ["--as-of", ProbedFeeds.asOf])
    #expect(probe.status == 0, "\(probe)")
    let text = try session.run("health", "report", "--as-of", ProbedFeeds.asOf).out
    let rows = text.components(separatedBy: "evidence\n").last?.split(separator: "\n").map {
      $0.replacing(#/ {2,}/#, with: " | ").replacing(#/h\d+\.test(:\d+)?/#, with: "host")
    }
    #expect(
      rows == [
        "bot-wall | wall | HTTP 403, a Cloudflare challenge",
        "robots | forbidden | robots.txt of 'host' forbids '/forbidden'",
      ])
    #expect(text.contains("\nfeeds that could not be read: bot-wall 1, robots 1\n"))
    let working = text.components(separatedBy: "evidence\n").dropFirst().first?.split(separator: "\n").prefix(5).map {
      $0.replacing(#/ {2,}/#, with: " | ").replacing(#/h\d+\.test(:\d+)?/#, with: "host")
    }
    #expect(
      working == [
        "moved | moved | 3 items; moved to http://host/feed",
        "stale | 1999 | nothing new since 1999-01-02",
        "stale, moved | moved-stale | nothing new since 1999-01-02; moved to http://host/1999",
        "empty-feed | no-items | the feed has no items",
        "malformed | ampersand | 3 items; line 1: unescaped '&'",
      ])
    #expect(
      text.contains("\nworking feeds with findings: moved 1, stale 2, empty-feed 1, malformed 1\n"))
    for format in ["markdown", "html", "json", "csv"] {
      let out = try session.run("health", "report", "--format", format, "--as-of", ProbedFeeds.asOf).out
      #expect(out.contains("line 1: ") && out.contains("nothing new since 1999"), "\(format)")
    }
  }

  @Test("a feed probed once a week is down after its second failure, in the report and in the catalog")
  func weekly() async throws {
    let server = try await FeedServer.start { request in
      request.path == "/gone" ? .answer(404) : ProbedFeeds.reply(request)
    }
    let session = try Session.probing(["http://h2.test:\(server.port)/feed", "http://h3.test:\(server.port)/gone"])
    var levels: [String] = []
    for day in ["2026-11-07", "2026-11-14", "2026-11-21"] {
      let run = try session.run(Session.probe + ["--as-of", "\(day)T12:00:00Z"])
      #expect(run.status == 0, "\(run.err)")
      let report = try session.run("health", "report", "--as-of", "\(day)T13:00:00Z", "--format", "csv").out
      levels.append(report.contains(",critical,") ? "down" : "up")
      let stored = try session.sqlite("SELECT count(*) FROM FeedMetadata WHERE healthStatus = 'down'")
      #expect(stored == [levels.last == "down" ? "1" : "0"])
    }
    #expect(levels == ["up", "down", "down"])
  }

  @Test("a named history must exist")
  func missing() throws {
    let session = try Session(copying: "schema", "seed")
    try session.run("seed")
    let run = try session.run("health", "report", "--history", "none.sqlite")
    let message =
      "cannot read the history none.sqlite: no such file; 'update --no-articles --history none.sqlite' creates one"
    #expect(run == Session.Transcript(status: 2, out: "", err: "celestra-admin: error: \(message)\n"))
  }
}
