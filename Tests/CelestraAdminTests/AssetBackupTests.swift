import Foundation
import TestEnvironment
import Testing

@Suite("Files of assets in backups")
struct AssetBackupTests {
  @Test("a backup downloads each file once, a restore uploads them, and both do only what is missing when run again")
  func roundTrip() throws {
    let notes = try PhotoNotes()
    let emulator = try notes.emulator()
    let made = try notes.session.run(PhotoNotes.backup)
    #expect(
      made.status == 0 && made.out.contains("files: 24 referred to, 21 files (33 kB) added to files\n"), "\(made)")
    #expect(try notes.files(in: "files") == notes.files(in: "a.sqlite.assets"))
    let again = try notes.session.run(PhotoNotes.backup)
    #expect(again.status == 0 && again.out.contains("files: 24 referred to, 0 files added to files\n"), "\(again)")
    #expect(again.out.contains("no record has changed since the former backup"))
    #expect(
      try notes.session.sqlite("SELECT count(*) FROM Note WHERE photo LIKE '%http%'", in: "backup.sqlite") == ["0"])
    let verified = try notes.session.run(PhotoNotes.verify)
    #expect(verified.status == 0 && verified.out.contains("ok      21 files (33 kB) match their checksums in files\n"))
    let dry = try notes.session.run(PhotoNotes.restore + ["--dry-run"])
    #expect(dry.status == 0 && dry.out.contains("files: 24 to upload (36 kB)\n"), "\(dry)")
    let restored = try notes.session.run(PhotoNotes.restore)
    #expect(restored.status == 0 && restored.out.contains("files: 24 uploaded (36 kB)\n"), "\(restored)")
    #expect(try notes.notes(in: "b.sqlite") == notes.notes(in: "a.sqlite"))
    #expect(try notes.files(in: "b.sqlite.assets") == notes.files(in: "files"))
    let idle = try notes.session.run(PhotoNotes.restore)
    #expect(idle.status == 0 && idle.out.hasPrefix("same: 21 records in 2 types\n"), "\(idle)")
    #expect(!idle.out.contains("files: "))
    let log = emulator.endedLog()
    #expect(log.components(separatedBy: "/_assets/upload/").count == 25)
    #expect(log.components(separatedBy: "/_assets/download/").count == 22)
  }

  @Test("the files of a local container are beside it: backed up, restored, and copied from there")
  func local() throws {
    let notes = try PhotoNotes()
    let made = try notes.session.run("container", "backup", "a.sqlite", "--to", "backup.sqlite", "--assets", "files")
    #expect(made.status == 0 && made.out.contains("21 files (33 kB) added to files\n"), "\(made)")
    #expect(try notes.files(in: "files") == notes.files(in: "a.sqlite.assets"))
    let restore = ["container", "restore", "backup.sqlite", "--to", "new.sqlite", "--assets", "files"]
    #expect(try notes.session.run(restore + ["--dry-run"]).out.contains("files: 21 to copy (33 kB)\n"))
    let restored = try notes.session.run(restore)
    #expect(restored.status == 0 && restored.out.contains("files: 21 copied (33 kB)\n"), "\(restored)")
    #expect(try notes.files(in: "new.sqlite.assets") == notes.files(in: "files"))
    #expect(try notes.notes(in: "new.sqlite") == notes.notes(in: "a.sqlite"))
    // A file that is lost comes back although the records are equal.
    try FileManager.default.removeItem(atPath: notes.someFile(in: "new.sqlite.assets"))
    let again = try notes.session.run(restore)
    #expect(again.status == 0 && again.out.contains("same: ") && again.out.contains("files: 1 copied"), "\(again)")
    // A container without the files has references only.
    try FileManager.default.removeItem(atPath: notes.session.path("a.sqlite.assets"))
    let bare = try notes.session.run("container", "backup", "a.sqlite", "--to", "bare.sqlite", "--assets", "other")
    #expect(bare.status == 1 && bare.out.contains("failed: Note n0: the file of photo is missing: "), "\(bare)")
    #expect(bare.out.contains("withoutFiles: Note: 24 files are not in other\n"))
  }

  @Test("files of the emulator outlive it, each with its own container")
  func restart() throws {
    let notes = try PhotoNotes()
    let first = try notes.emulator()
    #expect(try notes.session.run(PhotoNotes.backup).status == 0)
    #expect(try notes.session.run(PhotoNotes.restore).status == 0)
    _ = first.stop()
    try FileManager.default.removeItem(atPath: notes.session.path("files"))
    let second = try notes.emulator()
    let made = try notes.session.run(
      "container", "backup", TwoContainers.prod, "--to", "second.sqlite", "--assets", "files")
    #expect(made.status == 0 && made.out.contains("21 files (33 kB) added to files\n"), "\(made)")
    _ = second
  }

  @Test("verify names missing and damaged files by record and field, and counts files of no record")
  func verification() throws {
    let notes = try PhotoNotes()
    #expect(
      try notes.session.run("container", "backup", "a.sqlite", "--to", "backup.sqlite", "--assets", "files").status == 0
    )
    let names = try notes.files(in: "files").keys.sorted()
    try FileManager.default.removeItem(atPath: notes.session.path("files/\(names[0])"))
    var damaged = try Data(contentsOf: URL(filePath: notes.session.path("files/\(names[1])")))
    damaged[7] ^= 1
    try damaged.write(to: URL(filePath: notes.session.path("files/\(names[1])")))
    try notes.session.write("x", to: "files/0123")
    let found = try notes.session.run(PhotoNotes.verify)
    #expect(found.status == 1 && found.out.contains("1 other file there: of no record of this backup\n"), "\(found)")
    #expect(found.out.contains(#/Note n\d+: the file of (photo|scans) is missing: files/01/#), "\(found)")
    #expect(found.out.contains(#/Note n\d+: the file of (photo|scans) is damaged: files/01/#), "\(found)")
    let json = try notes.session.run(PhotoNotes.verify + ["--format", "json"])
    #expect(json.status == 1 && json.out.contains(#""intact" : 19"#) || json.out.contains(#""intact":19"#), "\(json)")
  }

  @Test("a value whose file is missing is left as the container has it and named; the file back, a rerun restores it")
  func missingFile() throws {
    let notes = try PhotoNotes()
    let emulator = try notes.emulator()
    #expect(try notes.session.run(PhotoNotes.backup).status == 0)
    let file = try notes.someFile(in: "files")
    try FileManager.default.moveItem(atPath: file, toPath: notes.session.path("kept"))
    let dry = try notes.session.run(PhotoNotes.restore + ["--dry-run"])
    #expect(dry.status == 1 && dry.out.contains("is missing: files/01"), "\(dry)")
    let restored = try notes.session.run(PhotoNotes.restore)
    #expect(restored.status == 1 && restored.out.contains("21 created"), "\(restored)")
    #expect(restored.out.contains(#/failed +Note n\d+: the file of (photo|scans) is missing: files/01/#), "\(restored)")
    try FileManager.default.moveItem(atPath: notes.session.path("kept"), toPath: file)
    let again = try notes.session.run(PhotoNotes.restore)
    #expect(again.status == 0, "\(again)")
    #expect(try notes.notes(in: "b.sqlite") == notes.notes(in: "a.sqlite"))
    // A damaged file fails its records, which keep what they have.
    var damaged = try Data(contentsOf: URL(filePath: file))
    damaged[0] ^= 1
    try damaged.write(to: URL(filePath: file))
    try notes.session.change("UPDATE Note SET photo = NULL, scans = NULL", in: "b.sqlite")
    let refused = try notes.session.run(PhotoNotes.restore)
    #expect(refused.status == 1 && refused.out.contains("is damaged: files/01"), "\(refused)")
    _ = emulator
  }

  @Test("a damaged file is not copied to a backup or from it, where it would count as intact")
  func damagedFile() throws {
    let notes = try PhotoNotes()
    let session = notes.session
    func backup(_ number: Int) -> [String] {
      ["container", "backup", "a.sqlite", "--to", "backup\(number).sqlite", "--assets", "files\(number)"]
    }
    func damage(_ file: String) throws {
      var content = try Data(contentsOf: URL(filePath: file))
      content[7] ^= 1
      try content.write(to: URL(filePath: file))
    }
    #expect(try session.run(backup(1)).status == 0)
    try damage(notes.someFile(in: "files1"))
    let restored = try session.run(
      "container", "restore", "backup1.sqlite", "--to", "new.sqlite", "--assets", "files1")
    #expect(restored.status == 1 && restored.out.contains("is damaged: files1/01"), "\(restored)")
    let names = try notes.files(in: "files1").keys.filter { !$0.hasPrefix(".") }
    let copied = try notes.files(in: "new.sqlite.assets").keys.filter { !$0.hasPrefix(".") }
    #expect(copied.count == names.count - 1)
    try damage(notes.someFile(in: "a.sqlite.assets"))
    let second = try session.run(backup(2))
    #expect(second.status == 1 && second.out.contains("is damaged: "), "\(second)")
    #expect(second.out.contains("withoutFiles: Note: "), "\(second)")
  }

  @Test("a file that changes between the listing and its download is reported by record; the next backup has it")
  func changedMeanwhile() throws {
    let notes = try PhotoNotes(notes: 3)
    let emulator = try notes.emulator("--latency", "400ms")
    let other = try notes.file(77, 1000)
    let before = emulator.requests
    let process = try notes.session.start(
      PhotoNotes.backup, out: notes.session.folder.appending(path: "out"),
      err: notes.session.folder.appending(path: "err"))
    // The types are listed, and the next request looks the records up.
    emulator.wait(forRequests: before + 2, from: process)
    try notes.session.change(
      "UPDATE Note SET photo = '\(other)', ___etag = 'x' WHERE ___recordID = 'n1'", in: "a.sqlite")
    process.waitUntilExit()
    let out = try notes.session.read("out")
    #expect(process.terminationStatus == 1, "\(out)")
    #expect(
      out.contains("failed: Note n1: the file of photo has changed since the record was read; run the backup again\n"),
      "\(out)")
    #expect(out.contains("withoutFiles: Note: 1 file is not in files\n"))
    let again = try notes.session.run(PhotoNotes.backup)
    #expect(again.status == 0 && again.out.contains("1 file (1077 bytes) added"), "\(again)")
  }

  @Test("an expired download URL is asked for again, once")
  func expired() throws {
    let notes = try PhotoNotes(notes: 1)
    // With one file, requests are in one order: a query per type, a lookup, a download, a lookup, a download.
    for (seed, status) in [(4, 0), (1, 1)] as [(Int, Int32)] {
      let emulator = try notes.emulator("--fault", "expired-url=0.5", "--seed", "\(seed)")
      let made = try notes.session.run(
        "container", "backup", TwoContainers.dev, "--to", "seed\(seed).sqlite", "--assets", "files\(seed)")
      let log = emulator.endedLog()
      #expect(made.status == status, "\(made)\n\(log)")
      #expect(log.components(separatedBy: "/_assets/download/").count == 3, "\(log)")
      #expect(log.components(separatedBy: "/records/lookup").count == 3 && log.contains("(fault expired-url)"))
      #expect(made.out.contains("answered with status 410") == (status == 1))
    }
  }

  @Test("Ctrl-C during an upload stops cleanly, and a rerun finishes")
  func interruption() throws {
    let notes = try PhotoNotes()
    let emulator = try notes.emulator("--latency", "100ms")
    #expect(try notes.session.run(PhotoNotes.backup).status == 0)
    let before = emulator.requests
    let process = try notes.session.start(
      PhotoNotes.restore, out: notes.session.folder.appending(path: "out"),
      err: notes.session.folder.appending(path: "err"))
    // Lookups, the request for URLs, and some of 24 uploads.
    emulator.wait(forRequests: before + 9, from: process)
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    let said = try notes.session.read("out") + notes.session.read("err")
    #expect(
      process.terminationStatus == 2 && said.contains("stopped before the end; run the same command again"), "\(said)")
    let again = try notes.session.run(PhotoNotes.restore)
    #expect(again.status == 0, "\(again)")
    #expect(try notes.notes(in: "b.sqlite") == notes.notes(in: "a.sqlite"))
  }

  @Test("a folder that another backup writes or that cannot be created is refused before the first request")
  func folders() throws {
    let notes = try PhotoNotes(notes: 1)
    let backup = ["container", "backup", "a.sqlite", "--to", "backup.sqlite", "--assets"]
    let missing = try notes.session.run(backup + ["no/files"])
    #expect(missing.status == 2 && missing.err.contains("cannot create the folder no/files"), "\(missing)")
    #expect(!FileManager.default.fileExists(atPath: notes.session.path("backup.sqlite")))
    #expect(try notes.session.run(backup + ["files"]).status == 0)
    let absent = try notes.session.run(
      "container", "restore", "backup.sqlite", "--to", "new.sqlite", "--assets", "nothing")
    #expect(absent.status == 2 && absent.err.contains("'nothing' is not a folder"), "\(absent)")
  }
}

@Suite("Restores with files, killed at random points", .serialized)
struct AssetChaosTests {
  /// Each seed has five points; `CELESTRA_CHAOS_SEEDS` is the number of seeds.
  @Test("a killed restore with files, run again, gives the records and files of the backup", arguments: Chaos.seeds(1))
  func restore(seed: UInt64) throws {
    let notes = try PhotoNotes(notes: 60)
    let emulator = try notes.emulator("--latency", "2ms")
    #expect(try notes.session.run(PhotoNotes.backup).status == 0)
    let chaos = Chaos(session: notes.session, run: PhotoNotes.restore, kill: .requests(0...60, emulator), kills: 5)
    try chaos.play(seed: seed)
    #expect(try notes.notes(in: "b.sqlite") == notes.notes(in: "a.sqlite"))
    #expect(try notes.files(in: "b.sqlite.assets") == notes.files(in: "files"))
    #expect(try notes.session.run(PhotoNotes.restore).out.hasPrefix("same: "))
  }

  @Test("a killed backup with files, run again, has all files and no partial one", arguments: Chaos.seeds(1))
  func backup(seed: UInt64) throws {
    let notes = try PhotoNotes(notes: 60)
    let emulator = try notes.emulator("--latency", "2ms", "--fault", "reset-after=0.02", "--fault", "truncated=0.02")
    let chaos = Chaos(
      session: notes.session, run: PhotoNotes.backup, kill: .requests(0...60, emulator), kills: 5, failures: 5)
    try chaos.play(seed: seed)
    #expect(try notes.files(in: "files") == notes.files(in: "a.sqlite.assets"))
    #expect(try notes.session.run(PhotoNotes.verify).status == 0)
  }
}
