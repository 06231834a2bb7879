import Foundation
import TestEnvironment
import Testing

/// Runs that are killed at random, repeatably per seed. `CELESTRA_CHAOS_SEEDS` sets the number of seeds.
@Suite("Seeds and plans killed at random points, alone and concurrently")
struct SeedChaosTests {
  private static let seeds: ClosedRange<UInt64> = {
    let asked = ProcessInfo.processInfo.environment["CELESTRA_CHAOS_SEEDS"].flatMap(UInt64.init)
    return 1...max(1, asked ?? 2)
  }()

  private static let feeds = 600

  /// The size of a container and its log, which grows during writing.
  private static func size(of session: Session) -> UInt64 {
    ["celestra.sqlite", "celestra.sqlite-wal"].reduce(0) { sum, name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: session.path(name))
      return sum + (attributes?[.size] as? UInt64 ?? 0)
    }
  }

  /// Starts runs one after another and kills each once the container has grown by some bytes.
  private static func kill(
    _ session: Session, _ arguments: [String], runs: Int, after bytes: [UInt64]
  ) throws {
    let processes = try (0..<runs).map { number in
      try session.start(
        arguments, out: session.folder.appendingPathComponent("out\(number)"),
        err: session.folder.appendingPathComponent("err\(number)"))
    }
    for (process, bytes) in zip(processes, bytes) {
      let start = size(of: session)
      TestEnvironment.wait { process.isRunning && size(of: session) < start + bytes }
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  private static func chaos(_ seed: UInt64, _ session: Session, _ arguments: [String]) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<4 {
      let runs = Int.random(in: 1...2, using: &random)
      let bytes = (0..<runs).map { _ in UInt64.random(in: 0...360_000, using: &random) }
      try kill(session, arguments, runs: runs, after: bytes)
    }
  }

  private static let clean: Result<[String], any Error> = Result {
    let session = try SeedInterruptionTests.session(feeds: feeds)
    try session.run(SeedInterruptionTests.arguments)
    return try session.contents()
  }

  @Test("a resumed seed gives the container of a clean run", arguments: seeds)
  func seed(_ seed: UInt64) throws {
    let session = try SeedInterruptionTests.session(feeds: Self.feeds)
    try Self.chaos(seed, session, SeedInterruptionTests.arguments)
    #expect(try session.run(SeedInterruptionTests.arguments).status == 0)
    #expect(try session.contents() == Self.clean.get())
    #expect(try session.sqlite("PRAGMA integrity_check") == ["ok"])
    #expect(try session.run(SeedInterruptionTests.arguments).out.hasPrefix("nothing to do"))
  }

  @Test("a resumed plan gives the container of a clean run", arguments: seeds)
  func plan(_ seed: UInt64) throws {
    let session = try SeedInterruptionTests.session(feeds: Self.feeds)
    #expect(try session.run(SeedInterruptionTests.arguments + ["--plan-out", "p.json"]).status == 0)
    try Self.chaos(seed, session, ["apply", "p.json"])
    #expect(try session.run("apply", "p.json").status == 0)
    #expect(try session.contents() == Self.clean.get())
    #expect(
      try session.run("apply", "p.json", "--dry-run").out.contains(
        "0 changes to apply, \(Self.feeds * 2 + 3) already applied"))
  }

  @Test("a resumed prune gives the container of a clean run", arguments: seeds)
  func prune(_ seed: UInt64) throws {
    func prepared() throws -> Session {
      let session = try SeedInterruptionTests.session(feeds: Self.feeds)
      try session.run(SeedInterruptionTests.arguments)
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
    try Self.chaos(seed, session, arguments)
    #expect(try session.run(arguments).status == 0)
    #expect(try session.contents() == clean.contents())
    #expect(try session.run(arguments).out.hasPrefix("nothing to do"))
  }

  @Test("two seeds that create one container at once lose nothing", arguments: 1...6)
  func twoNew(round: Int) throws {
    let session = try Session()
    try session.copy("schema")
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
