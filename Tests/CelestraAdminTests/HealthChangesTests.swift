import FeedServer
import Foundation
import Synchronization
import Testing

@Suite("celestra-admin health report --since, over weeks")
struct HealthChangesTests {
  /// The day of the simulation, for the server's answers.
  private final class Clock: Sendable {
    private let value = Mutex(0)

    var day: Int {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }
  }

  /// Returns a day of the simulation, which begins on 2026-11-01, as an ISO 8601 date.
  private static func date(_ day: Int) -> String {
    day < 30 ? "2026-11-\(two(day + 1))" : "2026-12-\(two(day - 29))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Returns a feed with items of the given days before the simulation's day.
  private static func rss(_ title: String, items: [Int], of subject: String, day: Int) -> [UInt8] {
    let items = items.map { age in
      let date = day - age
      let text = date < 0 ? "\(32 + date) Oct 2026" : date < 30 ? "\(date + 1) Nov 2026" : "\(date - 29) Dec 2026"
      return "<item><title>\(subject) number \(date)</title><guid>\(subject)-\(date)</guid>"
        + "<pubDate>\(text) 06:00:00 GMT</pubDate></item>"
    }
    return Array("<rss version=\"2.0\"><channel><title>\(title)</title>\(items.joined())</channel></rss>".utf8)
  }

  /// The answers of a day: what each path of the script serves.
  private static func reply(_ path: String, day: Int) -> FeedServer.Reply {
    let usual = FeedServer.Reply.answer(200, [], rss("Notes", items: [0, 1, 2, 3, 4, 5], of: "gardening", day: day))
    switch path {
    case "/robots.txt": return .answer(404)
    case "/dies": return day >= 8 ? .answer(404) : usual
    // Five failures, and well again, between two reports.
    case "/outage": return (8...12).contains(day) ? .answer(500) : usual
    case "/long": return (4...17).contains(day) ? .answer(503) : usual
    case "/blink": return [3, 4, 9].contains(day) ? .answer(500) : usual
    case "/moves": return day >= 10 ? .answer(301, [("Location", "/target")]) : usual
    case "/hijacked" where day >= 16:
      return .answer(200, [], rss("Casino", items: [0, 1, 2], of: "jackpot", day: day))
    case "/silent":
      return .answer(200, [], rss("Notes", items: (0..<5).map { day + 14 + $0 }, of: "gardening", day: day))
    default: return usual
    }
  }

  private struct Saved: Decodable {
    struct Summary: Decodable {
      struct Changes: Decodable {
        struct Feed: Decodable { let change, title, details: String }
        let feeds: [Feed]
        let stillDown: Int
      }
      struct Day: Decodable {
        let probes: Int
        let levels: [String: Int]
      }
      let changes: Changes?
      let trend: [Day]
    }
    let summary: Summary
  }

  private static let paths = [
    "steady", "dies", "outage", "long", "blink", "moves", "hijacked", "silent", "switched", "dropped",
  ]

  /// The truth: the changes that the report at the end of each week has, and the number of feeds that are still down.
  private static let truth: [(changes: Set<String>, stillDown: Int)] = [
    ([], 0),
    (
      [
        "down long: since 2026-11-05T12:00:00Z, HTTP 503", "down dies: since 2026-11-09T12:00:00Z, HTTP 404",
        "recovered outage: down from 2026-11-09T12:00:00Z to 2026-11-14T12:00:00Z",
        "moved moves: to http://host/target", "deactivated switched: found 2026-11-12T12:00:00Z",
      ], 0
    ),
    (
      [
        "recovered long: down from 2026-11-05T12:00:00Z to 2026-11-19T12:00:00Z",
        "removed dropped: found 2026-11-17T12:00:00Z", "stale silent: nothing new since 2026-10-18",
        "replaced hijacked: no item of the last reading remains; title 'Notes' → 'Casino'",
      ], 1
    ),
    ([], 1), ([], 1),
  ]

  @Test("each week's report has the changes of that week, once, whether compared with a date or the last report")
  func weeks() async throws {
    let clock = Clock()
    let server = try await FeedServer.start { request in Self.reply(request.path, day: clock.day) }
    let feeds = Self.paths.enumerated().map { index, path in
      #"{"feedURL":"http://\#(TestHosts.name(index + 2)):\#(server.port)/\#(path)","title":"\#(path)"}"#
    }
    let session = try Session.seeded(#"{"feeds":[\#(feeds.joined(separator: ","))]}"#)
    func address(_ path: String) -> String {
      "http://\(TestHosts.name((Self.paths.firstIndex(of: path) ?? 0) + 2)):\(server.port)/\(path)"
    }
    for day in 0..<35 {
      clock.day = day
      if day == 11 { #expect(try session.run("feeds", "set", address("switched"), "--no-active").status == 0) }
      if day == 16 { #expect(try session.run("feeds", "remove", address("dropped"), "--yes").status == 0) }
      let run = try session.run(
        Session.probe + [
          "--include-not-due", "--connect-timeout", "600", "--response-timeout", "600", "--timeout", "600", "--as-of",
          "\(Self.date(day))T12:00:00Z",
        ])
      #expect(run.status == 0, "\(run.err)")
      if day % 7 == 6 { try Self.check(session, week: day / 7) }
    }
    let all = try Self.report(session, at: 34, since: Self.date(0))
    let union = Self.truth.dropFirst().reduce(into: Set<String>()) { $0.formUnion($1.changes) }
    let net = union.filter { !$0.hasPrefix("down long") }
    #expect(Set(Self.words(all)) == net)
    #expect(all.trend.count == 30)
    // The feed that was switched off is probed once a week, and has no level.
    #expect(all.trend.allSatisfy { (0...1).contains($0.probes - $0.levels.values.reduce(0, +)) })
    try Self.checkFormats(session)
  }

  private static func report(_ session: Session, at day: Int, since: String?) throws -> Saved.Summary {
    let options = ["health", "report", "--as-of", "\(date(day))T13:00:00Z", "--format", "json"]
    let run = try session.run(options + (since.map { [$0.hasSuffix(".json") ? "--against" : "--since", $0] } ?? []))
    try #require(run.status == 0, "\(run.err)")
    return try JSONDecoder().decode(Saved.self, from: Data(run.out.utf8)).summary
  }

  private static func words(_ summary: Saved.Summary) -> [String] {
    (summary.changes?.feeds ?? []).map {
      "\($0.change) \($0.title): \($0.details.replacing(#/h\d+\.test:\d+/#, with: "host"))"
    }
  }

  private static func check(_ session: Session, week: Int) throws {
    let day = week * 7 + 6
    if week > 0 {
      let fromFile = try report(session, at: day, since: session.path("week\(week - 1).json"))
      let fromDate = try report(session, at: day, since: "\(date(day - 7))T13:00:00Z")
      #expect(words(fromFile) == words(fromDate))
      #expect(Set(words(fromFile)) == truth[week].changes && words(fromFile).count == truth[week].changes.count)
      #expect(fromFile.changes?.stillDown == truth[week].stillDown, "week \(week)")
    }
    let saved = ["--format", "json=week\(week).json"]
    try session.run(["health", "report", "--as-of", "\(date(day))T13:00:00Z"] + saved)
  }

  /// The change of a removed feed is in every format.
  private static func checkFormats(_ session: Session) throws {
    for format in ["text", "markdown", "html", "json", "csv", "prometheus"] {
      let out = try session.run(
        "health", "report", "--as-of", "2026-11-21T13:00:00Z", "--since", "2026-11-14T13:00:00Z", "--format", format
      ).out
      let expected = [
        "text": "\nremoved 1\n  dropped: found ", "markdown": "- **removed**: 1\n  - dropped: found ",
        "html": "<bdi>dropped</bdi>", "json": #""removed":1"#, "csv": "removed: found 2026-11-17T12:00:00Z",
        "prometheus": "celestra_feeds_changed{container=\"celestra.sqlite\",change=\"removed\"} 1\n",
      ][format]
      let found = format == "json" ? out.replacing(#/[ \n]/#, with: "") : out
      #expect(found.contains(try #require(expected)), "\(format): \(out)")
    }
  }

  @Test("a feed that was silent and publishes again is told in the report of its silence, and not afterward")
  func silence() async throws {
    let clock = Clock()
    let server = try await FeedServer.start { request in
      if request.path == "/robots.txt" { return .answer(404) }
      let age = (4..<50).contains(clock.day) ? clock.day - 3 : 0
      return .answer(200, [], Self.rss("Notes", items: (0..<6).map { age + $0 }, of: "gardening", day: clock.day))
    }
    let session = try Session(copying: "schema")
    try session.write("http://\(TestHosts.name(2)):\(server.port)/a\n", to: "list.txt")
    #expect(try session.run("seed", "list.txt", "--as-of", Self.date(0)).status == 0)
    func report(until day: Int) throws -> String {
      try session.run("health", "report", "--since", Self.date(1), "--as-of", "\(Self.date(day))T23:00:00Z").out
    }
    for day in stride(from: 0, through: 57, by: 3) {
      clock.day = day
      let date = "\(Self.date(day))T12:00:00Z"
      #expect(try session.run(Session.probe + ["--include-not-due", "--as-of", date]).status == 0)
      if day == 48 { #expect(try report(until: day).contains("nothing new since 2026-11-04")) }
    }
    #expect(try !report(until: 57).contains("nothing new since"))
  }
}
