import Foundation
import Testing

@Suite("Seeds and plans killed at random points, alone and concurrently")
struct SeedChaosTests {
  private static let seeds = Chaos.seeds(2)

  private static let feeds = 300

  private static func chaos(_ session: Session, _ arguments: [String]) -> Chaos {
    Chaos(session: session, run: arguments, kill: .bytes(0...180_000), atOnce: 2)
  }

  private static let clean: Result<[String], any Error> = Result {
    try SeedInterruptionTests.seeded(feeds: feeds).contents()
  }

  @Test("a resumed seed gives the container of a clean run", arguments: seeds)
  func seed(_ seed: UInt64) throws {
    let session = try SeedInterruptionTests.session(feeds: Self.feeds)
    try Self.chaos(session, SeedInterruptionTests.arguments).play(seed: seed)
    #expect(try session.contents() == Self.clean.get())
    #expect(try session.sqlite("PRAGMA integrity_check") == ["ok"])
    #expect(try session.run(SeedInterruptionTests.arguments).out.hasPrefix("nothing to do"))
  }

  @Test("a resumed plan gives the container of a clean run", arguments: seeds)
  func plan(_ seed: UInt64) throws {
    let session = try SeedInterruptionTests.session(feeds: Self.feeds)
    #expect(try session.run(SeedInterruptionTests.arguments + ["--plan-out", "p.json"]).status == 0)
    try Self.chaos(session, ["apply", "p.json"]).play(seed: seed)
    #expect(try session.contents() == Self.clean.get())
    #expect(
      try session.run("apply", "p.json", "--dry-run").out.contains(
        "nothing to do: celestra.sqlite already matches, \(Self.feeds * 2 + 3) unchanged\n"))
  }

  @Test("a resumed prune gives the container of a clean run", arguments: seeds)
  func prune(_ seed: UInt64) throws {
    func prepared() throws -> Session {
      let session = try SeedInterruptionTests.seeded(feeds: Self.feeds)
      try FileManager.default.createDirectory(
        at: session.folder.appendingPathComponent("less"), withIntermediateDirectories: true)
      let feeds = stride(from: 0, to: Self.feeds, by: 2).map {
        #"{"feedURL":"https://feed-\#($0).example/rss","title":"Feed \#($0)","category":"news","tags":["t\#($0 % 7)"]}"#
      }
      try session.write(#"{"feeds":[\#(feeds.joined(separator: ","))]}"#, to: "less/f.json")
      return session
    }
    let arguments = ["seed", "less", "--prune", "--max-delete", "100%", "--yes", "--as-of", "2026-11-21"]
    let clean = try prepared()
    #expect(try clean.run(arguments).status == 0)
    let session = try prepared()
    try Self.chaos(session, arguments).play(seed: seed)
    #expect(try session.contents() == clean.contents())
    #expect(try session.run(arguments).out.hasPrefix("nothing to do"))
  }

  @Test("two seeds that create one container at once lose nothing", arguments: 1...3)
  func twoNew(round: Int) throws {
    let session = try Session(copying: "schema")
    let processes = try ["a", "b"].map { name in
      let list = (0..<200).map { "https://\(name)\($0).example/feed\n" }.joined()
      try session.write(list, to: "\(name).txt")
      return try session.start(
        ["seed", "feeds", "\(name).txt"], out: session.folder.appendingPathComponent("out\(name)"),
        err: session.folder.appendingPathComponent("err\(name)"))
    }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed") == ["400"])
  }
}
