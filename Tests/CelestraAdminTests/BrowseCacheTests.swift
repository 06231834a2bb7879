import Foundation
import Testing

@Suite("The cache of celestra-admin browse")
struct BrowseCacheTests {
  private static func copies(_ session: Session) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: session.path("cache")).sorted()
  }

  private static func browse(
    _ session: Session, _ arguments: [String], at time: String, in container: String = "celestra.sqlite"
  ) throws -> Session.Transcript {
    try session.run(
      ["browse"] + arguments + ["--cache", "cache", "--as-of", "2026-11-22T\(time)Z", "--container", container])
  }

  @Test(
    "a copy counts as current for its lifetime; articles are always read",
    arguments: [
      (["categories"], "23:59:59", nil), (["featured", "technology"], "00:59:59", "01:00:00"),
      (["search-feeds", "swift"], "00:59:59", "01:00:00"),
      (["metadata", "https://c.example/feed"], "00:59:59", "01:00:00"),
      (["collections"], "00:59:59", "01:00:00"), (["articles", "a"], nil, "00:00:01"),
      (["article", "a-3"], nil, "00:00:01"), (["search-articles", "concurrency"], nil, "00:00:01"),
    ] as [([String], String?, String?)])
  func lifetimes(arguments: [String], current: String?, expired: String?) throws {
    let session = try BrowseCommandTests.session("celestra")
    let first = try Self.browse(session, arguments, at: "00:00:00")
    #expect(first.status == 0 && first.err == "", "\(first)")
    #expect(try Self.copies(session).count == 1)
    if let current {
      let copy = try Self.browse(session, arguments, at: current)
      #expect(copy.out == first.out && copy.status == 0)
      #expect(copy.err == "note: showing the copy of 2026-11-22T00:00:00Z from cache\n")
    }
    if let expired { #expect(try Self.browse(session, arguments, at: expired) == first) }
    #expect(try Self.copies(session).count == 1)
  }

  @Test("a container that cannot be reached is answered by the last copy, in every format, with its position")
  func offline() throws {
    let session = try BrowseCommandTests.session("celestra")
    let emulator = try EmulatorProcess(session, container: "celestra.sqlite")
    let arguments = ["browse", "articles", "a", "b", "--limit", "7", "--cache", "cache", "--as-of"]
    let formats = ["text", "json", "csv", "markdown"]
    let online = try formats.map { try emulator.run(arguments + ["2026-11-21", "--format", $0]) }
    for run in online { #expect(run.status == 0 && run.err == "", "\(run)") }
    let copies = try Self.copies(session).map {
      try session.read("cache/\($0)")
    }
    #expect(copies.count == 1)
    for copy in copies { #expect(!emulator.isGivenAway(by: copy) && !copy.contains("_secret")) }
    _ = emulator.stop()
    for (format, online) in zip(formats, online) {
      let offline = try emulator.run(arguments + ["2026-11-25", "--format", format])
      #expect(offline.status == 0 && offline.out == online.out, "\(offline)")
      #expect(
        offline.err.hasPrefix("note: cannot reach the container: ")
          && offline.err.hasSuffix("; showing the copy of 2026-11-21T00:00:00Z from cache\n"), "\(offline)")
    }
    // Articles expire after 90 days, so an older copy is no longer shown.
    #expect(try emulator.run(arguments + ["2027-02-20"]).status == 2)
    let other = try emulator.run(["browse", "articles", "b", "--cache", "cache"])
    #expect(other.status == 2 && other.out == "" && !other.err.contains("note:"), "\(other)")
  }

  @Test(
    "a damaged copy, or a file of another read, is ignored with a note and replaced",
    arguments: ["", "{", "{}", "[]", "null", #"{"celestraAnswer":2}"#, "\u{0}\u{1}", "another read", "half"])
  func damaged(content: String) throws {
    let session = try BrowseCommandTests.session("celestra")
    let first = try Self.browse(session, ["categories"], at: "00:00:00")
    let name = try #require(try Self.copies(session).first)
    let good = try session.read("cache/\(name)")
    var bad = content
    if content == "another read" { bad = good.replacing("browse categories", with: "browse collections") }
    if content == "half" { bad = String(good.prefix(good.count / 2)) }
    try session.write(bad, to: "cache/\(name)")
    let second = try Self.browse(session, ["categories"], at: "00:00:01")
    #expect(second.status == 0 && second.out == first.out)
    #expect(
      second.err == "note: ignored \(session.path("cache/\(name)")): not a copy of this answer\n"
        || second.err.hasSuffix("\(name): not a copy of this answer\n"))
    #expect(try Self.browse(session, ["categories"], at: "00:00:02").err.contains("showing the copy"))
  }

  @Test("containers do not share copies, and a folder that cannot be written does not stop a read")
  func separate() throws {
    let session = try BrowseCommandTests.session("celestra")
    _ = try Self.browse(session, ["categories"], at: "00:00:00")
    try FileManager.default.copyItem(atPath: session.path("celestra.sqlite"), toPath: session.path("other.sqlite"))
    #expect(try Self.browse(session, ["categories"], at: "00:00:01", in: "other.sqlite").err == "")
    #expect(try Self.copies(session).count == 2)
    try session.write("a file", to: "occupied")
    let run = try session.run("browse", "categories", "--cache", "occupied")
    #expect(run.status == 0 && run.out.contains("technology"))
    #expect(run.err.hasPrefix("note: the answer is not cached: "))
  }

  @Test("processes that share a folder always read whole copies")
  func shared() throws {
    let session = try BrowseCommandTests.session("celestra")
    let expected = try Self.browse(session, ["articles", "a", "b"], at: "00:00:00")
    var processes: [(Process, URL, URL)] = []
    for number in 0..<12 {
      let (out, err) = (session.folder.appending(path: "out\(number)"), session.folder.appending(path: "err\(number)"))
      let arguments = ["browse", "articles", "a", "b", "--cache", "cache", "--as-of", "2026-11-22"]
      processes.append((try session.start(arguments, out: out, err: err), out, err))
    }
    for (process, out, err) in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(try String(contentsOf: out, encoding: .utf8) == expected.out)
      #expect(try String(contentsOf: err, encoding: .utf8) == "")
    }
    #expect(try Self.copies(session).count == 1)
  }
}
