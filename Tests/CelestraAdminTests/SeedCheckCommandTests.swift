import FeedServer
import Foundation
import Synchronization
import TestEnvironment
import Testing

/// The parts of a check's JSON that tests read.
struct CheckOutput: Decodable {
  struct Item: Decodable {
    struct Remark: Decodable {
      let `class`, text: String
      let target, other: String?
    }
    let place: String?
    let feedURL: String
    let `class`, change: String?
    let remarks: [Remark]?
  }
  struct Summary: Decodable {
    struct Changes: Decodable {
      let created, changed, removed, unchanged: Int
    }
    let entries, judged: Int
    let changes: Changes?
    let classes: [String: Int]
  }
  let summary: Summary
  let items: [Item]

  init(_ text: String) throws { self = try JSONDecoder().decode(CheckOutput.self, from: Data(text.utf8)) }
}

@Suite("celestra-admin seed check")
struct SeedCheckCommandTests {
  private static let check = ["seed", "check"] + Session.fetching + ["--as-of", ProbedFeeds.asOf]

  /// A feed whose items belong to a series.
  private static func rss(
    _ series: String, title: String = "F", language: String? = nil, site: String? = nil, year: Int = 2026
  ) -> [UInt8] {
    let items = (0..<3).map { index in
      "<item><title>Article \(index) of the series \(series)</title><guid>\(series)-\(index)</guid>"
        + "<pubDate>\(20 - index) Nov \(year) 12:00:00 GMT</pubDate></item>"
    }
    let head = (language.map { "<language>\($0)</language>" } ?? "") + (site.map { "<link>\($0)</link>" } ?? "")
    return Array("<rss version=\"2.0\"><channel><title>\(title)</title>\(head)\(items.joined())</channel></rss>".utf8)
  }

  /// The ways in which a third of the entries is broken: the path, the expected class, and the answer.
  private static let ways: [(path: String, expected: String, reply: @Sendable (String) -> FeedServer.Reply)] = [
    ("gone", "dead", { _ in .answer(410) }), ("missing", "dead", { _ in .answer(404) }),
    ("down", "failing", { _ in .answer(503) }), ("busy", "failing", { _ in .answer(429) }),
    ("moved", "moved", { _ in .answer(301, [("Location", "/feed")]) }),
    ("loop", "dead", { _ in .answer(301, [("Location", "/loop")]) }),
    (
      "page", "not-a-feed",
      { _ in .answer(200, [], Array("<html><link rel=alternate type=application/rss+xml href=/feed>".utf8)) }
    ),
    ("parked", "not-a-feed", { _ in .answer(200, [], Array("<html><title>Buy this domain</title>".utf8)) }),
    ("wall", "refused", { _ in .answer(403, [("cf-mitigated", "challenge")]) }),
    ("forbidden", "refused", { host in .answer(200, [], rss(host)) }), ("empty", "failing", { _ in .answer(200) }),
    ("no-items", "empty", { _ in .answer(200, [], ProbedFeeds.rss([])) }),
    ("old", "silent", { host in .answer(200, [], rss(host, year: 2019)) }),
    ("casino", "replaced", { host in .answer(200, [], rss("c" + host, title: "Lucky Casino", language: "id")) }),
    ("copy", "same-items", { _ in .answer(200, [], rss(TestHosts.name(0))) }),
  ]

  private static func server() async throws -> FeedServer {
    let replies = Dictionary(uniqueKeysWithValues: ways.map { ("/" + $0.path, $0.reply) })
    return try await FeedServer.start { request in
      if request.path == "/robots.txt" { return .answer(200, [], Array("User-agent: *\nDisallow: /forbidden\n".utf8)) }
      return replies[request.path]?(request.host) ?? .answer(200, [], rss(request.host))
    }
  }

  @Test("of 500 entries, a third broken in 15 ways, each has the class that its server's script says")
  func classes() async throws {
    let server = try await Self.server()
    let session = try Session()
    var expected: [String: String] = [:]
    var feeds: [String] = []
    for number in 0..<500 {
      let way = number % 3 == 1 ? Self.ways[number / 3 % Self.ways.count] : nil
      let url = "http://\(TestHosts.name(number)):\(server.port)/\(way?.path ?? "feed")"
      expected[url] = way?.expected ?? "alive"
      feeds.append(#"{"feedURL": "\#(url)", "title": "F", "language": "en"}"#)
    }
    try session.write("{\"feeds\": [\n\(feeds.joined(separator: ",\n"))\n]}", to: "feeds.json")
    let run = try session.run(Self.check + ["feeds.json", "--format", "json", "--concurrency", "64"])
    #expect(run.status == 1, "\(run.err)")
    let output = try CheckOutput(run.out)
    #expect(output.items.count == 500 && output.summary.classes["alive"] == expected.values.count { $0 == "alive" })
    for item in output.items where item.class != expected[item.feedURL] {
      Issue.record("\(item.feedURL): \(item.class ?? ""), not \(expected[item.feedURL] ?? ""): \(item.remarks ?? [])")
    }
    #expect(server.log.count { $0.request.path == "/feed" } >= 333)
  }

  @Test("text, annotations and JUnit name the entry's line, the class, and what to do")
  func formats() async throws {
    let server = try await Self.server()
    let session = try Session()
    func url(_ number: Int, _ path: String) -> String { "http://\(TestHosts.name(number)):\(server.port)/\(path)" }
    try session.write("\(url(0, "feed"))\n\(url(1, "gone"))\n\(url(2, "page"))\n\(url(0, "feed"))\n", to: "list.txt")
    let run = try session.run(Self.check + ["list.txt"])
    #expect(run.status == 1)
    #expect(
      run.out == """
        place       class       entry\(String(repeating: " ", count: url(0, "feed").count - 3))finding
        list.txt:2  dead        \(url(1, "gone"))  HTTP 410; ask for the feed's new address, or remove the entry
        list.txt:3  not-a-feed  \(url(2, "page"))  a web page; the page declares the feed \(url(2, "feed"))
        list.txt:4  duplicate   \(url(0, "feed"))  repeats '\(url(0, "feed"))' (list.txt:1); remove one of the two entries
        4 entries checked: alive 1, not-a-feed 1, dead 1, duplicate 1

        """)
    let annotations = try session.run(Self.check + ["list.txt", "--format", "github"]).out
    #expect(annotations.contains("::error file=list.txt,line=2,col=1,endLine=2,"))
    #expect(annotations.contains("repeats '\(url(0, "feed"))' (list.txt:1)"))
    #expect(try session.run(Self.check + ["list.txt", "--format", "junit"]).out.contains("failures=\"3\""))
    #expect(try session.run(Self.check + ["list.txt", "--fail-on", "never"]).status == 0)
  }

  @Test("--changed judges what a branch adds or changes, in a moved and sorted file, too, and lists what it removes")
  func changed() async throws {
    let server = try await Self.server()
    let session = try Session()
    func line(_ number: Int, _ path: String = "feed") -> String {
      "http://\(TestHosts.name(number)):\(server.port)/\(path)"
    }
    try session.write((1...4).map { line($0) }.joined(separator: "\n") + "\n", to: "list.txt")
    try session.commit(tag: "start")
    try FileManager.default.createDirectory(atPath: session.path("lists"), withIntermediateDirectories: true)
    try session.git("mv", "list.txt", "lists/all.txt")
    try session.write(
      [line(3), line(2), line(1), line(5), line(6, "gone")].joined(separator: "\n") + "\n", to: "lists/all.txt")
    try session.commit()
    for path in ["list.txt", "lists/all.txt", "lists"] {
      let run = try session.run(Self.check + [path, "--changed", "start", "--format", "json"])
      let output = try CheckOutput(run.out)
      let changes = try #require(output.summary.changes)
      #expect(
        changes.created == 2 && changes.changed == 0 && changes.removed == 1 && changes.unchanged == 3,
        "\(path): \(run)")
      #expect(
        output.items.map { "\($0.change ?? "") \($0.class ?? "")" } == ["created alive", "created dead", "removed "])
      #expect(run.status == 1)
    }
    #expect(Set(server.log.map(\.request.host)).intersection(["h1.test", "h2.test", "h3.test", "h4.test"]).isEmpty)
    let none = try session.run(Self.check + ["lists", "--changed", "HEAD", "--format", "markdown"])
    #expect(none.status == 0 && none.out == "")
    #expect(try session.run(Self.check + ["lists", "--changed", "nowhere"]).err.contains("no git ref 'nowhere'"))
  }

  @Test("a comment shows what a pull request creates, changes and removes, and hostile titles stay text")
  func comment() async throws {
    let hostile = "@team <img src=x> [a](b) | `c` ::error::x \u{202E}"
    let server = try await FeedServer.start { request in
      .answer(200, [], Self.rss(request.host, title: CharacterData.escaped(hostile)))
    }
    let session = try Session()
    func entry(_ number: Int, _ title: String) throws -> String {
      let title = String(decoding: try JSONEncoder().encode(title), as: UTF8.self)
      return "{\"feedURL\": \"http://\(TestHosts.name(number)):\(server.port)/feed\", \"title\": \(title)}"
    }
    func write(_ entries: [String]) throws {
      try session.write("{\"feeds\": [\n\(entries.joined(separator: ",\n"))\n]}\n", to: "feeds.json")
    }
    try write([entry(1, "One"), entry(2, "Two"), entry(3, "Three")])
    try session.commit(tag: "start")
    try write([entry(1, "One"), entry(2, "Zwei"), entry(4, hostile)])
    let text = try session.run(Self.check + ["feeds.json", "--changed", "start", "--format", "markdown"]).out
    #expect(text.hasPrefix("### Feeds: 1 new, 1 changed, 1 removed\n\nNothing to ask"))
    #expect(text.contains("  - title: 'Two' → 'Zwei'\n") && text.contains("#### Removed\n\n- Three http"))
    #expect(text.contains("  - RSS 2.0, 3 items, newest 2026-11-20, every day, no text, no picture\n"))
    #expect(text.contains("“Article 0 of the series h4.test”"))
    for part in ["@team", "<img", "[a](b)", "\u{202E}"] { #expect(!text.contains(part), "\(part)") }
    let github = try session.run(Self.check + ["feeds.json", "--format", "github"]).out
    #expect(
      github.split(separator: "\n").allSatisfy {
        $0.hasPrefix("::notice ") || $0.hasSuffix("notes") || $0.hasSuffix("note")
      }, "\(github)")
  }

  @Test("a comment names the feed that a page declares, a former feed, and a list that was not read")
  func commentNames() async throws {
    let server = try await Self.server()
    let session = try Session()
    func line(_ number: Int, _ path: String = "feed") -> String {
      "http://\(TestHosts.name(number)):\(server.port)/\(path)"
    }
    func comment() throws -> String {
      try session.run(Self.check + ["list.txt", "--changed", "start", "--format", "markdown"]).out
    }
    try session.write("\(line(1))\n\(line(2))\n", to: "list.txt")
    try session.commit(tag: "start")
    try session.write("\(line(1))\n\(line(2))\n\(line(3, "page"))\n\(line(4))\n", to: "list.txt")
    try session.write(
      #"{"former": [{"feedURL": "\#(line(4))", "date": "2026-11-01", "reason": "gone (410)"}]}"#, to: "former.json")
    let text = try comment()
    #expect(text.contains("(not-a-feed): the page declares the feed \(line(3))\n"), "\(text)")
    #expect(text.contains("\(line(4)) (former): removed on 2026-11-01: gone (410)\n"), "\(text)")
    #expect(text.contains("\nCompared with 2 other entries by address; their items are not fetched.\n"), "\(text)")
    try session.write("<<<<<<< HEAD\n\(line(1))\n=======\n\(line(2))\n>>>>>>> x\n", to: "list.txt")
    let conflict = try comment()
    #expect(
      conflict.hasPrefix(
        "### Feeds: 1 list not read\n\n- **list.txt was not read**: a merge conflict begins here; resolve"),
      "\(conflict)")
    #expect(!conflict.contains("Nothing to ask") && !conflict.contains("emoved\n"), "\(conflict)")
  }

  @Test("a pull request of 500 entries has a comment that fits")
  func many() async throws {
    let server = try await Self.server()
    let session = try Session()
    try session.write("http://\(TestHosts.name(900)):\(server.port)/feed\n", to: "list.txt")
    try session.commit(tag: "start")
    let lines = (0..<500).map {
      "http://\(TestHosts.name($0)):\(server.port)/feed?\(String(repeating: "x", count: 100)) Feed \($0)"
    }
    try session.write(lines.joined(separator: "\n") + "\n", to: "list.txt")
    let text = try session.run(Self.check + ["list.txt", "--changed", "start", "--format", "markdown"]).out
    #expect(text.hasPrefix("### Feeds: 500 new, 1 removed") && text.utf8.count < 65_000)
    #expect(text.contains("more lines not shown"))
  }

  @Test("--only-live seeds the entries that work, and says how many do not")
  func onlyLive() async throws {
    let server = try await Self.server()
    let session = try Session(copying: "schema")
    let lines = ["feed", "gone", "wall", "moved"].enumerated().map { number, path in
      "http://\(TestHosts.name(number)):\(server.port)/\(path)"
    }
    try session.write(lines.joined(separator: "\n") + "\n", to: "list.txt")
    let run = try session.run(["seed", "list.txt", "--only-live"] + Session.fetching)
    #expect(run.status == 0 && run.err.contains("note: 2 feeds left out (dead 1, refused 1)"), "\(run)")
    #expect(Set(try session.sqlite("SELECT feedURL FROM PublicFeed")) == [lines[0], lines[3]])
    #expect(try session.run(["seed", "--prune", "--only-live"] + Session.fetching).status == 64)
  }

  @Test("--limit shows the most severe findings, and says how many more there are")
  func limit() async throws {
    let server = try await Self.server()
    let session = try Session()
    let lines = ["moved", "gone", "feed", "wall"].enumerated().map { number, path in
      "http://\(TestHosts.name(number)):\(server.port)/\(path)\n"
    }
    try session.write(lines.joined(), to: "list.txt")
    let run = try session.run(Self.check + ["list.txt", "--limit", "1"])
    #expect(run.status == 1 && run.out.contains("list.txt:2  dead") && !run.out.contains("list.txt:1"), "\(run)")
    #expect(run.out.contains("\n2 more findings; --limit 0 lists all\n4 entries checked: "), "\(run)")
    let all = try session.run(Self.check + ["list.txt", "--limit", "0"])
    #expect(all.out.contains("list.txt:1") && !all.out.contains(" more"), "\(all)")
  }

  @Test("an entry whose feed answers once in three is failing twice, then alive, and never dead")
  func flaky() async throws {
    let requests = Mutex(0)
    let server = try await FeedServer.start { request in
      if request.path == "/robots.txt" { return .answer(404) }
      let number = requests.withLock { count in
        count += 1
        return count
      }
      return number % 3 == 0 ? .answer(200, [], Self.rss("once in three")) : .answer(503)
    }
    let session = try Session()
    try session.write("http://\(TestHosts.name(1)):\(server.port)/feed\n", to: "list.txt")
    for expected in ["failing", "failing", nil, "failing"] {
      let run = try session.run(Self.check + ["list.txt", "--format", "json"])
      #expect(run.status == 0, "\(run)")
      #expect(try CheckOutput(run.out).items.map(\.class) == [expected ?? "alive"])
    }
    #expect(try session.run(Self.check + ["list.txt"]).out.contains("check again on another day"))
    #expect(requests.withLock { $0 } == 5, "an entry is fetched once per check")
  }
}

private enum CharacterData {
  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
