import FeedServer
import Foundation
import GRDB
import Synchronization
import TestEnvironment
import Testing

@Suite("celestra-admin update --no-articles")
struct HealthProbeCommandTests {
  private static let textOptions = ["update", "--no-articles"] + Session.fetching

  @Test("results are written in both layouts", arguments: ["schema/celestra.ckdb", "schema/celestrakit.ckdb"])
  func writes(schema: String) async throws {
    let server = try await FeedServer.start(reply: ProbedFeeds.reply)
    let good = "http://h2.test:\(server.port)/feed"
    let bad = "http://h3.test:\(server.port)/404"
    let session = try Session.probing([good, bad], schema: schema)
    let run = try session.run(Self.textOptions + ["--schema", schema, "--as-of", ProbedFeeds.asOf])
    #expect(
      run.log == """
        celestra.sqlite: 2 feeds, 2 due, 2 probed: 1 up, 1 down, 0 unknown

        verdict   feeds
        ok            1
        http-4xx      1

        verdict   level     feed\(String(repeating: " ", count: bad.count - 4))  evidence
        http-4xx  degraded  \(bad)  HTTP 404

        """)
    #expect(run.status == 0)
    let isPublic = schema == "schema/celestra.ckdb"
    let counters = isPublic ? "FeedMetadata" : "Feed"
    let attempted = isPublic ? "lastAttempted" : "attemptedTimestamp"
    #expect(
      try session.sqlite(
        """
        SELECT totalAttempts || ' ' || successfulAttempts || ' ' || failureCount || ' ' || \(attempted) || ' '
          || coalesce(etag, '-') || ' ' || coalesce(lastFailureReason, '-') FROM \(counters) ORDER BY failureCount
        """) == ["1 1 0 1795262400000 \"v1\" -", "1 0 1 1795262400000 - http-4xx: HTTP 404"])
    let verified = isPublic ? "PublicFeed" : "Feed"
    let field = isPublic ? "lastVerified" : "verifiedTimestamp"
    #expect(
      try session.sqlite("SELECT \(field) || ' ' || updateFrequency FROM \(verified) WHERE \(field) IS NOT NULL")
        == [isPublic ? "1795262400000 24" : "1795262400000 86400.0"])
    if isPublic {
      #expect(
        try session.sqlite(
          "SELECT healthStatus || ' ' || uptimePercentage || ' ' || lastHealthCheck FROM FeedMetadata ORDER BY failureCount"
        )
          == ["healthy 100.0 1795262400000", "degraded 0.0 1795262400000"])
    }
    // Nothing is due at once. The failed feed is due after two hours and its jitter, the other after three hours.
    let again = try session.run(Self.textOptions + ["--schema", schema, "--as-of", ProbedFeeds.asOf])
    #expect(again.log == "celestra.sqlite: 2 feeds, 0 due, 0 probed\n")
    let later = try session.run(Self.textOptions + ["--schema", schema, "--as-of", "2026-11-21T14:45:00Z"])
    #expect(later.log.hasPrefix("celestra.sqlite: 2 feeds, 1 due, 1 probed: 0 up, 1 down, 0 unknown\n"))
  }

  @Test("options choose the feeds to probe")
  func selection() async throws {
    let server = try await FeedServer.start(reply: ProbedFeeds.reply)
    let urls = (2..<22).map { "http://\(TestHosts.name($0)):\(server.port)/feed" }
    let session = try Session.probing(urls)
    func probed(_ options: String...) throws -> Int {
      try ProbeOutput(session.run(Session.probe + ["--dry-run", "--as-of", ProbedFeeds.asOf] + options).out).summary
        .probed
    }
    #expect(try probed("--limit", "3") == 3)
    #expect(try probed(urls[0], urls[1]) == 2)
    #expect(try probed("--shard", "1/3") + probed("--shard", "2/3") + probed("--shard", "3/3") == 20)
    #expect(try probed("--category", "none") == 0)
    #expect(try session.sqlite("SELECT count(*) FROM FeedMetadata WHERE totalAttempts > 0") == ["0"])
    #expect(!FileManager.default.fileExists(atPath: session.path("celestra.sqlite.history.sqlite")))
    let nobody = try session.run(Session.probe + ["http://u:secret@nobody.example/"])
    #expect(nobody.status == 2)
    #expect(!nobody.err.contains("secret"))
  }

  @Test("without --allow-private loopback addresses are not requested, and the failure class says so")
  func privateAddresses() async throws {
    let server = try await FeedServer.start(reply: ProbedFeeds.reply)
    let session = try Session.probing(["http://h2.test:\(server.port)/feed"])
    let run = try session.run("update", "--no-articles", "--contact", "https://example.com/c", "--format", "json")
    #expect(try ProbeOutput(run.out).items.map(\.words) == ["local-network nil true"])
    #expect(server.log.isEmpty)
  }

  @Test("a host that sends Retry-After is not requested again in this run or the next")
  func pause() async throws {
    let limited = try await FeedServer.start { request in
      request.path == "/robots.txt" ? .answer(404) : .answer(429, [("Retry-After", "7200")])
    }
    let other = try Session.probing((0..<5).map { "http://h2.test:\(limited.port)/\($0)" })
    let first = try ProbeOutput(other.run(Session.probe + ["--as-of", ProbedFeeds.asOf]).out)
    #expect(first.summary.classes == ["rate-limited": 1])
    #expect(first.summary.putOff == 4)
    #expect(limited.log.count == 2)
    let next = try ProbeOutput(other.run(Session.probe + ["--include-not-due", "--as-of", "2026-11-21T13:59:00Z"]).out)
    #expect(next.summary.probed == 0 && next.summary.putOff == 5)
    #expect(limited.log.count == 2)
  }

  @Test(
    "a throttled robots.txt postpones the host's feeds, and one of a host in maintenance counts as their failure",
    arguments: [(429, 0), (503, 5)])
  func pauseByRobots(status: Int, failing: Int) async throws {
    let strict = try await FeedServer.start { _ in .answer(status, [("Retry-After", "7200")]) }
    let session = try Session.probing((0..<5).map { "http://h2.test:\(strict.port)/\($0)" })
    for (moment, probed) in [(ProbedFeeds.asOf, failing), ("2026-11-21T13:59:00Z", 0)] {
      let run = try ProbeOutput(session.run(Session.probe + ["--include-not-due", "--as-of", moment]).out)
      #expect(run.summary.probed == probed && run.summary.putOff == 5 - probed)
      #expect(strict.log.count == 1)
    }
    try session.run(Session.probe + ["--include-not-due", "--as-of", "2026-11-21T14:01:00Z"])
    #expect(strict.log.count == 2)
    #expect(
      try session.sqlite("SELECT count(*) FROM FeedMetadata WHERE lastFailureReason LIKE 'robots: %503'")
        == ["\(failing)"])
  }

  @Test("a throttled redirect target postpones only itself; other feeds of the redirecting host are probed")
  func pauseElsewhere() async throws {
    let server = try await FeedServer.start { request in
      let port = (request.headers["host"] ?? "").split(separator: ":").last ?? ""
      if request.host == "h3.test" { return .answer(429, [("Retry-After", "7200")]) }
      if request.path == "/away" { return .answer(302, [("Location", "http://h3.test:\(port)/")]) }
      return ProbedFeeds.reply(request)
    }
    let base = "http://h2.test:\(server.port)"
    let session = try Session.probing([
      "\(base)/away", "\(base)/feed?1", "\(base)/feed?2", "http://h3.test:\(server.port)/own",
    ])
    let options = Session.probe + ["--ignore-robots", "--include-not-due"]
    try session.run(options + ["--as-of", ProbedFeeds.asOf])
    let next = try ProbeOutput(session.run(options + ["--as-of", "2026-11-21T13:00:00Z"]).out)
    #expect(next.summary.classes == ["not-modified": 2])
    #expect(next.summary.putOff == 2, "the limited host's own, and the one that redirects there")
    #expect(server.log.count { $0.request.host == "h3.test" } == 1)
  }

  @Test("concurrent changes by another program are preserved and merged")
  func conflict() async throws {
    let session = try Session()
    let container = session.path("celestra.sqlite")
    let changes = Mutex<[String]>([])
    let server = try await FeedServer.start { request in
      // Another program changes the records during the fetch.
      for sql in changes.withLock({ $0 }) where request.path == "/feed" {
        try? DatabaseQueue(path: container).write { try $0.execute(sql: sql) }
      }
      return ProbedFeeds.reply(request)
    }
    try session.copy("schema")
    try session.write(ProbedFeeds.seed(["http://h2.test:\(server.port)/feed"]), to: "s.json")
    try session.run("seed", "s.json")
    let fields = "totalAttempts || ' ' || failureCount || ' ' || lastAttempted || ' ' || coalesce(subscriberCount, 0)"
    let stored = "SELECT \(fields) FROM FeedMetadata"

    changes.withLock { $0 = ["UPDATE FeedMetadata SET subscriberCount = 7, ___etag = 'x1'"] }
    #expect(try session.run(Session.probe + ["--as-of", ProbedFeeds.asOf]).status == 0)
    #expect(try session.sqlite(stored) == ["1 0 1795262400000 7"])

    changes.withLock {
      $0 = [
        """
        UPDATE FeedMetadata SET totalAttempts = 2, failureCount = 1, lastAttempted = 1795999999999, ___etag = 'x2'
        """
      ]
    }
    #expect(try session.run(Session.probe + ["--include-not-due", "--as-of", "2026-11-23T12:00:00Z"]).status == 0)
    #expect(try session.sqlite(stored) == ["3 1 1795999999999 7"])
  }

  @Test("Ctrl-C saves finished probes, and the next run continues")
  func interruption() async throws {
    let isSlow = Mutex(true)
    let server = try await FeedServer.start { request in
      request.path == "/slow" && isSlow.withLock { $0 } ? .silence : ProbedFeeds.reply(request)
    }
    let fast = (2..<12).map { "http://\(TestHosts.name($0)):\(server.port)/feed" }
    let session = try Session.probing(fast + ["http://h99.test:\(server.port)/slow"])
    let out = session.folder.appendingPathComponent("out")
    let err = session.folder.appendingPathComponent("err")
    let options = Session.probe + ["--ignore-robots", "--timeout", "600", "--response-timeout", "600"]
    let process = try session.start(options + ["--concurrency", "2"], out: out, err: err)
    // The slow feed occupies one place, and the others take turns at the second one.
    TestEnvironment.wait { server.log.count < 11 }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    let output = try ProbeOutput(String(decoding: try Data(contentsOf: out), as: UTF8.self))
    #expect(output.summary.probed >= 8 && output.summary.probed <= 10)
    #expect(output.summary.stopped?.hasPrefix("interrupted; ") == true)
    let written = "SELECT count(*) FROM FeedMetadata WHERE totalAttempts = 1"
    let rows = try session.sqlite(written)
    #expect(rows == ["\(output.summary.probed)"], "\(rows), \(output)")
    isSlow.withLock { $0 = false }
    #expect(try session.run(options).status == 0)
    #expect(try session.sqlite(written) == ["11"])
  }

  @Test(
    "a second probe of the same container ends at once, and requests nothing",
    arguments: [[], ["--dry-run"], ["--history", "h"], ["--container", "link.sqlite"]])
  func twice(other: [String]) async throws {
    let isSlow = Mutex(true)
    let server = try await FeedServer.start { request in
      isSlow.withLock { $0 } ? .silence : ProbedFeeds.reply(request)
    }
    let session = try Session.probing(["http://h2.test:\(server.port)/feed"])
    let (out, err) = (session.folder.appendingPathComponent("out"), session.folder.appendingPathComponent("err"))
    let options = Session.probe + ["--ignore-robots", "--timeout", "600", "--response-timeout", "600"]
    let first = try session.start(options, out: out, err: err)
    TestEnvironment.wait { server.log.isEmpty }
    try FileManager.default.createSymbolicLink(
      atPath: session.folder.appendingPathComponent("link.sqlite").path, withDestinationPath: "celestra.sqlite")
    let second = try session.run(options + other)
    #expect(second.status == 2)
    let name = other.last == "link.sqlite" ? "link.sqlite" : "celestra.sqlite"
    #expect(
      second.err.contains("another 'update' is using \(name) or the history "), "\(second.err)")
    first.interrupt()
    first.waitUntilExit()
    #expect(server.log.count == 1)
    isSlow.withLock { $0 = false }
    #expect(try session.run(options).status == 0)
  }

  @Test(
    "invalid arguments are usage errors",
    arguments: [
      (["--concurrency", "0"], "--concurrency must be between 1 and 10000, not 0"),
      (["--per-host", "3"], "--per-host must be 1 or 2, not 3"),
      (["--contact", "example"], "the contact must be an http, https, or mailto address"),
      (["--history-days", "3"], "--history-days must be between 30 and 36500, not 3"),
      (
        ["--history-days", "9223372036854775807"],
        "--history-days must be between 30 and 36500, not 9223372036854775807"
      ),
      (["--shard", "4/3"], "--shard"),
      (["--timeout", "0"], "--timeout"),
    ] as [([String], String)])
  func usage(options: [String], message: String) throws {
    let session = try Session()
    let run = try session.run(Self.textOptions + options)
    #expect(run.status == 64)
    #expect(run.err.contains(message), "\(run.err)")
  }
}
