import Foundation
import Testing

@Suite("Copies, prunes, backups and restores killed at random points", .serialized)
struct ContainerChaosTests {
  private static let seeds = Chaos.seeds(1)

  private static func chaos(_ pair: TwoContainers, _ arguments: [String], requests: Int) -> Chaos {
    Chaos(
      session: pair.session, run: arguments, kill: .requests(0...requests, pair.emulator), kills: 3, interruptsOneOf: 4)
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
    try Self.chaos(pair, arguments, requests: 28).play(seed: seed)
    #expect(try pair.session.contents(of: "prod.sqlite") == pair.session.contents(of: "dev.sqlite"))
    #expect(try pair.session.run(arguments).out.contains("same: "))
  }

  @Test("a killed backup leaves the former one intact and, run again, equals a first one", arguments: seeds)
  func backup(seed: UInt64) throws {
    let pair = try TwoContainers(feeds: 450, ["--latency", "2ms"])
    let arguments = ["container", "backup", TwoContainers.dev, "--to", "backup.sqlite"]
    // The first run has no former backup.
    try Self.chaos(pair, arguments, requests: 10).play(seed: seed)
    try Self.change(pair, in: "dev.sqlite")
    try Self.chaos(pair, arguments, requests: 12).play(seed: seed + 1000) {
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
    try Self.chaos(pair, arguments, requests: 24).play(seed: seed)
    #expect(try pair.session.contents(of: "prod.sqlite") == pair.session.contents(of: "dev.sqlite"))
  }
}
