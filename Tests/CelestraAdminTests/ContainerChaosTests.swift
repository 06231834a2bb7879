import Foundation
import TestEnvironment
import Testing

/// Runs that are killed at random, repeatably per seed. `CELESTRA_CHAOS_SEEDS` sets the number of seeds.
@Suite("Copies, prunes, backups and restores killed at random points", .serialized)
struct ContainerChaosTests {
  private static let seeds: Range<UInt64> = {
    let asked = ProcessInfo.processInfo.environment["CELESTRA_CHAOS_SEEDS"].flatMap(UInt64.init)
    return 0..<max(1, asked ?? 1)
  }()

  /// Kills some runs of a command after a random number of requests, then runs it until it succeeds.
  /// - Parameter requests: the number of requests of a whole run, at least.
  private static func run(
    _ pair: TwoContainers, _ arguments: [String], requests: UInt64, seed: UInt64, afterKill: () throws -> Void = {}
  ) throws {
    var random = SeededGenerator(seed: seed)
    for number in 0..<3 {
      let process = try pair.session.start(
        arguments, out: pair.session.folder.appending(path: "out\(number)"),
        err: pair.session.folder.appending(path: "err\(number)"))
      pair.emulator.wait(forRequests: pair.emulator.requests + Int(random.next() % requests), from: process)
      kill(process.processIdentifier, random.next() % 4 == 0 ? SIGINT : SIGKILL)
      process.waitUntilExit()
      try afterKill()
    }
    let ended = try pair.session.run(arguments)
    #expect(ended.status == 0, "seed \(seed): \(ended)")
  }

  /// Removes and changes records of a container.
  private static func change(_ pair: TwoContainers, in file: String) throws {
    try pair.session.change(
      """
      DELETE FROM FeedMetadata WHERE rowid % 3 = 0; DELETE FROM PublicFeed WHERE rowid % 3 = 0;
      UPDATE PublicFeed SET title = title || '!', ___etag = 'c' || rowid WHERE rowid % 4 = 1;
      """, in: file)
  }

  @Test("a killed copy with --prune, run again, gives the records of the source", arguments: seeds)
  func copy(seed: UInt64) throws {
    let pair = try TwoContainers(feeds: 450, ["--latency", "2ms"])
    #expect(try pair.promote("--yes").status == 0)
    try Self.change(pair, in: "dev.sqlite")
    let arguments = [
      "container", "copy", "--from", TwoContainers.dev, "--to", TwoContainers.prod, "--prune", "--yes", "--max-delete",
      "100%",
    ]
    try Self.run(pair, arguments, requests: 28, seed: seed)
    #expect(try pair.session.contents(of: "prod.sqlite") == pair.session.contents(of: "dev.sqlite"))
    #expect(try pair.session.run(arguments).out.contains("same: "))
  }

  @Test("a killed backup leaves the former one intact and, run again, equals a first one", arguments: seeds)
  func backup(seed: UInt64) throws {
    let pair = try TwoContainers(feeds: 450, ["--latency", "2ms"])
    let arguments = ["container", "backup", TwoContainers.dev, "--to", "backup.sqlite"]
    // The first run has no former backup.
    try Self.run(pair, arguments, requests: 10, seed: seed)
    try Self.change(pair, in: "dev.sqlite")
    try Self.run(pair, arguments, requests: 12, seed: seed + 1000) {
      let verification = try pair.session.run("container", "verify", "backup.sqlite")
      #expect(verification.status == 0)
    }
    #expect(try pair.session.contents(of: "backup.sqlite") == pair.session.contents(of: "dev.sqlite"))
    let again = try pair.session.run(arguments)
    let fresh = try pair.session.run("container", "backup", TwoContainers.dev, "--to", "fresh.sqlite")
    #expect(again.out.split(separator: "\n").last == fresh.out.split(separator: "\n").last)
    let files = try FileManager.default.contentsOfDirectory(atPath: pair.session.folder.path)
    #expect(!files.contains { $0.contains("partial") || $0.hasSuffix(".lock") }, "\(files)")
  }

  @Test("a killed restore, run again, gives the records of the backup", arguments: seeds)
  func restore(seed: UInt64) throws {
    let pair = try TwoContainers(feeds: 450, ["--latency", "2ms"])
    #expect(try pair.session.run("container", "backup", TwoContainers.dev, "--to", "backup.sqlite").status == 0)
    #expect(try pair.promote("--yes").status == 0)
    try Self.change(pair, in: "prod.sqlite")
    let arguments = ["container", "restore", "backup.sqlite", "--to", TwoContainers.prod, "--exact", "--yes"]
    try Self.run(pair, arguments, requests: 24, seed: seed)
    #expect(try pair.session.contents(of: "prod.sqlite") == pair.session.contents(of: "dev.sqlite"))
  }
}
