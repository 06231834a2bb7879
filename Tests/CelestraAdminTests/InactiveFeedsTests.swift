import FeedServer
import Foundation
import Testing

/// Inactive and unhealthy feeds in lists and exports.
@Suite("inactive feeds")
struct InactiveFeedsTests {
  /// Feeds A, healthy; B, inactive and healthy; C, failing; D, never probed. All are in one collection.
  private static func session(_ layout: (schema: String, feeds: String, metadata: String)) throws -> Session {
    let session = try Session(copying: "schema")
    let feeds = ["a", "b", "c", "d"].map { #"{"feedURL":"https://\#($0).example/feed","title":"\#($0.uppercased())"}"# }
    let members = ["a", "b", "c", "d"].map { #""https://\#($0).example/feed""# }.joined(separator: ",")
    let collection =
      layout.feeds == "Feed" ? "" : #","collections":[{"slug":"all","title":"All","feeds":[\#(members)]}]"#
    try session.write(#"{"feeds":[\#(feeds.joined(separator: ","))]\#(collection)}"#, to: "s.json")
    #expect(try session.run("seed", "s.json", "--schema", layout.schema).status == 0)
    try session.change("UPDATE \(layout.feeds) SET isActive = 0 WHERE title = 'B'")
    for (title, failures) in [("A", 0), ("B", 0), ("C", 5)] {
      let counters = "totalAttempts = 20, successfulAttempts = 20, failureCount = \(failures)"
      let feed = "(SELECT ___recordID FROM \(layout.feeds) WHERE title = '\(title)')"
      let column = layout.feeds == "Feed" ? "___recordID" : "feedReference"
      try session.change("UPDATE \(layout.metadata) SET \(counters) WHERE \(column) LIKE '%' || \(feed) || '%'")
    }
    return session
  }

  private static let layouts = [
    (schema: "schema/celestra.ckdb", feeds: "PublicFeed", metadata: "FeedMetadata"),
    (schema: "schema/celestrakit.ckdb", feeds: "Feed", metadata: "Feed"),
  ]

  @Test("--active and --healthy leave out inactive feeds in lists and exports; both layouts", arguments: layouts)
  func selections(layout: (schema: String, feeds: String, metadata: String)) throws {
    let session = try Self.session(layout)
    let selections = [
      ([], "ABCD"), (["--active"], "ACD"), (["--healthy"], "A"), (["--active", "--healthy"], "A"),
    ]
    for (arguments, titles) in selections {
      let list = try session.run(["feeds", "list", "--format", "csv"] + arguments)
      #expect(String(list.out.split(separator: "\r\n").dropFirst().compactMap(\.first).sorted()) == titles)
      let export = try session.run(["export", "csv"] + arguments)
      let cells = export.out.split(separator: "\r\n").dropFirst().map { $0.split(separator: ",")[1] }
      #expect(cells.joined() == titles, "\(export)")
    }
    #expect(try session.run("feeds", "list", "--inactive", "--healthy").status == 64)
    #expect(try session.run("export", "opml", "--include-inactive", "--active").status == 64)
  }

  @Test("an inactive feed has no level", arguments: layouts)
  func levels(layout: (schema: String, feeds: String, metadata: String)) throws {
    let session = try Self.session(layout)
    for (level, titles) in [("healthy", "A"), ("critical", "C"), ("unknown", "D")] {
      let list = try session.run("feeds", "list", "--level", level, "--format", "csv")
      #expect(String(list.out.split(separator: "\r\n").dropFirst().compactMap(\.first).sorted()) == titles, "\(list)")
    }
  }

  @Test("a feed that failed more than 30 days ago is healthy, as the history knows")
  func healthyAgain() async throws {
    let server = try await FeedServer.start(reply: ProbedFeeds.reply)
    let session = try Session.probing(["http://h2.test:\(server.port)/feed"])
    for day in ["2026-10-01", "2026-11-20"] {
      let run = try session.run(Session.probe + ["--include-not-due", "--as-of", "\(day)T12:00:00Z"])
      #expect(run.status == 0, "\(run)")
    }
    try session.change("UPDATE FeedMetadata SET totalAttempts = 20, successfulAttempts = 12")
    for command in [["feeds", "list", "--format", "csv"], ["export", "csv"]] {
      let run = try session.run(command + ["--healthy", "--as-of", ProbedFeeds.asOf])
      #expect(run.status == 0 && run.out.contains("h2.test"), "\(run)")
    }
  }

  @Test("a list marks inactive feeds")
  func marked() throws {
    let session = try Self.session(Self.layouts[0])
    let lines = try session.run("feeds", "list", "--sort", "title").out.split(separator: "\n")
    #expect(lines.map { $0.contains(" inactive ") } == [false, false, true, false, false])
    let json = try session.run("feeds", "list", "--format", "json").out.replacing(" ", with: "")
    #expect(json.contains(#""isActive":false"#))
  }

  @Test("published formats omit inactive feeds and say so; --include-inactive marks them", arguments: layouts)
  func published(layout: (schema: String, feeds: String, metadata: String)) throws {
    let session = try Self.session(layout)
    let marks = ["opml": #"celestra:isActive="false""#, "markdown": "- [B](https://b.example/feed) *(inactive)* ("]
    for (format, mark) in marks {
      let run = try session.run("export", format)
      #expect(run.err == "note: 1 inactive feed omitted; --include-inactive exports inactive feeds\n")
      #expect(!run.out.contains("b.example") && run.out.contains("d.example"))
      let whole = try session.run("export", format, "--include-inactive")
      #expect(whole.err == "" && whole.out.contains(mark), "\(whole)")
    }
  }

  @Test("JSON and CSV contain inactive feeds, marked, and collections keep them")
  func whole() throws {
    let session = try Self.session(Self.layouts[0])
    let json = try session.run("export", "json")
    #expect(json.err == "")
    #expect(json.out.contains(#""isActive": false"#))
    #expect(json.out.components(separatedBy: "b.example").count == 3)
    #expect(try session.run("export", "csv").out.contains("false"))
    let collection = try session.run("export", "opml", "--collection", "all")
    #expect(collection.out.components(separatedBy: "<outline").count == 4)
  }
}
