import CloudKitRecords
import CloudKitSchema
import Foundation
import GRDB
import SQLiteStore
import Testing

@Suite("Opening a container")
struct OpeningTests {
  static let schema = Schema.notes([Field(name: "title", type: FieldType(.string))])

  /// What opening a path says, to write and to read; `nil` where it works.
  func failures(_ path: String, _ schema: Schema = schema) -> (writing: String?, reading: String?) {
    var failures: (writing: String?, reading: String?) = (nil, nil)
    do throws(LocalContainerError) { _ = try LocalContainer.openForReading(path, patience: 0) } catch {
      failures.reading = error.description
    }
    do throws(LocalContainerError) { _ = try LocalContainer.open(path, schema) } catch {
      failures.writing = error.description
    }
    return failures
  }

  @Test("a missing container is made to write, and to read is an error that says how to make it")
  func missing() async throws {
    try await withFolder { folder in
      let path = folder + "/c.sqlite"
      let failures = failures(path)
      #expect(
        failures.reading
          == "cannot read container '\(path)': no such container; 'celestra-admin init' or 'celestra-admin seed' creates it"
      )
      #expect(failures.writing == nil)
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("an empty file is no container yet")
  func emptyFile() async throws {
    try await withFolder { folder in
      let path = folder + "/c.sqlite"
      try Data().write(to: URL(filePath: path))
      let failures = failures(path)
      #expect(
        failures.reading
          == "cannot read container '\(path)': no such container; 'celestra-admin init' or 'celestra-admin seed' creates it"
      )
      #expect(failures.writing == nil)
      #expect(try LocalContainer.openForReading(path).schema == Self.schema)
    }
  }

  @Test("a container whose creation was stopped is missing, also while its journal waits to be rolled back")
  func stoppedCreation() async throws {
    try await withFolder { folder in
      let (path, stopped) = (folder + "/c.sqlite", folder + "/stopped.sqlite")
      try await database(path).writeWithoutTransaction { database in
        // With a cache of one page, SQLite writes to the file before the end of the transaction.
        try database.execute(sql: "PRAGMA cache_size = 1")
        try database.inTransaction(.immediate) {
          try database.execute(
            sql: """
              CREATE TABLE words (word);
              WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
              INSERT INTO words SELECT hex(zeroblob(200)) FROM n;
              """)
          for ending in ["", "-journal"] {
            try FileManager.default.copyItem(atPath: path + ending, toPath: stopped + ending)
          }
          return .rollback
        }
      }
      #expect(try FileManager.default.attributesOfItem(atPath: stopped)[.size] as? Int ?? 0 > 0)
      #expect(!LocalContainer.exists(stopped))
      #expect(failures(stopped).writing == nil)
      #expect(LocalContainer.exists(stopped))
    }
  }

  @Test("a container of an earlier layout is left as it is, with what to do")
  func earlierLayout() async throws {
    try await withFolder { folder in
      let path = folder + "/c.sqlite"
      _ = try LocalContainer.open(path, Self.schema)
      try await database(path).write { try $0.execute(sql: "PRAGMA user_version = 1") }
      let text =
        "cannot open container '\(path)': its format 1 is older than this program's 2; export its records with the"
        + " celestra-admin that wrote it, and import them into a new container ('records export', 'records import')"
      #expect(failures(path) == (text, text))
    }
  }

  @Test("files that are something else are left as they are")
  func notContainers() async throws {
    try await withFolder { folder in
      let text = folder + "/text.sqlite"
      try Data(String(repeating: "title: not a database\n", count: 100).utf8).write(to: URL(filePath: text))
      let other = folder + "/other.sqlite"
      try database(other).write { try $0.execute(sql: "CREATE TABLE t (a)") }
      let newer = folder + "/newer.sqlite"
      _ = try LocalContainer.open(newer, Self.schema)
      try database(newer).write { try $0.execute(sql: "PRAGMA user_version = 3") }
      for (path, reason) in [
        (text, "it is not a SQLite database; pass another file, or move this one"),
        (other, "it is a SQLite database of another program; pass another file, or move this one"),
        (newer, "its format 3 is newer than this program's 2; use a newer celestra-admin"),
      ] {
        let before = try Data(contentsOf: URL(filePath: path))
        let message = "cannot open container '\(path)': \(reason)"
        #expect(failures(path) == (message, message))
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
      }
    }
  }

  @Test("a container that another program is writing is said to be locked")
  func locked() async throws {
    try await withFolder { folder in
      let path = folder + "/c.sqlite"
      let store = try LocalContainer.open(path, Self.schema)
      let other = try database(path)
      try await other.writeWithoutTransaction { database in
        try database.execute(sql: "BEGIN IMMEDIATE")
      }
      let added = Schema.notes([
        Field(name: "title", type: FieldType(.string)), Field(name: "more", type: FieldType(.string)),
      ])
      let message =
        "cannot use container '\(path)': another program is writing it; try again after that program ends"
      #expect(failures(path, added) == (message, nil))
      await #expect(
        throws: RecordStoreError.unavailable(
          reason: "cannot use container '\(path)': another program is writing it; try again after that program ends")
      ) { try await store.modify([RecordOperation(.create, Record(type: "Note", name: "a"))]) }
      // Reading goes on meanwhile.
      #expect(try await store.query(Query("Note"), after: nil).records.isEmpty)
      try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
      #expect(try await store.modify([RecordOperation(.create, Record(type: "Note", name: "a"))]).first?.error == nil)
    }
  }

  @Test("a container opened to be read refuses changes")
  func reading() async throws {
    try await withFolder { folder in
      let path = folder + "/c.sqlite"
      _ = try LocalContainer.open(path, Self.schema)
      let store = try LocalContainer.openForReading(path)
      await #expect(
        throws: RecordStoreError.unavailable(reason: "cannot write container '\(path)': it was opened to be read")
      ) { try await store.modify([RecordOperation(.create, Record(type: "Note", name: "a"))]) }
    }
  }

  @Test("permissions that are missing are said to be", .enabled(if: getuid() != 0, "the superuser may do everything"))
  func permissions() async throws {
    try await withFolder { folder in
      let path = folder + "/c.sqlite"
      _ = try LocalContainer.open(path, Self.schema)
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
      #expect(
        failures(path).writing
          == "cannot write container '\(path)': the file or its folder is read-only; change the permissions, or pass"
          + " another file")
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
      #expect(
        failures(path).reading
          == "cannot read container '\(path)': no permission to read it, or to write the files that SQLite keeps beside"
          + " it; change the permissions, or copy it to another folder")
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
      #expect(
        failures(folder + "/new.sqlite").writing
          == "cannot write container '\(folder)/new.sqlite': the file or its folder is read-only; change the"
          + " permissions, or pass another file")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
    }
  }

  /// SQLite says that a disk is full also of a table whose row ids are used up, which needs no full disk.
  @Test("a full disk is said to be, and nothing of the request is stored")
  func diskFull() async throws {
    try await withFolder { folder in
      let path = folder + "/c.sqlite"
      let store = try LocalContainer.open(path, Self.schema)
      try await database(path).write { database in
        try database.execute(
          sql: """
            CREATE TABLE disk (id INTEGER PRIMARY KEY AUTOINCREMENT);
            INSERT INTO disk VALUES (9223372036854775807);
            CREATE TRIGGER fill AFTER INSERT ON Note WHEN NEW.title = 'too much' BEGIN
              INSERT INTO disk VALUES (NULL);
            END;
            """)
      }
      let tooMuch = Record(type: "Note", name: "b", fields: ["title": .string("too much")])
      await #expect(
        throws: RecordStoreError.unavailable(
          reason: "cannot write container '\(path)': the disk is full; free some space and run the command again")
      ) {
        try await store.modify([
          RecordOperation(.create, Record(type: "Note", name: "a")), RecordOperation(.create, tooMuch),
        ])
      }
      #expect(try await store.query(Query("Note"), after: nil).records.isEmpty)
    }
  }

  @Test("a damaged container is an error and no crash")
  func damaged() async throws {
    try await withFolder { folder in
      let path = folder + "/c.sqlite"
      do {
        let store = try LocalContainer.open(path, Self.schema)
        for batch in 0..<5 {
          _ = try await store.modify(
            (0..<200).map { RecordOperation(.create, Record(type: "Note", name: RecordName("n\(batch)-\($0)"))) })
        }
      }
      var bytes = try Data(contentsOf: URL(filePath: path))
      let pages = bytes.count / 4096
      for page in (pages / 2)..<pages {
        bytes.replaceSubrange(page * 4096..<page * 4096 + 2048, with: Data(count: 2048))
      }
      try bytes.write(to: URL(filePath: path))
      let store = try LocalContainer.openForReading(path)
      await #expect(
        throws: RecordStoreError.malformedReply(
          reason: "container '\(path)' is damaged: SQLite reports 'database disk image is malformed'; restore it from a"
            + " copy, or create a new one")
      ) { try await store.forEachPage(of: Query("Note")) { _ in } }
    }
  }

  @Test("a container that several make at once is made once")
  func madeAtOnce() async throws {
    try await withFolder { folder in
      let path = folder + "/c.sqlite"
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<8 {
          group.addTask {
            let store = try LocalContainer.open(path, Self.schema, patience: 900)
            let record = Record(type: "Note", name: RecordName("n\(index)"))
            #expect(try await store.modify([RecordOperation(.create, record)]).first?.error == nil)
          }
        }
        try await group.waitForAll()
      }
      #expect(try await LocalContainer.openForReading(path).query(Query("Note"), after: nil).records.count == 8)
    }
  }

  @Test("names of SQLite's own are files like any other")
  func namesOfSQLite() async throws {
    try await withFolder { folder in
      let path = folder + "/:memory:"
      _ = try LocalContainer.open(path, Self.schema)
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("a schema whose names SQL does not tell apart is refused, and nothing is made")
  func unstorable() async throws {
    try await withFolder { folder in
      let path = folder + "/c.sqlite"
      let twice = Schema.notes([
        Field(name: "title", type: FieldType(.string)), Field(name: "Title", type: FieldType(.string)),
      ])
      #expect(
        failures(path, twice).writing
          == "cannot store the schema in container '\(path)': 'Note' has two columns 'Title', as SQL does not tell"
          + " their names apart; rename one")
      let types = Schema(recordTypes: [RecordType(name: "note"), RecordType(name: "Note")])
      #expect(
        failures(path, types).writing
          == "cannot store the schema in container '\(path)': 'Note' and 'note' would be one table or index, as SQL"
          + " does not tell their names apart; rename one")
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }
}
