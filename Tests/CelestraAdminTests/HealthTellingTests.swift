import Crypto
import FeedServer
import Foundation
import Synchronization
import Testing

@Suite("celestra-admin health report tells of changes")
struct HealthTellingTests {
  private struct Notice: Decodable {
    struct Changes: Decodable {
      struct Feed: Decodable { let change, title, details: String }
      let feeds, reminders: [Feed]
      let since: String
    }
    let event, container, text: String
    let feeds: Int
    let totals: [String: Int]
    let changes: Changes
  }

  /// A web of two feeds, one of which can fail, and a server that is told.
  private final class World: Sendable {
    let isFailing = Mutex(false)
    let status = Mutex(200)
    let web: FeedServer
    let hook: FeedServer

    init() async throws {
      let holder = Holder()
      web = try await FeedServer.start { request in
        switch request.path {
        case "/robots.txt": .answer(404)
        case "/dies" where holder.world.withLock { $0.world }?.isFailing.withLock(\.self) == true: .answer(404)
        default: .answer(200, [], ProbedFeeds.rss())
        }
      }
      hook = try await FeedServer.start { _ in
        let status = holder.world.withLock { $0.world }?.status.withLock(\.self) ?? 200
        return .answer(status, status == 302 ? [("Location", "http://10.0.0.1/")] : [])
      }
      holder.world.withLock { $0.world = self }
    }

    private final class Holder: Sendable {
      struct Reference: Sendable { weak var world: World? }
      let world = Mutex(Reference())
    }

    var told: [FeedServer.Request] { hook.log.map(\.request) }
    var address: String { "http://127.0.0.1:\(hook.port)/hook?key=SECRET" }
  }

  private static let hostile = "D<script>&amp;@everyone ]]>"

  private static func session(_ world: World) throws -> Session {
    let seed = try JSONSerialization.data(withJSONObject: [
      "feeds": [
        ["feedURL": "http://\(TestHosts.name(2)):\(world.web.port)/dies", "title": hostile],
        ["feedURL": "http://\(TestHosts.name(3)):\(world.web.port)/lives", "title": "L"],
      ]
    ])
    return try Session.seeded(String(decoding: seed, as: UTF8.self))
  }

  private static func probe(_ session: Session, _ date: String, _ more: String...) throws {
    let run = try session.run(Session.probe + ["--include-not-due", "--as-of", "\(date)T12:00:00Z"] + more)
    #expect(run.status == 0, "\(run)")
  }

  private static func report(_ session: Session, _ date: String, _ options: [String]) throws -> Session.Transcript {
    let against = FileManager.default.fileExists(atPath: session.path("last.json")) ? ["--against", "last.json"] : []
    let state = ["--as-of", "\(date)T13:00:00Z", "--format", "json=last.json", "--allow-private"]
    return try session.run(["health", "report"] + state + against + options)
  }

  private static func notice(_ request: FeedServer.Request?) throws -> Notice {
    try JSONDecoder().decode(Notice.self, from: Data(try #require(request).body))
  }

  @Test("changes are posted once, signed, and only if there are any; what stays down is told again")
  func notices() async throws {
    let world = try await World()
    let session = try Self.session(world)
    session.environment["CELESTRA_NOTIFY_SECRET"] = "key"
    let notify = ["--notify", world.address, "--remind-days", "7"]
    try Self.probe(session, "2026-11-01")
    let first = try Self.report(session, "2026-11-01", notify)
    #expect(first.status == 0 && first.err.contains("nothing was told: --notify needs --against"), "\(first)")
    world.isFailing.withLock { $0 = true }
    try Self.probe(session, "2026-11-02")
    #expect(try Self.report(session, "2026-11-02", notify).status == 0)
    #expect(world.told.isEmpty)
    try Self.probe(session, "2026-11-10")
    #expect(try Self.report(session, "2026-11-10", notify).status == 0)
    #expect(try Self.report(session, "2026-11-10", notify).status == 0)
    #expect(world.told.count == 1)
    let request = try #require(world.told.first)
    let notice = try Self.notice(request)
    #expect(notice.event == "feeds-changed" && notice.container == "celestra.sqlite" && notice.feeds == 2)
    #expect(notice.totals["critical"] == 1)
    #expect(notice.changes.feeds.map(\.change) == ["down"] && notice.changes.feeds.map(\.title) == [Self.hostile])
    #expect(notice.changes.feeds.map(\.details) == ["since 2026-11-02T12:00:00Z, HTTP 404"])
    #expect(notice.text == "celestra.sqlite: 1 newly down (D<script>&amp;@everyone ]]>)")
    let code = HMAC<SHA256>.authenticationCode(for: Data(request.body), using: SymmetricKey(data: Data("key".utf8)))
    let signature = code.map { String(format: "%02x", $0) }.joined()
    #expect(request.headers["celestra-signature-256"] == "sha256=" + signature)
    #expect(request.headers["content-type"] == "application/json" && request.method == "POST")
    // Still down: after each seven days.
    for (date, count) in [("2026-11-15", 1), ("2026-11-17", 2), ("2026-11-20", 2), ("2026-11-24", 3)] {
      #expect(try Self.report(session, date, notify).status == 0)
      #expect(world.told.count == count, "\(date)")
    }
    let reminder = try Self.notice(world.told.last)
    #expect(reminder.changes.feeds.isEmpty && reminder.changes.reminders.map(\.title) == [Self.hostile])
    world.isFailing.withLock { $0 = false }
    try Self.probe(session, "2026-11-25")
    #expect(try Self.report(session, "2026-11-25", notify).status == 0)
    #expect(try Self.notice(world.told.last).changes.feeds.map(\.change) == ["recovered"])
  }

  @Test(
    "a notice that no server accepts ends with 2, and the next run tells of the same changes",
    arguments: [(403, "HTTP 403"), (302, "it redirects (HTTP 302)")])
  func refused(status: Int, reason: String) async throws {
    let world = try await World()
    let session = try Self.session(world)
    try Self.probe(session, "2026-11-01")
    _ = try Self.report(session, "2026-11-01", [])
    world.isFailing.withLock { $0 = true }
    for date in ["2026-11-02", "2026-11-10"] { try Self.probe(session, date) }
    let state = try session.read("last.json")
    world.status.withLock { $0 = status }
    let run = try Self.report(session, "2026-11-10", ["--notify", world.address, "--format", "markdown=report.md"])
    #expect(try session.read("report.md").contains("- **newly down**: 1\n"), "other files are written")
    #expect(run.status == 2 && run.err.contains(reason) && run.err.contains("the next run tells"), "\(run)")
    #expect(!run.err.contains("SECRET"))
    #expect(try session.read("last.json") == state)
    world.status.withLock { $0 = 204 }
    #expect(try Self.report(session, "2026-11-11", ["--notify", world.address]).status == 0)
    #expect(try Self.notice(world.told.last).changes.feeds.map(\.change) == ["down"])
    let count = world.told.count
    let inside = try session.run(
      "health", "report", "--since", "2026-11-02", "--as-of", "2026-11-12", "--notify", world.address)
    let future = try session.run("health", "report", "--since", "2026-11-20", "--as-of", "2026-11-12")
    #expect(future.status == 64 && future.err.contains("--since is later than this report, which is of"), "\(future)")
    #expect(inside.status == 2 && inside.err.contains("has a loopback address, which is not allowed"), "\(inside)")
    #expect(world.told.count == count)
  }

  @Test("a feed counts as down, and as recovered, only after the time that the report asks for")
  func threshold() async throws {
    let world = try await World()
    let session = try Self.session(world)
    try Self.probe(session, "2026-11-01")
    world.isFailing.withLock { $0 = true }
    for date in ["2026-11-02", "2026-11-10"] { try Self.probe(session, date) }
    func down(_ hours: String, _ since: String, _ end: String) throws -> Bool {
      let run = try session.run(
        "health", "report", "--since", since, "--as-of", end, "--down-hours", hours, "--format", "json")
      return run.out.contains("\"change\" : \"down\"")
    }
    #expect(try down("0", "2026-11-10T00:00:00Z", "2026-11-10T13:00:00Z"))
    #expect(try !down("240", "2026-11-10T00:00:00Z", "2026-11-10T13:00:00Z"))
    #expect(try down("240", "2026-11-11T00:00:00Z", "2026-11-13T00:00:00Z"))
    #expect(try !down("240", "2026-11-13T00:00:00Z", "2026-11-15T00:00:00Z"))
  }

  @Test("a monitor is told of the start and the end of a job, and its failure stops nothing")
  func pings() async throws {
    let world = try await World()
    let session = try Self.session(world)
    try Self.probe(session, "2026-11-01", "--ping", world.address)
    #expect(world.told.map { "\($0.method) \($0.path)" } == ["GET /hook/start?key=SECRET", "GET /hook?key=SECRET"])
    world.isFailing.withLock { $0 = true }
    for date in ["2026-11-02", "2026-11-10"] { try Self.probe(session, date) }
    let failed = try Self.report(session, "2026-11-10", ["--ping", world.address, "--fail-on", "critical"])
    #expect(failed.status == 1)
    #expect(world.told.dropFirst(2).map(\.path) == ["/hook/start?key=SECRET", "/hook/fail?key=SECRET"])
    world.status.withLock { $0 = 404 }
    let run = try Self.report(session, "2026-11-10", ["--ping", world.address])
    #expect(run.status == 0 && run.err.contains("note: the ping failed: '127.0.0.1' did not accept"), "\(run)")
    #expect(!run.err.contains("SECRET"))
  }

  @Test(
    "a ping needs a web address with a host", arguments: ["ftp://x/", "http:///x", "https://user@", "http://a/\nb"])
  func pingAddress(address: String) throws {
    let run = try Session().run("update", "--ping", address)
    #expect(run.status == 64 && run.err.contains("--ping requires an http or https address"), "\(run)")
  }

  @Test("an earlier report from the future is refused, because changes would be lost")
  func future() async throws {
    let world = try await World()
    let session = try Self.session(world)
    _ = try Self.report(session, "2027-11-01", [])
    let run = try Self.report(session, "2026-11-10", [])
    #expect(run.status == 2 && run.err.contains("last.json is of 2027-11-01T13:00:00Z, after this report"), "\(run)")
  }

  @Test("Atom has each change with a stable id, the badge counts, and OPML has what a filter lists")
  func formats() async throws {
    let world = try await World()
    let session = try Self.session(world)
    try Self.probe(session, "2026-11-01")
    world.isFailing.withLock { $0 = true }
    for date in ["2026-11-02", "2026-11-10"] { try Self.probe(session, date) }
    world.isFailing.withLock { $0 = false }
    try Self.probe(session, "2026-11-12")
    func atom(_ date: String, _ more: String...) throws -> String {
      try session.run(["health", "report", "--as-of", "\(date)T13:00:00Z", "--format", "atom"] + more).out
    }
    let text = try atom("2026-11-12")
    #expect(text.matches(of: #/<entry>/#).count == 2)
    #expect(text.contains("<category term=\"recovered\"/>") && text.contains("<category term=\"down\"/>"))
    #expect(text.contains("<title>D&lt;script&gt;&amp;amp;@everyone ]]&gt;: newly down</title>"))
    let ids = text.matches(of: #/<id>(urn:uuid:[0-9a-f-]{36})<\/id>/#).map { String($0.1) }
    #expect(Set(ids).count == 3)
    let later = try atom("2026-11-20", "--since", "2026-11-19").matches(of: #/<id>(.*)<\/id>/#).map { String($0.1) }
    #expect(later == ids, "a reader that asks rarely misses nothing")
    #expect(try atom("2026-11-20").matches(of: #/<id>(.*)<\/id>/#).map { String($0.1) } == ids)
    #expect(try !atom("2026-12-20").contains("<entry>"))
    #expect(try atom("2026-12-20", "--since", "2026-11-11").matches(of: #/<entry>/#).count == 1)
    try session.write(text, to: "changes.xml")
    let badge = try session.run("health", "report", "--as-of", "2026-11-10T13:00:00Z", "--format", "badge").out
    #expect(
      badge == """
        {
          "color" : "green",
          "label" : "feeds",
          "message" : "2 of 2 up",
          "schemaVersion" : 1
        }

        """)
    let opml = try session.run("feeds", "list", "--host", TestHosts.name(3), "--limit", "1", "--format", "opml").out
    #expect(opml.contains("<opml version=\"2.0\"") && opml.contains("/lives\"") && !opml.contains("/dies\""))
  }

  @Test("Prometheus says when the last run was and how long it took, and the rules and the dashboard know its metrics")
  func metrics() async throws {
    let world = try await World()
    let session = try Self.session(world)
    try Self.probe(session, "2026-11-01")
    let out = try session.run(
      "health", "report", "--as-of", "2026-11-01T13:00:00Z", "--since", "2026-10-31", "--format", "prometheus"
    ).out
    #expect(out.contains("celestra_last_run_timestamp_seconds{container=\"celestra.sqlite\"} 1793534400\n"), "\(out)")
    #expect(out.contains("celestra_report_timestamp_seconds{container=\"celestra.sqlite\"} 1793538000\n"))
    #expect(out.contains("celestra_last_run_probes{container=\"celestra.sqlite\"} 2\n"))
    #expect(out.contains(#/celestra_last_run_duration_seconds\{container="celestra.sqlite"\} \d+(\.\d+)?\n/#))
    let known = Set(out.matches(of: #/# TYPE (celestra_\w+) gauge/#).map { String($0.1) })
    for file in ["alerts.yml", "dashboard.json"] {
      let path = Session.root.appending(path: ".github/deploy/monitoring/\(file)")
      let text = try String(contentsOf: path, encoding: .utf8)
      let used = Set(text.matches(of: #/celestra_\w+/#).map { String($0.0) })
      #expect(!used.isEmpty && used.isSubset(of: known), "\(file): \(used.subtracting(known))")
    }
  }

  /// What Grafana requires of a dashboard that is imported.
  private struct Dashboard: Decodable {
    struct Panel: Decodable {
      struct Grid: Decodable { let h, w, x, y: Int }
      struct Target: Decodable { let expr, refId: String }
      let id: Int
      let title, type: String
      let gridPos: Grid
      let targets: [Target]
    }
    let title, uid: String
    let schemaVersion: Int
    let panels: [Panel]
  }

  @Test("the dashboard has the form that Grafana imports: panels with ids, places that do not overlap, and queries")
  func dashboard() throws {
    let path = Session.root.appending(path: ".github/deploy/monitoring/dashboard.json")
    let dashboard = try JSONDecoder().decode(Dashboard.self, from: Data(contentsOf: path))
    #expect(dashboard.schemaVersion >= 36 && dashboard.uid.count <= 40 && !dashboard.title.isEmpty)
    #expect(Set(dashboard.panels.map(\.id)).count == dashboard.panels.count)
    var cells: Set<[Int]> = []
    for panel in dashboard.panels {
      #expect(!panel.targets.isEmpty && Set(panel.targets.map(\.refId)).count == panel.targets.count)
      #expect(["stat", "timeseries", "bargauge"].contains(panel.type) && panel.gridPos.x + panel.gridPos.w <= 24)
      for x in panel.gridPos.x..<panel.gridPos.x + panel.gridPos.w {
        for y in panel.gridPos.y..<panel.gridPos.y + panel.gridPos.h {
          #expect(cells.insert([x, y]).inserted, "\(panel.title)")
        }
      }
      for target in panel.targets {
        #expect(target.expr.count { $0 == "(" } == target.expr.count { $0 == ")" }, "\(target.expr)")
      }
    }
  }
}
