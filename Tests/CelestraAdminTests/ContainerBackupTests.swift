import Foundation
import TestEnvironment
import Testing

@Suite("celestra-admin container backup, restore and verify")
struct ContainerBackupTests {
  private static let backup = ["container", "backup", TwoContainers.dev, "--to", "backup.sqlite"]

  @Test("a backup of an emulated container has its records, dates, creators and change tags, and says what it holds")
  func backup() throws {
    let pair = try TwoContainers()
    let made = try pair.session.run(Self.backup)
    #expect(made.status == 0, "\(made)")
    #expect(made.out.contains("backup of \(TwoContainers.dev), completed "))
    #expect(made.out.contains("unverified: FeedSubscription: without READ for _world"))
    #expect(try pair.session.contents(of: "backup.sqlite") == pair.session.contents(of: "dev.sqlite"))
    let system =
      "SELECT ___recordID || ___createTime || quote(___createdBy) || ___modTime || ___etag FROM PublicFeed ORDER BY 1"
    #expect(try pair.session.sqlite(system, in: "backup.sqlite") == pair.session.sqlite(system, in: "dev.sqlite"))
    let described = try pair.session.sqlite(
      "SELECT type || ' ' || count || ' ' || state FROM \"___backupTypes\" WHERE length(digest) = 64",
      in: "backup.sqlite")
    #expect(
      described == [
        "FeedCategory 2 complete", "FeedCollection 1 complete", "FeedMetadata 3 complete",
        "FeedSubscription 0 unverified",
        "PublicArticle 0 complete", "PublicFeed 3 complete",
        "UserPreferences 0 leftOut", "UserReadState 0 leftOut", "UserStarred 0 leftOut", "UserSubscription 0 leftOut",
      ])
    #expect(!pair.emulator.isGivenAway(by: made.out + made.err))
    #expect(
      try pair.session.run("container", "verify", "backup.sqlite", "--restore-test", "--against", TwoContainers.dev)
        .status == 0)
  }

  @Test("a second backup reads names and the changed records only, and has the digest of a first one")
  func incremental() throws {
    let pair = try TwoContainers(feeds: 1000)
    func digest() throws -> String {
      let made = try pair.session.run(Self.backup)
      #expect(made.status == 0, "\(made)")
      return String(made.out.split(separator: "\n").last ?? "")
    }
    let start = pair.emulator.requests
    let first = try digest()
    // Types of 2, 1000, 1000, 1, 0 and 0 records.
    var expected = start + 14
    #expect(pair.emulator.requests == expected)
    #expect(try digest() == first)
    expected += 14
    #expect(pair.emulator.requests == expected)
    try pair.session.change(
      "UPDATE PublicFeed SET title = 'New', ___etag = 'n' || rowid WHERE rowid % 100 = 0; DELETE FROM FeedMetadata WHERE rowid = 7",
      in: "dev.sqlite")
    let changed = try digest()
    // One lookup of changed records, one of the missing one.
    expected += 16
    #expect(changed != first && pair.emulator.requests == expected)
    #expect(try pair.session.contents(of: "backup.sqlite") == pair.session.contents(of: "dev.sqlite"))
    try FileManager.default.removeItem(atPath: pair.session.path("backup.sqlite"))
    #expect(try digest() == changed)
  }

  @Test(
    "reading commands accept a backup",
    arguments: [["audit"], ["score", "--report"], ["health", "report"], ["export", "opml"]])
  func readers(command: [String]) throws {
    let session = try EditingCommandTests.session()
    #expect(try session.run("container", "backup", "--to", "backup.sqlite").status == 0)
    let own = try session.run(command + ["--as-of", "2026-11-21"].filter { _ in command != ["export", "opml"] })
    let other = try session.run(
      command + ["--as-of", "2026-11-21"].filter { _ in command != ["export", "opml"] } + [
        "--container", "backup.sqlite",
      ])
    #expect(other.status == own.status)
    #expect(
      other.out.replacing("backup.sqlite", with: "celestra.sqlite").filter { $0 != " " } == own.out.filter { $0 != " " }
    )
    #expect(try session.run("container", "verify", "backup.sqlite").status == 0)
  }

  @Test("a restored container equals the backup, and --exact deletes what the backup does not have")
  func restore() throws {
    let session = try EditingCommandTests.session()
    try session.run("container", "backup", "--to", "backup.sqlite")
    let restored = try session.run("container", "restore", "backup.sqlite", "--to", "new.sqlite")
    #expect(restored.status == 0 && !restored.out.contains("not restored"), "\(restored)")
    #expect(try session.contents(of: "new.sqlite") == session.contents())
    try session.change(
      "INSERT INTO FeedCategory (___recordID, ___createTime, ___modTime, ___etag, name) VALUES ('x', 0, 0, 'x', 'X')",
      in: "new.sqlite")
    let restore = ["container", "restore", "backup.sqlite", "--to", "new.sqlite"]
    #expect(try session.run(restore).out.contains("same: "))
    #expect(try session.contents(of: "new.sqlite").count == session.contents().count + 1)
    #expect(try session.run(restore + ["--exact", "--yes"]).out.contains("1 deleted"))
    #expect(try session.contents(of: "new.sqlite") == session.contents())
    let pair = try TwoContainers()
    #expect(try pair.session.run(Self.backup).status == 0)
    let cloud = try pair.session.run("container", "restore", "backup.sqlite", "--to", TwoContainers.prod, "--yes")
    #expect(cloud.status == 0 && cloud.out.contains("9 records have new dates and change tags"), "\(cloud)")
    #expect(try pair.session.contents(of: "prod.sqlite") == pair.session.contents(of: "dev.sqlite"))
    let refused = try pair.session.run(
      "container", "restore", "backup.sqlite", "--to", TwoContainers.prod, "--yes", "--types", "FeedSubscription")
    #expect(refused.status == 64)
  }

  @Test("a changed or truncated backup is found by verify, and restore refuses it")
  func damage() throws {
    let session = try EditingCommandTests.session()
    try session.run("container", "backup", "--to", "backup.sqlite")
    let bytes = Array(try Data(contentsOf: URL(filePath: session.path("backup.sqlite"))))
    var random = SeededGenerator(seed: 5)
    for round in 0..<Damage.iterations(24, cost: 10_000) {
      var damaged = bytes
      let place = Int.random(in: 0..<bytes.count, using: &random)
      if round % 3 == 0 {
        damaged.removeSubrange(place...)
      } else {
        damaged[place] ^= UInt8.random(in: 1...255, using: &random)
      }
      try Data(damaged).write(to: URL(filePath: session.path("damaged.sqlite")))
      let found = try session.run("container", "verify", "damaged.sqlite")
      #expect(found.status == 1 || found.status == 2, "byte \(place): \(found)")
      if round % 6 == 0 {
        #expect(
          try session.run("container", "restore", "damaged.sqlite", "--to", "r.sqlite").status == 2, "byte \(place)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: session.path("r.sqlite")))
    try session.change("UPDATE PublicFeed SET title = 'Edited'", in: "backup.sqlite")
    let edited = try session.run("container", "verify", "backup.sqlite")
    #expect(edited.status == 1 && edited.out.contains("PublicFeed (3 stated, 3 found)"), "\(edited)")
    #expect(try session.run("container", "backup", "--to", "backup.sqlite").status == 2)
  }

  @Test("a backup that is cut in its last pages, where its description is, is refused like any other")
  func truncatedDescription() throws {
    let session = try EditingCommandTests.session()
    try session.run("container", "backup", "--to", "backup.sqlite")
    let bytes = try Data(contentsOf: URL(filePath: session.path("backup.sqlite")))
    for lost in [1, 95, 96, 200, 500, 1000, 1500, 2000, 3000, 4000, 4300, 6000, 8300] {
      try bytes.dropLast(lost).write(to: URL(filePath: session.path("damaged.sqlite")))
      let verified = try session.run("container", "verify", "damaged.sqlite")
      #expect(verified.status == 1 && verified.out.contains("has changed since"), "\(lost): \(verified)")
      let restored = try session.run("container", "restore", "damaged.sqlite", "--to", "r.sqlite")
      #expect(restored.status == 2 && restored.out.isEmpty, "\(lost): \(restored)")
    }
  }

  @Test("a file that is not a backup, of a newer format, of another container, or incomplete is refused")
  func refusals() throws {
    let session = try EditingCommandTests.session()
    try session.run("container", "backup", "--to", "backup.sqlite")
    let plain = try session.run("container", "restore", "celestra.sqlite", "--to", "n.sqlite")
    #expect(plain.status == 2 && plain.err.contains("is not a backup: it has no backup table"))
    #expect(try session.run("container", "verify", "celestra.sqlite").status == 2)
    #expect(try session.run("container", "backup", "--to", "celestra.sqlite").status == 2)
    #expect(try session.run("container", "copy", "--from", "celestra.sqlite", "--to", "other.sqlite").status == 0)
    let other = try session.run("container", "backup", "other.sqlite", "--to", "backup.sqlite")
    #expect(other.status == 2 && other.err.contains("is a backup of "))
    try session.change("UPDATE ___backup SET value = 99 WHERE key = 'format'", in: "backup.sqlite")
    let newer = try session.run("container", "restore", "backup.sqlite", "--to", "n.sqlite")
    #expect(newer.status == 2 && newer.err.contains("format 99, newer than this program's"))
    #expect(!FileManager.default.fileExists(atPath: session.path("n.sqlite")))
  }

  @Test("a type that cannot be listed is missing in the backup, never silently")
  func unlistable() throws {
    let pair = try TwoContainers()
    let schema = try String(contentsOf: Session.root.appending(path: "schema/celestra.ckdb"), encoding: .utf8)
    var lines = schema.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex { $0.contains("RECORD TYPE FeedMetadata") })
    lines[start + 1] = lines[start + 1].replacing("QUERYABLE", with: "")
    try pair.session.write(lines.joined(separator: "\n"), to: "less.ckdb")
    let made = try pair.session.run(Self.backup + ["--schema", "less.ckdb"])
    #expect(made.status == 1, "\(made)")
    #expect(made.out.contains("missing: FeedMetadata: no QUERYABLE index on ___recordID: its records cannot be listed"))
    #expect(made.out.contains("the backup is not complete: 1 of 6 types could not be read"))
    let restore = ["container", "restore", "backup.sqlite", "--to", "new.sqlite"]
    let refused = try pair.session.run(restore)
    #expect(refused.status == 2 && refused.err.contains("was not completed (5 of 6 types): FeedMetadata"))
    #expect(try pair.session.run(restore + ["--partial"]).status == 0)
    #expect(try pair.session.run("container", "backup", TwoContainers.dev, "--to", "all.sqlite").status == 0)
    let against = try pair.session.run(
      "container", "verify", "all.sqlite", "--against", TwoContainers.dev, "--schema", "less.ckdb")
    #expect(against.status == 1 && against.out.contains("it lacks or cannot list FeedMetadata, not compared"))
    let copy = try pair.session.run(
      "container", "copy", "--from", TwoContainers.dev, "--to", "c.sqlite", "--schema", "less.ckdb")
    #expect(copy.status == 2 && copy.err.contains("FeedMetadata has no QUERYABLE index on ___recordID"))
    #expect(copy.err.contains("leave it out with --except-types FeedMetadata, or pass --list-by"))
  }

  @Test("--keep keeps earlier backups by date and removes the oldest")
  func rotation() throws {
    let session = try EditingCommandTests.session()
    for _ in 0..<4 {
      #expect(try session.run("container", "backup", "--to", "n.sqlite", "--keep", "3").status == 0)
      try session.change("UPDATE PublicFeed SET title = title || 'x', ___etag = ___etag || 'x'")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: session.folder.path).filter { $0.hasPrefix("n.") }
      .sorted()
    #expect(files.count == 3 && files.last == "n.sqlite", "\(files)")
    for file in files { #expect(try session.run("container", "verify", file).status == 0, "\(file)") }
    let titles = try files.map {
      try session.sqlite("SELECT max(title) FROM PublicFeed", in: $0)[0].count { $0 == "x" }
    }
    #expect(titles.sorted() == [1, 2, 3])
    let named = "n.2026-01-01T032000Z-before-v2.sqlite"
    try FileManager.default.copyItem(atPath: session.path("n.sqlite"), toPath: session.path(named))
    #expect(try session.run("container", "backup", "--to", "n.sqlite", "--keep", "2").status == 0)
    #expect(FileManager.default.fileExists(atPath: session.path(named)))
  }

  @Test("a backup keeps the permissions of the former one")
  func permissions() throws {
    let session = try EditingCommandTests.session()
    let backup = ["container", "backup", "--to", "backup.sqlite"]
    #expect(try session.run(backup).status == 0)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: session.path("backup.sqlite"))
    #expect(try session.run(backup).status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: session.path("backup.sqlite"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test("a backup is written where a link leads, with those that it keeps")
  func link() throws {
    let session = try EditingCommandTests.session()
    let disk = session.folder.appending(path: "disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
    #expect(try session.run("container", "backup", "--to", "disk/n.sqlite").status == 0)
    try FileManager.default.createSymbolicLink(
      atPath: session.path("n.sqlite"), withDestinationPath: session.path("disk/n.sqlite"))
    try session.change("UPDATE PublicFeed SET title = 'New', ___etag = 'x'")
    #expect(try session.run("container", "backup", "--to", "n.sqlite", "--keep", "2").status == 0)
    #expect(try session.sqlite("SELECT DISTINCT title FROM PublicFeed", in: "disk/n.sqlite") == ["New"])
    let files = try FileManager.default.contentsOfDirectory(atPath: disk.path).filter { $0.hasSuffix(".sqlite") }
    #expect(files.count == 2, "\(files)")
    // As if the disk were not mounted.
    try FileManager.default.removeItem(at: disk)
    let refused = try session.run("container", "backup", "--to", "n.sqlite")
    #expect(refused.status == 2 && refused.err.contains("it is a link to a file that does not exist"), "\(refused)")
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: session.path("n.sqlite"))) != nil)
  }

  @Test("a second backup to one file at once is refused, and the file is a complete backup")
  func concurrent() throws {
    let pair = try TwoContainers(feeds: 600, ["--latency", "200ms"])
    let first = try pair.session.start(
      Self.backup, out: pair.session.folder.appending(path: "out"), err: pair.session.folder.appending(path: "err"))
    pair.emulator.wait(forRequests: pair.emulator.requests + 1, from: first)
    kill(first.processIdentifier, SIGSTOP)
    let second = try pair.session.run(Self.backup)
    kill(first.processIdentifier, SIGCONT)
    first.waitUntilExit()
    #expect(second.status == 2 && second.err.contains("another process is writing the backup 'backup.sqlite'"))
    #expect(first.terminationStatus == 0)
    #expect(try pair.session.run("container", "verify", "backup.sqlite").status == 0)
  }

  @Test("a backup that the disk has no space for leaves the former one")
  func fullDisk() throws {
    let session = try EditingCommandTests.session()
    #expect(try session.run("container", "backup", "--to", "backup.sqlite").status == 0)
    let before = try Data(contentsOf: URL(filePath: session.path("backup.sqlite")))
    let command =
      "trap '' XFSZ; ulimit -f 200; exec '\(try Session.program().file.path)' container backup --to backup.sqlite"
    let failed = try #require(TestProgram("sh")).run(
      ["-c", command], in: session.folder, environment: session.environment)
    #expect(failed.status == 2 && failed.out.isEmpty, "\(failed.text)")
    #expect(try Data(contentsOf: URL(filePath: session.path("backup.sqlite"))) == before)
    let files = try FileManager.default.contentsOfDirectory(atPath: session.folder.path)
    #expect(!files.contains { $0.contains("partial") || $0.hasSuffix(".lock") }, "\(files)")
  }

  @Test("a backup of some types does not replace one of more")
  func partialBackup() throws {
    let pair = try TwoContainers()
    let session = pair.session
    #expect(try session.run(Self.backup).status == 0)
    let refused = try session.run(Self.backup + ["--types", "FeedCategory", "--keep", "2"])
    #expect(refused.status == 2 && refused.err.contains("has records of FeedCollection, "), "\(refused)")
    #expect(try session.run("container", "verify", "backup.sqlite").status <= 1)
  }
}
